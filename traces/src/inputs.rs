//! The inputs of a tick as differences from the tick before.
//!
//! Sixty-four clients at sixty inputs a second are 3,840 inputs, sixty kilobytes a second written plainly, and nearly all of
//! them say "the same again". So both ends keep what each client ran last, and a tick holds what is not as expected:
//! the same clients in the same order, each with the next number, the same bytes and the same flag. A tick of held inputs
//! is five constant bytes. Bytes that did change are written as their differences, which are small where an axis moves.
//!
//! The memory ends with the chunk, so every chunk can be read without those before it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tacho_core::units::{ClientId, Seq};

use crate::body::Flaw;
use crate::error::{TraceError, check_limit};
use crate::record::{InputRecord, MAX_RECORD_BYTES};

/// Inputs that one tick may run. A held input costs no bytes in the file but its memory in the reader, so both this and the
/// next limit are what bounds a tick's memory.
pub const MAX_RUNS_PER_TICK: usize = 1024;

/// Bytes of one input at most.
pub const MAX_INPUT_BYTES: usize = 256;

/// Bytes of an input that share a byte of mask.
const GROUP_BYTES: usize = 8;

/// Client 3, tag 1, number 5, length 2 and every byte of the longest input changed.
const MAX_RUN_BYTES: usize = 3 + 1 + 5 + 2 + MAX_INPUT_BYTES + MAX_INPUT_BYTES / GROUP_BYTES;
const _: () = assert!(MAX_RUNS_PER_TICK * MAX_RUN_BYTES + 64 <= MAX_RECORD_BYTES, "any allowed tick fits a record");

/// In a tag: the number is not the next one, and is written out.
const SEQ_JUMPS: u8 = 1;
/// In a tag: guessed where the last was not, or the other way round.
const GUESS_TURNS: u8 = 1 << 1;
/// In a tag: the input's length is another, and is written out.
const LENGTH_CHANGES: u8 = 1 << 2;
/// In a tag: bytes of the input differ, and are written out.
const BYTES_CHANGE: u8 = 1 << 3;
const ALL_TAGS: u8 = SEQ_JUMPS | GUESS_TURNS | LENGTH_CHANGES | BYTES_CHANGE;

/// The record: each list holds its part of all clients, since like bytes side by side compress better.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct StoredInputs {
    /// Who ran, in order; `None` where it is who ran last time.
    clients: Option<Vec<ClientId>>,
    /// What is not as expected, one for each client; empty where all is.
    tags: Vec<u8>,
    seqs: Vec<Seq>,
    lengths: Vec<u32>,
    /// For each eight bytes of a changed input a mask of those that changed, then their differences.
    changes: Vec<u8>,
}

/// What both ends remember.
#[derive(Default)]
pub(crate) struct InputDelta {
    clients: Vec<ClientId>,
    last: BTreeMap<ClientId, LastRun>,
}

/// What one client ran last. At first: input 0, without bytes, not guessed.
#[derive(Default)]
struct LastRun {
    seq: Seq,
    input: Vec<u8>,
    guessed: bool,
}

/// Refuses inputs that the format does not hold.
pub(crate) fn check(runs: &[InputRecord]) -> Result<(), TraceError> {
    check_limit("inputs in one tick", runs.len(), MAX_RUNS_PER_TICK)?;
    runs.iter().try_for_each(|run| check_limit("bytes of an input", run.input.len(), MAX_INPUT_BYTES))
}

impl InputDelta {
    /// The differences to the last call's. `runs` have been checked.
    pub fn encode(&mut self, runs: &[InputRecord]) -> StoredInputs {
        let mut stored = StoredInputs::default();
        if !runs.iter().map(|run| run.client).eq(self.clients.iter().copied()) {
            self.clients = runs.iter().map(|run| run.client).collect();
            stored.clients = Some(self.clients.clone());
        }
        for run in runs {
            let last = self.last.entry(run.client).or_default();
            let mut tag = 0;
            if run.seq != last.seq.next() {
                tag |= SEQ_JUMPS;
                stored.seqs.push(run.seq);
            }
            if run.guessed != last.guessed {
                tag |= GUESS_TURNS;
            }
            if run.input.len() != last.input.len() {
                tag |= LENGTH_CHANGES;
                stored.lengths.push(run.input.len() as u32);
                last.input.resize(run.input.len(), 0);
            }
            if run.input != last.input {
                tag |= BYTES_CHANGE;
                write_changes(&last.input, &run.input, &mut stored.changes);
            }
            stored.tags.push(tag);
            (last.seq, last.guessed) = (run.seq, run.guessed);
            last.input.clone_from(&run.input);
        }
        if stored.tags.iter().all(|&tag| tag == 0) {
            stored.tags.clear();
        }
        stored
    }

    /// The inputs whose differences were stored.
    pub fn decode(&mut self, stored: StoredInputs) -> Result<Vec<InputRecord>, Flaw> {
        if let Some(clients) = stored.clients {
            self.clients = clients;
        }
        if self.clients.len() > MAX_RUNS_PER_TICK {
            return Err("more inputs in a tick than the format allows");
        }
        if !stored.tags.is_empty() && stored.tags.len() != self.clients.len() {
            return Err("not one tag for each input");
        }
        let mut seqs = stored.seqs.into_iter();
        let mut lengths = stored.lengths.into_iter();
        let mut changes = stored.changes.into_iter();
        let mut runs = Vec::with_capacity(self.clients.len());
        for (place, &client) in self.clients.iter().enumerate() {
            let tag = stored.tags.get(place).copied().unwrap_or(0);
            if tag & !ALL_TAGS != 0 {
                return Err("an unknown tag of an input");
            }
            let last = self.last.entry(client).or_default();
            last.seq = if tag & SEQ_JUMPS == 0 { last.seq.next() } else { seqs.next().ok_or(TOO_SHORT)? };
            last.guessed ^= tag & GUESS_TURNS != 0;
            if tag & LENGTH_CHANGES != 0 {
                let length = lengths.next().ok_or(TOO_SHORT)? as usize;
                if length > MAX_INPUT_BYTES {
                    return Err("an input longer than the format allows");
                }
                last.input.resize(length, 0);
            }
            if tag & BYTES_CHANGE != 0 {
                read_changes(&mut last.input, &mut changes)?;
            }
            runs.push(InputRecord { client, seq: last.seq, input: last.input.clone(), guessed: last.guessed });
        }
        if seqs.len() + lengths.len() + changes.len() > 0 {
            return Err("more changes than changed inputs");
        }
        Ok(runs)
    }
}

const TOO_SHORT: Flaw = "fewer changes than changed inputs";

/// Appends what turns `from` into `to`, which is as long.
fn write_changes(from: &[u8], to: &[u8], changes: &mut Vec<u8>) {
    for (from, to) in from.chunks(GROUP_BYTES).zip(to.chunks(GROUP_BYTES)) {
        let mask_at = changes.len();
        changes.push(0);
        for (bit, (from, to)) in from.iter().zip(to).enumerate() {
            if from != to {
                changes[mask_at] |= 1 << bit;
                changes.push(to.wrapping_sub(*from));
            }
        }
    }
}

/// The reverse of [`write_changes`], in place.
fn read_changes(input: &mut [u8], changes: &mut impl Iterator<Item = u8>) -> Result<(), Flaw> {
    for group in input.chunks_mut(GROUP_BYTES) {
        let mask = changes.next().ok_or(TOO_SHORT)?;
        for (bit, byte) in group.iter_mut().enumerate() {
            if mask & (1 << bit) != 0 {
                *byte = byte.wrapping_add(changes.next().ok_or(TOO_SHORT)?);
            }
        }
    }
    Ok(())
}
