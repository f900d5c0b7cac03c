//! A driver who goes for the others.

use std::collections::BTreeMap;

use super::{Cockpit, Driver};
use crate::input::{Input, Keys};
use crate::play::DrawnRow;
use crate::sim::ai::{Chance, steer_towards};
use crate::sim::people::FIRST_PERSON_INDEX;
use crate::units::math::Vec3;
use crate::units::{EntityId, TICK_RATE_HZ};

/// Ticks for which a target is kept.
const TARGET_TICKS: u32 = 4 * TICK_RATE_HZ;

/// How fast it goes after somebody, in m/s: 72 km/h, a little faster than they go.
const CHASE_MPS: f32 = 20.0;

/// Nearer than this, in metres, it boosts into its target.
const BOOST_WITHIN_M: f32 = 25.0;

/// A car that moved by less than this from one picture to the next stands, in metres.
const STANDS_M: f32 = 0.02;

/// Drives into other cars: the nearest that moves, where one does, and now and then one that stands.
#[derive(Clone, Debug)]
pub struct RammingDriver {
    chance: Chance,
    cockpit: Cockpit,
    /// Where each car was drawn last.
    seen: BTreeMap<u32, Vec3>,
}

impl RammingDriver {
    /// The driver of a seed.
    #[must_use]
    pub fn new(seed: u64) -> RammingDriver {
        RammingDriver { chance: Chance::new(seed), cockpit: Cockpit::default(), seen: BTreeMap::new() }
    }

    /// Where the car is that it is after.
    fn target(&mut self, tick: u32, own: Vec3, frame: &[DrawnRow]) -> Option<Vec3> {
        let is_car = |row: &&DrawnRow| !row.own && EntityId::from_bits(row.entity).index < FIRST_PERSON_INDEX;
        let wants_any = self.chance.pick(&[tick / TARGET_TICKS], 4) == 0;
        let mut nearest: Option<(bool, f32, Vec3)> = None;
        for row in frame.iter().filter(is_car) {
            let position = Vec3::from_array(row.position);
            let before = self.seen.insert(row.entity, position);
            let stands = !wants_any && before.is_none_or(|before| (position - before).length() < STANDS_M);
            let candidate = (stands, (position - own).length(), position);
            if nearest.is_none_or(|best| (candidate.0, candidate.1) < (best.0, best.1)) {
                nearest = Some(candidate);
            }
        }
        nearest.map(|(_, _, position)| position)
    }
}

impl Driver for RammingDriver {
    fn input(&mut self, tick: u32, frame: &[DrawnRow]) -> Input {
        let Some(car) = self.cockpit.look(frame) else { return Input::default() };
        if let Some(input) = self.cockpit.free(tick, &car) {
            return input;
        }
        let Some(target) = self.target(tick, car.position, frame) else { return Input::default() };
        let mut input = steer_towards(car.position, car.rotation, car.velocity, target, CHASE_MPS);
        if (target - car.position).length() < BOOST_WITHIN_M && car.pace_mps() > 0.0 {
            input.drive = i8::MAX;
            input.keys = input.keys.with(Keys::BOOST);
        }
        input
    }
}
