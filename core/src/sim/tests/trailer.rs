use std::sync::Arc;

use crate::input::{Input, Keys};
use crate::level::Level;
use crate::level::generators::{LANDMARKS, test_collisions};
use crate::sim::physics::Pool;
use crate::sim::vehicle::row_of;
use crate::sim::{CLASSES, Command, Event, Motion, NO_HITCH, NO_OWNER, Role, VehicleState, World};
use crate::units::math::{FORWARD, UP, Vec3, axis_rotation, yaw_of};
use crate::units::{ClientId, EntityId};

const ME: ClientId = ClientId(2);
const IDLE: [(ClientId, Input); 0] = [];

fn class(name: &str) -> Command {
    Command::SetClass { client: ME, class: row_of(name).unwrap() }
}

fn arena() -> Arc<Level> {
    Level::compile(test_collisions()).unwrap()
}

/// A tractor that has stood for a second, and its trailer.
fn hitched() -> (World, EntityId, EntityId) {
    let mut world = World::new(arena(), Role::Authority);
    world.step(&[Command::Join { client: ME }, class("tractor")], &IDLE);
    (0..60).for_each(|_| {
        world.step(&[], &IDLE);
    });
    let cab = world.car_of(ME).unwrap();
    let trailer = world.hitched_to(cab).unwrap();
    (world, cab, trailer)
}

fn state(world: &World, entity: EntityId) -> VehicleState {
    world.vehicle(entity).unwrap()
}

fn hold(world: &mut World, ticks: u32, input: Input) {
    for _ in 0..ticks {
        world.step(&[], &[(ME, input)]);
    }
}

fn trailers(world: &World) -> usize {
    world.vehicles().filter(|(_, state)| !CLASSES[usize::from(state.vehicle.class)].drives()).count()
}

#[test]
fn a_car_that_becomes_a_tractor_has_a_trailer_behind_it_in_the_last_free_row() {
    let (world, cab, trailer) = hitched();
    let (front, behind) = (state(&world, cab), state(&world, trailer));
    assert_eq!(world.hitched_to(trailer), Some(cab));
    assert_eq!((behind.vehicle.owner, trailer.index), (NO_OWNER, 192 - 8 - 1));
    let along_m = (front.motion.position - behind.motion.position).dot(front.motion.rotation * FORWARD);
    assert!((along_m - 8.0).abs() < 0.05, "{along_m} m");
    let still = |state: &VehicleState| state.motion.velocity.length() < 0.1 && !state.motion.asleep;
    assert!(still(&front) && still(&behind) && !world.in_contact(trailer), "{front:?} {behind:?}");
}

#[test]
fn another_class_and_leaving_take_the_trailer_away_and_nobody_becomes_one() {
    for command in [class("sedan"), Command::Leave { client: ME }] {
        let (mut world, _, trailer) = hitched();
        world.step(&[command], &IDLE);
        assert_eq!((world.vehicle(trailer), trailers(&world)), (None, 0));
        assert!(world.vehicles().all(|(_, state)| state.vehicle.hitched == NO_HITCH));
        hold(&mut world, 60, Input::default());
    }
    let (mut world, cab, trailer) = hitched();
    world.step(&[class("trailer")], &IDLE);
    assert_eq!(world.hitched_to(cab), Some(trailer), "a class that is only pulled is no class to change to");
}

#[test]
fn a_reset_puts_the_folded_pair_home_straight_and_a_level_reset_as_new_tenants() {
    for command in [Command::Reset { client: ME }, Command::ResetLevel] {
        let (mut world, cab, trailer) = hitched();
        hold(&mut world, 300, Input::from_axes(0.5, 1.0, Keys(0)));
        let yaw = |world: &World, entity| yaw_of(state(world, entity).motion.rotation);
        assert!((yaw(&world, cab) - yaw(&world, trailer)).abs() > 0.2);
        let events = world.step(&[command], &IDLE).to_vec();
        let (new_cab, lives) = (world.car_of(ME).unwrap(), u8::from(command == Command::ResetLevel));
        let new_trailer = world.hitched_to(new_cab).unwrap();
        assert_eq!(new_cab, EntityId::new(cab.index, cab.generation + lives));
        assert_eq!(new_trailer, EntityId::new(trailer.index, trailer.generation + lives));
        for entity in [new_cab, new_trailer] {
            assert!(events.contains(&Event::Relocated { entity }), "{entity} is told to be elsewhere");
        }
        let home = state(&world, new_cab).motion.position;
        let behind = state(&world, new_trailer).motion.position;
        assert!((home.z - LANDMARKS.start_z_m).abs() < 0.1 && (home - behind - Vec3::Z * 8.0).length() < 0.1);
    }
}

#[test]
fn where_there_is_no_room_there_is_no_trailer_until_a_reset_finds_some() {
    let mut data = test_collisions();
    data.parked[0].position = data.spawns[2].position - Vec3::Z * 7.0;
    let mut world = World::new(Level::compile(data).unwrap(), Role::Authority);
    let (last, alone) =
        (world.vehicles().last().unwrap().0, |world: &World| world.hitched_to(world.car_of(ME).unwrap()).is_none());
    assert_eq!(last.index, 191);
    world.step(&[Command::Join { client: ME }, class("tractor")], &IDLE);
    assert!(alone(&world));
    // It drives forward; a trailer would have room now, but none appears.
    hold(&mut world, 240, Input::from_axes(0.5, 0.0, Keys(0)));
    assert!(alone(&world));
    world.step(&[class("sedan"), class("tractor")], &IDLE);
    assert!(!alone(&world), "a change of class finds room");
    world.step(&[Command::Reset { client: ME }], &IDLE);
    assert!(alone(&world), "a reset to where there is none takes it");
}

#[test]
fn a_trailer_brakes_with_its_cab_and_rolls_with_a_wreck() {
    let (mut world, cab, trailer) = hitched();
    hold(&mut world, 240, Input::from_axes(1.0, 0.0, Keys(0)));
    let before_mps = state(&world, trailer).motion.velocity.length();
    hold(&mut world, 30, Input::from_axes(-1.0, 0.0, Keys(0)));
    let braked_mps = before_mps - state(&world, trailer).motion.velocity.length();
    // What 56 kN at the cab alone would take from both in half a second is two metres a second.
    assert!(braked_mps > 2.6, "{braked_mps} m/s");
    assert_eq!(state(&world, trailer).controls.drive, -1.0);

    let row = world.row_of_vehicle(cab).unwrap();
    world.store.vehicles_mut().condition[row].health = 0.0;
    hold(&mut world, 60, Input::default());
    assert_eq!(world.hitched_to(cab), Some(trailer));
}

#[test]
fn no_more_than_48_trailers_are_given() {
    let mut data = test_collisions();
    let spawn = data.spawns[0];
    data.ground = crate::level::Ground::Flat { half_x_m: 1500.0, half_z_m: 1500.0 };
    data.spawns = (0..60u16)
        .map(|i| crate::level::Spawn {
            position: Vec3::new(f32::from(i % 10) * 12.0 - 50.0, 0.5, 200.0 + 30.0 * f32::from(i / 10)),
            ..spawn
        })
        .collect();
    let mut world = World::new(Level::compile(data).unwrap(), Role::Authority);
    let class = row_of("tractor").unwrap();
    let commands =
        (0..60).map(ClientId).flat_map(|client| [Command::Join { client }, Command::SetClass { client, class }]);
    world.step(&commands.collect::<Vec<_>>(), &IDLE);
    assert_eq!(trailers(&world), 48);
}

#[test]
fn a_pair_hangs_together_in_a_session_only_where_both_ends_are_simulated() {
    let (world, cab, trailer) = hitched();
    for (proxy, apart) in [(false, false), (true, true)] {
        let mut session = World::new(arena(), Role::Session);
        session.place_vehicle(cab, &state(&world, cab), false);
        session.place_vehicle(trailer, &state(&world, trailer), proxy);
        hold(&mut session, 180, Input::from_axes(1.0, 0.0, Keys(0)));
        let apart_m = (state(&session, cab).motion.position - state(&session, trailer).motion.position).length();
        assert_eq!(apart_m > 9.0, apart, "{apart_m} m");
    }
}

#[test]
fn a_pair_that_lies_on_its_side_is_set_up_together_and_straight() {
    let (mut world, cab, trailer) = hitched();
    let class = &CLASSES[usize::from(state(&world, cab).vehicle.class)];
    let tow = class.tows.as_ref().unwrap();
    let rotation = axis_rotation(FORWARD, 1.6);
    let position = Vec3::new(0.0, class.depth_m(rotation) + 0.02, 0.0);
    for (entity, position) in [(cab, position), (trailer, tow.straight_behind(position, rotation))] {
        let row = world.row_of_vehicle(entity).unwrap();
        world.physics.set_motion(Pool::Vehicles, row, &Motion { position, rotation, ..Motion::default() });
    }
    hold(&mut world, 30, Input::default());
    assert!((state(&world, cab).motion.rotation * UP).y < 0.3, "it lies");
    hold(&mut world, 300, Input::default());
    for entity in [cab, trailer] {
        let motion = state(&world, entity).motion;
        assert!((motion.rotation * UP).y > 0.95, "{motion:?}");
    }
    let (front, back) = (state(&world, cab).motion, state(&world, trailer).motion);
    let gap_m = (tow.straight_behind(front.position, front.rotation) - back.position).length();
    assert!(gap_m < 0.1, "{gap_m} m from straight behind");
}
