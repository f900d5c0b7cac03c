use super::{WALKER, hold, person, session_of, tick, walker};
use crate::input::Keys;
use crate::sim::tests::{CAR, car, parked, plate};
use crate::sim::weapons::Cause;
use crate::sim::{CLASSES, Digest, Event, PersonState, VehicleState, World};
use crate::units::EntityId;
use crate::units::math::{FORWARD, Vec3};

/// Client 5's car, so that client 0's keys are its person's alone.
fn coasting(x_m: f32, z_m: f32, speed_mps: f32) -> VehicleState {
    let mut state = car(x_m, z_m, speed_mps);
    state.vehicle.owner = 5;
    state
}

/// A walker who stands at the origin, and a car that comes.
fn before(state: &VehicleState) -> World {
    let mut world = session_of(plate(vec![], vec![]), &person(0.0, 0.0, 0.0));
    assert!(world.place_vehicle(CAR, state, false));
    world
}

/// What the tick's events say of blows by the car.
fn blows(world: &World) -> Vec<f32> {
    let blow = |event: &Event| match event {
        Event::Hit { entity: WALKER, by: Some(CAR), with: Cause::Car, points, .. } => Some(*points),
        _ => None,
    };
    world.events().iter().filter_map(blow).collect()
}

#[test]
fn a_car_at_50_kmh_knocks_down_throws_and_loses_speed() {
    let mut world = before(&coasting(0.3, -6.0, 50.0 / 3.6));
    let (mut hit, mut car_mps) = (None, 0.0);
    for _ in 0..60 {
        let before_mps = world.vehicle(CAR).unwrap().motion.velocity.z;
        let state = tick(&mut world, 0.0, 0.0, Keys(0));
        if let [points] = blows(&world)[..] {
            car_mps = before_mps;
            hit = Some((points, state));
            break;
        }
    }
    let (points, state) = hit.expect("the car drives over the place");
    assert!((50.0..65.0).contains(&points), "{points}");
    assert!((120..=240).contains(&state.walk.limp_ticks), "{:?}", state.walk);
    let thrown = state.motion.velocity;
    assert!(thrown.z > 0.9 * car_mps && thrown.y > 2.0, "{thrown}");
    let lost_mps = car_mps - world.vehicle(CAR).unwrap().motion.velocity.z;
    let share = 75.0 / (75.0 + CLASSES[0].mass_kg);
    assert!((0.9..1.3).contains(&(lost_mps / (share * car_mps))), "{lost_mps}");
    let far = hold(&mut world, 100, 0.0, 0.0, Keys(0));
    assert!(far.motion.position.z > 8.0 && far.motion.position.y > -1e-3, "{:?}", far.motion);
}

#[test]
fn a_car_at_3_kmh_pushes_aside_and_hurts_nobody() {
    let mut world = before(&coasting(0.3, -3.0, 0.0));
    for _ in 0..240 {
        let mut state = world.vehicle(CAR).unwrap();
        state.motion.velocity = FORWARD * (3.0 / 3.6);
        world.place_vehicle(CAR, &state, false);
        tick(&mut world, 0.0, 0.0, Keys(0));
        assert_eq!(blows(&world), []);
    }
    let (state, car) = (walker(&world), world.vehicle(CAR).unwrap().motion.position);
    assert_eq!((state.condition.health, state.walk.limp_ticks), (100.0, 0));
    assert!(state.motion.position.z > 1.0, "{:?}", state.motion);
    let before_m = state.motion.position.z - car.z - CLASSES[0].half.z;
    assert!(before_m > 0.25, "{before_m} m before the bumper");
}

#[test]
fn who_runs_against_a_parked_car_is_stopped_by_it() {
    let mut world = before(&parked(0.0, 6.0));
    let state = hold(&mut world, 240, 1.0, 0.0, Keys::RUN);
    let bumper_m = 6.0 - CLASSES[0].half.z;
    assert!((state.motion.position.z - (bumper_m - 0.3)).abs() < 0.05, "{:?}", state.motion);
    assert_eq!(state.condition.health, 100.0);
}

#[test]
fn who_stands_on_a_roof_rides_along() {
    let roof_m = CLASSES[0].ride_height_m() + CLASSES[0].hull_up_m + CLASSES[0].half.y;
    let mut world = session_of(plate(vec![], vec![]), &person(0.0, roof_m, 0.0));
    world.place_vehicle(CAR, &car(0.0, 0.0, 0.0), false);
    let still = hold(&mut world, 60, 0.0, 0.0, Keys(0));
    assert!((still.motion.position.y - roof_m).abs() < 0.05, "{:?}", still.motion);
    let mut most_m = 0.0_f32;
    for _ in 0..180 {
        // Client 0's throttle is its car's and its person's: the person is held by hand.
        let mut driven = world.vehicle(CAR).unwrap();
        driven.vehicle.owner = 5;
        driven.motion.velocity.z = (driven.motion.velocity.z + 0.08).min(8.0);
        world.place_vehicle(CAR, &driven, false);
        let state = tick(&mut world, 0.0, 0.0, Keys(0));
        let car = world.vehicle(CAR).unwrap().motion;
        most_m = most_m.max((state.motion.position - car.position).with_y(0.0).length());
        assert!((state.motion.position.y - roof_m).abs() < 0.1 && state.walk.limp_ticks == 0, "{state:?}");
    }
    let car = world.vehicle(CAR).unwrap().motion;
    assert!(car.position.z > 10.0 && most_m < 0.4, "{car:?}, {most_m}");
    let walked = hold(&mut world, 20, 1.0, 0.0, Keys(0));
    let relative = walked.motion.velocity.z - world.vehicle(CAR).unwrap().motion.velocity.z;
    assert!((1.3..2.0).contains(&relative), "walks on it as on the ground: {relative}");
}

#[test]
fn a_lying_body_and_a_dead_one_stay_where_they_came_to_rest() {
    let mut state = person(0.0, 0.0, 0.0);
    state.condition.health = 0.0;
    let mut world = session_of(plate(vec![], vec![]), &state);
    let end = hold(&mut world, 120, 1.0, 0.0, Keys::RUN);
    assert!((end.motion.position - state.motion.position).length() < 1e-3, "{:?}", end.motion);
}

#[test]
fn a_proxy_that_is_struck_flies_and_a_proxy_of_a_car_strikes_nobody() {
    let mut world = before(&coasting(0.0, -4.0, 14.0));
    world.place_person(WALKER, &person(0.0, 0.0, 0.0), true);
    let thrown = hold(&mut world, 40, 0.0, 0.0, Keys(0));
    assert!(thrown.walk.limp_ticks > 0 && thrown.motion.position.z > 1.0, "{thrown:?}");

    let mut world = before(&coasting(0.0, -4.0, 14.0));
    let mut state = world.vehicle(CAR).unwrap();
    for _ in 0..40 {
        state.motion.position.z += 14.0 / 60.0;
        world.place_vehicle(CAR, &state, true);
        tick(&mut world, 0.0, 0.0, Keys(0));
    }
    assert_eq!(walker(&world).walk.limp_ticks, 0);
    assert!(walker(&world).motion.position.z > 1.0, "but it pushes");
}

#[test]
fn a_world_put_back_in_mid_flight_goes_on_to_the_bit() {
    let mut world = before(&coasting(0.3, -6.0, 20.0));
    let other = EntityId::new(WALKER.index + 1, 1);
    world.place_person(other, &person(0.5, 0.0, 1.0), false);
    hold(&mut world, 30, 0.0, 0.0, Keys(0));
    assert!(walker(&world).walk.limp_ticks > 0);
    let save = world.save();
    let on = |world: &mut World| -> Vec<(PersonState, Vec3, Digest)> {
        let mut after = |_| {
            let state = tick(world, 1.0, 0.2, Keys::RUN);
            (state, world.person(other).unwrap().motion.position, world.digest())
        };
        (0..240).map(&mut after).collect()
    };
    let first = on(&mut world);
    world.restore(&save);
    assert_eq!(first, on(&mut world));
}
