//! What a player holds in one tick, on its grid.
//!
//! The client predicts with its input and the authority runs the same one a moment later. Were the client to predict with
//! the stick's own float and send it rounded, the two would drive different cars by a hair, and every snapshot would
//! correct it. So the input is rounded to eight bits *before* it is used anywhere, and [`Input`] can hold nothing finer.
//!
//! Eleven bytes, as they travel and as they are recorded:
//!
//! | byte | field | |
//! |---|---|---|
//! | 0 | `drive` | throttle and brake: -127..127; on foot, forwards and back |
//! | 1 | `steer` | -127 (right) ..127 (left, towards +x); on foot, sideways |
//! | 2-3 | `keys` | one bit a key, [`Keys`] |
//! | 4-5 | `aim` | 65,536ths of a turn |
//! | 6-7 | `target` | index of the entity aimed at, [`NO_TARGET`] for none |
//! | 8 | `cover` | cover's flags in the lower half, a garage's service in the upper |
//! | 9 | `throw` | how hard a grenade is thrown |
//! | 10 | `items` | item keys in the lower half, the selected slot in the upper |
//!
//! `aim`, `throw` and the slot are of those who fight; `target`, `cover` and the item keys are carried and used by no rule.

use serde::{Deserialize, Serialize};

mod guess;
#[cfg(test)]
mod tests;

pub use guess::{GUESS_HOLD_TICKS, guess};

/// Bytes of an input on the wire and in a recording.
pub const INPUT_BYTES: usize = 11;

/// `Input::target` where nothing is aimed at.
pub const NO_TARGET: u16 = u16::MAX;

/// Steps from rest to the end of an axis. Symmetric, so that full left and full right are the same amount.
const AXIS_STEPS: f32 = 127.0;

/// The keys of one tick, a bit each. Those in [`Keys::PRESSES`] act once when they go down; the rest act while held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keys(pub u16);

impl Keys {
    /// Rear wheels locked.
    pub const HANDBRAKE: Keys = Keys(1);
    /// More power while the meter lasts.
    pub const BOOST: Keys = Keys(1 << 1);
    /// Trigger held.
    pub const FIRE: Keys = Keys(1 << 2);
    /// Weapon raised.
    pub const AIM: Keys = Keys(1 << 3);
    /// Running, on foot.
    pub const RUN: Keys = Keys(1 << 4);
    /// Jump, on foot.
    pub const JUMP: Keys = Keys(1 << 5);
    /// Press: get in or out, pull a driver out.
    pub const ENTER: Keys = Keys(1 << 6);
    /// Press: next vehicle class.
    pub const CHANGE_CLASS: Keys = Keys(1 << 7);
    /// Press: put the own car back on its wheels at its spawn.
    pub const RESET: Keys = Keys(1 << 8);
    /// Press: put the whole level back.
    pub const RESET_LEVEL: Keys = Keys(1 << 9);
    /// Press: crouch into cover.
    pub const COVER: Keys = Keys(1 << 10);
    /// Press: let the grenade go.
    pub const THROW: Keys = Keys(1 << 11);
    /// Press: the horn.
    pub const HORN: Keys = Keys(1 << 12);
    /// The phone, first spare bit.
    pub const PHONE_A: Keys = Keys(1 << 13);
    /// The phone, second spare bit.
    pub const PHONE_B: Keys = Keys(1 << 14);
    /// Everything that acts once. A guess holds none of these, and a late input's are carried to the next tick.
    pub const PRESSES: Keys = Keys(
        Keys::ENTER.0
            | Keys::CHANGE_CLASS.0
            | Keys::RESET.0
            | Keys::RESET_LEVEL.0
            | Keys::COVER.0
            | Keys::THROW.0
            | Keys::HORN.0,
    );

    /// Whether all of `other` are down.
    #[must_use]
    pub fn holds(self, other: Keys) -> bool {
        self.0 & other.0 == other.0
    }

    /// These and `other`.
    #[must_use]
    pub const fn with(self, other: Keys) -> Keys {
        Keys(self.0 | other.0)
    }

    /// These without `other`.
    #[must_use]
    pub const fn without(self, other: Keys) -> Keys {
        Keys(self.0 & !other.0)
    }

    /// Those that act once.
    #[must_use]
    pub const fn presses(self) -> Keys {
        Keys(self.0 & Keys::PRESSES.0)
    }
}

/// One tick's input. [`Input::default`] is hands off everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// Throttle (positive) and brake or reverse (negative), -127..=127.
    pub drive: i8,
    /// Steering, positive towards +x (left), -127..=127.
    pub steer: i8,
    /// Keys down.
    pub keys: Keys,
    /// Where the player aims, in 65,536ths of a turn.
    pub aim: u16,
    /// Index of the entity aimed at, or [`NO_TARGET`].
    pub target: u16,
    /// Cover's flags (lower half) and a garage's service (upper half).
    pub cover: u8,
    /// How hard a grenade is thrown.
    pub throw: u8,
    /// Item keys (lower half) and the selected slot (upper half).
    pub items: u8,
}

impl Default for Input {
    fn default() -> Input {
        Input { drive: 0, steer: 0, keys: Keys(0), aim: 0, target: NO_TARGET, cover: 0, throw: 0, items: 0 }
    }
}

impl Input {
    /// The input for a pair of raw axes in -1..=1 (beyond is clipped, not a number is rest) and keys.
    #[must_use]
    pub fn from_axes(drive: f32, steer: f32, keys: Keys) -> Input {
        Input { drive: to_grid(drive), steer: to_grid(steer), keys, ..Input::default() }
    }

    /// Throttle and brake as the rules use it, -1..=1.
    #[must_use]
    pub fn drive_axis(&self) -> f32 {
        f32::from(self.drive) / AXIS_STEPS
    }

    /// Steering as the rules use it, -1..=1.
    #[must_use]
    pub fn steer_axis(&self) -> f32 {
        f32::from(self.steer) / AXIS_STEPS
    }

    /// The bytes that travel and are recorded.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; INPUT_BYTES] {
        let [keys_low, keys_high] = self.keys.0.to_le_bytes();
        let [aim_low, aim_high] = self.aim.to_le_bytes();
        let [target_low, target_high] = self.target.to_le_bytes();
        [
            self.drive as u8,
            self.steer as u8,
            keys_low,
            keys_high,
            aim_low,
            aim_high,
            target_low,
            target_high,
            self.cover,
            self.throw,
            self.items,
        ]
    }

    /// The reverse. Every eleven bytes are an input: an axis of -128, which no writer makes, reads as -127.
    #[must_use]
    pub fn from_bytes(bytes: [u8; INPUT_BYTES]) -> Input {
        Input {
            drive: (bytes[0] as i8).max(-127),
            steer: (bytes[1] as i8).max(-127),
            keys: Keys(u16::from_le_bytes([bytes[2], bytes[3]])),
            aim: u16::from_le_bytes([bytes[4], bytes[5]]),
            target: u16::from_le_bytes([bytes[6], bytes[7]]),
            cover: bytes[8],
            throw: bytes[9],
            items: bytes[10],
        }
    }
}

/// An axis on its grid.
fn to_grid(axis: f32) -> i8 {
    if axis.is_nan() { 0 } else { (axis.clamp(-1.0, 1.0) * AXIS_STEPS).round() as i8 }
}
