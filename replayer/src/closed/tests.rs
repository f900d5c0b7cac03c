use std::io::Cursor;

use tacho_core::{
    input::Keys,
    level::{Level, LevelData, generators},
    play::{DrawnRow, Note},
    session::{Tuning, tuning::Faults},
    sim::Command,
    units::{Seq, Tick},
};
use tacho_measure::Measures;
use tacho_traces::{DigestRecord, Header, InputRecord, TickRecords, TraceWriter};

use super::*;
use crate::{
    conditions::ConditionArgs,
    judge::judge,
    rig::{FrameSeen, InputSource, TickSeen, Witness},
};

/// Two lanes next to one another.
const ONE: ClientId = ClientId(8);
const TWO: ClientId = ClientId(9);
const TICKS: u32 = 480;

/// Straight ahead from second one on, the throttle never quite still.
struct Cruise {
    throttle: f32,
}

impl InputSource for Cruise {
    fn input(&mut self, _client: ClientId, _seq: Seq, lands_on: Option<Tick>, _frame: &[DrawnRow]) -> Vec<u8> {
        let tick = lands_on.map_or(0, |tick| tick.0);
        let drive = if tick < 60 { 0.0 } else { self.throttle + (tick / 30 % 2) as f32 * 0.1 };
        Input::from_axes(drive, 0.0, Keys::default()).to_bytes().to_vec()
    }
}

struct Tape<'a>(TraceWriter<&'a mut Vec<u8>>);

impl Witness for Tape<'_> {
    fn on_tick(&mut self, seen: &TickSeen) {
        let input = |run: &tacho_core::play::InputRun| InputRecord {
            client: run.client,
            seq: run.seq,
            input: run.input.clone(),
            guessed: run.guessed,
        };
        let records = TickRecords {
            commands: seen.commands.to_vec(),
            inputs: seen.inputs.iter().map(input).collect(),
            digest: Some(DigestRecord { total: seen.digest.total, locator: seen.digest.locator }),
            ..TickRecords::new(seen.tick)
        };
        self.0.push_tick(&records).unwrap();
    }

    fn on_frame(&mut self, _seen: &FrameSeen) {}
}

/// A recording of a slow [`Cruise`] with these commands.
fn record(commands: &[(u32, Command)]) -> Vec<u8> {
    record_drive(commands, TICKS, 0.4)
}

fn record_drive(commands: &[(u32, Command)], ticks: u32, throttle: f32) -> Vec<u8> {
    let level = generators::by_name("test-collisions").unwrap();
    let mut bytes = Vec::new();
    let mut tape = Tape(TraceWriter::create(&mut bytes, &Header::default(), &level.to_ron()).unwrap());
    let game = Game::driving(&Level::compile(level).unwrap(), Tuning::DEFAULT);
    let conditions = ConditionArgs::default().load().unwrap();
    let mut plan = Plan::default();
    for &(tick, command) in commands {
        plan.commands.entry(Tick(tick)).or_default().push(command.to_bytes());
        if let Command::Join { client } = command
            && plan.clients.iter().all(|planned| planned.client != client)
        {
            plan.clients.push(conditions.client(client, Tick(tick)));
        }
    }
    let mut rig = Rig::new(game.authority, plan, game.make_player);
    rig.run_until(Tick(ticks + 1).due(), &mut Cruise { throttle }, &mut tape).unwrap();
    tape.0.finish().unwrap();
    bytes
}

fn side_by_side() -> Clip {
    let joins = [(1, Command::Join { client: ONE }), (1, Command::Join { client: TWO })];
    Clip::read(Cursor::new(record(&joins))).unwrap()
}

/// Into walls, at full throttle.
fn into_walls() -> Clip {
    let joins = [3, 4].map(|client| (1, Command::Join { client: ClientId(client) }));
    Clip::read(Cursor::new(record_drive(&joins, 720, 0.9))).unwrap()
}

fn replay(clip: &Clip, args: &ConditionArgs, tuning: Tuning) -> (Replay, Measures) {
    let level = Level::compile(LevelData::from_ron(&clip.level).unwrap()).unwrap();
    let game = Game::driving(&level, tuning);
    let facts = game.facts;
    let client = clip.parts()[0].client;
    let replay = Replay::run(clip, &args.load().unwrap(), game, client, |_| {}).unwrap();
    let window = Window::of(&replay.log, client, clip.end()).unwrap();
    let measures = judge(&replay.log, client, window, &facts);
    (replay, measures)
}

fn stalled() -> ConditionArgs {
    ConditionArgs {
        rtt_ms: 100.0,
        stalls: vec![tacho_core::link::parse_stall("5000:300").unwrap()],
        ..Default::default()
    }
}

fn broken(faults: Faults) -> Tuning {
    Tuning { faults, ..Tuning::DEFAULT }
}

#[test]
fn without_conditions_every_digest_is_the_recorded_one() {
    let (replay, _) = replay(&side_by_side(), &ConditionArgs::default(), Tuning::DEFAULT);
    let same = Agreement { same_ticks_share: Some(1.0), ..Agreement::default() };
    assert_eq!(replay.agreement, same);
}

#[test]
fn a_digest_that_differs_is_named_by_its_tick() {
    let mut clip = side_by_side();
    for tick in [100, 479] {
        clip.ticks[tick].digest.as_mut().unwrap().total ^= 1;
    }
    let (replay, _) = replay(&clip, &ConditionArgs::default(), Tuning::DEFAULT);
    assert_eq!((replay.agreement.first_other_tick, replay.agreement.last_other_tick), (Some(101), Some(480)));
    assert_eq!(replay.agreement.same_ticks_share, Some(478.0 / 480.0));
}

#[test]
fn the_same_drive_is_driven_under_any_round_trip() {
    let clip = side_by_side();
    let args = ConditionArgs { rtt_ms: 150.0, ..ConditionArgs::default() };
    let (replay, measures) = replay(&clip, &args, Tuning::DEFAULT);
    // Before its first input a client's car has had no hands on it; the drive begins later.
    assert!(replay.agreement.last_other_tick.is_none_or(|tick| tick < 60), "{:?}", replay.agreement);
    assert_eq!((measures.own.rewound, measures.own.error_m.max), (0, 0.0));
}

#[test]
fn a_stall_is_not_seen_with_a_sound_clock() {
    let (_, measures) = replay(&side_by_side(), &stalled(), Tuning::DEFAULT);
    let all = &measures.remotes.all;
    assert!(all.freeze_longest_ms < 100.0, "{} ms", all.freeze_longest_ms);
    assert_eq!((all.teleports, measures.clock.unwrap().backward_ticks), (0, 0));
}

#[test]
fn a_clock_clamped_to_the_newest_snapshot_freezes_for_a_stall_and_leaps() {
    let tuning = broken(Faults { clamp_clock_to_newest: true, ..Faults::NONE });
    let (_, measures) = replay(&side_by_side(), &stalled(), tuning);
    let all = &measures.remotes.all;
    assert!(all.freeze_longest_ms >= 10.0 * 1000.0 / 60.0, "{} ms", all.freeze_longest_ms);
    assert!(all.teleports >= 1 && all.teleport_max_m > 1.0, "{} of {} m", all.teleports, all.teleport_max_m);
}

#[test]
fn every_sample_is_one_that_the_authority_measured() {
    let args = ConditionArgs { rtt_ms: 100.0, loss_percent: 5.0, ..ConditionArgs::default() };
    let (_, measures) = replay(&side_by_side(), &args, Tuning::DEFAULT);
    assert_eq!(measures.remotes.all.stale_samples, Some(0));
}

#[test]
fn a_session_that_always_rewinds_corrects_nothing_through_a_wall() {
    let args = ConditionArgs { rtt_ms: 100.0, ..ConditionArgs::default() };
    let tuning = broken(Faults { always_rewind: true, ..Faults::NONE });
    let (replay, measures) = replay(&into_walls(), &args, tuning);
    let crashed = |note: &Note| matches!(note, Note::CrashFelt { .. });
    assert!(replay.log.frames.iter().any(|frame| frame.notes.iter().any(crashed)), "it never came to the wall");
    assert!(measures.own.rewound > 100);
    assert_eq!(measures.own.correction_m.max, 0.0);
}

#[test]
fn who_takes_part_is_read_off_the_commands() {
    let commands = [
        (1, Command::Join { client: ONE }),
        (30, Command::Join { client: TWO }),
        (40, Command::Join { client: ONE }),
        (200, Command::Leave { client: TWO }),
        (300, Command::ResetLevel),
    ];
    let clip = Clip::read(Cursor::new(record(&commands))).unwrap();
    let one = Part { client: ONE, joins: Tick(1), leaves: None };
    assert_eq!(clip.parts(), [one, Part { client: TWO, joins: Tick(30), leaves: Some(Tick(200)) }]);
    assert_eq!((clip.ticks.len(), clip.loss.as_ref()), (TICKS as usize, None));
}

#[test]
fn what_cannot_be_replayed_is_refused_with_the_reason() {
    let again = [
        (1, Command::Join { client: ONE }),
        (100, Command::Leave { client: ONE }),
        (200, Command::Join { client: ONE }),
    ];
    let refused = Clip::read(Cursor::new(record(&again))).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "client 8 leaves and joins again at tick 200, which a replay cannot do yet; take another clip"
    );
    assert!(matches!(Clip::read(Cursor::new(Vec::new())), Err(ClipError::Trace(_))));
    assert!(matches!(Clip::read(Cursor::new(from_tick(2, 3))), Err(ClipError::BeginsLate(Tick(2)))));
}

#[test]
fn a_clip_ends_where_its_recording_lost_a_tick() {
    let clip = Clip::read(Cursor::new(from_tick(1, 3))).unwrap();
    assert_eq!((clip.ticks.len(), clip.loss), (1, Some(Loss::Dropped(Tick(1)))));
}

/// A recording of two empty ticks.
fn from_tick(first: u32, second: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = TraceWriter::create(&mut bytes, &Header::default(), "").unwrap();
    writer.push_tick(&TickRecords::new(Tick(first))).unwrap();
    writer.push_tick(&TickRecords::new(Tick(second))).unwrap();
    writer.finish().unwrap();
    bytes
}
