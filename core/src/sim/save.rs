//! Saves: a world put away and brought back so that its future is the same to the bit.
//!
//! A rollback that restores poses alone meets the next wall with the contacts of a future that never was; that costs
//! centimetres to decimetres (the tests show it). A save here is the columns and of the physics all that a step depends on and can change, so a
//! rewind is a pure function.
//!
//! A *keyframe* is the same for a file. It leaves out the chunks of light pieces that are not whole as well, which are made
//! anew from the level and the columns.

use serde::{Deserialize, Serialize};

use super::physics::{Physics, PhysicsSave};
use super::store::StoreSave;
use super::vehicle::CLASSES;
use super::world::World;
use crate::units::Tick;

/// A world put away. Belongs to the world that made it, or to one of the same level and role.
#[derive(Clone)]
pub struct Save {
    tick: Tick,
    store: StoreSave,
    physics: PhysicsSave,
}

/// A world as it lies in a file.
#[derive(Serialize, Deserialize)]
struct Keyframe {
    level_hash: u64,
    tick: Tick,
    store: StoreSave,
    physics: PhysicsSave,
}

/// Why bytes are no keyframe of a world.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyframeError {
    /// Not a keyframe at all.
    #[error("the keyframe cannot be read: {0}")]
    Unreadable(String),
    /// Of another level.
    #[error("the keyframe is of a level with hash {found:016x}, this world's has {expected:016x}")]
    OtherLevel {
        /// This world's level.
        expected: u64,
        /// The keyframe's.
        found: u64,
    },
    /// Of a world of another size.
    #[error("the keyframe is of a world with other places than this one")]
    OtherShape,
}

impl Save {
    /// The tick that had run when the world was put away.
    #[must_use]
    pub fn tick(&self) -> Tick {
        self.tick
    }
}

impl World {
    /// Puts the world away.
    #[must_use]
    pub fn save(&self) -> Save {
        let mut store = StoreSave::default();
        self.store.save(&mut store);
        Save { tick: self.tick, store, physics: self.physics.save() }
    }

    /// Brings a save back.
    pub fn restore(&mut self, save: &Save) {
        self.tick = save.tick;
        self.store.restore(&save.store);
        self.physics.restore(&save.physics);
        self.events.clear();
    }

    /// The world as it goes into a file.
    #[must_use]
    pub fn keyframe(&self) -> Vec<u8> {
        let mut store = StoreSave::default();
        self.store.save(&mut store);
        let keyframe =
            Keyframe { level_hash: self.level.hash(), tick: self.tick, store, physics: self.physics.keyframe() };
        postcard::to_allocvec(&keyframe).expect("a keyframe is plain data, which postcard can always write")
    }

    /// Brings a keyframe into this world, which must be of the same level and role. Unchanged on refusal.
    ///
    /// What the physics keeps is taken as it is, since nobody but the physics can tell sense from nonsense in it: bytes
    /// that were altered may be restored and panic in the next step. So a file guards its keyframes with a checksum.
    ///
    /// # Errors
    /// Where the bytes are no keyframe, or of another level or shape.
    pub fn restore_keyframe(&mut self, bytes: &[u8]) -> Result<(), KeyframeError> {
        let (keyframe, rest): (Keyframe, _) =
            postcard::take_from_bytes(bytes).map_err(|error| KeyframeError::Unreadable(error.to_string()))?;
        if !rest.is_empty() {
            return Err(KeyframeError::Unreadable("bytes follow it".into()));
        }
        if keyframe.level_hash != self.level.hash() {
            return Err(KeyframeError::OtherLevel { expected: self.level.hash(), found: keyframe.level_hash });
        }
        if !self.store.fits(&keyframe.store) {
            return Err(KeyframeError::OtherShape);
        }
        let (capacity, hull) = (self.role.capacity(&self.level), CLASSES[0].hull());
        let standing = keyframe.store.standing();
        self.physics = Physics::from_keyframe(&self.level, capacity, hull, keyframe.physics, standing)
            .ok_or(KeyframeError::OtherShape)?;
        self.tick = keyframe.tick;
        self.store.restore(&keyframe.store);
        self.events.clear();
        Ok(())
    }
}
