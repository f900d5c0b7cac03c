//! What a player would have seen, in numbers.
//!
//! Netcode is judged by eye or by its own counters. The eye is slow, and a counter inside the code that it counts
//! shares that code's mistakes: a render clock that stops takes the time that everything is measured in with it, and
//! reports a smooth run. So here the picture is held against something that the client never touches: the authority's
//! own state at every tick, taken once the run is over, so that ticks which were drawn ahead of it are there too.
//!
//! Nothing in this crate knows a game. [`Truth`] is rows of true poses, [`Viewer`] is what one client drew and noticed,
//! and [`measure`] turns the two into [`Measures`], which serializes to the report's JSON. Positions are in metres,
//! speeds in m/s, angles in degrees, times in microseconds going in and milliseconds coming out.
//!
//! Words used throughout:
//! - A **span** is the stretch of the authority's ticks that a row is drawn at; one tick, unless it is a blend of two.
//! - **Near truth** of a span is what truth did within the span and three ticks around it.
//! - **Real time** is what truth did in as much time as really passed between two frames, from the last drawn tick on.
//! - A measure that could not be taken is `None`, `null` in the JSON. One that was taken and found nothing is 0.

mod band;
mod clock;
mod fields;
#[cfg(test)]
mod fixture;
mod geometry;
mod own;
mod quantiles;
mod remotes;
mod rows;
mod track;
mod truth;
mod worst;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Serialize;

pub use band::{Band, Bands};
pub use clock::Clock;
pub use fields::FieldError;
pub use own::Own;
pub use quantiles::{Quantiles, Samples};
pub use remotes::{Remotes, Sources};
pub use rows::{
    ClockRow, DrawnRow, Frame, InputChange, InputRow, Outcome, OwnTick, Reconciliation, SampleRow, Settings, Source,
    Span, Viewer,
};
pub use truth::{Truth, TruthRow};
pub use worst::Moment;

/// Everything that was measured of one client in one run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measures {
    /// The entity that the player controls.
    pub own: Own,
    /// Everyone else, by distance.
    pub remotes: Bands<Remotes>,
    /// The render clock; nothing where the client reports none.
    pub clock: Option<Clock>,
    /// How smooth the whole run looked.
    pub motion: Motion,
    /// How far each named field of the own entity was from the authority's.
    pub fields: BTreeMap<String, FieldError>,
    /// The worst moments of each measure, for whoever wants to look at them.
    pub worst: Vec<Moment>,
    /// What a reader of the numbers should know about them.
    pub cautions: Vec<String>,
}

/// How smooth the whole run looked. Not taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Motion {
    /// Time-space inconsistency (Zhou, Cai, Lee and Turner 2004) beyond 1 m or 3 degrees.
    pub inconsistency_1m: Option<f64>,
    /// The same beyond 0.25 m or 2 degrees.
    pub inconsistency_25cm: Option<f64>,
    /// Log dimensionless jerk of the drawn track, less that of truth.
    pub excess_jerk: Option<f64>,
    /// Spectral arc length of the drawn speed, less that of truth.
    pub smoothness_difference: Option<f64>,
}

/// Holds what one client drew and noticed against the truth.
#[must_use]
pub fn measure(truth: &Truth, viewer: &Viewer, settings: &Settings) -> Measures {
    assert!(viewer.frames.is_sorted_by_key(|frame| frame.time_us), "frames are in the order of their times");
    let mut worst = worst::Worst::default();
    let mut cautions = Vec::new();
    let in_time = viewer.frames.iter().filter(|frame| settings.contains(frame.time_us));
    let (frames, outside): (Vec<&Frame>, Vec<&Frame>) =
        in_time.partition(|frame| truth.tick_at(frame.time_us).is_some());
    if !outside.is_empty() {
        cautions.push(format!("frames outside the time that truth covers, left out: {}", outside.len()));
    }
    let own = own::measure(truth, viewer, &frames, settings, &mut worst, &mut cautions);
    let remotes = remotes::measure(truth, viewer, &frames, settings, &mut worst, &mut cautions);
    let clock = clock::measure(truth, &frames, &mut worst);
    let fields = fields::measure(truth, viewer, settings);
    Measures { own, remotes, clock, motion: Motion::default(), fields, worst: worst.finish(), cautions }
}
