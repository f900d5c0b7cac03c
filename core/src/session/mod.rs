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
//! | `clock`, `frame_loop` | the authority's time as seen from here; the client's own ticks |
//! | `predictor`, `mirror` | the local world: own car ahead, others around it |
//! | `remotes`, `remote_set` | everyone else, from measurements |
//! | `smoothing`, `crashes` | corrections eased; crashes felt before they are told |
//! | `frame` | what is shown |
//! | `tuning` | what may be tuned, and broken on purpose |

use std::collections::VecDeque;
use std::sync::Arc;

use crate::input::{INPUT_BYTES, Input};
use crate::level::Level;
use crate::play::{DrawnRow, Lane, Note, Outcome, Player, Source, ToServer};
use crate::sim::{Event, Motion, VehicleState};
use crate::snapshot::{News, ReadOutcome, Record, Snapshot, SnapshotReader};
use crate::units::math::{Pose, angle_between};
use crate::units::{ClientId, Micros, Seq};
use crate::wire::{ClientMessage, Epoch, InputHistory, ServerMessage, SnapshotFrame, SnapshotHeader, Welcome};

pub mod clock;
mod crashes;
mod frame;
pub mod frame_loop;
mod mirror;
mod predictor;
mod remote_set;
pub mod remotes;
pub mod smoothing;
#[cfg(test)]
mod tests;
pub mod tuning;

use clock::{ClientClock, tick_scale};
use crashes::CrashLog;
use frame_loop::FrameLoop;
use predictor::{MOST_GUESSED_TICKS, Predictor, Reconciliation};
use remote_set::RemoteSet;
use smoothing::{SmoothingOffset, snaps_at_m};

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

    // ---- what came ----

    fn read_inbox(&mut self) {
        for bytes in std::mem::take(&mut self.inbox) {
            let taken = match ServerMessage::decode(&bytes) {
                Ok(ServerMessage::Welcome(welcome)) => {
                    self.handle_welcome(&welcome);
                    true
                }
                Ok(ServerMessage::Snapshot(frame)) => self.handle_snapshot(&frame),
                Err(_) => false,
            };
            self.refused_datagrams += u64::from(!taken);
        }
    }

    fn handle_welcome(&mut self, welcome: &Welcome) {
        if welcome.level_hash != self.level.hash() {
            let Welcome { level, level_hash, .. } = welcome;
            let (name, ours) = (level.0.clone(), self.level.hash());
            self.refused = Some(RefusedWelcome::OtherLevel { name, theirs: *level_hash, ours });
            return;
        }
        self.restart(welcome.epoch, welcome.client);
    }

    /// A new life of the room: its ticks, entities and serials are counted anew. The client's own ticks go on: those in
    /// flight will be run by the new life.
    fn restart(&mut self, epoch: Epoch, client: ClientId) {
        self.epoch = epoch;
        self.predictor = Some(Predictor::new(Arc::clone(&self.level), client));
        self.clock.restart(epoch);
        self.reader.restart();
        self.remotes.restart();
        self.crashes.restart();
        self.offset = SmoothingOffset::default();
    }

    /// Returns whether the snapshot was one.
    fn handle_snapshot(&mut self, frame: &SnapshotFrame<'_>) -> bool {
        let Some(client) = self.predictor.as_ref().map(Predictor::client) else {
            return true;
        };
        if frame.header.epoch.is_newer_than(self.epoch) {
            self.restart(frame.header.epoch, client);
        } else if frame.header.epoch != self.epoch {
            return true;
        }
        let Ok(outcome) = self.reader.handle(frame) else {
            return false;
        };
        self.clock.observe(frame.header.epoch, frame.header.tick);
        if let ReadOutcome::Shown(news) = outcome {
            self.show(&frame.header, &news);
        }
        true
    }

    /// Takes up the newest snapshot: for drawing, and against the prediction.
    fn show(&mut self, header: &SnapshotHeader, news: &News) {
        self.queue_len = header.queue_len;
        let snapshot = self.reader.shown().expect("the reader has just shown a snapshot").clone();
        let own = snapshot.own();
        let own_entity = own.map(|own| own.entity);
        self.remotes.handle_snapshot(&snapshot, news, own_entity, &self.tuning, &mut self.notes);
        if let (Some(own), Some(acknowledged)) = (own, header.last_seq) {
            self.reconcile(&snapshot, own, acknowledged);
            self.take_told(&snapshot, news, own, acknowledged);
        }
    }

    fn reconcile(&mut self, snapshot: &Snapshot, own: &Record, acknowledged: Seq) {
        let predictor = self.predictor.as_mut().expect("snapshots are read after the welcome");
        let done = predictor.reconcile(snapshot, own, acknowledged, &self.given, &self.tuning);
        let pace_mps = done.after.velocity.length();
        let snapped = match done.before {
            Some(before) if done.outcome != Outcome::Stood => {
                self.offset.correct(&pose_of(&before), &pose_of(&done.after), snaps_at_m(pace_mps, &self.tuning))
            }
            _ => false,
        };
        self.note_reconciled(snapshot, acknowledged, &done, snapped);
        self.take_felt();
    }

    fn note_reconciled(&mut self, snapshot: &Snapshot, acknowledged: Seq, done: &Reconciliation, snapped: bool) {
        let before = done.before.unwrap_or(done.after);
        // The angle between a rotation and itself is nothing only up to rounding.
        let turned = before.rotation != done.after.rotation;
        let turned_rad = if turned { angle_between(before.rotation, done.after.rotation) } else { 0.0 };
        self.note(Note::Reconciled {
            tick: snapshot.tick,
            seq: acknowledged,
            outcome: done.outcome,
            correction_m: (done.after.position - before.position).length(),
            correction_deg: turned_rad.to_degrees(),
            snapped,
            lead_ticks: done.lead_ticks,
        });
    }

    /// Crashes that the prediction ran through, once each.
    fn take_felt(&mut self) {
        let felt = self.predictor.as_mut().map(Predictor::take_felt).unwrap_or_default();
        for felt in felt {
            if self.crashes.handle_felt(felt.seq) {
                self.note(Note::CrashFelt { seq: felt.seq, points: felt.points });
            }
        }
    }

    /// Crashes of the own car that the authority tells of.
    fn take_told(&mut self, snapshot: &Snapshot, news: &News, own: &Record, acknowledged: Seq) {
        for told in &news.events {
            if let Event::Hit { entity, points, .. } = told.event
                && entity == own.entity
            {
                let seq = acknowledged.minus(snapshot.tick.since(told.tick));
                let was_felt = self.crashes.handle_told(seq);
                self.note(Note::CrashTold { tick: told.tick, points, was_felt });
            }
        }
    }

    // ---- the client's own ticks ----

    /// Runs the ticks that the time owes: those a stall dropped on the guess, the rest on the player's input.
    fn run_ticks(&mut self, elapsed: Micros, keys: &mut dyn FnMut(Seq) -> Vec<u8>) {
        let owed = self.frame_loop.advance(elapsed, tick_scale(self.queue_len));
        // What came while the page hung has brought the prediction on already, as far as the authority had come.
        let last_skipped = self.tick.plus(owed.skipped);
        let too_far = |present: Seq| last_skipped.distance_from(present) > MOST_GUESSED_TICKS as i32;
        if let Some(predictor) = self.predictor.as_mut().filter(|predictor| predictor.present().is_some_and(too_far)) {
            predictor.stop();
        }
        // What is further back than is remembered needs its numbers and nothing else.
        self.tick = self.tick.plus(owed.skipped.saturating_sub(GIVEN_TICKS as u32));
        for _ in 0..owed.skipped.min(GIVEN_TICKS as u32) {
            self.begin_tick(None);
            let tick = self.tick;
            if self.predictor.as_mut().is_some_and(|predictor| predictor.run_guess(tick)) {
                self.note_predicted(true);
            }
        }
        for _ in 0..owed.run {
            let input = read_input(&keys(self.tick.next()));
            self.begin_tick(Some(input));
            let tick = self.tick;
            if self.predictor.as_mut().is_some_and(|predictor| predictor.run_input(tick, input)) {
                self.note_predicted(false);
            }
            self.history.record(tick, input);
            self.send_inputs();
        }
        self.take_felt();
    }

    fn begin_tick(&mut self, input: Option<Input>) {
        self.tick = self.tick.next();
        self.given.push_back((self.tick, input));
        if self.given.len() > GIVEN_TICKS {
            self.given.pop_front();
        }
    }

    fn note_predicted(&mut self, guessed: bool) {
        let Some(state) = self.predictor.as_ref().and_then(Predictor::own_state) else {
            return;
        };
        self.note(Note::Predicted {
            seq: self.tick,
            position: state.motion.position.to_array(),
            rotation: state.motion.rotation.to_array(),
            fields: VehicleState::fields(&state).to_vec(),
            guessed,
        });
    }

    fn send_inputs(&mut self) {
        let ack = self.reader.shown().map(|shown| shown.tick);
        let frame = self.history.frame(ack, self.tuning.frame_inputs);
        let bytes = ClientMessage::Inputs(frame).encode();
        self.outbox.push_back(ToServer { lane: Lane::Unreliable, bytes });
    }

    // ---- the picture ----

    fn draw(&mut self, elapsed: Micros) {
        self.offset.decay(elapsed, &self.tuning);
        self.frame.own = self.draw_own();
        self.frame.others.clear();
        if let Some(render_tick) = self.clock.render_tick(&self.tuning) {
            self.remotes.draw(render_tick, &self.tuning, &mut self.frame.others);
        }
    }

    /// The own car between its last two ticks, as far as the next has begun, with what is left of corrections on top; where
    /// nothing is predicted, as it was measured.
    fn draw_own(&self) -> Option<Drawn> {
        let predictor = self.predictor.as_ref()?;
        let shown = self.reader.shown()?;
        let own = shown.own()?;
        let Some(now) = predictor.motion_at(self.tick) else {
            let Motion { position, rotation, velocity, .. } = own.motion();
            return Some(Drawn {
                entity: own.entity,
                position,
                rotation,
                velocity,
                server_tick: Some(f64::from(shown.tick.0)),
                client_tick: None,
                source: Source::Held,
            });
        };
        let before = predictor.motion_at(self.tick.minus(1)).unwrap_or(now);
        let alpha = self.frame_loop.alpha();
        let position = before.position.lerp(now.position, alpha);
        let drawn = self.offset.apply(&Pose::from_parts(position, before.rotation.lerp(now.rotation, alpha)));
        Some(Drawn {
            entity: own.entity,
            position: drawn.translation,
            rotation: drawn.rotation,
            velocity: now.velocity,
            server_tick: None,
            client_tick: Some(f64::from(self.tick.0) - 1.0 + f64::from(alpha)),
            source: Source::Predicted,
        })
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

fn pose_of(motion: &Motion) -> Pose {
    Pose::from_parts(motion.position, motion.rotation)
}

/// An input as whoever holds the keys gave it; what is no input is hands off everything.
fn read_input(bytes: &[u8]) -> Input {
    <[u8; INPUT_BYTES]>::try_from(bytes).map_or_else(|_| Input::default(), Input::from_bytes)
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
        out.extend(self.frame.others.iter().map(|other| other.row(false)));
    }

    fn poll_note(&mut self) -> Option<Note> {
        self.notes.pop_front()
    }

    fn save(&self) -> Box<dyn Player> {
        Box::new(self.clone())
    }
}
