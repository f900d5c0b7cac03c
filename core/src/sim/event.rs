//! What happened in a tick, beyond what the columns show.

use serde::{Deserialize, Serialize};

use super::weapons::Cause;
use crate::units::EntityId;
use crate::units::math::Vec3;

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// Somebody or something was hurt: a body stopped harder than [`super::crash::IMPACT_MIN_MPS`], or by a weapon.
    Hit {
        /// Who took it.
        entity: EntityId,
        /// Who gave it, where that was somebody.
        by: Option<EntityId>,
        /// With what.
        with: Cause,
        /// How hard, in points of health.
        points: f32,
        /// Where, in metres.
        at: Vec3,
    },
    /// A light piece was torn loose.
    Knock {
        /// The piece, as the entity it now is.
        piece: EntityId,
        /// Who did it.
        by: EntityId,
    },
    /// The rules put an entity somewhere else.
    Relocated {
        /// Who.
        entity: EntityId,
    },
    /// A shot was fired: one a trigger pull, however many pellets.
    Shot {
        /// Who fired.
        by: EntityId,
        /// Where from, in metres.
        origin: Vec3,
        /// Which way, in radians about the vertical, 0 along +z and positive towards +x.
        yaw_rad: f32,
        /// How far to the first thing hit, in metres.
        length_m: f32,
    },
    /// Something blew up.
    Blast {
        /// Where, in metres.
        at: Vec3,
        /// How far it reaches, in metres.
        radius_m: f32,
    },
    /// Somebody died.
    Death {
        /// Who.
        entity: EntityId,
        /// By whom, where that was somebody.
        by: Option<EntityId>,
    },
    /// Somebody got into a seat.
    Seated {
        /// Who.
        person: EntityId,
        /// Of which vehicle.
        vehicle: EntityId,
        /// Which seat, 0 the driver's.
        seat: u8,
    },
    /// Somebody left a seat.
    Unseated {
        /// Who.
        person: EntityId,
        /// Of which vehicle.
        vehicle: EntityId,
    },
}
