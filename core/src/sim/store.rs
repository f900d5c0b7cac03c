//! The columns of every entity, kept in legion behind this one file.
//!
//! Legion numbers its entities by a counter of the whole process and moves rows when one is removed or changes shape. A
//! world that sorted, hashed or sent by either would differ from its twin. So nothing of legion leaves this file: a pool is
//! made once with all its rows, a row is never removed or reshaped, and a row's place in its column is the only handle.
//! Emptying a place is a flag in its [`Slot`].

use legion::storage::{ArchetypeIndex, ComponentStorage};
use legion::world::EntityStore;
use legion::{Query, World, Write};
use serde::{Deserialize, Serialize};

use super::component::{
    City, Component, Condition, Controls, Drive, Fight, Mind, Motion, Person, Piece, Projectile, Rest, Slot, Upkeep,
    Value, Vehicle, Walk, Wheels,
};

/// A pool's columns, word by word.
pub trait Rows {
    /// The pool's name in differences.
    const POOL: &'static str;

    /// The names of its components, in order.
    const COMPONENTS: &'static [&'static str];

    /// Every word of one row: which component of the pool, its field, the field's part, the value.
    fn visit_row(&self, row: usize, visit: &mut impl FnMut(usize, &'static str, &'static str, Value));
}

/// Makes a pool: its columns to read, to write and to keep, all from one list.
macro_rules! pool {
    ($(#[$doc:meta])* $name:literal $pool:ident, $columns:ident, $columns_mut:ident, $saved:ident
        { $first:ident: $First:ty, $($field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        struct $pool {
            archetype: ArchetypeIndex,
            query: Query<(Write<$First>, $(Write<$type>,)*)>,
        }

        /// The pool's columns, to read. Equal places in each belong to one entity.
        #[derive(Clone, Copy)]
        pub struct $columns<'a> { #[allow(missing_docs)] pub $first: &'a [$First], $(#[allow(missing_docs)] pub $field: &'a [$type],)* }

        /// The pool's columns, to write.
        pub struct $columns_mut<'a> { #[allow(missing_docs)] pub $first: &'a mut [$First], $(#[allow(missing_docs)] pub $field: &'a mut [$type],)* }

        /// A copy of the pool's columns.
        #[derive(Clone, Default, Serialize, Deserialize)]
        struct $saved { $first: Vec<$First>, $($field: Vec<$type>,)* }

        impl $pool {
            fn new(ecs: &mut World, rows: usize) -> $pool {
                let tag = ecs.extend((0..rows.max(1)).map(|_| (<$First>::default(), $(<$type>::default(),)*)))[0];
                let entry = ecs.entry_ref(tag).expect("the entity was made on the line above");
                $pool { archetype: entry.archetype().index(), query: Query::default() }
            }

            fn columns<'a>(&self, ecs: &'a World) -> $columns<'a> {
                $columns { $first: column(ecs, self.archetype), $($field: column(ecs, self.archetype),)* }
            }

            fn columns_mut<'a>(&mut self, ecs: &'a mut World) -> $columns_mut<'a> {
                let chunk = self.query.iter_chunks_mut(ecs).next().expect("a pool is one archetype with a row at least");
                let ($first, $($field,)*) = chunk.into_components();
                $columns_mut { $first, $($field,)* }
            }

            fn save(&self, ecs: &World, into: &mut $saved) {
                let from = self.columns(ecs);
                into.$first.clear();
                into.$first.extend_from_slice(from.$first);
                $(into.$field.clear(); into.$field.extend_from_slice(from.$field);)*
            }

            fn restore(&mut self, ecs: &mut World, from: &$saved) {
                let into = self.columns_mut(ecs);
                into.$first.copy_from_slice(&from.$first);
                $(into.$field.copy_from_slice(&from.$field);)*
            }

            fn fits(&self, ecs: &World, saved: &$saved) -> bool {
                let rows = self.columns(ecs).$first.len();
                saved.$first.len() == rows $(&& saved.$field.len() == rows)*
            }
        }

        impl Rows for $columns<'_> {
            const POOL: &'static str = $name;

            const COMPONENTS: &'static [&'static str] = &[<$First as Component>::NAME, $(<$type as Component>::NAME,)*];

            fn visit_row(&self, row: usize, visit: &mut impl FnMut(usize, &'static str, &'static str, Value)) {
                let mut components = 0..;
                let mut next = || components.next().unwrap_or(usize::MAX);
                let component = next();
                self.$first[row].visit(&mut |field, part, value| visit(component, field, part, value));
                $(
                    let component = next();
                    self.$field[row].visit(&mut |field, part, value| visit(component, field, part, value));
                )*
            }
        }
    };
}

pool! {
    /// Cars of every kind, driven, parked and wrecked.
    "vehicle" VehiclePool, Vehicles, VehiclesMut, VehiclesSaved {
        slot: Slot, motion: Motion, vehicle: Vehicle, controls: Controls, drive: Drive, wheels: Wheels, condition: Condition,
        upkeep: Upkeep,
    }
}

pool! {
    /// People and dogs, on foot and in seats.
    "person" PeoplePool, People, PeopleMut, PeopleSaved {
        slot: Slot, motion: Motion, person: Person, controls: Controls, walk: Walk, condition: Condition, fight: Fight,
        mind: Mind,
    }
}

pool! {
    /// Rockets and grenades in flight.
    "projectile" ProjectilePool, Projectiles, ProjectilesMut, ProjectilesSaved {
        slot: Slot, motion: Motion, projectile: Projectile,
    }
}

pool! {
    /// The one row of what the city is to be filled with.
    "city" CityPool, Cities, CitiesMut, CitiesSaved {
        city: City,
    }
}

pool! {
    /// Light pieces that were torn loose and fly, roll and lie.
    "loose" LoosePool, Loose, LooseMut, LooseSaved {
        slot: Slot, motion: Motion, rest: Rest,
    }
}

pool! {
    /// Every light piece of the level, in its place or torn from it.
    "standing" StandingPool, Standing, StandingMut, StandingSaved {
        piece: Piece,
    }
}

impl VehiclesMut<'_> {
    /// Every word of one vehicle, in the order of [`Vehicles::visit_row`], to change.
    pub fn edit_row(&mut self, row: usize, edit: &mut dyn FnMut(Value) -> Value) {
        self.slot[row].edit(edit);
        self.motion[row].edit(edit);
        self.vehicle[row].edit(edit);
        self.controls[row].edit(edit);
        self.drive[row].edit(edit);
        self.wheels[row].edit(edit);
        self.condition[row].edit(edit);
        self.upkeep[row].edit(edit);
    }
}

/// One column of an archetype.
fn column<T: Component>(ecs: &World, archetype: ArchetypeIndex) -> &[T] {
    let storage =
        ecs.components().get_downcast::<T>().expect("every component of a pool has storage from its first row on");
    storage.get(archetype).expect("the archetype holds each component it was made with").into_slice()
}

/// How many places each pool has. Fixed for a world's life: nothing inside a tick changes the shape of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// Vehicles at once.
    pub vehicles: usize,
    /// People at once.
    pub people: usize,
    /// Rockets and grenades at once.
    pub projectiles: usize,
    /// Loose pieces at once.
    pub loose: usize,
    /// Light pieces of the level.
    pub pieces: usize,
}

/// All columns of a world.
pub struct Store {
    ecs: World,
    vehicles: VehiclePool,
    people: PeoplePool,
    projectiles: ProjectilePool,
    city: CityPool,
    loose: LoosePool,
    standing: StandingPool,
}

/// A copy of all columns.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct StoreSave {
    vehicles: VehiclesSaved,
    people: PeopleSaved,
    projectiles: ProjectilesSaved,
    city: CitiesSaved,
    loose: LooseSaved,
    standing: StandingSaved,
}

impl StoreSave {
    /// The light pieces in their places.
    pub fn standing(&self) -> &[Piece] {
        &self.standing.piece
    }
}

impl Store {
    /// Empty pools of the given size.
    pub fn new(capacity: Capacity) -> Store {
        let mut ecs = World::default();
        let vehicles = VehiclePool::new(&mut ecs, capacity.vehicles);
        let people = PeoplePool::new(&mut ecs, capacity.people);
        let projectiles = ProjectilePool::new(&mut ecs, capacity.projectiles);
        let city = CityPool::new(&mut ecs, 1);
        let loose = LoosePool::new(&mut ecs, capacity.loose);
        let standing = StandingPool::new(&mut ecs, capacity.pieces);
        Store { ecs, vehicles, people, projectiles, city, loose, standing }
    }

    /// The vehicles.
    pub fn vehicles(&self) -> Vehicles<'_> {
        self.vehicles.columns(&self.ecs)
    }

    /// The vehicles, to write.
    pub fn vehicles_mut(&mut self) -> VehiclesMut<'_> {
        self.vehicles.columns_mut(&mut self.ecs)
    }

    /// The people.
    pub fn people(&self) -> People<'_> {
        self.people.columns(&self.ecs)
    }

    /// The people, to write.
    pub fn people_mut(&mut self) -> PeopleMut<'_> {
        self.people.columns_mut(&mut self.ecs)
    }

    /// The rockets and grenades.
    pub fn projectiles(&self) -> Projectiles<'_> {
        self.projectiles.columns(&self.ecs)
    }

    /// The rockets and grenades, to write.
    pub fn projectiles_mut(&mut self) -> ProjectilesMut<'_> {
        self.projectiles.columns_mut(&mut self.ecs)
    }

    /// What the city is to be filled with.
    pub fn city(&self) -> &City {
        &self.city.columns(&self.ecs).city[0]
    }

    /// What the city is to be filled with, to write.
    pub fn city_mut(&mut self) -> &mut City {
        &mut self.city.columns_mut(&mut self.ecs).city[0]
    }

    /// Its columns, to digest.
    pub fn cities(&self) -> Cities<'_> {
        self.city.columns(&self.ecs)
    }

    /// The loose pieces.
    pub fn loose(&self) -> Loose<'_> {
        self.loose.columns(&self.ecs)
    }

    /// The loose pieces, to write.
    pub fn loose_mut(&mut self) -> LooseMut<'_> {
        self.loose.columns_mut(&mut self.ecs)
    }

    /// The light pieces in their places.
    pub fn standing(&self) -> Standing<'_> {
        self.standing.columns(&self.ecs)
    }

    /// The light pieces in their places, to write.
    pub fn standing_mut(&mut self) -> StandingMut<'_> {
        self.standing.columns_mut(&mut self.ecs)
    }

    /// Copies every column into `into`, reusing its memory.
    pub fn save(&self, into: &mut StoreSave) {
        self.vehicles.save(&self.ecs, &mut into.vehicles);
        self.people.save(&self.ecs, &mut into.people);
        self.projectiles.save(&self.ecs, &mut into.projectiles);
        self.city.save(&self.ecs, &mut into.city);
        self.loose.save(&self.ecs, &mut into.loose);
        self.standing.save(&self.ecs, &mut into.standing);
    }

    /// Copies every column back.
    pub fn restore(&mut self, from: &StoreSave) {
        self.vehicles.restore(&mut self.ecs, &from.vehicles);
        self.people.restore(&mut self.ecs, &from.people);
        self.projectiles.restore(&mut self.ecs, &from.projectiles);
        self.city.restore(&mut self.ecs, &from.city);
        self.loose.restore(&mut self.ecs, &from.loose);
        self.standing.restore(&mut self.ecs, &from.standing);
    }

    /// Whether a copy from elsewhere has the shape of this world's columns.
    pub fn fits(&self, saved: &StoreSave) -> bool {
        self.vehicles.fits(&self.ecs, &saved.vehicles)
            && self.people.fits(&self.ecs, &saved.people)
            && self.projectiles.fits(&self.ecs, &saved.projectiles)
            && self.city.fits(&self.ecs, &saved.city)
            && self.loose.fits(&self.ecs, &saved.loose)
            && self.standing.fits(&self.ecs, &saved.standing)
    }
}
