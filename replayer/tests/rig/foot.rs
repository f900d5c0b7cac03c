//! People on foot: predicted as a car is, and in and out of seats over any link.

use std::collections::BTreeSet;

use tacho_core::input::{Input, Keys};
use tacho_core::play::{DrawnRow, Note, Outcome};
use tacho_core::session::Tuning;
use tacho_core::session::tuning::Faults;
use tacho_core::sim::people::{FIRST_PERSON_INDEX, HUMAN, KINDS};
use tacho_core::units::{ClientId, EntityId, Tick};

use crate::scene::{FULL, Run, START, client, distance, pedals, rtt_ms, run};

/// The lane of the one who walks, and the lanes beside it: twelve metres apart, the others at rising x.
const LANE: u16 = 4;
const NEXT_LANE: u16 = 3;
const THIRD_LANE: u16 = 2;

/// A quarter of a turn, as an aim: towards +x.
const TO_THE_LEFT: u16 = 0x4000;
/// Half of one: back to the wall of the arena behind the spawns.
const BACK: u16 = 0x8000;

fn press_enter() -> Input {
    Input { keys: Keys::ENTER, ..Input::default() }
}

fn run_towards(aim: u16) -> Input {
    Input { drive: FULL, aim, keys: Keys::RUN, ..Input::default() }
}

/// Gets out, runs back into the wall, along it, and jumps about.
fn walk_at_a_wall(_: ClientId, tick: Tick) -> Input {
    match tick.0.saturating_sub(START.0) {
        0 if tick == START => press_enter(),
        0..60 => Input::default(),
        60..360 => run_towards(BACK),
        360..540 => run_towards(BACK - 0x1800),
        540..700 => {
            let jump = if (tick.0 / 20).is_multiple_of(3) { Keys::JUMP } else { Keys(0) };
            Input { drive: FULL, aim: (tick.0 * 300) as u16, keys: jump, ..Input::default() }
        }
        _ => Input { keys: Keys::AIM, aim: (tick.0 * 200) as u16, ..Input::default() },
    }
}

fn is_person(row: &DrawnRow) -> bool {
    EntityId::from_bits(row.entity).index >= FIRST_PERSON_INDEX
}

/// The entities that were the client's own, in the order of the frames, each change once.
fn controlled(run: &Run, client: u16) -> Vec<Option<bool>> {
    let mut seen: Vec<Option<bool>> = Vec::new();
    for frame in run.log.frames_of(ClientId(client)) {
        let own = frame.drawn.iter().find(|row| row.own).map(is_person);
        if seen.last() != Some(&own) {
            seen.push(own);
        }
    }
    seen
}

/// How far the own person was from where it first stood, at most, in metres.
fn walked_m(run: &Run, client: u16) -> f32 {
    let on_foot: Vec<[f32; 3]> = run
        .truth(client)
        .filter(|(_, row)| EntityId::from_bits(row.entity).index >= FIRST_PERSON_INDEX)
        .map(|(_, row)| row.position)
        .collect();
    on_foot.iter().map(|place| distance(*place, on_foot[0])).fold(0.0, f32::max)
}

/// Where a client's own entity was in a tick.
fn place(run: &Run, client: u16, tick: Tick) -> [f32; 3] {
    run.truth(client).find(|(at, _)| *at == tick).expect("it is there in every tick").1.position
}

#[test]
fn a_walker_alone_is_never_corrected_on_free_ground_or_at_a_wall() {
    for rtt in [0, 60, 150, 350] {
        let run = run(vec![client(LANE, &rtt_ms(rtt))], Tuning::DEFAULT, 16, &walk_at_a_wall);
        assert_eq!(controlled(&run, LANE), [None, Some(false), Some(true)], "at {rtt} ms");
        assert_eq!(run.corrections(LANE), (0.0, 0), "at {rtt} ms");
        let held = run.reconciled(LANE);
        let adopted = held.iter().filter(|held| held.outcome == Outcome::Adopted).count();
        let stood = held.iter().filter(|held| held.outcome == Outcome::Stood).count();
        assert_eq!(adopted, 2, "at {rtt} ms: once for the car and once for the person");
        assert!(stood * 10 > held.len() * 9, "{stood} of {} stood at {rtt} ms", held.len());
        assert!(walked_m(&run, LANE) > 8.0, "it went {} m at {rtt} ms", walked_m(&run, LANE));
    }
}

#[test]
fn what_is_predicted_of_a_walker_is_what_the_authority_came_to_bit_by_bit() {
    let run = run(vec![client(LANE, &rtt_ms(150))], Tuning::DEFAULT, 16, &walk_at_a_wall);
    let mut compared = 0;
    for (tick, predicted) in run.predicted_bits(LANE) {
        // From when the prediction of the person has begun.
        if let Some(came_to) = run.true_bits(LANE, tick).filter(|_| tick >= START.after(60)) {
            assert_eq!(predicted, came_to, "in {tick}");
            compared += 1;
        }
    }
    assert!(compared > 600, "{compared} ticks");
}

#[test]
fn a_rewind_where_nothing_differs_changes_no_bit_of_a_walker() {
    let rewinding = Tuning { faults: Faults { always_rewind: true, ..Faults::NONE }, ..Tuning::DEFAULT };
    let run = run(vec![client(LANE, &rtt_ms(150))], rewinding, 16, &walk_at_a_wall);
    assert_eq!(run.corrections(LANE), (0.0, 0));
}

#[test]
fn a_walker_who_pushes_others_along_is_corrected_by_less_than_their_radius() {
    // All get out and stop behind their cars; one runs into the two others there, and back. They come on the grid, two
    // bodies head on slip past each other on either side, and a longer trip has longer to make much of a millimetre.
    let among = |of: ClientId, tick: Tick| match (of, tick.0.saturating_sub(START.0)) {
        _ if tick == START => press_enter(),
        (_, 40..100) => run_towards(BACK),
        (ClientId(LANE), 160..460) => run_towards(TO_THE_LEFT),
        (ClientId(LANE), 460..760) => run_towards(TO_THE_LEFT + BACK),
        _ => Input::default(),
    };
    for rtt in [0, 60, 150, 350] {
        let link = rtt_ms(rtt);
        let clients = [LANE, NEXT_LANE, THIRD_LANE].map(|lane| client(lane, &link)).to_vec();
        let run = run(clients, Tuning::DEFAULT, 16, &among);
        let (most_m, count) = run.corrections(LANE);
        println!("{rtt} ms: {count} corrections of up to {:.2} cm among people who stand", most_m * 100.0);
        assert!(most_m < KINDS[usize::from(HUMAN)].radius_m, "{count} corrections of up to {most_m} m at {rtt} ms");
        assert!(walked_m(&run, LANE) > 20.0, "it went {} m", walked_m(&run, LANE));
        let [before, after] = [150, 800].map(|ticks| place(&run, NEXT_LANE, START.after(ticks)));
        let pushed_m = distance(before, after);
        assert!(pushed_m > 0.05, "who stood in its way was pushed by {pushed_m} m");
    }
}

/// Out, in again, away.
fn out_and_in(_: ClientId, tick: Tick) -> Input {
    match tick.0.saturating_sub(START.0) {
        _ if tick == START || tick == START.after(120) || tick == START.after(520) => press_enter(),
        200..300 => pedals(60, 20),
        300..520 => brakes(),
        _ => Input::default(),
    }
}

/// Stands on its brakes.
fn brakes() -> Input {
    Input { keys: Keys::HANDBRAKE, ..Input::default() }
}

#[test]
fn a_change_of_seat_changes_what_is_predicted_and_the_prediction_goes_on() {
    for rtt in [0, 150, 350] {
        let run = run(vec![client(LANE, &rtt_ms(rtt))], Tuning::DEFAULT, 16, &out_and_in);
        let seen = controlled(&run, LANE);
        assert_eq!(seen, [None, Some(false), Some(true), Some(false), Some(true)], "at {rtt} ms");
        let adopted = run.reconciled(LANE).iter().filter(|held| held.outcome == Outcome::Adopted).count();
        assert_eq!(adopted, 4, "at {rtt} ms: each change begins a prediction, and no other");
        let predicted = run.notes(LANE).filter(|(_, note)| matches!(note, Note::Predicted { .. })).count();
        assert!(predicted > 850, "{predicted} ticks were predicted at {rtt} ms");
        assert_eq!(run.corrections(LANE), (0.0, 0), "at {rtt} ms");
    }
}

#[test]
fn a_passenger_controls_nothing_and_sees_the_car_that_it_rides_in() {
    let ride = |of: ClientId, tick: Tick| match (of, tick.0.saturating_sub(START.0)) {
        (ClientId(LANE), 0) if tick == START => press_enter(),
        (ClientId(LANE), 60..260) => run_towards(TO_THE_LEFT),
        (ClientId(LANE), 260) => press_enter(),
        (ClientId(NEXT_LANE), 330..450) => pedals(60, 0),
        (ClientId(NEXT_LANE), 450..) => brakes(),
        (ClientId(LANE), 700) => press_enter(),
        _ => Input::default(),
    };
    let link = rtt_ms(150);
    let run = run(vec![client(LANE, &link), client(NEXT_LANE, &link)], Tuning::DEFAULT, 16, &ride);
    assert_eq!(controlled(&run, LANE), [None, Some(false), Some(true), None, Some(true)]);
    let car = run.truth(NEXT_LANE).next().expect("the other drives").1.entity;
    let riding: Vec<_> = run
        .log
        .frames_of(ClientId(LANE))
        .skip_while(|frame| !frame.drawn.iter().any(|row| row.own && is_person(row)))
        .filter(|frame| frame.drawn.iter().all(|row| !row.own))
        .collect();
    assert!(riding.len() > 300, "{} frames", riding.len());
    assert!(riding.iter().all(|frame| frame.drawn.iter().any(|row| row.entity == car)));
    assert!(riding.iter().all(|frame| frame.drawn.iter().all(|row| !is_person(row))), "who sits is not drawn");
    let owned: BTreeSet<u32> = run.truth(LANE).map(|(_, row)| row.entity).collect();
    assert_eq!(owned.len(), 2, "the passenger's own are its car and its person");
}
