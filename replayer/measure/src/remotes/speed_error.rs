//! **Speed error**: how far the drawn speed is from truth's in as much real time, as a share of truth's, while truth
//! moves faster than 1 m/s. Noticed from 0.07 on, the smallest difference that people see (De Bruyn and Orban 1988);
//! flagged from 0.2.

use crate::quantiles::Samples;
use crate::track::Step;

/// The least speed of truth, in m/s: below it a share means little.
const MOVING_MPS: f64 = 1.0;

#[derive(Debug, Default)]
pub(super) struct SpeedError {
    pub share: Samples,
}

impl SpeedError {
    pub(super) fn take(&mut self, stride: &Step) {
        if let Some(true_mps) = stride.true_mps().filter(|true_mps| *true_mps > MOVING_MPS) {
            self.share.push((stride.speed_mps() - true_mps).abs() / true_mps);
        }
    }
}
