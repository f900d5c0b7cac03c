//! A run of the rig, written to a trace while it goes on.
//!
//! What is written is what the authority was given and what became of it: commands, inputs, digests. That is enough to
//! run it again; what the players saw follows from it.

use std::io::Write;
use std::mem;

use tacho_core::play::InputRun;
use tacho_core::units::Tick;
use tacho_replayer::rig::{FrameSeen, TickSeen, Witness};
use tacho_traces::{
    ClientRecord, ComponentDigest, DigestRecord, Header, InputRecord, Summary, TickRecords, TraceError, TraceWriter,
};

/// Writes each tick that it is shown. A witness cannot stop a run, so a failure is kept until somebody asks.
pub struct Recording<W: Write> {
    writer: TraceWriter<W>,
    /// Those that are not yet written, each with the tick at which it joins.
    clients: Vec<ClientRecord>,
    failed: Option<TraceError>,
}

impl<W: Write> Recording<W> {
    /// Begins a trace of a session in which `clients` take part.
    ///
    /// # Errors
    /// Where the header or the level is too large, or the sink fails.
    pub fn begin(
        sink: W,
        header: &Header,
        level_ron: &str,
        clients: Vec<ClientRecord>,
    ) -> Result<Recording<W>, TraceError> {
        Ok(Recording { writer: TraceWriter::create(sink, header, level_ron)?, clients, failed: None })
    }

    /// What has gone wrong, once. Nothing is written after it.
    pub fn take_failure(&mut self) -> Option<TraceError> {
        self.failed.take()
    }

    /// Ends the trace.
    ///
    /// # Errors
    /// Where the sink fails, or has failed.
    pub fn finish(self) -> Result<Summary, TraceError> {
        match self.failed {
            Some(failed) => Err(failed),
            None => self.writer.finish(),
        }
    }

    fn clients_of(&mut self, tick: Tick) -> Vec<ClientRecord> {
        let (now, later) = mem::take(&mut self.clients).into_iter().partition(|client| client.joined <= tick);
        self.clients = later;
        now
    }
}

impl<W: Write> Witness for Recording<W> {
    fn on_tick(&mut self, seen: &TickSeen) {
        if self.failed.is_some() {
            return;
        }
        let records = TickRecords {
            clients: self.clients_of(seen.tick),
            commands: seen.commands.to_vec(),
            inputs: seen.inputs.iter().map(input_record).collect(),
            digest: Some(DigestRecord { total: seen.digest.total, locator: seen.digest.locator }),
            components: component_records(seen.components.unwrap_or_default()),
            ..TickRecords::new(seen.tick)
        };
        self.failed = self.writer.push_tick(&records).err();
    }

    fn on_frame(&mut self, _seen: &FrameSeen) {}
}

fn input_record(run: &InputRun) -> InputRecord {
    InputRecord { client: run.client, seq: run.seq, input: run.input.clone(), guessed: run.guessed }
}

fn component_records(digests: &[u64]) -> Vec<ComponentDigest> {
    (0..).zip(digests).map(|(component, &digest)| ComponentDigest { component, digest }).collect()
}
