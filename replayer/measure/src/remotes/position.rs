//! **Position error**, in m: how far an entity is drawn from the path that truth took over the ticks that it is drawn
//! at. **Position lag**, in m: how far it is drawn from where it truly is now, delay and all; what a player who aims at
//! it misses by.

use crate::quantiles::Samples;
use crate::rows::Span;
use crate::track::Sample;
use crate::truth::Truth;

#[derive(Debug, Default)]
pub(super) struct Position {
    pub error_m: Samples,
    pub lag_m: Samples,
}

impl Position {
    pub(super) fn take(&mut self, truth: &Truth, sample: &Sample) {
        let row = &sample.row;
        if truth.was_relocated(row.entity, row.span.join(Span::at(sample.now_tick))) {
            return;
        }
        self.error_m.extend(truth.distance_to_path(row.entity, row.position, row.span));
        self.lag_m.extend(truth.distance_to_path(row.entity, row.position, Span::at(sample.now_tick)));
    }
}
