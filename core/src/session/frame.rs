//! What a frame shows. The window draws it and the measures judge it; there is no second picture.

use crate::play::{DrawnRow, Source};
use crate::units::EntityId;
use crate::units::math::{Quat, Vec3};

/// One entity as it is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawn {
    /// Which.
    pub entity: EntityId,
    /// Position in metres.
    pub position: Vec3,
    /// Rotation.
    pub rotation: Quat,
    /// The velocity it is shown moving at, in m/s.
    pub velocity: Vec3,
    /// The authority's tick it is drawn at, where it is drawn from measurements.
    pub server_tick: Option<f64>,
    /// The client's tick it is drawn at, where it is predicted.
    pub client_tick: Option<f64>,
    /// Where the pose came from.
    pub source: Source,
}

impl Drawn {
    /// The same as a plain row.
    #[must_use]
    pub fn row(&self, own: bool) -> DrawnRow {
        DrawnRow {
            entity: self.entity.bits(),
            own,
            position: self.position.to_array(),
            rotation: self.rotation.to_array(),
            server_tick: self.server_tick,
            client_tick: self.client_tick,
            source: self.source,
        }
    }
}

/// One rendered frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// What the player controls.
    pub own: Option<Drawn>,
    /// What hangs on it.
    pub trailer: Option<Drawn>,
    /// Everything else, in the order of the entities.
    pub others: Vec<Drawn>,
}
