//! What stands at the end of a whole trace: where the chunks are, what is in them, and where to find this.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use tacho_core::units::{ClientId, Tick};

use crate::chunk::{ChunkKind, MAX_CHUNK_BYTES};
use crate::record::{RecordKind, TickRecords};

/// Chunks of a trace at most: six days of play. It bounds the index in the memory of reader and writer.
pub const MAX_CHUNKS: usize = 1 << 18;

/// Kind 4, offset 10, ticks 5 each.
const MAX_ENTRY_BYTES: usize = 24;
/// Everything in the summary, each number at its longest.
const MAX_SUMMARY_BYTES: usize = 256 * 22 + 256;
const _: () = assert!(MAX_CHUNKS * MAX_ENTRY_BYTES + MAX_SUMMARY_BYTES <= MAX_CHUNK_BYTES, "any index fits a chunk");

/// The last eight bytes of a whole trace.
const END_MAGIC: [u8; 8] = *b"\x89OHCAT\r\n";

/// Bytes of the trailer: the tail's place, its CRC, the end's magic.
pub(crate) const TRAILER_BYTES: usize = 8 + 4 + 8;

/// Records and encoded bytes of one kind, before compression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StreamSize {
    /// How many.
    pub records: u64,
    /// How many bytes, with kind and length.
    pub bytes: u64,
}

impl StreamSize {
    pub(crate) fn count(&mut self, bytes: usize) {
        self.records += 1;
        self.bytes += bytes as u64;
    }
}

/// Records and bytes by the byte of their kind.
pub(crate) type Streams = BTreeMap<u8, StreamSize>;

/// Where the bytes of the body went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sizes {
    /// Body chunks.
    pub chunks: u64,
    /// Their bytes in the file.
    pub stored_bytes: u64,
    /// The bytes of their records.
    pub inflated_bytes: u64,
    /// Those by the kind of record, a later version's kinds as well. All streams share their chunks' compression, so stored
    /// bytes cannot be told apart.
    pub streams: BTreeMap<u8, StreamSize>,
}

impl Sizes {
    /// Records and bytes of one kind.
    #[must_use]
    pub fn of(&self, kind: RecordKind) -> StreamSize {
        self.streams.get(&(kind as u8)).copied().unwrap_or_default()
    }

    pub(crate) fn count_chunk(&mut self, stored_bytes: u64, inflated_bytes: usize) {
        self.chunks += 1;
        self.stored_bytes += stored_bytes;
        self.inflated_bytes += inflated_bytes as u64;
    }

    pub(crate) fn count_streams(&mut self, streams: &Streams) {
        for (&kind, size) in streams {
            let sum = self.streams.entry(kind).or_default();
            sum.records += size.records;
            sum.bytes += size.bytes;
        }
    }
}

/// What a trace holds, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The first and the last tick.
    pub range: Option<(Tick, Tick)>,
    /// Ticks recorded.
    pub ticks: u64,
    /// Clients that were told of or ran an input.
    pub clients: u32,
    /// Commands run.
    pub commands: u64,
    /// Inputs run.
    pub inputs: u64,
    /// Those of them that were guessed.
    pub guessed: u64,
    /// Ticks that the recorder lost.
    pub dropped: u64,
    /// Where the bytes went.
    pub sizes: Sizes,
}

/// Counts a trace while it is written or read.
#[derive(Default)]
pub(crate) struct Tally {
    pub summary: Summary,
    clients: BTreeSet<ClientId>,
}

impl Tally {
    pub fn count_tick(&mut self, records: &TickRecords) {
        let summary = &mut self.summary;
        let first = summary.range.map_or(records.tick, |(first, _)| first);
        summary.range = Some((first, records.tick));
        summary.ticks += 1;
        summary.commands += records.commands.len() as u64;
        summary.inputs += records.inputs.len() as u64;
        summary.guessed += records.inputs.iter().filter(|run| run.guessed).count() as u64;
        summary.dropped += u64::from(records.dropped);
        self.clients.extend(records.clients.iter().map(|client| client.client));
        self.clients.extend(records.inputs.iter().map(|run| run.client));
        summary.clients = self.clients.len() as u32;
    }
}

/// A chunk after the level, as the index lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ChunkEntry {
    pub kind: ChunkKind,
    pub offset: u64,
    pub first: Tick,
    pub last: Tick,
}

/// What the last chunk holds. A later minor version may append to it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tail {
    pub index: Vec<ChunkEntry>,
    pub summary: Summary,
}

/// The last bytes of a trace whose tail is at `tail_offset`.
pub(crate) fn encode_trailer(tail_offset: u64) -> [u8; TRAILER_BYTES] {
    let mut bytes = [0; TRAILER_BYTES];
    bytes[..8].copy_from_slice(&tail_offset.to_le_bytes());
    bytes[8..12].copy_from_slice(&crc32fast::hash(&tail_offset.to_le_bytes()).to_le_bytes());
    bytes[12..].copy_from_slice(&END_MAGIC);
    bytes
}

/// Where the tail is, or `None` where these are not the last bytes of a whole trace.
pub(crate) fn decode_trailer(bytes: &[u8; TRAILER_BYTES]) -> Option<u64> {
    let [offset @ .., _, _, _, _, _, _, _, _, _, _, _, _] = *bytes;
    let offset = u64::from_le_bytes(offset);
    (encode_trailer(offset) == *bytes).then_some(offset)
}
