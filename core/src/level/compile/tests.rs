use proptest::prelude::*;

use super::*;
use crate::level::generators::{LANDMARKS, padded, test_collisions};
use crate::level::tests::{one_of_each, piece};
use crate::level::{Level, Piece, Rotation};

fn level_of(pieces: Vec<Piece>) -> LevelData {
    LevelData { pieces, ..one_of_each() }
}

/// Every box that the pieces become: its centre and half edges.
fn boxes(pieces: Vec<Piece>) -> Vec<(Vec3, Vec3)> {
    let half = |part: &Part| part.shape.as_cuboid().expect("only boxes in, only boxes out").half_extents;
    let mut parts = merge::merged_boxes(&pieces);
    parts.sort_by_key(|part| part.first_piece);
    parts.iter().map(|part| (part.pose.translation, half(part))).collect()
}

/// `count` boxes of 2 m in a row along the direction that `yaw_rad` turns +z to, `gap_m` apart.
fn row(count: u32, yaw_rad: f32, gap_m: f32) -> Vec<Piece> {
    let rotation = Rotation::Yaw(yaw_rad);
    let along = rotation.to_quat() * Vec3::Z;
    let at = |i: u32| Vec3::new(300.0, 1.0, -200.0) + along * (i as f32 * (2.0 + gap_m));
    let shape = Shape::Cuboid { half: Vec3::new(0.5, 1.0, 1.0) };
    (0..count).map(|i| Piece { rotation, ..piece(shape.clone(), at(i)) }).collect()
}

#[test]
fn sixty_flush_pieces_become_one_box() {
    for yaw_rad in [0.0, 0.7, -2.9] {
        let merged = boxes(row(60, yaw_rad, 0.0));
        assert_eq!(merged.len(), 1, "at yaw {yaw_rad}");
        let (centre, half) = merged[0];
        let middle = Vec3::new(300.0, 1.0, -200.0) + Rotation::Yaw(yaw_rad).to_quat() * Vec3::Z * 59.0;
        assert!((centre - middle).length() < 1e-3, "{centre} is not {middle}");
        assert!((half - Vec3::new(0.5, 1.0, 60.0)).length() < 1e-3, "{half}");
    }
}

#[test]
fn the_order_of_the_pieces_does_not_matter_to_merging() {
    let mut pieces = row(60, 0.3, 0.0);
    let in_order = boxes(pieces.clone());
    pieces.reverse();
    pieces.swap(7, 41);
    assert_eq!(boxes(pieces), in_order);
}

#[test]
fn pieces_with_a_gap_of_5_mm_stay_apart() {
    assert_eq!(boxes(row(60, 0.0, 0.005)).len(), 60);
    assert_eq!(boxes(row(60, 0.0, 0.0005)).len(), 1);
}

#[test]
fn pieces_around_a_bend_stay_apart() {
    let mut pieces = row(2, 0.0, 0.0);
    pieces[1].rotation = Rotation::Yaw(0.02);
    assert_eq!(boxes(pieces).len(), 2);
}

#[test]
fn pieces_of_another_height_place_or_surface_stay_apart() {
    let changes: [fn(&mut Piece); 4] = [
        |piece| piece.shape = Shape::Cuboid { half: Vec3::new(0.5, 1.1, 1.0) },
        |piece| piece.position.y += 0.01,
        |piece| piece.position.x += 0.01,
        |piece| piece.surface = Surface::Steel,
    ];
    for change in changes {
        let mut pieces = row(3, 0.0, 0.0);
        change(&mut pieces[1]);
        assert_eq!(boxes(pieces).len(), 3);
    }
}

#[test]
fn a_wall_of_bricks_becomes_one_wall() {
    let brick = |[x, y, z]: [u32; 3]| {
        let middle = Vec3::new(x as f32 * 0.5, 0.1 + y as f32 * 0.2, z as f32);
        piece(Shape::Cuboid { half: Vec3::new(0.25, 0.1, 0.5) }, middle)
    };
    let bricks = (0..2).flat_map(|x| (0..10).flat_map(move |y| (0..20).map(move |z| brick([x, y, z])))).collect();
    let merged = boxes(bricks);
    assert_eq!(merged.len(), 1);
    assert!((merged[0].1 - Vec3::new(0.5, 1.0, 10.0)).length() < 1e-4, "{}", merged[0].1);
}

#[test]
fn the_same_piece_twice_stays_two() {
    let pieces = [row(5, 0.0, 0.0), row(5, 0.0, 0.0)].concat();
    let volume: f32 = boxes(pieces).iter().map(|(_, half)| 8.0 * half.x * half.y * half.z).sum();
    assert!((volume - 2.0 * 5.0 * 4.0).abs() < 1e-3, "{volume}");
}

#[test]
fn a_single_piece_keeps_its_bits() {
    let single =
        Piece { rotation: Rotation::Yaw(1.234_567), ..piece(Shape::Cuboid { half: Vec3::ONE * 0.7 }, Vec3::ONE * 0.1) };
    let part = &merge::merged_boxes(std::slice::from_ref(&single))[0];
    assert_eq!(part.pose, single.pose());
    assert_eq!(part.shape.as_cuboid().unwrap().half_extents, Vec3::ONE * 0.7);
}

/// One line a collider: its kind, how many parts, where it is.
fn listing(level: &Level) -> String {
    let line = |collider: &StaticCollider| {
        let (mins, maxs) = {
            let bounds = collider.shape.compute_aabb(&collider.pose);
            (bounds.mins, bounds.maxs)
        };
        let parts = collider.shape.as_compound().map_or(1, |compound| compound.shapes().len());
        let kind = collider.shape.shape_type();
        format!("{kind:?} {parts} friction {} from {mins:.1} to {maxs:.1}\n", collider.friction)
    };
    level.colliders().iter().map(line).collect()
}

#[test]
fn colliders_come_as_ground_singles_and_chunks_in_order() {
    let small = |x, z, surface| Piece {
        surface,
        ..piece(Shape::Cuboid { half: Vec3::new(1.0, 1.0, 1.0) }, Vec3::new(x, 1.0, z))
    };
    let mut pieces = vec![
        small(70.0, 0.0, Surface::Concrete),
        small(-1.0, 0.0, Surface::Steel),
        piece(Shape::Cuboid { half: Vec3::new(40.0, 1.0, 1.0) }, Vec3::new(0.0, 1.0, 90.0)),
        small(-5.0, 5.0, Surface::Concrete),
        small(-9.0, 63.0, Surface::Concrete),
        small(-9.0, 65.0, Surface::Concrete),
        small(70.0, 9.0, Surface::Concrete),
    ];
    pieces.extend(one_of_each().pieces);
    let level = Level::compile(level_of(pieces)).unwrap();
    insta::assert_snapshot!(listing(&level));
}

#[test]
fn the_arena_compiles_its_flush_wall_to_the_single_one() {
    let level = Level::compile(test_collisions()).unwrap();
    let long: Vec<_> = level
        .colliders()
        .iter()
        .filter(|collider| collider.shape.compute_aabb(&collider.pose).extents().z == LANDMARKS.scrape_length_m)
        .collect();
    let [pieces, single] = long[..] else { panic!("two walls of that length, not {}", long.len()) };
    assert_eq!(pieces.shape.as_cuboid(), single.shape.as_cuboid());
    assert_eq!(pieces.pose.translation.z, single.pose.translation.z);
    insta::assert_snapshot!(listing(&level));
}

#[test]
fn eight_thousand_pieces_become_some_two_hundred_and_fifty_chunks() {
    let level = Level::compile(padded(test_collisions(), 8000, 7)).unwrap();
    assert_eq!(level.piece_count(), 8000);
    let chunks: Vec<_> = level.colliders().iter().filter_map(|collider| collider.shape.as_compound()).collect();
    assert!((150..300).contains(&chunks.len()), "{} chunks", chunks.len());
    assert!(chunks.iter().all(|chunk| chunk.local_aabb().extents().x < CHUNK_M + 4.0));
    let parts: usize = chunks.iter().map(|chunk| chunk.shapes().len()).sum();
    let singles = level.colliders().len() - chunks.len();
    assert!(parts + singles > 7900, "{parts} parts and {singles} singles");
    let again = Level::compile(padded(test_collisions(), 8000, 7)).unwrap();
    assert_eq!(again.hash(), level.hash());
    assert_eq!(listing(&again), listing(&level));
}

#[test]
fn a_wedge_rises_towards_plus_z() {
    let corners = wedge_corners(Vec3::new(1.0, 2.0, 3.0));
    let wedge = convex(corners.to_vec(), &WEDGE_TRIANGLES);
    assert!(wedge.contains_local_point(Vec3::new(0.0, 1.5, 2.9)));
    assert!(!wedge.contains_local_point(Vec3::new(0.0, 1.5, -2.9)));
    let mesh = piece(Shape::Mesh { vertices: corners.to_vec(), triangles: WEDGE_TRIANGLES.to_vec() }, Vec3::ZERO);
    assert_eq!(level_of(vec![mesh]).check(), Ok(()), "closed and wound outwards");
}

proptest! {
    /// The hull of any points that are not in one plane is a closed surface wound outwards, with all points inside.
    #[test]
    fn a_hull_is_closed_and_holds_its_points(
        points in prop::collection::vec([-3i8..4, -3i8..4, -3i8..4].prop_map(|p| Vec3::from_array(p.map(f32::from))), 4..64)
    ) {
        if let Some(hull) = convex_hull(&points) {
            let shape = Shape::Mesh { vertices: hull.corners.clone(), triangles: hull.triangles.clone() };
            prop_assert_eq!(level_of(vec![piece(shape, Vec3::ZERO)]).check(), Ok(()));
            for triangle in &hull.triangles {
                let [a, b, c] = triangle.map(|index| hull.corners[index as usize]);
                let normal = (b - a).cross(c - a);
                prop_assert!(points.iter().all(|point| normal.dot(*point - a) <= 0.0));
            }
            convex(hull.corners, &hull.triangles);
        }
    }
}
