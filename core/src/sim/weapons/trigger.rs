//! Triggers: who fires in this tick, what, and whom it hits.
//!
//! The trigger is held, not pressed: a weapon fires again as soon as its interval is over. On foot one fires where one aims,
//! level over the ground. From a seat it is the pistol alone and straight ahead alone: a client draws its own shot on the
//! frame of the trigger, and this rule needs nothing that it does not know.
//!
//! Thrown weapons differ: holding the trigger winds up, which only the client counts, and the press that lets go carries how
//! hard it is.

use std::f32::consts::TAU;

use super::hitscan::{Line, Own, Thing};
use super::projectile;
use super::table::{FISTS, PISTOL, ROCKET_MPS, Ray, Shot, THROW_MPS, THROW_UNSAID_MPS, THROW_UP_RAD, WEAPONS, Weapon};
use crate::input::Keys;
use crate::sim::ai::Chance;
use crate::sim::event::Event;
use crate::sim::near::Near;
use crate::sim::people::KINDS;
use crate::sim::people::life::{self, Blow, Target};
use crate::sim::physics::Pool;
use crate::sim::world::World;
use crate::units::EntityId;
use crate::units::math::{AXLE, FORWARD, UP, Vec3, axis_rotation, yaw_of, yaw_rotation};

/// Fires for everyone who holds the trigger and whose weapon is ready, in the order of the rows.
pub fn pull_triggers(world: &mut World) {
    let people = world.store.people();
    let holds_trigger = |row: &usize| {
        Keys(people.controls[*row].keys).holds(Keys::FIRE)
            && people.slot[*row].alive
            && people.fight[*row].wait_ticks == 0
    };
    let rows: Vec<usize> = (0..people.slot.len()).filter(holds_trigger).collect();
    if rows.is_empty() {
        return;
    }
    let near = Near::new(&world.store);
    for row in rows {
        let Some(weapon) = ready_weapon(world, row) else {
            continue;
        };
        match weapon.shot {
            Shot::Ray(ray) => shoot(world, &near, row, weapon, &ray),
            Shot::Launched(flight) => {
                let aim = aim(world, row, weapon);
                let velocity = yaw_rotation(aim.yaw_rad) * FORWARD * ROCKET_MPS;
                projectile::send(world, row, flight, aim.origin, velocity);
            }
            Shot::Thrown(_) => continue,
        }
        world.store.people_mut().fight[row].wait_ticks = weapon.interval_ticks;
    }
}

/// Lets go of what a person winds up for, if it holds such a weapon and that is ready.
pub fn let_go(world: &mut World, row: usize) {
    let fight = &world.store.people().fight[row];
    let weapon = if fight.wait_ticks == 0 { ready_weapon(world, row) } else { None };
    if let Some(weapon) = weapon
        && let Shot::Thrown(flight) = weapon.shot
    {
        let [least_mps, most_mps] = THROW_MPS;
        let speed_mps = match world.store.people().controls[row].throw {
            0 => THROW_UNSAID_MPS,
            throw => least_mps + (most_mps - least_mps) * f32::from(throw) / f32::from(u8::MAX),
        };
        let aim = aim(world, row, weapon);
        let direction = yaw_rotation(aim.yaw_rad) * axis_rotation(AXLE, -THROW_UP_RAD) * FORWARD;
        projectile::send(world, row, flight, aim.origin, direction * speed_mps);
        world.store.people_mut().fight[row].wait_ticks = weapon.interval_ticks;
    }
}

/// The weapon in hand of one who can use it.
fn ready_weapon(world: &World, row: usize) -> Option<&'static Weapon> {
    let people = world.store.people();
    let (person, walk, slot) = (&people.person[row], &people.walk[row], people.controls[row].slot);
    if people.fight[row].dead_ticks > 0 || walk.limp_ticks > 0 || walk.jacking_ticks > 0 {
        return None;
    }
    let has_hands = KINDS[usize::from(person.kind)].has_hands;
    let slot = usize::from(slot);
    let slot = if has_hands && slot < WEAPONS.len() { slot } else { FISTS };
    (person.is_on_foot() || slot == PISTOL).then_some(&WEAPONS[slot])
}

/// Where a shot begins, which way it goes, and what it passes by.
struct Aim {
    origin: Vec3,
    yaw_rad: f32,
    own: Own,
}

fn aim(world: &World, row: usize, weapon: &Weapon) -> Aim {
    let people = world.store.people();
    let vehicle = world.row_of_vehicle_index(people.person[row].vehicle);
    let own = Own { person: Some(row), vehicle };
    match vehicle {
        Some(vehicle) => {
            let (middle, _) = world.physics.sphere_around(Pool::Vehicles, vehicle);
            Aim { origin: middle, yaw_rad: yaw_of(world.store.vehicles().motion[vehicle].rotation), own }
        }
        None => {
            let origin = people.motion[row].position + UP * weapon.height_m;
            Aim { origin, yaw_rad: f32::from(people.controls[row].aim) / 65_536.0 * TAU, own }
        }
    }
}

/// Fires all pellets at once: none of them sees what another did.
fn shoot(world: &mut World, near: &Near, row: usize, weapon: &Weapon, ray: &Ray) {
    let Aim { origin, yaw_rad, own } = aim(world, row, weapon);
    let slot = world.store.people().slot[row];
    let by = EntityId::new(slot.index, slot.generation);
    let chance = Chance::new(u64::from(world.store.city().seed));
    let mut length_m = ray.range_m;
    let mut hits = Vec::new();
    for pellet in 0..ray.pellets {
        let share = 2.0 * chance.share(&[by.bits(), world.tick.0, pellet]) - 1.0;
        let direction = yaw_rotation(yaw_rad + share * ray.spread_rad) * FORWARD;
        let line = Line { origin, direction, reach_m: ray.range_m, girth_m: ray.girth_m };
        if let Some(met) = line.follow(world, near, own) {
            length_m = length_m.min(met.distance_m);
            hits.push((met, line.at(met.distance_m)));
        }
    }
    if weapon != &WEAPONS[FISTS] {
        world.events.push(Event::Shot { by, origin, yaw_rad, length_m });
    }
    for (met, at) in hits {
        let points = ray.points * (1.0 - (1.0 - ray.far_share) * met.distance_m / ray.range_m);
        let (target, points) = match met.thing {
            Thing::Person(row) => (Target::Person(row), points),
            Thing::Vehicle(row) => (Target::Vehicle(row), points * ray.vehicle_share),
            Thing::Level | Thing::StandingPiece | Thing::LoosePiece => continue,
        };
        life::hurt(world, target, Blow { by: Some(by), with: ray.cause, points, at });
    }
}
