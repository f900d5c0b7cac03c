//! Who is near a place.
//!
//! Walkers, drivers and shots all ask for their surroundings, and asking everyone about everyone grows with the square of a
//! crowd. So once a tick everybody is sorted into cells, and a question looks at the few rows of cells around it.

#[cfg(test)]
mod tests;

use super::component::Motion;
use super::store::Store;
use crate::units::math::Vec3;

/// Side of a cell, in metres: what a walker or a driver looks at is one to nine of them.
const CELL_M: f32 = 16.0;

/// The origin's place among the cells along an axis: half of them lie on either side of it. What is beyond the last one,
/// five hundred kilometres off, counts as in it.
const ORIGIN_CELL: f64 = 32_768.0;

/// Somebody in a cell: the cell's number along z, along x, and the one's row, 16 bits each from bit 47 down. One number
/// sorts faster than three.
type Place = u64;

/// Everybody by cell. A picture of one moment: it does not follow who moves on.
#[derive(Clone, Debug, Default)]
pub struct Near {
    vehicles: Vec<Place>,
    people: Vec<Place>,
}

impl Near {
    /// Sorts the vehicles that are there, and the people who are on foot.
    pub fn new(store: &Store) -> Near {
        let (vehicles, people) = (store.vehicles(), store.people());
        let cars = (0..vehicles.slot.len()).filter(|row| vehicles.slot[*row].alive);
        let on_foot = (0..people.slot.len()).filter(|row| people.slot[*row].alive && people.person[*row].is_on_foot());
        Near { vehicles: sorted(cars, vehicles.motion), people: sorted(on_foot, people.motion) }
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

fn sorted(rows: impl Iterator<Item = usize>, motion: &[Motion]) -> Vec<Place> {
    let mut places = Vec::with_capacity(motion.len());
    places.extend(rows.map(|row| place(motion[row].position, row)));
    places.sort_unstable();
    places
}

fn place(at: Vec3, row: usize) -> Place {
    cell(at.z) << 32 | cell(at.x) << 16 | row as u64
}

/// The number of the cells that a coordinate is in.
fn cell(m: f32) -> u64 {
    u64::from((f64::from(m / CELL_M) + ORIGIN_CELL) as u16)
}

fn within(sorted: &[Place], at: Vec3, reach_m: f32) -> impl Iterator<Item = usize> + '_ {
    let [along_z, along_x] = [at.z, at.x].map(|m| cell(m - reach_m)..=cell(m + reach_m));
    let from = sorted.partition_point(|place| *place >> 32 < *along_z.start());
    let to = sorted.partition_point(|place| *place >> 32 <= *along_z.end());
    let near = sorted[from..to.max(from)].iter().filter(move |place| along_x.contains(&(**place >> 16 & 0xFFFF)));
    near.map(|place| usize::from(*place as u16))
}
