//! The only ways to change a world from outside, beside the players' inputs.
//!
//! Everything that is no input comes through here, in a stated order, so that a recording of commands and inputs is a
//! recording of everything, and a live session can be run again.

use serde::{Deserialize, Serialize};

use crate::units::ClientId;

/// What the city is to be filled with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Population {
    /// Where its chance comes from.
    pub seed: u32,
    /// Cars in traffic.
    pub traffic: u16,
    /// Walkers on the pavements.
    pub walkers: u16,
    /// Cars that hunt players and ram them.
    pub chasers: u16,
    /// People who hit whom they meet.
    pub brawlers: u16,
}

/// One command of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    /// Gives a client a car at a free spawn. Without effect where it has one or no place is left.
    Join {
        /// Whose.
        client: ClientId,
    },
    /// Takes a client's car away.
    Leave {
        /// Whose.
        client: ClientId,
    },
    /// Puts a client's car back where it came from, whole.
    Reset {
        /// Whose.
        client: ClientId,
    },
    /// Puts everything back: each car to its place, each light piece into its own, with new generations.
    ResetLevel,
    /// Makes a client's car one of another class, where it is. Without effect where it has none, is of that class already
    /// or no class has that row.
    SetClass {
        /// Whose.
        client: ClientId,
        /// Row of the class table.
        class: u8,
    },
    /// Says what the city is to be filled with from now on. Nothing of it, until it is said.
    Populate(Population),
}

/// Why bytes are no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a command of this game: {0}")]
pub struct CommandError(&'static str);

impl Command {
    /// The bytes that are recorded.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(self).expect("a command is a few plain numbers, which postcard can always write")
    }

    /// The reverse.
    ///
    /// # Errors
    /// Where the bytes are of no command, or of one and something more.
    pub fn from_bytes(bytes: &[u8]) -> Result<Command, CommandError> {
        match postcard::take_from_bytes(bytes) {
            Ok((command, [])) => Ok(command),
            Ok(_) => Err(CommandError("bytes follow it")),
            Err(_) => Err(CommandError("unknown kind or cut short")),
        }
    }
}
