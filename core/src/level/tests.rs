use proptest::prelude::*;

use super::generators::{by_name, test_collisions};
use super::*;
use crate::units::math::{Quat, Vec3};

/// A level with one of everything that can be written, after which a test changes one thing.
pub(super) fn one_of_each() -> LevelData {
    LevelData {
        pieces: vec![
            piece(Shape::Cuboid { half: Vec3::new(1.0, 2.0, 0.5) }, Vec3::new(3.0, 2.0, 0.0)),
            piece(Shape::Ramp { half: Vec3::new(2.0, 0.5, 3.0) }, Vec3::new(-9.0, 0.5, 0.0)),
            piece(Shape::Hull { points: cube_corners() }, Vec3::new(0.0, 0.5, 20.0)),
            piece(Shape::Mesh { vertices: cube_corners(), triangles: CUBE_TRIANGLES.to_vec() }, Vec3::ZERO),
        ],
        light_pieces: vec![LightPiece { kind: LightKind::Lamp, position: Vec3::X, yaw_rad: 0.25 }],
        spawns: vec![Spawn { position: Vec3::new(0.0, 0.5, -30.0), yaw_rad: 0.0 }],
        parked: vec![Parked { position: Vec3::new(8.0, 0.5, -30.0), yaw_rad: -1.5 }],
        roads: vec![Road {
            name: "Way".into(),
            points: vec![Vec3::new(20.0, 0.0, -35.0), Vec3::new(20.0, 0.0, 35.0)],
            forward: 2,
            backward: 1,
            lane_width_m: 3.5,
            shoulder_m: 0.5,
            speed_mps: 14.0,
            rank: 1,
        }],
        pavements: vec![Pavement {
            points: vec![Vec3::new(28.0, 0.12, -35.0), Vec3::new(28.0, 0.12, 35.0)],
            width_m: 2.0,
        }],
        areas: vec![Area {
            name: "Lawn".into(),
            kind: AreaKind::Park,
            outline: vec![Vec3::new(30.0, 0.0, 0.0), Vec3::new(40.0, 0.0, 0.0), Vec3::new(35.0, 0.0, 9.0)],
        }],
        strips: vec![Strip { name: "run".into(), start: Vec3::ZERO, end: Vec3::Z * 30.0, width_m: 4.0 }],
        ramps: vec![Ramp { name: "jump".into(), lip: Vec3::new(-9.0, 1.0, 3.0), yaw_rad: 0.0, height_m: 1.0 }],
        dummies: vec![Dummy { name: "target".into(), position: Vec3::Y, rotation: Rotation::Yaw(0.5) }],
        ..LevelData::bare(
            "one-of-each",
            "One of each",
            Ground::Flat { half_x_m: 50.0, half_z_m: 40.0 },
            Surface::Asphalt,
        )
    }
}

pub(super) fn piece(shape: Shape, position: Vec3) -> Piece {
    Piece { shape, position, rotation: Rotation::Yaw(0.0), kind: PieceKind::Wall, surface: Surface::Concrete }
}

/// Corner `i` is at +0.5 on x, y, z where bits 0, 1, 2 of `i` are set.
pub(super) fn cube_corners() -> Vec<Vec3> {
    (0..8).map(|i| Vec3::from_array([0, 1, 2].map(|axis| if i >> axis & 1 == 1 { 0.5 } else { -0.5 }))).collect()
}

pub(super) const CUBE_TRIANGLES: [[u32; 3]; 12] = [
    [0, 4, 6],
    [0, 6, 2],
    [1, 3, 7],
    [1, 7, 5],
    [0, 1, 5],
    [0, 5, 4],
    [2, 6, 7],
    [2, 7, 3],
    [0, 2, 3],
    [0, 3, 1],
    [4, 5, 7],
    [4, 7, 6],
];

#[test]
fn a_level_is_read_back_as_it_was_written() {
    let mut level = one_of_each();
    level.pieces[0].rotation = Rotation::Full(Quat::from_xyzw(0.0, 0.6, 0.0, 0.8));
    level.pieces[1].position = Vec3::new(0.1, -0.0, 1e-20);
    assert_eq!(LevelData::from_ron(&level.to_ron()).unwrap(), level);
    level.ground = hill();
    assert_eq!(LevelData::from_ron(&level.to_ron()).unwrap(), level);
    let arena = test_collisions();
    assert_eq!(LevelData::from_ron(&arena.to_ron()).unwrap(), arena);
}

#[test]
fn the_text_of_a_level_has_one_line_a_piece() {
    insta::assert_snapshot!(one_of_each().to_ron());
}

#[test]
fn a_fault_in_the_text_is_told_with_its_line_and_column() {
    let text = one_of_each().to_ron().replace("Ramp(half", "Rampe(half");
    insta::assert_snapshot!(
        LevelData::from_ron(&text).unwrap_err(),
        @"line 11, column 17: Unexpected variant named `Rampe` in enum `Shape`, expected one of `Cuboid`, `Ramp`, `Hull`, or `Mesh` instead"
    );
    let text = one_of_each().to_ron().replace("title:", "titel:");
    insta::assert_snapshot!(
        LevelData::from_ron(&text).unwrap_err(),
        @"line 3, column 5: Unexpected field named `titel` in `LevelData`, expected one of `name`, `title`, `ground`, `ground_surface`, `pieces`, `light_pieces`, `spawns`, `parked`, `roads`, `pavements`, `areas`, `strips`, `ramps`, or `dummies` instead"
    );
    let deep = "[".repeat(100_000);
    assert!(matches!(LevelData::from_ron(&deep), Err(LevelError::Syntax { .. })));
}

#[test]
fn a_list_is_refused_at_the_first_entry_too_many() {
    let mut level = one_of_each();
    level.parked = vec![level.parked[0]; limits::PARKED + 1];
    let error = LevelData::from_ron(&level.to_ron()).unwrap_err().to_string();
    assert!(error.contains("the list has more than 64 entries"), "{error}");
    let long = " ".repeat(limits::TEXT_BYTES + 1);
    assert_eq!(LevelData::from_ron(&long), Err(LevelError::TextTooLong { bytes: limits::TEXT_BYTES + 1 }));
}

#[test]
fn formatting_and_names_do_not_change_the_hash() {
    let level = one_of_each();
    let hash = Level::compile(level.clone()).unwrap().hash();
    let dense: String = level.to_ron().split('\n').map(str::trim).collect();
    assert_ne!(dense, level.to_ron());
    let mut read = LevelData::from_ron(&dense).unwrap();
    read.title = "Another".into();
    read.roads[0].name = "Path".into();
    read.strips.clear();
    read.ramps.clear();
    read.dummies.clear();
    assert_eq!(Level::compile(read).unwrap().hash(), hash);
}

#[test]
fn everything_that_decides_bits_changes_the_hash() {
    let changes: [fn(&mut LevelData); 22] = [
        |_| {},
        |level| level.ground = Ground::Flat { half_x_m: 50.0, half_z_m: 41.0 },
        |level| level.ground_surface = Surface::Earth,
        |level| level.pieces.swap(0, 1),
        |level| level.pieces[0].position.x += 0.001,
        |level| level.pieces[0].rotation = Rotation::Yaw(0.001),
        |level| level.pieces[0].surface = Surface::Steel,
        |level| level.pieces[0].kind = PieceKind::Barrier,
        |level| level.pieces[1].shape = Shape::Ramp { half: Vec3::new(2.0, 0.5, 3.1) },
        |level| level.pieces[3].position.y += 1.0,
        |level| level.light_pieces[0].kind = LightKind::Sign,
        |level| level.spawns[0].yaw_rad = 0.5,
        |level| level.parked[0].position.x += 1.0,
        |level| level.roads.clear(),
        |level| level.roads[0].points[1].z += 1.0,
        |level| level.roads[0].lane_width_m = 3.0,
        |level| level.roads[0].rank = 2,
        |level| level.roads[0].speed_mps = 20.0,
        |level| (level.roads[0].forward, level.roads[0].backward) = (1, 2),
        |level| level.pavements[0].width_m = 3.0,
        |level| level.areas[0].kind = AreaKind::Square,
        |level| level.areas[0].outline[2].x += 1.0,
    ];
    let hashes = changes.map(|change| {
        let mut level = one_of_each();
        change(&mut level);
        Level::compile(level).unwrap().hash()
    });
    let distinct: std::collections::BTreeSet<u64> = hashes.into_iter().collect();
    assert_eq!(distinct.len(), changes.len(), "{hashes:x?}");
}

/// These change with the rules of `compile`, and then [`COMPILE_VERSION`] has to change as well.
#[test]
fn the_hash_of_a_level_is_the_same_in_every_build() {
    assert_eq!(COMPILE_VERSION, "tachograph level 2");
    let hash = |level: LevelData| format!("{:016x}", Level::compile(level).unwrap().hash());
    assert_eq!(hash(one_of_each()), "d71f0a98f90e2a5d");
    let mut without_ways = one_of_each();
    without_ways.roads.clear();
    without_ways.pavements.clear();
    without_ways.areas.clear();
    assert_eq!(hash(without_ways.clone()), "972a759bfc6aa9dc");
    without_ways.ground = hill();
    without_ways.pieces[0].rotation = Rotation::Yaw(0.3);
    assert_eq!(hash(without_ways), "e8fe5377c577ca32");
}

#[test]
fn a_flat_ground_has_its_top_at_zero() {
    let level = Level::compile(one_of_each()).unwrap();
    let ground = &level.colliders()[0];
    let bounds = ground.shape.compute_aabb(&ground.pose);
    assert_eq!((bounds.maxs.x, bounds.maxs.y, bounds.maxs.z), (50.0, 0.0, 40.0));
    assert!(ground.shape.as_cuboid().is_some());
    assert_eq!(level.ground_height(50.0, -40.0), Some(0.0));
    assert_eq!(level.ground_height(50.1, 0.0), None);
    assert_eq!(level.ground_height(f32::NAN, 0.0), None);
    assert_eq!(level.piece_count(), 4);
    assert_eq!(level.bounds().maxs.y, 4.0);
}

/// Three rows of four samples over 30 m x 20 m, the highest in the middle row.
fn hill() -> Ground {
    let heights_m = vec![0.0, 1.0, 2.0, 0.5, 1.0, 4.0, 3.0, 0.0, 0.0, -1.0, 2.0, 1.0];
    Ground::Heightfield { rows: 3, columns: 4, size_x_m: 30.0, size_z_m: 20.0, heights_m }
}

#[test]
fn the_height_of_the_ground_is_what_a_ray_finds() {
    use rapier3d::parry::query::Ray;
    let mut data = one_of_each();
    data.ground = hill();
    let level = Level::compile(data).unwrap();
    let ground = &level.colliders()[0];
    for (x, z) in (-14..=14).flat_map(|x| (-9..=9).map(move |z| (x as f32 + 0.3, z as f32 + 0.1))) {
        let ray = Ray::new(Vec3::new(x, 100.0, z), -Vec3::Y);
        let found = 100.0 - ground.shape.cast_ray(&ground.pose, &ray, 1000.0, true).expect("ground everywhere");
        let told = level.ground_height(x, z).expect("within the ground");
        assert!((found - told).abs() < 1e-3, "at {x} {z}: a ray finds {found}, told is {told}");
    }
    assert_eq!(level.ground_height(-15.0, -10.0), Some(0.0));
    assert_eq!(level.ground_height(15.0, 10.0), Some(1.0));
    assert_eq!(level.ground_height(15.1, 0.0), None);
}

#[test]
fn only_known_names_have_a_level() {
    for name in generators::NAMES {
        assert_eq!(by_name(name).expect("a name of the list").name, name);
    }
    assert!(by_name("nowhere").is_none());
}

/// Numbers of every kind, most of them ordinary, so that a level is not always refused at its first.
fn number() -> impl Strategy<Value = f32> {
    prop_oneof![60 => -60.0f32..60.0, 9 => 0.0f32..2.0, 1 => any::<f32>(), 1 => Just(0.0f32)]
}

fn vector() -> impl Strategy<Value = Vec3> {
    [number(), number(), number()].prop_map(Vec3::from_array)
}

fn half() -> impl Strategy<Value = Vec3> {
    vector().prop_map(Vec3::abs)
}

fn shape() -> impl Strategy<Value = Shape> {
    // Points on a coarse grid lie in one plane or in one place again and again.
    let coarse = [-2i8..3, -2i8..3, -2i8..3].prop_map(|p| Vec3::from_array(p.map(f32::from)));
    let points = prop_oneof![prop::collection::vec(coarse, 0..64), prop::collection::vec(vector(), 0..70)];
    let mesh = (prop::collection::vec(vector(), 0..10), prop::collection::vec([0u32..9, 0u32..9, 0u32..9], 0..14));
    let bent = prop::collection::vec(vector(), 8).prop_map(|bends| {
        cube_corners().iter().zip(bends).map(|(corner, bend)| *corner + bend * 0.005).collect::<Vec<Vec3>>()
    });
    let cube = (bent, 0usize..24, 0usize..3, 0u32..9).prop_map(|(vertices, wrong, corner, index)| {
        let mut triangles = CUBE_TRIANGLES.to_vec();
        if let Some(triangle) = triangles.get_mut(wrong) {
            triangle[corner] = index;
        }
        (vertices, triangles)
    });
    prop_oneof![
        half().prop_map(|half| Shape::Cuboid { half }),
        half().prop_map(|half| Shape::Ramp { half }),
        points.prop_map(|points| Shape::Hull { points }),
        mesh.prop_map(|(vertices, triangles)| Shape::Mesh { vertices, triangles }),
        cube.prop_map(|(vertices, triangles)| Shape::Mesh { vertices, triangles }),
    ]
}

/// Roads over each other on a coarse grid, so that they meet in every way: at points, along each other, at one place.
fn roads() -> impl Strategy<Value = Vec<Road>> {
    let coarse = [-3i8..4, -3i8..4].prop_map(|[x, z]| Vec3::new(f32::from(x) * 6.0, 0.0, f32::from(z) * 6.0));
    let place = prop_oneof![8 => coarse, 1 => vector()];
    let lanes = (0u8..6, 0u8..3, number().prop_map(f32::abs));
    let road = (prop::collection::vec(place, 0..7), lanes).prop_map(|(points, (forward, backward, width_m))| Road {
        points,
        forward,
        backward,
        lane_width_m: if width_m < 10.0 { width_m } else { 3.5 },
        ..one_of_each().roads[0].clone()
    });
    prop::collection::vec(road, 0..6)
}

fn any_level() -> impl Strategy<Value = LevelData> {
    let ground = prop_oneof![
        (number(), number()).prop_map(|(x, z)| Ground::Flat { half_x_m: x.abs(), half_z_m: z.abs() }),
        (any::<u32>(), 0u32..4, number(), number(), prop::collection::vec(number(), 0..9)).prop_map(
            |(rows, columns, x, z, heights_m)| Ground::Heightfield {
                rows: if rows % 4 == 0 { rows } else { rows % 4 },
                columns,
                size_x_m: x.abs(),
                size_z_m: z.abs(),
                heights_m
            }
        ),
    ];
    let rotation = prop_oneof![
        number().prop_map(|yaw| Rotation::Yaw(yaw / 10.0)),
        [number(), number(), number(), number()].prop_map(|q| Rotation::Full(Quat::from_array(q))),
        vector().prop_map(|v| Rotation::Full(Quat::from_array([v.x, v.y, v.z, 1.0]).normalize())),
    ];
    let piece = (shape(), vector(), rotation)
        .prop_map(|(shape, position, rotation)| Piece { rotation, ..piece(shape, position) });
    let light = (vector(), number()).prop_map(|(position, yaw_rad)| LightPiece {
        kind: LightKind::Hydrant,
        position,
        yaw_rad: yaw_rad / 10.0,
    });
    let pieces = prop::collection::vec(piece, 0..3);
    (ground, pieces, prop::collection::vec(light, 0..2), 0usize..3, roads()).prop_map(
        |(ground, pieces, light_pieces, spawns, roads)| {
            let spawns = vec![Spawn { position: Vec3::ZERO, yaw_rad: 0.0 }; spawns];
            LevelData { ground, pieces, light_pieces, spawns, roads, ..one_of_each() }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_level_panics(level in any_level()) {
        if let Ok(compiled) = Level::compile(level.clone()) {
            prop_assert!(compiled.bounds().mins.is_finite() && compiled.bounds().maxs.is_finite());
            prop_assert_eq!(LevelData::from_ron(&level.to_ron()).unwrap(), level);
        }
    }

    #[test]
    fn no_roads_panic(roads in roads()) {
        let level = LevelData { roads, ..one_of_each() };
        if let Ok(compiled) = Level::compile(level) {
            for lane in compiled.lanes().lanes() {
                prop_assert!(lane.length_m > 0.0 && lane.points.iter().all(|point| point.is_finite()));
            }
            for turn in compiled.lanes().turns() {
                prop_assert!(turn.points.iter().all(|point| point.is_finite()));
            }
            let _ = compiled.lanes().nearest_lane(Vec3::ONE);
        }
    }

    #[test]
    fn no_text_panics(position in 0usize..2000, byte in 32u8..127) {
        let mut text = one_of_each().to_ron().into_bytes();
        let position = position % text.len();
        text[position] = byte;
        if let Ok(level) = LevelData::from_ron(&String::from_utf8(text).unwrap()) {
            let _ = Level::compile(level);
        }
    }
}

#[test]
fn the_shortest_way_along_the_lanes_ends_at_the_place() {
    let level = Level::compile(generators::riverbend(generators::SEED)).unwrap();
    let (graph, place) = (level.lanes(), level.data().spawns[0].position);
    let passes = |lane: roads::LaneId| graph.lane(lane).nearest_m(place).0 < 20.0;
    for first in (0..graph.lanes().len()).step_by(7) {
        let mut lane = roads::LaneId(first as u32);
        let mut ways = 0;
        while !passes(lane) {
            let turn = graph.turn_towards(lane, place).expect("every lane leads everywhere");
            let from = Some(graph.turn(turn).from);
            assert!([Some(lane), graph.lane(lane).left, graph.lane(lane).right].contains(&from));
            (lane, ways) = (graph.turn(turn).to, ways + 1);
            assert!(ways < 60, "from lane {first} in circles");
        }
    }
}

#[test]
fn pavements_lead_on_to_those_that_begin_near_their_ends() {
    let level = Level::compile(generators::riverbend(generators::SEED)).unwrap();
    let (footways, pavements) = (level.footways(), &level.data().pavements);
    let place = |end: FootwayEnd| {
        let length_m = footways.all()[usize::from(end.way)].length_m;
        pavements[usize::from(end.way)].at(if end.is_last { length_m } else { 0.0 }).0
    };
    let mut dead_ends = 0;
    for way in 0..pavements.len() as u16 {
        for end in [false, true].map(|is_last| FootwayEnd { way, is_last }) {
            let next = footways.next(end);
            dead_ends += usize::from(next.is_empty());
            let away_m: Vec<f32> = next.iter().map(|other| (place(*other) - place(end)).length()).collect();
            assert!(next.len() <= 4 && !next.contains(&end) && away_m.is_sorted(), "{away_m:?}");
            assert!(away_m.iter().all(|away_m| *away_m < 18.0));
        }
    }
    assert!(dead_ends < pavements.len() / 4, "{dead_ends} of {} ends lead nowhere", 2 * pavements.len());
}
