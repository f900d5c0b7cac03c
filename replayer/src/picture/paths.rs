//! Everything that moved, over a quiet map: a hue for each kind, and the wider the faster.
//!
//! Whether a city lives is seen at a glance or not at all: streets that carry cars, people on pavements, a chase that winds
//! through both. So the map steps back into grey, and the kinds that are many are drawn under those that are few.

use plotters::prelude::{DrawingBackend, IntoDrawingArea, RGBColor};
use tacho_core::level::Level;
use tacho_core::units::math::{Vec3, yaw_rotation};

use super::film::Moment;
use super::land::PAPER;
use super::legend::INK;
use super::sketch::{Anchor, Frame, Sketch};
use super::{Painting, PictureError, land, legend, streets, things};

/// What moved. In the order in which they are drawn: the later over the earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A light piece that was torn loose, or a vehicle that nobody drives.
    Loose,
    /// A car in traffic.
    Traffic,
    /// A person on a pavement.
    Walker,
    /// A dog.
    Dog,
    /// Somebody who hits whom they meet.
    Brawler,
    /// A car that hunts players.
    Chaser,
    /// Police, by car or on foot.
    Police,
    /// A client's own: car or person.
    Player,
    /// A rocket or a grenade.
    Projectile,
}

impl Kind {
    /// All of them, in their order.
    pub const ALL: [Kind; 9] = [
        Kind::Loose,
        Kind::Traffic,
        Kind::Walker,
        Kind::Dog,
        Kind::Brawler,
        Kind::Chaser,
        Kind::Police,
        Kind::Player,
        Kind::Projectile,
    ];

    /// Hues that people with any kind of colour vision tell apart, after Okabe and Ito.
    fn colour(self) -> RGBColor {
        match self {
            Kind::Loose => RGBColor(120, 94, 60),
            Kind::Traffic => RGBColor(86, 180, 233),
            Kind::Walker => RGBColor(0, 158, 115),
            Kind::Dog => RGBColor(230, 159, 0),
            Kind::Brawler => RGBColor(204, 100, 167),
            Kind::Chaser => RGBColor(213, 70, 0),
            Kind::Police => RGBColor(0, 70, 190),
            Kind::Player | Kind::Projectile => RGBColor(0, 0, 0),
        }
    }

    /// What the legend calls them.
    fn name(self) -> &'static str {
        match self {
            Kind::Loose => "loose, driverless",
            Kind::Traffic => "in traffic",
            Kind::Walker => "walkers",
            Kind::Dog => "dogs",
            Kind::Brawler => "brawlers",
            Kind::Chaser => "chasers",
            Kind::Police => "police",
            Kind::Player => "players",
            Kind::Projectile => "projectiles",
        }
    }

    /// Whether paper lies under its paths, so that they stand out where many cross.
    fn stands_out(self) -> bool {
        self >= Kind::Brawler
    }
}

/// The path of one entity, without a gap.
#[derive(Clone, Debug, PartialEq)]
pub struct Trail {
    /// What it was.
    pub kind: Kind,
    /// Where it was, from moment to moment.
    pub moments: Vec<Moment>,
    /// Whether it was still there at the end.
    pub is_open: bool,
}

/// Something that happened at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    /// Somebody died.
    Death(Vec3),
    /// Something blew up; how far it reached, in metres.
    Blast(Vec3, f32),
    /// A shot: where from, which way in radians about the vertical, how far in metres.
    Shot(Vec3, f32, f32),
}

/// What a picture shows of a city's life.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Paths {
    /// One line that says what was watched.
    pub caption: String,
    /// Who went where.
    pub trails: Vec<Trail>,
    /// How many of each kind went anywhere, in the order of [`Kind::ALL`].
    pub counts: [usize; Kind::ALL.len()],
    /// What happened.
    pub marks: Vec<Mark>,
}

/// Room around what moved, in metres.
const ROOM_M: f32 = 25.0;

/// Widths of paths at rest and at [`FAST_KMH`], in pixels, and of the paper on each side of those that stand out.
const SLOW_PX: f32 = 4.0;
const FAST_PX: f32 = 14.0;
const PAPER_PX: f32 = 2.5;

/// The speed of the widest path, and those of the scale, in km/h.
const FAST_KMH: f32 = 100.0;
const SCALE_KMH: [f32; 5] = [0.0, 25.0, 50.0, 75.0, 100.0];

/// Steps of width.
const STEPS: f32 = 5.0;

/// Half the size of a cross, and the widths of marks, in pixels.
const CROSS_PX: i32 = 11;
const MARK_PX: u32 = 5;
const SHOT_PX: u32 = 2;

const BLAST: RGBColor = RGBColor(230, 159, 0);
const SHOT: RGBColor = RGBColor(150, 110, 160);

/// Lines of the legend and its texts, in pixels.
const LINE_PX: i32 = 48;
const TEXT_PX: i32 = 28;
const SAMPLE_PX: i32 = 44;

impl Paths {
    /// The corners of where anything moved, with some room.
    pub(super) fn extent(&self) -> Option<[Vec3; 2]> {
        let mut places = self.trails.iter().flat_map(|trail| &trail.moments).map(|moment| moment.position);
        let first = places.next()?;
        let [low, high] = places.fold([first; 2], |[low, high], place| [low.min(place), high.max(place)]);
        Some([low - Vec3::splat(ROOM_M), high + Vec3::splat(ROOM_M)])
    }

    fn count(&self, is_one: fn(&Mark) -> bool) -> usize {
        self.marks.iter().filter(|mark| is_one(mark)).count()
    }
}

/// Paths over a part of their level.
pub(super) struct Scene<'a> {
    pub(super) level: &'a Level,
    pub(super) paths: &'a Paths,
    pub(super) frame: Frame,
}

impl Painting for Scene<'_> {
    fn draw<B: DrawingBackend>(&self, backend: B) -> Result<(), PictureError> {
        let Scene { level, paths, frame } = *self;
        let area = backend.into_drawing_area();
        let sketch = Sketch::new(&area, frame);
        let quiet = sketch.quiet();
        land::draw(level, &quiet)?;
        streets::draw(level, &quiet)?;
        things::draw(level, &quiet)?;
        legend::draw_names(level, &quiet)?;
        // Where somebody empties a magazine, the paths have to be seen.
        let (shots, others): (Vec<Mark>, Vec<Mark>) =
            paths.marks.iter().partition(|mark| matches!(mark, Mark::Shot(..)));
        shots.iter().try_for_each(|mark| draw_mark(mark, &sketch))?;
        for kind in Kind::ALL {
            let trails = || paths.trails.iter().filter(|trail| trail.kind == kind);
            if kind.stands_out() {
                trails().try_for_each(|trail| draw_trail(trail, PAPER_PX, PAPER, &sketch))?;
            }
            trails().try_for_each(|trail| draw_trail(trail, 0.0, kind.colour(), &sketch))?;
        }
        let mut ends = paths.trails.iter().filter(|trail| trail.is_open);
        ends.try_for_each(|trail| draw_end(trail, &sketch))?;
        others.iter().try_for_each(|mark| draw_mark(mark, &sketch))?;
        sketch.clear_around_map(PAPER)?;
        legend::draw_scale(&sketch)?;
        draw_legend(level, paths, &sketch)?;
        area.present().map_err(|error| PictureError::Draw(error.to_string()))
    }
}

fn draw_trail<B: DrawingBackend>(
    trail: &Trail,
    more_px: f32,
    colour: RGBColor,
    sketch: &Sketch<'_, B>,
) -> Result<(), PictureError> {
    let points: Vec<Vec3> = trail.moments.iter().map(|moment| moment.position).collect();
    if trail.kind == Kind::Projectile {
        // Every other stretch of it.
        let width_m = (SLOW_PX + 2.0 * more_px) / sketch.frame.px_per_m;
        return points.windows(2).step_by(2).try_for_each(|dash| sketch.line(dash, width_m, colour));
    }
    // Stretch by stretch with round joints: a line that turns back on itself would get a long spike there.
    for pair in trail.moments.windows(2) {
        let width_m = (width_px(step_of(pair[1].speed_mps) / STEPS) + 2.0 * more_px) / sketch.frame.px_per_m;
        sketch.line(&[pair[0].position, pair[1].position], width_m, colour)?;
        sketch.disc(pair[1].position, width_m / 2.0, 1, colour)?;
    }
    Ok(())
}

fn step_of(speed_mps: f32) -> f32 {
    (speed_mps * 3.6 / FAST_KMH * STEPS).round().clamp(0.0, STEPS)
}

fn width_px(share_of_fast: f32) -> f32 {
    SLOW_PX + (FAST_PX - SLOW_PX) * share_of_fast
}

/// Where one was at the end.
fn draw_end<B: DrawingBackend>(trail: &Trail, sketch: &Sketch<'_, B>) -> Result<(), PictureError> {
    let Some(last) = trail.moments.last() else { return Ok(()) };
    sketch.disc(last.position, 0.0, 9, PAPER)?;
    sketch.disc(last.position, 0.0, 7, INK)?;
    sketch.disc(last.position, 0.0, 5, trail.kind.colour())
}

fn draw_mark<B: DrawingBackend>(mark: &Mark, sketch: &Sketch<'_, B>) -> Result<(), PictureError> {
    match *mark {
        Mark::Death(at) => draw_cross(sketch.frame.place(at), sketch),
        Mark::Blast(at, radius_m) => {
            draw_ring(sketch.frame.place(at), (radius_m * sketch.frame.px_per_m) as i32, sketch)
        }
        Mark::Shot(from, yaw_rad, length_m) => {
            let to = from + yaw_rotation(yaw_rad) * Vec3::Z * length_m;
            draw_shot([from, to].map(|place| sketch.frame.place(place)), sketch)
        }
    }
}

fn draw_cross<B: DrawingBackend>((x, y): (i32, i32), sketch: &Sketch<'_, B>) -> Result<(), PictureError> {
    for (width_px, colour) in [(MARK_PX + 5, PAPER), (MARK_PX, INK)] {
        for rise_px in [CROSS_PX, -CROSS_PX] {
            sketch.stroke(&[(x - CROSS_PX, y - rise_px), (x + CROSS_PX, y + rise_px)], width_px, colour)?;
        }
    }
    Ok(())
}

fn draw_ring<B: DrawingBackend>(
    (x, y): (i32, i32),
    radius_px: i32,
    sketch: &Sketch<'_, B>,
) -> Result<(), PictureError> {
    let point = |step: u8| {
        let to = yaw_rotation(f32::from(step) * std::f32::consts::TAU / 40.0) * Vec3::Z * radius_px as f32;
        (x + to.x.round() as i32, y + to.z.round() as i32)
    };
    let ring: Vec<(i32, i32)> = (0..=40).map(point).collect();
    sketch.stroke(&ring, MARK_PX + 5, PAPER)?;
    sketch.stroke(&ring, MARK_PX, BLAST)
}

/// A dot where it was fired, and its way.
fn draw_shot<B: DrawingBackend>(way: [(i32, i32); 2], sketch: &Sketch<'_, B>) -> Result<(), PictureError> {
    let [(x, y), _] = way;
    sketch.stroke(&way, SHOT_PX, SHOT)?;
    sketch.block([x - 3, y - 3, x + 3, y + 3], SHOT)
}

fn draw_legend<B: DrawingBackend>(level: &Level, paths: &Paths, sketch: &Sketch<'_, B>) -> Result<(), PictureError> {
    let (left, top) = sketch.frame.legend_px();
    let title = format!("{}: {}", level.data().title, paths.caption);
    sketch.text((sketch.frame.foot_px().0, 34), &title, 32, Anchor::Left, INK)?;
    let mut y = top + 20;
    let entry = |y: i32, text: &str| sketch.text((left + SAMPLE_PX + 16, y + 3), text, TEXT_PX, Anchor::Left, INK);
    // As they lie on the map, from the top.
    for (kind, count) in Kind::ALL.into_iter().zip(paths.counts).rev().filter(|(_, count)| *count > 0) {
        let bar = |from: i32, to: i32| sketch.block([left + from, y - 5, left + to, y + 5], kind.colour());
        if kind == Kind::Projectile {
            [0, 18, 36].into_iter().try_for_each(|from| bar(from, from + 8))?;
        } else {
            bar(0, SAMPLE_PX)?;
        }
        entry(y, &format!("{count} {}", kind.name()))?;
        y += LINE_PX;
    }
    let sign_px = |y| (left + SAMPLE_PX / 2, y);
    let [deaths, blasts, shots] = [
        paths.count(|mark| matches!(mark, Mark::Death(_))),
        paths.count(|mark| matches!(mark, Mark::Blast(..))),
        paths.count(|mark| matches!(mark, Mark::Shot(..))),
    ];
    if deaths > 0 {
        draw_cross(sign_px(y), sketch)?;
        entry(y, &format!("{deaths} deaths"))?;
        y += LINE_PX;
    }
    if blasts > 0 {
        draw_ring(sign_px(y), CROSS_PX, sketch)?;
        entry(y, &format!("{blasts} blasts"))?;
        y += LINE_PX;
    }
    if shots > 0 {
        draw_shot([(left, y), (left + SAMPLE_PX, y)], sketch)?;
        entry(y, &format!("{shots} shots"))?;
        y += LINE_PX;
    }
    draw_widths((left, y + 10), sketch)
}

/// What the widths mean.
fn draw_widths<B: DrawingBackend>((left, top): (i32, i32), sketch: &Sketch<'_, B>) -> Result<(), PictureError> {
    sketch.text((left, top), "Width: speed, km/h", TEXT_PX, Anchor::Left, INK)?;
    for (column, speed_kmh) in (0..).zip(SCALE_KMH) {
        let x = left + column * 56;
        let half_px = (width_px(speed_kmh / FAST_KMH) / 2.0).round() as i32;
        sketch.block([x, top + 36 - half_px, x + 50, top + 36 + half_px], INK)?;
        sketch.text((x + 25, top + 68), &format!("{speed_kmh}"), 24, Anchor::Middle, INK)?;
    }
    Ok(())
}
