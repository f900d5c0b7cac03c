//! Title, scale, names of places, and what the colours mean.

use plotters::prelude::{DrawingBackend, RGBColor};
use tacho_core::level::{AreaKind, Level, LightKind};
use tacho_core::units::math::Vec3;

use super::sketch::{Anchor, Sketch};
use super::{PictureError, land, streets, things};

pub(super) const INK: RGBColor = RGBColor(30, 30, 40);

/// Lengths that a scale bar may have, in metres, and how much of a metre's pixels it may take.
const BARS_M: [f32; 5] = [200.0, 100.0, 50.0, 20.0, 10.0];
const BAR_MOST_PX: f32 = 520.0;

/// How far the name of a ramp or a dummy stands above it, in pixels.
const NAME_RISE_PX: f32 = 26.0;

/// A line of the legend, in pixels.
const LINE_PX: i32 = 26;

pub(super) fn draw<B: DrawingBackend>(level: &Level, sketch: &Sketch<'_, B>) -> Result<(), PictureError> {
    draw_names(level, sketch)?;
    draw_scale(sketch)?;
    let data = level.data();
    let (left, top) = sketch.frame.legend_px();
    let title_px = (sketch.frame.foot_px().0, 34);
    sketch.text(title_px, &data.title, 34, Anchor::Left, INK)?;
    let lines = [
        format!("{} · {:016x}", data.name, level.hash()),
        format!("{} pieces, {} colliders", level.piece_count(), level.colliders().len()),
        format!("{} light pieces", data.light_pieces.len()),
        format!(
            "{} roads, {} lanes, {} turns",
            data.roads.len(),
            level.lanes().lanes().len(),
            level.lanes().turns().len()
        ),
        format!("{} spawns, {} parked cars", data.spawns.len(), data.parked.len()),
    ];
    for (line, text) in lines.iter().enumerate() {
        sketch.text((left, top + 10 + line as i32 * 22), text, 15, Anchor::Left, INK)?;
    }
    let top = top + 140;
    for (line, (colour, text)) in entries().into_iter().enumerate() {
        let y = top + line as i32 * LINE_PX;
        sketch.block([left, y - 9, left + 28, y + 9], colour)?;
        sketch.text((left + 40, y), &text, 16, Anchor::Left, INK)?;
    }
    Ok(())
}

fn entries() -> Vec<(RGBColor, String)> {
    let of = |colour: RGBColor, text: &str| (colour, text.to_string());
    let [middle_m, high_m] = things::HEIGHTS_M;
    let mut entries = vec![
        of(land::WATER, "water"),
        of(land::PARK, "park"),
        of(land::SQUARE, "square"),
        of(streets::ASPHALT, "lanes"),
        of(streets::SHOULDER, "shoulder, parking"),
        of(streets::PAVEMENT, "pavement"),
        of(streets::BRIDGE, "bridge, arch"),
        of(things::colour_of_height(3.0), "building of 3 m"),
        (things::colour_of_height(middle_m), format!("building of {middle_m} m")),
        (things::colour_of_height(high_m), format!("building of {high_m} m")),
        of(things::WALL, "wall"),
        of(things::RAMP, "ramp"),
        of(things::TREE, "tree"),
        of(things::PARKED, "parked car"),
        of(things::SPAWN, "spawn, pointing ahead"),
    ];
    entries.extend(LightKind::ALL.map(|kind| (things::colour_of_light(kind), format!("{kind:?}").to_lowercase())));
    entries
}

/// Roads at their middles, areas at theirs, and what is called by name.
pub(super) fn draw_names<B: DrawingBackend>(level: &Level, sketch: &Sketch<'_, B>) -> Result<(), PictureError> {
    let data = level.data();
    for road in &data.roads {
        sketch.name(name_place(&road.points), &road.name)?;
    }
    for area in data.areas.iter().filter(|area| area.kind != AreaKind::Water) {
        let middle = area.outline.iter().copied().sum::<Vec3>() / area.outline.len() as f32;
        sketch.name(middle, &area.name)?;
    }
    // Above their places, where no road has its name.
    let above = Vec3::Z * (NAME_RISE_PX / sketch.frame.px_per_m);
    data.ramps.iter().try_for_each(|ramp| sketch.name(ramp.lip + above, &ramp.name))?;
    // Of those that are numbered there are too many to be read.
    let mut single = data.dummies.iter().filter(|dummy| !dummy.name.ends_with(|c: char| c.is_ascii_digit()));
    single.try_for_each(|dummy| sketch.name(dummy.position + above, &dummy.name))
}

/// Where a road has its name: short of its middle, where others cross it.
fn name_place(points: &[Vec3]) -> Vec3 {
    let before = points.len() * 2 / 5;
    if points.len() < 4 { points[0].lerp(points[1], 0.4) } else { points[before] }
}

pub(super) fn draw_scale<B: DrawingBackend>(sketch: &Sketch<'_, B>) -> Result<(), PictureError> {
    let fits = |length_m: &f32| length_m * sketch.frame.px_per_m <= BAR_MOST_PX;
    let length_m = BARS_M.into_iter().find(fits).unwrap_or(BARS_M[BARS_M.len() - 1]);
    let length_px = (length_m * sketch.frame.px_per_m).round() as i32;
    let (left, foot) = sketch.frame.foot_px();
    let (x, y) = (left + 24, foot - 28);
    sketch.block([x - 12, y - 34, x + length_px + 12, y + 18], land::PAPER)?;
    sketch.block([x, y, x + length_px, y + 8], INK)?;
    sketch.block([x + length_px / 2, y + 2, x + length_px - 2, y + 6], land::PAPER)?;
    sketch.text((x + length_px / 2, y - 16), &format!("{length_m} m, north up"), 18, Anchor::Middle, INK)
}
