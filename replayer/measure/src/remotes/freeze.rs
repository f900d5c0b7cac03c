//! **Freeze**: two frames or more in a row in which an entity is drawn moving less than a tenth of what truth moved,
//! while truth moves faster than 0.5 m/s. Truth's motion is the greater of that between the drawn ticks and that in as
//! much real time: the first finds a pose that stands while its tick runs on, the second a clock that stands itself.
//!
//! Unit: count, share of the drawn time, longest in ms. Flagged from 100 ms on, a delay that
//! players of driving games begin to suffer from (Pantel and Wolf 2002).

use crate::track::{Run, Step, Track};

/// The share of truth's motion below which a picture stands.
const FROZEN_SHARE: f64 = 0.1;
/// The least speed of truth, in m/s: below it a tenth is less than what the wire's quanta hide.
const MOVING_MPS: f64 = 0.5;
/// One frame may owe its standing to where two clocks fall; a second cannot.
const LEAST_FRAMES: usize = 2;

#[derive(Debug, Default)]
pub(super) struct Freezes {
    pub count: u64,
    pub seconds: f64,
    pub longest_ms: f64,
}

impl Freezes {
    pub(super) fn take(&mut self, freeze: &Run) {
        self.count += 1;
        self.seconds += freeze.ms() / 1e3;
        self.longest_ms = self.longest_ms.max(freeze.ms());
    }
}

pub(super) fn freezes(track: &Track) -> Vec<Run> {
    track.runs(LEAST_FRAMES, is_frozen)
}

fn is_frozen(stride: &Step) -> bool {
    let real_m = stride.truth_real_m.into_iter().flatten().min_by(f64::total_cmp);
    let truth_m = real_m.into_iter().chain(stride.truth_drawn_m).fold(0.0, f64::max);
    truth_m > MOVING_MPS * stride.seconds && stride.moved_m < FROZEN_SHARE * truth_m
}
