//! Fills the surroundings of a small level, so that it costs what a large one does.
//!
//! A save, a step and a join are cheap in an arena of a hundred pieces. What they cost in a city is measured on the same
//! arena, with the same drive, among as many pieces as a city has.

use std::f32::consts::PI;

use super::SplitMix64;
use crate::level::{Ground, LevelData, Piece, PieceKind, Rotation, Shape, Surface, limits};
use crate::units::math::Vec3;

/// The ring that is filled, in metres from the origin: outside every arena, and within what a city covers.
const RING_M: std::ops::RangeInclusive<f32> = 130.0..=500.0;
/// Half the ground that carries the ring, in metres.
const GROUND_HALF_M: f32 = 520.0;
/// Half the edges of what is scattered, in metres: from a bin to a hut.
const HALF_M: std::ops::Range<f32> = 0.2..1.5;

/// The level with boxes scattered around it until it has `total_pieces`. A flat ground grows to carry them.
///
/// # Panics
/// Where no level may have that many pieces.
#[must_use]
pub fn padded(mut level: LevelData, total_pieces: usize, seed: u64) -> LevelData {
    assert!(total_pieces <= limits::PIECES, "{total_pieces} pieces are more than a level may have");
    if let Ground::Flat { half_x_m, half_z_m } = &mut level.ground {
        *half_x_m = half_x_m.max(GROUND_HALF_M);
        *half_z_m = half_z_m.max(GROUND_HALF_M);
    }
    let mut random = SplitMix64::new(seed);
    while level.pieces.len() < total_pieces {
        level.pieces.push(scattered_box(&mut random));
    }
    level
}

fn scattered_box(random: &mut SplitMix64) -> Piece {
    let half = Vec3::from_array([(); 3].map(|()| random.between(HALF_M.start, HALF_M.end)));
    let position = loop {
        let [x, z] = [(); 2].map(|()| random.between(-RING_M.end(), *RING_M.end()));
        if RING_M.contains(&(x * x + z * z).sqrt()) {
            break Vec3::new(x, half.y, z);
        }
    };
    Piece {
        shape: Shape::Cuboid { half },
        position,
        rotation: Rotation::Yaw(random.between(-PI, PI)),
        kind: PieceKind::Other,
        surface: Surface::Concrete,
    }
}
