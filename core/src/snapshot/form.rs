//! The forms that a record can have: which groups of bytes, and how long each is.
//!
//! A crowd is most of what there is to send, and most of a crowd does nothing but walk or sit. So a walker is cut such that
//! one going on as it went sends its pose and its motion alone, and one that sits sends nothing: its pose is its vehicle's.

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
    /// A person on foot, on the grid.
    Person,
    /// A person on foot in full floats: the reader's own, while it lives.
    OwnPerson,
    /// A person in a seat. Its pose is its vehicle's and does not travel.
    Seated,
    /// A rocket or a grenade, on the grid.
    Projectile,
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
    /// How it is driven; of a person, what it holds.
    Drive,
    /// How much it can take.
    Condition,
    /// What of its walking integrates over time.
    Walk,
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
            Form::Person => &[
                (Group::Identity, 3),
                (Group::Pose, 11),
                (Group::Motion, 6),
                (Group::Drive, 7),
                (Group::Walk, 6),
                (Group::Condition, 2),
            ],
            Form::OwnPerson => &[
                (Group::Identity, 3),
                (Group::Pose, 16),
                (Group::Motion, 12),
                (Group::Drive, 7),
                (Group::Walk, 6),
                (Group::Condition, 4),
            ],
            Form::Seated => &[(Group::Identity, 6), (Group::Drive, 3), (Group::Condition, 2)],
            Form::Projectile => &[(Group::Identity, 1), (Group::Pose, 16), (Group::Motion, 13)],
        }
    }

    /// Bytes of a whole record.
    pub fn size(self) -> usize {
        self.groups().iter().map(|(_, size)| size).sum()
    }

    /// Whether its pose travels.
    #[must_use]
    pub fn has_pose(self) -> bool {
        self != Form::Seated
    }

    /// Whether it is one of those in full floats.
    #[must_use]
    pub fn is_exact(self) -> bool {
        matches!(self, Form::OwnVehicle | Form::OwnPerson)
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
            3 => Ok(Form::Person),
            4 => Ok(Form::OwnPerson),
            5 => Ok(Form::Seated),
            6 => Ok(Form::Projectile),
            _ => Err(here.refuse(Fault::Value("no record has this form"))),
        }
    }
}
