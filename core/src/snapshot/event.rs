//! What happened, as it travels.
//!
//! An event is said in a snapshot that may be lost, so it is said again in every snapshot until one that holds it is
//! acknowledged, or for a second at most: a crash told of later than that is no news. A serial lets the reader take each
//! once.

use super::grid;
use crate::sim::weapons::Cause;
use crate::sim::{Event, NOBODY};
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

/// Somebody or nobody: an entity whose index is [`NOBODY`] is none.
struct Maybe(Option<EntityId>);

impl Wire for Maybe {
    fn size(&self) -> usize {
        3
    }

    fn write(&self, writer: &mut Writer) {
        self.0.unwrap_or(EntityId::new(NOBODY, 0)).write(writer);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Maybe, WireError> {
        let entity: EntityId = reader.get()?;
        Ok(Maybe((entity.index != NOBODY).then_some(entity)))
    }
}

impl Wire for Cause {
    fn size(&self) -> usize {
        1
    }

    fn write(&self, writer: &mut Writer) {
        (*self as u8).write(writer);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Cause, WireError> {
        let here = reader.clone();
        let cause = Cause::ALL.get(usize::from(reader.get::<u8>()?));
        cause.copied().ok_or_else(|| here.refuse(Fault::Value("nobody is hurt by this")))
    }
}

impl Wire for Event {
    fn size(&self) -> usize {
        1 + match self {
            Event::Hit { .. } => 3 + 3 + 1 + 4 + 12,
            Event::Knock { .. } => 6,
            Event::Relocated { .. } => 3,
            Event::Shot { .. } => 3 + 12 + 4 + 4,
            Event::Blast { .. } => 12 + 4,
            Event::Death { .. } => 3 + 3,
            Event::Seated { .. } => 3 + 3 + 1,
            Event::Unseated { .. } => 3 + 3,
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Event::Hit { entity, by, with, points, at } => {
                0u8.write(writer);
                entity.write(writer);
                Maybe(*by).write(writer);
                with.write(writer);
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
            Event::Shot { by, origin, yaw_rad, length_m } => {
                3u8.write(writer);
                by.write(writer);
                grid::put_exact(writer, *origin);
                yaw_rad.write(writer);
                length_m.write(writer);
            }
            Event::Blast { at, radius_m } => {
                4u8.write(writer);
                grid::put_exact(writer, *at);
                radius_m.write(writer);
            }
            Event::Death { entity, by } => {
                5u8.write(writer);
                entity.write(writer);
                Maybe(*by).write(writer);
            }
            Event::Seated { person, vehicle, seat } => {
                6u8.write(writer);
                person.write(writer);
                vehicle.write(writer);
                seat.write(writer);
            }
            Event::Unseated { person, vehicle } => {
                7u8.write(writer);
                person.write(writer);
                vehicle.write(writer);
            }
        }
    }

    fn read(reader: &mut Reader<'_>) -> Result<Event, WireError> {
        let here = reader.clone();
        Ok(match reader.get::<u8>()? {
            0 => Event::Hit {
                entity: reader.get()?,
                by: reader.get::<Maybe>()?.0,
                with: reader.get()?,
                points: grid::get_float(reader)?,
                at: grid::get_exact(reader)?,
            },
            1 => Event::Knock { piece: reader.get()?, by: reader.get()? },
            2 => Event::Relocated { entity: reader.get()? },
            3 => Event::Shot {
                by: reader.get()?,
                origin: grid::get_exact(reader)?,
                yaw_rad: grid::get_float(reader)?,
                length_m: grid::get_float(reader)?,
            },
            4 => Event::Blast { at: grid::get_exact(reader)?, radius_m: grid::get_float(reader)? },
            5 => Event::Death { entity: reader.get()?, by: reader.get::<Maybe>()?.0 },
            6 => Event::Seated { person: reader.get()?, vehicle: reader.get()?, seat: reader.get()? },
            7 => Event::Unseated { person: reader.get()?, vehicle: reader.get()? },
            _ => return Err(here.refuse(Fault::Value("no event has this kind"))),
        })
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
