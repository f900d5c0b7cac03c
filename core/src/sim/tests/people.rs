//! People on foot: one body and one thing in its way at a time, then all of them in a city.

use std::sync::Arc;

use super::{plate, session};
use crate::input::{Input, Keys};
use crate::level::{Level, Piece, PieceKind, Rotation, Shape, Surface};
use crate::sim::people::{DOG, FIRST_PERSON_INDEX, HUMAN, KINDS};
use crate::sim::{NO_VEHICLE, PersonState, World};
use crate::units::math::{Quat, Vec3};
use crate::units::{ClientId, EntityId};

mod crowd;
mod struck;
mod walk;

/// The person under test, client 0's.
const WALKER: EntityId = EntityId::new(FIRST_PERSON_INDEX, 1);

/// A quarter of a turn, as an aim: towards +x.
const TOWARDS_X: u16 = 1 << 14;

/// A whole person of client 0 who stands at a place and faces +z.
fn person(x_m: f32, y_m: f32, z_m: f32) -> PersonState {
    let mut state = PersonState::default();
    state.person.kind = HUMAN;
    state.person.vehicle = NO_VEHICLE;
    state.motion.position = Vec3::new(x_m, y_m, z_m);
    state.walk.jacking = NO_VEHICLE;
    state.condition.health = KINDS[usize::from(HUMAN)].health;
    state
}

/// The same as a dog.
fn dog(x_m: f32, z_m: f32) -> PersonState {
    let mut state = person(x_m, 0.0, z_m);
    state.person.kind = DOG;
    state.condition.health = KINDS[usize::from(DOG)].health;
    state
}

/// A session's world with that person in it.
fn session_of(level: Arc<Level>, state: &PersonState) -> World {
    let mut world = session(level);
    assert!(world.place_person(WALKER, state, false));
    world
}

/// A person at the origin of a plate with some pieces on it.
fn walker_among(pieces: Vec<Piece>) -> World {
    session_of(plate(pieces, vec![]), &person(0.0, 0.0, 0.0))
}

/// One tick in which client 0 holds this and aims along +z, and its person after it.
fn tick(world: &mut World, drive: f32, steer: f32, keys: Keys) -> PersonState {
    world.step(&[], &[(ClientId(0), Input::from_axes(drive, steer, keys))]);
    walker(world)
}

/// `ticks` of them.
fn hold(world: &mut World, ticks: u32, drive: f32, steer: f32, keys: Keys) -> PersonState {
    (0..ticks).map(|_| tick(world, drive, steer, keys)).last().unwrap()
}

fn walker(world: &World) -> PersonState {
    world.person(WALKER).unwrap()
}

/// A box by its middle and half its edges, turned about +y.
fn block(middle: [f32; 3], half: [f32; 3], yaw_rad: f32) -> Piece {
    Piece {
        shape: Shape::Cuboid { half: Vec3::from_array(half) },
        position: Vec3::from_array(middle),
        rotation: Rotation::Yaw(yaw_rad),
        kind: PieceKind::Wall,
        surface: Surface::Concrete,
    }
}

/// A wedge that begins to rise at `z_m` towards +z, 10 m long.
fn slope(degrees: f32, z_m: f32) -> Piece {
    let rise_m = 10.0 * libm::tanf(degrees.to_radians());
    let half = Vec3::new(5.0, rise_m / 2.0, 5.0);
    Piece {
        shape: Shape::Ramp { half },
        rotation: Rotation::Full(Quat::IDENTITY),
        ..block([0.0, half.y, z_m + 5.0], [1.0; 3], 0.0)
    }
}
