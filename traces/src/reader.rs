//! Reads a trace, whole or cut, believing nothing.
//!
//! Where the end is there, its index says where the chunks are, and a damaged chunk costs itself alone. Where it is not,
//! the chunks are found by walking from head to head, up to the last whole one.
//!
//! In memory are the level, the index, one chunk and one tick, each within its limit, whatever a file claims.

use std::io::{Read, Seek};

use tacho_core::units::Tick;

use crate::body::BodyDecoder;
use crate::chunk::{BODY, LEVEL};
use crate::error::{Place, TraceError};
use crate::file::{CutEnd, TraceFile, WholeEnd};
use crate::header::{Hash64, Header, MAJOR_VERSION, Preamble};
use crate::record::TickRecords;
use crate::summary::{ChunkEntry, Sizes, Summary, Tally};

/// How a trace ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// As it was meant to.
    Complete,
    /// Its end is missing or damaged; it is readable up to there.
    Cut {
        /// The last tick of the last whole chunk, where there is one.
        after: Option<Tick>,
        /// Where that chunk ends in the file.
        at_byte: u64,
    },
}

/// Reads a trace out of `R`, a file or a `Cursor` over bytes.
pub struct TraceReader<R> {
    file: TraceFile<R>,
    header: Header,
    minor: u16,
    level: String,
    /// The digest of the level's chunk.
    level_digest: u64,
    /// All chunks after the level that can be found.
    chunks: Vec<ChunkEntry>,
    end: Result<WholeEnd, CutEnd>,
}

impl<R: Read + Seek> TraceReader<R> {
    /// Reads header and level and finds the chunks.
    ///
    /// # Errors
    /// Where there is no whole header and level. Damage further on is found when it is read.
    pub fn open(source: R) -> Result<TraceReader<R>, TraceError> {
        let mut file = TraceFile::new(source)?;
        let preamble = Preamble::read_from(file.source())?;
        let level = file.load(Place::Level, preamble.bytes)?;
        let malformed = |what| TraceError::Malformed { place: Place::Level, at_byte: preamble.bytes, what };
        if level.head.kind != LEVEL {
            return Err(malformed("the first chunk is no level"));
        }
        if level.head.previous != preamble.digest {
            return Err(TraceError::BrokenChain { place: Place::Level, at_byte: preamble.bytes });
        }
        let text = String::from_utf8(level.inflate().map_err(malformed)?).map_err(|_| malformed("it is no text"))?;

        let (chunks, end) = match file.find_end() {
            Some((chunks, end)) => (chunks, Ok(end)),
            None => {
                let (chunks, end) = file.walk(preamble.bytes + level.head.file_bytes(), level.digest)?;
                (chunks, Err(end))
            }
        };
        let (header, minor) = (preamble.header, preamble.minor);
        Ok(TraceReader { file, header, minor, level: text, level_digest: level.digest, chunks, end })
    }

    /// What the trace says about itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Major and minor version of its format.
    pub fn version(&self) -> (u16, u16) {
        (MAJOR_VERSION, self.minor)
    }

    /// The level as RON text.
    pub fn level(&self) -> &str {
        &self.level
    }

    /// How it ends.
    pub fn end(&self) -> End {
        match &self.end {
            Ok(_) => End::Complete,
            Err(cut) => {
                let last_body = self.chunks.iter().rfind(|chunk| chunk.kind == BODY);
                End::Cut { after: last_body.map(|chunk| chunk.last), at_byte: cut.at_byte }
            }
        }
    }

    /// Whether it ends as it was meant to.
    pub fn is_complete(&self) -> bool {
        self.end.is_ok()
    }

    /// What its writer counted, where the end is there.
    pub fn summary(&self) -> Option<&Summary> {
        self.end.as_ref().ok().map(|end| &end.summary)
    }

    /// The name of this trace in reports: every byte that can be read has a part in it.
    ///
    /// It is what the file claims of itself; [`TraceReader::check`] holds the claim against the contents.
    pub fn digest(&self) -> Hash64 {
        Hash64(match &self.end {
            Ok(whole) => whole.digest,
            Err(cut) => cut.digest,
        })
    }

    /// Every tick in order. After a damaged chunk the next one is tried, so a caller that can use the rest goes on.
    pub fn ticks(&mut self) -> Ticks<'_, R> {
        let chain = Some(self.level_digest);
        Ticks::new(self, 0, Tick(0), chain)
    }

    /// Every tick from `from` on, without reading what is before its chunk.
    pub fn ticks_from(&mut self, from: Tick) -> Ticks<'_, R> {
        let number = self.chunks.iter().position(|chunk| chunk.kind == BODY && chunk.last >= from);
        let number = number.unwrap_or(self.chunks.len());
        let chain = (number == 0).then_some(self.level_digest);
        Ticks::new(self, number, from, chain)
    }

    /// Reads everything there is and counts it.
    ///
    /// # Errors
    /// At the first damage, broken link, nonsense, or difference from the summary that the file brings. A cut is none.
    pub fn check(&mut self) -> Result<Summary, TraceError> {
        let mut tally = Tally::default();
        let mut ticks = self.ticks();
        for records in ticks.by_ref() {
            tally.count_tick(&records?);
        }
        tally.summary.sizes = ticks.sizes;
        match &self.end {
            Ok(end) if end.summary != tally.summary => {
                let what = "the summary is not what the chunks hold";
                Err(TraceError::Malformed { place: Place::End, at_byte: end.at_byte, what })
            }
            _ => Ok(tally.summary),
        }
    }

    fn place_of(&self, number: usize) -> Place {
        Place::Chunk { number, first: self.chunks[number].first, last: self.chunks[number].last }
    }
}

/// The ticks of a trace.
pub struct Ticks<'a, R> {
    reader: &'a mut TraceReader<R>,
    /// The number of the next chunk.
    number: usize,
    /// Ticks before it are passed over.
    from: Tick,
    /// The digest that the next chunk must name as the one before; unknown after damage and after a jump.
    chain: Option<u64>,
    body: Option<BodyDecoder>,
    /// The last tick of the last chunk read.
    last: Option<Tick>,
    /// What was read so far.
    sizes: Sizes,
}

impl<'a, R: Read + Seek> Ticks<'a, R> {
    fn new(reader: &'a mut TraceReader<R>, number: usize, from: Tick, chain: Option<u64>) -> Ticks<'a, R> {
        Ticks { reader, number, from, chain, body: None, last: None, sizes: Sizes::default() }
    }

    /// Opens the next chunk; `false` after the last.
    fn open_chunk(&mut self) -> Result<bool, TraceError> {
        let chain = self.chain.take();
        let Some(&entry) = self.reader.chunks.get(self.number) else {
            return match (chain, &self.reader.end) {
                (Some(chain), Ok(end)) if chain != end.previous => {
                    Err(TraceError::BrokenChain { place: Place::End, at_byte: end.at_byte })
                }
                _ => Ok(false),
            };
        };
        let place = self.reader.place_of(self.number);
        self.number += 1;
        let chunk = self.reader.file.load(place, entry.offset)?;
        let head = chunk.head;
        let malformed = |what| TraceError::Malformed { place, at_byte: entry.offset, what };
        if (head.kind, head.first, head.last) != (entry.kind, entry.first, entry.last) {
            return Err(malformed("the index tells otherwise"));
        }
        self.chain = Some(chunk.digest);
        if chain.is_some_and(|chain| chain != head.previous) {
            return Err(TraceError::BrokenChain { place, at_byte: entry.offset });
        }
        if head.kind != BODY {
            return Ok(true);
        }
        if head.first > head.last || self.last.is_some_and(|last| last >= head.first) {
            return Err(malformed("its ticks are not after those before"));
        }
        self.last = Some(head.last);
        self.sizes.count_chunk(head.file_bytes(), head.inflated_bytes as usize);
        self.body = Some(BodyDecoder::new(chunk.inflate().map_err(malformed)?, head.first, head.last));
        Ok(true)
    }

    /// Ends the chunk that is being read.
    fn close_chunk(&mut self) {
        if let Some(body) = self.body.take() {
            self.sizes.count_streams(&body.streams);
        }
    }
}

impl<R: Read + Seek> Iterator for Ticks<'_, R> {
    type Item = Result<TickRecords, TraceError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.body.as_mut().map(BodyDecoder::next_tick) {
                Some(Ok(Some(records))) if records.tick < self.from => {}
                Some(Ok(Some(records))) => return Some(Ok(records)),
                Some(Ok(None)) => self.close_chunk(),
                Some(Err(what)) => {
                    self.close_chunk();
                    let number = self.number - 1;
                    let at_byte = self.reader.chunks[number].offset;
                    return Some(Err(TraceError::Malformed { place: self.reader.place_of(number), at_byte, what }));
                }
                None => match self.open_chunk() {
                    Ok(true) => {}
                    Ok(false) => return None,
                    Err(error) => return Some(Err(error)),
                },
            }
        }
    }
}
