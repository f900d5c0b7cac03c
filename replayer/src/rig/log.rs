//! A whole run in memory.

use std::collections::BTreeMap;

use tacho_core::{
    play::{DrawnRow, InputRun, Note, StateDigest, TruthRow},
    units::{ClientId, Micros, Tick, TickSpan},
};

use super::{
    landing::Landing,
    witness::{DatagramSeen, Direction, FrameSeen, TickSeen, Witness},
};

/// One tick of the authority: [`TickSeen`], kept.
#[derive(Clone, Debug, PartialEq)]
pub struct TickLog {
    /// The tick.
    pub tick: Tick,
    /// When it ran.
    pub at: Micros,
    /// The commands it ran, in order.
    pub commands: Vec<Vec<u8>>,
    /// The inputs it ran, in order.
    pub inputs: Vec<InputRun>,
    /// Digest of the authority after it.
    pub digest: StateDigest,
    /// Every entity after it.
    pub truth: Vec<TruthRow>,
    /// The named fields of each client's own entity after it.
    pub own_fields: Vec<(ClientId, Vec<f32>)>,
}

/// One frame of a client: [`FrameSeen`], kept.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameLog {
    /// Whose it is.
    pub client: ClientId,
    /// When it ran.
    pub at: Micros,
    /// What it shows.
    pub drawn: Vec<DrawnRow>,
    /// What was noticed since the frame before.
    pub notes: Vec<Note>,
}

/// What went over one link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Datagrams given to the link.
    pub sent: u64,
    /// Their bytes.
    pub sent_bytes: u64,
    /// Datagrams that came out of it and were read; copies count again.
    pub read: u64,
    /// Their bytes.
    pub read_bytes: u64,
}

/// Everything that happened in a run. Two runs of the same arguments leave equal logs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunLog {
    /// The ticks, in order.
    pub ticks: Vec<TickLog>,
    /// The frames of all clients, in the order of their instants.
    pub frames: Vec<FrameLog>,
    /// What went over each link.
    pub traffic: BTreeMap<(ClientId, Direction), Traffic>,
    landings: BTreeMap<ClientId, Landing>,
}

impl RunLog {
    /// The frames of one client.
    pub fn frames_of(&self, client: ClientId) -> impl Iterator<Item = &FrameLog> {
        self.frames.iter().filter(move |frame| frame.client == client)
    }

    /// Where the ticks of `client` landed; `None` where the authority ran none of them.
    #[must_use]
    pub fn landing(&self, client: ClientId) -> Option<&Landing> {
        self.landings.get(&client)
    }

    /// The stretch of the authority's timeline at which `client` drew `row`. To be asked after the run: a predicted tick
    /// that the authority ran later is placed where it was run, one that it never came to where it would have been.
    /// `None` where the row names no tick, or only ticks of a client of which the authority ran none.
    #[must_use]
    pub fn span(&self, client: ClientId, row: &DrawnRow) -> Option<TickSpan> {
        let predicted = row.client_tick.and_then(|tick| self.landing(client)?.time_of(tick));
        match (row.server_tick, predicted) {
            (Some(a), Some(b)) => Some(TickSpan { from: a.min(b), to: a.max(b) }),
            (one, other) => one.or(other).map(TickSpan::at),
        }
    }
}

impl Witness for RunLog {
    fn on_tick(&mut self, seen: &TickSeen) {
        for run in seen.inputs {
            self.landings.entry(run.client).or_default().record(run);
        }
        self.ticks.push(TickLog {
            tick: seen.tick,
            at: seen.at,
            commands: seen.commands.to_vec(),
            inputs: seen.inputs.to_vec(),
            digest: seen.digest,
            truth: seen.truth.to_vec(),
            own_fields: seen.own_fields.to_vec(),
        });
    }

    fn on_frame(&mut self, seen: &FrameSeen) {
        self.frames.push(FrameLog {
            client: seen.client,
            at: seen.at,
            drawn: seen.drawn.to_vec(),
            notes: seen.notes.to_vec(),
        });
    }

    fn on_sent(&mut self, datagram: &DatagramSeen) {
        let traffic = self.traffic.entry((datagram.client, datagram.direction)).or_default();
        traffic.sent += 1;
        traffic.sent_bytes += datagram.bytes.len() as u64;
    }

    fn on_read(&mut self, datagram: &DatagramSeen, _at: Micros) {
        let traffic = self.traffic.entry((datagram.client, datagram.direction)).or_default();
        traffic.read += 1;
        traffic.read_bytes += datagram.bytes.len() as u64;
    }
}
