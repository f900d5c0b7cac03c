//! Rapier behind a face of slots.
//!
//! A save that forgets anything the next step reads, a contact's warm start or the shape of the broad phase's tree, restores
//! a world that looks the same and drives differently at the next wall. So a [`PhysicsSave`] is everything that Rapier
//! carries from one step to the next and that can change.
//!
//! Two worlds that hold the same things in another order part as well. So bodies are put in once, in one order, for every
//! role: the level's statics, its light pieces in chunks, the vehicles, the loose pieces. A place without a tenant is a
//! kinematic body far below the level, apart from the others and in no collision group: it costs a step nothing and wakes
//! exactly.

use std::collections::BTreeMap;

use rapier3d::prelude::*;

use super::component::{Motion, Piece};
use super::store::Capacity;
use crate::level::Level;
use crate::units::TICK_SECONDS;
use crate::units::math::{Pose, Quat, Vec3};

mod hitches;
mod saved;
mod search;

pub use hitches::Hitch;
pub use saved::PhysicsSave;

/// Gravity in m/s².
pub const GRAVITY: Vec3 = Vec3::new(0.0, -9.81, 0.0);

/// Height at which empty places wait, in metres: below anything a level can reach.
const PARKING_Y_M: f32 = -500.0;

/// Distance between two empty places, in metres: more than the longest body.
const PARKING_STEP_M: f32 = 16.0;

/// Speed at which a tick's way, 83 cm, nears the height over ground of the lowest hull's roof, in m/s.
const FAST_MPS: f32 = 50.0;

const STATIC_GROUP: Group = Group::GROUP_1;
const VEHICLE_GROUP: Group = Group::GROUP_2;
const LOOSE_GROUP: Group = Group::GROUP_3;

/// Which pool a body belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pool {
    /// Vehicles.
    Vehicles,
    /// Loose pieces.
    Loose,
}

/// The hull of a body: a box, and how its mass lies in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hull {
    /// Half extents in metres.
    pub half: Vec3,
    /// The box's centre from the body's origin, in metres. The centre of mass is the origin.
    pub centre: Vec3,
    /// Mass in kg.
    pub mass_kg: f32,
    /// Friction of its surface.
    pub friction: f32,
    /// Bounce of its surface, 0..=1.
    pub restitution: f32,
}

/// The bodies of a world, by pool and place.
pub struct Physics {
    state: State,
    pipeline: PhysicsPipeline,
    parameters: IntegrationParameters,
    vehicles: Vec<(RigidBodyHandle, ColliderHandle)>,
    loose: Vec<(RigidBodyHandle, ColliderHandle)>,
    light_chunks: Vec<ColliderHandle>,
    /// The colliders that were changed since the last step, in this order.
    changed: Vec<ColliderHandle>,
    /// Any collider, as a step leaves it.
    unmarked: Collider,
    /// The chunks of light pieces that were ever changed, as they were before.
    whole_chunks: BTreeMap<usize, Collider>,
}

/// What Rapier works on.
#[derive(Clone)]
struct State {
    islands: IslandManager,
    broad_phase: BroadPhaseBvh,
    narrow_phase: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    impulse_joints: ImpulseJointSet,
    multibody_joints: MultibodyJointSet,
    soft_bodies: SoftBodySet,
    ccd: CCDSolver,
}

impl Clone for Physics {
    fn clone(&self) -> Physics {
        Physics {
            state: self.state.clone(),
            // Scratch space of a step, nothing of which reaches the next.
            pipeline: PhysicsPipeline::new(),
            parameters: self.parameters,
            vehicles: self.vehicles.clone(),
            loose: self.loose.clone(),
            light_chunks: self.light_chunks.clone(),
            changed: self.changed.clone(),
            unmarked: self.unmarked.clone(),
            whole_chunks: self.whole_chunks.clone(),
        }
    }
}

impl Physics {
    /// The level's statics and empty places, stepped once: places that are taken before the first step wake exactly.
    pub fn new(level: &Level, capacity: Capacity, vehicle_hull: Hull) -> Physics {
        let mut state = State {
            islands: IslandManager::new(),
            broad_phase: BroadPhaseBvh::new(),
            narrow_phase: NarrowPhase::new(),
            bodies: RigidBodySet::new(),
            colliders: ColliderSet::new(),
            impulse_joints: ImpulseJointSet::new(),
            multibody_joints: MultibodyJointSet::new(),
            soft_bodies: SoftBodySet::new(),
            ccd: CCDSolver::new(),
        };
        for fixed in level.colliders() {
            state.colliders.insert(
                ColliderBuilder::new(fixed.shape.clone())
                    .position(fixed.pose)
                    .friction(fixed.friction)
                    .collision_groups(groups(STATIC_GROUP)),
            );
        }
        let light_chunks = level.light_chunks().iter().map(|chunk| {
            let full = chunk.shape(|_| true).expect("a chunk has a piece at least");
            state
                .colliders
                .insert(ColliderBuilder::new(full).friction(LOOSE_FRICTION).collision_groups(groups(STATIC_GROUP)))
        });
        let light_chunks: Vec<ColliderHandle> = light_chunks.collect();
        let loose_hull = Hull {
            half: Vec3::splat(0.25),
            centre: Vec3::ZERO,
            mass_kg: 40.0,
            friction: LOOSE_FRICTION,
            restitution: LOOSE_RESTITUTION,
        };
        let mut place = |row: usize, lane: f32, hull: &Hull| {
            let at = Vec3::new(row as f32 * PARKING_STEP_M, PARKING_Y_M, lane * PARKING_STEP_M);
            let body = state.bodies.insert(RigidBodyBuilder::kinematic_position_based().translation(at));
            let collider = state.colliders.insert_with_parent(
                hull_collider(hull).collision_groups(InteractionGroups::none()),
                body,
                &mut state.bodies,
            );
            (body, collider)
        };
        let vehicles: Vec<_> = (0..capacity.vehicles).map(|row| place(row, 0.0, &vehicle_hull)).collect();
        let loose = (0..capacity.loose).map(|row| place(row, 1.0, &loose_hull)).collect();
        let parameters = IntegrationParameters { dt: TICK_SECONDS, ..IntegrationParameters::default() };
        let unmarked = hull_collider(&vehicle_hull).build();
        let mut physics = Physics {
            state,
            pipeline: PhysicsPipeline::new(),
            parameters,
            vehicles,
            loose,
            light_chunks,
            changed: Vec::new(),
            unmarked,
            whole_chunks: BTreeMap::new(),
        };
        physics.step();
        let (_, any) = physics.vehicles[0];
        physics.unmarked = physics.state.colliders[any].clone();
        physics
    }

    /// One physics step of one tick.
    pub fn step(&mut self) {
        self.watch_fast_vehicles();
        let state = &mut self.state;
        self.pipeline.step(
            GRAVITY,
            &self.parameters,
            &mut state.islands,
            &mut state.broad_phase,
            &mut state.narrow_phase,
            &mut state.bodies,
            &mut state.colliders,
            &mut state.impulse_joints,
            &mut state.multibody_joints,
            &mut state.soft_bodies,
            &mut state.ccd,
            &(),
            &(),
        );
        self.changed.clear();
    }

    /// A collider, to change. The next step begins with those that were changed since the last one.
    fn collider_mut(&mut self, handle: ColliderHandle) -> &mut Collider {
        if !self.changed.contains(&handle) {
            self.changed.push(handle);
        }
        &mut self.state.colliders[handle]
    }

    /// Has the contacts of fast vehicles looked for in every step.
    ///
    /// The physics looks again for the contacts of a pair only once it has moved by two centimetres. A car that the
    /// continuous detection halts in the gap before a wall has not, so that the next step runs it into the wall unseen; and
    /// faster than [`FAST_MPS`] it then lies so deep in it that the nearest way out is up or down and not back. Pairs with a
    /// hook are looked at in every step; the hook itself does nothing.
    fn watch_fast_vehicles(&mut self) {
        for row in 0..self.vehicles.len() {
            let (body, collider) = self.vehicles[row];
            let is_fast = self.state.bodies[body].linvel().length() > FAST_MPS;
            let hooks = if is_fast { ActiveHooks::MODIFY_SOLVER_CONTACTS } else { ActiveHooks::empty() };
            if self.state.colliders[collider].active_hooks() != hooks {
                self.collider_mut(collider).set_active_hooks(hooks);
            }
        }
    }

    fn handles(&self, pool: Pool, row: usize) -> (RigidBodyHandle, ColliderHandle) {
        match pool {
            Pool::Vehicles => self.vehicles[row],
            Pool::Loose => self.loose[row],
        }
    }

    /// The body of a place.
    pub fn body(&self, pool: Pool, row: usize) -> &RigidBody {
        &self.state.bodies[self.handles(pool, row).0]
    }

    /// The body of a place, to push.
    pub fn body_mut(&mut self, pool: Pool, row: usize) -> &mut RigidBody {
        let (body, _) = self.handles(pool, row);
        &mut self.state.bodies[body]
    }

    /// Gives a place its body: the hull, simulated, in its collision group. Where it is and how it moves is told next, by
    /// [`Physics::set_motion`].
    pub fn activate(&mut self, pool: Pool, row: usize, hull: &Hull) {
        let (body, collider) = self.handles(pool, row);
        let shape = self.collider_mut(collider);
        let same_box = shape.shape().as_cuboid().is_some_and(|cuboid| cuboid.half_extents == hull.half);
        if !same_box || shape.mass_properties() != mass_properties(hull) {
            shape.set_shape(SharedShape::cuboid(hull.half.x, hull.half.y, hull.half.z));
            shape.set_position_wrt_parent(Pose::from_translation(hull.centre));
            shape.set_mass_properties(mass_properties(hull));
        }
        shape.set_friction(hull.friction);
        shape.set_restitution(hull.restitution);
        shape.set_collision_groups(groups(match pool {
            Pool::Vehicles => VEHICLE_GROUP,
            Pool::Loose => LOOSE_GROUP,
        }));
        let body = &mut self.state.bodies[body];
        body.set_body_type(RigidBodyType::Dynamic, true);
        body.recompute_mass_properties_from_colliders(&self.state.colliders);
    }

    /// Empties a place: the body goes back below the level and out of every group.
    pub fn park(&mut self, pool: Pool, row: usize) {
        let (body, collider) = self.handles(pool, row);
        self.collider_mut(collider).set_collision_groups(InteractionGroups::none());
        let lane = if pool == Pool::Vehicles { 0.0 } else { 1.0 };
        let body = &mut self.state.bodies[body];
        body.set_body_type(RigidBodyType::KinematicPositionBased, false);
        body.set_linvel(Vec3::ZERO, false);
        body.set_angvel(Vec3::ZERO, false);
        let at = Vec3::new(row as f32 * PARKING_STEP_M, PARKING_Y_M, lane * PARKING_STEP_M);
        body.set_position(Pose::from_parts(at, Quat::IDENTITY), false);
    }

    /// Makes a body simulated, or solid but unmoved.
    pub fn set_simulated(&mut self, pool: Pool, row: usize, simulated: bool) {
        let kind = if simulated { RigidBodyType::Dynamic } else { RigidBodyType::KinematicPositionBased };
        let body = self.body_mut(pool, row);
        if body.body_type() != kind {
            body.set_body_type(kind, simulated);
        }
    }

    /// Whether a body may fall asleep. A car with a driver never does: a sleeping body wakes a step later than the key.
    pub fn set_can_sleep(&mut self, pool: Pool, row: usize, can_sleep: bool) {
        let activation = self.body_mut(pool, row).activation_mut();
        let wanted = if can_sleep { RigidBodyActivation::active() } else { RigidBodyActivation::cannot_sleep() };
        activation.normalized_linear_threshold = wanted.normalized_linear_threshold;
        activation.angular_threshold = wanted.angular_threshold;
    }

    /// Reads a body.
    pub fn motion(&self, pool: Pool, row: usize) -> Motion {
        let body = self.body(pool, row);
        Motion {
            position: body.translation(),
            rotation: *body.rotation(),
            velocity: body.linvel(),
            spin: body.angvel(),
            asleep: body.is_sleeping(),
        }
    }

    /// Writes a body: its pose, its velocities, and whether it sleeps.
    pub fn set_motion(&mut self, pool: Pool, row: usize, motion: &Motion) {
        let body = self.body_mut(pool, row);
        body.set_position(Pose::from_parts(motion.position, motion.rotation), true);
        if body.is_dynamic() {
            body.set_linvel(motion.velocity, true);
            body.set_angvel(motion.spin, true);
            if motion.asleep {
                body.sleep();
            }
        }
    }

    /// Makes a chunk of light pieces of those that stand. Where none does it is in no group: no shape is empty.
    pub fn set_light_chunk(&mut self, level: &Level, chunk: usize, standing: &[Piece]) {
        let handle = self.light_chunks[chunk];
        self.whole_chunks.entry(chunk).or_insert_with(|| self.state.colliders[handle].clone());
        let pieces = &level.light_chunks()[chunk];
        let shape = pieces.shape(|piece| !standing[usize::from(piece)].loose);
        let collider = self.collider_mut(handle);
        // Other ones first, so that they are always noted as changed: a keyframe cannot tell whether they were.
        collider.set_collision_groups(InteractionGroups::all());
        collider.set_collision_groups(if shape.is_some() { groups(STATIC_GROUP) } else { InteractionGroups::none() });
        collider.set_shape(shape.unwrap_or_else(|| pieces.full()));
    }
}

/// Friction of a loose piece: metal on tarmac.
pub const LOOSE_FRICTION: f32 = 0.6;
/// Bounce of a loose piece.
pub const LOOSE_RESTITUTION: f32 = 0.2;

fn groups(member_of: Group) -> InteractionGroups {
    InteractionGroups::new(member_of, Group::ALL, InteractionTestMode::And)
}

fn hull_collider(hull: &Hull) -> ColliderBuilder {
    ColliderBuilder::cuboid(hull.half.x, hull.half.y, hull.half.z)
        .translation(hull.centre)
        .mass_properties(mass_properties(hull))
        .friction(hull.friction)
        .restitution(hull.restitution)
}

/// A box's mass with its centre at the body's origin, lower than the box's own: what keeps a car on its wheels.
fn mass_properties(hull: &Hull) -> MassProperties {
    let box_of = MassProperties::from_cuboid(1.0, hull.half);
    let scale = hull.mass_kg / box_of.mass();
    MassProperties::new(-hull.centre, hull.mass_kg, box_of.principal_inertia() * scale)
}
