//! A driven session: players that see the picture, in the rig, recorded.

use std::io::Write;
use std::sync::Arc;

use tacho_core::level::Level;
use tacho_core::session;
use tacho_core::sim::{Command, component_names};
use tacho_core::units::{ClientId, TICK_RATE_HZ, Tick};
use tacho_replayer::closed::Game;
use tacho_replayer::conditions::RunConditions;
use tacho_replayer::fingerprint;
use tacho_replayer::rig::{CommandRefused, Plan, Rig, Witness};
use tacho_traces::{ClientRecord, Hash64, Header, Summary, TraceError};

use crate::drivers::Drivers;
use crate::filming::Filming;
use crate::recording::Recording;

/// Ticks from one join to the next: a few, so that no two cars are placed in one tick.
const JOIN_EVERY_TICKS: u32 = 3;

/// What is driven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drive {
    /// Clients.
    pub players: u16,
    /// How long, with the lead-in.
    pub ticks: u32,
    /// For how long everybody keeps their hands off.
    pub lead_in_ticks: u32,
}

/// Why a session was not recorded to its end.
#[derive(Debug, thiserror::Error)]
pub enum DriveError {
    /// The trace could not be written.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// The room would not take a join.
    #[error(transparent)]
    Refused(#[from] CommandRefused),
}

impl Drive {
    /// The header of its trace.
    #[must_use]
    pub fn header(&self, level: &Level, seed: u64, title: String, command: String) -> Header {
        Header {
            title,
            game: fingerprint::GAME.into(),
            level: level.data().name.clone(),
            level_hash: Hash64(level.hash()),
            seed,
            tick_rate_hz: TICK_RATE_HZ,
            rules: fingerprint::rules(),
            build: fingerprint::build(),
            command,
            components: component_names(),
            // A start time would only make two equal recordings differ.
            ..Header::default()
        }
    }

    /// Drives and records it into `sink`. `after_second` is told of each second that is done.
    ///
    /// # Errors
    /// Where the trace cannot be written; what was written until then can be read.
    pub fn record(
        &self,
        level: &Arc<Level>,
        conditions: &RunConditions,
        header: &Header,
        sink: impl Write,
        after_second: &mut dyn FnMut(u32),
    ) -> Result<Summary, DriveError> {
        let mut recording = Recording::begin(sink, header, &level.data().to_ron(), self.clients())?;
        let mut drivers = Drivers::new(level, self.players, conditions.seed, Tick(self.lead_in_ticks));
        self.run(level, conditions, &mut drivers, &mut recording, &mut |second, recording| {
            after_second(second);
            recording.take_failure().map_or(Ok(()), |failed| Err(failed.into()))
        })?;
        Ok(recording.finish()?)
    }

    /// Drives, with player 0 on a road of the level where one is given, and keeps the paths.
    ///
    /// # Errors
    /// Where the room would not take a join.
    pub fn film(
        &self,
        level: &Arc<Level>,
        conditions: &RunConditions,
        road: Option<usize>,
        after_second: &mut dyn FnMut(u32),
    ) -> Result<Filming, DriveError> {
        let mut drivers = Drivers::new(level, self.players, conditions.seed, Tick(self.lead_in_ticks));
        if let Some(road) = road {
            drivers = drivers.with_road(level, road, conditions.seed);
        }
        let mut filming = Filming::default();
        self.run(level, conditions, &mut drivers, &mut filming, &mut |second, _| {
            after_second(second);
            Ok(())
        })?;
        Ok(filming)
    }

    /// Runs the session before a witness. `after_second` can end it.
    fn run<W: Witness>(
        &self,
        level: &Arc<Level>,
        conditions: &RunConditions,
        drivers: &mut Drivers,
        witness: &mut W,
        after_second: &mut dyn FnMut(u32, &mut W) -> Result<(), DriveError>,
    ) -> Result<(), DriveError> {
        let game = Game::driving(level, session::Tuning::DEFAULT);
        let mut rig = Rig::new(game.authority, self.plan(conditions), game.make_player);
        let end = Tick(self.ticks + 1);
        let mut tick = Tick(0);
        while tick < end {
            tick = tick.after(TICK_RATE_HZ).min(end);
            rig.run_until(tick.due(), drivers, witness)?;
            after_second(tick.0 / TICK_RATE_HZ, witness)?;
        }
        Ok(())
    }

    fn clients(&self) -> Vec<ClientRecord> {
        let client = |client: u16| {
            let kind = if client.is_multiple_of(2) { "route" } else { "rammer" };
            let name = format!("{kind} {client}");
            ClientRecord { client: ClientId(client), name, joined: joins(client) }
        };
        (0..self.players).map(client).collect()
    }

    fn plan(&self, conditions: &RunConditions) -> Plan {
        let join = |client: u16| (joins(client), vec![Command::Join { client: ClientId(client) }.to_bytes()]);
        Plan {
            seed: conditions.seed,
            commands: (0..self.players).map(join).collect(),
            clients: (0..self.players).map(|client| conditions.client(ClientId(client), joins(client))).collect(),
            server_pauses: conditions.server_pauses.clone(),
        }
    }
}

/// The tick in which a client joins.
fn joins(client: u16) -> Tick {
    Tick(1 + JOIN_EVERY_TICKS * u32::from(client))
}
