//! How many ticks a rendered frame runs.
//!
//! Frames do not come sixty times a second, so a frame runs the ticks that its elapsed time owes. Paid in full, one slow
//! frame makes the next slower still, and a page that hangs for a second comes back to sixty ticks at once. So a frame
//! runs three at the most and owes up to three more to the next ones. What a stall owes beyond that is *skipped*: those
//! ticks keep their numbers, since the client's numbers are its clock, but no input is sent for them. The authority has
//! run them on its guess, and the prediction runs them on the same guess.

use crate::units::Micros;

#[cfg(test)]
mod tests;

/// Most ticks that one frame runs. Three: 20 frames a second still keep up.
pub const MOST_RUN_TICKS: u32 = 3;

/// Most ticks that are owed to the next frames. Together with those run: a tenth of a second, caught up with in two.
pub const MOST_OWED_TICKS: u32 = 3;

/// The ticks of one frame, in the order in which they come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameTicks {
    /// To be run on the guess, without an input. They come first: they are the oldest, which the authority has guessed
    /// already, while the inputs of the newest may still be in time.
    pub skipped: u32,
    /// To be run on the player's input.
    pub run: u32,
}

/// The tick accumulator.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FrameLoop {
    /// Owed and not yet run, with the fraction of the tick that has begun.
    owed_ticks: f64,
    skipped_ticks: u64,
}

impl FrameLoop {
    /// Lets `elapsed` pass, counted in ticks `interval_scale` times as long as they are (the clock's nudge). The nudge goes
    /// by one word on the queue; over the whole of a stall it would put the client seconds' worth of it ahead at a stroke.
    pub fn advance(&mut self, elapsed: Micros, interval_scale: f64) -> FrameTicks {
        let ticks = elapsed.as_ticks();
        let nudged = ticks.min(f64::from(MOST_RUN_TICKS + MOST_OWED_TICKS));
        self.owed_ticks += ticks - nudged + nudged / interval_scale;
        let owed = self.owed_ticks as u64;
        let skipped = owed.saturating_sub(u64::from(MOST_RUN_TICKS + MOST_OWED_TICKS));
        let run = (owed - skipped).min(u64::from(MOST_RUN_TICKS));
        self.owed_ticks -= (skipped + run) as f64;
        self.skipped_ticks += skipped;
        FrameTicks { skipped: u32::try_from(skipped).unwrap_or(u32::MAX), run: run as u32 }
    }

    /// How far into the tick that has begun this frame is, 0..=1: what the local simulation moves is drawn this far from
    /// its pose before the latest tick to the one after it. Without it a frame moves a car no tick and the next frame two.
    #[must_use]
    pub fn alpha(&self) -> f32 {
        self.owed_ticks.min(1.0) as f32
    }

    /// Ticks skipped so far.
    #[must_use]
    pub fn skipped_ticks(&self) -> u64 {
        self.skipped_ticks
    }
}
