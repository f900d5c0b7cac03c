//! `test-collisions`: an arena in which a car that is only driven straight ahead meets one thing.
//!
//! Lanes run along +z, side by side, each with a spawn at its start and something in its way: walls from 5 cm to 1 m
//! thick, a lamp, a corner, a kerb, a ramp, a parked car. Two lanes lie beside a wall of 120 m to scrape along, once
//! in 60 flush pieces and once in one. [`LANDMARKS`] says where everything is, so that no test holds a number of its own.

use crate::level::{
    Ground, LevelData, LightKind, LightPiece, Parked, Piece, PieceKind, Rotation, Shape, Spawn, Surface,
};
use crate::units::math::Vec3;

/// Where the things of the arena are, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Landmarks {
    /// Half the edge of the arena.
    pub half_m: f32,
    /// Where every lane starts.
    pub start_z_m: f32,
    /// The near face of every wall that is driven into, and the middle of the lamp, the hydrant and the parked car in a
    /// lane.
    pub target_z_m: f32,
    /// The lanes with a wall, from thin to thick.
    pub wall_lanes: [WallLane; 5],
    /// The lane with a lamp in it.
    pub lamp_lane_x_m: f32,
    /// The lane with a hydrant in it.
    pub hydrant_lane_x_m: f32,
    /// The lane into a corner: a wall across at the target and one along it on the left.
    pub corner_lane_x_m: f32,
    /// The inner face of the corner's left wall.
    pub corner_side_x_m: f32,
    /// The lane over a kerb that lies across it.
    pub kerb_lane_x_m: f32,
    /// The middle of that kerb.
    pub kerb_z_m: f32,
    /// How high it is.
    pub kerb_height_m: f32,
    /// The lane up a ramp.
    pub ramp_lane_x_m: f32,
    /// Where the ramp begins to rise.
    pub ramp_z_m: f32,
    /// The lane with a parked car in it.
    pub parked_lane_x_m: f32,
    /// The lane on the right of the wall of 60 pieces.
    pub scrape_pieces_lane_x_m: f32,
    /// The face of that wall.
    pub scrape_pieces_face_x_m: f32,
    /// The lane on the right of the wall in one.
    pub scrape_single_lane_x_m: f32,
    /// The face of that wall.
    pub scrape_single_face_x_m: f32,
    /// Where both of these walls begin.
    pub scrape_start_z_m: f32,
    /// How long they are.
    pub scrape_length_m: f32,
}

/// A lane with a wall at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallLane {
    /// The middle of the lane.
    pub x_m: f32,
    /// How thick its wall is.
    pub thickness_m: f32,
}

/// Where the things of [`test_collisions`] are.
pub const LANDMARKS: Landmarks = Landmarks {
    half_m: 120.0,
    start_z_m: -105.0,
    target_z_m: 25.0,
    wall_lanes: [
        WallLane { x_m: 104.0, thickness_m: 0.05 },
        WallLane { x_m: 92.0, thickness_m: 0.1 },
        WallLane { x_m: 80.0, thickness_m: 0.25 },
        WallLane { x_m: 68.0, thickness_m: 0.5 },
        WallLane { x_m: 56.0, thickness_m: 1.0 },
    ],
    lamp_lane_x_m: 46.0,
    hydrant_lane_x_m: 38.0,
    corner_lane_x_m: 24.0,
    corner_side_x_m: 30.0,
    kerb_lane_x_m: -30.0,
    kerb_z_m: 0.0,
    kerb_height_m: 0.12,
    ramp_lane_x_m: -48.0,
    ramp_z_m: 0.0,
    parked_lane_x_m: -60.0,
    scrape_pieces_lane_x_m: 8.0,
    scrape_pieces_face_x_m: 9.5,
    scrape_single_lane_x_m: -12.0,
    scrape_single_face_x_m: -10.5,
    scrape_start_z_m: -75.0,
    scrape_length_m: SCRAPE_PIECES as f32 * SCRAPE_PIECE_M,
};

/// Pieces of the wall to scrape along.
const SCRAPE_PIECES: u32 = 60;
/// The length of one, in metres.
const SCRAPE_PIECE_M: f32 = 2.0;
/// A car's origin above the ground, in metres.
const CAR_ORIGIN_M: f32 = 0.5;
/// Half the height of a wall, in metres: well above a car.
const WALL_HALF_HEIGHT_M: f32 = 1.0;
/// Half the thickness of the walls that are scraped along and of those around the arena, in metres.
const WALL_HALF_M: f32 = 0.5;

// 110 km/h within 120 m take 3.9 m/s2, which a quick road car has; its nose is 2.1 m ahead of its origin.
const _: () = assert!(LANDMARKS.target_z_m - LANDMARKS.start_z_m - 2.1 >= 120.0, "too short to reach 110 km/h");
const _: () = assert!(LANDMARKS.half_m - LANDMARKS.target_z_m >= 60.0, "no room to see what got through a wall");

/// The level.
#[must_use]
pub fn test_collisions() -> LevelData {
    let ground = Ground::Flat { half_x_m: LANDMARKS.half_m, half_z_m: LANDMARKS.half_m };
    LevelData {
        pieces: [outer_walls(), target_walls(), corner(), kerb_and_ramp(), scrape_walls()].concat(),
        light_pieces: light_pieces(),
        spawns: spawns(),
        parked: parked(),
        ..LevelData::bare("test-collisions", "Collisions", ground, Surface::Asphalt)
    }
}

/// One at the start of every lane.
fn spawns() -> Vec<Spawn> {
    let wall_lanes = LANDMARKS.wall_lanes.iter().map(|lane| lane.x_m);
    let other_lanes = [
        LANDMARKS.lamp_lane_x_m,
        LANDMARKS.hydrant_lane_x_m,
        LANDMARKS.corner_lane_x_m,
        LANDMARKS.scrape_pieces_lane_x_m,
        LANDMARKS.scrape_single_lane_x_m,
        LANDMARKS.kerb_lane_x_m,
        LANDMARKS.ramp_lane_x_m,
        LANDMARKS.parked_lane_x_m,
    ];
    wall_lanes
        .chain(other_lanes)
        .map(|x| Spawn { position: Vec3::new(x, CAR_ORIGIN_M, LANDMARKS.start_z_m), yaw_rad: 0.0 })
        .collect()
}

/// Around the arena, their inner faces on its edge.
fn outer_walls() -> Vec<Piece> {
    let half_m = LANDMARKS.half_m;
    let middle = half_m - WALL_HALF_M;
    let [left, right] = [middle, -middle].map(|x| wall([x, 0.0], [WALL_HALF_M, half_m]));
    let [far, near] = [middle, -middle].map(|z| wall([0.0, z], [half_m - 2.0 * WALL_HALF_M, WALL_HALF_M]));
    vec![left, right, far, near]
}

fn target_walls() -> Vec<Piece> {
    let across = |lane: &WallLane| {
        let half_thickness = lane.thickness_m / 2.0;
        wall([lane.x_m, LANDMARKS.target_z_m + half_thickness], [4.0, half_thickness])
    };
    LANDMARKS.wall_lanes.iter().map(across).collect()
}

/// One wall across the lane, and one of 20 m along its left side up to it.
fn corner() -> Vec<Piece> {
    let (side, end) = (LANDMARKS.corner_side_x_m, LANDMARKS.target_z_m);
    vec![
        wall([LANDMARKS.corner_lane_x_m, end + WALL_HALF_M], [side - LANDMARKS.corner_lane_x_m, WALL_HALF_M]),
        wall([side + WALL_HALF_M, end - 10.0 + WALL_HALF_M], [WALL_HALF_M, 10.0 + WALL_HALF_M]),
    ]
}

fn kerb_and_ramp() -> Vec<Piece> {
    let kerb_half = Vec3::new(10.0, LANDMARKS.kerb_height_m / 2.0, 0.3);
    let ramp_half = Vec3::new(3.0, 0.75, 5.0);
    vec![
        Piece {
            shape: Shape::Cuboid { half: kerb_half },
            position: Vec3::new(LANDMARKS.kerb_lane_x_m, kerb_half.y, LANDMARKS.kerb_z_m),
            rotation: Rotation::Yaw(0.0),
            kind: PieceKind::Kerb,
            surface: Surface::Concrete,
        },
        Piece {
            shape: Shape::Ramp { half: ramp_half },
            position: Vec3::new(LANDMARKS.ramp_lane_x_m, ramp_half.y, LANDMARKS.ramp_z_m + ramp_half.z),
            rotation: Rotation::Yaw(0.0),
            kind: PieceKind::Ramp,
            surface: Surface::Asphalt,
        },
    ]
}

/// The same wall twice: in pieces, and in one.
fn scrape_walls() -> Vec<Piece> {
    let start = LANDMARKS.scrape_start_z_m;
    let pieces_x = LANDMARKS.scrape_pieces_face_x_m + WALL_HALF_M;
    let single_x = LANDMARKS.scrape_single_face_x_m + WALL_HALF_M;
    let half_piece = SCRAPE_PIECE_M / 2.0;
    let half_length = LANDMARKS.scrape_length_m / 2.0;
    let piece = |i: u32| wall([pieces_x, start + half_piece + i as f32 * SCRAPE_PIECE_M], [WALL_HALF_M, half_piece]);
    let single = wall([single_x, start + half_length], [WALL_HALF_M, half_length]);
    (0..SCRAPE_PIECES).map(piece).chain([single]).collect()
}

/// One of each in its lane; rows of them where cars are steered, on the right of all lanes.
fn light_pieces() -> Vec<LightPiece> {
    let at = |kind, x, z| LightPiece { kind, position: Vec3::new(x, 0.0, z), yaw_rad: 0.0 };
    let row = |kind, x| (0..8u32).map(move |i| at(kind, x, -80.0 + 20.0 * i as f32));
    [
        at(LightKind::Lamp, LANDMARKS.lamp_lane_x_m, LANDMARKS.target_z_m),
        at(LightKind::Hydrant, LANDMARKS.hydrant_lane_x_m, LANDMARKS.target_z_m),
    ]
    .into_iter()
    .chain(row(LightKind::Lamp, -84.0))
    .chain(row(LightKind::Hydrant, -94.0))
    .chain(row(LightKind::Bin, -104.0))
    .collect()
}

/// One in its lane, and a row on the right of it.
fn parked() -> Vec<Parked> {
    let at = |x, z| Parked { position: Vec3::new(x, CAR_ORIGIN_M, z), yaw_rad: 0.0 };
    let row = (0..7u32).map(|i| at(-72.0, -60.0 + 12.0 * i as f32));
    [at(LANDMARKS.parked_lane_x_m, LANDMARKS.target_z_m)].into_iter().chain(row).collect()
}

/// A concrete wall on the ground: its middle and half its edges, along x and z.
fn wall([x, z]: [f32; 2], [half_x, half_z]: [f32; 2]) -> Piece {
    Piece {
        shape: Shape::Cuboid { half: Vec3::new(half_x, WALL_HALF_HEIGHT_M, half_z) },
        position: Vec3::new(x, WALL_HALF_HEIGHT_M, z),
        rotation: Rotation::Yaw(0.0),
        kind: PieceKind::Wall,
        surface: Surface::Concrete,
    }
}
