//! The forms that a record can have: which groups of bytes, and how long each is.

use crate::wire::{Fault, Reader, Wire, WireError, Writer};

/// How an entity is written. Whether it is exact travels with the record: the same car is exact for its driver and on the
/// grid for everyone else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// A vehicle, on the grid.
    Vehicle,
    /// A vehicle in full floats: the reader's own, and what it tows.
    OwnVehicle,
    /// A loose piece, on the grid.
    Piece,
}

/// A group of a record's bytes. A group changes as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// What it is and whose.
    Identity,
    /// Where it is.
    Pose,
    /// How it moves.
    Motion,
    /// How it is driven.
    Drive,
    /// How much it can take.
    Condition,
}

impl Group {
    /// Its bit in the mask of a change.
    pub fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl Form {
    /// Its groups in order, with their bytes.
    pub fn groups(self) -> &'static [(Group, usize)] {
        match self {
            Form::Vehicle => &[
                (Group::Identity, 7),
                (Group::Pose, 16),
                (Group::Motion, 13),
                (Group::Drive, 8),
                (Group::Condition, 1),
            ],
            Form::OwnVehicle => &[
                (Group::Identity, 7),
                (Group::Pose, 28),
                (Group::Motion, 25),
                (Group::Drive, 28),
                (Group::Condition, 4),
            ],
            Form::Piece => &[(Group::Pose, 16), (Group::Motion, 13)],
        }
    }

    /// Bytes of a whole record.
    pub fn size(self) -> usize {
        self.groups().iter().map(|(_, size)| size).sum()
    }

    /// The mask of a change that carries everything.
    pub fn whole_mask(self) -> u8 {
        self.groups().iter().fold(0, |mask, (group, _)| mask | group.bit())
    }
}

impl Wire for Form {
    fn size(&self) -> usize {
        1
    }

    fn write(&self, writer: &mut Writer) {
        (*self as u8).write(writer);
    }

    fn read(reader: &mut Reader<'_>) -> Result<Form, WireError> {
        let here = reader.clone();
        match reader.get::<u8>()? {
            0 => Ok(Form::Vehicle),
            1 => Ok(Form::OwnVehicle),
            2 => Ok(Form::Piece),
            _ => Err(here.refuse(Fault::Value("no record has this form"))),
        }
    }
}
