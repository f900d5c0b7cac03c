//! The two ends of a game as a rig or a shell sees them: an authority and a player.
//!
//! The recorder, the rig, the measures and the reports are worth more than one game. So they never see a car: commands,
//! inputs and datagrams are bytes to them, and what was true and what was drawn are plain rows. A game that implements
//! these two traits is recorded, replayed under any network and judged by the same tools.
//!
//! **The calling law.** Both are machines without a clock: `handle_*` takes something in and does nothing else visible;
//! [`Authority::step`] and [`Player::handle_frame`] are the only calls that let time pass; after either, and after any
//! `handle_*`, `poll_*` is called until it yields `None`. Nothing is sent, read or drawn in between.

use crate::units::{ClientId, Micros, Seq, Tick};

/// How a datagram wants to travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lane {
    /// In order and without loss: welcomes, and what is said once.
    Reliable,
    /// As fast as can be: inputs and snapshots. May be lost, doubled or overtaken.
    Unreliable,
}

/// Why bytes from outside were refused, in words for the one who sent them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

/// A datagram on its way from the authority to a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToClient {
    /// Whose it is.
    pub to: ClientId,
    /// How it travels.
    pub lane: Lane,
    /// What is sent.
    pub bytes: Vec<u8>,
}

/// A datagram on its way from a player to the authority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToServer {
    /// How it travels.
    pub lane: Lane,
    /// What is sent.
    pub bytes: Vec<u8>,
}

/// One client's input for one tick, as the authority ran it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputRun {
    /// The tick that ran it.
    pub tick: Tick,
    /// Whose it was.
    pub client: ClientId,
    /// The client's own number for it. The server tick of a client tick is read off these.
    pub seq: Seq,
    /// The input itself, in the game's encoding.
    pub input: Vec<u8>,
    /// Whether it had not come in time and was guessed.
    pub guessed: bool,
}

/// The authority's state after a tick in sixteen bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StateDigest {
    /// Of everything that the next step depends on.
    pub total: u64,
    /// Two coarser digests by which the game finds the place of a difference.
    pub locator: [u32; 2],
}

/// What the authority knows of one entity after a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TruthRow {
    /// The entity, generation included.
    pub entity: u32,
    /// The client whose own entity it is, if any.
    pub owner: Option<ClientId>,
    /// Position in metres.
    pub position: [f32; 3],
    /// Rotation as a unit quaternion, x y z w.
    pub rotation: [f32; 4],
    /// Velocity in m/s.
    pub velocity: [f32; 3],
    /// Whether it touched another body or a wall in this tick.
    pub in_contact: bool,
    /// Whether the rules themselves put it somewhere else in this tick (a reset, a respawn).
    pub relocated: bool,
}

/// Where a drawn pose came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// The local simulation, ahead of the authority.
    Predicted,
    /// Between two measurements.
    Interpolated,
    /// Past the newest measurement, carried on by its velocity.
    Extrapolated,
    /// Past the newest measurement, standing.
    Held,
    /// Between two of the above.
    Blending,
}

/// One entity as a frame shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnRow {
    /// The entity, generation included.
    pub entity: u32,
    /// Whether it is the one that this player controls.
    pub own: bool,
    /// Position in metres.
    pub position: [f32; 3],
    /// Rotation as a unit quaternion, x y z w.
    pub rotation: [f32; 4],
    /// The moment it is drawn at on the authority's timeline, in ticks, where it is drawn from measurements.
    pub server_tick: Option<f64>,
    /// The moment it is drawn at on the client's own timeline, in ticks, where it is predicted. Both where it is between.
    pub client_tick: Option<f64>,
    /// Where the pose came from.
    pub source: Source,
}

/// What became of the prediction when the authority's word on one of its ticks came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The word was what had been predicted: nothing was run again.
    Stood,
    /// The word differed, of the own entity or of one near it: restored, overlaid, run again.
    Rewound,
    /// There was no prediction of that tick to hold against the word: taken as it is.
    Adopted,
}

/// What a session noticed since the last frame, for whoever measures it. Nothing here is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    /// A tick of the player's own entity was predicted for the first time.
    Predicted {
        /// The client tick.
        seq: Seq,
        /// Position after it, in metres.
        position: [f32; 3],
        /// Rotation after it, x y z w.
        rotation: [f32; 4],
        /// The game's named own fields after it, in the order of [`Authority::own_field_names`].
        fields: Vec<f32>,
        /// Whether the tick ran on a guess because the client could not keep up.
        guessed: bool,
    },
    /// A snapshot was held against the prediction.
    Reconciled {
        /// The authority's tick that the snapshot shows.
        tick: Tick,
        /// The newest client tick that the authority had run by then.
        seq: Seq,
        /// What became of the prediction.
        outcome: Outcome,
        /// How far the own entity's present pose was moved, in metres.
        correction_m: f32,
        /// How far it was turned, in degrees.
        correction_deg: f32,
        /// Whether the correction was shown at once instead of eased.
        snapped: bool,
        /// Client ticks in flight: predicted and not yet acknowledged.
        lead_ticks: u32,
    },
    /// A measurement of another entity was taken up for drawing.
    Sampled {
        /// The entity.
        entity: u32,
        /// The authority's tick that it was measured at.
        tick: Tick,
        /// The position, in metres.
        position: [f32; 3],
    },
    /// The render clock after this frame.
    Clock {
        /// The authority's tick that the frame is drawn at, before any tier's delay.
        render_tick: f64,
        /// Whether the clock drifted by its own rules in this frame.
        drifting: bool,
        /// Whether it was set anew.
        restarted: bool,
    },
    /// The prediction felt a crash of the own entity.
    CrashFelt {
        /// The client tick of it.
        seq: Seq,
        /// How hard, in hit points.
        points: f32,
    },
    /// The authority told of a crash of the own entity.
    CrashTold {
        /// The authority's tick of it.
        tick: Tick,
        /// How hard, in hit points.
        points: f32,
        /// Whether it had been felt already, so that nothing was shown again.
        was_felt: bool,
    },
}

/// The end that decides.
pub trait Authority {
    /// Takes in a datagram of a client.
    fn handle_datagram(&mut self, now: Micros, from: ClientId, bytes: &[u8]);
    /// Queues a command (a join, a reset) for the next step.
    ///
    /// # Errors
    /// Where the bytes are no command of this game.
    fn handle_command(&mut self, now: Micros, bytes: &[u8]) -> Result<(), Refused>;
    /// Runs one tick.
    fn step(&mut self, now: Micros);
    /// The tick that ran last.
    fn tick(&self) -> Tick;
    /// The next datagram to send.
    fn poll_datagram(&mut self) -> Option<ToClient>;
    /// The next input that the last step ran, in the order in which it ran them.
    fn poll_input_run(&mut self) -> Option<InputRun>;
    /// The command bytes that the last step ran, in order.
    fn poll_command_run(&mut self) -> Option<Vec<u8>>;
    /// Every entity after the last step, in the order of their numbers, appended to `out`.
    fn truth(&self, out: &mut Vec<TruthRow>);
    /// The names of the own entity's fields beside its pose, in a fixed order.
    fn own_field_names(&self) -> &'static [&'static str];
    /// Those fields of a client's own entity after the last step, appended to `out`; nothing where it has none.
    fn own_fields(&self, client: ClientId, out: &mut Vec<f32>);
    /// A digest of everything that the next step depends on and shows.
    fn digest(&self) -> StateDigest;
    /// A digest of each of the game's components, in one order, appended to `out`; nothing where it tells none apart.
    fn component_digests(&self, out: &mut Vec<u64>);
    /// A copy that goes on exactly as this one would.
    fn save(&self) -> Box<dyn Authority>;
}

/// The end that plays.
pub trait Player {
    /// Takes in a datagram of the authority.
    fn handle_datagram(&mut self, now: Micros, bytes: &[u8]);
    /// Runs one rendered frame: reads what has come, runs the ticks that the time owes, asking `keys` for the input of
    /// each in the game's encoding, and makes the picture.
    fn handle_frame(&mut self, now: Micros, keys: &mut dyn FnMut(Seq) -> Vec<u8>);
    /// The next datagram to send.
    fn poll_datagram(&mut self) -> Option<ToServer>;
    /// What the last frame shows, appended to `out`.
    fn drawn(&self, out: &mut Vec<DrawnRow>);
    /// The next thing that was noticed.
    fn poll_note(&mut self) -> Option<Note>;
    /// A copy that goes on exactly as this one would.
    fn save(&self) -> Box<dyn Player>;
}
