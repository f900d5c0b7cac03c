//! The messages, and who sends which.
//!
//! | kind | from | message | lane |
//! |---|---|---|---|
//! | 1 | authority | [`Welcome`]: what a client must know before its first snapshot | reliable |
//! | 3 | authority | [`SnapshotFrame`] whole: needs nothing before it | unreliable |
//! | 6 | authority | [`SnapshotFrame`] onto a base that the client acknowledged | unreliable |
//! | 7 | client | [`InputFrame`]: the newest inputs, and the acknowledgement | unreliable |
//!
//! The first byte is the kind. A kind names a layout for good: another layout is another number.

use crate::input::{INPUT_BYTES, Input};
use crate::units::{ClientId, Seq, Tick};
use crate::wire::codec::{message, wire_newtypes};
use crate::wire::{Fault, Reader, Wire, WireError, Writer};

#[cfg(test)]
mod tests;

/// Raised with every change that makes an older end misread a newer one.
pub const PROTOCOL_VERSION: u16 = 1;

/// Most inputs of one frame: as many as the authority's queue holds. More could only be older than it would take.
pub const MAX_FRAME_INPUTS: usize = 8;

/// Bytes of an input frame before its inputs: kind, acknowledgement, newest number, count.
pub const INPUT_FRAME_HEADER_BYTES: usize = 1 + 4 + 4 + 1;

/// Longest level name, in bytes.
const MAX_LEVEL_NAME_BYTES: usize = 64;

const KIND_WELCOME: u8 = 1;
const KIND_SNAPSHOT_WHOLE: u8 = 3;
const KIND_SNAPSHOT_ONTO: u8 = 6;
const KIND_INPUTS: u8 = 7;

/// Which life of its room an authority is in. A room that is restarted counts its ticks anew; without this number its
/// tick 5 would be older than the tick 80,000 that the client holds, and be dropped as stale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Epoch(pub u16);
wire_newtypes!(Epoch);

impl Epoch {
    /// Whether this life comes after `other`, the shorter way round: the number wraps.
    #[must_use]
    pub fn is_newer_than(self, other: Epoch) -> bool {
        (self.0.wrapping_sub(other.0) as i16) > 0
    }
}

/// This build's [`PROTOCOL_VERSION`]. It has no other value: reading any other version is a refusal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CurrentVersion;

impl Wire for CurrentVersion {
    fn size(&self) -> usize {
        PROTOCOL_VERSION.size()
    }

    fn write(&self, writer: &mut Writer) {
        PROTOCOL_VERSION.write(writer);
    }

    fn read(reader: &mut Reader<'_>) -> Result<CurrentVersion, WireError> {
        let here = reader.clone();
        match reader.get()? {
            PROTOCOL_VERSION => Ok(CurrentVersion),
            theirs => Err(here.refuse(Fault::Version { theirs, ours: PROTOCOL_VERSION })),
        }
    }
}

/// A level's name, at most 64 bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelName(pub String);

impl Wire for LevelName {
    fn size(&self) -> usize {
        1 + self.0.len()
    }

    fn write(&self, writer: &mut Writer) {
        assert!(self.0.len() <= MAX_LEVEL_NAME_BYTES, "the level's name is too long to send");
        (self.0.len() as u8).write(writer);
        writer.put_bytes(self.0.as_bytes());
    }

    fn read(reader: &mut Reader<'_>) -> Result<LevelName, WireError> {
        let count = read_count(reader, MAX_LEVEL_NAME_BYTES)?;
        let here = reader.clone();
        let name = std::str::from_utf8(reader.get_bytes(count)?).map_err(|_| here.refuse(Fault::Text))?;
        Ok(LevelName(name.to_owned()))
    }
}

/// An input is eleven bytes, laid out where it is defined.
impl Wire for Input {
    fn size(&self) -> usize {
        INPUT_BYTES
    }

    fn write(&self, writer: &mut Writer) {
        writer.put_bytes(&self.to_bytes());
    }

    fn read(reader: &mut Reader<'_>) -> Result<Input, WireError> {
        Ok(Input::from_bytes(reader.get_array()?))
    }
}

/// The inputs of one frame, counted in a byte.
impl Wire for Vec<Input> {
    fn size(&self) -> usize {
        1 + self.len() * INPUT_BYTES
    }

    fn write(&self, writer: &mut Writer) {
        assert!(self.len() <= MAX_FRAME_INPUTS, "too many inputs for one frame");
        (self.len() as u8).write(writer);
        self.iter().for_each(|input| input.write(writer));
    }

    fn read(reader: &mut Reader<'_>) -> Result<Vec<Input>, WireError> {
        let count = read_count(reader, MAX_FRAME_INPUTS)?;
        (0..count).map(|_| reader.get()).collect()
    }
}

/// A count in a byte, refused beyond `most`.
fn read_count(reader: &mut Reader<'_>, most: usize) -> Result<usize, WireError> {
    let here = reader.clone();
    let count = usize::from(reader.get::<u8>()?);
    if count > most { Err(here.refuse(Fault::Count { count, most })) } else { Ok(count) }
}

message! {
    /// What a client did last. Inputs travel again in the frames after their own, since a frame may be lost and a lost
    /// input is a guess; the authority knows copies by their numbers.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct InputFrame {
        /// The newest snapshot that the client holds and can be sent changes to.
        pub ack: Option<Tick>,
        /// The number of the first input below; those after it count down from it.
        pub newest: Seq,
        /// Newest first. None at all is an acknowledgement alone.
        pub inputs: Vec<Input>,
    }
}

message! {
    /// The first word to a client.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Welcome {
        /// Read first, so that another version is refused as such, whatever follows it.
        pub version: CurrentVersion,
        /// The room's life.
        pub epoch: Epoch,
        /// Who the client is.
        pub client: ClientId,
        /// The level's name.
        pub level: LevelName,
        /// The level's canonical hash: a client that holds another level by this name must not predict on it.
        pub level_hash: u64,
        /// The authority's tick as it welcomes.
        pub tick: Tick,
        /// Ticks a second.
        pub tick_rate_hz: u16,
    }
}

message! {
    /// What a snapshot says to its one client before it says anything of the world.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct SnapshotHeader {
        /// The room's life.
        pub epoch: Epoch,
        /// The tick that the snapshot shows.
        pub tick: Tick,
        /// The newest of the client's own ticks that the authority had run by then; none before its first input.
        pub last_seq: Option<Seq>,
        /// Inputs of the client that were waiting, after that tick.
        pub queue_len: u8,
        /// Whether an input came after its tick had been run without it since the last snapshot.
        pub late: bool,
    }
}

/// A snapshot as it travels: the payload is the business of the snapshot's own reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SnapshotFrame<'a> {
    /// What it says to its client.
    pub header: SnapshotHeader,
    /// The snapshot that the payload changes; none where it is whole.
    pub base: Option<Tick>,
    /// The world.
    pub payload: &'a [u8],
}

/// What a client sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientMessage {
    /// Kind 7.
    Inputs(InputFrame),
}

impl ClientMessage {
    /// The message as a datagram.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        match self {
            ClientMessage::Inputs(frame) => encode(KIND_INPUTS, frame),
        }
    }

    /// The reverse.
    ///
    /// # Errors
    /// Where the bytes are no message of a client.
    pub fn decode(bytes: &[u8]) -> Result<ClientMessage, WireError> {
        let mut reader = Reader::new(bytes);
        let here = reader.clone();
        let message = match reader.get()? {
            KIND_INPUTS => ClientMessage::Inputs(reader.get()?),
            other => return Err(here.refuse(Fault::Kind(other))),
        };
        reader.finish()?;
        Ok(message)
    }
}

/// What the authority sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerMessage<'a> {
    /// Kind 1.
    Welcome(Welcome),
    /// Kind 3 where it is whole, kind 6 where it goes onto a base.
    Snapshot(SnapshotFrame<'a>),
}

impl<'a> ServerMessage<'a> {
    /// The message as a datagram.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        match self {
            ServerMessage::Welcome(welcome) => encode(KIND_WELCOME, welcome),
            ServerMessage::Snapshot(SnapshotFrame { header, base, payload }) => {
                let mut writer = Writer::with_capacity(1 + header.size() + 4 + payload.len());
                writer.put(&base.map_or(KIND_SNAPSHOT_WHOLE, |_| KIND_SNAPSHOT_ONTO));
                writer.put(header);
                if let Some(base) = base {
                    writer.put(base);
                }
                writer.put_bytes(payload);
                writer.into_bytes()
            }
        }
    }

    /// The reverse. A snapshot's payload is not looked into.
    ///
    /// # Errors
    /// Where the bytes are no message of an authority of this version.
    pub fn decode(bytes: &'a [u8]) -> Result<ServerMessage<'a>, WireError> {
        let mut reader = Reader::new(bytes);
        let here = reader.clone();
        let message = match reader.get()? {
            KIND_WELCOME => ServerMessage::Welcome(reader.get()?),
            KIND_SNAPSHOT_WHOLE => {
                let header = reader.get()?;
                ServerMessage::Snapshot(SnapshotFrame { header, base: None, payload: reader.get_rest() })
            }
            KIND_SNAPSHOT_ONTO => {
                let (header, base) = (reader.get()?, reader.get()?);
                ServerMessage::Snapshot(SnapshotFrame { header, base: Some(base), payload: reader.get_rest() })
            }
            other => return Err(here.refuse(Fault::Kind(other))),
        };
        reader.finish()?;
        Ok(message)
    }
}

/// A kind and its fields.
fn encode(kind: u8, fields: &impl Wire) -> Vec<u8> {
    let mut writer = Writer::with_capacity(1 + fields.size());
    writer.put(&kind);
    writer.put(fields);
    writer.into_bytes()
}
