//! What cars do to people.
//!
//! A person is no body of the physics, so no contact ever tells that a car met one. After each step the box of every fast
//! vehicle, swept along its way of the tick, is held against the people near it. Who is met faster than a push is knocked
//! down: the two share their momentum as lumps of clay do, and the rule reads nothing but the two, so that a session sees
//! its victim fly on the tick of the blow.
//!
//! A proxy strikes nobody, since where it is in this tick only the authority knows. One that is struck is simulated from
//! then on, until the authority's word makes it a proxy again: else it would be met again in every tick.

use super::KINDS;
use super::obstacle::Obstacle;
use super::walk::body_of;
use crate::sim::component::NO_VEHICLE;
use crate::sim::event::Event;
use crate::sim::near::Near;
use crate::sim::physics::{Physics, Pool};
use crate::sim::store::Store;
use crate::sim::vehicle::{CLASSES, REACH_MOST_M};
use crate::sim::weapons::Cause;
use crate::units::math::UP;
use crate::units::{EntityId, TICK_RATE_HZ, TICK_SECONDS};

/// Closing speed above which a car knocks people down, in m/s. Below it pushes them along, as a wall that moves.
const STRUCK_MIN_MPS: f32 = 2.5;

/// Points of damage per (m/s)² of closing speed: 60 at 50 km/h.
const POINTS_PER_MPS2: f32 = 0.31;

/// Bounce of a body on a car.
const RESTITUTION: f32 = 0.1;

/// Share of the closing speed that lifts the body, since a bonnet meets it low.
const LIFT_SHARE: f32 = 0.25;
/// Greatest lift, in m/s.
const LIFT_MOST_MPS: f32 = 5.0;

/// Ticks that one lies who was just knocked down: two seconds.
const LIMP_TICKS: u16 = 2 * TICK_RATE_HZ as u16;
/// Ticks more for each m/s of closing speed.
const LIMP_TICKS_PER_MPS: f32 = 4.0;
/// Ticks at most.
const LIMP_MOST_TICKS: u16 = 4 * TICK_RATE_HZ as u16;

/// How far people have walked or flown since they were sorted by place, in metres.
const MOVED_MOST_M: f32 = 2.0;

/// The vertical part of the normal of a face that carries: who stands on a roof is not struck by it.
const CARRYING_NORMAL_Y: f32 = 0.7;

/// Lets every fast vehicle strike whom it met on its way in the last physics step. `near` is from before it.
pub fn strike(near: &Near, store: &mut Store, physics: &mut Physics, events: &mut Vec<Event>) {
    for (vehicle, person) in met(near, store) {
        let (vehicles, people) = (store.vehicles(), store.people());
        let class = &CLASSES[usize::from(vehicles.vehicle[vehicle].class)];
        let kind = &KINDS[usize::from(people.person[person].kind)];
        let car = vehicles.motion[vehicle];
        let hull = Obstacle::of_vehicle(vehicles.slot[vehicle].index, class, &car);
        let body = body_of(kind, &people.motion[person], &people.walk[person], &people.condition[person]);
        let Some(normal) = hull.strikes(&body, car.velocity * TICK_SECONDS) else {
            continue;
        };
        let closing_mps = (hull.velocity_at(body.middle()) - body.velocity).dot(normal);
        if closing_mps < STRUCK_MIN_MPS || normal.y > CARRYING_NORMAL_Y {
            continue;
        }
        let blow_mps = (1.0 + RESTITUTION) * closing_mps / (class.mass_kg + kind.mass_kg);
        let car_after = car.velocity - normal * (blow_mps * kind.mass_kg);
        physics.body_mut(Pool::Vehicles, vehicle).set_linvel(car_after, true);
        let by = vehicles.slot[vehicle];
        store.vehicles_mut().motion[vehicle].velocity = car_after;

        let people = store.people_mut();
        people.slot[person].proxy = false;
        let motion = &mut people.motion[person];
        motion.velocity += normal * (blow_mps * class.mass_kg) + UP * (closing_mps * LIFT_SHARE).min(LIFT_MOST_MPS);
        let walk = &mut people.walk[person];
        let limp_ticks = LIMP_TICKS + (closing_mps * LIMP_TICKS_PER_MPS) as u16;
        walk.limp_ticks = walk.limp_ticks.max(limp_ticks.min(LIMP_MOST_TICKS));
        (walk.jacking_ticks, walk.jacking) = (0, NO_VEHICLE);
        let condition = &mut people.condition[person];
        if condition.health > 0.0 {
            let points = POINTS_PER_MPS2 * closing_mps * closing_mps;
            condition.health = (condition.health - points).max(0.0);
            events.push(Event::Hit {
                entity: EntityId::new(people.slot[person].index, people.slot[person].generation),
                by: Some(EntityId::new(by.index, by.generation)),
                with: Cause::Car,
                points,
                at: motion.position,
            });
        }
    }
}

/// Rows of the fast vehicles and of the people whom they may have met, in the order of their entities.
fn met(near: &Near, store: &Store) -> Vec<(usize, usize)> {
    let (vehicles, people) = (store.vehicles(), store.people());
    let mut pairs = Vec::new();
    for (row, slot) in vehicles.slot.iter().enumerate() {
        let car = &vehicles.motion[row];
        let speed_mps = car.velocity.length();
        if !slot.alive || slot.proxy || speed_mps < STRUCK_MIN_MPS {
            continue;
        }
        let reach_m = REACH_MOST_M + speed_mps * TICK_SECONDS + MOVED_MOST_M;
        for person in near.people(car.position, reach_m + MOVED_MOST_M) {
            if (people.motion[person].position - car.position).length_squared() < reach_m * reach_m {
                pairs.push((slot.index, people.slot[person].index, row, person));
            }
        }
    }
    pairs.sort_unstable();
    pairs.into_iter().map(|(_, _, row, person)| (row, person)).collect()
}
