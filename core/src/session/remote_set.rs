//! Everyone else on screen, one buffer of measurements each.

use std::collections::BTreeMap;

use super::frame::Drawn;
use super::remotes::{Measurement, PathKind, RemoteBuffer};
use super::tuning::Tuning;
use crate::play::Note;
use crate::snapshot::{News, Snapshot};
use crate::units::EntityId;

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct RemoteSet {
    buffers: BTreeMap<EntityId, RemoteBuffer>,
}

impl RemoteSet {
    /// Takes up what a snapshot measured, and lets go of what it removed. The one rule of what a snapshot does to what is
    /// drawn: a measurement is pushed at the tick it was made, and nothing is made of what was not measured.
    pub fn handle_snapshot(
        &mut self,
        snapshot: &Snapshot,
        news: &News,
        own: &[EntityId],
        tuning: &Tuning,
        notes: &mut impl Extend<Note>,
    ) {
        let key = |entity: EntityId| EntityId {
            generation: if tuning.faults.ignore_generations { 0 } else { entity.generation },
            ..entity
        };
        for entity in &news.removed {
            let returns = tuning.faults.ignore_generations && snapshot.at_index(entity.index).is_some();
            if !returns {
                self.buffers.remove(&key(*entity));
            }
        }
        for own in own {
            self.buffers.remove(&key(*own));
        }
        let filled_in = snapshot.records.iter().filter(|_| tuning.faults.fill_in_samples).map(|record| record.entity);
        for entity in news.measured.iter().copied().chain(filled_in).filter(|entity| !own.contains(entity)) {
            let Some(record) = snapshot.of(entity) else {
                continue;
            };
            let motion = record.motion();
            let measured = Measurement {
                tick: snapshot.tick,
                position: motion.position,
                rotation: motion.rotation,
                velocity: motion.velocity,
                spin: motion.spin,
            };
            let taken = match self.buffers.get_mut(&key(entity)) {
                Some(buffer) => buffer.push(measured, tuning),
                None => {
                    self.buffers.insert(key(entity), RemoteBuffer::new(PathKind::Curve, measured, 0));
                    true
                }
            };
            if taken {
                let position = motion.position.to_array();
                notes.extend([Note::Sampled { entity: entity.bits(), tick: snapshot.tick, position }]);
            }
        }
    }

    /// Everyone as a frame at `render_tick` shows them.
    pub fn draw(&mut self, render_tick: f64, tuning: &Tuning, out: &mut Vec<Drawn>) {
        out.extend(self.buffers.iter_mut().map(|(entity, buffer)| {
            let pose = buffer.draw(render_tick, tuning);
            Drawn {
                entity: *entity,
                position: pose.position,
                rotation: pose.rotation,
                velocity: pose.velocity,
                server_tick: Some(pose.tick),
                client_tick: None,
                source: pose.source,
            }
        }));
    }

    /// Forgets everyone.
    pub fn restart(&mut self) {
        self.buffers.clear();
    }
}
