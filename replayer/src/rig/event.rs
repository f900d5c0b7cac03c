//! What can happen next in a rig, and in which order when it happens at one instant.
//!
//! On a perfect link a frame, the input it sends, the tick that runs it and the snapshot of that tick all fall on the
//! same microsecond. Were their order left to a heap or to chance, two runs would differ and nobody could say which one
//! is right. So the order is written down, once, as the order of [`Event`]'s variants.

use tacho_core::units::ClientId;

/// The next thing to happen.
///
/// At one instant the variants come in the order in which they stand here, and each by the number of the client. What an
/// event sends over a link without delay is an event of the same instant and takes its place in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    /// A datagram of this client reaches the authority.
    AuthorityReads(ClientId),
    /// The authority runs a tick: its commands are handed over, it steps, the players that join by it are there.
    Step,
    /// A datagram of the authority reaches this client.
    PlayerReads(ClientId),
    /// This client runs a frame.
    Frame(ClientId),
}
