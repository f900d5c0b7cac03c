//! `test-breakables`: light pieces of every kind in rows, to drive through.
//!
//! One lane for each kind, along +z with a spawn at its start. A row stands across the middle of the lane at each of four
//! spacings, closest last, so that one run meets a piece alone, then pieces that fly into each other, then a fence.

use super::kit::Site;
use crate::level::{Ground, LevelData, LightKind, Spawn, Strip, Surface};
use crate::units::math::Vec3;

/// Half the ground, in metres.
const HALF_M: f32 = 120.0;

/// From the middle of one lane to that of the next, in metres.
const LANE_M: f32 = 34.0;

/// Where a lane starts and where its first row stands along z, in metres.
const START_Z_M: f32 = -105.0;
const FIRST_ROW_Z_M: f32 = -45.0;

/// Between two rows of one spacing, and between two blocks of rows, in metres.
const ROW_M: f32 = 6.0;
const BLOCK_M: f32 = 36.0;

/// Rows of one spacing.
const ROWS: u32 = 3;

/// Half the width of a row, in metres.
const ROW_HALF_M: f32 = 9.0;

/// From the middle of one piece to that of the next, in metres.
const SPACINGS_M: [f32; 4] = [6.0, 4.0, 3.0, 2.4];

/// The level.
#[must_use]
pub fn test_breakables() -> LevelData {
    let ground = Ground::Flat { half_x_m: HALF_M, half_z_m: HALF_M };
    let mut site = Site::new(LevelData::bare("test-breakables", "Breakables", ground, Surface::Asphalt));
    let lanes = LightKind::ALL.len() as f32;
    for (number, kind) in LightKind::ALL.into_iter().enumerate() {
        let x_m = ((lanes - 1.0) / 2.0 - number as f32) * LANE_M;
        for (block, spacing_m) in SPACINGS_M.into_iter().enumerate() {
            for row in 0..ROWS {
                let z_m = FIRST_ROW_Z_M + block as f32 * BLOCK_M + row as f32 * ROW_M;
                add_row(&mut site, kind, Vec3::new(x_m, 0.0, z_m), spacing_m);
            }
        }
        let start = Vec3::new(x_m, 0.5, START_Z_M);
        site.data.spawns.push(Spawn { position: start, yaw_rad: 0.0 });
        site.data.strips.push(Strip {
            name: format!("{kind:?}").to_lowercase(),
            start,
            end: Vec3::new(x_m, 0.5, HALF_M - 10.0),
            width_m: 2.0 * ROW_HALF_M,
        });
    }
    site.enclose([HALF_M, HALF_M], [0.0, 2.0]);
    site.data
}

/// Pieces side by side across a lane, one of them in its middle.
fn add_row(site: &mut Site, kind: LightKind, middle: Vec3, spacing_m: f32) {
    let beside = (ROW_HALF_M / spacing_m) as i32;
    for place in -beside..=beside {
        site.add_light(kind, middle + Vec3::X * (place as f32 * spacing_m), 0.0, Vec3::Z);
    }
}
