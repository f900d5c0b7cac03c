//! What one direction of a network does to datagrams, as a plain value.
//!
//! The default is a perfect network, and each field adds one fault of its own. Faults do not know of each other: more
//! jitter neither loses nor doubles another datagram. [`Conditions::check`] is the gate for values from outside.

use crate::trace::LinkTrace;

/// The longest base delay and the longest jitter: past a minute a network is down, not slow.
pub const MAX_DELAY_US: u64 = 60_000_000;
/// The latest end of a stall: far from the end of the range, so that adding delays to an instant cannot overflow.
pub const MAX_TIME_US: u64 = 1 << 62;

/// How delays spread around the base delay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Distribution {
    /// Evenly, at most the jitter to either side.
    #[default]
    Uniform,
    /// Normally, with the jitter as standard deviation, cut off at four of them.
    Normal,
}

/// A time in which nothing arrives: what would arrive within `[at, at + length)` is held and arrives at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stall {
    /// When it begins, in microseconds of the link's timeline.
    pub at_us: u64,
    /// How long it lasts, in microseconds.
    pub length_us: u64,
}

impl Stall {
    /// The instant at which everything held is released.
    #[must_use]
    pub fn end_us(self) -> u64 {
        self.at_us + self.length_us
    }

    /// Whether an arrival at `at_us` is held.
    #[must_use]
    pub fn holds(self, at_us: u64) -> bool {
        (self.at_us..self.end_us()).contains(&at_us)
    }
}

/// The conditions of one direction of a network. The default is perfect: everything arrives at once, once and in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conditions {
    /// Base delay of one way, in microseconds.
    pub delay_us: u64,
    /// How far delays spread around the base, in microseconds; read as `distribution` says. Each datagram's is drawn
    /// anew. A delay never falls below 0: a jitter wider than the base delay therefore raises the mean.
    pub jitter_us: u64,
    /// The form of the jitter.
    pub distribution: Distribution,
    /// Share of datagrams lost, 0 to 1, each independently of the others.
    pub loss_share: f64,
    /// Share of those not lost that arrive twice, 0 to 1. The copy has a jitter of its own.
    pub duplicate_share: f64,
    /// Whether a datagram waits for those sent before it, as in a stream or behind a queue. Otherwise a datagram whose
    /// delay is shorter overtakes.
    pub keep_order: bool,
    /// Times in which nothing arrives, in any order; they may overlap.
    pub stalls: Vec<Stall>,
    /// A measured link, in place of delay, jitter and loss. Its delays fall steeply after a peak; a radio link that
    /// queues would not let later datagrams overtake there, which `keep_order` reproduces.
    pub trace: Option<LinkTrace>,
}

/// Why conditions are refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConditionsError {
    /// A share that is no share.
    #[error("{field} is {value}; allowed: a share from 0 to 1")]
    Share {
        /// The field.
        field: &'static str,
        /// Its value.
        value: f64,
    },
    /// A delay or jitter beyond [`MAX_DELAY_US`].
    #[error("{field} is {value_us} us; allowed: at most {MAX_DELAY_US} us")]
    Delay {
        /// The field.
        field: &'static str,
        /// Its value, in microseconds.
        value_us: u64,
    },
    /// A stall that ends beyond [`MAX_TIME_US`].
    #[error("the stall at {} us of {} us ends too late; allowed: an end of at most {MAX_TIME_US} us", .stall.at_us, .stall.length_us)]
    StallEnd {
        /// The stall.
        stall: Stall,
    },
    /// A measured link beside a field that it replaces.
    #[error("{field} is set beside a measured link, which replaces it; allowed: either of the two")]
    BesideTrace {
        /// The field.
        field: &'static str,
    },
}

impl Conditions {
    /// Refuses what makes no sense.
    ///
    /// # Errors
    /// The first fault found, with its field, value and what is allowed.
    pub fn check(&self) -> Result<(), ConditionsError> {
        for (field, value) in [("loss_share", self.loss_share), ("duplicate_share", self.duplicate_share)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(ConditionsError::Share { field, value });
            }
        }
        for (field, value_us) in [("delay_us", self.delay_us), ("jitter_us", self.jitter_us)] {
            if value_us > MAX_DELAY_US {
                return Err(ConditionsError::Delay { field, value_us });
            }
        }
        for &stall in &self.stalls {
            if stall.at_us.checked_add(stall.length_us).is_none_or(|end_us| end_us > MAX_TIME_US) {
                return Err(ConditionsError::StallEnd { stall });
            }
        }
        let replaced = [
            ("delay_us", self.delay_us != 0),
            ("jitter_us", self.jitter_us != 0),
            ("loss_share", self.loss_share != 0.0),
        ];
        match replaced.into_iter().find(|(_, set)| *set) {
            Some((field, _)) if self.trace.is_some() => Err(ConditionsError::BesideTrace { field }),
            _ => Ok(()),
        }
    }
}
