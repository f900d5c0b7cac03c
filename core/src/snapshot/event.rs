//! What happened, as it travels.
//!
//! An event is said in a snapshot that may be lost, so it is said again in every snapshot until one that holds it is
//! acknowledged, or for a second at most: a crash told of later than that is no news. A serial lets the reader take each
//! once.

use super::grid;
use crate::sim::Event;
use crate::units::{EntityId, Tick};
use crate::wire::{Fault, Reader, Wire, WireError, Writer};

/// Snapshots in which an event is said at most: a second of them.
pub const EVENT_FRAMES: u32 = 20;

/// Events of one snapshot at most. More in a second is no crash, it is an attack.
pub(super) const MOST_EVENTS: usize = 255;

/// An event with what makes it one event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SentEvent {
    /// Counts up by one for each event sent to this client.
    pub serial: u32,
    /// When it happened.
    pub tick: Tick,
    /// What.
    pub event: Event,
}

impl Wire for EntityId {
    fn size(&self) -> usize {
        3
    }

    fn write(&self, writer: &mut Writer) {
        self.index.write(writer);
        self.generation.write(writer);
    }

    fn read(reader: &mut Reader<'_>) -> Result<EntityId, WireError> {
        Ok(EntityId { index: reader.get()?, generation: reader.get()? })
    }
}

impl Wire for Event {
    fn size(&self) -> usize {
        1 + match self {
            Event::Hit { .. } => 3 + 4 + 12,
            Event::Knock { .. } => 6,
            Event::Relocated { .. } => 3,
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Event::Hit { entity, points, at } => {
                0u8.write(writer);
                entity.write(writer);
                points.write(writer);
                grid::put_exact(writer, *at);
            }
            Event::Knock { piece, by } => {
                1u8.write(writer);
                piece.write(writer);
                by.write(writer);
            }
            Event::Relocated { entity } => {
                2u8.write(writer);
                entity.write(writer);
            }
        }
    }

    fn read(reader: &mut Reader<'_>) -> Result<Event, WireError> {
        let here = reader.clone();
        match reader.get::<u8>()? {
            0 => {
                Ok(Event::Hit { entity: reader.get()?, points: grid::get_float(reader)?, at: grid::get_exact(reader)? })
            }
            1 => Ok(Event::Knock { piece: reader.get()?, by: reader.get()? }),
            2 => Ok(Event::Relocated { entity: reader.get()? }),
            _ => Err(here.refuse(Fault::Value("no event has this kind"))),
        }
    }
}

impl Wire for SentEvent {
    fn size(&self) -> usize {
        self.serial.size() + self.tick.size() + self.event.size()
    }

    fn write(&self, writer: &mut Writer) {
        self.serial.write(writer);
        self.tick.write(writer);
        self.event.write(writer);
    }

    fn read(reader: &mut Reader<'_>) -> Result<SentEvent, WireError> {
        Ok(SentEvent { serial: reader.get()?, tick: reader.get()?, event: reader.get()? })
    }
}
