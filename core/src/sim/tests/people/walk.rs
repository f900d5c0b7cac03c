use super::{TOWARDS_X, WALKER, block, dog, hold, person, session_of, slope, tick, walker, walker_among};
use crate::input::{Input, Keys};
use crate::level::{LightKind, LightPiece};
use crate::sim::tests::plate;
use crate::sim::weapons::Cause;
use crate::sim::{Event, World};
use crate::units::math::Vec3;
use crate::units::{ClientId, TICK_SECONDS};

/// Ticks until the walker's speed is `mps` and stays there.
fn ticks_to(world: &mut World, mps: f32, drive: f32, keys: Keys) -> u32 {
    let reaches = |state: crate::sim::PersonState| (state.motion.velocity.length() - mps).abs() < 1e-3;
    (1..60).find(|_| reaches(tick(world, drive, 0.0, keys))).expect("it comes to that speed within a second")
}

#[test]
fn a_walker_gains_speed_at_30_and_stops_at_45_metres_per_second_squared() {
    let mut world = walker_among(vec![]);
    assert_eq!(ticks_to(&mut world, 1.6, 1.0, Keys(0)), 4, "1.6 m/s at 30 m/s² are 3.2 ticks");
    let mut world = walker_among(vec![]);
    assert_eq!(ticks_to(&mut world, 5.5, 1.0, Keys::RUN), 11, "5.5 m/s at 30 m/s² are 11 ticks");
    assert_eq!(ticks_to(&mut world, 0.0, 0.0, Keys(0)), 8, "5.5 m/s at 45 m/s² are 7.3 ticks");
    let before = walker(&world).motion.position;
    assert_eq!(hold(&mut world, 60, 0.0, 0.0, Keys(0)).motion.position, before);
}

#[test]
fn axes_are_relative_to_the_aim_and_the_body_turns_to_where_it_walks() {
    let mut world = walker_among(vec![]);
    let input = Input { aim: TOWARDS_X, ..Input::from_axes(1.0, 0.0, Keys(0)) };
    (0..60).for_each(|_| {
        world.step(&[], &[(ClientId(0), input)]);
    });
    let ahead = walker(&world);
    assert!(ahead.motion.position.x > 1.4 && ahead.motion.position.z.abs() < 1e-3, "{:?}", ahead.motion);
    assert!((ahead.walk.yaw_rad - std::f32::consts::FRAC_PI_2).abs() < 1e-3);
    let sideways = hold(&mut walker_among(vec![]), 60, 0.0, 1.0, Keys(0));
    assert!(sideways.motion.position.x > 1.4, "steering is towards +x where one aims along +z");
    let aiming = hold(&mut walker_among(vec![]), 60, 0.0, 1.0, Keys::AIM.with(Keys::RUN));
    assert!(aiming.walk.yaw_rad == 0.0 && aiming.motion.velocity.length() < 1.6, "{aiming:?}");
}

#[test]
fn a_jump_goes_90_cm_high_and_lands_where_it_was_going() {
    let mut world = walker_among(vec![]);
    hold(&mut world, 30, 1.0, 0.0, Keys::RUN);
    let states: Vec<_> = (0..60)
        .map(|i| tick(&mut world, 1.0, 0.0, if i == 0 { Keys::RUN.with(Keys::JUMP) } else { Keys::RUN }))
        .collect();
    let top_m = states.iter().map(|state| state.motion.position.y).fold(0.0, f32::max);
    assert!((0.85..0.95).contains(&top_m), "{top_m}");
    let last = states.last().unwrap();
    assert_eq!((last.walk.airborne_ticks, last.condition.health), (0, 100.0));
    assert!(last.motion.position.y.abs() < 1e-3, "{:?}", last.motion);
    assert!((last.motion.velocity.z - 5.5).abs() < 1e-3);
}

/// Ten steps of 17 cm up along +z from 1 m on, a landing, and the same down.
fn stairs() -> Vec<crate::level::Piece> {
    let step = |i: usize| {
        let top_m = 0.17 * (10.min(i + 1).min(21 - i)) as f32;
        block([0.0, top_m / 2.0, 1.145 + 0.29 * i as f32], [2.0, top_m / 2.0, 0.145], 0.0)
    };
    (0..21).map(step).collect()
}

#[test]
fn stairs_are_climbed_and_come_down_without_leaving_the_ground() {
    for keys in [Keys(0), Keys::RUN] {
        let mut world = walker_among(stairs());
        let states: Vec<_> = (0..420).map(|_| tick(&mut world, 1.0, 0.0, keys)).collect();
        let top_m = states.iter().map(|state| state.motion.position.y).fold(0.0, f32::max);
        assert!((top_m - 1.7).abs() < 1e-3, "{top_m}");
        assert!(states.iter().all(|state| state.walk.airborne_ticks == 0));
        let end = states.last().unwrap().motion.position;
        assert!(end.y.abs() < 1e-4 && end.z > 8.0, "{end}");
    }
}

#[test]
fn a_kerb_of_30_cm_is_stepped_over_and_a_wall_of_50_is_not() {
    for (height_m, far_m) in [(0.15, 6.0), (0.3, 6.0), (0.5, 1.8), (0.36, 6.0)] {
        let mut world = walker_among(vec![block([0.0, height_m / 2.0, 2.5], [3.0, height_m / 2.0, 0.5], 0.0)]);
        let end = hold(&mut world, 300, 1.0, 0.0, Keys(0)).motion.position;
        assert_eq!(end.z > 6.0, far_m > 2.0, "{height_m} m: {end}");
        assert!(end.y.abs() < 1e-4, "{end}");
    }
    let mut world = session_of(plate(vec![block([0.0, 0.075, 2.5], [3.0, 0.075, 0.5], 0.0)], vec![]), &dog(0.0, 0.0));
    assert!(hold(&mut world, 300, 1.0, 0.0, Keys(0)).motion.position.z > 6.0, "a dog steps onto a pavement");
}

#[test]
fn a_slope_of_40_degrees_is_walked_and_one_of_60_is_slid_down() {
    let mut world = walker_among(vec![slope(40.0, 1.0)]);
    let up = hold(&mut world, 300, 1.0, 0.0, Keys(0));
    assert!(up.motion.position.y > 5.0 && up.walk.airborne_ticks == 0, "{:?}", up.motion);
    let down = hold(&mut world, 290, -1.0, 0.0, Keys(0));
    assert!(down.walk.airborne_ticks == 0 && down.motion.position.y < 0.5, "{:?}", down.motion);

    let mut world = walker_among(vec![slope(60.0, 1.0)]);
    let foot = hold(&mut world, 300, 1.0, 0.0, Keys::RUN).motion.position;
    assert!(foot.z < 1.1 && foot.y < 0.1, "nobody runs up: {foot}");
    let on_it = person(0.0, 5.0 * libm::tanf(60_f32.to_radians()), 6.0);
    let mut world = session_of(plate(vec![slope(60.0, 1.0)], vec![]), &on_it);
    let sliding = hold(&mut world, 60, 1.0, 0.0, Keys(0)).motion;
    assert!(sliding.position.y < 7.0 && sliding.velocity.y < -2.0, "{sliding:?}");
    let surface_m = (sliding.position.z - 1.0) * libm::tanf(60_f32.to_radians());
    assert!((sliding.position.y - surface_m).abs() < 0.05, "it stays on it: {sliding:?}, {surface_m}");
    let end = hold(&mut world, 240, 0.0, 0.0, Keys(0)).motion.position;
    assert!(end.z < 1.1 && end.y < 0.05, "{end}");
}

#[test]
fn along_a_wall_the_speed_along_it_is_kept() {
    for (aim_turns, yaw_rad) in [(0.0, 0.0), (0.0, 0.4), (0.02, -0.3)] {
        let mut world = walker_among(vec![block([0.0, 1.5, 3.0], [40.0, 1.5, 0.1], yaw_rad)]);
        let aim = (aim_turns * 65_536.0) as u16;
        let input = Input { aim, ..Input::from_axes(1.0, 1.0, Keys(0)) };
        (0..420).for_each(|_| {
            world.step(&[], &[(ClientId(0), input)]);
        });
        let along = Vec3::new(libm::cosf(yaw_rad), 0.0, -libm::sinf(yaw_rad));
        let heading = std::f32::consts::FRAC_PI_4 + aim_turns * std::f32::consts::TAU;
        let expected_mps = 1.6 * Vec3::new(libm::sinf(heading), 0.0, libm::cosf(heading)).dot(along);
        let velocity = walker(&world).motion.velocity;
        assert!((velocity.dot(along) - expected_mps).abs() < 0.01, "{velocity} along {along}, not {expected_mps}");
        let from_m = (walker(&world).motion.position - Vec3::new(0.0, 0.0, 3.0)).dot(along.cross(Vec3::Y)).abs();
        assert!((from_m - 0.4).abs() < 0.005, "{from_m} from the middle of the wall");
    }
}

#[test]
fn a_corner_is_rested_in_without_a_tremble() {
    for opening_rad in [1.57_f32, 0.8, 2.6] {
        // Two walls that meet ahead, each half the opening to one side.
        let wall = |side: f32| {
            let yaw_rad = side * opening_rad / 2.0;
            let along = Vec3::new(libm::sinf(yaw_rad), 0.0, libm::cosf(yaw_rad));
            let middle = Vec3::new(0.0, 1.5, 4.0) - along * 6.0;
            block(middle.to_array(), [0.1, 1.5, 6.0], yaw_rad)
        };
        let mut world = walker_among(vec![wall(1.0), wall(-1.0)]);
        for keys in [Keys(0), Keys::RUN] {
            let rest = hold(&mut world, 900, 1.0, 0.2, keys).motion.position;
            for _ in 0..60 {
                let now = tick(&mut world, 1.0, 0.2, keys).motion.position;
                assert!((now - rest).length() < 0.001, "opening {opening_rad}: {rest} to {now}");
            }
            assert!(rest.z < 4.0, "{rest}");
        }
    }
}

#[test]
fn a_wall_of_5_cm_holds_who_runs_and_who_is_thrown() {
    let wall = || vec![block([0.0, 1.5, 3.0], [20.0, 1.5, 0.025], 0.0)];
    let mut world = walker_among(wall());
    let end = hold(&mut world, 300, 1.0, 0.3, Keys::RUN).motion.position;
    assert!((end.z - 2.675).abs() < 0.01, "{end}");
    for limp_ticks in [0, 200] {
        for (sideways_mps, start_m) in (0..40).map(|i| (i as f32 - 20.0, 0.02 * i as f32)) {
            let mut state = person(0.0, 0.5, start_m);
            state.walk.limp_ticks = limp_ticks;
            state.walk.airborne_ticks = 9;
            state.motion.velocity = Vec3::new(sideways_mps, 1.0, 30.0);
            let mut world = session_of(plate(wall(), vec![]), &state);
            let end = hold(&mut world, 60, 0.0, 0.0, Keys(0)).motion.position;
            assert!(end.z < 2.8, "limp {limp_ticks}, {sideways_mps} m/s aside: {end}");
        }
    }
}

#[test]
fn a_ceiling_ends_a_jump() {
    let mut world = walker_among(vec![block([0.0, 2.25, 0.0], [2.0, 0.25, 2.0], 0.0)]);
    let top_m = (0..40).map(|_| tick(&mut world, 0.0, 0.0, Keys::JUMP).motion.position.y).fold(0.0, f32::max);
    assert!((0.1..0.25).contains(&top_m), "{top_m}");
}

#[test]
fn light_pieces_stand_in_the_way_until_they_are_torn() {
    for kind in LightKind::ALL {
        let light = LightPiece { kind, position: Vec3::new(0.0, 0.0, 3.0), yaw_rad: 0.2 };
        let mut world = session_of(plate(vec![], vec![light]), &person(0.0, 0.0, 0.0));
        let mut nearest_m = f32::INFINITY;
        for _ in 0..300 {
            let at = tick(&mut world, 1.0, 0.0, Keys(0)).motion.position;
            nearest_m = nearest_m.min((at - light.position).with_y(0.0).length());
        }
        assert!(nearest_m > 0.25, "{kind:?}: {nearest_m}");
    }
}

fn falls(world: &World) -> Vec<f32> {
    let fall = |event: &Event| match event {
        Event::Hit { entity: WALKER, with: Cause::Fall, points, by: None, .. } => Some(*points),
        _ => None,
    };
    world.events().iter().filter_map(fall).collect()
}

#[test]
fn a_fall_from_4_metres_is_nothing_one_from_10_hurts_and_one_from_25_kills() {
    for (height_m, least, most) in [(4.0, 0.0, 0.0), (10.0, 30.0, 50.0), (25.0, 100.0, 200.0)] {
        let mut state = person(0.0, height_m, 0.0);
        state.walk.airborne_ticks = 1;
        let mut world = session_of(plate(vec![], vec![]), &state);
        let mut points = Vec::new();
        for _ in 0..200 {
            tick(&mut world, 0.0, 0.0, Keys(0));
            points.extend(falls(&world));
        }
        let sum: f32 = points.iter().sum();
        assert!(points.len() <= 1 && (least..=most).contains(&sum), "{height_m} m: {points:?}");
        let end = walker(&world);
        assert_eq!(end.condition.health, (100.0 - sum).max(0.0));
        assert!(end.motion.position.y.abs() < 0.01, "{:?}", end.motion);
    }
}

#[test]
fn who_leaves_the_world_dies_below_it_and_goes_no_deeper() {
    let mut world = session_of(plate(vec![], vec![]), &person(799.0, 0.0, 0.0));
    let mut points = Vec::new();
    for _ in 0..900 {
        tick(&mut world, 0.0, 1.0, Keys::RUN);
        points.extend(falls(&world));
    }
    let end = walker(&world);
    assert_eq!((points, end.condition.health), (vec![100.0], 0.0));
    assert!(end.motion.position.y > -61.0 && end.motion.velocity == Vec3::ZERO, "{:?}", end.motion);
}

#[test]
fn who_pulls_a_driver_out_holds_still() {
    let mut state = person(0.0, 0.0, 0.0);
    state.walk.jacking_ticks = 30;
    let mut world = session_of(plate(vec![], vec![]), &state);
    assert_eq!(hold(&mut world, 20, 1.0, 0.0, Keys::RUN).motion, state.motion);
}

#[test]
fn a_body_thrown_over_the_ground_slides_to_rest_and_gets_up() {
    let mut state = person(0.0, 1.0, 0.0);
    state.motion.velocity = Vec3::new(0.0, 3.0, 12.0);
    state.walk.limp_ticks = 180;
    let mut world = session_of(plate(vec![], vec![]), &state);
    let lying = hold(&mut world, 178, 1.0, 0.0, Keys::RUN);
    assert!(lying.motion.velocity.length() < 0.3 && lying.motion.position.y.abs() < 0.01, "{:?}", lying.motion);
    assert!((8.0..25.0).contains(&lying.motion.position.z), "{:?}", lying.motion);
    let up = hold(&mut world, 20, 1.0, 0.0, Keys::RUN);
    assert!(up.motion.velocity.z > 5.0, "{:?}", up.motion);
    assert!((up.motion.velocity.z * TICK_SECONDS) < 0.1);
}

#[test]
fn ground_that_rises_under_a_ceiling_is_left_where_there_is_no_more_room() {
    let mut world = walker_among(vec![slope(20.0, 1.0), block([0.0, 3.5, 6.0], [5.0, 0.5, 6.0], 0.0)]);
    let end = hold(&mut world, 600, 1.0, 0.1, Keys(0)).motion.position;
    assert!((1.0..1.25).contains(&end.y), "3 m less 1.8 m of height are 1.2 m: {end}");
    assert!(hold(&mut world, 300, -1.0, 0.0, Keys(0)).motion.position.z < 0.5, "and there is a way back");
}
