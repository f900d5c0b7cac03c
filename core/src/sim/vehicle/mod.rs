//! Driving: springs, tyres, engine, and the state that integrates over time.
//!
//! A vehicle is a box on four rays. Each ray is a wheel: it finds the ground, its spring pushes the box off it, and its tyre
//! holds the box sideways and drives or brakes it along. Rapier has such a controller; this one is our own, because its
//! state must be plain columns that are saved, compared and sent, because its brakes must work while the engine pulls, and
//! because how a car slides is the game.

mod class;
mod engine;
mod ground;
mod table;
mod upset;
mod wheels;

pub use class::{Class, Tow};
pub use ground::Ground;
pub use table::{CLASSES, ClassError, REACH_MOST_M, row_of};
#[cfg(test)]
pub use upset::UPSET_MOST_TICKS;

use super::component::{Condition, Controls, Drive, Wheels};
use super::physics::{Physics, Pool};
use crate::input::Keys;
use crate::level::Solids;
use crate::units::TICK_SECONDS;
use crate::units::math::{FORWARD, UP};
use engine::Pull;

/// One vehicle's columns for one tick.
pub struct Driven<'a> {
    /// Its row of the class table.
    pub class: &'a Class,
    /// What its driver holds.
    pub controls: &'a Controls,
    /// Whether anyone holds it; a car without a driver stands on its brakes.
    pub has_driver: bool,
    /// What integrates over time.
    pub drive: &'a mut Drive,
    /// Its wheels, worked out anew.
    pub wheels: &'a mut Wheels,
    /// How much it can take.
    pub condition: &'a Condition,
}

/// Runs one vehicle for one tick up to the physics step: its springs and tyres push its body. Returns whether it lay on its
/// side or roof and was set up.
pub fn drive(
    vehicle: &mut Driven<'_>,
    solids: &Solids,
    ground: &mut Ground,
    physics: &mut Physics,
    row: usize,
) -> bool {
    let body = physics.body(Pool::Vehicles, row);
    if body.is_sleeping() || !body.is_dynamic() {
        return false;
    }
    let rotation = *body.rotation();
    let velocity = body.linvel();
    let speed = velocity.dot(rotation * FORWARD);

    let pull = engine::pull(vehicle, speed);
    steer(vehicle, speed);
    wear_grip(vehicle, &pull, velocity.dot(rotation * crate::units::math::AXLE), speed);

    let contacts = wheels::find_ground(vehicle, solids, ground, physics, row);
    wheels::push(vehicle, physics, row, &contacts, &pull);
    land(vehicle.drive, contacts.count(), velocity.dot(UP));

    let body = physics.body_mut(Pool::Vehicles, row);
    let drag = vehicle.class.drag_n_per_mps2 * velocity.length() + vehicle.class.rolling_n_per_mps;
    body.apply_impulse(velocity * (-drag * TICK_SECONDS), false);
    upset::set_up(vehicle, physics, row)
}

/// Turns the front wheels towards where the driver points them, less far the faster the car.
fn steer(vehicle: &mut Driven<'_>, speed: f32) {
    let class = vehicle.class;
    let faster = speed / class.steering_halved_at_mps;
    let limit = class.steering_rad / (1.0 + faster * faster);
    let wanted = vehicle.controls.steer * limit;
    let most = class.steering_radps * TICK_SECONDS;
    let turn = (wanted - vehicle.drive.steering).clamp(-most, most);
    vehicle.drive.steering += turn;
}

/// The drift: tyres that slide hold less and take a while to bite again.
fn wear_grip(vehicle: &mut Driven<'_>, pull: &Pull, sideways_mps: f32, speed: f32) {
    let class = vehicle.class;
    let sliding = sideways_mps.abs() > class.slide_share * speed.abs().max(4.0);
    let rear = if pull.handbrake {
        class.handbrake_grip
    } else if sliding && vehicle.controls.drive > 0.5 {
        class.power_slide_grip
    } else {
        1.0
    };
    let front = if sliding { class.sliding_front_grip } else { 1.0 };
    approach(&mut vehicle.drive.rear_grip, rear);
    approach(&mut vehicle.drive.front_grip, front);
}

/// Share of grip lost in a second once the tyre lets go.
const GRIP_LOSS_PER_S: f32 = 6.0;
/// Share of grip found again in a second: slower than it went, which is what makes a slide last.
const GRIP_GAIN_PER_S: f32 = 1.4;

fn approach(grip: &mut f32, wanted: f32) {
    let change = (wanted - *grip).clamp(-GRIP_LOSS_PER_S * TICK_SECONDS, GRIP_GAIN_PER_S * TICK_SECONDS);
    *grip += change;
}

/// Ticks in the air after which touching the ground is a landing, not a bump.
const LANDING_AFTER_TICKS: u8 = 12;
/// Fall that a landing takes without harm, in m/s: a drop of 80 cm.
const SOFT_FALL_MPS: f32 = 4.0;
/// Ticks of stun for each m/s beyond it.
const STUN_TICKS_PER_MPS: f32 = 8.0;
/// The longest stun, in ticks.
const STUN_MOST_TICKS: f32 = 60.0;

/// Counts the ticks in the air, and stuns the engine after a hard landing.
fn land(drive: &mut Drive, grounded: u32, upwards_mps: f32) {
    drive.stun_ticks = drive.stun_ticks.saturating_sub(1);
    if grounded == 0 {
        drive.airborne_ticks = drive.airborne_ticks.saturating_add(1);
        drive.fall_mps = (-upwards_mps).max(0.0);
        return;
    }
    if drive.airborne_ticks >= LANDING_AFTER_TICKS && drive.fall_mps > SOFT_FALL_MPS {
        let stun = ((drive.fall_mps - SOFT_FALL_MPS) * STUN_TICKS_PER_MPS).min(STUN_MOST_TICKS) as u8;
        drive.stun_ticks = drive.stun_ticks.max(stun);
    }
    drive.airborne_ticks = 0;
    drive.fall_mps = 0.0;
}

/// Whether `keys` of the columns hold `key`.
fn holds(controls: &Controls, key: Keys) -> bool {
    Keys(controls.keys).holds(key)
}
