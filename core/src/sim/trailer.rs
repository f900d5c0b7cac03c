//! Trailers given and taken: what an authority does when a car becomes one that pulls, or ceases to be.

use super::component::{Motion, NO_HITCH, NO_OWNER, Vehicle};
use super::hitch::{self, MOST_TRAILERS, Pair};
use super::overlay;
use super::vehicle::{CLASSES, Class, row_of};
use super::world::World;
use crate::units::math::{Pose, Vec3};

impl World {
    /// Puts the trailer of a car straight behind it, moving as it does. A car that should have one and has none is given
    /// one; where there is no room or no row left it has none until it is reset.
    pub(super) fn put_trailer(&mut self, cab: usize) {
        let vehicles = self.store.vehicles();
        let (vehicle, motion) = (vehicles.vehicle[cab], vehicles.motion[cab]);
        let Some(tow) = &CLASSES[usize::from(vehicle.class)].tows else {
            return;
        };
        let class = row_of(&tow.class).expect("the table names only classes that it has");
        let position = tow.straight_behind(motion.position, motion.rotation);
        let behind = Motion { position, ..motion };
        let trailer = hitch::trailer_of(&vehicles, cab);
        if !self.has_room(&CLASSES[usize::from(class)], &behind, [Some(cab), trailer]) {
            self.take_trailer(cab);
            return;
        }
        if let Some(trailer) = trailer.or_else(|| self.free_trailer_row()) {
            if self.store.vehicles().slot[trailer].alive {
                self.put_whole(trailer, &behind);
                return;
            }
            self.fill_row(trailer, Vehicle { class, owner: NO_OWNER, home: vehicle.home, hitched: NO_HITCH });
            hitch::tie(&mut self.store, Pair { cab, trailer });
            self.put_whole(trailer, &behind);
        }
    }

    /// Takes the trailer of a car away, where it has one.
    pub(super) fn take_trailer(&mut self, cab: usize) {
        if let Some(trailer) = hitch::trailer_of(&self.store.vehicles(), cab) {
            overlay::empty_vehicle(&mut self.store, &mut self.physics, trailer);
        }
        self.store.vehicles_mut().vehicle[cab].hitched = NO_HITCH;
    }

    /// The last free row, so that trailers leave the first ones to those who join.
    fn free_trailer_row(&self) -> Option<usize> {
        let vehicles = self.store.vehicles();
        let is_left = hitch::pairs(&vehicles).len() < MOST_TRAILERS;
        vehicles.slot.iter().rposition(|slot| !slot.alive).filter(|_| is_left)
    }

    /// Whether a trailer has ground under it and nothing in its way. `but` are rows that are no obstacle.
    fn has_room(&self, class: &Class, behind: &Motion, but: [Option<usize>; 2]) -> bool {
        let vehicles = self.store.vehicles();
        let is_apart = |row: usize| {
            let apart_m = (vehicles.motion[row].position - behind.position).length();
            apart_m > class.half.z + CLASSES[usize::from(vehicles.vehicle[row].class)].half.z
        };
        let mut others = (0..vehicles.slot.len()).filter(|row| vehicles.slot[*row].alive && !but.contains(&Some(*row)));
        let Vec3 { x, z, .. } = behind.position;
        self.level.ground_height(x, z).is_some()
            && others.all(is_apart)
            && self.physics.has_room(&class.hull(), &Pose::from_parts(behind.position, behind.rotation))
    }
}
