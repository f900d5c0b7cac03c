//! What may be tuned in how a session draws the world, and the faults that may be put into it.
//!
//! Plain values, with one default whose relations are checked as it is compiled: a render delay shorter than two snapshots
//! would compile, run, and stutter at the first late one. Nothing here is reachable over the wire.
//!
//! The faults are there to be caught. A measure that cannot see a broken session measures nothing, so each is judged by a
//! session that is broken on purpose ([`Faults`]).

use crate::units::TICK_RATE_HZ;
use crate::wire::MAX_FRAME_INPUTS;

/// Tiers of distance, by how often the authority sends an entity that moves: every, every second, every fourth snapshot.
pub const TIERS: usize = 3;

/// See the module. Ticks are the authority's, 60 a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// Ticks from one snapshot to the next, as the room sends them.
    pub snapshot_interval_ticks: u32,
    /// How far behind the authority's estimated tick the others are drawn. Two snapshots: one may be late or lost and
    /// there is still a measurement on either side of what is drawn.
    pub render_delay_ticks: u32,
    /// What a tier adds to that: its own interval less one snapshot's, so that it too is drawn between two measurements.
    pub tier_delay_ticks: [u32; TIERS],
    /// How long an entity in motion is carried on past its newest measurement. 150 ms: beyond that a car on a curve is
    /// metres off its road, and standing still is the smaller lie.
    pub extrapolation_ticks: u32,
    /// The least time in which a difference between a guess and a measurement is drawn away. A tenth of a second.
    pub blend_ticks: u32,
    /// How much faster than its own pace an entity may be drawn while a difference is drawn away: a quarter again. People
    /// take notice of a pace a third off.
    pub blend_pace_share: f32,
    /// The same for what stands or crawls, in m/s: a quarter again of a slow walk (1 m/s).
    pub blend_pace_floor_mps: f32,
    /// Time in which an eased correction of the own entity shrinks to 1/e of itself, in seconds.
    pub smoothing_seconds: f32,
    /// A correction beyond this is taken at once whatever the pace, in metres: a reset should look like one.
    pub snap_m: f32,
    /// Inputs of one frame: over a transport that loses frames, three losses in a row are survived.
    pub frame_inputs: usize,
    /// What is broken on purpose.
    pub faults: Faults,
}

/// Ways to break a session, each to be caught by a measure. None is set in play.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Faults {
    /// The render clock starts again from every snapshot as it comes and never passes the newest.
    pub clamp_clock_to_newest: bool,
    /// Corrections and differences are shown at once.
    pub no_smoothing: bool,
    /// Every entity is drawn on straight lines between its measurements.
    pub straight_lines: bool,
    /// Differences are drawn away in a quarter of a second whatever the pace.
    pub fixed_blend: bool,
    /// Every snapshot rewinds, whether or not it differs from what was predicted.
    pub always_rewind: bool,
    /// A rewind restores poses and velocities and nothing else.
    pub rewind_poses_only: bool,
    /// Every snapshot counts as a measurement of every entity in it, whether measured or repeated.
    pub fill_in_samples: bool,
    /// An entity that comes back under a freed index is taken for the one that left.
    pub ignore_generations: bool,
}

impl Faults {
    /// None.
    pub const NONE: Faults = Faults {
        clamp_clock_to_newest: false,
        no_smoothing: false,
        straight_lines: false,
        fixed_blend: false,
        always_rewind: false,
        rewind_poses_only: false,
        fill_in_samples: false,
        ignore_generations: false,
    };
}

impl Tuning {
    /// What is played with.
    pub const DEFAULT: Tuning = Tuning {
        snapshot_interval_ticks: 3,
        render_delay_ticks: 6,
        tier_delay_ticks: [0, 3, 9],
        extrapolation_ticks: 9,
        blend_ticks: 6,
        blend_pace_share: 0.25,
        blend_pace_floor_mps: 0.25,
        smoothing_seconds: 0.05,
        snap_m: 3.0,
        frame_inputs: 4,
        faults: Faults::NONE,
    };

    /// The speed that drawing a difference away may add to an entity going at `pace_mps`, in m/s.
    #[must_use]
    pub fn blend_mps(&self, pace_mps: f32) -> f32 {
        (pace_mps * self.blend_pace_share).max(self.blend_pace_floor_mps)
    }

    /// Asserts the relations between the values. What a measure breaks on purpose is not checked.
    pub const fn check(&self) {
        let interval = self.snapshot_interval_ticks;
        assert!(interval > 0 && TICK_RATE_HZ.is_multiple_of(interval), "snapshots come on whole ticks");
        assert!(self.render_delay_ticks >= 2 * interval, "one late snapshot must leave a measurement on either side");
        let [near, mid, far] = self.tier_delay_ticks;
        assert!(
            near == 0 && mid == interval && far == 3 * interval,
            "a tier is delayed by its interval less one snapshot"
        );
        assert!(self.extrapolation_ticks >= 2 * interval, "a lost snapshot must not stop what moves");
        assert!(self.blend_ticks >= interval, "a difference is drawn away over more than one snapshot");
        assert!(self.blend_pace_share > 0.0 && self.blend_pace_share < 0.3, "beyond 1.3 times its pace a car dashes");
        assert!(self.blend_pace_floor_mps > 0.0 && self.smoothing_seconds > 0.0 && self.snap_m > 0.0);
        assert!(self.frame_inputs >= 1, "an input that is never sent is never run");
        assert!(self.frame_inputs <= MAX_FRAME_INPUTS, "the wire takes no more");
    }
}

const _: () = Tuning::DEFAULT.check();

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning::DEFAULT
    }
}
