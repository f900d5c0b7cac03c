//! One entity from frame to frame.
//!
//! Most measures ask the same thing: it was drawn there, and then here; what did truth do meanwhile? A [`Track`] is an
//! entity's rows in frames that follow one another, without a gap, and a [`Step`] is two of them with truth's side of it.
//!
//! Truth's side is taken twice: over the ticks that were **drawn**, and over as much **real time** as passed, from the
//! last drawn tick on. With a sound clock the two are the same. With one that stops and leaps, the first alone would
//! find that truth stopped and leapt as well; so a step allows only what both allow.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::band::Band;
use crate::geometry::{Vector, angle_deg, difference, distance, length};
use crate::rows::{ClockRow, DrawnRow, Frame, Span};
use crate::truth::{Near, Truth};

/// The least time that a speed is taken over, in microseconds: 1/60 s, less a tenth for frames that are not quite even.
/// Above 60 frames a second a speed is taken over several frames; in a 240th of a second a wire quantum of a millimetre
/// is already a quarter of a metre a second.
const STRIDE_US: u64 = 15_000;

/// An entity as one frame shows it, with what is true in that moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub time_us: u64,
    /// The authority's tick at that moment.
    pub now_tick: f64,
    /// How far it truly is from the viewer; nothing beyond the last band, or without a viewer.
    pub band: Option<Band>,
    pub row: DrawnRow,
    pub clock: Option<ClockRow>,
}

/// From one frame to a later one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub from: Sample,
    pub to: Sample,
    /// The place of `from` in its track.
    pub from_place: usize,
    /// Real time.
    pub seconds: f64,
    /// The same in the authority's ticks.
    pub real_ticks: f64,
    /// How much more than that the drawn tick went on. Of a blend's two ticks, the one that did better.
    pub drift_ticks: f64,
    pub moved: Vector,
    pub moved_m: f64,
    pub turned_deg: f64,
    /// What truth did around both frames.
    pub near: Near,
    /// How far truth went between the ticks that were drawn.
    pub truth_drawn_m: Option<f64>,
    /// How far it went in as much real time, from each end of the last drawn span on.
    pub truth_real_m: [Option<f64>; 2],
}

impl Step {
    /// Nothing where truth has no account of the entity there.
    fn between(truth: &Truth, from_place: usize, from: Sample, to: Sample) -> Option<Self> {
        let entity = to.row.entity;
        let seconds = (to.time_us - from.time_us) as f64 / 1e6;
        let real_ticks = seconds * truth.ticks_per_s();
        let (before, after) = (from.row.span, to.row.span);
        let drifts = [after.first - before.first - real_ticks, after.last - before.last - real_ticks];
        let travelled =
            |start: f64, end: f64| Some(distance(truth.position_at(entity, start)?, truth.position_at(entity, end)?));
        let truth_drawn = [travelled(before.first, after.first), travelled(before.last, after.last)];
        let real = Span { first: before.first, last: before.last + real_ticks };
        let moved = difference(to.row.position, from.row.position);
        Some(Self {
            from,
            to,
            from_place,
            seconds,
            real_ticks,
            drift_ticks: if drifts[0].abs() <= drifts[1].abs() { drifts[0] } else { drifts[1] },
            moved,
            moved_m: length(moved),
            turned_deg: angle_deg(from.row.rotation, to.row.rotation),
            near: truth.near(entity, before.join(after))?.stricter(truth.near(entity, real)?),
            truth_drawn_m: truth_drawn.into_iter().flatten().min_by(f64::total_cmp),
            truth_real_m: [before.first, before.last].map(|start| travelled(start, start + real_ticks)),
        })
    }

    /// The drawn speed in m/s.
    pub(crate) fn speed_mps(&self) -> f64 {
        self.moved_m / self.seconds
    }

    /// Truth's speed in as much real time; of a blend's two timelines, that which the drawn one is nearer to.
    pub(crate) fn true_mps(&self) -> Option<f64> {
        let off_mps = |true_mps: &f64| (true_mps - self.speed_mps()).abs();
        let speeds = self.truth_real_m.into_iter().flatten().map(|truth_m| truth_m / self.seconds);
        speeds.min_by(|a, b| off_mps(a).total_cmp(&off_mps(b)))
    }

    /// How far it was drawn beyond what a pace of `slack` times truth's greatest would take it.
    pub(crate) fn beyond_pace_m(&self, slack: f64) -> f64 {
        self.moved_m - slack * self.near.greatest_mps * self.seconds
    }
}

/// Several strides, each ending in the frame after the last one's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub first: Step,
    pub last: Step,
}

impl Run {
    /// How long it took.
    pub(crate) fn ms(&self) -> f64 {
        (self.last.to.time_us - self.first.from.time_us) as f64 / 1e3
    }
}

/// One entity's rows in frames that follow one another.
#[derive(Clone, Debug)]
pub(crate) struct Track {
    pub samples: Vec<Sample>,
    /// By the place of the frame that they end in: the step from the frame before.
    pub frame_steps: Vec<Option<Step>>,
    /// By the same: the shortest step that is long enough to take a speed over.
    pub strides: Vec<Option<Step>>,
}

impl Track {
    fn new(truth: &Truth, samples: Vec<Sample>) -> Self {
        let frame_steps: Vec<_> = (0..samples.len())
            .map(|to| to.checked_sub(1).and_then(|from| Step::between(truth, from, samples[from], samples[to])))
            .collect();
        let strides = (0..samples.len())
            .map(|to| {
                let long_enough = |from: &usize| samples[to].time_us - samples[*from].time_us >= STRIDE_US;
                let from = (0..to).rev().find(long_enough)?;
                if from + 1 == to { frame_steps[to] } else { Step::between(truth, from, samples[from], samples[to]) }
            })
            .collect();
        Self { samples, frame_steps, strides }
    }

    /// Runs of at least so many strides that all have a property, each ending in the frame after the last one's.
    pub(crate) fn runs(&self, least: usize, has: impl Fn(&Step) -> bool) -> Vec<Run> {
        let with = |stride: &Option<Step>| stride.filter(|stride| has(stride));
        let pieces = self.strides.chunk_by(|before, after| with(before).is_some() && with(after).is_some());
        let long_enough = pieces.filter(|piece| piece.len() >= least);
        long_enough.filter_map(|piece| Some(Run { first: with(piece.first()?)?, last: with(piece.last()?)? })).collect()
    }
}

/// The tracks of everything that `rows` yields of each frame, by entity, then by time. One at a time: the steps of all
/// entities of a long run together would be hundreds of megabytes.
pub(crate) fn tracks<'a, R>(
    truth: &Truth,
    frames: &[&'a Frame],
    rows: impl Fn(&'a Frame) -> R,
) -> impl Iterator<Item = Track>
where
    R: IntoIterator<Item = &'a DrawnRow>,
{
    let mut by_entity: BTreeMap<u32, Vec<(usize, Vec<Sample>)>> = BTreeMap::new();
    for (place, frame) in frames.iter().enumerate() {
        let Some(now_tick) = truth.tick_at(frame.time_us) else { continue };
        let viewer = frame.viewpoint.and_then(|entity| truth.position_at(entity, now_tick));
        for row in rows(frame) {
            let band = viewer.and_then(|viewer| Band::of(distance(viewer, true_place(truth, row, now_tick))));
            let sample = Sample { time_us: frame.time_us, now_tick, band, row: *row, clock: frame.clock };
            let pieces = by_entity.entry(row.entity).or_default();
            match pieces.last_mut() {
                Some((last, samples)) if *last + 1 == place => {
                    *last = place;
                    samples.push(sample);
                }
                _ => pieces.push((place, vec![sample])),
            }
        }
    }
    by_entity.into_values().flatten().map(|(_, samples)| Track::new(truth, samples))
}

/// Where an entity truly is now; where it is no more or not yet there, where it was at the tick that is drawn; and where
/// truth never heard of it, where it is drawn.
fn true_place(truth: &Truth, row: &DrawnRow, now_tick: f64) -> Vector {
    let now = truth.position_at(row.entity, now_tick);
    now.or_else(|| truth.position_at(row.entity, row.span.first)).unwrap_or(row.position)
}
