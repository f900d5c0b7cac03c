//! What measuring, scripts and cameras call by name. Nothing in the simulation looks at it.

use serde::{Deserialize, Serialize};

use super::data::Rotation;
use crate::units::math::Vec3;

/// A stretch to measure on: straight, free, of one width.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strip {
    /// What it is called by.
    pub name: String,
    /// The middle of its start, in metres.
    pub start: Vec3,
    /// The middle of its end, in metres.
    pub end: Vec3,
    /// How wide it is.
    pub width_m: f32,
}

/// A jump.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ramp {
    /// What it is called by.
    pub name: String,
    /// The middle of the edge that a car leaves it by, in metres.
    pub lip: Vec3,
    /// The heading over it, in radians.
    pub yaw_rad: f32,
    /// How far it rises from its foot to that edge.
    pub height_m: f32,
}

/// A pose that something is called by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dummy {
    /// What it is called by.
    pub name: String,
    /// Where it is, in metres.
    pub position: Vec3,
    /// Where it looks.
    pub rotation: Rotation,
}
