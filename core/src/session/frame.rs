//! What a frame shows. The window draws it and the measures judge it; there is no second picture.

use crate::input::Keys;
use crate::play::{DrawnRow, Source};
use crate::snapshot::State;
use crate::units::EntityId;
use crate::units::math::{Quat, Vec3};

/// What is shown of a person beside its pose. Its rotation is where it faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figure {
    /// Row of [`crate::sim::people::KINDS`].
    pub kind: u8,
    /// The slot of the weapon in hand.
    pub slot: u8,
    /// Whether it has raised that.
    pub is_aiming: bool,
    /// Whether it lies where something threw it.
    pub is_limp: bool,
    /// Whether it is dead.
    pub is_dead: bool,
}

/// What an entity is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawnKind {
    /// A vehicle, and whoever sits in it.
    Vehicle,
    /// A person on foot.
    Person(Figure),
    /// A rocket or a grenade.
    Projectile,
    /// A loose piece of the level.
    Piece,
}

impl DrawnKind {
    /// What is shown of a state beside its pose.
    #[must_use]
    pub fn of(state: &State) -> DrawnKind {
        match state {
            State::Vehicle(_) => DrawnKind::Vehicle,
            State::Person(state) => DrawnKind::Person(Figure {
                kind: state.person.kind,
                slot: state.controls.slot,
                is_aiming: Keys(state.controls.keys).holds(Keys::AIM),
                is_limp: state.walk.limp_ticks > 0,
                is_dead: state.fight.dead_ticks > 0,
            }),
            State::Projectile(_) => DrawnKind::Projectile,
            State::Piece(_) => DrawnKind::Piece,
        }
    }
}

/// One entity as it is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawn {
    /// Which.
    pub entity: EntityId,
    /// What it is.
    pub kind: DrawnKind,
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
    /// What the player looks at while it controls nothing: the vehicle that it rides in, or its own body. It is among the
    /// others.
    pub watched: Option<EntityId>,
    /// Everything else, in the order of the entities.
    pub others: Vec<Drawn>,
}
