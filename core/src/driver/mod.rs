//! Drivers that see what a player sees, the drawn picture, and press keys.
//!
//! A driver that reads the world drives the same whatever the network does, which no person can. These are given the
//! rows of the last frame and nothing else, so a picture that lies misleads them as it would a person. All they do follows
//! from their seed and those pictures.

use crate::input::{Input, Keys};
use crate::play::DrawnRow;
use crate::units::TICK_RATE_HZ;
use crate::units::math::{FORWARD, Quat, UP, Vec3};

mod rammer;
mod road;
mod route;
#[cfg(test)]
mod tests;
mod walker;

pub use rammer::RammingDriver;
pub use road::RoadDriver;
pub use route::RouteDriver;
pub use walker::Walker;

/// Slower than this, in m/s, a driver who wants to move is stuck.
const STUCK_MPS: f32 = 1.5;

/// Ticks after which a driver who is stuck backs off.
const STUCK_TICKS: u32 = TICK_RATE_HZ;

/// Ticks for which it backs off.
const BACK_OFF_TICKS: u32 = TICK_RATE_HZ;

/// Ticks after which a driver whom backing off did not free gives the car up and is put back: a wreck does not move again.
const GIVE_UP_TICKS: u32 = 4 * TICK_RATE_HZ;

/// A car whose up points less far up than this lies on its roof or side.
const UPSET_COSINE: f32 = 0.4;

/// Whoever holds the controls of one player.
pub trait Driver {
    /// What it holds in its `tick`-th tick, having last seen `frame`. Hands off everything while its own car is not drawn.
    fn input(&mut self, tick: u32, frame: &[DrawnRow]) -> Input;
}

/// The own car as its driver sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct OwnCar {
    position: Vec3,
    rotation: Quat,
    velocity: Vec3,
}

/// What every driver does, wherever it wants to go: it reads its own velocity off the pictures, and frees itself.
#[derive(Clone, Debug, Default)]
struct Cockpit {
    /// The newest picture of the own car, and the client's tick that it shows.
    newest: Option<(f64, OwnCar)>,
    /// Ticks in a row in which the car was as good as still.
    still_ticks: u32,
    /// Ticks since the car last went anywhere, backing off not counted.
    idle_ticks: u32,
    backs_off_until: u32,
}

impl Cockpit {
    /// The own car in `frame`. A picture shows no velocity, so it is what the car moved by since the picture before. `None`
    /// while it is not drawn from a prediction: there is then nothing to be steered.
    fn look(&mut self, frame: &[DrawnRow]) -> Option<OwnCar> {
        let own = frame.iter().find(|row| row.own)?;
        let at = own.client_tick?;
        let position = Vec3::from_array(own.position);
        let velocity = match self.newest {
            // Two ticks run in one frame see the same picture twice.
            Some((before, car)) if before == at => car.velocity,
            Some((before, car)) => (position - car.position) * ((f64::from(TICK_RATE_HZ) / (at - before)) as f32),
            None => Vec3::ZERO,
        };
        let car = OwnCar { position, rotation: Quat::from_array(own.rotation), velocity };
        self.newest = Some((at, car));
        Some(car)
    }

    /// What frees a car that lies on its roof or has not moved for a while; `None` for one that is free.
    fn free(&mut self, tick: u32, car: &OwnCar) -> Option<Input> {
        let is_still = car.velocity.length() < STUCK_MPS;
        self.still_ticks = if is_still { self.still_ticks + 1 } else { 0 };
        self.idle_ticks = if is_still || tick < self.backs_off_until { self.idle_ticks + 1 } else { 0 };
        if self.idle_ticks >= GIVE_UP_TICKS {
            self.idle_ticks = 0;
            return Some(Input { keys: Keys::RESET, ..Input::default() });
        }
        if self.still_ticks >= STUCK_TICKS {
            self.still_ticks = 0;
            if (car.rotation * UP).y < UPSET_COSINE {
                return Some(Input { keys: Keys::RESET, ..Input::default() });
            }
            self.backs_off_until = tick + BACK_OFF_TICKS;
        }
        // Backwards with the wheel turned, to come out at another angle.
        let steer = if (tick / BACK_OFF_TICKS).is_multiple_of(2) { 0.7 } else { -0.7 };
        (tick < self.backs_off_until).then(|| Input::from_axes(-1.0, steer, Keys(0)))
    }
}

impl OwnCar {
    /// Speed ahead, in m/s.
    fn pace_mps(&self) -> f32 {
        self.velocity.dot(self.rotation * FORWARD)
    }
}
