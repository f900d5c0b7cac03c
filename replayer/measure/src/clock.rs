//! The render clock: does the picture's time run like time?
//!
//! The cause of most faults that are seen on everyone at once. It is measured apart, since an entity's own tick also
//! moves when its delay changes.

#[cfg(test)]
mod tests;

use serde::Serialize;

use crate::quantiles::{Quantiles, Samples};
use crate::remotes::off_pace::OffPace;
use crate::rows::Frame;
use crate::truth::Truth;
use crate::worst::{Moment, Worst};

/// What is said of the render clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Clock {
    /// Frames in which it ran faster or slower than time by more than is unseen (see `off_pace`).
    pub off_pace_frames: u64,
    /// Frames in which it ran backward.
    pub backward_ticks: u64,
    /// Frames in which it drifted as its rules allow. Not off pace, and told so that a clock that always drifts is seen.
    pub allowed_drift_frames: u64,
    /// How far the drawn tick is from the authority's at the same moment, in ticks: the delay that everything is seen
    /// with, the network's part included.
    pub error_ticks: Quantiles,
}

/// Nothing where no frame has a clock.
pub(crate) fn measure(truth: &Truth, frames: &[&Frame], worst: &mut Worst) -> Option<Clock> {
    let rows = || frames.iter().filter_map(|frame| Some((frame.time_us, frame.clock?)));
    rows().next()?;
    let mut clock = Clock::default();
    let mut error_ticks = Samples::default();
    for (time_us, row) in rows() {
        error_ticks.extend(truth.tick_at(time_us).map(|now_tick| (now_tick - row.render_tick).abs()));
    }
    let mut off_pace = OffPace::new(truth.ticks_per_s());
    for ((from_us, before), (time_us, row)) in rows().zip(rows().skip(1)) {
        let real_ticks = (time_us - from_us) as f64 / 1e6 * truth.ticks_per_s();
        let advance_ticks = row.render_tick - before.render_tick;
        if off_pace.take(real_ticks, advance_ticks - real_ticks) {
            clock.off_pace_frames += 1;
            worst.push(Moment {
                t_s: time_us as f64 / 1e6,
                tick: row.render_tick.floor() as i64,
                entity: None,
                measure: "clock_off_pace_ticks",
                value: (advance_ticks - real_ticks).abs(),
                cause: if row.restarted { "set anew".to_owned() } else { format!("{advance_ticks:.1} ticks on") },
            });
        } else if row.drifting {
            clock.allowed_drift_frames += 1;
        }
        clock.backward_ticks += u64::from(advance_ticks < 0.0);
    }
    Some(Clock { error_ticks: error_ticks.quantiles(), ..clock })
}
