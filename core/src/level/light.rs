//! Pieces that stand until something hits them hard enough: lamps, hydrants, bins, signs, bollards,
//! market stalls.
//!
//! A piece of the level that moved would have to be saved, sent and predicted like a car, and a street has hundreds. So a
//! light piece is a fixed collider until a body brings more kinetic energy than holds it; only then it becomes a body.

use serde::{Deserialize, Serialize};

use crate::units::math::{Pose, Vec3, yaw_rotation};

/// A light piece where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LightPiece {
    /// Its row of the table.
    pub kind: LightKind,
    /// The middle of its foot, in metres.
    pub position: Vec3,
    /// Its heading, in radians.
    pub yaw_rad: f32,
}

/// What a light piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each is what its name says")]
pub enum LightKind {
    Lamp,
    Hydrant,
    Bin,
    Sign,
    Bollard,
    Stall,
}

/// What every light piece of a kind has in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LightProperties {
    /// Mass once loose, in kg.
    pub mass_kg: f32,
    /// Half the edges of its box, in metres.
    pub half_m: Vec3,
    /// The kinetic energy that tears it loose, in joules. A car of 1,300 kg has 80 kJ at 40 km/h.
    pub break_energy_j: f32,
}

impl LightKind {
    /// Every kind, in the order of the table.
    pub const ALL: [LightKind; 6] =
        [LightKind::Lamp, LightKind::Hydrant, LightKind::Bin, LightKind::Sign, LightKind::Bollard, LightKind::Stall];

    /// Its row of the table.
    #[must_use]
    pub const fn properties(self) -> LightProperties {
        let (mass_kg, half_m, break_energy_j) = match self {
            // Breaks at its foot as lamp posts are built to: from 25 km/h.
            LightKind::Lamp => (90.0, Vec3::new(0.1, 2.5, 0.1), 32_000.0),
            // Sheds its bolts from 20 km/h.
            LightKind::Hydrant => (60.0, Vec3::new(0.18, 0.4, 0.18), 20_000.0),
            // Only stands there: from walking pace.
            LightKind::Bin => (25.0, Vec3::new(0.3, 0.5, 0.3), 1_500.0),
            LightKind::Sign => (20.0, Vec3::new(0.3, 1.1, 0.05), 5_000.0),
            // Meant to stop a car that rolls, not one that drives: from 45 km/h.
            LightKind::Bollard => (110.0, Vec3::new(0.12, 0.45, 0.12), 100_000.0),
            // Boards and canvas: from jogging pace.
            LightKind::Stall => (45.0, Vec3::new(1.0, 1.1, 0.6), 4_000.0),
        };
        LightProperties { mass_kg, half_m, break_energy_j }
    }
}

impl LightPiece {
    /// The pose of the middle of its box.
    #[must_use]
    pub fn pose(&self) -> Pose {
        let middle = self.position + Vec3::new(0.0, self.kind.properties().half_m.y, 0.0);
        Pose::from_parts(middle, yaw_rotation(self.yaw_rad))
    }
}
