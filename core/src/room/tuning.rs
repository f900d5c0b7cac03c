//! What may be tuned in how a room speaks to its clients.

use crate::units::TICK_RATE_HZ;

/// Plain values, with one default whose relations are checked as it is compiled. Never reachable over the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// Ticks from one snapshot to the next: 3, twenty a second. More often costs bytes, more seldom delay.
    pub snapshot_interval_ticks: u32,
}

impl Tuning {
    /// What is played with.
    pub const DEFAULT: Tuning = Tuning { snapshot_interval_ticks: 3 };

    /// Asserts the relations between the values.
    pub const fn check(&self) {
        let interval = self.snapshot_interval_ticks;
        assert!(interval > 0 && TICK_RATE_HZ.is_multiple_of(interval), "snapshots come on whole ticks");
    }
}

const _: () = Tuning::DEFAULT.check();

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning::DEFAULT
    }
}
