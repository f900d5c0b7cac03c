//! A long look at traffic: whether it flows, how fast, and what goes wrong in it.
//!
//! A driver's rules that look right for a minute can still fill a town within half an hour: one car that waits for good is
//! waited for by the next. So a city is left to itself for long, and every minute of it becomes a row of figures.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use tacho_core::level::Level;
use tacho_core::sim::ai::AWAY_M;
use tacho_core::sim::{Command, Event, NOT_A_CLIENT, Population, Role, World};
use tacho_core::units::TICK_RATE_HZ;
use tacho_core::units::math::Vec3;

/// Slower than this, in m/s, a car counts as standing.
const STANDS_MPS: f32 = 0.5;

/// Minutes of which the mean is looked at, and the mean speed in m/s below which they are a gridlock.
pub const GRIDLOCK_MINUTES: usize = 5;
const GRIDLOCK_MPS: f32 = 1.0;

/// A car that vanishes nearer to the middle than this, in metres, was taken out because it did not get on.
const TAKEN_OUT_M: f32 = AWAY_M - 20.0;

/// One minute of traffic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Minute {
    /// Cars in traffic, on average.
    pub cars: f32,
    /// Their speed, on average, in km/h.
    pub mean_kmh: f32,
    /// The share of them that stands, on average.
    pub standing_share: f32,
    /// Crashes felt by any car.
    pub collisions: u32,
    /// Cars that were taken out because they did not get on.
    pub taken_out: u32,
}

/// A city without players whose traffic is watched.
pub struct Traffic {
    world: World,
    middle: Vec3,
    seen: BTreeMap<u32, Vec3>,
}

impl Traffic {
    /// Of a level, with so many cars wanted.
    #[must_use]
    pub fn new(level: &Arc<Level>, cars: u16, seed: u32) -> Traffic {
        let mut world = World::new(Arc::clone(level), Role::Authority);
        world.step(&[Command::Populate(Population { seed, traffic: cars, ..Population::default() })], &[]);
        let middle = level.data().spawns.first().map_or(Vec3::ZERO, |spawn| spawn.position);
        Traffic { world, middle, seen: BTreeMap::new() }
    }

    /// Lets a minute pass.
    pub fn minute(&mut self) -> Minute {
        let mut minute = Minute::default();
        let (mut cars, mut standing, mut metres_per_s) = (0_u32, 0_u32, 0.0_f64);
        for tick in 0..60 * TICK_RATE_HZ {
            let hits = self.world.step(&[], &[]).iter().filter(|event| matches!(event, Event::Hit { .. })).count();
            minute.collisions += hits as u32;
            if !tick.is_multiple_of(TICK_RATE_HZ) {
                continue;
            }
            let before = std::mem::take(&mut self.seen);
            for (entity, state) in self.world.vehicles().filter(|(_, state)| state.vehicle.owner == NOT_A_CLIENT) {
                let speed_mps = state.motion.velocity.length();
                cars += 1;
                standing += u32::from(speed_mps < STANDS_MPS);
                metres_per_s += f64::from(speed_mps);
                self.seen.insert(entity.bits(), state.motion.position);
            }
            let is_near = |at: Vec3| (at - self.middle).length() < TAKEN_OUT_M;
            let gone = before.iter().filter(|(entity, at)| !self.seen.contains_key(entity) && is_near(**at));
            minute.taken_out += gone.count() as u32;
        }
        let of_cars = f64::from(cars.max(1));
        minute.cars = cars as f32 / 60.0;
        minute.mean_kmh = (metres_per_s / of_cars * 3.6) as f32;
        minute.standing_share = (f64::from(standing) / of_cars) as f32;
        minute
    }
}

/// Whether traffic stood for [`GRIDLOCK_MINUTES`] on end.
#[must_use]
pub fn is_gridlock(minutes: &[Minute]) -> bool {
    let mean_mps = |some: &[Minute]| some.iter().map(|minute| minute.mean_kmh / 3.6).sum::<f32>() / some.len() as f32;
    minutes.windows(GRIDLOCK_MINUTES).any(|some| mean_mps(some) < GRIDLOCK_MPS)
}
