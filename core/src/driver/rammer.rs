//! A driver who goes for the others.

use super::{Cockpit, Driver};
use crate::input::{Input, Keys};
use crate::play::DrawnRow;
use crate::sim::FIRST_PIECE_INDEX;
use crate::sim::ai::{Chance, steer_towards};
use crate::units::math::Vec3;
use crate::units::{EntityId, TICK_RATE_HZ};

/// Ticks for which a target is kept.
const TARGET_TICKS: u32 = 4 * TICK_RATE_HZ;

/// Farther than this, in metres, a driver with a full meter uses it.
const BOOST_FROM_M: f32 = 40.0;

/// Drives into other cars, another one every few seconds.
#[derive(Clone, Debug)]
pub struct RammingDriver {
    chance: Chance,
    cockpit: Cockpit,
}

impl RammingDriver {
    /// The driver of a seed.
    #[must_use]
    pub fn new(seed: u64) -> RammingDriver {
        RammingDriver { chance: Chance::new(seed), cockpit: Cockpit::default() }
    }

    /// The car that it is after: one of those drawn, the same one for a while.
    fn target(&self, tick: u32, frame: &[DrawnRow]) -> Option<Vec3> {
        let is_car = |row: &&DrawnRow| !row.own && EntityId::from_bits(row.entity).index < FIRST_PIECE_INDEX;
        let cars: Vec<&DrawnRow> = frame.iter().filter(is_car).collect();
        let picked = self.chance.pick(&[tick / TARGET_TICKS], cars.len());
        cars.get(picked).map(|row| Vec3::from_array(row.position))
    }
}

impl Driver for RammingDriver {
    fn input(&mut self, tick: u32, frame: &[DrawnRow]) -> Input {
        let Some(car) = self.cockpit.look(frame) else { return Input::default() };
        if let Some(input) = self.cockpit.free(tick, &car) {
            return input;
        }
        let Some(target) = self.target(tick, frame) else { return Input::default() };
        let mut input = steer_towards(car.position, car.rotation, car.velocity, target, f32::INFINITY);
        if (target - car.position).length() > BOOST_FROM_M && car.pace_mps() > 0.0 {
            input.keys = input.keys.with(Keys::BOOST);
        }
        input
    }
}
