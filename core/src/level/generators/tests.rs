use std::collections::BTreeSet;
use std::sync::Arc;

use super::kit::Rect;
use super::*;
use crate::level::roads::{LaneGraph, LaneId, TurnKind, line};
use crate::level::{Level, LightKind, Piece, PieceKind, Shape};
use crate::units::math::{FORWARD, Vec3, wrap_angle, yaw_rotation};

fn compiled(name: &str) -> Arc<Level> {
    Level::compile(by_name(name).expect("a name of the list")).expect(name)
}

/// These change with the generators and with the rules of `compile`, on purpose only.
#[test]
fn the_hash_of_each_level_is_the_same_in_every_build() {
    let hashes = NAMES.map(|name| format!("{name} {:016x}", compiled(name).hash()));
    let literals = [
        "test-collisions 6143635845a9a6b5",
        "test-breakables 7b0eecd55edfd9bf",
        "test-traffic-junction 3b62b0d099164ec5",
        "test-core-gameplay e4ba635c4f8961ca",
        "test-hillside d4c136994f14310e",
        "riverbend c8c4a17c0a1e7a22",
    ];
    assert_eq!(hashes, literals);
}

#[test]
fn every_level_is_read_back_as_it_was_written() {
    for name in NAMES {
        let level = by_name(name).expect("a name of the list");
        assert_eq!(LevelData::from_ron(&level.to_ron()).expect(name), level);
    }
}

/// What stands on the ground: its outline, and from where to where it reaches in metres.
struct Standing {
    what: String,
    rect: Rect,
    low_m: f32,
    high_m: f32,
}

fn standing(what: String, centre: Vec3, along: Vec3, half: Vec3) -> Standing {
    let rect = Rect::new(centre, along, [half.x, half.z]);
    Standing { what, rect, low_m: centre.y - half.y, high_m: centre.y + half.y }
}

fn standing_piece(piece: &Piece) -> Standing {
    let (low, high) = match &piece.shape {
        Shape::Cuboid { half } | Shape::Ramp { half } => (-*half, *half),
        Shape::Hull { points } => {
            points.iter().fold((points[0], points[0]), |(low, high), p| (low.min(*p), high.max(*p)))
        }
        Shape::Mesh { .. } => unreachable!("no generator makes a mesh"),
    };
    let pose = piece.pose();
    let centre = pose.translation + pose.rotation * ((low + high) / 2.0);
    standing(format!("{:?} at {}", piece.kind, piece.position), centre, pose.rotation * FORWARD, (high - low) / 2.0)
}

/// Pieces, light pieces and parked cars.
fn all_standing(level: &LevelData) -> Vec<Standing> {
    let pieces = level.pieces.iter().map(standing_piece);
    let lights = level.light_pieces.iter().map(|light| {
        let pose = light.pose();
        standing(format!("{light:?}"), pose.translation, pose.rotation * FORWARD, light.kind.properties().half_m)
    });
    let parked = level.parked.iter().map(|car| {
        standing(format!("{car:?}"), car.position, yaw_rotation(car.yaw_rad) * FORWARD, Vec3::new(0.9, 0.5, 2.1))
    });
    pieces.chain(lights).chain(parked).collect()
}

/// The first thing in the way of somebody who needs a rectangle at a height, and 2.5 m above it.
fn in_the_way<'a>(things: &'a [Standing], rect: &Rect, surface_m: f32) -> Option<&'a str> {
    let reach_m = |rect: &Rect| rect.half[0] + rect.half[1];
    let is_near = |thing: &&Standing| {
        (thing.rect.centre - rect.centre).length() < reach_m(rect) + reach_m(&thing.rect)
            && thing.high_m > surface_m + 0.05
            && thing.low_m < surface_m + 2.5
    };
    things.iter().filter(is_near).find(|thing| thing.rect.overlaps(rect)).map(|thing| thing.what.as_str())
}

#[test]
fn nothing_stands_in_a_lane_or_in_the_way_of_a_turn() {
    for name in NAMES {
        let level = compiled(name);
        let things = all_standing(level.data());
        let lanes = level.lanes().lanes().iter().map(|lane| (&lane.points, lane.width_m / 2.0 - 0.1));
        let turns = level.lanes().turns().iter().filter(|turn| turn.kind != TurnKind::Back);
        for (points, half_m) in lanes.chain(turns.map(|turn| (&turn.points, 1.0))) {
            for pair in points.windows(2) {
                let rect = Rect::around(pair[0], pair[1], half_m);
                let met = in_the_way(&things, &rect, pair[0].y.max(pair[1].y));
                assert_eq!(met, None, "{name}, from {} to {}", pair[0], pair[1]);
            }
        }
    }
}

#[test]
fn a_spawn_is_free_and_on_its_lane() {
    for name in NAMES {
        let level = compiled(name);
        let things = all_standing(level.data());
        for spawn in &level.data().spawns {
            let ahead = yaw_rotation(spawn.yaw_rad) * FORWARD;
            let car = Rect::new(spawn.position, ahead, [1.1, 2.4]);
            let surface_m = level.ground_height(spawn.position.x, spawn.position.z).expect("on the ground").max(0.0);
            assert_eq!(in_the_way(&things, &car, surface_m), None, "{name}, {spawn:?}");
            if let Some(place) = level.lanes().nearest_lane(spawn.position) {
                let (point, yaw_rad) = level.lanes().point_at(place.lane, place.along_m);
                assert!((point - spawn.position).with_y(0.0).length() < 0.2, "{name}, {spawn:?}");
                assert!(wrap_angle(yaw_rad - spawn.yaw_rad).abs() < 0.2, "{name}, {spawn:?}");
            }
        }
    }
}

/// How many lanes one comes to from the first one by turns and changes of lane, forwards or backwards.
fn reachable(level: &Level, backwards: bool) -> usize {
    let graph = level.lanes();
    let mut found = BTreeSet::from([LaneId(0)]);
    let mut open: Vec<_> = found.iter().copied().collect();
    while let Some(lane) = open.pop() {
        let lane = graph.lane(lane);
        let turns = if backwards { &lane.predecessors } else { &lane.successors };
        let over = turns.iter().map(|turn| if backwards { graph.turn(*turn).from } else { graph.turn(*turn).to });
        open.extend(over.chain(lane.left).chain(lane.right).filter(|next| found.insert(*next)));
    }
    found.len()
}

#[test]
fn every_lane_leads_to_every_other() {
    for name in NAMES {
        let level = compiled(name);
        let lanes = level.lanes().lanes().len();
        if lanes > 0 {
            assert_eq!([reachable(&level, false), reachable(&level, true)], [lanes, lanes], "{name}");
        }
    }
}

#[test]
fn the_arena_of_light_pieces_has_rows_of_every_kind() {
    let level = test_breakables();
    for kind in LightKind::ALL {
        let count = level.light_pieces.iter().filter(|light| light.kind == kind).count();
        assert!(count >= 60, "{kind:?}: {count}");
    }
    assert_eq!(level.spawns.len(), LightKind::ALL.len());
}

#[test]
fn the_gameplay_level_has_one_of_everything() {
    let level = test_core_gameplay(SEED);
    let names: Vec<&str> = level.dummies.iter().map(|dummy| dummy.name.as_str()).collect();
    assert!(names.contains(&"garage") && names.contains(&"target-6"), "{names:?}");
    assert_eq!(level.ramps.len(), 2);
    assert!(level.strips.iter().any(|strip| strip.name == "tunnel"));
    // Twelve streets cross at 36 places.
    let graph = LaneGraph::new(&level.roads);
    assert_eq!((level.roads.len(), graph.junctions().len()), (12, 36));
    assert_eq!(level.spawns.len(), 64);
}

#[test]
fn the_road_up_the_hill_climbs_and_does_not_tilt() {
    let level = compiled("test-hillside");
    let lanes = level.lanes().lanes();
    let heights_m = || lanes.iter().flat_map(|lane| &lane.points).map(|point| point.y);
    assert!(heights_m().fold(f32::MIN, f32::max) - heights_m().fold(f32::MAX, f32::min) > 25.0);
    for point in lanes.iter().flat_map(|lane| &lane.points) {
        let ground_m = level.ground_height(point.x, point.z).expect("on the ground");
        assert!((ground_m - point.y).abs() < 0.5, "{point}: the ground is at {ground_m}");
    }
}

#[test]
fn riverbend_is_as_large_as_a_city() {
    let level = compiled("riverbend");
    let data = level.data();
    let count = |kind| data.pieces.iter().filter(|piece| piece.kind == kind).count();
    assert!((7000..9000).contains(&data.pieces.len()), "{} pieces", data.pieces.len());
    assert!(count(PieceKind::Building) > 1200, "{} parts of buildings", count(PieceKind::Building));
    assert!((600..1500).contains(&data.light_pieces.len()), "{} light pieces", data.light_pieces.len());
    assert!(data.spawns.len() >= 64 && data.parked.len() == 64);
    assert!(LightKind::ALL.iter().all(|kind| data.light_pieces.iter().any(|light| light.kind == *kind)));
    assert!(level.colliders().len() < 400, "{} colliders", level.colliders().len());
    assert_ne!(Level::compile(riverbend(SEED + 1)).expect("any seed").hash(), level.hash());
}

#[test]
fn every_lane_over_the_river_lies_on_a_bridge() {
    let level = compiled("riverbend");
    let decks: Vec<Standing> =
        level.data().pieces.iter().filter(|p| p.kind == PieceKind::Bridge).map(standing_piece).collect();
    let mut over_water = 0;
    for lane in level.lanes().lanes() {
        for metre in 0..lane.length_m as u32 {
            let (point, ahead) = line::at(&lane.points, metre as f32);
            if level.ground_height(point.x, point.z).expect("on the ground") < point.y - 0.02 && point.y < 0.01 {
                let wheel = Rect::new(point, ahead, [lane.width_m / 2.0, 0.1]);
                let carried =
                    decks.iter().any(|deck| (deck.high_m - point.y).abs() < 1e-3 && deck.rect.overlaps(&wheel));
                assert!(carried, "{} at {point}", level.data().roads[lane.road].name);
                over_water += 1;
            }
        }
    }
    assert!(over_water > 500, "{over_water} m of lanes over the river");
}

#[test]
fn kerbs_are_12_cm_high() {
    for name in NAMES {
        for kerb in
            by_name(name).expect("a name of the list").pieces.iter().filter(|piece| piece.kind == PieceKind::Kerb)
        {
            assert!((standing_piece(kerb).high_m - 0.12).abs() < 1e-5, "{name}: {kerb:?}");
        }
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
