//! One rule at a time, near the code: cars on an empty plate, each met by one thing.

use std::sync::Arc;

use super::component::NO_OWNER;
use super::{Role, VehicleState, World};
use crate::input::{Input, Keys};
use crate::level::{Ground, Level, LevelData, LightPiece, Piece, Spawn, Surface};
use crate::units::math::{FORWARD, Vec3, yaw_rotation};
use crate::units::{ClientId, EntityId};

mod command;
mod crash;
mod digest;
mod minds;
mod overlay;
mod people;
mod pieces;
mod traffic;
mod trailer;
mod upset;
mod vehicle;
mod world;

/// The car under test, client 0's.
const CAR: EntityId = EntityId::new(0, 1);

/// A plate of 1,600 m with nothing on it but what is given.
fn plate(pieces: Vec<Piece>, light_pieces: Vec<LightPiece>) -> Arc<Level> {
    Level::compile(LevelData {
        pieces,
        light_pieces,
        spawns: vec![Spawn { position: Vec3::new(790.0, 0.5, 790.0), yaw_rad: 0.0 }],
        ..LevelData::bare("plate", "Plate", Ground::Flat { half_x_m: 800.0, half_z_m: 800.0 }, Surface::Asphalt)
    })
    .unwrap()
}

/// A session's world, where a car can be put anywhere at any speed.
fn session(level: Arc<Level>) -> World {
    World::new(level, Role::Session)
}

/// A whole car of client 0 at rest on its wheels: `x_m`, `z_m` across the ground, heading along +z, at `speed_mps`.
fn car(x_m: f32, z_m: f32, speed_mps: f32) -> VehicleState {
    let mut state = VehicleState::default();
    state.vehicle.owner = 0;
    state.motion.position = Vec3::new(x_m, super::CLASSES[0].ride_height_m(), z_m);
    state.motion.rotation = yaw_rotation(0.0);
    state.motion.velocity = FORWARD * speed_mps;
    state.drive.boost = 1.0;
    state.drive.front_grip = 1.0;
    state.drive.rear_grip = 1.0;
    state.condition.health = 100.0;
    state
}

/// The same that nobody drives.
fn parked(x_m: f32, z_m: f32) -> VehicleState {
    let mut state = car(x_m, z_m, 0.0);
    state.vehicle.owner = NO_OWNER;
    state
}

/// A session's world with one car in it.
fn session_with(level: Arc<Level>, state: &VehicleState) -> World {
    let mut world = session(level);
    assert!(world.place_vehicle(CAR, state, false));
    world
}

/// One tick in which client 0 holds this, and its car after it.
fn tick(world: &mut World, drive: f32, steer: f32, keys: Keys) -> VehicleState {
    world.step(&[], &[(ClientId(0), Input::from_axes(drive, steer, keys))]);
    world.vehicle(CAR).unwrap()
}

/// `ticks` of them.
fn hold(world: &mut World, ticks: u32, drive: f32, steer: f32, keys: Keys) -> VehicleState {
    (0..ticks).map(|_| tick(world, drive, steer, keys)).last().unwrap()
}

/// Speed along the car's own heading, in m/s.
fn speed_mps(state: &VehicleState) -> f32 {
    state.motion.velocity.dot(state.motion.rotation * FORWARD)
}
