//! A drive over a level's map: the paths of the cars, coloured by speed, and the speed of one of them over time.

use plotters::prelude::{DrawingBackend, RGBColor};
use plotters::style::Color;
use tacho_core::units::math::Vec3;

use super::PictureError;
use super::land::{PAPER, mixed};
use super::legend::INK;
use super::sketch::{Anchor, Sketch};

/// What a picture shows of a drive.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Film {
    /// One line that says what was driven.
    pub caption: String,
    /// The path of the car that it is about, as its player saw it.
    pub own: Vec<Moment>,
    /// The true paths of the others.
    pub others: Vec<Vec<Moment>>,
}

/// Where a car was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Seconds from the start of the drive.
    pub t_s: f32,
    /// Where, in metres.
    pub position: Vec3,
    /// How fast: by how far it had come since the moment before.
    pub speed_mps: f32,
}

/// The speed that has the last colour, in km/h, and the lines of the strip.
const MOST_KMH: f32 = 140.0;
const LINES_KMH: [f32; 4] = [0.0, 50.0, 100.0, 140.0];

/// Colours of speeds, evenly from 0 to [`MOST_KMH`]: from cold to hot, none of them a colour of the map.
const SPEEDS: [RGBColor; 7] = [
    RGBColor(48, 18, 110),
    RGBColor(35, 90, 220),
    RGBColor(0, 180, 205),
    RGBColor(40, 170, 60),
    RGBColor(225, 195, 0),
    RGBColor(240, 120, 10),
    RGBColor(190, 0, 38),
];

/// Steps of colour; moments of one step are one line.
const STEPS: f32 = 28.0;

/// Widths of paths, in pixels: the own one, the paper under it, and those of others.
const OWN_PX: f32 = 11.0;
const UNDER_OWN_PX: f32 = 18.0;
const OTHER_PX: f32 = 4.0;

/// A car that is further from one moment to the next than this, in metres, was put there.
const PUT_M: f32 = 12.0;

/// Times between two marks on the own path, in seconds, and how many marks there may be.
const MARKS_S: [f32; 6] = [5.0, 10.0, 20.0, 30.0, 60.0, 300.0];
const MOST_MARKS: f32 = 12.0;

const START: RGBColor = RGBColor(0, 130, 60);
const END: RGBColor = RGBColor(20, 20, 20);

/// How much of the map the paper takes away, so that the paths stand out.
const VEIL: f64 = 0.5;

/// Room under the map for the strip, in pixels.
pub(super) const STRIP_PX: i32 = 320;

/// The strip's room above the plot, for its title, and below, for the times.
const STRIP_HEAD_PX: i32 = 64;
const STRIP_FOOT_PX: i32 = 44;

/// The strip's room on the left, for the speeds.
const STRIP_LEFT_PX: i32 = 60;

/// Paths, over what is drawn so far.
pub(super) fn draw_paths<B: DrawingBackend>(film: &Film, sketch: &Sketch<'_, B>) -> Result<(), PictureError> {
    sketch.block(sketch.frame.map_box_px(), PAPER.mix(VEIL))?;
    for path in &film.others {
        draw_path(path, OTHER_PX, sketch)?;
        if let Some(last) = path.last() {
            sketch.disc(last.position, 0.0, 6, END)?;
            sketch.disc(last.position, 0.0, 4, colour_of(last.speed_mps))?;
        }
    }
    for stretch in stretches(&film.own) {
        let points: Vec<Vec3> = stretch.iter().map(|moment| moment.position).collect();
        sketch.line(&points, UNDER_OWN_PX / sketch.frame.px_per_m, PAPER)?;
    }
    draw_path(&film.own, OWN_PX, sketch)
}

/// Times, start and end, over the names of the map; then what the colours mean, and the strip.
pub(super) fn draw_words<B: DrawingBackend>(film: &Film, sketch: &Sketch<'_, B>) -> Result<(), PictureError> {
    let every_s = mark_every_s(film);
    let is_mark = |pair: &&[Moment]| (pair[0].t_s / every_s).floor() < (pair[1].t_s / every_s).floor();
    let beside = Vec3::Z * (24.0 / sketch.frame.px_per_m);
    for pair in film.own.windows(2).filter(is_mark) {
        sketch.disc(pair[1].position, 0.0, 8, INK)?;
        sketch.disc(pair[1].position, 0.0, 5, PAPER)?;
        let time = format!("{:.0} s", pair[1].t_s);
        sketch.sized_name(pair[1].position + beside, &time, 26, INK)?;
    }
    if let [first, .., last] = film.own[..] {
        for (place, colour, word) in [(first.position, START, "START"), (last.position, END, "END")] {
            sketch.disc(place, 0.0, 17, PAPER)?;
            sketch.disc(place, 0.0, 13, colour)?;
            sketch.sized_name(place - beside * 1.8, word, 44, colour)?;
        }
    }
    draw_scale(sketch)?;
    draw_strip(film, every_s, sketch)
}

fn draw_path<B: DrawingBackend>(path: &[Moment], width_px: f32, sketch: &Sketch<'_, B>) -> Result<(), PictureError> {
    let width_m = width_px / sketch.frame.px_per_m;
    for stretch in stretches(path) {
        let same = |a: &Moment, b: &Moment| step_of(a.speed_mps) == step_of(b.speed_mps);
        let mut from = 0;
        for run in stretch.chunk_by(same) {
            // Each run begins where the one before it ends.
            let points: Vec<Vec3> =
                stretch[from.max(1) - 1..from + run.len()].iter().map(|moment| moment.position).collect();
            sketch.line(&points, width_m, colour_of(run[0].speed_mps))?;
            from += run.len();
        }
    }
    Ok(())
}

/// The parts of a path that were driven.
fn stretches(path: &[Moment]) -> impl Iterator<Item = &[Moment]> {
    path.chunk_by(|a, b| (b.position - a.position).length() < PUT_M)
}

fn kmh(speed_mps: f32) -> f32 {
    speed_mps * 3.6
}

fn step_of(speed_mps: f32) -> u32 {
    (kmh(speed_mps) / MOST_KMH * STEPS).clamp(0.0, STEPS) as u32
}

fn colour_of(speed_mps: f32) -> RGBColor {
    let last = SPEEDS.len() - 1;
    let place = step_of(speed_mps) as f32 / STEPS * last as f32;
    let below = (place as usize).min(last - 1);
    mixed(SPEEDS[below], SPEEDS[below + 1], place - below as f32)
}

fn mark_every_s(film: &Film) -> f32 {
    let length_s = film.own.last().map_or(0.0, |last| last.t_s);
    let few = |every_s: &f32| length_s / every_s <= MOST_MARKS;
    MARKS_S.into_iter().find(few).unwrap_or(MARKS_S[MARKS_S.len() - 1])
}

/// The colours of speeds, under the legend.
fn draw_scale<B: DrawingBackend>(sketch: &Sketch<'_, B>) -> Result<(), PictureError> {
    let (left, top) = (sketch.frame.legend_px().0, strip_px(sketch)[1]);
    let wide_px = 280;
    sketch.text((left, top - STRIP_HEAD_PX / 2), "Speed, km/h", 30, Anchor::Left, INK)?;
    for step in 0..wide_px {
        let speed_mps = step as f32 / wide_px as f32 * MOST_KMH / 3.6;
        sketch.block([left + step, top, left + step + 1, top + 26], colour_of(speed_mps))?;
    }
    for speed_kmh in LINES_KMH {
        let x = left + (speed_kmh / MOST_KMH * wide_px as f32) as i32;
        sketch.block([x, top + 26, x + 1, top + 33], INK)?;
        sketch.text((x, top + 46), &format!("{speed_kmh}"), 22, Anchor::Middle, INK)?;
    }
    let entries = [(OWN_PX, "player 0, as it saw itself"), (OTHER_PX, "the others, as they truly were")];
    for (line, (width_px, text)) in (0..).zip(entries) {
        let y = top + 100 + line * 34;
        let half_px = (width_px / 2.0) as i32;
        sketch.block([left, y - half_px, left + 28, y + half_px + 1], SPEEDS[2])?;
        sketch.text((left + 40, y), text, 20, Anchor::Left, INK)?;
    }
    Ok(())
}

/// Speed over time.
fn draw_strip<B: DrawingBackend>(film: &Film, every_s: f32, sketch: &Sketch<'_, B>) -> Result<(), PictureError> {
    let [left, top, right, foot] = strip_px(sketch);
    let length_s = film.own.last().map_or(1.0, |last| last.t_s.max(1.0));
    let x_at = |t_s: f32| left + (t_s / length_s * (right - left) as f32).round() as i32;
    let y_at = |speed_kmh: f32| foot - (speed_kmh.clamp(0.0, MOST_KMH) / MOST_KMH * (foot - top) as f32).round() as i32;
    sketch.text((left, top - STRIP_HEAD_PX / 2), &film.caption, 30, Anchor::Left, INK)?;
    sketch.block([left, top, right, foot], RGBColor(255, 255, 255))?;
    for pair in film.own.windows(2) {
        let [from, to] = [x_at(pair[0].t_s), x_at(pair[1].t_s)];
        let speed_mps = pair[1].speed_mps;
        sketch.block([from, y_at(kmh(speed_mps)), to, foot], colour_of(speed_mps))?;
    }
    for speed_kmh in LINES_KMH {
        let y = y_at(speed_kmh);
        sketch.block([left, y, right, y + 1], INK.mix(0.35))?;
        sketch.text((left - 30, y), &format!("{speed_kmh}"), 22, Anchor::Middle, INK)?;
    }
    for mark in 0..=(length_s / every_s) as u32 {
        let t_s = mark as f32 * every_s;
        sketch.block([x_at(t_s), foot, x_at(t_s) + 1, foot + 8], INK)?;
        sketch.text((x_at(t_s), foot + 24), &format!("{t_s} s"), 22, Anchor::Middle, INK)?;
    }
    Ok(())
}

/// The plot of the strip: left, top, right, foot.
fn strip_px<B: DrawingBackend>(sketch: &Sketch<'_, B>) -> [i32; 4] {
    let [left, _, right, _] = sketch.frame.map_box_px();
    let foot = sketch.frame.size_px().1 as i32;
    [left + STRIP_LEFT_PX, foot - STRIP_PX + STRIP_HEAD_PX, right, foot - STRIP_FOOT_PX]
}
