//! What is done with a level from outside: read, checked, compiled, and driven on.
//!
//! The fuzzer and the stable tests both include this file, so that what one finds the other can keep.

use tacho_core::input::{Input, Keys};
use tacho_core::level::{Level, LevelData, LevelError};
use tacho_core::sim::{Command, Role, World};
use tacho_core::units::ClientId;

/// Ticks that a world on the level runs.
const TICKS: u32 = 10;

/// How far some bytes came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Came {
    /// They are no text, or a text that is no level.
    Unreadable,
    /// A level that the check refuses.
    Refused,
    /// A level that was driven on.
    Driven,
}

/// Takes `bytes` for a level. Whatever they are, this comes to an end, and never panics.
pub fn attempt(bytes: &[u8]) -> Came {
    let Ok(text) = std::str::from_utf8(bytes) else { return Came::Unreadable };
    let data = match LevelData::from_ron(text) {
        Ok(data) => data,
        Err(LevelError::Refused { .. }) => return Came::Refused,
        Err(_) => return Came::Unreadable,
    };
    let Ok(level) = Level::compile(data) else { return Came::Refused };
    let client = ClientId(0);
    let mut world = World::new(level, Role::Authority);
    world.step(&[Command::Join { client }], &[]);
    for _ in 0..TICKS {
        world.step(&[], &[(client, Input::from_axes(1.0, 0.3, Keys::BOOST))]);
    }
    Came::Driven
}
