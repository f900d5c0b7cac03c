//! One rule at a time, on an empty plate where everybody stands exactly where they are put.

mod blasts;
mod fights;
mod fires;
mod flights;
mod shots;

use crate::input::Keys;
use crate::level::{
    Ground, Level, LevelData, LightKind, LightPiece, Parked, Piece, PieceKind, Rotation, Shape, Spawn, Surface,
};
use crate::sim::component::{Mind, NO_VEHICLE};
use crate::sim::people::{self, DOG, DRIVER_SEAT, HUMAN};
use crate::sim::weapons::Cause;
use crate::sim::{CLASSES, Event, Motion, NOT_A_CLIENT, Person, PersonState, Role, World};
use crate::units::math::Vec3;
use crate::units::{EntityId, Tick};

/// Who aims along +z.
const AHEAD: u16 = 0;
/// Who aims along +x.
const LEFT: u16 = 1 << 14;
/// Who aims along -z.
const BACK: u16 = 1 << 15;

/// A level with nothing but what is given: the first car's row is the last.
fn level(pieces: Vec<Piece>, light_pieces: Vec<LightPiece>, cars: &[(f32, f32)]) -> LevelData {
    let park =
        |(x_m, z_m): &(f32, f32)| Parked { position: Vec3::new(*x_m, CLASSES[0].ride_height_m(), *z_m), yaw_rad: 0.0 };
    LevelData {
        pieces,
        light_pieces,
        parked: cars.iter().map(park).collect(),
        spawns: vec![Spawn { position: Vec3::new(790.0, 0.5, 790.0), yaw_rad: 0.0 }],
        ..LevelData::bare("yard", "Yard", Ground::Flat { half_x_m: 800.0, half_z_m: 800.0 }, Surface::Asphalt)
    }
}

fn world_of(data: LevelData) -> World {
    World::new(Level::compile(data).unwrap(), Role::Authority)
}

/// An authority's world with nothing in it.
fn bare() -> World {
    world_of(level(vec![], vec![], &[]))
}

/// An authority's world with parked cars.
fn with_cars(cars: &[(f32, f32)]) -> World {
    world_of(level(vec![], vec![], cars))
}

/// A wall across z of this thickness, 40 m wide and 3 m high.
fn wall(z_m: f32, thickness_m: f32) -> Piece {
    Piece {
        shape: Shape::Cuboid { half: Vec3::new(20.0, 1.5, thickness_m / 2.0) },
        position: Vec3::new(0.0, 1.5, z_m),
        rotation: Rotation::Yaw(0.0),
        kind: PieceKind::Wall,
        surface: Surface::Concrete,
    }
}

fn lamp(x_m: f32, z_m: f32) -> LightPiece {
    LightPiece { kind: LightKind::Lamp, position: Vec3::new(x_m, 0.0, z_m), yaw_rad: 0.0 }
}

/// Puts somebody of a kind on its feet in the first free row.
fn put(world: &mut World, kind: u8, x_m: f32, z_m: f32) -> EntityId {
    let row = world.store.people().slot.iter().position(|slot| !slot.alive).unwrap();
    let person = Person { kind, owner: NOT_A_CLIENT, vehicle: NO_VEHICLE, seat: 0, home: 0 };
    let motion = Motion { position: Vec3::new(x_m, 0.0, z_m), ..Motion::default() };
    people::place(&mut world.store, row, person, motion, 0.0, Mind::default())
}

fn stand(world: &mut World, x_m: f32, z_m: f32) -> EntityId {
    put(world, HUMAN, x_m, z_m)
}

/// Seats somebody in the parked car of this number.
fn sit(world: &mut World, car: usize, seat: u8) -> EntityId {
    let vehicle_row = world.store.vehicles().slot.len() - 1 - car;
    let person = stand(world, 0.0, 0.0);
    let row = world.row_of_person_entity(person).unwrap();
    world.store.people_mut().person[row] =
        Person { vehicle: vehicle_row as u16, seat, ..world.store.people().person[row] };
    if seat == DRIVER_SEAT {
        world.store.vehicles_mut().vehicle[vehicle_row].owner = NOT_A_CLIENT;
    }
    person
}

/// The entity of the parked car of this number.
fn parked(world: &World, car: usize) -> EntityId {
    EntityId::new((world.store.vehicles().slot.len() - 1 - car) as u16, 1)
}

/// Lets somebody hold a weapon, an aim and keys from now on.
fn hold(world: &mut World, person: EntityId, weapon: usize, aim: u16, keys: Keys) {
    let row = world.row_of_person_entity(person).unwrap();
    let controls = &mut world.store.people_mut().controls[row];
    (controls.slot, controls.aim, controls.keys) = (weapon as u8, aim, keys.0);
}

/// The events of one tick in which somebody fires.
fn fire(world: &mut World, person: EntityId, weapon: usize, aim: u16) -> Vec<Event> {
    hold(world, person, weapon, aim, Keys::FIRE);
    let events = world.step(&[], &[]).to_vec();
    hold(world, person, weapon, aim, Keys(0));
    events
}

/// The events of some ticks in which nobody does anything more, each with its tick.
fn wait(world: &mut World, ticks: u32) -> Vec<(Tick, Event)> {
    let mut all = Vec::new();
    for _ in 0..ticks {
        let events = world.step(&[], &[]).to_vec();
        all.extend(events.into_iter().map(|event| (world.tick(), event)));
    }
    all
}

/// Who was hit among some events, with what and how hard.
fn hits<'a>(events: impl IntoIterator<Item = &'a Event>) -> Vec<(EntityId, Cause, f32)> {
    let hit = |event: &Event| match event {
        Event::Hit { entity, with, points, .. } => Some((*entity, *with, *points)),
        _ => None,
    };
    events.into_iter().filter_map(hit).collect()
}

/// The lengths of the shots among some events.
fn lengths_m(events: &[Event]) -> Vec<f32> {
    let length = |event: &Event| match event {
        Event::Shot { length_m, .. } => Some(*length_m),
        _ => None,
    };
    events.iter().filter_map(length).collect()
}

/// The first blast among some events, and its tick.
fn first_blast(events: &[(Tick, Event)]) -> Option<(Tick, Vec3)> {
    events.iter().find_map(|(tick, event)| match event {
        Event::Blast { at, .. } => Some((*tick, *at)),
        _ => None,
    })
}

fn person(world: &World, entity: EntityId) -> PersonState {
    world.person(entity).unwrap()
}

fn health(world: &World, entity: EntityId) -> f32 {
    person(world, entity).condition.health
}

fn dog(world: &mut World, x_m: f32, z_m: f32) -> EntityId {
    put(world, DOG, x_m, z_m)
}
