//! Roads with their lanes, the pavements beside them, and bridges under them.

use plotters::prelude::{DrawingBackend, RGBColor};
use plotters::style::Color;
use tacho_core::level::roads::{Lane, TurnKind};
use tacho_core::level::{Level, PieceKind, Road};
use tacho_core::units::math::Vec3;

use super::PictureError;
use super::sketch::Sketch;
use super::things::{extent_m, footprint};

pub(super) const ASPHALT: RGBColor = RGBColor(112, 114, 122);
pub(super) const SHOULDER: RGBColor = RGBColor(140, 141, 148);
pub(super) const PAVEMENT: RGBColor = RGBColor(208, 204, 196);
pub(super) const BRIDGE: RGBColor = RGBColor(166, 150, 136);
const MIDDLE_LINE: RGBColor = RGBColor(238, 196, 84);
const LANE_LINE: RGBColor = RGBColor(226, 227, 230);

/// A dash and the gap after it, in metres.
const DASH_M: f32 = 4.0;

/// A piece of a bridge whose underside is higher than this above the ground, in metres, is over the street.
pub(super) const OVERHEAD_M: f32 = 3.0;

pub(super) fn draw<B: DrawingBackend>(level: &Level, sketch: &Sketch<'_, B>) -> Result<(), PictureError> {
    let pieces = &level.data().pieces;
    for kerb in pieces.iter().filter(|piece| piece.kind == PieceKind::Kerb) {
        sketch.polygon(&footprint(kerb), PAVEMENT.filled())?;
    }
    let decks = pieces.iter().filter(|piece| piece.kind == PieceKind::Bridge);
    for deck in decks.filter(|piece| extent_m(piece)[0] < OVERHEAD_M) {
        sketch.polygon(&footprint(deck), BRIDGE.filled())?;
    }
    let roads = &level.data().roads;
    let mut by_rank: Vec<&Road> = roads.iter().collect();
    by_rank.sort_by_key(|road| road.rank);
    for road in &by_rank {
        sketch.line(&road.points, road.width_m(), SHOULDER)?;
    }
    for road in &by_rank {
        sketch.line(&road.points, road.lanes_width_m(), ASPHALT)?;
        // Joints; the ends are flat.
        for point in &road.points[1..road.points.len() - 1] {
            sketch.disc(*point, road.lanes_width_m() / 2.0, 1, ASPHALT)?;
        }
    }
    for turn in level.lanes().turns().iter().filter(|turn| turn.kind != TurnKind::Back) {
        sketch.line(&turn.points, 2.6, ASPHALT)?;
    }
    level.lanes().lanes().iter().try_for_each(|lane| draw_lines(level, sketch, lane))
}

/// The line on a lane's left: the middle of the road, or dashes between two lanes of one direction.
fn draw_lines<B: DrawingBackend>(level: &Level, sketch: &Sketch<'_, B>, lane: &Lane) -> Result<(), PictureError> {
    let road = &level.data().roads[lane.road];
    let line = beside(&lane.points, lane.width_m / 2.0);
    match lane.left {
        Some(_) => dashes(&line).iter().try_for_each(|dash| sketch.line(dash, 0.15, LANE_LINE)),
        None if lane.forward && road.backward > 0 => sketch.line(&line, 0.3, MIDDLE_LINE),
        None => Ok(()),
    }
}

/// A line to the left of another.
fn beside(points: &[Vec3], left_m: f32) -> Vec<Vec3> {
    let way = |i: usize| (points[(i + 1).min(points.len() - 1)] - points[i.saturating_sub(1)]).normalize_or_zero();
    (0..points.len()).map(|i| points[i] + Vec3::new(way(i).z, 0.0, -way(i).x) * left_m).collect()
}

fn dashes(line: &[Vec3]) -> Vec<[Vec3; 2]> {
    let mut dashes = Vec::new();
    for pair in line.windows(2) {
        let length_m = (pair[1] - pair[0]).length();
        let way = (pair[1] - pair[0]).normalize_or_zero();
        let count = (length_m / (2.0 * DASH_M)).ceil() as u32;
        dashes.extend((0..count).map(|i| {
            let from_m = i as f32 * 2.0 * DASH_M;
            [pair[0] + way * from_m, pair[0] + way * (from_m + DASH_M).min(length_m)]
        }));
    }
    dashes
}
