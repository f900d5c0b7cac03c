//! **Speed spike**: the drawn speed changes from one 1/60 s to the next by 0.25 m/s more than truth's greatest change
//! nearby. Half of what a car that accelerates at 2.5 m/s² shows every fifth of a second when it is drawn on straight
//! lines between measurements that far apart, which is seen as stutter; a curve through them shows none of it.
//!
//! Counts, of entities that touch something apart.

use crate::track::Step;

/// Beyond truth's own change, in m/s.
const SPIKE_MPS: f64 = 0.25;

#[derive(Debug, Default)]
pub(super) struct SpeedSpikes {
    pub free: u64,
    pub in_contact: u64,
}

impl SpeedSpikes {
    /// Takes in a stride and the one that ended where it begins.
    pub(super) fn take(&mut self, before: Option<&Step>, stride: &Step) {
        let Some(before) = before else { return };
        // Truth's change is from tick to tick; over longer strides it may add up.
        let ticks = (before.real_ticks + stride.real_ticks) / 2.0;
        let truth_mps = before.near.greatest_change_mps.max(stride.near.greatest_change_mps) * ticks.max(1.0);
        if (stride.speed_mps() - before.speed_mps()).abs() > truth_mps + SPIKE_MPS {
            let in_contact = before.near.in_contact || stride.near.in_contact;
            *(if in_contact { &mut self.in_contact } else { &mut self.free }) += 1;
        }
    }
}
