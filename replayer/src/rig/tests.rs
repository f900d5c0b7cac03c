use tacho_core::{
    link::{Conditions, Stall},
    play::{DrawnRow, Note},
    units::Seq,
};

use super::{
    toy::{ToyAuthority, ToyPlayer, join, leave},
    *,
};

const ONE: ClientId = ClientId(1);
const TWO: ClientId = ClientId(2);

/// A driver without a memory: what it presses depends on its tick alone.
struct Wiggle;

impl InputSource for Wiggle {
    fn input(&mut self, client: ClientId, seq: Seq, _lands_on: Option<Tick>, _frame: &[DrawnRow]) -> Vec<u8> {
        vec![((seq.0 / 7 + u32::from(client.0)) % 5) as u8]
    }
}

fn ms(ms: u64) -> Micros {
    Micros::from_ms(ms)
}

fn stall_ms(at_ms: u64, length_ms: u64) -> Stall {
    Stall { at_us: at_ms * 1000, length_us: length_ms * 1000 }
}

fn delayed(delay_us: u64) -> Conditions {
    Conditions { delay_us, ..Conditions::default() }
}

fn rough() -> Conditions {
    Conditions { delay_us: 75_000, jitter_us: 30_000, loss_share: 0.1, ..Conditions::default() }
}

/// Two clients that join at ticks 1 and 2 over links of `conditions`.
fn plan(conditions: &Conditions) -> Plan {
    let client = |client, joins| ClientPlan {
        client,
        joins,
        leaves: None,
        fps: 60,
        phase: Micros(0),
        page_pauses: Pauses::default(),
        up: conditions.clone(),
        down: conditions.clone(),
    };
    Plan {
        seed: 7,
        commands: [(Tick(1), vec![join(ONE)]), (Tick(2), vec![join(TWO)])].into(),
        clients: vec![client(ONE, Tick(1)), client(TWO, Tick(2))],
        server_pauses: Pauses::default(),
    }
}

fn rig(plan: Plan) -> Rig {
    Rig::new(Box::new(ToyAuthority::default()), plan, Rc::new(|client| Box::new(ToyPlayer::new(client))))
}

fn run(plan: Plan, witness: &mut dyn Witness) {
    rig(plan).run_until(ms(3000), &mut Wiggle, witness).unwrap();
}

fn log_of(plan: Plan) -> RunLog {
    let mut log = RunLog::default();
    run(plan, &mut log);
    log
}

/// Every datagram that was read: whose, which way, sent when, read when.
#[derive(Default)]
struct Reads(Vec<(ClientId, Direction, Micros, Micros)>);

impl Witness for Reads {
    fn on_tick(&mut self, _tick: &TickSeen) {}
    fn on_frame(&mut self, _frame: &FrameSeen) {}
    fn on_read(&mut self, datagram: &DatagramSeen, at: Micros) {
        self.0.push((datagram.client, datagram.direction, datagram.sent, at));
    }
}

fn reads_of(plan: Plan) -> Vec<(ClientId, Direction, Micros, Micros)> {
    let mut reads = Reads::default();
    run(plan, &mut reads);
    reads.0
}

/// What happened, a line each, with its instant.
#[derive(Default)]
struct Story(Vec<(Micros, String)>);

impl Story {
    fn at(&self, at: Micros) -> Vec<&str> {
        self.0.iter().filter(|(instant, _)| *instant == at).map(|(_, line)| line.as_str()).collect()
    }
}

impl Witness for Story {
    fn on_tick(&mut self, tick: &TickSeen) {
        self.0.push((tick.at, tick.tick.to_string()));
    }
    fn on_frame(&mut self, frame: &FrameSeen) {
        self.0.push((frame.at, format!("frame of {}", frame.client)));
    }
    fn on_sent(&mut self, datagram: &DatagramSeen) {
        self.0.push((datagram.sent, format!("{:?} of {} sent", datagram.direction, datagram.client)));
    }
    fn on_read(&mut self, datagram: &DatagramSeen, at: Micros) {
        self.0.push((at, format!("{:?} of {} read", datagram.direction, datagram.client)));
    }
}

fn guessed(log: &RunLog) -> usize {
    log.ticks.iter().flat_map(|tick| &tick.inputs).filter(|run| run.guessed).count()
}

#[test]
fn two_runs_of_the_same_arguments_leave_equal_logs() {
    let log = log_of(plan(&rough()));
    assert_eq!(log, log_of(plan(&rough())));
    assert!(guessed(&log) > 0, "the link was to be rough");
}

#[test]
fn another_seed_is_another_run() {
    assert_ne!(log_of(plan(&rough())), log_of(Plan { seed: 8, ..plan(&rough()) }));
}

#[test]
fn on_a_perfect_link_every_input_runs_in_the_tick_after_its_frame() {
    let log = log_of(plan(&Conditions::default()));
    assert_eq!(guessed(&log), 0);
    for tick in &log.ticks[2..] {
        let seqs: Vec<Seq> = tick.inputs.iter().map(|run| run.seq).collect();
        assert_eq!(seqs, [Seq(tick.tick.0 - 1), Seq(tick.tick.0 - 2)]);
    }
}

#[test]
fn a_delay_shifts_every_arrival_and_what_is_drawn_by_itself() {
    let delay = ms(50);
    let reads = reads_of(plan(&delayed(delay.0)));
    assert!(reads.len() > 500);
    assert!(reads.iter().all(|&(_, _, sent, at)| at == sent.after(delay)));

    let (near, far) = (log_of(plan(&Conditions::default())), log_of(plan(&delayed(delay.0))));
    let heard = |log: &RunLog| -> Vec<f64> {
        log.frames_of(ONE).skip(60).map(|frame| frame.drawn[1].server_tick.unwrap()).collect()
    };
    let shifted: Vec<f64> = heard(&near).into_iter().map(|tick| tick - 3.0).collect();
    assert_eq!(heard(&far), shifted);
}

#[test]
fn what_a_downlink_stall_holds_is_read_together_at_its_end() {
    let stalled = Conditions { stalls: vec![stall_ms(500, 200)], ..Conditions::default() };
    let mut plan = plan(&Conditions::default());
    plan.clients[0].down = stalled;
    let down: Vec<_> =
        reads_of(plan).into_iter().filter(|&(client, way, ..)| (client, way) == (ONE, Direction::Down)).collect();
    assert!(down.iter().all(|&(.., at)| !(ms(500)..ms(700)).contains(&at)));
    let at_end: Vec<Micros> = down.iter().filter(|&&(.., at)| at == ms(700)).map(|&(_, _, sent, _)| sent).collect();
    let held: Vec<Micros> = (30..=42).map(|tick| Tick(tick).due()).collect();
    assert_eq!(at_end, held);
}

#[test]
fn the_frame_after_a_page_stall_covers_all_the_time() {
    let mut plan = plan(&Conditions::default());
    plan.clients[0].page_pauses = Pauses::new(vec![stall_ms(500, 200)]);
    let log = log_of(plan);
    let frames: Vec<&FrameLog> = log.frames_of(ONE).filter(|frame| frame.at >= ms(480)).take(3).collect();
    let at: Vec<Micros> = frames.iter().map(|frame| frame.at).collect();
    assert_eq!(at, [Tick(29).due(), ms(700), Tick(43).due()]);
    let predicted = |frame: &FrameLog| frame.notes.iter().filter(|note| matches!(note, Note::Predicted { .. })).count();
    assert_eq!([predicted(frames[0]), predicted(frames[1]), predicted(frames[2])], [1, 13, 1]);
    let frames_of_other = log.frames_of(TWO).filter(|frame| (ms(500)..ms(700)).contains(&frame.at)).count();
    assert_eq!(frames_of_other, 12);
}

#[test]
fn a_server_catches_up_one_tick_a_turn_and_reads_in_between() {
    let mut plan = plan(&delayed(2000));
    plan.server_pauses = Pauses::new(vec![stall_ms(500, 100)]);
    let mut log = RunLog::default();
    run(plan.clone(), &mut log);
    let at: Vec<Micros> = log.ticks[28..38].iter().map(|tick| tick.at).collect();
    let on_time = |tick: u32| Tick(tick).due();
    let caught_up = (0..7).map(|turn| Micros(600_000 + turn * 1000));
    let expected: Vec<Micros> = [on_time(29)].into_iter().chain(caught_up).chain([on_time(37), on_time(38)]).collect();
    assert_eq!(at, expected);
    assert_eq!(guessed(&log), 0, "what came in the stall is read before the ticks that want it");
    let read_between = |&(_, way, _, at): &(ClientId, Direction, Micros, Micros)| way == Direction::Up && at == ms(602);
    assert_eq!(reads_of(plan).iter().filter(|read| read_between(read)).count(), 2);
}

#[test]
fn recorded_inputs_land_on_their_ticks_under_any_round_trip() {
    let recorded = |tick: u32, client: ClientId| ((tick + u32::from(client.0)) % 5) as u8;
    let landed = |delay_us: u64| -> Vec<(Tick, ClientId, Vec<u8>)> {
        let mut inputs = RecordedInputs::new(vec![0]);
        for tick in 60..180 {
            for client in [ONE, TWO] {
                inputs.record(client, Tick(tick), vec![recorded(tick, client)]);
            }
        }
        let mut log = RunLog::default();
        rig(plan(&delayed(delay_us))).run_until(ms(3000), &mut inputs, &mut log).unwrap();
        let runs = log.ticks.into_iter().flat_map(|tick| tick.inputs);
        runs.filter(|run| run.tick >= Tick(60)).map(|run| (run.tick, run.client, run.input)).collect()
    };
    let expected: Vec<_> = (60..180)
        .flat_map(|tick| [ONE, TWO].map(|client| (Tick(tick), client, vec![recorded(tick, client)])))
        .collect();
    assert_eq!(landed(0), expected);
    assert_eq!(landed(75_000), expected);
}

#[test]
fn a_saved_rig_goes_on_as_the_first_would_have() {
    let mut plan = plan(&rough());
    plan.clients[0].page_pauses = Pauses::new(vec![stall_ms(1100, 300)]);
    plan.clients[1].joins = Tick(100);
    plan.commands = [(Tick(1), vec![join(ONE)]), (Tick(100), vec![join(TWO)])].into();
    plan.server_pauses = Pauses::new(vec![stall_ms(1200, 100)]);
    let whole = log_of(plan.clone());
    for cut in [Micros(0), Micros(1_234_567), ms(1600), ms(2500)] {
        let (mut first, mut log) = (rig(plan.clone()), RunLog::default());
        first.run_until(cut, &mut Wiggle, &mut log).unwrap();
        let (mut second, mut log_of_second) = (first.save(), log.clone());
        first.run_until(ms(3000), &mut Wiggle, &mut log).unwrap();
        second.run_until(ms(3000), &mut Wiggle, &mut log_of_second).unwrap();
        assert_eq!(log, whole);
        assert_eq!(log_of_second, whole);
    }
}

#[test]
fn events_of_one_instant_come_in_the_written_order() {
    let mut story = Story::default();
    run(plan(&delayed(50_000)), &mut story);
    assert_eq!(
        story.at(Tick(60).due()),
        [
            "Up of client 1 read",
            "Up of client 2 read",
            "tick 60",
            "Down of client 1 sent",
            "Down of client 2 sent",
            "Down of client 1 read",
            "Down of client 2 read",
            "frame of client 1",
            "Up of client 1 sent",
            "frame of client 2",
            "Up of client 2 sent",
        ]
    );
}

#[test]
fn without_delay_what_is_sent_is_read_at_the_same_instant() {
    let mut story = Story::default();
    run(plan(&Conditions::default()), &mut story);
    assert_eq!(
        story.at(Tick(60).due()),
        [
            "tick 60",
            "Down of client 1 sent",
            "Down of client 2 sent",
            "Down of client 1 read",
            "Down of client 2 read",
            "frame of client 1",
            "Up of client 1 sent",
            "Up of client 1 read",
            "frame of client 2",
            "Up of client 2 sent",
            "Up of client 2 read",
        ]
    );
}

#[test]
fn frames_lie_on_the_clients_own_grid_from_its_join_on() {
    let mut plan = plan(&Conditions::default());
    plan.clients[0].fps = 144;
    plan.clients[0].phase = ms(3);
    plan.clients[1].fps = 30;
    let log = log_of(plan);
    let first = |client| -> Vec<u64> { log.frames_of(client).take(3).map(|frame| frame.at.0).collect() };
    assert_eq!(first(ONE), [16_888, 23_833, 30_777]);
    assert_eq!(first(TWO), [33_333, 66_666, 100_000]);
}

#[test]
fn a_drawn_prediction_is_placed_at_the_tick_that_ran_it() {
    let log = log_of(plan(&delayed(50_000)));
    let mut placed = 0;
    for frame in log.frames_of(TWO) {
        let own = &frame.drawn[0];
        let span = log.span(TWO, own).unwrap();
        assert_eq!(span.from, span.to);
        // Ticks count from 1; those drawn at the end were never run.
        if let Some(tick) = log.ticks.get(span.from as usize - 1) {
            let truth = tick.truth.iter().find(|row| row.owner == Some(TWO)).unwrap();
            assert_eq!(truth.position, own.position);
            placed += 1;
        }
    }
    let never_run = log.frames_of(TWO).count() - placed;
    assert_eq!(never_run, 3, "the ticks in flight at the end");
}

#[test]
fn a_client_that_starts_its_count_anew_has_a_landing_for_each() {
    let run = |tick, seq| InputRun { tick: Tick(tick), client: ONE, seq: Seq(seq), input: vec![], guessed: false };
    let mut landing = Landing::default();
    assert_eq!(landing.tick_of(Seq(5)), None);
    for run in [run(100, 40), run(101, 41), run(200, 1000), run(201, 1001)] {
        landing.record(&run);
    }
    assert_eq!(landing.tick_of(Seq(30)), Some(Tick(90)));
    assert_eq!(landing.tick_of(Seq(999)), Some(Tick(1059)));
    assert_eq!(landing.tick_of(Seq(1010)), Some(Tick(210)));
    assert_eq!(landing.time_of(41.25), Some(101.25));
}

#[test]
fn the_links_of_one_client_leave_those_of_the_others_alone() {
    let mut other = plan(&rough());
    other.clients[0].up.loss_share = 0.5;
    let of_two = |plan| -> Vec<_> { reads_of(plan).into_iter().filter(|&(client, ..)| client == TWO).collect() };
    assert_eq!(of_two(plan(&rough())), of_two(other));
}

#[test]
fn a_client_that_leaves_draws_no_more_and_the_others_go_on() {
    let mut plan = plan(&delayed(50_000));
    plan.clients[0].leaves = Some(Tick(60));
    plan.commands.insert(Tick(60), vec![leave(ONE)]);
    let log = log_of(plan);
    assert_eq!(log.frames_of(ONE).last().unwrap().at, Tick(59).due());
    assert_eq!(log.frames_of(TWO).last().unwrap().at, Tick(179).due());
}

#[test]
fn a_refused_command_is_named_by_its_tick_and_place() {
    let mut plan = plan(&Conditions::default());
    plan.commands.insert(Tick(9), vec![join(ClientId(3)), b"nonsense".to_vec()]);
    let mut log = RunLog::default();
    let refused = rig(plan).run_until(ms(3000), &mut Wiggle, &mut log).unwrap_err();
    assert_eq!((refused.tick, refused.index), (Tick(9), 1));
    assert_eq!(log.ticks.last().unwrap().tick, Tick(8));
}

#[test]
fn traffic_is_counted_by_client_and_way() {
    let plan = plan(&Conditions { loss_share: 0.5, ..Conditions::default() });
    let mut log = RunLog::default();
    let mut rig = rig(plan);
    rig.run_until(ms(3000), &mut Wiggle, &mut log).unwrap();
    for way in [(ONE, Direction::Up), (ONE, Direction::Down), (TWO, Direction::Up), (TWO, Direction::Down)] {
        let traffic = log.traffic[&way];
        let counts = rig.link_counts(way.0, way.1).unwrap();
        assert_eq!((traffic.sent, traffic.read), (counts.sent, counts.delivered));
        assert!(counts.lost > 0);
    }
    let up = log.traffic[&(ONE, Direction::Up)];
    assert_eq!(up.sent_bytes, up.sent * 5);
    assert_eq!(up.read_bytes, up.read * 5);
}

/// The ticks that came with digests of the components.
#[derive(Default)]
struct ComponentTicks(Vec<Tick>);

impl Witness for ComponentTicks {
    fn on_tick(&mut self, tick: &TickSeen) {
        if let Some(components) = tick.components {
            assert_eq!(components, [tick.digest.total]);
            self.0.push(tick.tick);
        }
    }
    fn on_frame(&mut self, _frame: &FrameSeen) {}
}

#[test]
fn components_are_digested_at_every_whole_second() {
    let mut seen = ComponentTicks::default();
    run(plan(&Conditions::default()), &mut seen);
    assert_eq!(seen.0, [60, 120].map(Tick));
}
