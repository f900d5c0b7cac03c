//! The frame around everything after the header: what it is, how long, of which ticks, and whether it is whole.
//!
//! The head has a CRC of its own. Without it a flipped bit in a length would look like a file that was cut.

use std::io;

use tacho_core::units::Tick;
use xxhash_rust::xxh3::Xxh3;

use crate::body::Flaw;

/// Ticks of a body chunk: two seconds. Ten would save 6 to 10 % of the file, and lose as much more of it when it is cut.
pub const CHUNK_TICKS: u32 = 120;

/// Inflated bytes of a chunk at most, the level's aside.
pub const MAX_CHUNK_BYTES: usize = 8 << 20;

/// Inflated bytes of the level at most. Eight thousand pieces of a few hundred bytes are a few
/// megabytes.
pub const MAX_LEVEL_BYTES: usize = 64 << 20;

/// zstd's level. With 64 clients who steer at every tick a body is 7 % smaller than at level 3 for no measurable time; level 19
/// would save 9 % more in ten times the time.
const COMPRESSION_LEVEL: i32 = 9;

/// Bytes of a head.
pub(crate) const HEAD_BYTES: usize = 36;

/// What a chunk is. Four letters, so that a look at the bytes tells.
pub(crate) type ChunkKind = [u8; 4];
/// The level.
pub(crate) const LEVEL: ChunkKind = *b"LEVL";
/// Records.
pub(crate) const BODY: ChunkKind = *b"BODY";
/// Index and summary.
pub(crate) const TAIL: ChunkKind = *b"TAIL";

/// What stands before a chunk's stored bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChunkHead {
    pub kind: ChunkKind,
    pub stored_bytes: u32,
    pub inflated_bytes: u32,
    pub first: Tick,
    pub last: Tick,
    /// The digest of the chunk before, or of the preamble.
    pub previous: u64,
    pub stored_crc: u32,
}

impl ChunkHead {
    pub fn encode(&self) -> [u8; HEAD_BYTES] {
        let mut bytes = [0; HEAD_BYTES];
        bytes[0..4].copy_from_slice(&self.kind);
        bytes[4..8].copy_from_slice(&self.stored_bytes.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.inflated_bytes.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.first.0.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.last.0.to_le_bytes());
        bytes[20..28].copy_from_slice(&self.previous.to_le_bytes());
        bytes[28..32].copy_from_slice(&self.stored_crc.to_le_bytes());
        let crc = crc32fast::hash(&bytes[..32]);
        bytes[32..].copy_from_slice(&crc.to_le_bytes());
        bytes
    }

    /// The head in `bytes`, or `None` where it is damaged.
    pub fn decode(bytes: &[u8; HEAD_BYTES]) -> Option<ChunkHead> {
        let u32_at = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        (u32_at(32) == crc32fast::hash(&bytes[..32])).then(|| ChunkHead {
            kind: [bytes[0], bytes[1], bytes[2], bytes[3]],
            stored_bytes: u32_at(4),
            inflated_bytes: u32_at(8),
            first: Tick(u32_at(12)),
            last: Tick(u32_at(16)),
            previous: u64::from(u32_at(24)) << 32 | u64::from(u32_at(20)),
            stored_crc: u32_at(28),
        })
    }

    /// Refuses lengths above the kind's limit, before anything is allocated for them.
    pub fn check(&self) -> Result<(), Flaw> {
        let limit = if self.kind == LEVEL { MAX_LEVEL_BYTES } else { MAX_CHUNK_BYTES };
        if self.inflated_bytes as usize > limit {
            return Err("it states that it inflates to more than the format allows");
        }
        if self.stored_bytes as usize > zstd::zstd_safe::compress_bound(limit) {
            return Err("it states more stored bytes than the format allows");
        }
        Ok(())
    }

    /// Bytes of the whole chunk in the file.
    pub fn file_bytes(&self) -> u64 {
        HEAD_BYTES as u64 + u64::from(self.stored_bytes)
    }
}

/// The whole chunk around `contents`, which are within the kind's limit, and its digest.
pub(crate) fn seal(
    kind: ChunkKind,
    (first, last): (Tick, Tick),
    previous: u64,
    contents: &[u8],
) -> io::Result<(Vec<u8>, u64)> {
    let stored = zstd::bulk::compress(contents, COMPRESSION_LEVEL)?;
    let head = ChunkHead {
        kind,
        stored_bytes: stored.len() as u32,
        inflated_bytes: contents.len() as u32,
        first,
        last,
        previous,
        stored_crc: crc32fast::hash(&stored),
    };
    head.check().expect("contents within the limit compress within its bound");
    let chunk = [&head.encode()[..], &stored].concat();
    let digest = digest([&chunk, &[]]);
    Ok((chunk, digest))
}

/// What was sealed, or `None` where it does not inflate to exactly `inflated_bytes`, which have been checked. zstd is given
/// that much room and no more, whatever the stored bytes would inflate to.
pub(crate) fn inflate(stored: &[u8], inflated_bytes: u32) -> Option<Vec<u8>> {
    let inflated = zstd::bulk::decompress(stored, inflated_bytes as usize).ok()?;
    (inflated.len() == inflated_bytes as usize).then_some(inflated)
}

/// xxh3 over two parts that stand one behind the other in the file.
pub(crate) fn digest([head, rest]: [&[u8]; 2]) -> u64 {
    let mut hash = Xxh3::new();
    hash.update(head);
    hash.update(rest);
    hash.digest()
}
