//! Vehicles that lie on their side or roof, and how they get up.
//!
//! Wheels that point at the sky move nothing. A player has a key for it, which costs the way back from the spawn; whoever
//! does not press it would lie there for good. So a vehicle whose driver has lain still for three seconds is set on its
//! wheels where it lies, and what it pulls straight behind it. The rule reads columns and the vehicle's own body alone and
//! runs in both roles, so that a session sees its own car get up in the tick in which the authority sets it up.

use super::Driven;
use crate::sim::component::Motion;
use crate::sim::physics::{Physics, Pool};
use crate::units::TICK_RATE_HZ;
use crate::units::math::{UP, yaw_of, yaw_rotation};

/// A vehicle whose up points less far up than this lies on its side or roof, or stands on its nose.
const UPSET_COSINE: f32 = 0.3;

/// Slower than this it lies still, in m/s and in rad/s: a car that slides or rocks may yet come to its wheels by itself.
const STILL_MPS: f32 = 0.5;
const STILL_RADPS: f32 = 0.5;

/// Ticks that it lies so before it is set up: three seconds.
pub const UPSET_MOST_TICKS: u8 = 3 * TICK_RATE_HZ as u8;

/// How far above its wheels it is let go, in metres, so that it comes free of a slope or a kerb that it lay across. Half of
/// what a landing takes without harm.
const DROP_M: f32 = 0.4;

const _: () = assert!(3 * TICK_RATE_HZ < u8::MAX as u32, "the ticks are counted in a byte");

/// Counts the ticks that a vehicle lies, and sets it up when they are over. Returns whether it did.
pub fn set_up(vehicle: &mut Driven<'_>, physics: &mut Physics, row: usize) -> bool {
    let body = physics.body(Pool::Vehicles, row);
    let is_upset = (*body.rotation() * UP).y < UPSET_COSINE;
    let is_still = is_upset && body.linvel().length() < STILL_MPS && body.angvel().length() < STILL_RADPS;
    if !is_still || !vehicle.has_driver || !vehicle.class.drives() {
        vehicle.drive.upset_ticks = 0;
        return false;
    }
    vehicle.drive.upset_ticks = vehicle.drive.upset_ticks.saturating_add(1);
    if vehicle.drive.upset_ticks < UPSET_MOST_TICKS {
        return false;
    }
    vehicle.drive.upset_ticks = 0;
    let (class, motion) = (vehicle.class, physics.motion(Pool::Vehicles, row));
    let lowest_m = motion.position.y - class.depth_m(motion.rotation);
    let position = motion.position.with_y(lowest_m + class.ride_height_m() + DROP_M);
    let rotation = yaw_rotation(yaw_of(motion.rotation));
    physics.set_motion(Pool::Vehicles, row, &Motion { position, rotation, ..Motion::default() });
    true
}
