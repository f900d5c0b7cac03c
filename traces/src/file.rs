//! Chunks out of a file: one at a place that is known, and all of them, by the index or by walking from head to head.

use std::io::{Read, Seek, SeekFrom};

use crate::body::Flaw;
use crate::chunk::{ChunkHead, HEAD_BYTES, TAIL, digest, inflate};
use crate::error::{Place, TraceError};
use crate::summary::{ChunkEntry, MAX_CHUNKS, Summary, TRAILER_BYTES, Tail, decode_trailer};

/// A source and how long it is.
pub(crate) struct TraceFile<R> {
    source: R,
    bytes: u64,
}

/// A chunk whose check sums match.
pub(crate) struct Chunk {
    pub head: ChunkHead,
    /// Of head and stored bytes.
    pub digest: u64,
    stored: Vec<u8>,
}

impl Chunk {
    pub fn inflate(&self) -> Result<Vec<u8>, Flaw> {
        inflate(&self.stored, self.head.inflated_bytes).ok_or("it does not inflate to the length that it states")
    }
}

/// The end of a whole trace.
pub(crate) struct WholeEnd {
    pub summary: Summary,
    /// Where the tail is.
    pub at_byte: u64,
    /// The digest of the last chunk before the tail.
    pub previous: u64,
    /// The tail's own.
    pub digest: u64,
}

/// The end of a trace that was cut.
pub(crate) struct CutEnd {
    /// Where the last whole chunk ends.
    pub at_byte: u64,
    /// That chunk's digest.
    pub digest: u64,
}

impl<R: Read + Seek> TraceFile<R> {
    pub fn new(mut source: R) -> Result<TraceFile<R>, TraceError> {
        let bytes = source.seek(SeekFrom::End(0))?;
        source.rewind()?;
        Ok(TraceFile { source, bytes })
    }

    /// What stands at the file's beginning, read by whoever knows how.
    pub fn source(&mut self) -> &mut R {
        &mut self.source
    }

    /// The chunk at `offset`, held against its check sums.
    pub fn load(&mut self, place: Place, offset: u64) -> Result<Chunk, TraceError> {
        let (head, head_bytes) = self.load_head(place, offset)?;
        let mut stored = vec![0; head.stored_bytes as usize];
        self.source.read_exact(&mut stored)?;
        if crc32fast::hash(&stored) != head.stored_crc {
            return Err(TraceError::Damaged { place, at_byte: offset, what: "its CRC does not match" });
        }
        Ok(Chunk { head, digest: digest([&head_bytes, &stored]), stored })
    }

    /// The head at `offset`, of a chunk that is within its limits and within the file.
    fn load_head(&mut self, place: Place, offset: u64) -> Result<(ChunkHead, [u8; HEAD_BYTES]), TraceError> {
        let cut = TraceError::Cut { place, at_byte: self.bytes };
        let left = self.bytes.saturating_sub(offset);
        if left < HEAD_BYTES as u64 {
            return Err(cut);
        }
        let mut bytes = [0; HEAD_BYTES];
        self.source.seek(SeekFrom::Start(offset))?;
        self.source.read_exact(&mut bytes)?;
        let damaged = TraceError::Damaged { place, at_byte: offset, what: "its head's CRC does not match" };
        let head = ChunkHead::decode(&bytes).ok_or(damaged)?;
        head.check().map_err(|what| TraceError::Malformed { place, at_byte: offset, what })?;
        if left < head.file_bytes() {
            return Err(cut);
        }
        Ok((head, bytes))
    }

    /// The chunks that the index lists and the end that it stands in; `None` where any of that is missing or damaged.
    pub fn find_end(&mut self) -> Option<(Vec<ChunkEntry>, WholeEnd)> {
        let trailer_at = self.bytes.checked_sub(TRAILER_BYTES as u64)?;
        let mut trailer = [0; TRAILER_BYTES];
        self.source.seek(SeekFrom::Start(trailer_at)).ok()?;
        self.source.read_exact(&mut trailer).ok()?;

        let at_byte = decode_trailer(&trailer)?;
        let chunk = self.load(Place::End, at_byte).ok()?;
        if chunk.head.kind != TAIL || at_byte + chunk.head.file_bytes() != trailer_at {
            return None;
        }
        let contents = chunk.inflate().ok()?;
        let (tail, _appended) = postcard::take_from_bytes::<Tail>(&contents).ok()?;
        let end = WholeEnd { summary: tail.summary, at_byte, previous: chunk.head.previous, digest: chunk.digest };
        (tail.index.len() <= MAX_CHUNKS).then_some((tail.index, end))
    }

    /// The whole chunks from `first_chunk` on, as their heads follow one another, and where the last of them ends.
    /// `before` is the digest of what is before them.
    pub fn walk(&mut self, first_chunk: u64, before: u64) -> Result<(Vec<ChunkEntry>, CutEnd), TraceError> {
        let mut chunks = Vec::new();
        let mut at_byte = first_chunk;
        while chunks.len() < MAX_CHUNKS {
            let head = match self.load_head(Place::End, at_byte) {
                Ok((head, _)) if head.kind != TAIL => head,
                Err(TraceError::Io(error)) => return Err(error.into()),
                Ok(_) | Err(_) => break,
            };
            chunks.push(ChunkEntry { kind: head.kind, offset: at_byte, first: head.first, last: head.last });
            at_byte += head.file_bytes();
        }
        // A machine that lost its power may have kept the file's length and not its last bytes.
        while let Some(last) = chunks.last() {
            match self.load(Place::End, last.offset) {
                Ok(chunk) => return Ok((chunks, CutEnd { at_byte, digest: chunk.digest })),
                Err(TraceError::Io(error)) => return Err(error.into()),
                Err(_) => at_byte = last.offset,
            }
            chunks.pop();
        }
        Ok((chunks, CutEnd { at_byte, digest: before }))
    }
}
