//! What the pedals and levers ask of the wheels: pull, brake, boost.

use super::{Driven, holds};
use crate::input::Keys;
use crate::units::TICK_SECONDS;

/// What is asked of the wheels in this tick.
pub struct Pull {
    /// Force along the car at all driven wheels together, in N; negative is backwards.
    pub engine_n: f32,
    /// Force of the brakes on all wheels together, in N.
    pub brake_n: f32,
    /// Whether the rear wheels are locked.
    pub handbrake: bool,
}

/// Speed below which the brake pedal means reverse, and the throttle pedal stops braking a car that rolls back, in m/s.
const TURN_ROUND_MPS: f32 = 1.0;

/// Fill of the meter at which a spent boost works again.
const BOOST_USABLE_AGAIN: f32 = 0.25;

/// Works out the pull at `speed` m/s along the car, and runs the boost meter.
pub fn pull(vehicle: &mut Driven<'_>, speed: f32) -> Pull {
    let class = vehicle.class;
    if !vehicle.has_driver {
        return Pull { engine_n: 0.0, brake_n: class.brake_n, handbrake: true };
    }
    let pedal = vehicle.controls.drive;
    let dead = vehicle.drive.stun_ticks > 0 || vehicle.condition.health <= 0.0;
    let boosting = boost(vehicle, pedal > 0.0 && !dead);
    let handbrake = holds(vehicle.controls, Keys::HANDBRAKE);
    let factor = if boosting { class.boost_factor } else { 1.0 };
    let most = (class.engine_n * factor).min(class.power_w * factor / speed.abs().max(1.0));

    let mut pull = Pull { engine_n: 0.0, brake_n: 0.0, handbrake };
    if pedal > 0.0 && speed > -TURN_ROUND_MPS {
        pull.engine_n = pedal * most;
    } else if pedal > 0.0 {
        pull.brake_n = pedal * class.brake_n;
    } else if pedal < 0.0 && speed > TURN_ROUND_MPS {
        pull.brake_n = -pedal * class.brake_n;
    } else if pedal < 0.0 && speed > -class.reverse_mps {
        pull.engine_n = pedal * most * class.reverse_share;
    } else {
        pull.brake_n = class.engine_brake_n;
    }
    if dead {
        pull.engine_n = 0.0;
        pull.brake_n = pull.brake_n.max(class.engine_brake_n);
    }
    pull
}

/// Runs the meter for one tick and says whether the boost pushes.
fn boost(vehicle: &mut Driven<'_>, pulling: bool) -> bool {
    let class = vehicle.class;
    let held = holds(vehicle.controls, Keys::BOOST);
    let drive = &mut *vehicle.drive;
    let boosting = held && pulling && !drive.boost_spent && drive.boost > 0.0;
    if boosting {
        drive.boost = (drive.boost - TICK_SECONDS / class.boost_s).max(0.0);
        drive.boost_spent = drive.boost == 0.0;
    } else {
        drive.boost = (drive.boost + TICK_SECONDS / class.boost_refill_s).min(1.0);
        if drive.boost >= BOOST_USABLE_AGAIN && !held {
            drive.boost_spent = false;
        }
    }
    boosting
}
