//! Digests of a world, and what lies behind a difference between two.
//!
//! A digest that only says "other" sends people searching. This one carries eight bytes more, a *locator*: two checksums of
//! every word of the state, one plain and one in which each word is weighted by its place. Where two states differ in a
//! single word, the two checksums give its place and both values, as an error-correcting code would, so a recording that
//! keeps sixteen bytes a tick can still name the field that a bit flipped in. Where more than one word differs, the
//! locator says so and the components' own digests narrow it down.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::component::{Component, NOBODY, Slot, Value};
use super::people::FIRST_PERSON_INDEX;
use super::pieces::{FIRST_PIECE_INDEX, piece_entity};
use super::store::{Cities, Loose, People, Projectiles, Rows, Standing, Vehicles};
use super::weapons::FIRST_PROJECTILE_INDEX;
use super::world::World;
use crate::units::EntityId;

/// The digest of a world after a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digest {
    /// A hash of every word.
    pub total: u64,
    /// Checksums that lead to a single word that differs.
    pub locator: Locator,
}

/// Two checksums over the words of a state, see the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Locator {
    /// The words, each exclusive-or the next.
    pub sum: u32,
    /// The same with the word at place i from the end weighted by a fixed element to the power of i, in GF(2^32).
    pub weighted: u32,
}

/// The polynomial of the field, without its highest term.
const FIELD_POLYNOMIAL: u32 = 0x04C1_1DB7;

/// The weight of a word over that of the next: an element of GF(2^32) without structure. It must not be a low power of x:
/// with x itself, bit 3 of one word and bit 4 of the next but one look like two bits of the word between.
const WEIGHT: u32 = 0x85EB_CA6B;

/// The product of two elements.
const fn times(a: u32, b: u32) -> u32 {
    let (mut product, mut shifted, mut left) = (0, a, b);
    while left != 0 {
        if left & 1 == 1 {
            product ^= shifted;
        }
        shifted = (shifted << 1) ^ if shifted >> 31 == 1 { FIELD_POLYNOMIAL } else { 0 };
        left >>= 1;
    }
    product
}

/// [`WEIGHT`] to the given power.
const fn weight_to(power: u32) -> u32 {
    let (mut result, mut square, mut left) = (1, WEIGHT, power);
    while left != 0 {
        if left & 1 == 1 {
            result = times(result, square);
        }
        square = times(square, square);
        left >>= 1;
    }
    result
}

// 2^32 - 1 = 3 * 5 * 17 * 257 * 65537: an element whose power to none of these quotients is 1 runs through all others.
const _: () = assert!(weight_to(u32::MAX) == 1);
const _: () = assert!(
    weight_to(u32::MAX / 3) != 1
        && weight_to(u32::MAX / 5) != 1
        && weight_to(u32::MAX / 17) != 1
        && weight_to(u32::MAX / 257) != 1
        && weight_to(u32::MAX / 65537) != 1,
    "two places of a state would have the same weight"
);

/// [`WEIGHT`] times each byte in each of a word's four places: a product in four look-ups.
const WEIGHTED: [[u32; 256]; 4] = {
    let mut table = [[0; 256]; 4];
    let mut at = 0;
    while at < 4 * 256 {
        table[at / 256][at % 256] = times(WEIGHT, ((at % 256) as u32) << (at / 256 * 8));
        at += 1;
    }
    table
};

/// A word times [`WEIGHT`].
fn weighted(word: u32) -> u32 {
    let [a, b, c, d] = word.to_le_bytes().map(usize::from);
    WEIGHTED[0][a] ^ WEIGHTED[1][b] ^ WEIGHTED[2][c] ^ WEIGHTED[3][d]
}

impl Locator {
    fn push(&mut self, word: u32) {
        self.sum ^= word;
        self.weighted = weighted(self.weighted) ^ word;
    }

    /// The place of the only word that differs between two states of `words` words, and by which bits. `None` where it is
    /// not one word.
    fn only_difference(self, other: Locator, words: usize) -> Option<(usize, u32)> {
        let bits = self.sum ^ other.sum;
        let wanted = self.weighted ^ other.weighted;
        if bits == 0 {
            return None;
        }
        let mut shifted = bits;
        for from_end in 0..words {
            if shifted == wanted {
                return Some((words - 1 - from_end, bits));
            }
            shifted = weighted(shifted);
        }
        None
    }
}

/// One word in which two states differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Whose.
    pub entity: EntityId,
    /// In which component.
    pub component: &'static str,
    /// In which field.
    pub field: &'static str,
    /// In which part of it, "" for a single number.
    pub part: &'static str,
    /// The one value.
    pub left: Value,
    /// The other.
    pub right: Value,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "entity {} {}.{}{}: {} ({:08x}) against {} ({:08x})",
            self.entity,
            self.component,
            self.field,
            self.part,
            self.left,
            self.left.bits(),
            self.right,
            self.right.bits()
        )
    }
}

/// Names of every component that is digested, in the order of [`World::component_digests`].
#[must_use]
pub fn component_names() -> Vec<String> {
    let pool = |pool: &'static str, components: &'static [&'static str]| {
        components.iter().map(move |component| format!("{pool}.{component}"))
    };
    pool(Vehicles::POOL, Vehicles::COMPONENTS)
        .chain(pool(People::POOL, People::COMPONENTS))
        .chain(pool(Projectiles::POOL, Projectiles::COMPONENTS))
        .chain(pool(Cities::POOL, Cities::COMPONENTS))
        .chain(pool(Loose::POOL, Loose::COMPONENTS))
        .chain(pool(Standing::POOL, Standing::COMPONENTS))
        .collect()
}

/// Where a word stands: entity and its row, component among all, its own name, field, part.
struct Place {
    entity: EntityId,
    row: usize,
    component: usize,
    component_name: &'static str,
    field: &'static str,
    part: &'static str,
}

/// Every word of a pool of slots whose components are numbered from `first` on; returns the next number. An empty row has
/// only its slot: what it would hold decides nothing. It is named by its place after the pool's first index.
fn visit_slots(
    pool: &impl Rows,
    slots: &[Slot],
    first_index: u16,
    first: usize,
    visit: &mut impl FnMut(Place, Value),
) -> usize {
    for (row, slot) in slots.iter().enumerate() {
        let index = if slot.alive { slot.index } else { first_index + row as u16 };
        let entity = EntityId::new(index, slot.generation);
        if slot.alive {
            visit_row(pool, row, entity, first, visit);
        } else {
            slot.visit(&mut |field, part, value| {
                visit(Place { entity, row, component: first, component_name: Slot::NAME, field, part }, value);
            });
        }
    }
    first + components_of(pool)
}

/// The same of a pool without slots, whose rows are these entities'.
fn visit_rows(pool: &impl Rows, entities: &[EntityId], first: usize, visit: &mut impl FnMut(Place, Value)) -> usize {
    for (row, entity) in entities.iter().enumerate() {
        visit_row(pool, row, *entity, first, visit);
    }
    first + components_of(pool)
}

fn visit_row<P: Rows>(pool: &P, row: usize, entity: EntityId, first: usize, visit: &mut impl FnMut(Place, Value)) {
    pool.visit_row(row, &mut |component, field, part, value| {
        let component_name = P::COMPONENTS[component];
        visit(Place { entity, row, component: first + component, component_name, field, part }, value);
    });
}

fn components_of<P: Rows>(_: &P) -> usize {
    P::COMPONENTS.len()
}

impl World {
    /// Every word of the state that is compared, in one order.
    fn visit_words(&self, visit: &mut impl FnMut(Place, Value)) {
        let vehicles = self.store.vehicles();
        let people = self.store.people();
        let projectiles = self.store.projectiles();
        let loose = self.store.loose();
        let mut first = 0;
        first = visit_slots(&vehicles, vehicles.slot, 0, first, visit);
        first = visit_slots(&people, people.slot, FIRST_PERSON_INDEX, first, visit);
        first = visit_slots(&projectiles, projectiles.slot, FIRST_PROJECTILE_INDEX, first, visit);
        first = visit_rows(&self.store.cities(), &[EntityId::new(NOBODY, 0)], first, visit);
        first = visit_slots(&loose, loose.slot, FIRST_PIECE_INDEX, first, visit);
        let standing = self.store.standing();
        let pieces: Vec<EntityId> = (0..self.level.data().light_pieces.len())
            .map(|piece| piece_entity(piece, standing.piece[piece].generation))
            .collect();
        visit_rows(&standing, &pieces, first, visit);
    }

    /// The digest of the world as it is.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let mut bytes = Vec::with_capacity(16 * 1024);
        let mut locator = Locator::default();
        self.visit_words(&mut |_, value| {
            bytes.extend_from_slice(&value.bits().to_le_bytes());
            locator.push(value.bits());
        });
        Digest { total: xxh3_64(&bytes), locator }
    }

    /// A digest of each component over all entities, in the order of [`component_names`].
    #[must_use]
    pub fn component_digests(&self) -> Vec<u64> {
        let mut hashers: Vec<Xxh3> = component_names().iter().map(|_| Xxh3::new()).collect();
        self.visit_words(&mut |place, value| hashers[place.component].update(&value.bits().to_le_bytes()));
        hashers.iter().map(Xxh3::digest).collect()
    }

    /// Every word in which this world and another of the same level and role differ.
    #[must_use]
    pub fn differences(&self, other: &World) -> Vec<Difference> {
        let key = |place: &Place| (place.component, place.row, place.field, place.part);
        let mut others = BTreeMap::new();
        other.visit_words(&mut |place, value| {
            others.insert(key(&place), value);
        });
        let mut found = Vec::new();
        self.visit_words(&mut |place, left| {
            // A row that is empty in one world only has fewer words there: the slot's own difference says so, the rest is
            // passed over.
            if let Some(right) = others.get(&key(&place)).copied()
                && left.bits() != right.bits()
            {
                let Place { entity, component_name, field, part, .. } = place;
                found.push(Difference { entity, component: component_name, field, part, left, right });
            }
        });
        found
    }

    /// The one word in which this world differs from the one that `recorded` is of: `left` is this world's value, `right`
    /// the recorded one. `None` where they are equal or differ in more than one word.
    #[must_use]
    pub fn locate(&self, recorded: Digest) -> Option<Difference> {
        let mut words = Vec::new();
        self.visit_words(&mut |place, value| words.push((place, value)));
        let (at, bits) = self.digest().locator.only_difference(recorded.locator, words.len())?;
        let (place, left) = words.swap_remove(at);
        let right = left.with_bits(left.bits() ^ bits);
        let Place { entity, component_name, field, part, .. } = place;
        Some(Difference { entity, component: component_name, field, part, left, right })
    }

    /// Flips one bit of the state: what a broken memory, or a rule that is not the same everywhere, would do. For negative
    /// controls. `word` counts over the vehicle's row, `bit` from the lowest.
    pub fn flip_vehicle_bit(&mut self, entity: EntityId, word: usize, bit: u32) {
        let Some(row) = self.row_of_vehicle(entity) else {
            return;
        };
        let mut at = 0;
        self.store.vehicles_mut().edit_row(row, &mut |value| {
            let hit = at == word;
            at += 1;
            if hit { value.with_bits(value.bits() ^ (1 << bit)) } else { value }
        });
        let motion = self.store.vehicles().motion[row];
        if motion != self.physics.motion(super::physics::Pool::Vehicles, row) {
            self.physics.set_motion(super::physics::Pool::Vehicles, row, &motion);
        }
    }
}
