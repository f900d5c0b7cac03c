//! **Off pace**: a frame in which an entity's drawn tick goes on by another time than really passed: by more than half a
//! tick or 7 % of it, whichever is more, or in the same direction as a sum that is over 7 % of any 100 ms.
//!
//! 7 % is the smallest difference of speed that people see (De Bruyn and Orban 1988), and half a tick is what a frame
//! can gain by rounding alone. The sum finds a clock that is a little slow in every frame. A clock that drifts by its own
//! rules stays below both: 5 % is 0.3 of the 0.42 ticks.

use std::collections::VecDeque;

/// The share of real time that is seen.
const SEEN_SHARE: f64 = 0.07;
/// What one frame may be off, in ticks.
const ROUNDING_TICKS: f64 = 0.5;
/// How long is summed over, in seconds.
const SUMMED_S: f64 = 0.1;

/// The last frames of one timeline.
#[derive(Debug)]
pub(crate) struct OffPace {
    summed_ticks: f64,
    frames: VecDeque<(f64, f64)>,
}

impl OffPace {
    pub(crate) fn new(ticks_per_s: f64) -> Self {
        Self { summed_ticks: SUMMED_S * ticks_per_s, frames: VecDeque::new() }
    }

    /// Takes in the next frame: the time that really passed, and what was drawn beyond it, both in ticks. Tells whether
    /// it is off pace.
    pub(crate) fn take(&mut self, real_ticks: f64, drift_ticks: f64) -> bool {
        self.frames.push_back((real_ticks, drift_ticks));
        // Half a tick of tolerance, or six frames of a rounded sixtieth would not fit.
        while self.frames.len() > 1 && self.real_ticks() > self.summed_ticks + 0.5 {
            self.frames.pop_front();
        }
        let sum_ticks: f64 = self.frames.iter().map(|(_, drift_ticks)| drift_ticks).sum();
        let is_seen = drift_ticks.abs() > SEEN_SHARE * real_ticks;
        let is_off_in_sum = sum_ticks.abs() > SEEN_SHARE * self.real_ticks().max(self.summed_ticks);
        drift_ticks.abs() > ROUNDING_TICKS.max(SEEN_SHARE * real_ticks)
            || is_seen && is_off_in_sum && sum_ticks.signum() == drift_ticks.signum()
    }

    fn real_ticks(&self) -> f64 {
        self.frames.iter().map(|(real_ticks, _)| real_ticks).sum()
    }
}
