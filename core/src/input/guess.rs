//! The one rule of the guessed input, and of its end.
//!
//! When the input for a tick has not come, the authority must run the tick all the same. It guesses that the player goes
//! on doing what they did. The client runs the same rule over ticks that its own stall made it drop, so both ends run the
//! same ticks on the same inputs and nothing needs correcting.
//!
//! A guess without an end drives a silent player's car for ever. So it ends: after half a second of guesses in a row the
//! hands come off the controls and the car coasts.

use super::{Input, Keys};
use crate::units::TICK_RATE_HZ;

/// Guesses in a row that hold the last input; those after it hold nothing. Half a second: longer than any hitch that play
/// survives (a 400 ms stall), short enough that a car whose driver vanished does not cross a junction.
pub const GUESS_HOLD_TICKS: u32 = TICK_RATE_HZ / 2;

/// The input to run a tick on whose own has not come. `last` is the newest input that is known of a tick before it, and
/// `ticks_since_last` how many ticks before that was: 1 for the first guess after it.
#[must_use]
pub fn guess(last: &Input, ticks_since_last: u32) -> Input {
    if ticks_since_last > GUESS_HOLD_TICKS {
        return Input { aim: last.aim, ..Input::default() };
    }
    Input { keys: last.keys.without(Keys::PRESSES).without(Keys::FIRE), ..*last }
}
