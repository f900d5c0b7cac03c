//! What can happen next in a rig, and in which order when it happens at one instant.
//!
//! On a perfect link a frame, the input it sends, the tick that runs it and the snapshot of that tick all fall on the
//! same microsecond. Were their order left to a heap or to chance, two runs would differ and nobody could say which one
//! is right. So the order is written down, once, as the order of [`Event`]'s variants.

use tacho_core::units::ClientId;

/// The next thing to happen.
///
/// **The tie-break.** At one instant: the authority reads what has reached it; it runs one tick (the commands of that
/// tick first, then the players that join by it); the players read what has reached them; they run their frames. Within
/// each, by the number of the client. Of one client and direction, in the order in which the link hands it out. What an
/// event sends over a link without delay is an event of the same instant and takes its place in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Event {
    /// A datagram of this client reaches the authority.
    AuthorityReads(ClientId),
    /// The authority runs a tick.
    Step,
    /// A datagram of the authority reaches this client.
    PlayerReads(ClientId),
    /// This client runs a frame.
    Frame(ClientId),
}
