//! What a run shows to whoever watches it: each tick, each frame, each datagram, as it happens.
//!
//! A minute of a full room is a hundred megabytes of truth. A witness may keep it ([`super::RunLog`]), write it to a
//! file as it comes, or look at one number of it and forget the rest.

use tacho_core::{
    play::{DrawnRow, InputRun, Lane, Note, StateDigest, TruthRow},
    units::{ClientId, Micros, Tick},
};

/// One tick of the authority.
#[derive(Clone, Copy, Debug)]
pub struct TickSeen<'a> {
    /// The tick.
    pub tick: Tick,
    /// When it ran: when it was due, or later after a stall.
    pub at: Micros,
    /// The commands it ran, in order.
    pub commands: &'a [Vec<u8>],
    /// The inputs it ran, in order.
    pub inputs: &'a [InputRun],
    /// Digest of the authority after it.
    pub digest: StateDigest,
    /// A digest of each of its components after it: once a second, on the ticks that are whole seconds.
    pub components: Option<&'a [u64]>,
    /// Every entity after it.
    pub truth: &'a [TruthRow],
    /// The named fields of each client's own entity after it; empty for a client that has none.
    pub own_fields: &'a [(ClientId, Vec<f32>)],
}

/// One frame of a client.
#[derive(Clone, Copy, Debug)]
pub struct FrameSeen<'a> {
    /// Whose it is.
    pub client: ClientId,
    /// When it ran.
    pub at: Micros,
    /// What it shows.
    pub drawn: &'a [DrawnRow],
    /// What was noticed since the frame before.
    pub notes: &'a [Note],
}

/// Which way a datagram goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// To the authority.
    Up,
    /// To a client.
    Down,
}

/// One datagram, as it was sent.
#[derive(Clone, Copy, Debug)]
pub struct DatagramSeen<'a> {
    /// The client at one end of it.
    pub client: ClientId,
    /// Which way it goes.
    pub direction: Direction,
    /// When it was sent.
    pub sent: Micros,
    /// How it travels.
    pub lane: Lane,
    /// What it says.
    pub bytes: &'a [u8],
}

/// Watches a run. The calls come in the order of events; none of them can change the run.
pub trait Witness {
    /// The authority has run a tick. What the tick sends comes after.
    fn on_tick(&mut self, tick: &TickSeen);
    /// A client has run a frame. What the frame sends comes after.
    fn on_frame(&mut self, frame: &FrameSeen);
    /// A datagram was given to its link.
    fn on_sent(&mut self, _datagram: &DatagramSeen) {}
    /// A datagram came out of its link and was read, at `at`: in the same order as it was handed to its reader.
    fn on_read(&mut self, _datagram: &DatagramSeen, _at: Micros) {}
}
