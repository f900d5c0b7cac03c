//! What is on the way: who drives ahead, who walks across, what lies there.
//!
//! Everything near is held against the way ahead. What reaches into the strip that the car needs is followed, or stopped
//! for. What will not move is gone round where there is room, to the left if nobody comes.

use super::super::super::component::NO_OWNER;
use super::super::super::people::KINDS;
use super::super::super::vehicle::CLASSES;
use super::super::mind::View;
use super::way::{Beside, Way};
use super::{Car, STANDS_MPS, pedals};
use crate::units::TICK_RATE_HZ;
use crate::units::math::{AXLE, FORWARD, Vec3};

/// Air between a car and what it passes, in metres.
const AIR_M: f32 = 0.25;

/// The same when it goes round something.
const ROUND_AIR_M: f32 = 0.45;

/// The same to a person.
const PERSON_AIR_M: f32 = 0.6;

/// So far ahead in time a driver foresees where somebody walks, in seconds.
const FORESIGHT_S: f32 = 1.0;

/// How far to the left and to the right of its way a car goes round something, in metres.
const MOST_LEFT_M: f32 = 3.9;
const MOST_RIGHT_M: f32 = 1.5;

/// Beyond this to the left, in metres, it gets into the way of those who come towards it.
const ONCOMING_LEFT_M: f32 = 0.7;

/// So far ahead nobody may come then, in metres.
const ONCOMING_M: f32 = 50.0;

/// From so far on it begins to go round, in metres.
const ROUND_M: f32 = 16.0;

/// Ticks after which a driver goes round even one who has a driver but faces it, and runs over what is light.
const LOSES_PATIENCE_TICKS: u16 = 3 * TICK_RATE_HZ as u16;

/// From the rear of a car to the middle of the next that lets it back off, in metres.
const BEHIND_M: f32 = 5.0;

/// Half the size that a light piece is taken for, in metres.
const PIECE_HALF_M: f32 = 0.4;

/// What a driver makes of what it sees.
pub struct Seen {
    /// The acceleration that it allows.
    pub wanted_mps2: f32,
    /// How far ahead the rear of the first that stands is, in metres along the way from the car's middle.
    pub standing_m: Option<f32>,
    /// How far to the left of its way to drive, to get round something, in metres.
    pub left_m: f32,
    /// Whether something does not let it pass.
    pub is_blocked: bool,
}

/// Something beside the way.
struct Thing {
    beside: Beside,
    /// Half its width across the way and half its length along it, in metres.
    half_m: [f32; 2],
    /// How fast it moves along the way, in m/s.
    along_mps: f32,
    /// Whether it will stay where it is.
    is_dead: bool,
}

/// Looks along the way and at what curves and limits allow, `pace_mps`.
pub fn look(view: &View<'_>, car: &Car<'_>, way: &Way, wait_ticks: u16, pace_mps: f32) -> Seen {
    let wanted_mps2 = pedals::pace_mps2(car.speed_mps, pace_mps);
    let mut seen = Seen { wanted_mps2, standing_m: None, left_m: 0.0, is_blocked: false };
    let things = things(view, car, way, wait_ticks);
    let blocks = |thing: &Thing, left_m: f32, air_m: f32| {
        (thing.beside.left_m - left_m).abs() < car.class.half.x + thing.half_m[0] + air_m
    };
    for thing in things.iter().filter(|thing| blocks(thing, 0.0, AIR_M)) {
        let rear_m = thing.beside.along_m - thing.half_m[1];
        if thing.is_dead && rear_m < ROUND_M && seen.left_m == 0.0 {
            if let Some(left_m) = way_round(car, thing, &things) {
                seen.left_m = left_m;
                continue;
            }
            seen.is_blocked = rear_m - car.class.half.z < 4.0;
        }
        if thing.is_dead && seen.left_m != 0.0 && !blocks(thing, seen.left_m, AIR_M) {
            continue;
        }
        let follow = pedals::follow_mps2(car.speed_mps, thing.along_mps.max(0.0), rear_m - car.class.half.z);
        seen.wanted_mps2 = seen.wanted_mps2.min(follow);
        if thing.along_mps < 2.0 {
            seen.standing_m = Some(seen.standing_m.map_or(rear_m, |other_m: f32| other_m.min(rear_m)));
        }
    }
    seen
}

/// How far to the left of the way there is a way round something, if anywhere.
fn way_round(car: &Car<'_>, thing: &Thing, things: &[Thing]) -> Option<f32> {
    let clear_m = car.class.half.x + thing.half_m[0] + ROUND_AIR_M;
    let [left_m, right_m] = [thing.beside.left_m + clear_m, thing.beside.left_m - clear_m];
    let is_free = |way_m: f32| {
        !things.iter().any(|other| {
            let is_there = (other.beside.left_m - way_m).abs() < car.class.half.x + other.half_m[0] + AIR_M;
            let comes = way_m > ONCOMING_LEFT_M && other.along_mps < -STANDS_MPS && other.beside.along_m < ONCOMING_M;
            let lies = other.along_mps.abs() <= STANDS_MPS && other.beside.along_m < thing.beside.along_m + 8.0;
            is_there && (comes || lies)
        })
    };
    let ways =
        [left_m, right_m].into_iter().filter(|way_m| (-MOST_RIGHT_M..=MOST_LEFT_M).contains(way_m) && is_free(*way_m));
    ways.min_by(|a, b| a.abs().total_cmp(&b.abs()))
}

/// Whether there is room to back off.
pub fn is_free_behind(view: &View<'_>, car: &Car<'_>) -> bool {
    let vehicles = &view.vehicles;
    let reach_m = car.class.half.z + BEHIND_M;
    !view.near.vehicles(car.motion.position, reach_m).any(|row| {
        let off = vehicles.motion[row].position - car.motion.position;
        let aside_m = off.dot(car.motion.rotation * AXLE).abs();
        row != car.row && (-reach_m..0.0).contains(&off.dot(car.forward)) && aside_m < 2.0 * car.class.half.x
    })
}

/// Everything near the way, the nearest along it first.
fn things(view: &View<'_>, car: &Car<'_>, way: &Way, wait_ticks: u16) -> Vec<Thing> {
    let reach_m = way.length_m() / 2.0 + 4.0;
    let middle = car.motion.position + car.forward * (reach_m - 4.0);
    let is_ahead = |at: Vec3| {
        let off = at - car.motion.position;
        off.dot(car.forward) > 0.0 && off.y.abs() < 3.0 && (at - middle).length_squared() < (reach_m + 6.0).powi(2)
    };
    let mut things = Vec::with_capacity(8);
    let vehicles = &view.vehicles;
    for row in view.near.vehicles(middle, reach_m + 4.0) {
        let motion = &vehicles.motion[row];
        if row == car.row || !is_ahead(motion.position) {
            continue;
        }
        let Some(beside) = way.beside(motion.position).filter(|beside| beside.left_m.abs() < 8.0) else { continue };
        let half = CLASSES[usize::from(vehicles.vehicle[row].class)].half;
        let (forward, axle) = (motion.rotation * FORWARD, motion.rotation * AXLE);
        let along = beside.direction.dot(forward);
        let across = beside.direction.dot(axle);
        let along_mps = motion.velocity.dot(beside.direction);
        let stands = motion.velocity.length() < STANDS_MPS;
        let has_driver = vehicles.vehicle[row].owner != NO_OWNER && vehicles.condition[row].health > 0.0;
        let faces_me = along < 0.3 && wait_ticks > LOSES_PATIENCE_TICKS;
        things.push(Thing {
            beside,
            half_m: [along.abs() * half.x + across.abs() * half.z, along.abs() * half.z + across.abs() * half.x],
            along_mps,
            is_dead: stands && (!has_driver || faces_me),
        });
    }
    let people = &view.people;
    for row in view.near.people(middle, reach_m) {
        let motion = &people.motion[row];
        if !is_ahead(motion.position) {
            continue;
        }
        let soon = way.beside(motion.position + motion.velocity.with_y(0.0) * FORESIGHT_S);
        let now = way.beside(motion.position);
        let half_m = KINDS[usize::from(people.person[row].kind)].radius_m;
        let nearer = |a: Beside, b: Beside| if a.left_m.abs() < b.left_m.abs() { a } else { b };
        if let (Some(now), Some(soon)) = (now, soon) {
            let beside = nearer(now, soon);
            things.push(Thing { beside, half_m: [half_m + PERSON_AIR_M, 1.0], along_mps: 0.0, is_dead: false });
        }
    }
    for at in view.loose {
        if wait_ticks < LOSES_PATIENCE_TICKS && is_ahead(*at) {
            let Some(beside) = way.beside(*at) else { continue };
            things.push(Thing { beside, half_m: [PIECE_HALF_M; 2], along_mps: 0.0, is_dead: true });
        }
    }
    things.sort_by(|a, b| a.beside.along_m.total_cmp(&b.beside.along_m));
    things
}
