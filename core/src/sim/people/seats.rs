//! Seats: who gets in where, who gets out, and who is pulled out.
//!
//! All of it is the authority's alone. A client that predicted its own getting in would have it undone by the first snapshot
//! from before the authority heard of it, and done again by the next. So a press is sent, and what comes of it is told; until
//! then the person stands where it is. Pulling a driver out takes half a second at the door, which is told as well, so that
//! the one who pulls is drawn standing still.

#[cfg(test)]
mod tests;

use super::{DRIVER_SEAT, KINDS};
use crate::sim::component::{Controls, Motion, NO_OWNER, NO_VEHICLE, Walk};
use crate::sim::event::Event;
use crate::sim::hitch;
use crate::sim::physics::Pool;
use crate::sim::vehicle::CLASSES;
use crate::sim::world::{Role, World};
use crate::units::math::{AXLE, FORWARD, UP, Vec3, yaw_of, yaw_rotation};
use crate::units::{EntityId, TICK_RATE_HZ};

/// Ticks at a door to pull the driver out: half a second.
const JACKING_TICKS: u8 = TICK_RATE_HZ as u8 / 2;

/// How far from where one stands at a door, across the ground, in metres, one still gets in.
const DOOR_REACH_M: f32 = 1.6;

/// How far above or below it, in metres.
const DOOR_HEIGHT_M: f32 = 1.5;

/// Gap between a hull and who stands at its door, in metres.
const DOOR_GAP_M: f32 = 0.15;

/// Where the front doors are, as a share of the way from the middle to the bow.
const DOOR_FORWARD_SHARE: f32 = 0.2;

/// Faster than this, in m/s, nobody gets into a car or pulls its driver out.
const ENTER_MOST_MPS: f32 = 3.0;

/// Faster than this, in m/s, nobody gets out.
const LEAVE_MOST_MPS: f32 = 8.0;

/// A car whose up points less far up than this lies on its side or roof: its doors do not open from outside.
const UPRIGHT_COSINE: f32 = 0.5;

/// Ticks that a driver who was pulled out lies on the ground: a second.
const PULLED_LIMP_TICKS: u16 = TICK_RATE_HZ as u16;

/// Speed at which a driver is pulled out, in m/s.
const PULLED_MPS: f32 = 2.0;

/// Ticks for which it stays alarmed about that: fifteen seconds.
const PULLED_ALARM_TICKS: u16 = 15 * TICK_RATE_HZ as u16;

/// A side of a car.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// The driver's.
    Left,
    /// The other.
    Right,
}

impl Side {
    /// The side of a seat: even ones are on the driver's.
    fn of(seat: u8) -> Side {
        if seat.is_multiple_of(2) { Side::Left } else { Side::Right }
    }

    fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

impl World {
    /// A person's press of the key for seats; returns whether anything came of it.
    pub(in crate::sim) fn press_enter(&mut self, row: usize) -> bool {
        let people = self.store.people();
        let (person, walk) = (people.person[row], people.walk[row]);
        if !KINDS[usize::from(person.kind)].has_hands || walk.limp_ticks > 0 || walk.jacking_ticks > 0 {
            return false;
        }
        if !person.is_on_foot() {
            return self.get_out(row);
        }
        let Some((vehicle, side)) = self.nearest_door(people.motion[row].position) else {
            return false;
        };
        match (self.sitter(vehicle, DRIVER_SEAT), side) {
            (None, _) => self.sit(row, vehicle, DRIVER_SEAT),
            (Some(_), Side::Left) => {
                let index = self.store.vehicles().slot[vehicle].index;
                let walk = &mut self.store.people_mut().walk[row];
                *walk = Walk { jacking_ticks: JACKING_TICKS, jacking: index, ..*walk };
            }
            (Some(_), Side::Right) => {
                let seats = CLASSES[usize::from(self.store.vehicles().vehicle[vehicle].class)].seats;
                match (DRIVER_SEAT + 1..seats).find(|seat| self.sitter(vehicle, *seat).is_none()) {
                    Some(seat) => self.sit(row, vehicle, seat),
                    None => return false,
                }
            }
        }
        true
    }

    /// Runs those who pull a driver out for one tick. A session only counts down, and leaves them standing for what it is
    /// told.
    pub(in crate::sim) fn pull_out_drivers(&mut self) {
        let people = self.store.people();
        let pulls = |row: &usize| people.slot[*row].alive && people.walk[*row].jacking_ticks > 0;
        let pulling: Vec<usize> = (0..people.slot.len()).filter(pulls).collect();
        for row in pulling {
            let people = self.store.people();
            let walk = people.walk[row];
            if self.role == Role::Session {
                self.store.people_mut().walk[row].jacking_ticks = (walk.jacking_ticks - 1).max(1);
                continue;
            }
            let vehicle = usize::from(walk.jacking);
            let at = people.motion[row].position;
            let is_at_it = walk.limp_ticks == 0
                && people.fight[row].dead_ticks == 0
                && self.door(vehicle, Side::Left).is_some_and(|door| is_within_reach(at, door));
            let ticks = if is_at_it { walk.jacking_ticks - 1 } else { 0 };
            let jacking = if ticks == 0 { NO_VEHICLE } else { walk.jacking };
            self.store.people_mut().walk[row] = Walk { jacking_ticks: ticks, jacking, ..walk };
            if is_at_it && ticks == 0 {
                if let Some(driver) = self.sitter(vehicle, DRIVER_SEAT) {
                    self.pull_out(driver, vehicle, row);
                }
                self.sit(row, vehicle, DRIVER_SEAT);
            }
        }
    }

    /// Lets those who sit be where their vehicle is.
    pub(in crate::sim) fn ride(&mut self) {
        let (people, vehicles) = (self.store.people(), self.store.vehicles());
        let riders = (0..people.slot.len()).filter(|row| people.slot[*row].alive && !people.person[*row].is_on_foot());
        let mut ridden: Vec<(usize, Motion)> = Vec::with_capacity(people.slot.len());
        ridden.extend(riders.filter_map(|row| {
            let index = people.person[row].vehicle;
            let is_its = |place: &usize| vehicles.slot[*place].alive && vehicles.slot[*place].index == index;
            // An authority's vehicle has the row of its index.
            let direct = Some(usize::from(index)).filter(|place| *place < vehicles.slot.len() && is_its(place));
            let vehicle = direct.or_else(|| (0..vehicles.slot.len()).find(is_its))?;
            Some((row, vehicles.motion[vehicle]))
        }));
        let people = self.store.people_mut();
        for (row, motion) in ridden {
            people.motion[row] = motion;
        }
    }

    /// Lets everyone out of a vehicle that is about to be taken away.
    pub(in crate::sim) fn empty_seats(&mut self, vehicle: usize) {
        let index = self.store.vehicles().slot[vehicle].index;
        for row in 0..self.store.people().slot.len() {
            let people = self.store.people();
            if people.slot[row].alive && people.person[row].vehicle == index {
                self.stand_beside(row, vehicle);
            }
        }
    }

    /// The row of who sits in a seat of a vehicle.
    pub(in crate::sim) fn sitter(&self, vehicle: usize, seat: u8) -> Option<usize> {
        let index = self.store.vehicles().slot[vehicle].index;
        let people = self.store.people();
        let sits = |row: &usize| {
            let person = people.person[*row];
            people.slot[*row].alive && person.vehicle == index && person.seat == seat
        };
        (0..people.slot.len()).find(sits)
    }

    /// Puts a person into a seat, which must be free.
    pub(in crate::sim) fn sit(&mut self, row: usize, vehicle: usize, seat: u8) {
        let vehicles = self.store.vehicles();
        let (slot, motion) = (vehicles.slot[vehicle], vehicles.motion[vehicle]);
        let people = self.store.people_mut();
        let person = &mut people.person[row];
        (person.vehicle, person.seat) = (slot.index, seat);
        let owner = person.owner;
        people.motion[row] = motion;
        people.walk[row] = Walk { yaw_rad: people.walk[row].yaw_rad, jacking: NO_VEHICLE, ..Walk::default() };
        let person = entity_of(people.slot[row]);
        if seat == DRIVER_SEAT {
            self.store.vehicles_mut().vehicle[vehicle].owner = owner;
            self.physics.set_can_sleep(Pool::Vehicles, vehicle, false);
            self.physics.body_mut(Pool::Vehicles, vehicle).wake_up(true);
        }
        self.events.push(Event::Seated { person, vehicle: entity_of(slot), seat });
    }

    /// Takes the wheel out of everybody's hands: the car stands on its brakes.
    pub(in crate::sim) fn release_wheel(&mut self, vehicle: usize) {
        let vehicles = self.store.vehicles_mut();
        vehicles.vehicle[vehicle].owner = NO_OWNER;
        vehicles.controls[vehicle] = Controls::default();
        let can_sleep = !hitch::has_driver(&vehicles.vehicle[vehicle]);
        self.physics.set_can_sleep(Pool::Vehicles, vehicle, can_sleep);
    }

    fn get_out(&mut self, row: usize) -> bool {
        let vehicle = usize::from(self.store.people().person[row].vehicle);
        if self.store.vehicles().motion[vehicle].velocity.length() > LEAVE_MOST_MPS {
            return false;
        }
        self.stand_beside(row, vehicle);
        true
    }

    /// Takes a driver from the wheel for `by`, who then sits down there.
    fn pull_out(&mut self, driver: usize, vehicle: usize, by: usize) {
        self.stand_beside(driver, vehicle);
        let outwards = self.store.vehicles().motion[vehicle].rotation * AXLE;
        let people = self.store.people_mut();
        people.walk[driver].limp_ticks = PULLED_LIMP_TICKS;
        people.motion[driver].velocity += outwards * PULLED_MPS;
        people.mind[driver].alarm_ticks = PULLED_ALARM_TICKS;
        people.mind[driver].target = people.slot[by].index;
    }

    /// Puts a person from its seat onto its feet: beside its door, at the other one, or on the roof, where there is room.
    fn stand_beside(&mut self, row: usize, vehicle: usize) {
        let people = self.store.people();
        let person = people.person[row];
        let side = Side::of(person.seat);
        let motion = self.store.vehicles().motion[vehicle];
        let kind = &KINDS[usize::from(person.kind)];
        let places = [side, side.other()].map(|side| self.standing_place(vehicle, side, kind));
        let position = places.into_iter().flatten().next().unwrap_or_else(|| {
            let class = &CLASSES[usize::from(self.store.vehicles().vehicle[vehicle].class)];
            motion.position + UP * (class.depth_m(motion.rotation).max(class.half.y + class.hull_up_m))
        });
        let yaw_rad = yaw_of(motion.rotation);
        let people = self.store.people_mut();
        let person = &mut people.person[row];
        let was_driving = person.seat == DRIVER_SEAT;
        (person.vehicle, person.seat) = (NO_VEHICLE, 0);
        people.motion[row] =
            Motion { position, rotation: yaw_rotation(yaw_rad), velocity: motion.velocity, ..Motion::default() };
        people.walk[row] = Walk { yaw_rad, jacking: NO_VEHICLE, ..Walk::default() };
        people.controls[row] = Controls::default();
        let person = entity_of(people.slot[row]);
        if was_driving {
            self.release_wheel(vehicle);
        }
        let vehicle = entity_of(self.store.vehicles().slot[vehicle]);
        self.events.push(Event::Unseated { person, vehicle });
    }

    /// The nearest door that somebody standing there can reach and open.
    fn nearest_door(&self, at: Vec3) -> Option<(usize, Side)> {
        let mut nearest: Option<(f32, usize, Side)> = None;
        for vehicle in 0..self.store.vehicles().slot.len() {
            for side in [Side::Left, Side::Right] {
                let Some(door) = self.door(vehicle, side).filter(|door| is_within_reach(at, *door)) else {
                    continue;
                };
                let apart_m = (door - at).length();
                if nearest.is_none_or(|(least_m, ..)| apart_m < least_m) {
                    nearest = Some((apart_m, vehicle, side));
                }
            }
        }
        nearest.map(|(_, vehicle, side)| (vehicle, side))
    }

    /// Where one stands to open a door, at the height of the car's middle; none where it does not open: the car is gone, has
    /// no seats, is a wreck, lies on its side, or drives.
    fn door(&self, vehicle: usize, side: Side) -> Option<Vec3> {
        let vehicles = self.store.vehicles();
        let class = &CLASSES[usize::from(vehicles.vehicle.get(vehicle)?.class)];
        let motion = vehicles.motion[vehicle];
        let opens = vehicles.slot[vehicle].alive
            && class.seats > 0
            && vehicles.condition[vehicle].health > 0.0
            && motion.velocity.length() <= ENTER_MOST_MPS
            && (motion.rotation * UP).y >= UPRIGHT_COSINE;
        opens.then(|| self.beside(vehicle, side, KINDS[0].radius_m))
    }

    /// The place beside a car's front door for a body of that radius, at the height of the car's middle.
    fn beside(&self, vehicle: usize, side: Side, radius_m: f32) -> Vec3 {
        let vehicles = self.store.vehicles();
        let class = &CLASSES[usize::from(vehicles.vehicle[vehicle].class)];
        let motion = vehicles.motion[vehicle];
        let out_m = class.half.x + radius_m + DOOR_GAP_M;
        let across = motion.rotation * AXLE * if side == Side::Left { out_m } else { -out_m };
        motion.position + across + motion.rotation * FORWARD * (class.half.z * DOOR_FORWARD_SHARE)
    }

    /// Where a body can stand beside a car's door: on the ground there, with room up to its head.
    fn standing_place(&self, vehicle: usize, side: Side, kind: &super::Kind) -> Option<Vec3> {
        let solids = self.level.solids();
        let middle = self.beside(vehicle, side, kind.radius_m);
        let above = middle + UP * kind.height_m;
        let ground = solids.cast_ray(above, -UP, 2.0 * kind.height_m + DOOR_HEIGHT_M)?;
        let feet = above - UP * ground.distance_m;
        let mut room = true;
        for height_m in [kind.radius_m + DOOR_GAP_M, kind.height_m - kind.radius_m] {
            solids.touch(feet + UP * height_m, kind.radius_m, &mut |touch| room &= touch.depth_m < DOOR_GAP_M);
        }
        // A wall between the seat and the place, thinner than a body, would not be touched.
        let seat = self.store.vehicles().motion[vehicle].position;
        let way = feet + UP * (kind.height_m / 2.0) - seat;
        let blocked = solids.cast_ray(seat, way.normalize_or_zero(), way.length()).is_some();
        (room && !blocked && !self.is_inside_a_vehicle(feet + UP * (kind.height_m / 2.0), vehicle)).then_some(feet)
    }

    /// Whether a point lies in the hull of a vehicle other than `but`.
    fn is_inside_a_vehicle(&self, at: Vec3, but: usize) -> bool {
        let vehicles = self.store.vehicles();
        (0..vehicles.slot.len()).filter(|row| *row != but && vehicles.slot[*row].alive).any(|row| {
            let class = &CLASSES[usize::from(vehicles.vehicle[row].class)];
            let motion = &vehicles.motion[row];
            let local = motion.rotation.conjugate() * (at - motion.position) - UP * class.hull_up_m;
            local.abs().cmple(class.half).all()
        })
    }
}

fn is_within_reach(at: Vec3, door: Vec3) -> bool {
    let apart = door - at;
    Vec3::new(apart.x, 0.0, apart.z).length() <= DOOR_REACH_M && apart.y.abs() <= DOOR_HEIGHT_M
}

fn entity_of(slot: crate::sim::component::Slot) -> EntityId {
    EntityId::new(slot.index, slot.generation)
}
