//! How a run of the probe ends.
//!
//! A number in a script is believed. So a run that measured nothing must not look like one that found nothing: each has
//! a code of its own, and the reason on stderr.

use tacho_replayer::exit;

/// How a verb that ran to its end ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Measured, whatever it found.
    Good,
    /// Measured, of less than there should have been.
    Lossy(String),
    /// Nothing was measured.
    NothingMeasured(String),
}

impl From<&Exit> for exit::Exit {
    fn from(exit: &Exit) -> exit::Exit {
        match exit {
            Exit::Good => exit::Exit::Good,
            Exit::Lossy(_) => exit::Exit::Lossy,
            Exit::NothingMeasured(_) => exit::Exit::Nothing,
        }
    }
}
