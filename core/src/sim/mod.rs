//! The simulation: one world, its rules, and nothing of networks.
//!
//! Prediction only works where the authority's future can be computed on the client to the bit, and a rewind only where a
//! world can be put back to the bit. Both are the job of this module.
//!
//! | file | what it is |
//! |---|---|
//! | `world` | the world and the order of its systems |
//! | `component`, `store` | the columns, and legion behind one file |
//! | `physics` | Rapier behind a face of slots |
//! | `vehicle/` | springs, tyres, engine, the classes |
//! | `near` | who is near a place |
//! | `people/` | who walks, drives and rides |
//! | `weapons/` | what is fired, thrown and blows up |
//! | `pieces` | light pieces: standing, torn loose, planted again |
//! | `hitch`, `trailer` | who hangs on whom; trailers given and taken |
//! | `crash` | blows above a threshold |
//! | `command`, `event` | what goes in beside inputs, what comes out beside columns |
//! | `overlay` | the authority's word laid over a session's world |
//! | `save`, `digest`, `observe`, `fields` | putting away, comparing, reading |
//! | `ai/` | drivers that write inputs |
//! | `golden` | runs whose digests are literals |

pub mod ai;
mod command;
mod component;
mod crash;
mod digest;
mod event;
mod fields;
pub mod golden;
mod hitch;
mod near;
mod observe;
mod overlay;
pub mod people;
mod physics;
mod pieces;
mod save;
mod store;
mod trailer;
mod vehicle;
pub mod weapons;
mod world;

#[cfg(test)]
mod tests;

pub use command::{Command, CommandError, Population};
pub use component::{
    Condition, Controls, Drive, Fight, Motion, NO_HITCH, NO_OWNER, NO_VEHICLE, NOBODY, NOT_A_CLIENT, Person, Value,
    Vehicle, Walk,
};
pub use crash::IMPACT_MIN_MPS;
pub use digest::{Difference, Digest, Locator, component_names};
pub use event::Event;
pub use fields::{OWN_FIELD_NAMES, OWN_FIELDS};
pub use overlay::{PersonState, PieceState, ProjectileState, VehicleState};
pub use pieces::{FIRST_PIECE_INDEX, piece_entity, piece_of};
pub use save::{KeyframeError, Save};
pub use vehicle::{CLASSES, Class, ClassError, REACH_MOST_M, Tow};
pub use world::{Role, System, World};

/// The version of the physics. It decides bits as the rules themselves do.
pub const PHYSICS_VERSION: &str = rapier3d::VERSION;
