//! Writes a trace, tick by tick, in bounded memory.
//!
//! What a crash leaves behind is a file that was cut: everything up to the last chunk, two seconds ago at most, is in it.

use std::io::Write;
use std::mem;

use tacho_core::units::Tick;

use crate::body::{BodyEncoder, CHUNK_FULL_BYTES};
use crate::chunk::{self, BODY, CHUNK_TICKS, ChunkKind, LEVEL, MAX_LEVEL_BYTES, TAIL};
use crate::error::{TraceError, check_limit};
use crate::header::Header;
use crate::record::TickRecords;
use crate::summary::{ChunkEntry, MAX_CHUNKS, Summary, Tail, Tally, encode_trailer};

/// Writes a trace into `W`. Dropped without [`TraceWriter::finish`], it leaves a trace that was cut.
pub struct TraceWriter<W: Write> {
    sink: W,
    /// Bytes written.
    offset: u64,
    /// The digest of what was written last.
    previous: u64,
    body: BodyEncoder,
    index: Vec<ChunkEntry>,
    tally: Tally,
}

impl<W: Write> TraceWriter<W> {
    /// Begins a trace of a session on the level that `level_ron` is.
    ///
    /// # Errors
    /// Where header or level is too large, or the sink fails.
    pub fn create(mut sink: W, header: &Header, level_ron: &str) -> Result<TraceWriter<W>, TraceError> {
        check_limit("bytes of the level", level_ron.len(), MAX_LEVEL_BYTES)?;
        let preamble = header.encode()?;
        sink.write_all(&preamble)?;
        let mut writer = TraceWriter {
            sink,
            offset: preamble.len() as u64,
            previous: chunk::digest([&preamble, &[]]),
            body: BodyEncoder::default(),
            index: Vec::new(),
            tally: Tally::default(),
        };
        writer.write_chunk(LEVEL, (Tick(0), Tick(0)), level_ron.as_bytes())?;
        Ok(writer)
    }

    /// Records a tick, later than the last.
    ///
    /// # Errors
    /// Where the tick exceeds a limit (it is then left out, and others may follow), or where the trace has become too long or
    /// the sink fails (it is then over, and readable up to the last chunk).
    ///
    /// # Panics
    /// Where the tick is not later than the last.
    pub fn push_tick(&mut self, records: &TickRecords) -> Result<(), TraceError> {
        let last = self.tally.summary.range.map(|(_, last)| last);
        assert!(last.is_none_or(|last| records.tick > last), "{} is recorded after {last:?}", records.tick);
        let is_due = self.body.ticks.is_some_and(|(first, _)| records.tick.since(first) >= CHUNK_TICKS);
        if is_due || self.body.bytes.len() >= CHUNK_FULL_BYTES {
            self.close_chunk()?;
        }
        self.body.push(records)?;
        self.tally.count_tick(records);
        Ok(())
    }

    /// Writes what is still held back, the index and the summary.
    ///
    /// # Errors
    /// Where the trace has become too long, or the sink fails.
    pub fn finish(mut self) -> Result<Summary, TraceError> {
        self.close_chunk()?;
        let tail_offset = self.offset;
        let ticks = self.tally.summary.range.unwrap_or_default();
        let tail = Tail { index: mem::take(&mut self.index), summary: self.tally.summary.clone() };
        let contents = postcard::to_stdvec(&tail).expect("lists and integers always encode");
        self.write_chunk(TAIL, ticks, &contents)?;
        self.sink.write_all(&encode_trailer(tail_offset))?;
        self.sink.flush()?;
        Ok(self.tally.summary)
    }

    fn close_chunk(&mut self) -> Result<(), TraceError> {
        let body = mem::take(&mut self.body);
        let Some(ticks) = body.ticks else { return Ok(()) };
        check_limit("chunks of a trace", self.index.len() + 1, MAX_CHUNKS)?;
        let offset = self.offset;
        self.write_chunk(BODY, ticks, &body.bytes)?;
        self.sink.flush()?;
        self.index.push(ChunkEntry { kind: BODY, offset, first: ticks.0, last: ticks.1 });
        self.tally.summary.sizes.count_chunk(self.offset - offset, body.bytes.len());
        self.tally.summary.sizes.count_streams(&body.streams);
        Ok(())
    }

    fn write_chunk(&mut self, kind: ChunkKind, ticks: (Tick, Tick), contents: &[u8]) -> Result<(), TraceError> {
        let (chunk, digest) = chunk::seal(kind, ticks, self.previous, contents)?;
        self.sink.write_all(&chunk)?;
        self.offset += chunk.len() as u64;
        self.previous = digest;
        Ok(())
    }
}
