//! What a prediction is judged by beside the pose: numbers with a name each.
//!
//! A player controls a car now and a person then, and whoever compares a run with another has one list of names for all of
//! it. What a walker does not have is nothing in its row, and the reverse.

use super::overlay::{PersonState, VehicleState};

/// How many there are.
pub const OWN_FIELDS: usize = 17;

/// Their names.
pub const OWN_FIELD_NAMES: [&str; OWN_FIELDS] = [
    "velocity.x",
    "velocity.y",
    "velocity.z",
    "spin.x",
    "spin.y",
    "spin.z",
    "steering",
    "boost",
    "stun_ticks",
    "front_grip",
    "rear_grip",
    "fall",
    "health",
    "yaw",
    "airborne_ticks",
    "limp_ticks",
    "jacking_ticks",
];

impl VehicleState {
    /// Those fields, in the order of their names.
    #[must_use]
    pub fn fields(&self) -> [f32; OWN_FIELDS] {
        let VehicleState { motion, drive, condition, .. } = self;
        [
            motion.velocity.x,
            motion.velocity.y,
            motion.velocity.z,
            motion.spin.x,
            motion.spin.y,
            motion.spin.z,
            drive.steering,
            drive.boost,
            f32::from(drive.stun_ticks),
            drive.front_grip,
            drive.rear_grip,
            drive.fall_mps,
            condition.health,
            0.0,
            0.0,
            0.0,
            0.0,
        ]
    }
}

impl PersonState {
    /// Those fields, in the order of their names.
    #[must_use]
    pub fn fields(&self) -> [f32; OWN_FIELDS] {
        let PersonState { motion, walk, condition, .. } = self;
        [
            motion.velocity.x,
            motion.velocity.y,
            motion.velocity.z,
            motion.spin.x,
            motion.spin.y,
            motion.spin.z,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
            condition.health,
            walk.yaw_rad,
            f32::from(walk.airborne_ticks),
            f32::from(walk.limp_ticks),
            f32::from(walk.jacking_ticks),
        ]
    }
}
