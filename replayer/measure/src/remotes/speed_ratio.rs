//! **Speed ratio**: the drawn speed over truth's greatest speed nearby, both in m/s; truth's is taken as 1 m/s at least,
//! so that a thing at rest has a ratio too. Entities that touch something nearby are told apart: their truth jumps
//! itself.
//!
//! Flagged over 1.3. A correction may be eased, and a blend made, at a quarter again the pace; the rest is what
//! measurements are off by.

use crate::quantiles::Samples;
use crate::track::Step;
use crate::worst::Worst;

/// The ratio from which on it is a fault.
pub(super) const FLAGGED_RATIO: f64 = 1.3;
/// The least pace, in m/s.
const FLOOR_MPS: f64 = 1.0;

#[derive(Debug, Default)]
pub(super) struct SpeedRatio {
    pub free: Samples,
    pub in_contact: Samples,
}

impl SpeedRatio {
    pub(super) fn take(&mut self, stride: &Step) {
        let samples = if stride.near.in_contact { &mut self.in_contact } else { &mut self.free };
        samples.push(speed_ratio(stride));
    }
}

pub(super) fn speed_ratio(stride: &Step) -> f64 {
    stride.speed_mps() / stride.near.greatest_mps.max(FLOOR_MPS)
}

pub(super) fn note_worst(stride: &Step, worst: &mut Worst) {
    let ratio = speed_ratio(stride);
    if ratio > FLAGGED_RATIO {
        worst.push_step(if stride.near.in_contact { "contact_speed_ratio" } else { "speed_ratio" }, ratio, stride);
    }
}
