//! Police: comes after a player who has hurt somebody.
//!
//! An officer drives to the wanted as a chaser does, stops beside it when it is slow, gets out and shoots. When the wanted
//! drives off it gets into a car again. When nobody is wanted any more it drives home, and the city takes it away.

use super::chaser::drive_to;
use super::mind::View;
use super::on_foot::{attack_along, walk_along};
use super::traffic::{self, Car};
use crate::input::{Input, Keys};
use crate::sim::component::{Mind, Motion, NO_OWNER};
use crate::sim::vehicle::CLASSES;
use crate::sim::weapons::PISTOL;
use crate::units::math::{AXLE, FORWARD, UP, Vec3};

/// The class that it drives.
pub const CAR_CLASS: &str = "police";

/// It gets out where the wanted is nearer than this, in metres, and slower than this, in m/s.
const STOP_WITHIN_M: f32 = 14.0;
const SLOW_MPS: f32 = 3.0;

/// Slower than this, in m/s, it opens the door.
const GETS_OUT_MPS: f32 = 2.0;

/// What it brakes by for the place where it stops, in m/s².
const BRAKE_MPS2: f32 = 4.0;

/// It shoots from nearer than this, in metres, and comes no nearer than that.
const SHOOTS_WITHIN_M: f32 = 30.0;
const KEEPS_OFF_M: f32 = 7.0;

/// Height of the muzzle, in metres.
const MUZZLE_M: f32 = 1.4;

/// It runs to a car that nobody drives and that is nearer than this, in metres.
const CAR_WITHIN_M: f32 = 40.0;

/// And gets in from so near, in metres.
const DOOR_M: f32 = 1.2;

/// What an officer does next.
pub fn pursue(view: &View<'_>, mind: &mut Mind) -> Input {
    let city = view.world.store.city();
    let wanted = view.living(city.wanted).filter(|_| city.wanted_ticks > 0);
    mind.target = city.wanted;
    let wanted = wanted.map(|row| view.people.motion[row]);
    match (wanted, Car::of(view)) {
        (Some(wanted), Some(car)) => drive(view, mind, &car, &wanted),
        (Some(wanted), None) => arrest(view, &wanted),
        (None, Some(_)) => traffic::drive(view, mind),
        (None, None) => Input::default(),
    }
}

/// Drives there, and stops beside it if it is slow.
fn drive(view: &View<'_>, mind: &mut Mind, car: &Car<'_>, wanted: &Motion) -> Input {
    let way = (wanted.position - car.motion.position).with_y(0.0);
    let is_slow = wanted.velocity.length() < SLOW_MPS;
    if is_slow && way.length() < STOP_WITHIN_M {
        let keys = if car.speed_mps.abs() < GETS_OUT_MPS { Keys::HANDBRAKE.with(Keys::ENTER) } else { Keys::HANDBRAKE };
        return Input::from_axes(if car.speed_mps > GETS_OUT_MPS { -1.0 } else { 0.0 }, 0.0, keys);
    }
    let pace_mps = match is_slow {
        true => (2.0 * BRAKE_MPS2 * (way.length() - STOP_WITHIN_M / 2.0).max(1.0)).sqrt(),
        false => f32::INFINITY,
    };
    drive_to(view, car, mind, wanted.position, pace_mps)
}

/// Shoots at the wanted where it can see it, goes nearer where it cannot, and back to a car where it drives off.
fn arrest(view: &View<'_>, wanted: &Motion) -> Input {
    let at = view.people.motion[view.row].position;
    let way = (wanted.position - at).with_y(0.0);
    let drives_off = wanted.velocity.length() > 2.0 * SLOW_MPS || way.length() > 2.0 * SHOOTS_WITHIN_M;
    if drives_off && let Some(door) = nearest_door(view, at) {
        let to_door = (door - at).with_y(0.0);
        let keys = if to_door.length() < DOOR_M { Keys::ENTER } else { Keys::RUN };
        return walk_along(to_door, 1.0, keys);
    }
    let sees = view.is_open(at + UP * MUZZLE_M, wanted.position + UP * MUZZLE_M);
    if !sees || way.length() > SHOOTS_WITHIN_M {
        return walk_along(way, 1.0, Keys::RUN);
    }
    let share = if way.length() > KEEPS_OFF_M { 1.0 } else { 0.0 };
    attack_along(way, share, PISTOL, Keys::FIRE.with(Keys::AIM))
}

/// Where one gets into the nearest of its own cars.
fn nearest_door(view: &View<'_>, at: Vec3) -> Option<Vec3> {
    let vehicles = &view.vehicles;
    let is_its = |row: &usize| {
        let class = &CLASSES[usize::from(vehicles.vehicle[*row].class)];
        class.name == CAR_CLASS && vehicles.vehicle[*row].owner == NO_OWNER && vehicles.condition[*row].health > 0.0
    };
    let door = |row: usize| {
        let (motion, half) = (&vehicles.motion[row], CLASSES[usize::from(vehicles.vehicle[row].class)].half);
        motion.position + motion.rotation * (AXLE * (half.x + 0.4) + FORWARD * (0.2 * half.z))
    };
    let doors = view.near.vehicles(at, CAR_WITHIN_M).filter(is_its).map(door);
    doors.min_by(|a, b| (*a - at).length_squared().total_cmp(&(*b - at).length_squared()))
}
