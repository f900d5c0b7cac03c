use tacho_core::sim::World;
use tacho_core::units::Tick;
use tacho_replayer::synctest::{Options, Step, run};

use super::fixture::world;

const OPTIONS: Options = Options { ticks: 300, seed: 3, every: 10, window: 30, drivers: 8 };

#[test]
fn a_rewind_gives_the_same_bits_through_crashes() {
    let report = run(&world, &OPTIONS, &mut |_, _| {});
    assert_eq!(report.divergence, None);
    // A save at every tenth tick from 0 on, each restored 30 ticks later.
    assert_eq!((report.ticks, report.restored, report.compared), (300, 28, 28 * 30));
    assert!(report.crashes > 0);
}

#[test]
fn rewinding_changes_nothing() {
    let never = Options { window: 600, ..OPTIONS };
    let [rewound, straight] = [OPTIONS, never].map(|options| run(&world, &options, &mut |_, _| {}));
    assert_eq!(straight.restored, 0);
    assert_eq!(rewound.digest, straight.digest);
}

#[test]
fn a_bit_that_flips_in_the_second_run_is_found_with_its_field() {
    let mut break_once = |step: Step, world: &mut World| {
        if step == Step::Again(Tick(137)) {
            let (car, _) = world.vehicles().nth(2).unwrap();
            world.flip_vehicle_bit(car, 29, 4);
        }
    };
    let found = run(&world, &OPTIONS, &mut break_once).divergence.unwrap();
    assert_eq!((found.tick, found.saved_at, found.offset, found.words), (Tick(137), Tick(110), 27, 1));
    let word = &found.differences[0];
    assert_eq!((word.entity.as_str(), word.component, word.field.as_str()), ("2.1", "drive", "boost"));
}

#[test]
fn every_tick_is_compared_the_last_one_too() {
    let mut break_last = |step: Step, world: &mut World| {
        if step == Step::Again(Tick(300)) {
            let (car, _) = world.vehicles().next().unwrap();
            world.flip_vehicle_bit(car, 29, 4);
        }
    };
    assert_eq!(run(&world, &OPTIONS, &mut break_last).divergence.unwrap().tick, Tick(300));
}
