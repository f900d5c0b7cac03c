use rapier3d::parry::query::Ray;

use super::grid::{MOST_CELLS_A_PART, MOST_ENTRIES};
use super::*;
use crate::level::generators::{SplitMix64, by_name};
use crate::level::tests::{CUBE_TRIANGLES, cube_corners, one_of_each, piece};
use crate::level::{Ground, Level, LevelData, Piece, Rotation, Shape};
use crate::units::lanes::Vec3x4;

/// Rays cast in each level.
const RAYS: u32 = 12_000;

/// A ray somewhere in a level: of a wheel's length and steep, or longer and of any direction.
fn any_ray(bounds: &Aabb, number: u32, random: &mut SplitMix64) -> (Vec3, Vec3, f32) {
    let mut vector = |low: Vec3, high: Vec3| {
        Vec3::from_array([0, 1, 2].map(|axis| random.between(low.to_array()[axis], high.to_array()[axis])))
    };
    let origin = vector(bounds.mins.with_y(-1.0), bounds.maxs.with_y(8.0));
    let any = vector(Vec3::NEG_ONE, Vec3::ONE);
    match number % 4 {
        0 => (origin, -Vec3::Y, 10.0),
        1 => (origin, (any * 0.3 - Vec3::Y).normalize(), 1.5),
        2 => (origin, any.normalize(), 300.0),
        _ => (origin, (any * Vec3::new(1.0, 0.05, 1.0)).normalize(), 60.0),
    }
}

/// The distance to the nearest of all parts, each asked in turn, but those that the ray begins in.
fn brute_force(colliders: &[StaticCollider], origin: Vec3, direction: Vec3, reach_m: f32) -> Option<f32> {
    let ray = Ray::new(origin, direction);
    let cast = |shape: &SharedShape, pose: &Pose| shape.cast_ray(pose, &ray, reach_m, true);
    let hits = colliders.iter().filter_map(|collider| {
        match (cast(&collider.shape, &collider.pose), collider.shape.as_compound()) {
            (Some(0.0), Some(chunk)) => {
                let parts = chunk.shapes().iter().filter_map(|(pose, shape)| cast(shape, pose));
                parts.filter(|distance_m| *distance_m > 0.0).min_by(f32::total_cmp)
            }
            (hit, _) => hit.filter(|distance_m| *distance_m > 0.0),
        }
    });
    hits.min_by(f32::total_cmp)
}

/// Whether a ray met the same. Measured off the surface: the library finds hulls to a fraction of a millimetre, of which a
/// ray that grazes one makes decimetres.
fn agree(found: Option<SolidHit>, direction: Vec3, expected_m: Option<f32>) -> bool {
    match (found, expected_m) {
        (Some(hit), Some(expected_m)) => ((hit.distance_m - expected_m) * hit.normal.dot(direction)).abs() < 1e-3,
        (found, expected_m) => found.is_none() && expected_m.is_none(),
    }
}

#[test]
fn a_ray_meets_what_asking_every_part_in_turn_finds() {
    for name in ["test-core-gameplay", "test-hillside", "riverbend"] {
        let level = Level::compile(by_name(name).unwrap()).unwrap();
        let mut random = SplitMix64::new(11);
        let (mut hits, mut at_edges) = (0, 0);
        for number in 0..RAYS {
            let (origin, direction, reach_m) = any_ray(&level.bounds(), number, &mut random);
            let found = level.solids().cast_ray(origin, direction, reach_m);
            let expected = |origin: Vec3| brute_force(level.colliders(), origin, direction, reach_m);
            hits += u32::from(found.is_some());
            assert!(found.is_none_or(|hit| (hit.normal.length() - 1.0).abs() < 1e-4), "{found:?}");
            if agree(found, direction, expected(origin)) {
                continue;
            }
            // At an edge two ways to compute the same may fall to its two sides.
            at_edges += 1;
            let sideways = direction.any_orthonormal_vector() * 0.002;
            let upwards = sideways.cross(direction);
            let beside = [sideways, -sideways, upwards, -upwards, direction * 0.002, direction * -0.002];
            let is_an_edge = beside.iter().any(|by| agree(found, direction, expected(origin + *by)));
            assert!(is_an_edge, "{name}: from {origin} along {direction}: {found:?}, {:?}", expected(origin));
        }
        assert!((RAYS / 3..RAYS).contains(&hits), "{name}: {hits} of {RAYS} rays met something");
        assert!(at_edges < RAYS / 1000, "{name}: {at_edges} of {RAYS} rays differ");
    }
}

#[test]
fn four_rays_at_once_meet_what_each_meets_alone() {
    for name in ["test-core-gameplay", "test-hillside", "riverbend"] {
        let level = Level::compile(by_name(name).unwrap()).unwrap();
        let solids = level.solids();
        let (mut random, mut near, mut hits) = (SplitMix64::new(12), Nearby::default(), 0);
        for number in 0..RAYS {
            let (origin, direction, _) = any_ray(&level.bounds(), number % 2, &mut random);
            let beside = [Vec3::ZERO, Vec3::X * 1.6, Vec3::Z * 2.7, Vec3::new(1.6, 0.0, 2.7)];
            let (origins, reach_m) = (beside.map(|by| origin + by), 4.0);
            let rays = Rays { origins: origins.into(), direction, reach_m };
            near.look(solids, &rays.bounds());
            let found = near.cast_rays(solids, &rays);
            for (lane, origin) in origins.into_iter().enumerate() {
                let alone = solids.cast_ray(origin, direction, reach_m);
                let (distance_m, normal) = (found.distance_m.as_array()[lane], found.normal.lane(lane));
                let met = found.met.to_bitmask() >> lane & 1 == 1;
                let same = match alone {
                    Some(hit) => {
                        met && (hit.distance_m - distance_m).abs() < 1e-4 && (hit.normal - normal).length() < 1e-4
                    }
                    None => !met && distance_m == reach_m,
                };
                assert!(same, "{name}: from {origin} along {direction}: {alone:?}, {met} {distance_m} {normal}");
                hits += u32::from(met);
            }
        }
        assert!(hits > RAYS, "{name}: {hits} met something");
    }
}

#[test]
fn no_ray_falls_through_a_seam_of_a_heightfield() {
    let heights_m: Vec<f32> = (0..81 * 61).map(|i| ((i * 7919) % 101) as f32 * 0.01).collect();
    let ground = Ground::Heightfield { rows: 61, columns: 81, size_x_m: 80.0, size_z_m: 60.0, heights_m };
    let level = Level::compile(LevelData { ground, pieces: Vec::new(), ..one_of_each() }).unwrap();
    for i in 0..20_000_u16 {
        // On the cells' edges and diagonals, straight down and along them.
        let along = f32::from(i) * 0.003_7 - 37.0;
        let lean = [Vec3::ZERO, Vec3::X, Vec3::Z, Vec3::new(1.0, 0.0, -1.0)][usize::from(i % 4)] * 0.3;
        for from in
            [Vec3::new(along, 5.0, 0.0), Vec3::new(3.0, 5.0, along * 0.7), Vec3::new(along * 0.7, 5.0, along * -0.7)]
        {
            let hit = level.solids().cast_ray(from, (lean - Vec3::Y).normalize(), 10.0).expect("the ground is below");
            let met = from + (lean - Vec3::Y).normalize() * hit.distance_m;
            assert!((level.ground_height(met.x, met.z).unwrap() - met.y).abs() < 1e-4, "from {from}: {met}");
        }
    }
}

/// A level of these pieces on a plate, 50 m by 40 m to each side.
fn level_of(pieces: Vec<Piece>) -> std::sync::Arc<Level> {
    Level::compile(LevelData { pieces, ..one_of_each() }).unwrap()
}

fn cuboid(half: Vec3, position: Vec3) -> Piece {
    piece(Shape::Cuboid { half }, position)
}

#[test]
fn a_ray_that_begins_in_a_part_meets_only_what_lies_beyond() {
    let level = level_of(vec![cuboid(Vec3::ONE, Vec3::Y * 3.0), cuboid(Vec3::ONE, Vec3::new(5.0, 3.0, 0.0))]);
    let hit = level.solids().cast_ray(Vec3::Y * 3.0, Vec3::X, 20.0);
    assert_eq!(hit, Some(SolidHit { distance_m: 4.0, normal: -Vec3::X }));
    assert_eq!(level.solids().cast_ray(Vec3::Y * 3.0, Vec3::X, 3.9), None);
    assert_eq!(level.solids().cast_ray(Vec3::new(45.0, 3.0, 0.0), Vec3::X, 1e6), None);
}

#[test]
fn a_ray_along_a_face_is_inside_for_one_ray_as_for_four() {
    // Flush, and of two heights, so that they stay two.
    let boxes = vec![
        cuboid(Vec3::new(1.0, 1.0, 5.0), Vec3::new(-1.0, 1.0, 0.0)),
        cuboid(Vec3::new(1.0, 2.0, 5.0), Vec3::new(1.0, 2.0, 0.0)),
    ];
    let level = level_of(boxes);
    let (solids, origin) = (level.solids(), Vec3::new(0.0, 6.0, 0.0));
    let hit = solids.cast_ray(origin, -Vec3::Y, 10.0).expect("no ray falls between flush boxes");
    assert_eq!((hit.distance_m, hit.normal), (2.0, Vec3::Y));
    let rays = Rays { origins: Vec3x4::splat(origin), direction: -Vec3::Y, reach_m: 10.0 };
    let mut near = Nearby::default();
    near.look(solids, &rays.bounds());
    assert_eq!(near.cast_rays(solids, &rays).distance_m.to_array(), [2.0; 4]);
}

#[test]
fn a_hull_of_many_shallow_slopes_is_as_round_as_it_was_written() {
    // A deck of 20 m whose slope changes by a degree every metre: the library makes one face of all of it.
    let height_m = |x: f32| 2.0 - 0.008 * x * x;
    let across = || (-10..=10).map(|x| x as f32);
    let points = across().flat_map(|x| [-3.0, 3.0].map(|z| Vec3::new(x, height_m(x), z)));
    let below = [[-10.0, -3.0], [10.0, -3.0], [-10.0, 3.0], [10.0, 3.0]].map(|[x, z]| Vec3::new(x, 0.5, z));
    let level = level_of(vec![piece(Shape::Hull { points: points.chain(below).collect() }, Vec3::ZERO)]);
    for x in across() {
        let hit = level.solids().cast_ray(Vec3::new(x, 5.0, 0.3), -Vec3::Y, 10.0).expect("the deck is below");
        assert!((5.0 - hit.distance_m - height_m(x)).abs() < 0.01, "at {x}: {}", 5.0 - hit.distance_m);
    }
}

#[test]
fn what_is_remembered_of_a_place_changes_no_answer() {
    let level = Level::compile(by_name("riverbend").unwrap()).unwrap();
    let (solids, mut random) = (level.solids(), SplitMix64::new(13));
    let (mut used, mut answers) = (Nearby::default(), 0);
    let bounds = level.bounds();
    let mut at = Vec3::new(random.between(-200.0, 200.0), 1.0, random.between(-200.0, 200.0));
    for step in 0..30_000 {
        // A walk through the city, with a leap now and then.
        let leap_m = if step % 500 == 0 { 300.0 } else { 0.3 };
        at += Vec3::new(random.between(-leap_m, leap_m), 0.0, random.between(-leap_m, leap_m));
        at = at.clamp(bounds.mins, bounds.maxs).with_y(level.ground_height(at.x, at.z).unwrap_or(0.0) + 0.6);
        let around = Aabb::from_half_extents(at, Vec3::splat(1.0));
        used.look(solids, &around);
        let mut fresh = Nearby::default();
        fresh.look(solids, &around);
        let radius_m = random.between(0.2, 1.5);
        let touched = |near: &Nearby| {
            let mut touches = Vec::new();
            near.touch(solids, at, radius_m, &mut |touch| touches.push(touch));
            touches
        };
        assert_eq!(touched(&used), touched(&fresh));
        assert_eq!(touched(&used).len(), touches(&level, at, radius_m).len());
        assert_eq!(used.is_clear(solids, &around), solids.is_clear(&around));
        let direction = Vec3::new(random.between(-0.5, 0.5), -1.0, random.between(-0.5, 0.5)).normalize();
        let reach_m = random.between(0.5, 3.0);
        let hit = used.cast_ray(solids, at, direction, reach_m);
        assert_eq!(hit, fresh.cast_ray(solids, at, direction, reach_m));
        assert_eq!(hit, solids.cast_ray(at, direction, reach_m));
        answers += usize::from(hit.is_some()) + touched(&used).len();
    }
    assert!(answers > 20_000, "{answers} answers");
}

#[test]
fn a_ray_of_numbers_that_are_none_ends() {
    let level = level_of(vec![cuboid(Vec3::ONE, Vec3::Y * 3.0)]);
    for bad in [f32::NAN, f32::INFINITY, -f32::INFINITY, f32::MAX] {
        let (one, two) = (Vec3::new(bad, 1.0, 0.0), Vec3::new(bad, 0.0, bad));
        for (origin, direction, reach_m) in [(one, Vec3::X, 10.0), (Vec3::Y, two, 10.0), (Vec3::Y, -Vec3::X, bad)] {
            let _ = level.solids().cast_ray(origin, direction, reach_m);
        }
        level.solids().touch(Vec3::splat(bad), 0.5, &mut |_| {});
    }
}

/// What a sphere overlaps, the deepest first.
fn touches(level: &Level, centre: Vec3, radius_m: f32) -> Vec<SolidTouch> {
    let mut touches = Vec::new();
    level.solids().touch(centre, radius_m, &mut |touch| touches.push(touch));
    touches.sort_by(|a, b| b.depth_m.total_cmp(&a.depth_m));
    touches
}

#[track_caller]
fn assert_touch(touch: SolidTouch, out: Vec3, depth_m: f32) {
    assert!((touch.out - out).length() < 2e-3 && (touch.depth_m - depth_m).abs() < 1e-3, "{touch:?}");
}

#[test]
fn a_sphere_is_pushed_off_walls_floors_corners_and_out_of_the_inside() {
    // A wall that reaches over many cells, at x from -1 to 1.
    let level = level_of(vec![cuboid(Vec3::new(1.0, 2.0, 20.0), Vec3::Y * 2.0)]);
    let at = |x: f32, y: f32, z: f32| touches(&level, Vec3::new(x, y, z), 0.5);
    assert_eq!(at(1.6, 1.0, 0.0), []);
    assert_eq!(at(1.4, 1.0, 8.0).len(), 1, "once, though it is in four cells around");
    assert_touch(at(1.4, 1.0, 8.0)[0], Vec3::X, 0.1);
    let corner = at(1.3, 0.4, 0.0);
    assert_touch(corner[0], Vec3::X, 0.2);
    assert_touch(corner[1], Vec3::Y, 0.1);
    // Off its upper edge, off the upright edge of its end.
    assert_touch(at(1.3, 4.3, 0.0)[0], Vec3::new(1.0, 1.0, 0.0).normalize(), 0.5 - 0.3 * 2f32.sqrt());
    assert_touch(at(-1.3, 1.0, 20.3)[0], Vec3::new(-1.0, 0.0, 1.0).normalize(), 0.5 - 0.3 * 2f32.sqrt());
    // Within, and on the face itself.
    assert_touch(at(0.7, 1.5, 0.0)[0], Vec3::X, 0.8);
    assert_touch(at(1.0, 1.0, 0.0)[0], Vec3::X, 0.5);
    assert_touch(at(30.0, -0.2, 0.0)[0], Vec3::Y, 0.7);
}

#[test]
fn a_sphere_stands_on_slopes_and_stairs() {
    let step = |i: usize| {
        cuboid(Vec3::new(2.0, 0.1 * (i + 1) as f32, 0.2), Vec3::new(0.0, 0.1 * (i + 1) as f32, 0.4 * i as f32))
    };
    let mut pieces: Vec<Piece> = (0..5).map(step).collect();
    pieces.push(piece(Shape::Ramp { half: Vec3::new(2.0, 1.0, 2.0) }, Vec3::new(20.0, 1.0, 0.0)));
    let level = level_of(pieces);
    // Steps of 0.2 m height and 0.4 m depth: on the third, 0.25 m before the fourth.
    let stair = touches(&level, Vec3::new(0.0, 0.75, 0.75), 0.3);
    assert_touch(stair[0], Vec3::Y, 0.15);
    assert_touch(stair[1], -Vec3::Z, 0.05);
    let slope = Vec3::new(0.0, 2.0, -1.0).normalize();
    assert_touch(touches(&level, Vec3::new(20.0, 1.0, 0.0) + slope * 0.4, 0.5)[0], slope, 0.1);
    assert_touch(touches(&level, Vec3::new(20.0, 1.0, 0.0) - slope * 0.2, 0.5)[0], slope, 0.7);
}

#[test]
fn a_sphere_is_pushed_off_a_mesh_and_a_heightfield_from_both_sides_of_their_skin() {
    // A cube of 4 m as a mesh, and a slope of 45 degrees down to +x.
    let vertices = cube_corners().iter().map(|corner| *corner * 4.0).collect();
    let mesh = Shape::Mesh { vertices, triangles: CUBE_TRIANGLES.to_vec() };
    let mut data = one_of_each();
    data.ground = Ground::Heightfield {
        rows: 2,
        columns: 3,
        size_x_m: 80.0,
        size_z_m: 80.0,
        heights_m: vec![40.0, 0.0, -40.0, 40.0, 0.0, -40.0],
    };
    data.pieces = vec![Piece { rotation: Rotation::Yaw(0.0), ..piece(mesh, Vec3::new(0.0, 12.0, 0.0)) }];
    let level = Level::compile(data).unwrap();
    let on_mesh = touches(&level, Vec3::new(2.4, 12.3, 0.2), 0.5);
    assert_touch(on_mesh[0], Vec3::X, 0.1);
    let in_mesh = touches(&level, Vec3::new(1.2, 12.3, 0.2), 0.5);
    assert_eq!(in_mesh.len(), 1);
    assert_touch(in_mesh[0], Vec3::X, 1.3);
    let slope = Vec3::new(1.0, 1.0, 0.0).normalize();
    let place = Vec3::new(10.0, -10.0, 7.0);
    assert_touch(touches(&level, place + slope * 0.3, 0.5)[0], slope, 0.2);
    assert_touch(touches(&level, place - slope * 0.3, 0.5)[0], slope, 0.8);
}

#[test]
fn a_hostile_level_gets_no_larger_grid_and_the_same_answers() {
    let spread = |i: usize| Vec3::new((i % 251) as f32 * 32.0 - 4000.0, 5.0, (i / 251) as f32 * 32.0 - 4000.0);
    let shape = SharedShape::cuboid(60.0, 1.0, 60.0);
    let colliders: Vec<StaticCollider> = (0..60_000)
        .map(|i| StaticCollider { shape: shape.clone(), pose: Pose::from_translation(spread(i)), friction: 1.0 })
        .collect();
    let solids = Solids::new(&colliders);
    let (cells, entries) = solids.grid.size();
    assert!(cells <= 1025 * 1025 && entries <= MOST_ENTRIES, "{cells} cells, {entries} entries");
    assert!(solids.everywhere.len() < 60_000, "the grid has all that fit");
    for i in [0, 1, 30_000, 59_999] {
        let hit = solids.cast_ray(spread(i) + Vec3::Y * 3.0, -Vec3::Y, 5.0);
        assert_eq!(hit, Some(SolidHit { distance_m: 2.0, normal: Vec3::Y }));
    }

    let plate = Level::compile(by_name("test-collisions").unwrap()).unwrap();
    assert_eq!(plate.solids().everywhere, [0], "the ground covers more than {MOST_CELLS_A_PART} cells");
}
