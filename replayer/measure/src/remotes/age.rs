//! **Age**, in ms: now minus the tick that is drawn. A longer delay improves every other score, so it is told beside
//! them. Of a blend the older tick counts; what is drawn ahead of the authority has a negative age.

use crate::quantiles::Samples;
use crate::track::Sample;
use crate::truth::Truth;

#[derive(Debug, Default)]
pub(super) struct Age {
    pub ms: Samples,
}

impl Age {
    pub(super) fn take(&mut self, truth: &Truth, sample: &Sample) {
        self.ms.push((sample.now_tick - sample.row.span.first) / truth.ticks_per_s() * 1e3);
    }
}
