//! Who is near a place.
//!
//! Walkers, drivers and shots all ask for their surroundings, and asking everyone about everyone grows with the square of a
//! crowd. So once a tick everybody is sorted into cells, and a question looks at the few cells around it.

use super::store::Store;
use crate::units::math::Vec3;

/// Side of a cell, in metres: what a walker or a driver looks at is one to nine of them.
const CELL_M: f32 = 16.0;

/// Row of cells along z, cell in it along x: a stretch of one row lies together when sorted.
type Cell = (i32, i32);

/// Everybody by cell. A picture of one moment: it does not follow who moves on.
#[derive(Clone, Debug, Default)]
pub struct Near {
    vehicles: Vec<(Cell, u16)>,
    people: Vec<(Cell, u16)>,
}

impl Near {
    /// Sorts the vehicles that are there, and the people who are on foot.
    pub fn new(store: &Store) -> Near {
        let vehicles = store.vehicles();
        let in_use = vehicles.slot.iter().zip(vehicles.motion).enumerate();
        let mut near = Near {
            vehicles: in_use
                .filter(|(_, (slot, _))| slot.alive)
                .map(|(row, (_, motion))| (cell_of(motion.position), row as u16))
                .collect(),
            people: Vec::new(),
        };
        let people = store.people();
        let in_use = people.slot.iter().zip(people.person).zip(people.motion).enumerate();
        near.people = in_use
            .filter(|(_, ((slot, person), _))| slot.alive && person.is_on_foot())
            .map(|(row, (_, motion))| (cell_of(motion.position), row as u16))
            .collect();
        near.vehicles.sort_unstable();
        near.people.sort_unstable();
        near
    }

    /// Rows of the vehicles whose middle is within `reach_m` across the ground, and of some beyond, in a fixed order.
    pub fn vehicles(&self, at: Vec3, reach_m: f32) -> impl Iterator<Item = usize> + '_ {
        within(&self.vehicles, at, reach_m)
    }

    /// Rows of the people on foot within `reach_m` across the ground, and of some beyond, in a fixed order.
    pub fn people(&self, at: Vec3, reach_m: f32) -> impl Iterator<Item = usize> + '_ {
        within(&self.people, at, reach_m)
    }
}

fn cell_of(at: Vec3) -> Cell {
    ((at.z / CELL_M).floor() as i32, (at.x / CELL_M).floor() as i32)
}

fn within(sorted: &[(Cell, u16)], at: Vec3, reach_m: f32) -> impl Iterator<Item = usize> + '_ {
    let reach = Vec3::new(reach_m, 0.0, reach_m);
    let ((from_z, from_x), (to_z, to_x)) = (cell_of(at - reach), cell_of(at + reach));
    // No more rows of cells are looked at than there are: a place from outside may be anywhere.
    let first_z = sorted.first().map_or(0, |((z, _), _)| *z).max(from_z);
    let last_z = sorted.last().map_or(-1, |((z, _), _)| *z).min(to_z);
    (first_z..=last_z).flat_map(move |z| {
        let from = sorted.partition_point(|(cell, _)| *cell < (z, from_x));
        let to = sorted.partition_point(|(cell, _)| *cell <= (z, to_x));
        sorted[from..to.max(from)].iter().map(|(_, row)| usize::from(*row))
    })
}
