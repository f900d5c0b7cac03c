use super::{CAR, car, hold, plate, session_with, tick};
use crate::input::Keys;
use crate::level::{LightKind, LightPiece};
use crate::sim::physics::Pool;
use crate::sim::pieces::{LOOSE_MOST_TICKS, PieceGrid, STILL_TICKS, loosen};
use crate::sim::{CLASSES, Event, Motion, NO_OWNER, PieceState, Role, World, piece_entity};
use crate::units::EntityId;
use crate::units::math::{Quat, Vec3};

fn light(kind: LightKind, x: f32, z: f32) -> LightPiece {
    LightPiece { kind, position: Vec3::new(x, 0.0, z), yaw_rad: 0.0 }
}

/// A car that coasts at `speed_mps` into a piece of this kind: what was torn, and its speed before and after.
fn coast_into(kind: LightKind, speed_mps: f32) -> (Vec<EntityId>, f32, f32) {
    let mut world = session_with(plate(vec![], vec![light(kind, 0.3, 0.0)]), &car(0.0, -2.9, speed_mps));
    let (mut torn, mut before, mut after) = (Vec::new(), speed_mps, speed_mps);
    for _ in 0..90 {
        let now = tick(&mut world, 0.0, 0.0, Keys(0)).motion.velocity.length();
        let knocked = world.events().iter().filter_map(|event| match event {
            Event::Knock { piece, by: CAR } => Some(*piece),
            _ => None,
        });
        let count = torn.len();
        torn.extend(knocked);
        if torn.len() > count {
            after = now;
        } else if torn.is_empty() {
            before = now;
        }
    }
    (torn, before, after)
}

fn energy_j(speed_mps: f32) -> f32 {
    0.5 * CLASSES[0].mass_kg * speed_mps * speed_mps
}

#[test]
fn a_lamp_hit_at_80_kmh_comes_loose_and_costs_the_car_about_its_energy() {
    let (torn, before, after) = coast_into(LightKind::Lamp, 80.0 / 3.6);
    assert_eq!(torn, [piece_entity(0, 1)]);
    let lost_j = energy_j(before) - energy_j(after);
    let held_j = LightKind::Lamp.properties().break_energy_j;
    assert!((0.95 * held_j..1.3 * held_j).contains(&lost_j), "{lost_j} J of {held_j}");
}

#[test]
fn a_bollard_at_20_kmh_holds_and_stops_the_car() {
    let (torn, _, _) = coast_into(LightKind::Bollard, 20.0 / 3.6);
    assert_eq!(torn, []);
    let level = plate(vec![], vec![light(LightKind::Bollard, 0.3, 0.0)]);
    let mut world = session_with(level, &car(0.0, -4.0, 20.0 / 3.6));
    let after = hold(&mut world, 120, 0.3, 0.0, Keys(0));
    assert!(after.motion.position.z < -2.0, "it went on to {}", after.motion.position);
    assert_eq!(world.torn_piece(0), None);
}

#[test]
fn each_kind_holds_below_its_energy_and_comes_loose_above_it() {
    for kind in LightKind::ALL {
        let breaking_mps = (2.0 * kind.properties().break_energy_j / CLASSES[0].mass_kg).sqrt();
        assert_eq!(coast_into(kind, 0.95 * breaking_mps).0, [], "{kind:?} below");
        // A coasting car loses some speed on the half metre to it.
        let (torn, before, after) = coast_into(kind, 1.2 * breaking_mps);
        assert_eq!(torn, [piece_entity(0, 1)], "{kind:?} above");
        assert!(after < before, "{kind:?}");
    }
}

#[test]
fn a_piece_that_is_passed_by_stays() {
    let beside_m = CLASSES[0].half.x + 0.5;
    let mut world = session_with(plate(vec![], vec![light(LightKind::Bin, beside_m, 0.0)]), &car(0.0, -10.0, 30.0));
    hold(&mut world, 60, 0.0, 0.0, Keys(0));
    assert_eq!(world.torn_piece(0), None);
    // Backing away from one that touches the bumper tears nothing either.
    let behind_m = CLASSES[0].half.z + 0.36;
    let mut world = session_with(plate(vec![], vec![light(LightKind::Bin, 0.0, -behind_m)]), &car(0.0, 0.0, 10.0));
    hold(&mut world, 60, 0.0, 0.0, Keys(0));
    assert_eq!(world.torn_piece(0), None);
}

/// An authority's world with these pieces, the first of them torn from its place and thrown.
fn thrown(pieces: Vec<LightPiece>) -> World {
    let mut world = World::new(plate(vec![], pieces), Role::Authority);
    let motion = Motion {
        position: Vec3::new(3.0, 1.0, 0.0),
        rotation: Quat::IDENTITY,
        velocity: Vec3::new(2.0, 1.0, 0.0),
        ..Motion::default()
    };
    let World { level, store, physics, .. } = &mut world;
    loosen(level, store, physics, 0, 1, &motion);
    world
}

#[test]
fn a_loose_piece_is_planted_again_ten_seconds_after_it_came_to_rest() {
    let mut world = thrown(vec![light(LightKind::Bin, 0.0, 0.0)]);
    let mut still_since = 0;
    let mut ticks = 0;
    while let Some(piece) = world.torn_piece(0) {
        if world.loose_piece(piece).unwrap().motion.velocity.length() >= 0.2 {
            still_since = ticks;
        }
        world.step(&[], &[]);
        ticks += 1;
        assert!(ticks < LOOSE_MOST_TICKS, "never planted");
    }
    assert!(still_since > 20, "it lay still at once");
    assert!((ticks - still_since).abs_diff(u32::from(STILL_TICKS)) <= 1, "{} ticks after", ticks - still_since);
    assert_eq!(world.loose_pieces().count(), 0);
}

#[test]
fn a_loose_piece_is_not_planted_under_a_car_and_is_once_the_car_left() {
    let mut world = thrown(vec![light(LightKind::Bin, 0.0, 0.0)]);
    // A car on the piece's place, straight into the columns: an authority takes no placing from outside.
    let row = 5;
    world.physics.activate(Pool::Vehicles, row, &CLASSES[0].hull());
    world.physics.set_motion(Pool::Vehicles, row, &super::parked(0.0, -2.0).motion);
    let vehicles = world.store.vehicles_mut();
    vehicles.slot[row].alive = true;
    vehicles.vehicle[row].owner = NO_OWNER;
    for _ in 0..LOOSE_MOST_TICKS + 60 {
        world.step(&[], &[]);
        assert!(world.torn_piece(0).is_some(), "planted under a car at {}", world.tick());
    }
    world.physics.set_motion(Pool::Vehicles, row, &super::parked(30.0, 0.0).motion);
    world.step(&[], &[]);
    world.step(&[], &[]);
    assert_eq!(world.torn_piece(0), None);
}

#[test]
fn a_piece_that_is_planted_again_stands_like_before() {
    let level = plate(vec![], vec![light(LightKind::Bollard, 0.0, 0.0)]);
    let mut world = session_with(level, &car(0.0, -40.0, 0.0));
    let away = PieceState { motion: Motion { position: Vec3::new(50.0, 1.0, 0.0), ..Motion::default() } };
    world.place_piece(piece_entity(0, 1), &away);
    world.step(&[], &[]);
    world.plant_piece(piece_entity(0, 1));
    world.step(&[], &[]);
    world.place_vehicle(CAR, &car(0.0, -4.0, 20.0 / 3.6), false);
    let after = hold(&mut world, 120, 0.3, 0.0, Keys(0));
    assert!(after.motion.position.z < -2.0, "it went on to {}", after.motion.position);
}

#[test]
fn more_torn_pieces_than_bodies_take_the_oldest_ones_bodies_and_come_back() {
    let pieces: Vec<LightPiece> = (0..70u16).map(|i| light(LightKind::Bin, 4.0 * f32::from(i) - 140.0, 0.0)).collect();
    let mut world = World::new(plate(vec![], pieces), Role::Authority);
    for piece in 0..70 {
        let World { level, store, physics, .. } = &mut world;
        let position = Vec3::new(4.0 * piece as f32 - 140.0, 0.6, 8.0);
        loosen(level, store, physics, piece, 1, &Motion { position, ..Motion::default() });
        if piece == 9 {
            world.step(&[], &[]);
        }
    }
    let torn = |world: &World| (0..70).filter(|piece| world.torn_piece(*piece).is_some()).count();
    assert_eq!((torn(&world), world.loose_pieces().count()), (70, 64));
    let bodiless: Vec<usize> = (0..70).filter(|piece| world.loose_piece(piece_entity(*piece, 1)).is_none()).collect();
    assert!(bodiless.len() == 6 && bodiless.iter().all(|piece| *piece < 10), "not the oldest: {bodiless:?}");
    world.step(&[], &[]);
    assert_eq!((torn(&world), world.loose_pieces().count()), (64, 64));
}

#[test]
fn a_search_from_anywhere_with_any_reach_ends_and_finds_what_is_there() {
    let level = plate(vec![], (0..4u16).map(|i| light(LightKind::Bin, 100.0 * f32::from(i), 0.0)).collect());
    let grid = PieceGrid::new(&level);
    let found = |x: f32, reach_m: f32| grid.near(Vec3::new(x, 0.0, 0.0), reach_m).collect::<Vec<u16>>();
    assert_eq!(found(100.0, 3.0), [1]);
    assert_eq!(found(150.0, 60.0), [1, 2]);
    assert!(found(50.0, 3.0).is_empty());
    for reach_m in [1e12, f32::MAX, f32::INFINITY] {
        assert_eq!(found(0.0, reach_m), [0, 1, 2, 3]);
    }
    for x in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
        for reach_m in [1.0, f32::NAN, f32::INFINITY] {
            assert!(found(x, reach_m).len() <= 4);
        }
    }
    assert!(PieceGrid::new(&plate(vec![], vec![])).near(Vec3::ZERO, f32::INFINITY).next().is_none());
}
