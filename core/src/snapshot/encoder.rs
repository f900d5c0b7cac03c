//! The authority's side of one client: what it was sent, what it acknowledged, and what it needs to hear now.

use std::collections::VecDeque;

use super::capture::Snapshot;
use super::event::{EVENT_FRAMES, MOST_EVENTS, SentEvent};
use crate::sim::Event;
use crate::units::Tick;
use crate::wire::{Wire, Writer};

/// Snapshots kept from the acknowledged one on. A client that is further behind is sent a whole one: 1.6 s.
const KEPT_SNAPSHOTS: usize = 32;

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct SnapshotEncoder {
    /// Sent and not forgotten, oldest first. The first is the acknowledged one, where there is one.
    sent: VecDeque<Snapshot>,
    acked: Option<Tick>,
    events: VecDeque<PendingEvent>,
    next_serial: u32,
}

/// An event that may still have to be said again.
#[derive(Clone, Copy, Debug)]
struct PendingEvent {
    sent: SentEvent,
    frames: u32,
    first_in: Option<Tick>,
}

impl SnapshotEncoder {
    /// Takes in the client's acknowledgement. One of a snapshot that is not kept, or older than the newest, says nothing.
    pub fn handle_ack(&mut self, tick: Tick) {
        if self.acked.is_some_and(|acked| acked >= tick) || !self.sent.iter().any(|sent| sent.tick == tick) {
            return;
        }
        self.acked = Some(tick);
        while self.sent.front().is_some_and(|oldest| oldest.tick < tick) {
            self.sent.pop_front();
        }
        self.events.retain(|event| event.first_in.is_none_or(|first| first > tick));
    }

    /// Takes in what happened in a tick, to be said with the next snapshots.
    pub fn handle_event(&mut self, tick: Tick, event: Event) {
        if self.events.len() == MOST_EVENTS {
            self.events.pop_front();
        }
        let sent = SentEvent { serial: self.next_serial, tick, event };
        self.events.push_back(PendingEvent { sent, frames: 0, first_in: None });
        self.next_serial = self.next_serial.wrapping_add(1);
    }

    /// What turns the acknowledged snapshot into this one, and the tick of the former; all of it where nothing is
    /// acknowledged.
    pub fn encode(&mut self, snapshot: Snapshot) -> (Option<Tick>, Vec<u8>) {
        let base = self.sent.front().filter(|oldest| self.acked == Some(oldest.tick));
        let mut writer = Writer::default();
        put_changes(&mut writer, &snapshot, base);
        let base_tick = base.map(|base| base.tick);

        (self.events.len() as u8).write(&mut writer);
        for event in &mut self.events {
            event.sent.write(&mut writer);
            event.frames += 1;
            event.first_in.get_or_insert(snapshot.tick);
        }
        self.events.retain(|event| event.frames < EVENT_FRAMES);

        self.sent.push_back(snapshot);
        if self.sent.len() > KEPT_SNAPSHOTS {
            self.sent.pop_front();
            self.acked = self.acked.filter(|acked| self.sent.front().is_some_and(|oldest| oldest.tick == *acked));
        }
        (base_tick, writer.into_bytes())
    }
}

/// Writes what left and what differs. Both lists rise by index, so one walk finds both.
fn put_changes(writer: &mut Writer, snapshot: &Snapshot, base: Option<&Snapshot>) {
    let old = base.map_or(&[][..], |base| &base.records);
    let gone: Vec<u16> =
        old.iter().map(|record| record.entity.index).filter(|index| snapshot.at_index(*index).is_none()).collect();
    (gone.len() as u16).write(writer);
    gone.iter().for_each(|index| index.write(writer));

    let mut old = old.iter().peekable();
    let changes: Vec<_> = snapshot
        .records
        .iter()
        .filter_map(|record| {
            while old.next_if(|before| before.entity.index < record.entity.index).is_some() {}
            let before = old.next_if(|before| before.entity.index == record.entity.index);
            let mask = before.map_or(record.form.whole_mask(), |before| record.changes_from(before));
            (mask != 0).then_some((record, mask))
        })
        .collect();
    (changes.len() as u16).write(writer);
    for (record, mask) in changes {
        record.entity.write(writer);
        record.form.write(writer);
        mask.write(writer);
        record.put_groups(writer, mask);
    }
}
