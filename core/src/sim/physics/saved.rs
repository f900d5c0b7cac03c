//! What the physics carries from one step into the next, put away and brought back; and what of it goes into a file.
//!
//! A city's level is a thousand colliders that never change, and a save is made twenty times a second. So a save holds the
//! colliders of bodies and those chunks of light pieces that are not whole; the rest is where it was when it is brought
//! back. What was changed since the last step belongs to it as well, in its order: the next step begins with that.

use std::sync::Arc;

use rapier3d::data::HasModifiedFlag;
use rapier3d::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Hull, Physics};
use crate::level::Level;
use crate::sim::component::Piece;
use crate::sim::store::Capacity;

/// Everything that the next step depends on and that a step can change.
#[derive(Clone, Serialize, Deserialize)]
pub struct PhysicsSave {
    islands: IslandManager,
    broad_phase: BroadPhaseBvh,
    narrow_phase: NarrowPhase,
    bodies: RigidBodySet,
    /// Of the bodies, in the order of their insertion.
    colliders: Vec<Collider>,
    /// The chunks of light pieces that are not whole. A file has the level and the columns for these.
    #[serde(skip)]
    chunks: Vec<(usize, Collider)>,
    /// The colliders that were changed since the last step.
    changed: Vec<ColliderHandle>,
    impulse_joints: ImpulseJointSet,
}

impl Physics {
    /// Everything that the next step depends on.
    pub fn save(&self) -> PhysicsSave {
        PhysicsSave {
            chunks: self.broken_chunks().map(|(chunk, collider)| (chunk, collider.clone())).collect(),
            ..self.keyframe()
        }
    }

    /// The same without what the level and the columns give, for a file.
    pub fn keyframe(&self) -> PhysicsSave {
        let state = &self.state;
        PhysicsSave {
            islands: state.islands.clone(),
            broad_phase: state.broad_phase.clone(),
            narrow_phase: state.narrow_phase.clone(),
            bodies: state.bodies.clone(),
            colliders: self.own_colliders().map(|handle| state.colliders[handle].clone()).collect(),
            chunks: Vec::new(),
            changed: self.changed.clone(),
            impulse_joints: state.impulse_joints.clone(),
        }
    }

    /// Puts back what [`Physics::save`] gave.
    pub fn restore(&mut self, saved: &PhysicsSave) {
        self.restore_colliders(saved);
        let state = &mut self.state;
        state.islands = saved.islands.clone();
        state.broad_phase = saved.broad_phase.clone();
        state.narrow_phase = saved.narrow_phase.clone();
        state.bodies = saved.bodies.clone();
        state.impulse_joints = saved.impulse_joints.clone();
        self.forget_joint_plans();
    }

    /// The physics keeps a list of changed colliders and marks each that is on it. The list can be taken away whole, and grows
    /// when an unmarked one is touched. So all are written first, without their mark those that the save has as changed; then
    /// the list is taken away; and then these are touched once more, in their order.
    fn restore_colliders(&mut self, saved: &PhysicsSave) {
        let mut written: Vec<(ColliderHandle, &Collider)> = self.own_colliders().zip(&saved.colliders).collect();
        let broken: Vec<(ColliderHandle, Collider)> = self
            .broken_chunks()
            .map(|(chunk, _)| (self.light_chunks[chunk], self.whole_chunks[&chunk].clone()))
            .collect();
        let is_saved =
            |handle: ColliderHandle| saved.chunks.iter().any(|(chunk, _)| self.light_chunks[*chunk] == handle);
        written.extend(broken.iter().filter(|(handle, _)| !is_saved(*handle)).map(|(handle, whole)| (*handle, whole)));
        for (chunk, collider) in &saved.chunks {
            let handle = self.light_chunks[*chunk];
            self.whole_chunks.entry(*chunk).or_insert_with(|| self.state.colliders[handle].clone());
            written.push((handle, collider));
        }
        if written.len() > saved.colliders.len() {
            self.state.ccd.invalidate_fixed_targets_cache();
        }

        let colliders = &mut self.state.colliders;
        let unmarked = &self.unmarked;
        for (handle, collider) in &written {
            colliders[*handle] = if saved.changed.contains(handle) { unmarked.clone() } else { (*collider).clone() };
        }
        let _ = colliders.take_modified();
        for changed in &saved.changed {
            let (_, collider) =
                written.iter().find(|(handle, _)| handle == changed).expect("what was changed is saved");
            colliders[*changed] = (*collider).clone();
        }
        self.changed.clone_from(&saved.changed);
    }

    /// The pipeline keeps its arrangement of the joints for as long as the joint set's count of changes stays the same.
    /// After a restore that count is one of another past, which may by chance be equal.
    fn forget_joint_plans(&mut self) {
        self.pipeline = PhysicsPipeline::new();
    }

    /// The physics that a keyframe is of: made anew from the level, with the light pieces that stood. `None` where the
    /// keyframe is of other places.
    #[must_use]
    pub fn from_keyframe(
        level: &Level,
        capacity: Capacity,
        vehicle_hull: Hull,
        mut keyframe: PhysicsSave,
        standing: &[Piece],
    ) -> Option<Physics> {
        let mut physics = Physics::new(level, capacity, vehicle_hull);
        let same_places = keyframe.bodies.len() == physics.state.bodies.len()
            && physics.vehicles.iter().chain(&physics.loose).all(|(body, _)| keyframe.bodies.contains(*body))
            && keyframe.colliders.len() == physics.own_colliders().count();
        let may_change = |handle: &ColliderHandle| {
            physics.own_colliders().any(|own| own == *handle) || physics.light_chunks.contains(handle)
        };
        let is_again = |place: usize| keyframe.changed[..place].contains(&keyframe.changed[place]);
        let most_changed = keyframe.colliders.len() + physics.light_chunks.len();
        if !same_places
            || keyframe.changed.len() > most_changed
            || !keyframe.changed.iter().all(may_change)
            || (0..keyframe.changed.len()).any(is_again)
        {
            return None;
        }
        let is_broken = |chunk: &usize| {
            keyframe.changed.contains(&physics.light_chunks[*chunk])
                || level.light_chunks()[*chunk].pieces.iter().any(|piece| standing[usize::from(*piece)].loose)
        };
        let broken: Vec<usize> = (0..physics.light_chunks.len()).filter(is_broken).collect();
        broken.iter().for_each(|chunk| physics.set_light_chunk(level, *chunk, standing));
        // A step takes note of them, as it had in the recorded world, but for those that had changed since.
        physics.step();
        for chunk in broken {
            if keyframe.changed.contains(&physics.light_chunks[chunk]) {
                physics.set_light_chunk(level, chunk, standing);
            }
            keyframe.chunks.push((chunk, physics.state.colliders[physics.light_chunks[chunk]].clone()));
        }
        physics.restore(&keyframe);
        Some(physics)
    }

    /// The chunks of light pieces that are not as the level gives them, by rising number.
    fn broken_chunks(&self) -> impl Iterator<Item = (usize, &Collider)> {
        let colliders = self
            .whole_chunks
            .iter()
            .map(|(chunk, whole)| (*chunk, whole, &self.state.colliders[self.light_chunks[*chunk]]));
        let is_broken = |whole: &Collider, now: &Collider| {
            now.has_modified_flag()
                || now.collision_groups() != whole.collision_groups()
                || !Arc::ptr_eq(&whole.shared_shape().0, &now.shared_shape().0)
        };
        colliders.filter(move |(_, whole, now)| is_broken(whole, now)).map(|(chunk, _, now)| (chunk, now))
    }

    /// The colliders of bodies, in the order of their insertion: those that the level does not give.
    fn own_colliders(&self) -> impl Iterator<Item = ColliderHandle> + '_ {
        self.vehicles.iter().chain(&self.loose).map(|(_, collider)| *collider)
    }
}
