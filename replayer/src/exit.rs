//! How a program of this project ends, so that a script can tell a finding from a mistake.

use std::process::ExitCode;

/// The end of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything is as it should be.
    Good,
    /// Something was found: a divergence, a broken budget.
    Finding,
    /// The call makes no sense, or its input cannot be read.
    Refused,
    /// The input is damaged; what could be used of it is good.
    Lossy,
    /// There was nothing to measure.
    Nothing,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Good => 0,
            Exit::Finding => 1,
            Exit::Refused => 2,
            Exit::Lossy => 3,
            Exit::Nothing => 4,
        })
    }
}
