use super::*;
use crate::level::tests::{CUBE_TRIANGLES, cube_corners, one_of_each};
use crate::level::{Parked, Road, Spawn};
use crate::units::math::Quat;

type Change = fn(&mut LevelData);

/// Each makes one fault in a level that has none.
const FAULTS: &[(&str, Change)] = &[
    ("name, empty", |level| level.name.clear()),
    ("name, a path", |level| level.name = "../level".into()),
    ("name, long", |level| level.name = "a".repeat(65)),
    ("title, long", |level| level.title = "a".repeat(257)),
    ("ground, thin", |level| level.ground = Ground::Flat { half_x_m: 0.5, half_z_m: 9.0 }),
    ("ground, none", |level| level.ground = Ground::Flat { half_x_m: 9.0, half_z_m: f32::NAN }),
    ("heights, one row", |level| level.ground = field(1, 4, 4)),
    ("heights, too many columns", |level| level.ground = field(2, 1 << 31, 4)),
    ("heights, too few", |level| level.ground = field(3, 3, 8)),
    ("heights, more than u32", |level| level.ground = field(1 << 21, 1 << 21, 4)),
    ("heights, infinite", |level| {
        level.ground = field(2, 2, 4);
        let Ground::Heightfield { heights_m, .. } = &mut level.ground else { unreachable!() };
        heights_m[3] = f32::INFINITY;
    }),
    ("heights, size", |level| {
        level.ground = field(2, 2, 4);
        let Ground::Heightfield { size_z_m, .. } = &mut level.ground else { unreachable!() };
        *size_z_m = -1.0;
    }),
    ("pieces, too many", |level| level.pieces = vec![level.pieces[0].clone(); limits::PIECES + 1]),
    ("cuboid, thin", |level| level.pieces[0].shape = Shape::Cuboid { half: Vec3::new(1.0, 0.004, 1.0) }),
    ("ramp, long", |level| level.pieces[1].shape = Shape::Ramp { half: Vec3::new(1.0, 1.0, 2000.5) }),
    ("hull, three points", |level| hull(level).truncate(3)),
    ("hull, too many points", |level| *hull(level) = cube_corners().repeat(9)),
    ("hull, flat", |level| hull(level).retain(|point| point.y > 0.0)),
    ("hull, one point often", |level| *hull(level) = vec![Vec3::ONE; 8]),
    ("hull, one line", |level| *hull(level) = (0..9).map(|i| Vec3::ONE * i as f32).collect()),
    ("hull, far", |level| hull(level)[5].z = 1e9),
    ("hulls, too many points", |level| {
        level.pieces = vec![level.pieces[2].clone(); limits::PIECES];
    }),
    ("mesh, three triangles", |level| mesh(level).1.truncate(3)),
    ("mesh, vertex not a number", |level| mesh(level).0[2].x = f32::NAN),
    ("mesh, index", |level| mesh(level).1[7] = [1, 2, 8]),
    ("mesh, one corner twice", |level| mesh(level).1[7] = [1, 1, 2]),
    ("mesh, a hole", |level| {
        mesh(level).1.remove(4);
    }),
    ("mesh, a triangle twice", |level| mesh(level).1.push(CUBE_TRIANGLES[4])),
    ("mesh, a triangle turned round", |level| mesh(level).1[4].swap(1, 2)),
    ("mesh, inside out", |level| mesh(level).1.iter_mut().for_each(|triangle| triangle.swap(1, 2))),
    ("mesh, a small part inside out", |level| {
        let (vertices, triangles) = mesh(level);
        vertices.extend(cube_corners().iter().map(|corner| *corner * 0.5 + Vec3::X * 5.0));
        triangles.extend(CUBE_TRIANGLES.map(|[a, b, c]| [a + 8, c + 8, b + 8]));
    }),
    ("position, far", |level| level.pieces[0].position.x = 4097.0),
    ("position, infinite", |level| level.pieces[3].position.y = f32::NEG_INFINITY),
    ("yaw", |level| level.pieces[0].rotation = Rotation::Yaw(6.3)),
    ("rotation, not unit", |level| level.pieces[0].rotation = Rotation::Full(Quat::from_xyzw(0.0, 0.6, 0.0, 0.9))),
    ("rotation, none", |level| level.pieces[0].rotation = Rotation::Full(Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0))),
    ("light, too many", |level| level.light_pieces = vec![level.light_pieces[0]; limits::LIGHT_PIECES + 1]),
    ("light, far", |level| level.light_pieces[0].position.z = 5000.0),
    ("spawns, none", |level| level.spawns.clear()),
    ("spawns, too many", |level| level.spawns = vec![level.spawns[0]; limits::SPAWNS + 1]),
    ("spawn, yaw", |level| level.spawns.push(Spawn { position: Vec3::ZERO, yaw_rad: f32::NAN })),
    ("parked, too many", |level| level.parked = vec![level.parked[0]; limits::PARKED + 1]),
    ("parked, far", |level| level.parked.push(Parked { position: Vec3::Y * -9999.0, yaw_rad: 0.0 })),
    ("roads, too many", |level| level.roads = vec![level.roads[0].clone(); limits::ROADS + 1]),
    ("roads, too many points", |level| {
        level.roads[0].points = (0..=limits::ROAD_POINTS).map(|i| Vec3::X * i as f32 * 0.9).collect();
    }),
    ("road, one point", |level| level.roads[0].points.truncate(1)),
    ("road, a point twice", |level| level.roads[0].points.push(Vec3::new(20.0, 3.0, 35.0))),
    ("road, no lanes", |level| (level.roads[0].forward, level.roads[0].backward) = (0, 0)),
    ("road, too many lanes", |level| level.roads[0].forward = 255),
    ("road, wide", |level| level.roads[0].lane_width_m = 11.0),
    ("road, no speed", |level| level.roads[0].speed_mps = f32::NAN),
    ("roads, too many crossings", |level| {
        let at = |x: f32, z: f32| Vec3::new(x, 0.0, z);
        let lines = (0..129).flat_map(|i| {
            let i = i as f32 * 10.0;
            [vec![at(i, -5.0), at(i, 1300.0)], vec![at(-5.0, i), at(1300.0, i)]]
        });
        level.roads = lines.map(|points| Road { points, ..level.roads[0].clone() }).collect();
    }),
    ("roads, too many junctions", |level| {
        let at = |x: f32, z: f32| Vec3::new(x, 0.0, z);
        let lines = (0..40).flat_map(|i| {
            let i = i as f32 * 10.0;
            [vec![at(i, -5.0), at(i, 405.0)], vec![at(-5.0, i), at(405.0, i)]]
        });
        level.roads = lines.map(|points| Road { points, ..level.roads[0].clone() }).collect();
    }),
    ("roads, too many at one place", |level| {
        let around = (0..9).map(|i| Vec3::new(100.0 - 20.0 * i as f32, 0.0, 100.0));
        level.roads = around.map(|end| Road { points: vec![Vec3::ZERO, end], ..level.roads[0].clone() }).collect();
    }),
    ("pavement, narrow", |level| level.pavements[0].width_m = 0.1),
    ("pavement, far", |level| level.pavements[0].points[1].x = 1e9),
    ("area, a line", |level| level.areas[0].outline.truncate(2)),
    ("strip, a name", |level| level.strips[0].name = "Run".into()),
    ("strip, a point", |level| level.strips[0].end = level.strips[0].start),
    ("ramps, one name twice", |level| level.ramps.push(level.ramps[0].clone())),
    ("ramp, high", |level| level.ramps[0].height_m = 51.0),
    ("dummy, rotation", |level| level.dummies[0].rotation = Rotation::Yaw(7.0)),
];

fn field(rows: u32, columns: u32, samples: usize) -> Ground {
    Ground::Heightfield { rows, columns, size_x_m: 40.0, size_z_m: 30.0, heights_m: vec![0.0; samples] }
}

fn hull(level: &mut LevelData) -> &mut Vec<Vec3> {
    match &mut level.pieces[2].shape {
        Shape::Hull { points } => points,
        _ => unreachable!("the third piece is a hull"),
    }
}

fn mesh(level: &mut LevelData) -> (&mut Vec<Vec3>, &mut Vec<[u32; 3]>) {
    match &mut level.pieces[3].shape {
        Shape::Mesh { vertices, triangles } => (vertices, triangles),
        _ => unreachable!("the fourth piece is a mesh"),
    }
}

#[test]
fn a_level_with_one_of_each_is_not_refused() {
    assert_eq!(one_of_each().check(), Ok(()));
}

#[test]
fn each_fault_is_refused_with_its_place_its_value_and_the_cure() {
    let mut table = String::new();
    for (fault, change) in FAULTS {
        let mut level = one_of_each();
        change(&mut level);
        let error = level.check().expect_err(fault);
        table += &format!("{fault}\n    {error}\n");
    }
    insta::assert_snapshot!(table);
}

#[test]
fn a_mesh_with_a_vertex_for_each_normal_is_closed() {
    let mut level = one_of_each();
    let (vertices, triangles) = mesh(&mut level);
    *vertices = triangles.iter().flatten().map(|index| vertices[*index as usize]).collect();
    *triangles = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    assert_eq!(level.check(), Ok(()));
}
