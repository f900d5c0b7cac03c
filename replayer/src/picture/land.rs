//! The ground: flat, hills and beds by their height, water, parks, squares.

use plotters::prelude::{DrawingBackend, RGBColor};
use plotters::style::Color;
use tacho_core::level::{AreaKind, Ground, Level};
use tacho_core::units::math::Vec3;

use super::PictureError;
use super::sketch::Sketch;

pub(super) const PAPER: RGBColor = RGBColor(250, 249, 246);
pub(super) const GROUND: RGBColor = RGBColor(229, 225, 214);
pub(super) const WATER: RGBColor = RGBColor(142, 190, 222);
pub(super) const PARK: RGBColor = RGBColor(190, 218, 168);
pub(super) const SQUARE: RGBColor = RGBColor(240, 221, 182);
const BED: RGBColor = RGBColor(196, 188, 160);
const SUMMIT: RGBColor = RGBColor(122, 158, 98);

/// The height of a band of one colour, in metres.
const BAND_M: f32 = 1.0;

/// How high ground is in the colour of the summit, in metres.
const SUMMIT_M: f32 = 14.0;

pub(super) fn draw<B: DrawingBackend>(level: &Level, sketch: &Sketch<'_, B>) -> Result<(), PictureError> {
    sketch.clear(PAPER)?;
    let half = match &level.data().ground {
        Ground::Flat { half_x_m, half_z_m } => Vec3::new(*half_x_m, 0.0, *half_z_m),
        Ground::Heightfield { size_x_m, size_z_m, .. } => Vec3::new(size_x_m / 2.0, 0.0, size_z_m / 2.0),
    };
    sketch.field(-half, half, GROUND)?;
    for (kind, colour) in [(AreaKind::Park, PARK), (AreaKind::Square, SQUARE)] {
        draw_areas(level, sketch, kind, colour)?;
    }
    draw_heights(level, sketch)?;
    draw_areas(level, sketch, AreaKind::Water, WATER)
}

fn draw_areas<B: DrawingBackend>(
    level: &Level,
    sketch: &Sketch<'_, B>,
    kind: AreaKind,
    colour: RGBColor,
) -> Result<(), PictureError> {
    let mut areas = level.data().areas.iter().filter(|area| area.kind == kind);
    areas.try_for_each(|area| sketch.polygon(&area.outline, colour.filled()))
}

/// Cells of a heightfield that are not at 0, those of one band and one row at once.
fn draw_heights<B: DrawingBackend>(level: &Level, sketch: &Sketch<'_, B>) -> Result<(), PictureError> {
    let Ground::Heightfield { rows, columns, size_x_m, size_z_m, .. } = &level.data().ground else { return Ok(()) };
    let x_at = |column: u32| (column as f32 / (columns - 1) as f32 - 0.5) * size_x_m;
    let z_at = |row: u32| (row as f32 / (rows - 1) as f32 - 0.5) * size_z_m;
    let band_at = |row: u32, column: u32| {
        let (x, z) = ((x_at(column) + x_at(column + 1)) / 2.0, (z_at(row) + z_at(row + 1)) / 2.0);
        (level.ground_height(x, z).unwrap_or(0.0) / BAND_M).round() as i32
    };
    for row in 0..rows - 1 {
        let mut start = 0;
        for column in 1..*columns {
            let band = band_at(row, start);
            if column == columns - 1 || band_at(row, column) != band {
                if band != 0 {
                    let (low, high) =
                        (Vec3::new(x_at(start), 0.0, z_at(row)), Vec3::new(x_at(column), 0.0, z_at(row + 1)));
                    sketch.field(low, high, colour_of(band as f32 * BAND_M))?;
                }
                start = column;
            }
        }
    }
    Ok(())
}

fn colour_of(height_m: f32) -> RGBColor {
    if height_m < 0.0 { BED } else { mixed(PARK, SUMMIT, height_m / SUMMIT_M) }
}

/// A colour between two; `share` of the second.
pub(super) fn mixed(one: RGBColor, two: RGBColor, share: f32) -> RGBColor {
    let share = share.clamp(0.0, 1.0);
    let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round() as u8;
    RGBColor(mix(one.0, two.0), mix(one.1, two.1), mix(one.2, two.2))
}
