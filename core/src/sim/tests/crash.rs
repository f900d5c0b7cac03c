use super::{CAR, car, hold, parked, plate, session, session_with, tick};
use crate::input::Keys;
use crate::level::generators::{LANDMARKS, test_collisions};
use crate::level::{Level, Piece, PieceKind, Rotation, Shape, Surface};
use crate::sim::{Event, VehicleState, World};
use crate::units::EntityId;
use crate::units::math::Vec3;

/// A concrete wall across the way, its near face at z = 0.
fn wall() -> Piece {
    Piece {
        shape: Shape::Cuboid { half: Vec3::new(10.0, 1.5, 0.5) },
        position: Vec3::new(0.0, 1.5, 0.5),
        rotation: Rotation::Yaw(0.0),
        kind: PieceKind::Wall,
        surface: Surface::Concrete,
    }
}

/// Points that a car loses which hits a wall head-on at `kmh`.
fn points_at(kmh: f32) -> f32 {
    let mut world = session_with(plate(vec![wall()], vec![]), &car(0.0, -8.0, kmh / 3.6));
    100.0 - hold(&mut world, 120, 0.0, 0.0, Keys(0)).condition.health
}

#[test]
fn a_wall_costs_by_the_square_of_the_speed() {
    let costs = [10.0, 20.0, 40.0, 80.0, 120.0].map(|kmh| format!("{kmh} km/h {:.1}", points_at(kmh))).join(", ");
    insta::assert_snapshot!(costs, @"10 km/h 0.0, 20 km/h 3.2, 40 km/h 15.5, 80 km/h 64.5, 120 km/h 100.0");
}

#[test]
fn a_crash_at_80_kmh_costs_59_points_and_some_for_the_rebound() {
    let points = points_at(80.0);
    assert!((57.0..66.0).contains(&points), "{points}");
}

#[test]
fn a_crash_is_told_on_the_tick_that_it_happens_and_charged_once() {
    let mut world = session_with(plate(vec![wall()], vec![]), &car(0.0, -8.0, 20.0));
    let mut told = Vec::new();
    let mut health = 100.0;
    for _ in 0..60 {
        let after = tick(&mut world, 0.0, 0.0, Keys(0)).condition.health;
        let hits: f32 = world
            .events()
            .iter()
            .map(|event| match event {
                Event::Hit { entity: CAR, points, .. } => *points,
                other => panic!("nothing but the crash happens: {other:?}"),
            })
            .sum();
        assert!((health - after - hits).abs() < 1e-4, "told {hits}, charged {}", health - after);
        told.extend((hits > 0.0).then_some(hits));
        health = after;
    }
    assert_eq!(told.len(), 1, "{told:?}");
}

#[test]
fn a_fall_of_two_metres_onto_the_wheels_is_no_crash() {
    let mut state = car(0.0, 0.0, 0.0);
    state.motion.position.y += 2.0;
    let mut world = session_with(plate(vec![], vec![]), &state);
    assert_eq!(hold(&mut world, 120, 0.0, 0.0, Keys(0)).condition.health, 100.0);
}

#[test]
fn both_cars_feel_a_crash() {
    let mut world = session(plate(vec![], vec![]));
    let other = EntityId::new(9, 1);
    world.place_vehicle(CAR, &car(0.0, -8.0, 20.0), false);
    world.place_vehicle(other, &parked(0.0, 0.0), false);
    hold(&mut world, 60, 0.0, 0.0, Keys(0));
    let health = |world: &World, entity| world.vehicle(entity).unwrap().condition.health;
    let (own, struck) = (health(&world, CAR), health(&world, other));
    assert!(own < 95.0 && struck < 95.0, "own {own}, struck {struck}");
    assert!((own - struck).abs() < 5.0, "equal masses: own {own}, struck {struck}");
}

#[test]
fn no_wall_is_passed_through_at_any_speed() {
    let level = Level::compile(test_collisions()).unwrap();
    let far_side = |state: &VehicleState| state.motion.position.z > LANDMARKS.target_z_m;
    for lane in LANDMARKS.wall_lanes {
        for kmh in [80.0, 110.0, 180.0, 300.0] {
            // Starts a little further back each time, so that walls are met at other parts of a tick.
            let start_z_m = LANDMARKS.target_z_m - 12.0 - kmh * 0.013;
            let mut world = session_with(level.clone(), &car(lane.x_m, start_z_m, kmh / 3.6));
            let passed = (0..90).any(|_| far_side(&tick(&mut world, 1.0, 0.0, Keys(0))));
            let thickness_m = lane.thickness_m;
            assert!(!passed, "through {thickness_m} m at {kmh} km/h");
            assert!(world.vehicle(CAR).unwrap().condition.health < 60.0, "no crash at {thickness_m} m, {kmh} km/h");
        }
    }
}
