use super::*;
use crate::level::{Level, LightKind, PieceKind, Shape};
use crate::units::math::Vec3;

#[test]
fn every_generated_level_compiles() {
    for name in NAMES {
        let data = by_name(name).expect("a name of the list");
        Level::compile(data).expect(name);
    }
}

#[test]
fn split_mix_gives_the_numbers_of_its_reference() {
    let mut random = SplitMix64::new(1_234_567);
    assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
    assert_eq!(random.next_u64(), 3_203_168_211_198_807_973);
    assert!((0..1000).map(|_| random.between(-2.0, 3.0)).all(|value| (-2.0..3.0).contains(&value)));
}

#[test]
fn the_arena_has_what_its_scenarios_need() {
    let level = test_collisions();
    let lights = |kind| level.light_pieces.iter().filter(|light| light.kind == kind).count();
    assert!(lights(LightKind::Lamp) + lights(LightKind::Hydrant) >= 12);
    assert!(level.parked.len() >= 6);
    assert!(level.spawns.len() >= 8);
    assert!(level.pieces.iter().any(|piece| matches!(piece.shape, Shape::Ramp { .. })));
    let kerb = level.pieces.iter().find(|piece| piece.kind == PieceKind::Kerb).expect("a kerb");
    assert_eq!(kerb.position.y * 2.0, LANDMARKS.kerb_height_m);
}

#[test]
fn spawns_and_parked_cars_are_6_m_apart() {
    let level = test_collisions();
    let places = level.spawns.iter().map(|spawn| spawn.position).chain(level.parked.iter().map(|car| car.position));
    let places: Vec<Vec3> = places.collect();
    for (i, a) in places.iter().enumerate() {
        for b in &places[..i] {
            assert!((*a - *b).length() >= 6.0, "{a} and {b}");
        }
    }
}

/// The first thing that a car as wide as 2 m meets when it is driven along +z from a lane's start, and after how long.
fn first_in_lane(level: &LevelData, x_m: f32) -> (String, f32) {
    let from = LANDMARKS.start_z_m;
    let reach = 1.0;
    let pieces = level.pieces.iter().filter_map(|piece| {
        let (Shape::Cuboid { half } | Shape::Ramp { half }) = piece.shape else { return None };
        let met = (piece.position.x - x_m).abs() < half.x + reach && piece.position.z > from;
        met.then(|| (format!("{:?} {}", piece.kind, half.z * 2.0), piece.position.z - half.z - from))
    });
    let lights = level.light_pieces.iter().filter(|light| (light.position.x - x_m).abs() < reach);
    let lights = lights.map(|light| (format!("{:?}", light.kind), light.position.z - from));
    let parked = level.parked.iter().filter(|car| (car.position.x - x_m).abs() < reach + 0.9);
    let parked = parked.map(|car| ("Parked".to_string(), car.position.z - from));
    pieces.chain(lights).chain(parked).min_by(|a, b| a.1.total_cmp(&b.1)).expect("the arena has a wall around it")
}

#[test]
fn each_lane_leads_straight_to_its_thing() {
    let level = test_collisions();
    let lane = |spawn: &crate::level::Spawn| {
        let (thing, distance_m) = first_in_lane(&level, spawn.position.x);
        format!("x {:6.1}: {thing} after {distance_m} m\n", spawn.position.x)
    };
    let lanes: String = level.spawns.iter().map(lane).collect();
    insta::assert_snapshot!(lanes);
}

#[test]
fn padding_leaves_the_arena_alone() {
    let arena = test_collisions();
    let level = padded(arena.clone(), 500, 3);
    assert_eq!(level.pieces.len(), 500);
    assert_eq!(level.pieces[..arena.pieces.len()], arena.pieces);
    for piece in &level.pieces[arena.pieces.len()..] {
        let distance = (piece.position.x.powi(2) + piece.position.z.powi(2)).sqrt();
        assert!((130.0..=500.0).contains(&distance), "{distance}");
    }
    assert_eq!(padded(arena.clone(), 500, 3), level);
    assert_ne!(padded(arena, 500, 4), level);
    assert_eq!(Level::compile(level).unwrap().ground_height(519.0, -519.0), Some(0.0));
}
