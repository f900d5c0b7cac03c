//! Crashes: a body that the physics stopped harder than any drive does.
//!
//! The rule looks at nothing but the body's own velocity before and after the physics step, so it is the same wherever the
//! body is simulated, and a session feels a crash on the tick it happens, not when it is told.

use super::component::{Condition, Motion};
use super::event::Event;
use super::physics::GRAVITY;
use super::weapons::Cause;
use crate::units::math::Vec3;
use crate::units::{EntityId, TICK_SECONDS};

/// Change of velocity within a tick above which a blow is a crash, in m/s. A hard landing on the springs stays below: their
/// push is not part of the physics step.
pub const IMPACT_MIN_MPS: f32 = 4.0;

/// Points of damage per (m/s)² of change: 59 for the 80 km/h lost at a wall and some five more for the rebound, all of a
/// sedan's hundred from 100.
const POINTS_PER_MPS2: f32 = 0.12;

/// Compares a body's velocity across a physics step, and charges the vehicle's condition with the blow, if it was one.
pub fn feel(
    entity: EntityId,
    velocity_before: Vec3,
    after: &Motion,
    condition: &mut Condition,
    events: &mut Vec<Event>,
) {
    let change = (after.velocity - velocity_before - GRAVITY * TICK_SECONDS).length();
    if change <= IMPACT_MIN_MPS {
        return;
    }
    let points = POINTS_PER_MPS2 * change * change;
    condition.health = (condition.health - points).max(0.0);
    events.push(Event::Hit { entity, by: None, with: Cause::Crash, points, at: after.position });
}
