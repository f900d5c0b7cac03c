//! What happened in a tick, beyond what the columns show.

use serde::{Deserialize, Serialize};

use crate::units::EntityId;
use crate::units::math::Vec3;

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// A body was stopped harder than [`super::crash::IMPACT_MIN_MPS`].
    Hit {
        /// Who took it.
        entity: EntityId,
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
}
