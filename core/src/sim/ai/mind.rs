//! What moves the simulation's own people: a profile each, and the input that follows from it.
//!
//! A mind writes the input that a client would, and nothing else: its person walks, drives, gets in and shoots by the very
//! rules that players do. It sees the world, remembers what stands in its [`Mind`] column, and draws its chance from the
//! city's seed, so its next input is part of the saved state. It thinks in every fourth tick and holds its keys in between:
//! no player is faster, and a city of minds costs a quarter.

use super::super::component::Mind;
use super::super::near::Near;
use super::super::world::World;
use super::Chance;
use super::traffic::{self, Approaches};
use crate::input::Input;

/// Ticks between two thoughts of one mind. Who thinks when is spread over the ticks by the row.
pub const THINK_TICKS: u32 = 4;

/// What somebody is after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Profile {
    /// Nothing: a client's person, or one without a will.
    #[default]
    None,
    /// Gets somewhere along the lanes, by the rules of the road.
    Traffic,
    /// Walks along the pavements, steps aside, flees.
    Walker,
    /// Hunts a player by car, and rams.
    Chaser,
    /// Comes after a player who has hurt somebody.
    Police,
    /// Hits whom it meets.
    Brawler,
}

impl Profile {
    /// All of them, in the order of their bytes in the column.
    const ALL: [Profile; 6] =
        [Profile::None, Profile::Traffic, Profile::Walker, Profile::Chaser, Profile::Police, Profile::Brawler];

    /// The profile of a mind. A byte that is none of theirs is nothing.
    #[must_use]
    pub fn of(mind: &Mind) -> Profile {
        Profile::ALL.get(usize::from(mind.profile)).copied().unwrap_or_default()
    }
}

/// What a mind sees.
pub struct View<'a> {
    /// The world before the tick.
    pub world: &'a World,
    /// Everybody by place.
    pub near: &'a Near,
    /// Who comes to which junction.
    pub approaches: &'a Approaches,
    /// Row of the mind's person.
    pub row: usize,
    /// The city's chance.
    pub chance: Chance,
}

/// The input of one thought, and what is remembered of it.
pub fn think(view: &View<'_>, mind: &mut Mind) -> Input {
    match Profile::of(mind) {
        Profile::None => Input::default(),
        Profile::Traffic => traffic::drive(view, mind),
        _ => Input::default(),
    }
}
