//! The times in which a machine does nothing: a page that is blocked, a server that is.

use tacho_core::{link::Stall, units::Micros};

/// All the pauses of one machine. A machine that pauses neither runs nor reads; what reaches it waits for the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pauses(Vec<Stall>);

impl Pauses {
    /// These pauses, in any order; they may overlap.
    #[must_use]
    pub fn new(mut pauses: Vec<Stall>) -> Pauses {
        pauses.sort_unstable();
        Pauses(pauses)
    }

    /// The first instant at or after `at` that is in no pause.
    #[must_use]
    pub fn awake_from(&self, at: Micros) -> Micros {
        // Sorted by their beginnings, so one that begins inside another is met after it.
        Micros(self.0.iter().fold(at.0, |at, pause| if pause.holds(at) { pause.end_us() } else { at }))
    }
}
