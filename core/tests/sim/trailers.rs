//! A tractor and its trailer: a pair that must stay one through everything that a car goes through.

use std::sync::Arc;

use tacho_core::input::{Input, Keys};
use tacho_core::level::Level;
use tacho_core::sim::ai::Chance;
use tacho_core::sim::{CLASSES, Command, Event, Role, VehicleState, World};
use tacho_core::units::math::{FORWARD, UP, wrap_angle, yaw_of};
use tacho_core::units::{ClientId, EntityId, TICK_SECONDS};

use crate::stage::{self, Roamer};

const DRIVER: ClientId = ClientId(2);

/// The row of the tractor.
pub fn tractor() -> u8 {
    CLASSES.iter().position(|class| class.tows.is_some()).expect("one class tows") as u8
}

/// A tractor of `client` and its trailer, as they stand after a second.
pub fn hitched(level: &Arc<Level>, client: ClientId) -> (World, EntityId, EntityId) {
    let mut world = World::new(level.clone(), Role::Authority);
    world.step(&[Command::Join { client }, Command::SetClass { client, class: tractor() }], &[]);
    (0..60).for_each(|_| {
        world.step(&[], &[]);
    });
    let cab = world.car_of(client).expect("it joined");
    let trailer = world.hitched_to(cab).expect("there is room behind the spawn");
    (world, cab, trailer)
}

fn state(world: &World, entity: EntityId) -> VehicleState {
    world.vehicle(entity).expect("it is there")
}

/// How far the two ends of the hitch are apart, in metres.
fn gap_m(world: &World, cab: EntityId, trailer: EntityId) -> f32 {
    let (cab, trailer) = (state(world, cab).motion, state(world, trailer).motion);
    let tow = CLASSES[usize::from(tractor())].tows.as_ref().expect("it tows");
    let front = cab.position + cab.rotation * tow.hitch;
    let rear = trailer.position + trailer.rotation * tow.towed_hitch;
    (front - rear).length()
}

/// The angle between the two headings, in degrees.
fn fold_deg(world: &World, cab: EntityId, trailer: EntityId) -> f32 {
    let yaw = |entity| yaw_of(state(world, entity).motion.rotation);
    wrap_angle(yaw(cab) - yaw(trailer)).to_degrees()
}

#[test]
fn a_trailer_rolls_straight_behind_swings_in_bends_and_is_pushed_back() {
    let (mut world, cab, trailer) = hitched(&stage::arena(), DRIVER);
    let mut drive = |ticks: u32, drive: f32, steer: f32| {
        let mut widest_deg = 0.0f32;
        for _ in 0..ticks {
            world.step(&[], &[(DRIVER, Input::from_axes(drive, steer, Keys(0)))]);
            widest_deg = widest_deg.max(fold_deg(&world, cab, trailer).abs());
            assert!(gap_m(&world, cab, trailer) < 0.001);
        }
        (widest_deg, state(&world, cab), state(&world, trailer))
    };
    let (widest_deg, ahead, behind) = drive(200, 0.5, 0.0);
    assert!(widest_deg < 1.0, "{widest_deg} degrees straight ahead");
    assert!(ahead.motion.velocity.length() > 4.0 && (behind.motion.rotation * UP).y > 0.99, "{ahead:?} {behind:?}");
    let (widest_deg, ..) = drive(150, 0.3, 1.0);
    assert!((5.0..70.0).contains(&widest_deg), "{widest_deg} degrees in a bend");
    drive(120, -1.0, 0.0);
    let (widest_deg, ahead, _) = drive(300, -0.5, 0.3);
    assert!(ahead.motion.velocity.dot(ahead.motion.rotation * FORWARD) < -0.5, "{ahead:?}");
    assert!(widest_deg < 80.0, "{widest_deg} degrees backwards");
}

#[test]
fn two_minutes_of_crashes_neither_tear_the_pair_apart_nor_fold_it_into_itself() {
    let (mut apart_ticks, mut widest_deg, mut hits) = (0, 0.0f32, 0);
    for seed in 0..4 {
        let (mut world, cab, trailer) = hitched(&stage::littered_arena(), DRIVER);
        let roamer = Roamer { client: DRIVER, chance: Chance::new(seed) };
        let mut was_apart = false;
        for _ in 0..7200 {
            let speed_mps =
                [cab, trailer].map(|end| state(&world, end).motion.velocity.length()).into_iter().fold(0.0, f32::max);
            let input = roamer.input(&world);
            let is_wreck = state(&world, cab).condition.health == 0.0;
            let commands = if is_wreck { vec![Command::Reset { client: DRIVER }] } else { vec![] };
            let events = world.step(&commands, &[(DRIVER, input)]);
            hits += events.iter().filter(|event| matches!(event, Event::Hit { .. })).count();
            let (front, rear) = (state(&world, cab).motion, state(&world, trailer).motion);
            assert!(front.position.is_finite() && rear.position.is_finite() && rear.spin.is_finite());
            widest_deg = widest_deg.max(fold_deg(&world, cab, trailer).abs());
            // The continuous detection holds one end of the pair before a wall, and the other has run its tick: by the next
            // they are one again.
            let (gap_m, tick_m) = (gap_m(&world, cab, trailer), 0.05 + speed_mps * TICK_SECONDS);
            assert!(gap_m < 0.05 || (!was_apart && gap_m < tick_m), "{gap_m} m apart in {}", world.tick());
            was_apart = gap_m >= 0.05;
            apart_ticks += usize::from(was_apart);
        }
    }
    println!("{apart_ticks} ticks apart, folded to {widest_deg} degrees, {hits} hits");
    assert!(apart_ticks < 20, "{apart_ticks} ticks apart");
    assert!(widest_deg < 72.0, "folded to {widest_deg} degrees");
    assert!(hits > 20, "{hits} hits");
}
