//! The client's side: every kind of snapshot through one door.

use std::collections::VecDeque;

use super::capture::Snapshot;
use super::event::SentEvent;
use super::form::Form;
use super::record::Record;
use crate::units::EntityId;
use crate::wire::{Fault, Reader, SnapshotFrame, Wire, WireError};

/// Snapshots kept to be built upon. Twice what the authority keeps, so that every base it names is still here.
const KEPT_SNAPSHOTS: usize = 64;

/// Entities of one snapshot at most: a bound for memory, far above any room.
const MOST_RECORDS: usize = 8192;

/// What a shown snapshot tells beyond its records, against the one that was shown before it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct News {
    /// Entities that were measured at this tick: new ones, and those whose pose or motion is another.
    pub measured: Vec<EntityId>,
    /// Entities that are no more, or are another tenant of their index.
    pub removed: Vec<EntityId>,
    /// What happened and was not told before.
    pub events: Vec<SentEvent>,
}

/// What became of a snapshot that came.
#[derive(Clone, Debug, PartialEq)]
pub enum ReadOutcome {
    /// It is the newest and is shown now.
    Shown(News),
    /// It is no newer than what is shown.
    Stale,
    /// It changes a snapshot that is not here. The next will be onto a newer acknowledgement.
    NoBase,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct SnapshotReader {
    /// Oldest first; the last is what is shown.
    held: VecDeque<Snapshot>,
    newest_serial: Option<u32>,
}

impl SnapshotReader {
    /// What is shown.
    #[must_use]
    pub fn shown(&self) -> Option<&Snapshot> {
        self.held.back()
    }

    /// Forgets everything: the authority's ticks and serials are counted anew.
    pub fn restart(&mut self) {
        *self = SnapshotReader::default();
    }

    /// Takes in a snapshot.
    ///
    /// # Errors
    /// Where its bytes are no snapshot. Nothing is changed then.
    pub fn handle(&mut self, frame: &SnapshotFrame<'_>) -> Result<ReadOutcome, WireError> {
        let tick = frame.header.tick;
        if self.shown().is_some_and(|shown| shown.tick >= tick) {
            return Ok(ReadOutcome::Stale);
        }
        let base = match frame.base {
            None => None,
            Some(base) => match self.held.iter().find(|held| held.tick == base) {
                Some(held) => Some(held),
                None => return Ok(ReadOutcome::NoBase),
            },
        };
        let mut reader = Reader::new(frame.payload);
        let snapshot = Snapshot { tick, records: get_changes(&mut reader, base)? };
        let mut events = get_events(&mut reader)?;
        reader.finish()?;

        events.retain(|event| self.newest_serial.is_none_or(|newest| newer(event.serial, newest)));
        if let Some(last) = events.last() {
            self.newest_serial = Some(last.serial);
        }
        let news =
            News { measured: measured(&snapshot, self.shown()), removed: removed(&snapshot, self.shown()), events };
        self.held.push_back(snapshot);
        if self.held.len() > KEPT_SNAPSHOTS {
            self.held.pop_front();
        }
        Ok(ReadOutcome::Shown(news))
    }
}

/// Serials wrap.
fn newer(serial: u32, than: u32) -> bool {
    serial.wrapping_sub(than) as i32 > 0
}

fn measured(snapshot: &Snapshot, before: Option<&Snapshot>) -> Vec<EntityId> {
    let moved = |record: &&Record| {
        let old = before.and_then(|before| before.of(record.entity));
        old.is_none_or(|old| record.moved_from(old))
    };
    snapshot.records.iter().filter(|record| record.form.has_pose()).filter(moved).map(|record| record.entity).collect()
}

fn removed(snapshot: &Snapshot, before: Option<&Snapshot>) -> Vec<EntityId> {
    let entities = before.iter().flat_map(|before| before.records.iter().map(|record| record.entity));
    entities.filter(|entity| snapshot.of(*entity).is_none()).collect()
}

fn get_changes(reader: &mut Reader<'_>, base: Option<&Snapshot>) -> Result<Vec<Record>, WireError> {
    let mut records = base.map_or_else(Vec::new, |base| base.records.clone());
    for _ in 0..get_count(reader)? {
        let here = reader.clone();
        let index: u16 = reader.get()?;
        match records.binary_search_by_key(&index, |record| record.entity.index) {
            Ok(at) => drop(records.remove(at)),
            Err(_) => return Err(here.refuse(Fault::Value("an entity leaves that the base does not have"))),
        }
    }
    let mut last = None;
    for _ in 0..get_count(reader)? {
        let here = reader.clone();
        let (entity, form): (EntityId, Form) = (reader.get()?, reader.get()?);
        let mask = reader.get()?;
        if last.is_some_and(|last| last >= entity.index) {
            return Err(here.refuse(Fault::Value("the changes do not rise by entity")));
        }
        last = Some(entity.index);
        match records.binary_search_by_key(&entity.index, |record| record.entity.index) {
            Ok(at) => records[at] = Record::read_groups(reader, entity, form, mask, Some(&records[at]))?,
            Err(_) if records.len() == MOST_RECORDS => {
                return Err(here.refuse(Fault::Count { count: MOST_RECORDS + 1, most: MOST_RECORDS }));
            }
            Err(at) => records.insert(at, Record::read_groups(reader, entity, form, mask, None)?),
        }
    }
    Ok(records)
}

fn get_events(reader: &mut Reader<'_>) -> Result<Vec<SentEvent>, WireError> {
    let count: u8 = reader.get()?;
    (0..count).map(|_| SentEvent::read(reader)).collect()
}

fn get_count(reader: &mut Reader<'_>) -> Result<usize, WireError> {
    let here = reader.clone();
    let count = usize::from(reader.get::<u16>()?);
    if count > MOST_RECORDS {
        return Err(here.refuse(Fault::Count { count, most: MOST_RECORDS }));
    }
    Ok(count)
}
