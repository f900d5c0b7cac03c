//! One client of a run: its player, the two links to it, and what is kept of it from frame to frame.

use tacho_core::{
    link::Conditions,
    play::{DrawnRow, Note, Player},
    units::{ClientId, Micros, Tick},
};

use super::{
    landing::Landing,
    pauses::Pauses,
    way::Way,
    witness::{Direction, Witness},
};

/// What is settled about a client before the run.
#[derive(Clone, Debug)]
pub struct ClientPlan {
    /// Its number, as the authority knows it.
    pub client: ClientId,
    /// The tick whose commands hold its join. Its player is made, and runs its first frame, when that tick runs.
    pub joins: Tick,
    /// The tick whose commands hold its leave, if it leaves.
    pub leaves: Option<Tick>,
    /// Frames a second.
    pub fps: u32,
    /// How much later than the start of the timeline its frames' grid begins; less than a frame.
    pub phase: Micros,
    /// When its page is blocked: no frame runs and nothing that arrives is read.
    pub page_pauses: Pauses,
    /// The link to the authority.
    pub up: Conditions,
    /// The link from the authority.
    pub down: Conditions,
}

impl ClientPlan {
    /// The first frame at or after `earliest` that the page is free to run. Frames lie on a grid of whole microseconds
    /// that is rounded down from the start of the timeline, as the ticks' own is: at 60 a second and phase 0 each falls on
    /// a tick exactly, for ever.
    pub(super) fn frame_from(&self, earliest: Micros) -> Micros {
        const SECOND: u64 = 1_000_000;
        let mut earliest = earliest;
        loop {
            let index = (earliest.since(self.phase).0 * u64::from(self.fps)).div_ceil(SECOND);
            let frame = Micros(self.phase.0 + index * SECOND / u64::from(self.fps));
            let awake = self.page_pauses.awake_from(frame);
            if awake == frame {
                return frame;
            }
            earliest = awake;
        }
    }
}

/// A client that takes part.
pub(super) struct Seat {
    pub(super) plan: ClientPlan,
    pub(super) player: Box<dyn Player>,
    pub(super) up: Way,
    pub(super) down: Way,
    pub(super) next_frame: Micros,
    pub(super) landing: Landing,
    /// What the last frame showed.
    pub(super) drawn: Vec<DrawnRow>,
    /// What was noticed since.
    pub(super) notes: Vec<Note>,
}

impl Seat {
    /// A client that joins at `now`.
    pub(super) fn new(plan: ClientPlan, player: Box<dyn Player>, seed: u64, now: Micros) -> Seat {
        Seat {
            player,
            up: Way::new(plan.client, Direction::Up, &plan.up, seed),
            down: Way::new(plan.client, Direction::Down, &plan.down, seed),
            next_frame: plan.frame_from(now),
            landing: Landing::default(),
            drawn: Vec::new(),
            notes: Vec::new(),
            plan,
        }
    }

    pub(super) fn save(&self) -> Seat {
        Seat {
            plan: self.plan.clone(),
            player: self.player.save(),
            up: self.up.clone(),
            down: self.down.clone(),
            next_frame: self.next_frame,
            landing: self.landing.clone(),
            drawn: self.drawn.clone(),
            notes: self.notes.clone(),
        }
    }

    /// Takes up what the player noticed since it was last asked.
    pub(super) fn collect_notes(&mut self) {
        self.notes.extend(std::iter::from_fn(|| self.player.poll_note()));
    }

    /// Sends what the player has to say.
    pub(super) fn send_up(&mut self, now: Micros, witness: &mut dyn Witness) {
        while let Some(datagram) = self.player.poll_datagram() {
            self.up.send(now, datagram.lane, datagram.bytes, witness);
        }
    }
}
