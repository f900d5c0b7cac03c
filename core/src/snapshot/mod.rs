//! What of the world travels, and how.
//!
//! A snapshot is a list of records, one an entity, each cut into groups of bytes: what it is, its pose, its motion, its
//! driving. A client that acknowledged snapshot B is sent only the groups in which snapshot N differs from B, byte by byte,
//! so whatever was lost in between, what it then shows is what the authority's tick N was. Nothing depends on the frames
//! that came or did not come before.
//!
//! What the player controls travels in full floats, everything else on a grid. That is what makes a prediction
//! comparable: an entity whose local state encodes to the bytes that came *is* what came.
//!
//! | file | what it is |
//! |---|---|
//! | `grid` | numbers on the wire's grid |
//! | `form` | the forms of a record, their groups and sizes |
//! | `state` | what of an entity's state travels |
//! | `record` | one entity as bytes, and back |
//! | `capture` | the only reader of a world for the wire |
//! | `event` | what happened, with serials, as bytes |
//! | `encoder` | the authority's side of one client: bases and changes |
//! | `reader` | the client's side: every kind of snapshot through one door |

mod capture;
mod encoder;
mod event;
mod form;
mod grid;
mod reader;
mod record;
mod state;
#[cfg(test)]
mod tests;

pub use capture::{Snapshot, capture};
pub use encoder::SnapshotEncoder;
pub use event::{EVENT_FRAMES, SentEvent};
pub use form::Form;
pub use grid::{POSITION_STEP_M, SPIN_STEP_RADPS, VELOCITY_STEP_MPS};
pub use reader::{News, ReadOutcome, SnapshotReader};
pub use record::Record;
pub use state::State;
