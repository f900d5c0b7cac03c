//! Every message of the game, byte by byte.
//!
//! A writer and a reader that are written apart drift apart: a field added to the one and forgotten in the other is found
//! in play, as garbage. So a message is the list of its fields in the order in which they travel, said once, and its
//! writer, its reader and its size follow from that list ([`Wire`]). Numbers are little-endian.
//!
//! What comes in is not trusted: it is refused with a reason and a place ([`WireError`]), never panicked over, and no
//! count in it makes the reader allocate more than the message's own bound.

mod codec;
mod input_history;
mod messages;

pub use codec::{Fault, Reader, Wire, WireError, Writer};
pub use input_history::InputHistory;
pub use messages::{
    ClientMessage, CurrentVersion, Epoch, INPUT_FRAME_HEADER_BYTES, InputFrame, LevelName, MAX_FRAME_INPUTS,
    PROTOCOL_VERSION, ServerMessage, SnapshotFrame, SnapshotHeader, Welcome,
};
