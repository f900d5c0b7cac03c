//! **Sources**: the shares of entity-frames by where the pose came from.

use serde::Serialize;

use crate::quantiles::share;
use crate::rows::Source;
use crate::track::Sample;

/// Shares, 0..1. They sum to 1, or to 0 where nothing was drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Sources {
    /// By the local simulation.
    pub predicted: f64,
    /// Between measurements.
    pub interpolated: f64,
    /// Past the newest, carried on.
    pub extrapolated: f64,
    /// Past the newest, standing.
    pub held: f64,
    /// Between two of these.
    pub blending: f64,
}

#[derive(Debug, Default)]
pub(super) struct SourceCounts {
    predicted: u64,
    interpolated: u64,
    extrapolated: u64,
    held: u64,
    blending: u64,
}

impl SourceCounts {
    pub(super) fn take(&mut self, sample: &Sample) {
        *match sample.row.source {
            Source::Predicted => &mut self.predicted,
            Source::Interpolated => &mut self.interpolated,
            Source::Extrapolated => &mut self.extrapolated,
            Source::Held => &mut self.held,
            Source::Blending => &mut self.blending,
        } += 1;
    }

    pub(super) fn shares(&self) -> Sources {
        let all = self.predicted + self.interpolated + self.extrapolated + self.held + self.blending;
        Sources {
            predicted: share(self.predicted, all),
            interpolated: share(self.interpolated, all),
            extrapolated: share(self.extrapolated, all),
            held: share(self.held, all),
            blending: share(self.blending, all),
        }
    }
}
