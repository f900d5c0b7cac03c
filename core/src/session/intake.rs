//! What came from the authority: read, held against the prediction, and taken up for drawing.

use std::sync::Arc;

use super::predictor::{Predictor, Reconciliation};
use super::smoothing::{SmoothingOffset, snaps_at_m};
use super::{RefusedWelcome, Session};
use crate::play::{Note, Outcome};
use crate::sim::{Event, Motion};
use crate::snapshot::{News, ReadOutcome, Record, Snapshot};
use crate::units::math::{Pose, angle_between};
use crate::units::{ClientId, EntityId, Seq};
use crate::wire::{Epoch, ServerMessage, SnapshotFrame, SnapshotHeader, Welcome};

impl Session {
    pub(super) fn read_inbox(&mut self) {
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
        let exact: Vec<EntityId> = own.into_iter().chain(snapshot.own_trailer()).map(|record| record.entity).collect();
        self.remotes.handle_snapshot(&snapshot, news, &exact, &self.tuning, &mut self.notes);
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
    pub(super) fn take_felt(&mut self) {
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
}

fn pose_of(motion: &Motion) -> Pose {
    Pose::from_parts(motion.position, motion.rotation)
}
