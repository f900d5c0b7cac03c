//! A recording, run again from nothing: the authority, every client that took part and the network between them.
//!
//! A recording of what happened says what happened on that evening's network. To learn what another network would have
//! made of the same drive, the drive must be repeated: the same commands in the same ticks, and each client's inputs
//! landing on the ticks that they landed on, whatever the round trip. Then two conditions are compared over the same
//! road, and what differs is the network's doing.
//!
//! An input that comes too late is guessed by the authority, as live; from there on its world may be another than the
//! recorded one. [`Agreement`] says for how many ticks it was the same.

mod clip;
mod game;
mod watch;

#[cfg(test)]
mod tests;

use serde::Serialize;
use tacho_core::{
    input::Input,
    link::Counts,
    units::{ClientId, Micros},
};

use crate::{
    conditions::RunConditions,
    judge::Window,
    rig::{CommandRefused, Direction, Plan, RecordedInputs, Rig, RunLog},
};

pub use clip::{Clip, ClipError, Loss, Part};
pub use game::Game;
use watch::Watch;

/// How long a run goes on after the clip. What is drawn at the clip's end is ahead of the authority by a round trip and a
/// few ticks, and is held against truth too.
const RUN_ON: Micros = Micros::from_ms(1000);

/// How much of a run is run at a time, between two words on how far it is.
const STRIDE: Micros = Micros::from_ms(500);

/// What became of a clip.
pub struct Replay {
    /// Everything that happened, to a second after the clip's end.
    pub log: RunLog,
    /// How much of it the recording agrees with.
    pub agreement: Agreement,
    /// What the links of the watched client did, up and down; nothing where it had left by the end.
    pub links: [Option<Counts>; 2],
    sent: Vec<(Micros, Direction, usize)>,
}

/// How much of the authority's run was that which was recorded, by its digests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Agreement {
    /// The share of the recorded digests that came out the same; nothing where none was recorded.
    pub same_ticks_share: Option<f64>,
    /// The first tick that did not.
    pub first_other_tick: Option<u32>,
    /// The last tick that did not: after it, the world was as recorded again.
    pub last_other_tick: Option<u32>,
}

impl Replay {
    /// Runs a clip under `conditions` and watches the links of `watched`. `progress` is told how far it is.
    ///
    /// # Errors
    /// Where the authority refuses a recorded command.
    pub fn run(
        clip: &Clip,
        conditions: &RunConditions,
        game: Game,
        watched: ClientId,
        mut progress: impl FnMut(Micros),
    ) -> Result<Replay, CommandRefused> {
        let mut rig = Rig::new(game.authority, plan(clip, conditions), game.make_player);
        let mut inputs = recorded_inputs(clip);
        let mut watch = Watch::new(watched);
        let end = clip.end().after(RUN_ON);
        let mut until = Micros(0);
        while until < end {
            until = until.after(STRIDE).min(end);
            rig.run_until(until, &mut inputs, &mut watch)?;
            progress(until);
        }
        let links = [Direction::Up, Direction::Down].map(|direction| rig.link_counts(watched, direction));
        let agreement = Agreement::between(clip, &watch.log);
        Ok(Replay { log: watch.log, agreement, links, sent: watch.sent })
    }

    /// Bytes a second that were sent one way between the watched client and the authority, in a stretch of the run.
    #[must_use]
    pub fn bytes_per_s(&self, direction: Direction, window: Window) -> f64 {
        let in_window = |at: Micros| at >= window.from && at < window.until;
        let sent = self.sent.iter().filter(|(at, way, _)| *way == direction && in_window(*at));
        sent.map(|(_, _, bytes)| *bytes as f64).sum::<f64>() / window.seconds()
    }
}

impl Agreement {
    fn between(clip: &Clip, log: &RunLog) -> Agreement {
        let (mut compared, mut same) = (0_u32, 0_u32);
        let mut agreement = Agreement::default();
        // Both begin with the same tick and have every tick after it.
        for (recorded, run) in clip.ticks.iter().zip(&log.ticks) {
            assert_eq!(recorded.tick, run.tick, "a clip is run from its first tick on");
            let Some(digest) = recorded.digest else { continue };
            compared += 1;
            if digest.total == run.digest.total {
                same += 1;
            } else {
                agreement.first_other_tick.get_or_insert(recorded.tick.0);
                agreement.last_other_tick = Some(recorded.tick.0);
            }
        }
        agreement.same_ticks_share = (compared > 0).then(|| f64::from(same) / f64::from(compared));
        agreement
    }
}

fn plan(clip: &Clip, conditions: &RunConditions) -> Plan {
    let of_tick = clip.ticks.iter().filter(|tick| !tick.commands.is_empty());
    let client = |part: &Part| {
        let mut client = conditions.client(part.client, part.joins);
        client.leaves = part.leaves;
        client
    };
    Plan {
        seed: conditions.seed,
        commands: of_tick.map(|tick| (tick.tick, tick.commands.clone())).collect(),
        clients: clip.parts().iter().map(client).collect(),
        server_pauses: conditions.server_pauses.clone(),
    }
}

fn recorded_inputs(clip: &Clip) -> RecordedInputs {
    let mut inputs = RecordedInputs::new(Input::default().to_bytes().to_vec());
    for tick in &clip.ticks {
        for run in &tick.inputs {
            inputs.record(run.client, tick.tick, run.input.clone());
        }
    }
    inputs
}
