//! The ground: one flat plate, or a grid of heights.

use serde::{Deserialize, Serialize};

use super::check::limits;
use super::data::at_most;

/// What everything stands on, centred on the origin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Ground {
    /// A plate whose top is at height 0.
    Flat {
        /// Half its extent along x, in metres.
        half_x_m: f32,
        /// Half its extent along z, in metres.
        half_z_m: f32,
    },
    /// Heights on a regular grid, joined by two triangles a cell. Each cell is cut from its (-x, +z) to its (+x, -z)
    /// corner.
    Heightfield {
        /// Samples along z.
        rows: u32,
        /// Samples along x.
        columns: u32,
        /// Extent along x, in metres.
        size_x_m: f32,
        /// Extent along z, in metres.
        size_z_m: f32,
        /// Metres above 0, row after row, the first at -z and each from -x to +x.
        #[serde(deserialize_with = "at_most::<_, _, { limits::HEIGHT_SAMPLES }>")]
        heights_m: Vec<f32>,
    },
}

impl Ground {
    /// The height at a point; `None` beyond the edge.
    #[must_use]
    pub(super) fn height_at(&self, x_m: f32, z_m: f32) -> Option<f32> {
        match self {
            Ground::Flat { half_x_m, half_z_m } => (x_m.abs() <= *half_x_m && z_m.abs() <= *half_z_m).then_some(0.0),
            Ground::Heightfield { rows, columns, size_x_m, size_z_m, heights_m } => {
                let (row, down) = cell(z_m / size_z_m, *rows)?;
                let (column, across) = cell(x_m / size_x_m, *columns)?;
                let at = |row: usize, column: usize| heights_m[row * *columns as usize + column];
                let (near, far) = (at(row + 1, column), at(row, column + 1));
                Some(if across + down <= 1.0 {
                    let corner = at(row, column);
                    corner + across * (far - corner) + down * (near - corner)
                } else {
                    let corner = at(row + 1, column + 1);
                    corner + (1.0 - across) * (near - corner) + (1.0 - down) * (far - corner)
                })
            }
        }
    }
}

/// The cell of a grid of `samples` that a place falls in, and how far into it, 0..=1. `share` is the place as a share of
/// the grid's extent, -0.5..=0.5; beyond, or not a number, is no cell.
fn cell(share: f32, samples: u32) -> Option<(usize, f32)> {
    if !(-0.5..=0.5).contains(&share) {
        return None;
    }
    let cells = samples - 1;
    let place = (share + 0.5) * cells as f32;
    let index = (place as u32).min(cells - 1);
    Some((index as usize, place - index as f32))
}
