//! Trailers: who hangs on whom.
//!
//! A trailer is a vehicle like any other, so that it is saved, sent, drawn and judged as one. What makes it a trailer is
//! that two columns point at each other. The joint between the two bodies follows those columns and nothing else: before
//! every physics step the joints that no pair stands for are taken out and those that are missing are put in. So a joint
//! needs no memory of its own, and a world that was told of a pair has the same joint as the one that made it.

use super::component::{Controls, Motion, NO_HITCH, NO_OWNER, Slot, Vehicle};
use super::physics::{Hitch, Physics, Pool};
use super::store::{Store, Vehicles};
use super::vehicle::{CLASSES, row_of};
use crate::input::Keys;

/// Trailers of a world at most. From 64 joints on the solver arranges them in another order, and a session that knows of
/// one would compute other bits than an authority with 64.
pub const MOST_TRAILERS: usize = 48;
const _: () = assert!(MOST_TRAILERS < 64);

/// The two rows of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The row that pulls.
    pub cab: usize,
    /// The row that is pulled.
    pub trailer: usize,
}

/// The pairs of a world, by rising row of who pulls.
pub fn pairs(vehicles: &Vehicles<'_>) -> Vec<Pair> {
    let rows = 0..vehicles.slot.len();
    rows.filter_map(|cab| trailer_of(vehicles, cab).map(|trailer| Pair { cab, trailer })).collect()
}

/// The row of what a row pulls.
pub fn trailer_of(vehicles: &Vehicles<'_>, cab: usize) -> Option<usize> {
    let trailer = partner_of(vehicles, cab)?;
    let tow = CLASSES[usize::from(vehicles.vehicle[cab].class)].tows.as_ref()?;
    (row_of(&tow.class) == Some(vehicles.vehicle[trailer].class)).then_some(trailer)
}

/// The row of what a row is hitched to. Both ends must say so: a session may be told of one before the other.
pub fn partner_of(vehicles: &Vehicles<'_>, row: usize) -> Option<usize> {
    let (slot, vehicle) = (&vehicles.slot[row], &vehicles.vehicle[row]);
    let index = vehicle.hitched_index().filter(|_| slot.alive)?;
    let is_it = |other: &Slot| other.alive && other.index == index;
    let other = vehicles.slot.iter().position(is_it)?;
    (vehicles.vehicle[other].hitched_index() == Some(slot.index)).then_some(other)
}

/// Ties two rows to each other.
pub fn tie(store: &mut Store, pair: Pair) {
    let vehicles = store.vehicles_mut();
    vehicles.vehicle[pair.cab].hitched = vehicles.slot[pair.trailer].index + 1;
    vehicles.vehicle[pair.trailer].hitched = vehicles.slot[pair.cab].index + 1;
}

/// Lets each trailer hold what its cab holds of brakes: its axles do not steer, and nobody sits in it.
pub fn hold(store: &mut Store) {
    for Pair { cab, trailer } in pairs(&store.vehicles()) {
        let vehicles = store.vehicles_mut();
        let held = vehicles.controls[cab];
        let keys = if Keys(held.keys).holds(Keys::HANDBRAKE) { Keys::HANDBRAKE } else { Keys(0) };
        vehicles.controls[trailer] = Controls { drive: held.drive, keys: keys.0, ..Controls::default() };
    }
}

/// Whether anyone holds a vehicle's pedals, its own or those of the one that pulls it.
pub fn has_driver(vehicle: &Vehicle) -> bool {
    vehicle.owner != NO_OWNER || vehicle.hitched != NO_HITCH
}

/// Puts what a car pulls straight behind it, at rest: the car itself was just put somewhere else.
pub fn straighten(vehicles: &Vehicles<'_>, physics: &mut Physics, cab: usize) {
    if let (Some(trailer), Some(tow)) =
        (trailer_of(vehicles, cab), &CLASSES[usize::from(vehicles.vehicle[cab].class)].tows)
    {
        let Motion { position, rotation, .. } = physics.motion(Pool::Vehicles, cab);
        let position = tow.straight_behind(position, rotation);
        physics.set_motion(Pool::Vehicles, trailer, &Motion { position, rotation, ..Motion::default() });
    }
}

/// Has the joints follow the columns. A pair of which one end only stands where it was told has none.
pub fn follow(store: &Store, physics: &mut Physics) {
    let vehicles = store.vehicles();
    let pairs = pairs(&vehicles)
        .into_iter()
        .filter(|pair| !vehicles.slot[pair.cab].proxy && !vehicles.slot[pair.trailer].proxy);
    let hitches: Vec<Hitch<'_>> = pairs
        .filter_map(|Pair { cab, trailer }| {
            let tow = CLASSES[usize::from(vehicles.vehicle[cab].class)].tows.as_ref()?;
            Some(Hitch { cab, trailer, tow })
        })
        .collect();
    physics.set_hitches(&hitches);
}
