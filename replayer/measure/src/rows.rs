//! What one client drew and noticed, as plain rows.
//!
//! Whoever fills these in (a rig, a table read from a file) has already turned the client's own numbers into the
//! authority's ticks: a tick of the client means the tick of the authority that ran its input.

use crate::geometry::{Quaternion, Vector};

/// The stretch of the authority's ticks that something is drawn at. Both ends are the same, unless it is drawn between
/// two timelines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The earlier end, in ticks.
    pub first: f64,
    /// The later end, in ticks.
    pub last: f64,
}

impl Span {
    /// One moment.
    #[must_use]
    pub fn at(tick: f64) -> Self {
        Self { first: tick, last: tick }
    }

    /// From one moment to another, in whichever order they come.
    #[must_use]
    pub fn between(a: f64, b: f64) -> Self {
        Self { first: a.min(b), last: a.max(b) }
    }

    /// The shortest span that holds both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self { first: self.first.min(other.first), last: self.last.max(other.last) }
    }
}

/// Where a drawn pose came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// The local simulation, ahead of the authority.
    Predicted,
    /// Between two measurements.
    Interpolated,
    /// Past the newest measurement, carried on by its velocity.
    Extrapolated,
    /// Past the newest measurement, standing.
    Held,
    /// Between two of the above.
    Blending,
}

/// One entity as a frame shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnRow {
    /// The entity. A number that is used again for another entity must differ from the first use.
    pub entity: u32,
    /// Position in metres.
    pub position: Vector,
    /// Rotation as a unit quaternion, x y z w.
    pub rotation: Quaternion,
    /// The ticks that it is drawn at.
    pub span: Span,
    /// Where the pose came from.
    pub source: Source,
}

/// The render clock in one frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClockRow {
    /// The authority's tick that the frame is drawn at, before any delay of a single entity's.
    pub render_tick: f64,
    /// Whether the clock runs faster or slower by its own rules in this frame.
    pub drifting: bool,
    /// Whether it was set anew in this frame.
    pub restarted: bool,
}

/// One rendered frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// When it was shown, in microseconds on the clock that truth's ticks are timed by.
    pub time_us: u64,
    /// The entity whose true place distances are measured from: the player's own, or what they ride in.
    pub viewpoint: Option<u32>,
    /// The entity that the player controls, where there is one.
    pub own: Option<DrawnRow>,
    /// Everything else that moves, each entity once.
    pub remotes: Vec<DrawnRow>,
    /// The render clock, where the client has one.
    pub clock: Option<ClockRow>,
}

/// A measurement of another entity, as the client took it up for drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleRow {
    /// When, in microseconds.
    pub time_us: u64,
    /// The entity.
    pub entity: u32,
    /// The authority's tick that it is said to be measured at.
    pub tick: u32,
    /// The position, in metres.
    pub position: Vector,
}

/// What became of the prediction when the authority's word on one of its ticks came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The word was what had been predicted.
    Stood,
    /// The word differed: restored, overlaid, run again.
    Rewound,
    /// There was no prediction to hold against it. Counts as rewound.
    Adopted,
}

/// A snapshot held against the prediction of the own entity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reconciliation {
    /// When, in microseconds.
    pub time_us: u64,
    /// The own entity.
    pub entity: u32,
    /// The authority's tick that the snapshot shows.
    pub tick: u32,
    /// What became of the prediction.
    pub outcome: Outcome,
    /// How far the own entity's present pose was moved, in metres.
    pub correction_m: f64,
    /// How far it was turned, in degrees.
    pub correction_deg: f64,
    /// Whether that was shown at once instead of eased.
    pub snapped: bool,
    /// Ticks predicted and not yet acknowledged.
    pub lead_ticks: u32,
}

/// A tick of the own entity as the client first had it, and the fields that the authority had after the same tick.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnTick {
    /// When the client ran it, in microseconds.
    pub time_us: u64,
    /// The own entity.
    pub entity: u32,
    /// The authority's tick that ran the same input.
    pub tick: u32,
    /// Position after it, in metres.
    pub position: Vector,
    /// Rotation after it, x y z w.
    pub rotation: Quaternion,
    /// The client's fields after it, in the order of [`Viewer::field_names`].
    pub fields: Vec<f64>,
    /// The authority's fields after it, in the same order.
    pub true_fields: Vec<f64>,
}

/// One tick of the authority, as far as this client's input goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputRow {
    /// The authority's tick.
    pub tick: u32,
    /// Whether it ran on a guess.
    pub guessed: bool,
    /// Whether the input came after all, when the tick had already run.
    pub late: bool,
}

/// The player pressed or let go of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputChange {
    /// When, in microseconds.
    pub time_us: u64,
    /// The authority's tick that ran the changed input.
    pub tick: u32,
}

/// Everything that one client drew and noticed, each list in the order of its times.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Viewer {
    /// What was shown.
    pub frames: Vec<Frame>,
    /// What the frames were drawn from; nothing where the client does not tell.
    pub samples: Option<Vec<SampleRow>>,
    /// Snapshots held against the prediction.
    pub reconciliations: Vec<Reconciliation>,
    /// The own entity's ticks as first predicted.
    pub own_ticks: Vec<OwnTick>,
    /// The names of [`OwnTick::fields`].
    pub field_names: Vec<String>,
    /// The client's inputs as the authority ran them.
    pub inputs: Vec<InputRow>,
    /// The changes of input, for the response to them.
    pub input_changes: Vec<InputChange>,
}

/// What stretch of the run is measured, and what must be known of the game to measure it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The first moment that counts, in seconds. What is before it (a join, a warm-up) is left out of every measure.
    pub from_s: f64,
    /// How long to measure, in seconds. Rates per minute are over this.
    pub seconds: f64,
    /// The greatest distance at which the client is meant to be told of an entity, in metres.
    pub interest_m: f64,
    /// The step in which positions travel, in metres: what a drawn position may be off for this reason alone.
    pub wire_quantum_m: f64,
}

impl Settings {
    /// Whether a moment counts.
    #[must_use]
    pub fn contains(&self, time_us: u64) -> bool {
        let time_s = time_us as f64 / 1e6;
        time_s >= self.from_s && time_s < self.from_s + self.seconds
    }

    /// How long is measured, in minutes.
    #[must_use]
    pub fn minutes(&self) -> f64 {
        self.seconds / 60.0
    }
}
