//! Why a trace is refused: the place, and what to do about it.

use std::fmt;
use std::io;

use tacho_core::units::Tick;

use crate::header::MAJOR_VERSION;

/// A part of a trace, as an error names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Everything before the first chunk.
    Header,
    /// The chunk with the level.
    Level,
    /// A chunk after the level.
    Chunk {
        /// Counted from 0.
        number: usize,
        /// Its first tick, as far as is known.
        first: Tick,
        /// Its last tick.
        last: Tick,
    },
    /// Index, summary and what points to them.
    End,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Header => write!(f, "the header"),
            Place::Level => write!(f, "the level"),
            Place::Chunk { number, first, last } => write!(f, "chunk {number} (ticks {} to {})", first.0, last.0),
            Place::End => write!(f, "the end"),
        }
    }
}

/// Why a trace cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The first bytes are another format's.
    #[error("this is no trace: its first bytes are another format's; check the path, and that it was copied as binary")]
    NotATrace,
    /// A format with other rules.
    #[error(
        "trace format {major}.{minor}, and this build reads {MAJOR_VERSION}.x; read it with the build that wrote it"
    )]
    OtherVersion {
        /// The file's major version.
        major: u16,
        /// The file's minor version.
        minor: u16,
    },
    /// The file ends within something that cannot be done without.
    #[error("the file ends within {place}, at byte {at_byte}; copy it again, or record again")]
    Cut {
        /// What is incomplete.
        place: Place,
        /// The file's length.
        at_byte: u64,
    },
    /// A check sum does not match: bytes changed after they were written.
    #[error("{place}, at byte {at_byte}, is damaged: {what}; other chunks can still be read, or copy the file again")]
    Damaged {
        /// What is damaged.
        place: Place,
        /// Where it begins in the file.
        at_byte: u64,
        /// Which check failed.
        what: &'static str,
    },
    /// A chunk is whole but does not follow the one before it.
    #[error("{place}, at byte {at_byte}, does not follow what is before it: chunks are missing, or of another trace")]
    BrokenChain {
        /// The chunk that does not fit.
        place: Place,
        /// Where it begins in the file.
        at_byte: u64,
    },
    /// The check sums match, and the contents still make no sense.
    #[error("{place}, at byte {at_byte}, holds nonsense: {what}; whatever wrote this file has a bug, report it there")]
    Malformed {
        /// What is malformed.
        place: Place,
        /// Where it begins in the file.
        at_byte: u64,
        /// What makes no sense.
        what: &'static str,
    },
    /// The header is not the RON text of a header.
    #[error("the header's text cannot be read: {0}; whatever wrote this file has a bug, report it there")]
    HeaderText(#[from] ron::error::SpannedError),
    /// More was to be written than the format allows.
    #[error("{what}: {size}, and the format allows {limit}; record less at once, or into a new file")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How much there is.
        size: u64,
        /// How much may be.
        limit: u64,
    },
    /// The file could not be read or written.
    #[error("the trace's file: {0}")]
    Io(#[from] io::Error),
}

/// Refuses a `size` above its `limit`.
pub(crate) fn check_limit(what: &'static str, size: usize, limit: usize) -> Result<(), TraceError> {
    if size > limit {
        return Err(TraceError::TooLarge { what, size: size as u64, limit: limit as u64 });
    }
    Ok(())
}
