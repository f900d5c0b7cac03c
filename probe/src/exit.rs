//! How a run of the probe ends.
//!
//! A number in a script is believed. So a run that measured nothing must not look like one that found nothing: each has
//! a code of its own, and the reason on stderr.

use std::process::ExitCode;

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

/// Bad usage, or input that cannot be read.
pub const UNUSABLE: u8 = 2;

impl Exit {
    /// The code.
    #[must_use]
    pub fn code(&self) -> u8 {
        match self {
            Exit::Good => 0,
            Exit::Lossy(_) => 3,
            Exit::NothingMeasured(_) => 4,
        }
    }
}

impl From<&Exit> for ExitCode {
    fn from(exit: &Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}
