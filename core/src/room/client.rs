//! What a room keeps of one client.

use super::input_queue::{InputQueue, Run};
use crate::sim::{Event, World};
use crate::snapshot::{SnapshotEncoder, capture};
use crate::units::ClientId;
use crate::wire::{ClientMessage, Epoch, ServerMessage, SnapshotFrame, SnapshotHeader, WireError};

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct RoomClient {
    queue: InputQueue,
    encoder: SnapshotEncoder,
    late_told: u64,
}

impl RoomClient {
    /// Takes in a datagram.
    ///
    /// # Errors
    /// Where it is no message of a client. Nothing is changed then.
    pub fn handle_datagram(&mut self, bytes: &[u8]) -> Result<(), WireError> {
        let ClientMessage::Inputs(frame) = ClientMessage::decode(bytes)?;
        if let Some(ack) = frame.ack {
            self.encoder.handle_ack(ack);
        }
        self.queue.handle_frame(&frame);
        Ok(())
    }

    /// The client's tick for this tick of the room; none before its first input.
    pub fn step(&mut self) -> Option<Run> {
        self.queue.step()
    }

    /// Takes in what happened in a tick, to be said with the next snapshots.
    pub fn handle_event(&mut self, world: &World, event: Event) {
        self.encoder.handle_event(world.tick(), event);
    }

    /// The snapshot of the tick that just ran, as a datagram.
    pub fn snapshot(&mut self, client: ClientId, epoch: Epoch, world: &World) -> Vec<u8> {
        let late = self.queue.counts().late;
        let header = SnapshotHeader {
            epoch,
            tick: world.tick(),
            last_seq: self.queue.last_seq(),
            queue_len: self.queue.len().min(usize::from(u8::MAX)) as u8,
            late: late > self.late_told,
        };
        self.late_told = late;
        let (base, payload) = self.encoder.encode(capture(world, client));
        ServerMessage::Snapshot(SnapshotFrame { header, base, payload: &payload }).encode()
    }
}
