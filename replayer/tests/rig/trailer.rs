//! A tractor and its trailer, predicted and drawn as one.

use tacho_core::input::{Input, Keys};
use tacho_core::play::{DrawnRow, Source};
use tacho_core::session::Tuning;
use tacho_core::session::tuning::Faults;
use tacho_core::sim::CLASSES;
use tacho_core::units::{ClientId, Tick};

use crate::scene::{FULL, Run, START, client, distance, pedals, rtt_ms, run};

/// A lane with a wall of a metre.
const LANE: u16 = 4;
const OTHER_LANE: u16 = 3;

/// Presses the class key until the car is a tractor: one press counts in half a second.
fn change_class(tick: Tick) -> Option<Input> {
    let tractor = CLASSES.iter().position(|class| class.tows.is_some()).expect("one class tows") as u32;
    let presses = tick.0.saturating_sub(CHANGE_FROM.0) / 40;
    let begins = tick >= CHANGE_FROM && (tick.0 - CHANGE_FROM.0).is_multiple_of(40);
    (tick < DRIVE_FROM).then(|| Input {
        keys: if begins && presses < tractor { Keys::CHANGE_CLASS } else { Keys(0) },
        ..Input::default()
    })
}

const CHANGE_FROM: Tick = START;
const DRIVE_FROM: Tick = Tick(START.0 + 300);
/// When the first word on the standing tractor has long come, whatever the link.
const SETTLED: Tick = Tick(DRIVE_FROM.0 - 20);

/// Straight into the wall, and backwards off it.
fn crash(_: ClientId, tick: Tick) -> Input {
    change_class(tick).unwrap_or_else(|| match tick {
        tick if tick < DRIVE_FROM.after(720) => pedals(FULL, 0),
        tick if tick < DRIVE_FROM.after(840) => pedals(-FULL, 40),
        _ => pedals(50, 60),
    })
}

/// Bends on free road, slow enough not to come to the walls.
fn bends(_: ClientId, tick: Tick) -> Input {
    let turn = if (tick.0 / 90).is_multiple_of(2) { 60 } else { -60 };
    change_class(tick).unwrap_or_else(|| pedals(if tick < DRIVE_FROM.after(120) { 60 } else { 0 }, turn))
}

/// What was corrected or run again once the tractor stood.
fn not_stood(run: &Run) -> usize {
    run.not_stood(LANE).iter().filter(|held| held.tick >= SETTLED).count()
}

/// The own car and its trailer in each frame that draws both.
fn drawn(run: &Run) -> Vec<(DrawnRow, DrawnRow)> {
    let is_trailer = |row: &&DrawnRow| !row.own && row.source == Source::Predicted;
    let frames = run.log.frames_of(ClientId(LANE));
    let both = frames.filter_map(|frame| {
        let own = frame.drawn.iter().find(|row| row.own)?;
        Some((*own, *frame.drawn.iter().find(is_trailer)?))
    });
    both.collect()
}

#[test]
fn a_tractor_with_its_trailer_is_never_corrected_on_free_road_or_at_a_wall() {
    for rtt in [0, 150, 350] {
        for (name, driver) in [("bends", bends as fn(ClientId, Tick) -> Input), ("a wall", crash)] {
            let run = run(vec![client(LANE, &rtt_ms(rtt))], Tuning::DEFAULT, 24, &driver);
            assert_eq!(not_stood(&run), 0, "{name} at {rtt} ms: {:#?}", run.not_stood(LANE));
            let felt = run.felt(LANE).len();
            assert_eq!(felt > 0, name == "a wall", "{felt} crashes in {name}");
            let drawn = drawn(&run);
            assert!(drawn.len() > 700, "the trailer is drawn in {} frames", drawn.len());
            let apart = drawn.iter().map(|(own, trailer)| distance(own.position, trailer.position));
            let (least, most) = apart.fold((f32::MAX, 0.0f32), |(least, most), m| (least.min(m), most.max(m)));
            assert!(least > 4.0 && most < 8.4, "{name}: {least} to {most} m apart");
        }
    }
}

#[test]
fn a_trailer_is_drawn_where_the_authority_has_it_in_the_tick_that_is_shown() {
    let run = run(vec![client(LANE, &rtt_ms(150))], Tuning::DEFAULT, 18, &bends);
    let landing = run.log.landing(ClientId(LANE)).expect("its ticks were run");
    let mut compared = 0;
    for (_, trailer) in drawn(&run) {
        let at = trailer.client_tick.expect("it is predicted");
        let whole = at.floor() as u32;
        let (Some(before), Some(after)) =
            (landing.tick_of(tacho_core::units::Seq(whole)), landing.tick_of(tacho_core::units::Seq(whole + 1)))
        else {
            continue;
        };
        let true_at = |tick: Tick| {
            let log = run.log.ticks.iter().find(|log| log.tick == tick)?;
            log.truth.iter().find(|row| row.entity == trailer.entity).map(|row| row.position)
        };
        if let (Some(from), Some(to)) = (true_at(before), true_at(after)) {
            let share = (at - at.floor()) as f32;
            let between: [f32; 3] = std::array::from_fn(|axis| from[axis] + (to[axis] - from[axis]) * share);
            assert!(distance(between, trailer.position) < 0.001, "in {before}");
            compared += 1;
        }
    }
    assert!(compared > 500, "{compared} frames");
}

#[test]
fn a_rewind_where_nothing_differs_changes_no_bit_of_a_pair_in_a_crash() {
    let rewinding = Tuning { faults: Faults { always_rewind: true, ..Faults::NONE }, ..Tuning::DEFAULT };
    let run = run(vec![client(LANE, &rtt_ms(150))], rewinding, 24, &crash);
    let corrected = run.reconciled(LANE).into_iter().filter(|held| held.tick >= SETTLED && held.correction_m != 0.0);
    assert_eq!(corrected.count(), 0);
}

#[test]
fn a_car_that_drives_beside_anothers_tractor_is_corrected_by_centimetres_at_most() {
    let beside = |client: ClientId, tick: Tick| match client {
        ClientId(LANE) => crash(client, tick),
        _ if tick < DRIVE_FROM.after(30) => Input::default(),
        _ => pedals(70, 0),
    };
    let link = rtt_ms(150);
    let run = run(vec![client(LANE, &link), client(OTHER_LANE, &link)], Tuning::DEFAULT, 22, &beside);
    let (most_m, count) = run.corrections(OTHER_LANE);
    assert!(most_m < 0.05, "{count} corrections of up to {most_m} m");
}
