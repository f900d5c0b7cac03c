//! The trace format: a recorded session in one file.
//!
//! "It jerked just now" cannot be argued about, and is rarely seen twice. A session written down can be: what the authority
//! was given (commands, inputs) runs again bit for bit, and the digests beside them say at which tick it ceased to. What
//! usually makes such files useless is that they need something else (the level, the exact build), that a crash leaves one
//! that nothing opens, and that a bad byte is believed. So a trace holds its level, names its build, is readable up to its
//! last whole chunk wherever it was cut, and finds every flipped bit.
//!
//! The container never names a car. Commands and inputs are bytes; what they mean is the game's business.
//!
//! ```text
//! ┌──────────┬─────────┬────────┬─────┬────────────────────────┐
//! │ magic  8 │ version │ length │ CRC │ header as RON text     │   readable alone, with any tool
//! ├──────────┼─────────┴────────┴─────┴────────────────────────┤
//! │ head  36 │ LEVL: the level as RON text, zstd               │
//! ├──────────┼─────────────────────────────────────────────────┤
//! │ head  36 │ BODY: records of two seconds, zstd              │   again and again
//! ├──────────┼─────────────────────────────────────────────────┤
//! │ head  36 │ TAIL: index and summary, zstd                   │
//! ├──────────┼──────────────┬─────┬─────────┬──────────────────┘
//! │          │ TAIL's place │ CRC │ magic 8 │                       missing where the file was cut
//! └──────────┴──────────────┴─────┴─────────┘
//! head   kind 4 · stored length 4 · inflated length 4 · first tick 4 · last tick 4 · digest of the chunk before 8
//!        · CRC of the stored bytes 4 · CRC of this head 4
//! record kind 1 · length varint · postcard
//! ```
//!
//! All integers are little-endian. The digests chain from the preamble to the end, so the last one names the whole file
//! ([`TraceReader::digest`]).
//!
//! **Versions.** The minor one is append-only: what a kind of record or chunk holds never changes, what is new gets a new
//! kind, and a kind that a reader does not know is skipped. Anything else is a new major version, which older readers refuse.

mod body;
mod chunk;
mod error;
mod file;
mod header;
mod inputs;
mod reader;
mod record;
mod summary;
#[cfg(test)]
mod tests;
mod writer;

pub use chunk::{CHUNK_TICKS, MAX_CHUNK_BYTES, MAX_LEVEL_BYTES};
pub use error::{Place, TraceError};
pub use header::{Build, Hash64, Header, MAJOR_VERSION, MAX_HEADER_BYTES, MINOR_VERSION, Marker};
pub use inputs::{MAX_INPUT_BYTES, MAX_RUNS_PER_TICK};
pub use reader::{End, Ticks, TraceReader};
pub use record::{ClientRecord, ComponentDigest, DigestRecord, InputRecord, MAX_RECORD_BYTES, RecordKind, TickRecords};
pub use summary::{MAX_CHUNKS, Sizes, StreamSize, Summary};
pub use writer::TraceWriter;
