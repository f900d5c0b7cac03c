//! What the physics carries from one step into the next, put away and brought back; and what of it goes into a file.

use rapier3d::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Hull, Physics};
use crate::level::Level;
use crate::sim::component::Piece;
use crate::sim::store::Capacity;

/// Everything that Rapier carries from one step into the next.
#[derive(Clone, Serialize, Deserialize)]
pub struct PhysicsState {
    pub(super) islands: IslandManager,
    pub(super) broad_phase: BroadPhaseBvh,
    pub(super) narrow_phase: NarrowPhase,
    pub(super) bodies: RigidBodySet,
    pub(super) colliders: ColliderSet,
    pub(super) impulse_joints: ImpulseJointSet,
    pub(super) multibody_joints: MultibodyJointSet,
    pub(super) soft_bodies: SoftBodySet,
    #[serde(skip)]
    pub(super) ccd: CCDSolver,
}

/// [`PhysicsState`] without what the level gives: for a keyframe, which is loaded into a world of the same level.
#[derive(Serialize, Deserialize)]
pub struct PhysicsKeyframe {
    islands: IslandManager,
    broad_phase: BroadPhaseBvh,
    narrow_phase: NarrowPhase,
    bodies: RigidBodySet,
    colliders: Vec<Collider>,
    impulse_joints: ImpulseJointSet,
}

impl Physics {
    /// Everything that the next step depends on.
    pub fn save(&self) -> PhysicsState {
        self.state.clone()
    }

    /// Puts back what [`Physics::save`] gave.
    pub fn restore(&mut self, saved: &PhysicsState) {
        self.state = saved.clone();
        self.forget_joint_plans();
    }

    /// The pipeline keeps its arrangement of the joints for as long as the joint set's count of changes stays the same.
    /// After a restore that count is one of another past, which may by chance be equal.
    fn forget_joint_plans(&mut self) {
        self.pipeline = PhysicsPipeline::new();
    }

    /// What a keyframe needs beside the level.
    pub fn keyframe(&self) -> PhysicsKeyframe {
        PhysicsKeyframe {
            islands: self.state.islands.clone(),
            broad_phase: self.state.broad_phase.clone(),
            narrow_phase: self.state.narrow_phase.clone(),
            bodies: self.state.bodies.clone(),
            colliders: self.own_colliders().map(|handle| self.state.colliders[handle].clone()).collect(),
            impulse_joints: self.state.impulse_joints.clone(),
        }
    }

    /// The physics that a keyframe is of: made anew from the level, with the light pieces that stood. `None` where the
    /// keyframe is of other places.
    #[must_use]
    pub fn from_keyframe(
        level: &Level,
        capacity: Capacity,
        vehicle_hull: Hull,
        keyframe: PhysicsKeyframe,
        standing: &[Piece],
    ) -> Option<Physics> {
        let mut physics = Physics::new(level, capacity, vehicle_hull);
        let handles: Vec<ColliderHandle> = physics.own_colliders().collect();
        let same_places = keyframe.bodies.len() == physics.state.bodies.len()
            && physics.vehicles.iter().chain(&physics.loose).all(|(body, _)| keyframe.bodies.contains(*body));
        if !same_places || keyframe.colliders.len() != handles.len() {
            return None;
        }
        (0..physics.light_chunks.len()).for_each(|chunk| physics.set_light_chunk(level, chunk, standing));
        // New colliders and shapes are noted as changed by hand, which the recorded world's were not. A step takes note of
        // it, and whatever else it does is overwritten.
        physics.step();
        for (handle, collider) in handles.into_iter().zip(keyframe.colliders) {
            physics.state.colliders[handle] = collider;
        }
        // So are those that were just written, but the list of them can be taken away.
        let _ = physics.state.colliders.take_modified();
        physics.state.islands = keyframe.islands;
        physics.state.broad_phase = keyframe.broad_phase;
        physics.state.narrow_phase = keyframe.narrow_phase;
        physics.state.bodies = keyframe.bodies;
        physics.state.impulse_joints = keyframe.impulse_joints;
        physics.state.ccd = CCDSolver::new();
        physics.forget_joint_plans();
        Some(physics)
    }

    /// The colliders of bodies, in the order of their insertion: those that the level does not give.
    fn own_colliders(&self) -> impl Iterator<Item = ColliderHandle> + '_ {
        self.vehicles.iter().chain(&self.loose).map(|(_, collider)| *collider)
    }
}
