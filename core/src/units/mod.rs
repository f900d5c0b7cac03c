//! The words that every other module speaks: ticks, microseconds, entities, clients and sequence numbers.
//!
//! A bare `u32` that is a tick in one place and a sequence number in the next is the classic bug of netcode: both count
//! up by one sixty times a second, and the test passes until the two differ. So each has a type of its own.

use std::fmt;

use serde::{Deserialize, Serialize};

pub mod lanes;
pub mod math;
#[cfg(test)]
mod tests;

/// Simulation steps a second. The wire, the recordings and every timer count in these; changing it changes every digest.
pub const TICK_RATE_HZ: u32 = 60;

/// Seconds a tick lasts.
pub const TICK_SECONDS: f32 = 1.0 / TICK_RATE_HZ as f32;

/// A simulation step of the authority, counted from the start of its world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Tick(pub u32);

impl Tick {
    /// The tick `ticks` later.
    #[must_use]
    pub fn after(self, ticks: u32) -> Tick {
        Tick(self.0 + ticks)
    }

    /// Ticks from `earlier` to this one; 0 where `earlier` is later.
    #[must_use]
    pub fn since(self, earlier: Tick) -> u32 {
        self.0.saturating_sub(earlier.0)
    }

    /// The instant at which this tick is due, on a timeline on which tick 0 is due at 0. Rounded down, so that the error
    /// never accumulates.
    #[must_use]
    pub fn due(self) -> Micros {
        Micros(u64::from(self.0) * 1_000_000 / u64::from(TICK_RATE_HZ))
    }
}

impl fmt::Display for Tick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tick {}", self.0)
    }
}

/// A stretch of drawn time `[from, to]`, in fractional ticks of the authority. The two are equal where an entity is drawn
/// at one moment, and differ where it is drawn between two timelines (the interpolated one and the predicted one).
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct TickSpan {
    /// The earlier end, in ticks.
    pub from: f64,
    /// The later end, in ticks.
    pub to: f64,
}

impl TickSpan {
    /// The span of a single moment.
    #[must_use]
    pub fn at(tick: f64) -> TickSpan {
        TickSpan { from: tick, to: tick }
    }
}

/// An instant or a length of time in whole microseconds, from whatever origin the caller's timeline has. Integers, so that
/// adding and comparing them is the same on every target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Micros(pub u64);

impl Micros {
    /// `ms` milliseconds.
    #[must_use]
    pub const fn from_ms(ms: u64) -> Micros {
        Micros(ms * 1000)
    }

    /// This length in milliseconds.
    #[must_use]
    pub fn as_ms(self) -> f64 {
        self.0 as f64 / 1000.0
    }

    /// This length in ticks, fractional.
    #[must_use]
    pub fn as_ticks(self) -> f64 {
        self.0 as f64 * f64::from(TICK_RATE_HZ) / 1_000_000.0
    }

    /// Time from `earlier` to this instant; 0 where `earlier` is later.
    #[must_use]
    pub fn since(self, earlier: Micros) -> Micros {
        Micros(self.0.saturating_sub(earlier.0))
    }

    /// The instant `length` later.
    #[must_use]
    pub fn after(self, length: Micros) -> Micros {
        Micros(self.0 + length.0)
    }
}

/// One entity in one life. The index names a place that is handed out again; the generation says which tenant is meant,
/// so a word about the one that left is never applied to the one that came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct EntityId {
    /// The place. Systems run in the order of these.
    pub index: u16,
    /// The tenant of the place, turned over (with wrap-around) at each removal.
    pub generation: u8,
}

impl EntityId {
    /// The entity at `index` in life `generation`.
    #[must_use]
    pub const fn new(index: u16, generation: u8) -> EntityId {
        EntityId { index, generation }
    }

    /// Both numbers in one, for rows that know nothing of entities: generation in the upper half.
    #[must_use]
    pub fn bits(self) -> u32 {
        u32::from(self.generation) << 16 | u32::from(self.index)
    }

    /// The reverse of [`EntityId::bits`].
    #[must_use]
    pub fn from_bits(bits: u32) -> EntityId {
        EntityId { index: bits as u16, generation: (bits >> 16) as u8 }
    }
}

impl fmt::Display for EntityId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.index, self.generation)
    }
}

/// A player's connection, as the authority numbers them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ClientId(pub u16);

impl fmt::Display for ClientId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "client {}", self.0)
    }
}

/// A number that counts up by one and wraps: input n is the client's own tick n. Ordered by the shorter way round, so a
/// comparison stays right across the wrap as long as the two are less than half the range apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seq(pub u32);

impl Seq {
    /// The number after this one.
    #[must_use]
    pub fn next(self) -> Seq {
        Seq(self.0.wrapping_add(1))
    }

    /// The number `steps` further on.
    #[must_use]
    pub fn plus(self, steps: u32) -> Seq {
        Seq(self.0.wrapping_add(steps))
    }

    /// The number `steps` earlier.
    #[must_use]
    pub fn minus(self, steps: u32) -> Seq {
        Seq(self.0.wrapping_sub(steps))
    }

    /// Steps from `earlier` to this one: negative where this one is the earlier.
    #[must_use]
    pub fn distance_from(self, earlier: Seq) -> i32 {
        self.0.wrapping_sub(earlier.0) as i32
    }

    /// Whether this one comes after `other`.
    #[must_use]
    pub fn is_newer_than(self, other: Seq) -> bool {
        self.distance_from(other) > 0
    }
}

impl fmt::Display for Seq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}
