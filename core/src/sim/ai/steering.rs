//! Towards a point, the way a hurried driver would.

use crate::input::{Input, Keys};
use crate::units::math::{FORWARD, Quat, Vec3, wrap_angle, yaw_of};

/// Angle to the target at which the wheel is turned fully, in radians.
const FULL_LOCK_AT_RAD: f32 = 0.6;

/// Angle to the target beyond which the driver pulls the handbrake, in radians.
const HANDBRAKE_AT_RAD: f32 = 1.4;

/// Speed below which pulling the handbrake is of no use, in m/s.
const HANDBRAKE_FROM_MPS: f32 = 9.0;

/// Speed up to which the driver turns before pulling away, in m/s.
const TURN_FIRST_MPS: f32 = 7.0;

/// The input that drives a car at `position` towards `target`, at `pace_mps` at most.
#[must_use]
pub fn steer_towards(position: Vec3, rotation: Quat, velocity: Vec3, target: Vec3, pace_mps: f32) -> Input {
    let way = target - position;
    let off_rad = wrap_angle(libm::atan2f(way.x, way.z) - yaw_of(rotation));
    let speed = velocity.dot(rotation * FORWARD);
    let steer = (off_rad / FULL_LOCK_AT_RAD).clamp(-1.0, 1.0);
    let wide = off_rad.abs() > HANDBRAKE_AT_RAD;
    let keys = if wide && speed > HANDBRAKE_FROM_MPS { Keys::HANDBRAKE } else { Keys(0) };
    let wanted = if wide { pace_mps.min(TURN_FIRST_MPS) } else { pace_mps };
    let drive = ((wanted - speed) * 0.5).clamp(-1.0, 1.0);
    Input::from_axes(drive, steer, keys)
}
