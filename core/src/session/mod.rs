//! The client: what comes from the authority in, what the player does in, one picture a frame out. No clock, no socket, no
//! thread.
//!
//! Shown as it comes, the authority's word is a tenth of a second old and arrives in steps. So the player's own car is
//! predicted ahead of the authority and corrected where it was wrong, and everyone else is drawn a little behind it, between
//! two measurements.
//!
//! The flow of a frame, in order ([`Session::handle_frame`](crate::play::Player)): time passes -> what came is read, held
//! against the prediction and taken up for drawing -> the ticks that are owed are run -> their inputs go out -> the picture
//! is made.
//!
//! | file | what it is |
//! |---|---|
//! | `intake`, `ticks`, `picture` | the three stages of a frame |
//! | `clock`, `frame_loop` | the authority's time as seen from here; the client's own ticks |
//! | `predictor`, `mirror` | the local world: own car ahead, others around it |
//! | `remotes`, `remote_set` | everyone else, from measurements |
//! | `smoothing`, `crashes` | corrections eased; crashes felt before they are told |
//! | `frame` | what is shown |
//! | `tuning` | what may be tuned, and broken on purpose |

use std::collections::VecDeque;
use std::sync::Arc;

use crate::input::Input;
use crate::level::Level;
use crate::play::{DrawnRow, Note, Player, ToServer};
use crate::snapshot::SnapshotReader;
use crate::units::{Micros, Seq};
use crate::wire::{Epoch, InputHistory, ServerMessage};

pub mod clock;
mod crashes;
mod frame;
pub mod frame_loop;
mod intake;
mod mirror;
mod picture;
mod predictor;
mod remote_set;
pub mod remotes;
pub mod smoothing;
#[cfg(test)]
mod tests;
mod ticks;
pub mod tuning;

use clock::ClientClock;
use crashes::CrashLog;
use frame_loop::FrameLoop;
use predictor::Predictor;
use remote_set::RemoteSet;
use smoothing::SmoothingOffset;

pub use frame::{Drawn, Frame};
pub use tuning::Tuning;

/// Notes kept for whoever measures. Without a reader the oldest go: ten seconds of a full room.
const MOST_NOTES: usize = 1 << 16;

/// Datagrams that wait for a frame: 13 s of snapshots. A page that runs no frame for longer has no use for older ones.
const MOST_WAITING: usize = 256;

/// Client ticks whose inputs are remembered, for a prediction that begins among them: two seconds.
const GIVEN_TICKS: usize = 120;

/// Why a session will not play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefusedWelcome {
    /// The authority plays another level.
    #[error(
        "the server plays level {name:?} with hash {theirs:016x}; the level here has {ours:016x}: give the client the server's level"
    )]
    OtherLevel {
        /// What the authority calls it.
        name: String,
        /// Its hash there.
        theirs: u64,
        /// The hash here.
        ours: u64,
    },
}

/// See the module.
#[derive(Clone)]
pub struct Session {
    tuning: Tuning,
    level: Arc<Level>,
    refused: Option<RefusedWelcome>,
    refused_datagrams: u64,
    dropped_datagrams: u64,
    /// Set by the welcome.
    predictor: Option<Predictor>,
    epoch: Epoch,
    inbox: VecDeque<Vec<u8>>,
    outbox: VecDeque<ToServer>,
    notes: VecDeque<Note>,
    last_frame: Option<Micros>,
    clock: ClientClock,
    frame_loop: FrameLoop,
    reader: SnapshotReader,
    queue_len: u8,
    /// The client's own tick: its inputs are numbered by it.
    tick: Seq,
    /// The inputs of the newest ticks; none for a tick that was dropped.
    given: VecDeque<(Seq, Option<Input>)>,
    history: InputHistory,
    remotes: RemoteSet,
    offset: SmoothingOffset,
    crashes: CrashLog,
    frame: Frame,
}

impl Session {
    /// A session on a level, before its welcome.
    #[must_use]
    pub fn new(level: Arc<Level>, tuning: Tuning) -> Session {
        tuning.check();
        Session {
            tuning,
            level,
            refused: None,
            refused_datagrams: 0,
            dropped_datagrams: 0,
            predictor: None,
            epoch: Epoch(0),
            inbox: VecDeque::new(),
            outbox: VecDeque::new(),
            notes: VecDeque::new(),
            last_frame: None,
            clock: ClientClock::new(Epoch(0)),
            frame_loop: FrameLoop::default(),
            reader: SnapshotReader::default(),
            queue_len: clock::QUEUE_HIGH,
            tick: Seq(0),
            given: VecDeque::new(),
            history: InputHistory::default(),
            remotes: RemoteSet::default(),
            offset: SmoothingOffset::default(),
            crashes: CrashLog::default(),
            frame: Frame::default(),
        }
    }

    /// What the last frame shows.
    #[must_use]
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Why the session will not play, where it will not.
    #[must_use]
    pub fn refused(&self) -> Option<&RefusedWelcome> {
        self.refused.as_ref()
    }

    /// Datagrams that were no message of an authority, so far.
    #[must_use]
    pub fn refused_datagrams(&self) -> u64 {
        self.refused_datagrams
    }

    /// Datagrams that were given up unread because too many waited for a frame, so far.
    #[must_use]
    pub fn dropped_datagrams(&self) -> u64 {
        self.dropped_datagrams
    }

    fn note(&mut self, note: Note) {
        if self.notes.len() >= MOST_NOTES {
            self.notes.pop_front();
        }
        self.notes.push_back(note);
    }
}

fn is_welcome(bytes: &[u8]) -> bool {
    matches!(ServerMessage::decode(bytes), Ok(ServerMessage::Welcome(_)))
}

impl Player for Session {
    fn handle_datagram(&mut self, _now: Micros, bytes: &[u8]) {
        if self.inbox.len() == MOST_WAITING {
            // The newest counts. But a welcome is said once.
            let oldest = self.inbox.iter().position(|waiting| !is_welcome(waiting)).unwrap_or(0);
            self.inbox.remove(oldest);
            self.dropped_datagrams += 1;
        }
        self.inbox.push_back(bytes.to_vec());
    }

    fn handle_frame(&mut self, now: Micros, keys: &mut dyn FnMut(Seq) -> Vec<u8>) {
        let elapsed = self.last_frame.map_or(Micros(0), |last| now.since(last));
        self.last_frame = Some(now);
        self.clock.advance(elapsed);
        let restarts = self.clock.restarts();
        self.read_inbox();
        if self.reader.shown().is_some() {
            self.run_ticks(elapsed, keys);
        }
        self.draw(elapsed);
        if let Some(render_tick) = self.clock.render_tick(&self.tuning) {
            let restarted = self.clock.restarts() != restarts;
            self.note(Note::Clock { render_tick, drifting: self.clock.is_drifting(), restarted });
        }
    }

    fn poll_datagram(&mut self) -> Option<ToServer> {
        self.outbox.pop_front()
    }

    fn drawn(&self, out: &mut Vec<DrawnRow>) {
        out.extend(self.frame.own.iter().map(|own| own.row(true)));
        out.extend(self.frame.trailer.iter().chain(&self.frame.others).map(|other| other.row(false)));
    }

    fn poll_note(&mut self) -> Option<Note> {
        self.notes.pop_front()
    }

    fn save(&self) -> Box<dyn Player> {
        Box::new(self.clone())
    }
}
