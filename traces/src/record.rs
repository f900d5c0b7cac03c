//! What a trace holds of one tick.

use serde::{Deserialize, Serialize};
use tacho_core::units::{ClientId, Seq, Tick};

/// Encoded bytes of one record at most. The largest honest one is a tick in which many clients bring new inputs (tens of
/// kilobytes); a list of empty commands takes 24 times as much memory as it has bytes, so this bounds that as well.
pub const MAX_RECORD_BYTES: usize = 512 << 10;

/// One client's input of one tick, as the authority ran it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputRecord {
    /// Whose it was.
    pub client: ClientId,
    /// The client's own number for it.
    pub seq: Seq,
    /// The input in the game's encoding.
    pub input: Vec<u8>,
    /// Whether it had not come in time and was guessed.
    pub guessed: bool,
}

/// What the world was after a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DigestRecord {
    /// Of everything that the next step depends on.
    #[serde(with = "postcard::fixint::le")]
    pub total: u64,
    /// Two coarser digests by which a difference is narrowed down.
    pub locator: [u32; 2],
}

/// What one component of the world was after a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComponentDigest {
    /// Its place in [`crate::Header::components`].
    pub component: u16,
    /// Its digest.
    #[serde(with = "postcard::fixint::le")]
    pub digest: u64,
}

/// A client, told once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientRecord {
    /// Its number.
    pub client: ClientId,
    /// What it calls itself.
    pub name: String,
    /// The tick at which it joined, which may be before the recording began.
    pub joined: Tick,
}

/// Everything recorded of one tick.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TickRecords {
    /// The tick.
    pub tick: Tick,
    /// Clients that became known.
    pub clients: Vec<ClientRecord>,
    /// What somebody wished to find again.
    pub markers: Vec<String>,
    /// Ticks since the tick before whose records were lost because the recorder could not keep up.
    pub dropped: u32,
    /// The commands that the tick ran, in order, in the game's encoding.
    pub commands: Vec<Vec<u8>>,
    /// The inputs that it ran, in order.
    pub inputs: Vec<InputRecord>,
    /// What it led to.
    pub digest: Option<DigestRecord>,
    /// What it led to by component; every second is enough.
    pub components: Vec<ComponentDigest>,
}

impl TickRecords {
    /// Nothing, yet, of `tick`.
    #[must_use]
    pub fn new(tick: Tick) -> TickRecords {
        TickRecords { tick, ..TickRecords::default() }
    }
}

/// The kinds of record, by the byte that begins each. What a kind holds never changes; new kinds are appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum RecordKind {
    /// Opens a tick: all that follows up to the next of these belongs to it.
    Tick = 0,
    /// Clients that became known.
    Clients = 1,
    /// What somebody wished to find again.
    Markers = 2,
    /// How many ticks were lost.
    Dropped = 3,
    /// What the tick was told.
    Commands = 4,
    /// What its clients did.
    Inputs = 5,
    /// What it led to.
    Digest = 6,
    /// What it led to by component.
    Components = 7,
}

impl RecordKind {
    /// Every kind that this build knows, in the order of their bytes.
    pub const ALL: [RecordKind; 8] = [
        RecordKind::Tick,
        RecordKind::Clients,
        RecordKind::Markers,
        RecordKind::Dropped,
        RecordKind::Commands,
        RecordKind::Inputs,
        RecordKind::Digest,
        RecordKind::Components,
    ];

    /// The kind that `byte` begins, or `None` where a later version's does.
    #[must_use]
    pub fn from_byte(byte: u8) -> Option<RecordKind> {
        RecordKind::ALL.get(usize::from(byte)).copied()
    }

    /// For a table.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            RecordKind::Tick => "ticks",
            RecordKind::Clients => "clients",
            RecordKind::Markers => "markers",
            RecordKind::Dropped => "dropped",
            RecordKind::Commands => "commands",
            RecordKind::Inputs => "inputs",
            RecordKind::Digest => "digests",
            RecordKind::Components => "components",
        }
    }
}
