use super::{CAR, car, hold, parked, plate, session, session_with, speed_mps, tick};
use crate::input::Keys;
use crate::sim::{VehicleState, World};
use crate::units::math::UP;
use crate::units::{EntityId, TICK_RATE_HZ};

const NO_KEYS: Keys = Keys(0);
const KMH_100_MPS: f32 = 100.0 / 3.6;

fn alone(state: &VehicleState) -> World {
    session_with(plate(vec![], vec![]), state)
}

/// Ticks of this until the car is as `wanted`.
fn ticks_until(world: &mut World, drive: f32, keys: Keys, wanted: impl Fn(&VehicleState) -> bool) -> u32 {
    (1..=3600).find(|_| wanted(&tick(world, drive, 0.0, keys))).expect("it never came to that within a minute")
}

#[test]
fn a_car_reaches_100_kmh_as_a_quick_road_car_does_and_sooner_with_boost() {
    let seconds = |keys| {
        let fast = |state: &VehicleState| speed_mps(state) >= KMH_100_MPS;
        ticks_until(&mut alone(&car(0.0, -700.0, 0.0)), 1.0, keys, fast) as f32 / TICK_RATE_HZ as f32
    };
    let (plain, boosted) = (seconds(NO_KEYS), seconds(Keys::BOOST));
    assert!((4.5..9.0).contains(&plain), "{plain} s");
    assert!(boosted < 0.85 * plain, "{boosted} s with boost, {plain} s without");
}

#[test]
fn a_car_stops_from_100_kmh_within_60_metres() {
    let mut world = alone(&car(0.0, 0.0, KMH_100_MPS));
    ticks_until(&mut world, -1.0, NO_KEYS, |state| speed_mps(state) < 1.0);
    let metres = world.vehicle(CAR).unwrap().motion.position.z;
    assert!((30.0..60.0).contains(&metres), "{metres} m");
}

#[test]
fn a_car_on_the_brake_pedal_stops_and_then_reverses_no_faster_than_it_can() {
    let mut world = alone(&car(0.0, 0.0, 10.0));
    let after = hold(&mut world, 900, -1.0, 0.0, NO_KEYS);
    let speed = speed_mps(&after);
    assert!((-12.5..-9.0).contains(&speed), "{speed} m/s");
}

#[test]
fn steering_towards_plus_x_goes_there_and_no_bend_turns_a_car_over() {
    for steer in [1.0, -1.0] {
        let mut world = alone(&car(0.0, -300.0, 2.0 * KMH_100_MPS));
        let mut least_up = 1.0f32;
        for _ in 0..300 {
            let state = tick(&mut world, 1.0, steer, NO_KEYS);
            least_up = least_up.min((state.motion.rotation * UP).y);
        }
        let mut world = alone(&car(0.0, 0.0, 10.0));
        let after = hold(&mut world, 30, 0.2, steer, NO_KEYS);
        assert!(after.motion.position.x * steer > 0.2, "steered {steer}, went to {}", after.motion.position);
        assert!(least_up > 0.9, "leant to {least_up}");
    }
}

#[test]
fn a_full_boost_lasts_four_seconds_and_pushes_again_only_after_a_quarter_and_a_release() {
    let mut world = alone(&car(0.0, -700.0, 0.0));
    let drained = ticks_until(&mut world, 1.0, Keys::BOOST, |state| state.drive.boost_spent);
    assert!((239..=241).contains(&drained), "drained after {drained} ticks");

    // Held on, it fills and does not push; the 12 s of a refill show in its pace.
    let filled = ticks_until(&mut world, 1.0, Keys::BOOST, |state| state.drive.boost >= 0.5);
    assert!((359..=362).contains(&filled), "half filled after {filled} ticks");
    assert!(world.vehicle(CAR).unwrap().drive.boost_spent, "it pushes again although the key was never released");

    assert!(!tick(&mut world, 1.0, 0.0, NO_KEYS).drive.boost_spent);
    let before = world.vehicle(CAR).unwrap().drive.boost;
    assert!(tick(&mut world, 1.0, 0.0, Keys::BOOST).drive.boost < before, "it drains again");
}

#[test]
fn a_released_boost_stays_spent_below_a_quarter() {
    let mut state = car(0.0, 0.0, 0.0);
    state.drive.boost = 0.1;
    state.drive.boost_spent = true;
    let mut world = alone(&state);
    let usable = ticks_until(&mut world, 1.0, NO_KEYS, |state| !state.drive.boost_spent);
    let boost = world.vehicle(CAR).unwrap().drive.boost;
    assert!(boost >= 0.25 && usable > 100, "usable at {boost} after {usable} ticks");
}

#[test]
fn boost_drains_only_on_the_throttle() {
    let mut world = alone(&car(0.0, 0.0, 0.0));
    assert_eq!(hold(&mut world, 60, 0.0, 0.0, Keys::BOOST).drive.boost, 1.0);
    assert_eq!(hold(&mut world, 60, -1.0, 0.0, Keys::BOOST).drive.boost, 1.0);
}

#[test]
fn a_deep_drop_stuns_the_engine_and_a_kerb_does_not() {
    let stun_after = |drop_m: f32| {
        let mut state = car(0.0, 0.0, 0.0);
        state.motion.position.y += drop_m;
        let mut world = alone(&state);
        let stuns = (0..120).map(|_| tick(&mut world, 1.0, 0.0, NO_KEYS).drive.stun_ticks);
        stuns.max().unwrap()
    };
    assert_eq!(stun_after(0.3), 0);
    let (two, four) = (stun_after(2.0), stun_after(4.0));
    assert!(two >= 5 && four > two + 10, "{two} ticks from 2 m, {four} from 4 m");
}

#[test]
fn a_stunned_engine_does_not_pull_until_the_stun_is_over() {
    let mut state = car(0.0, 0.0, 0.0);
    state.drive.stun_ticks = 40;
    let mut world = alone(&state);
    let stunned = hold(&mut world, 39, 1.0, 0.0, NO_KEYS);
    assert!(speed_mps(&stunned) < 0.05, "{} m/s", speed_mps(&stunned));
    let awake = hold(&mut world, 39, 1.0, 0.0, NO_KEYS);
    assert!(speed_mps(&awake) > 2.0, "{} m/s", speed_mps(&awake));
}

#[test]
fn the_engine_of_a_wreck_is_dead() {
    let mut state = car(0.0, 0.0, 0.0);
    state.condition.health = 0.0;
    let after = hold(&mut alone(&state), 120, 1.0, 0.0, Keys::BOOST);
    assert!(speed_mps(&after) < 0.05, "{} m/s", speed_mps(&after));
}

#[test]
fn the_handbrake_takes_the_rear_grip_and_gives_it_back_slowly() {
    let mut world = alone(&car(0.0, -100.0, 20.0));
    let gripped = tick(&mut world, 0.0, 0.0, NO_KEYS).drive;
    let pulled = hold(&mut world, 12, 0.0, 0.0, Keys::HANDBRAKE).drive;
    let released = hold(&mut world, 12, 0.0, 0.0, NO_KEYS).drive;
    assert_eq!((gripped.rear_grip, pulled.rear_grip), (1.0, 0.35));
    assert_eq!(pulled.front_grip, 1.0);
    assert!((0.5..0.75).contains(&released.rear_grip), "{}", released.rear_grip);
}

#[test]
fn the_handbrake_lets_the_tail_come_round() {
    let turned_rad = |keys: Keys| {
        let mut world = alone(&car(0.0, -100.0, 20.0));
        hold(&mut world, 50, 0.0, 1.0, keys);
        crate::units::math::yaw_of(world.vehicle(CAR).unwrap().motion.rotation)
    };
    let (rolling, pulled) = (turned_rad(NO_KEYS), turned_rad(Keys::HANDBRAKE));
    assert!(pulled > 1.3 * rolling, "{pulled} rad with the handbrake, {rolling} without");
}

#[test]
fn a_parked_car_falls_asleep_where_it_stands_and_one_with_a_driver_never_does() {
    let mut world = session(plate(vec![], vec![]));
    let other = EntityId::new(9, 1);
    world.place_vehicle(CAR, &car(0.0, 0.0, 0.0), false);
    world.place_vehicle(other, &parked(20.0, 0.0), false);
    for second in 0..10 {
        let driven = hold(&mut world, TICK_RATE_HZ, 0.0, 0.0, NO_KEYS);
        assert!(!driven.motion.asleep, "asleep after {second} s");
    }
    let motion = world.vehicle(other).unwrap().motion;
    assert!(motion.asleep && motion.velocity.length() == 0.0, "{motion:?}");
    assert!(
        (motion.position.x - 20.0).abs() < 0.01 && motion.position.z.abs() < 0.01,
        "it crept to {}",
        motion.position
    );
}

#[test]
fn a_sleeping_car_wakes_when_it_is_hit() {
    let mut world = session(plate(vec![], vec![]));
    let other = EntityId::new(9, 1);
    world.place_vehicle(other, &parked(0.0, 30.0), false);
    world.place_vehicle(CAR, &car(0.0, -100.0, 0.0), false);
    hold(&mut world, 300, 0.0, 0.0, NO_KEYS);
    assert!(world.vehicle(other).unwrap().motion.asleep);
    world.place_vehicle(CAR, &car(0.0, 15.0, 15.0), false);
    hold(&mut world, 60, 0.0, 0.0, NO_KEYS);
    let moved_m = world.vehicle(other).unwrap().motion.position.z - 30.0;
    assert!(moved_m > 1.0, "{moved_m} m");
}

#[test]
fn a_car_without_a_driver_stands_on_its_brakes() {
    let mut state = parked(0.0, 0.0);
    state.motion.velocity.z = 10.0;
    let after = hold(&mut alone(&state), 180, 1.0, 0.0, NO_KEYS);
    assert!(after.motion.velocity.length() < 0.05 && after.motion.position.z < 15.0, "{:?}", after.motion);
}
