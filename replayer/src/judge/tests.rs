use std::rc::Rc;

use tacho_core::{
    link::{Conditions, Stall},
    play::{DrawnRow, Note},
    units::{Seq, Tick},
};

use super::*;
use crate::rig::{
    ClientPlan, InputSource, Pauses, Plan, Rig,
    toy::{ToyAuthority, ToyPlayer, join},
};

const ONE: ClientId = ClientId(1);
const TWO: ClientId = ClientId(2);
const END: Micros = Micros::from_ms(5000);
const FACTS: Facts = Facts { field_names: &["metres"], interest_m: 1e9, wire_quantum_m: 0.0 };

/// Steps of the same length, of which every client makes another; from second 3 on one of another length.
struct Cruise;

impl InputSource for Cruise {
    fn input(&mut self, client: ClientId, seq: Seq, _lands_on: Option<Tick>, _frame: &[DrawnRow]) -> Vec<u8> {
        vec![client.0 as u8 + u8::from(seq.0 > 180)]
    }
}

fn log(up: Conditions, down: Conditions) -> RunLog {
    let client = |client, joins| ClientPlan {
        client,
        joins,
        leaves: None,
        fps: 60,
        phase: Micros(0),
        page_pauses: Pauses::default(),
        up: up.clone(),
        down: down.clone(),
    };
    let plan = Plan {
        commands: [(Tick(1), vec![join(ONE)]), (Tick(2), vec![join(TWO)])].into(),
        clients: vec![client(ONE, Tick(1)), client(TWO, Tick(2))],
        ..Plan::default()
    };
    let make_player = Rc::new(|client| Box::new(ToyPlayer::new(client)) as Box<_>);
    let mut log = RunLog::default();
    let mut rig = Rig::new(Box::new(ToyAuthority::default()), plan, make_player);
    rig.run_until(END.after(Micros::from_ms(1000)), &mut Cruise, &mut log).unwrap();
    log
}

fn judged(log: &RunLog) -> Measures {
    judge(log, ONE, Window::of(log, ONE, END).unwrap(), &FACTS)
}

fn delayed(delay_us: u64) -> Conditions {
    Conditions { delay_us, ..Conditions::default() }
}

#[test]
fn a_quiet_run_has_nothing_to_say() {
    let measures = judged(&log(delayed(40_000), delayed(40_000)));
    assert!(measures.own.true_path_m > 100.0 && measures.remotes.all.true_path_m > 100.0);
    assert!(measures.own.snapshots > 100);
    assert_eq!(measures.own.stood, measures.own.snapshots);
    assert_eq!(measures.own.error_m.max, 0.0);
    assert_eq!((measures.own.guessed, measures.own.late_inputs, measures.own.drawn_jumps), (0, 0, 0));
    assert_eq!(measures.fields["metres"].unequal_share, 0.0);
    assert_eq!(measures.remotes.all.position_error_m.max, 0.0);
    assert_eq!((measures.remotes.all.freezes, measures.remotes.all.teleports), (0, 0));
    assert_eq!((measures.remotes.all.missing_share, measures.remotes.all.ghost_share), (0.0, 0.0));
    assert_eq!(measures.cautions, Vec::<String>::new());
}

#[test]
fn a_predicted_tick_is_judged_at_the_tick_that_ran_it_however_long_the_way() {
    for delay_us in [0, 75_000, 175_000] {
        let measures = judged(&log(delayed(delay_us), delayed(delay_us)));
        assert_eq!(measures.own.error_m.max, 0.0, "at {delay_us} us");
        assert!(measures.own.error_m.count > 100, "at {delay_us} us");
    }
}

#[test]
fn a_change_of_input_is_answered_in_the_frame_that_read_it() {
    let measures = judged(&log(delayed(75_000), delayed(75_000)));
    assert_eq!(measures.own.response_ms.count, 1);
    assert_eq!(measures.own.response_ms.max, 0.0);
}

#[test]
fn inputs_held_on_the_way_up_are_late_and_those_ticks_guessed() {
    let stalls = vec![Stall { at_us: 4_000_000, length_us: 200_000 }];
    let measures = judged(&log(Conditions { stalls, ..Conditions::default() }, Conditions::default()));
    assert!((10..=13).contains(&measures.own.late_inputs), "{} late", measures.own.late_inputs);
    assert_eq!(measures.own.guessed, measures.own.late_inputs);
}

#[test]
fn what_a_stall_holds_is_a_freeze_and_a_leap_of_a_player_that_smooths_nothing() {
    let stalls = vec![Stall { at_us: 4_000_000, length_us: 300_000 }];
    let measures = judged(&log(Conditions::default(), Conditions { stalls, ..Conditions::default() }));
    assert_eq!((measures.remotes.all.freezes, measures.remotes.all.teleports), (1, 1));
    assert!(measures.remotes.all.freeze_longest_ms > 250.0);
}

#[test]
fn measuring_starts_two_seconds_after_the_first_own_picture() {
    let log = log(Conditions::default(), Conditions::default());
    let window = Window::of(&log, ONE, END).unwrap();
    assert_eq!(window, Window { from: Tick(1).due().after(SETTLING), until: END });
}

#[test]
fn a_client_that_cannot_be_measured_says_why() {
    let log = log(Conditions::default(), Conditions::default());
    let nobody = ClientId(9);
    assert_eq!(Window::of(&log, nobody, END), Err(NothingToMeasure::NeverJoined(nobody)));
    let short = Window::of(&log, ONE, Micros::from_ms(1500)).unwrap_err();
    assert!(matches!(short, NothingToMeasure::TooShort { client: ONE, .. }), "{short}");

    let mut blind = log;
    blind.frames.iter_mut().for_each(|frame| frame.drawn.clear());
    assert_eq!(Window::of(&blind, ONE, END), Err(NothingToMeasure::NeverDrawn(ONE)));
}

#[test]
fn a_tick_that_the_authority_never_ran_has_no_own_error() {
    let mut log = log(Conditions::default(), Conditions::default());
    let count = judged(&log).own.error_m.count;
    let of_client = |note: &&Note| matches!(note, Note::Predicted { .. });
    assert!(log.frames_of(ONE).flat_map(|frame| &frame.notes).filter(of_client).count() as u64 > count);
    for tick in &mut log.ticks {
        tick.inputs.retain(|run| run.tick.0 % 10 != 0);
    }
    let fewer = judged(&log).own.error_m.count;
    assert!(fewer < count && fewer > count * 8 / 10, "{fewer} of {count}");
}
