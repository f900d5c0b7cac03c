//! What moves the simulation's own people: a profile each, and the input that follows from it.
//!
//! A mind writes the input that a client would, and nothing else: its person walks, drives, gets in and shoots by the very
//! rules that players do. It sees the world, remembers what stands in its [`Mind`] column, and draws its chance from the
//! city's seed, so its next input is part of the saved state. It thinks in every fourth tick and holds its keys in between:
//! no player is faster, and a city of minds costs a quarter.

use super::super::component::Mind;
use super::super::near::Near;
use super::super::people::FIRST_PERSON_INDEX;
use super::super::store::{People, Vehicles};
use super::super::world::World;
use super::traffic::{self, Approaches};
use super::{Chance, brawler, chaser, crowd, police};
use crate::input::Input;
use crate::units::EntityId;
use crate::units::math::Vec3;

/// Ticks between two thoughts of one mind. Who thinks when is spread over the ticks by the row.
pub const THINK_TICKS: u32 = 4;

/// Ticks between two looks of one mind through the whole city.
const SEARCH_TICKS: u32 = 16 * THINK_TICKS;

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
    pub(super) const ALL: [Profile; 6] =
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
    /// Its people, but for what they have thought in this tick.
    pub people: People<'a>,
    /// Its vehicles.
    pub vehicles: Vehicles<'a>,
    /// What is on everybody's mind, by row; who thought before has its new one.
    pub minds: &'a [Mind],
    /// Where light pieces lie that were torn loose.
    pub loose: &'a [Vec3],
    /// Everybody by place.
    pub near: &'a Near,
    /// Who comes to which junction.
    pub approaches: &'a Approaches,
    /// Row of the mind's person.
    pub row: usize,
    /// The city's chance.
    pub chance: Chance,
}

impl View<'_> {
    /// Whose mind it is.
    pub fn entity(&self) -> EntityId {
        let slot = self.people.slot[self.row];
        EntityId::new(slot.index, slot.generation)
    }

    /// Whether it is this mind's turn to look through the whole city, which costs as much as all else that it does in a
    /// second.
    pub fn may_search(&self) -> bool {
        (self.world.tick.0 + self.row as u32).is_multiple_of(SEARCH_TICKS)
    }

    /// Whether somebody is there and not dead.
    pub fn is_living(&self, row: usize) -> bool {
        let people = &self.people;
        people.slot[row].alive && people.fight[row].dead_ticks == 0 && people.condition[row].health > 0.0
    }

    /// The row of a person by its index, if it lives.
    pub fn living(&self, index: u16) -> Option<usize> {
        let row = usize::from(index.checked_sub(FIRST_PERSON_INDEX)?);
        (row < self.people.slot.len() && self.is_living(row)).then_some(row)
    }

    /// Whether nothing of the level stands between two places.
    pub fn is_open(&self, from: Vec3, to: Vec3) -> bool {
        let way = to - from;
        let length_m = way.length();
        length_m == 0.0 || self.world.level.solids().cast_ray(from, way / length_m, length_m).is_none()
    }
}

/// The input of one thought, and what is remembered of it.
pub fn think(view: &View<'_>, mind: &mut Mind) -> Input {
    mind.alarm_ticks = mind.alarm_ticks.saturating_sub(THINK_TICKS as u16);
    match Profile::of(mind) {
        Profile::None => Input::default(),
        Profile::Traffic => traffic::drive(view, mind),
        Profile::Walker => crowd::walk(view, mind),
        Profile::Chaser => chaser::hunt(view, mind),
        Profile::Police => police::pursue(view, mind),
        Profile::Brawler => brawler::brawl(view, mind),
    }
}
