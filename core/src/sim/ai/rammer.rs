//! A driver that hits things: other cars, lamps, walls. Tests of saves and rewinds need crashes, and many.

use super::{Chance, steer_towards};
use crate::input::{Input, Keys};
use crate::sim::{VehicleState, World};
use crate::units::math::{FORWARD, UP, Vec3};
use crate::units::{ClientId, TICK_RATE_HZ};

/// Ticks for which a target is kept.
const TARGET_TICKS: u32 = 4 * TICK_RATE_HZ;

/// Ticks at the end of them in which a driver who got stuck backs off.
const BACK_OFF_TICKS: u32 = TICK_RATE_HZ;

/// Slower than this, in m/s, a driver is stuck.
const STUCK_MPS: f32 = 2.0;

/// A car whose up points less far up than this lies on its roof or side.
const UPSET_COSINE: f32 = 0.4;

/// The driver of one client's car.
#[derive(Clone, Copy, Debug)]
pub struct Rammer {
    client: ClientId,
    chance: Chance,
}

impl Rammer {
    /// A driver of `client`'s car.
    #[must_use]
    pub fn new(seed: u64, client: ClientId) -> Rammer {
        Rammer { client, chance: Chance::new(seed) }
    }

    /// What it holds in the next tick of `world`.
    #[must_use]
    pub fn input(&self, world: &World) -> Input {
        let Some(car) = world.car_of(self.client).and_then(|car| world.vehicle(car)) else {
            return Input::default();
        };
        let tick = world.tick().0;
        let (turn, phase) = (tick / TARGET_TICKS, tick % TARGET_TICKS);
        let speed = car.motion.velocity.dot(car.motion.rotation * FORWARD);
        if (car.motion.rotation * UP).y < UPSET_COSINE && phase == 0 {
            return Input { keys: Keys::RESET, ..Input::default() };
        }
        if phase >= TARGET_TICKS - BACK_OFF_TICKS && speed < STUCK_MPS {
            let steer = if self.chance.bits(&[turn, 1]) & 1 == 0 { 1.0 } else { -1.0 };
            return Input::from_axes(-1.0, steer, Keys(0));
        }
        let target = self.target(world, &car, turn);
        let mut input =
            steer_towards(car.motion.position, car.motion.rotation, car.motion.velocity, target, f32::INFINITY);
        if self.chance.share(&[turn, 2]) < 0.5 {
            input.keys = input.keys.with(Keys::BOOST);
        }
        input
    }

    /// What it is after in its `turn`-th stretch of time: a car, a light piece or a place.
    fn target(&self, world: &World, car: &VehicleState, turn: u32) -> Vec3 {
        let question = |of: u32| [u32::from(self.client.0), turn, of];
        let pieces = &world.level().data().light_pieces;
        match self.chance.pick(&question(3), 4) {
            0 | 1 => {
                let others: Vec<Vec3> = world
                    .vehicles()
                    .filter(|(_, other)| other.vehicle.owner != car.vehicle.owner)
                    .map(|(_, other)| other.motion.position)
                    .collect();
                others.get(self.chance.pick(&question(4), others.len())).copied().unwrap_or(Vec3::ZERO)
            }
            2 if !pieces.is_empty() => pieces[self.chance.pick(&question(5), pieces.len())].position,
            _ => {
                let bounds = world.level().bounds();
                let share = Vec3::new(self.chance.share(&question(6)), 0.0, self.chance.share(&question(7)));
                bounds.mins + (bounds.maxs - bounds.mins) * share
            }
        }
    }
}
