//! The records of a body chunk: ticks into bytes, and bytes into ticks.
//!
//! A record is its kind, its length and its contents, so one whose kind is a later version's is stepped over. A record
//! belongs to the tick that was last opened.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use tacho_core::units::Tick;

use crate::chunk::{CHUNK_TICKS, MAX_CHUNK_BYTES};
use crate::error::{TraceError, check_limit};
use crate::inputs::{self, InputDelta, StoredInputs};
use crate::record::{MAX_RECORD_BYTES, RecordKind, TickRecords};
use crate::summary::Streams;

/// Why a chunk's contents make no sense.
pub(crate) type Flaw = &'static str;

/// A chunk is closed once it holds this much, however few ticks that is. The size of a chunk bounds the memory of reader
/// and writer; two seconds of 64 clients are some thirty kilobytes.
pub(crate) const CHUNK_FULL_BYTES: usize = 1 << 20;

/// Records of one chunk at most; later kinds may come a few hundred times a tick.
pub(crate) const MAX_RECORDS_PER_CHUNK: usize = 1 << 17;

/// Bytes of the longest kind and length.
const RECORD_HEAD_BYTES: usize = 1 + 5;

const _: () = assert!(
    CHUNK_FULL_BYTES + RecordKind::ALL.len() * (RECORD_HEAD_BYTES + MAX_RECORD_BYTES) <= MAX_CHUNK_BYTES,
    "a chunk that is not yet full has room for any tick"
);
const _: () = assert!(CHUNK_TICKS as usize * RecordKind::ALL.len() <= MAX_RECORDS_PER_CHUNK);

/// Writes one chunk's records.
#[derive(Default)]
pub(crate) struct BodyEncoder {
    /// What is written so far.
    pub bytes: Vec<u8>,
    /// Its first and last tick, once there is one.
    pub ticks: Option<(Tick, Tick)>,
    /// What it holds by kind.
    pub streams: Streams,
    inputs: InputDelta,
}

impl BodyEncoder {
    /// Appends a tick, or, where it exceeds a limit, refuses all of it.
    pub fn push(&mut self, records: &TickRecords) -> Result<(), TraceError> {
        check(records)?;
        let (first, step) = match self.ticks {
            None => (records.tick, 0),
            Some((first, last)) => (first, records.tick.since(last)),
        };
        self.ticks = Some((first, records.tick));

        self.append(RecordKind::Tick, &step);
        self.append_list(RecordKind::Clients, &records.clients);
        self.append_list(RecordKind::Markers, &records.markers);
        if records.dropped > 0 {
            self.append(RecordKind::Dropped, &records.dropped);
        }
        self.append_list(RecordKind::Commands, &records.commands);
        if !records.inputs.is_empty() {
            let stored = self.inputs.encode(&records.inputs);
            self.append(RecordKind::Inputs, &stored);
        }
        if let Some(digest) = &records.digest {
            self.append(RecordKind::Digest, digest);
        }
        self.append_list(RecordKind::Components, &records.components);
        Ok(())
    }

    fn append_list<T: Serialize>(&mut self, kind: RecordKind, list: &Vec<T>) {
        if !list.is_empty() {
            self.append(kind, list);
        }
    }

    fn append<T: Serialize>(&mut self, kind: RecordKind, contents: &T) {
        let contents = encode(contents);
        let begin = self.bytes.len();
        self.bytes.push(kind as u8);
        self.bytes.extend(encode(&(contents.len() as u32)));
        self.bytes.extend(contents);
        self.streams.entry(kind as u8).or_default().count(self.bytes.len() - begin);
    }
}

/// Refuses a tick of which a record would exceed its limit.
fn check(records: &TickRecords) -> Result<(), TraceError> {
    inputs::check(&records.inputs)?;
    check_limit("bytes of a tick's clients", size(&records.clients), MAX_RECORD_BYTES)?;
    check_limit("bytes of a tick's markers", size(&records.markers), MAX_RECORD_BYTES)?;
    check_limit("bytes of a tick's commands", size(&records.commands), MAX_RECORD_BYTES)?;
    check_limit("bytes of a tick's component digests", size(&records.components), MAX_RECORD_BYTES)
}

fn size<T: Serialize>(list: &Vec<T>) -> usize {
    postcard::experimental::serialized_size(list).expect("lists and integers always encode")
}

fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    postcard::to_stdvec(value).expect("lists and integers always encode")
}

/// Reads one chunk's records, a tick at a time: a held input is nothing in the chunk and an input in the tick.
pub(crate) struct BodyDecoder {
    bytes: Vec<u8>,
    at: usize,
    first: Tick,
    last: Tick,
    tick: Option<Tick>,
    records: usize,
    inputs: InputDelta,
    /// What was read so far, by kind.
    pub streams: Streams,
}

impl BodyDecoder {
    /// Over the inflated `bytes` of a chunk that states ticks `first` to `last`.
    pub fn new(bytes: Vec<u8>, first: Tick, last: Tick) -> BodyDecoder {
        let (inputs, streams) = (InputDelta::default(), Streams::new());
        BodyDecoder { bytes, at: 0, first, last, tick: None, records: 0, inputs, streams }
    }

    /// The next tick, or `None` after the last.
    pub fn next_tick(&mut self) -> Result<Option<TickRecords>, Flaw> {
        if self.at == self.bytes.len() {
            return Ok(None);
        }
        let (kind, contents) = self.next_record()?;
        if kind != RecordKind::Tick as u8 {
            return Err("a record before the first tick");
        }
        let step = decode(&self.bytes[contents])?;
        let mut records = TickRecords::new(self.open_tick(step)?);
        let mut seen = 0_u8;
        while self.bytes.get(self.at).is_some_and(|&kind| kind != RecordKind::Tick as u8) {
            let (kind, contents) = self.next_record()?;
            let Some(kind) = RecordKind::from_byte(kind) else { continue };
            if seen & (1 << kind as u8) != 0 {
                return Err("two records of a kind in one tick");
            }
            seen |= 1 << kind as u8;
            self.decode_record(kind, contents, &mut records)?;
        }
        Ok(Some(records))
    }

    fn decode_record(&mut self, kind: RecordKind, contents: Range<usize>, into: &mut TickRecords) -> Result<(), Flaw> {
        let contents = &self.bytes[contents];
        match kind {
            RecordKind::Tick => return Err("a tick within a tick"),
            RecordKind::Clients => into.clients = decode(contents)?,
            RecordKind::Markers => into.markers = decode(contents)?,
            RecordKind::Dropped => into.dropped = decode(contents)?,
            RecordKind::Commands => into.commands = decode(contents)?,
            RecordKind::Inputs => into.inputs = self.inputs.decode(decode::<StoredInputs>(contents)?)?,
            RecordKind::Digest => into.digest = Some(decode(contents)?),
            RecordKind::Components => into.components = decode(contents)?,
        }
        Ok(())
    }

    fn open_tick(&mut self, step: u32) -> Result<Tick, Flaw> {
        let tick = match self.tick {
            None => self.first.0.checked_add(step),
            Some(before) if step > 0 => before.0.checked_add(step),
            Some(_) => None,
        };
        self.tick = tick.map(Tick).filter(|&tick| tick <= self.last);
        self.tick.ok_or("its ticks do not count up within the range that it states")
    }

    /// The kind of the next record, and where its contents are.
    fn next_record(&mut self) -> Result<(u8, Range<usize>), Flaw> {
        self.records += 1;
        if self.records > MAX_RECORDS_PER_CHUNK {
            return Err("more records than the format allows");
        }
        let begin = self.at;
        let (&kind, rest) = self.bytes[begin..].split_first().ok_or("a record without a kind")?;
        let (length, rest) = postcard::take_from_bytes::<u32>(rest).map_err(|_| "a record without a length")?;
        let contents_at = self.bytes.len() - rest.len();
        if length as usize > rest.len() {
            return Err("a record longer than its chunk");
        }
        if length as usize > MAX_RECORD_BYTES {
            return Err("a record longer than the format allows");
        }
        self.at = contents_at + length as usize;
        self.streams.entry(kind).or_default().count(self.at - begin);
        Ok((kind, contents_at..self.at))
    }
}

fn decode<'a, T: Deserialize<'a>>(contents: &'a [u8]) -> Result<T, Flaw> {
    match postcard::take_from_bytes(contents) {
        Ok((value, [])) => Ok(value),
        Ok(_) => Err("a record with bytes left over"),
        Err(_) => Err("a record that does not decode"),
    }
}
