//! **Burst** and **drag**: three frames or more in a row in which an entity is drawn faster than 1.3 times truth's
//! greatest speed nearby, or slower than 0.7 times its speed while that is over 1 m/s. A single frame is a spike; a run
//! of them is seen as a dash or as wading.
//!
//! Unit: counts, longest in ms. 1.3 is the bound of `speed_ratio`; 0.7 is the same to the other side. A drag is held
//! against truth's speed and not its greatest, or each car that pulls away from rest would be one.

use super::speed_ratio::{FLAGGED_RATIO, speed_ratio};
use crate::track::{Run, Step, Track};

/// The share of truth's speed below which something drags.
const DRAG_SHARE: f64 = 0.7;
/// The least speed of truth that a drag is held against, in m/s.
const MOVING_MPS: f64 = 1.0;
/// In a row.
const LEAST_FRAMES: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Burst,
    Drag,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Burst => "burst_ms",
            Self::Drag => "drag_ms",
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct RunsOfPace {
    pub bursts: u64,
    pub burst_longest_ms: f64,
    pub drags: u64,
}

impl RunsOfPace {
    pub(super) fn take(&mut self, kind: Kind, run: &Run) {
        match kind {
            Kind::Burst => {
                self.bursts += 1;
                self.burst_longest_ms = self.burst_longest_ms.max(run.ms());
            }
            Kind::Drag => self.drags += 1,
        }
    }
}

pub(super) fn runs_of_pace(track: &Track) -> Vec<(Kind, Run)> {
    let is_burst = |stride: &Step| speed_ratio(stride) > FLAGGED_RATIO;
    let is_drag = |stride: &Step| {
        stride.true_mps().is_some_and(|true_mps| true_mps > MOVING_MPS && stride.speed_mps() < DRAG_SHARE * true_mps)
    };
    let bursts = track.runs(LEAST_FRAMES, is_burst).into_iter().map(|run| (Kind::Burst, run));
    let drags = track.runs(LEAST_FRAMES, is_drag).into_iter().map(|run| (Kind::Drag, run));
    bursts.chain(drags).collect()
}
