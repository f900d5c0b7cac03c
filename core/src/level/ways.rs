//! Where traffic drives and a crowd walks, as an author draws it: lines with widths, and outlines.

use serde::{Deserialize, Serialize};

use super::check::limits;
use super::data::at_most;
use crate::units::math::Vec3;

/// A road: a line along its middle, and lanes on both sides of it. Traffic keeps to the right.
///
/// Roads are joined where the end of one lies on another and where two cross at the same height; see
/// [`LaneGraph`](super::roads::LaneGraph).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Road {
    /// What people are shown.
    pub name: String,
    /// The middle of the carriageway, in metres, on its surface. A ring ends where it starts.
    #[serde(deserialize_with = "at_most::<_, _, { limits::ROAD_POINTS }>")]
    pub points: Vec<Vec3>,
    /// Lanes in the order of the points.
    pub forward: u8,
    /// Lanes against it.
    pub backward: u8,
    /// The width of one.
    pub lane_width_m: f32,
    /// Carriageway beside the outer lanes, on either side: for parking.
    pub shoulder_m: f32,
    /// The speed limit.
    pub speed_mps: f32,
    /// Where roads meet, the higher rank goes first; among equals, who comes from the right.
    pub rank: u8,
}

/// A strip that people walk along.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pavement {
    /// The middle of it, in metres, on its surface.
    #[serde(deserialize_with = "at_most::<_, _, { limits::PAVEMENT_POINTS }>")]
    pub points: Vec<Vec3>,
    /// How wide it is.
    pub width_m: f32,
}

/// A part of the ground that is something of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// What people are shown.
    pub name: String,
    /// What it is.
    pub kind: AreaKind,
    /// Its corners in order, in metres, on its surface.
    #[serde(deserialize_with = "at_most::<_, _, { limits::AREA_POINTS }>")]
    pub outline: Vec<Vec3>,
}

/// What an area is. People walk about in parks and on squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each is what its name says")]
pub enum AreaKind {
    Water,
    Park,
    Square,
}

impl Road {
    /// The carriageway from kerb to kerb, in metres.
    #[must_use]
    pub fn width_m(&self) -> f32 {
        self.lanes_width_m() + 2.0 * self.shoulder_m
    }

    /// All lanes together, in metres.
    #[must_use]
    pub fn lanes_width_m(&self) -> f32 {
        (f32::from(self.forward) + f32::from(self.backward)) * self.lane_width_m
    }
}
