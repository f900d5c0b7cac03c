use std::sync::Arc;

use crate::input::{Input, Keys};
use crate::level::Level;
use crate::level::generators::{LANDMARKS, test_collisions};
use crate::sim::{CLASSES, Command, Event, Role, System, World};
use crate::units::{ClientId, EntityId};

const ONE: ClientId = ClientId(0);
const TWO: ClientId = ClientId(7);

fn arena() -> Arc<Level> {
    Level::compile(test_collisions()).unwrap()
}

fn authority() -> World {
    World::new(arena(), Role::Authority)
}

fn join(client: ClientId) -> Command {
    Command::Join { client }
}

#[test]
fn an_authority_begins_with_the_parked_cars_and_a_session_with_none() {
    let world = authority();
    let parked: Vec<f32> = world.vehicles().map(|(_, state)| state.motion.position.x).collect();
    assert_eq!(parked.len(), 8);
    assert!(parked.contains(&LANDMARKS.parked_lane_x_m));
    assert_eq!(World::new(arena(), Role::Session).vehicles().count(), 0);
}

#[test]
fn a_join_gives_a_whole_car_at_the_clients_own_spawn_and_a_second_one_nothing() {
    let mut world = authority();
    world.step(&[join(ONE), join(TWO), join(ONE)], &[]);
    assert_eq!(world.vehicles().count(), 8 + 2);
    for client in [ONE, TWO] {
        let car = world.vehicle(world.car_of(client).unwrap()).unwrap();
        let spawn = world.level().data().spawns[usize::from(client.0)];
        assert_eq!((car.motion.position.x, car.condition.health, car.drive.boost), (spawn.position.x, 100.0, 1.0));
    }
}

#[test]
fn clients_with_the_same_spawn_get_different_ones_and_a_full_arena_none() {
    let mut world = authority();
    let spawns = world.level().data().spawns.len() as u16;
    let joins: Vec<Command> = (0..=spawns).map(|i| join(ClientId(i * spawns))).collect();
    world.step(&joins, &[]);
    let with_car = (0..=spawns).filter(|i| world.car_of(ClientId(i * spawns)).is_some()).count();
    assert_eq!(with_car, usize::from(spawns));
    let places: Vec<f32> = world.vehicles().map(|(_, state)| state.motion.position.x).collect();
    let apart = |a: usize, b: usize| (places[a] - places[b]).abs() > 1.0;
    assert!((0..usize::from(spawns)).all(|a| (0..a).all(|b| apart(a, b))), "{places:?}");
}

#[test]
fn who_leaves_and_comes_again_is_another_entity_in_the_same_place() {
    let mut world = authority();
    world.step(&[join(ONE)], &[]);
    let first = world.car_of(ONE).unwrap();
    world.step(&[Command::Leave { client: ONE }], &[]);
    assert_eq!((world.car_of(ONE), world.vehicle(first)), (None, None));
    world.step(&[Command::Leave { client: ONE }, join(ONE)], &[]);
    let second = world.car_of(ONE).unwrap();
    assert_eq!(second, EntityId::new(first.index, first.generation + 1));
}

#[test]
fn commands_run_in_their_order() {
    let mut world = authority();
    world.step(&[join(ONE), Command::Leave { client: ONE }], &[]);
    assert_eq!(world.car_of(ONE), None);
    world.step(&[Command::Leave { client: ONE }, join(ONE)], &[]);
    assert!(world.car_of(ONE).is_some());
}

/// A world whose only client has driven for four seconds.
fn driven() -> (World, EntityId) {
    let mut world = authority();
    world.step(&[join(ONE)], &[]);
    for _ in 0..240 {
        world.step(&[], &[(ONE, Input::from_axes(1.0, 0.0, Keys::BOOST))]);
    }
    let car = world.car_of(ONE).unwrap();
    (world, car)
}

#[test]
fn a_reset_puts_the_same_entity_home_and_makes_it_whole() {
    for by_key in [false, true] {
        let (mut world, car) = driven();
        let away = world.vehicle(car).unwrap();
        assert!(away.motion.position.z - LANDMARKS.start_z_m > 30.0 && away.drive.boost < 0.1);
        let input = Input { keys: if by_key { Keys::RESET } else { Keys(0) }, ..Input::default() };
        let command = [Command::Reset { client: ONE }];
        world.step(if by_key { &[] } else { &command }, &[(ONE, input)]);
        let home = world.vehicle(car).unwrap();
        assert!((home.motion.position.z - LANDMARKS.start_z_m).abs() < 0.1, "{}", home.motion.position);
        assert!(home.motion.velocity.length() < 0.5 && home.drive.boost == 1.0, "{home:?}");
        assert_eq!(world.events(), [Event::Relocated { entity: car }]);
    }
}

#[test]
fn a_held_reset_key_resets_every_half_second_and_not_right_after_the_join() {
    let mut world = authority();
    world.step(&[join(ONE)], &[]);
    let pressed = Input { keys: Keys::RESET, ..Input::default() };
    let resets: Vec<u32> = (1..=100).filter(|_| !world.step(&[], &[(ONE, pressed)]).is_empty()).collect();
    assert_eq!(resets, [30, 60, 90]);
}

#[test]
fn a_press_of_the_level_reset_gives_every_car_another_life_at_home_once_in_half_a_second() {
    let (mut world, car) = driven();
    let pressed = Input { keys: Keys::RESET_LEVEL, ..Input::default() };
    world.step(&[], &[(ONE, pressed)]);
    let again = world.car_of(ONE).unwrap();
    assert_eq!((again.index, again.generation), (car.index, car.generation + 1));
    assert!((world.vehicle(again).unwrap().motion.position.z - LANDMARKS.start_z_m).abs() < 0.1);
    let resets = (1..=60).filter(|_| !world.step(&[], &[(ONE, pressed)]).is_empty()).count();
    assert_eq!(resets, 2);
}

#[test]
fn a_held_class_key_changes_the_class_every_half_second_round_the_table() {
    let mut world = authority();
    world.step(&[join(ONE)], &[]);
    let car = world.car_of(ONE).unwrap();
    let pressed = Input { keys: Keys::CHANGE_CLASS, ..Input::default() };
    let driven: Vec<u8> = (0..CLASSES.len() as u8).filter(|class| CLASSES[usize::from(*class)].drives()).collect();
    for tick in 1..=30 * driven.len() {
        world.step(&[], &[(ONE, pressed)]);
        let class = world.vehicle(car).unwrap().vehicle.class;
        assert_eq!(class, driven[tick / 30 % driven.len()], "after {tick} ticks");
    }
}

#[test]
fn a_change_of_class_keeps_place_speed_and_share_of_health_and_sinks_no_hull() {
    for class in (1..CLASSES.len() as u8).filter(|class| CLASSES[usize::from(*class)].drives()) {
        let (mut world, car) = driven();
        let before = world.vehicle(car).unwrap();
        world.step(&[Command::SetClass { client: ONE, class }], &[]);
        let after = world.vehicle(car).unwrap();
        let name = &CLASSES[usize::from(class)].name;
        let moved = after.motion.position - before.motion.position;
        assert!((moved - before.motion.velocity / 60.0).length() < 0.8, "{name} moved {moved}");
        assert!((after.motion.velocity - before.motion.velocity).length() < 1.0, "{name}: {:?}", after.motion);
        let share = after.condition.health / CLASSES[usize::from(class)].health;
        assert!((share - before.condition.health / CLASSES[0].health).abs() < 0.01, "{name}: {share} of its health");
        assert!(!world.in_contact(car), "{name} touches the ground");
    }
}

#[test]
fn a_reset_keeps_the_class_and_a_row_that_no_class_has_changes_nothing() {
    let mut world = authority();
    world.step(&[join(ONE), Command::SetClass { client: ONE, class: 5 }], &[]);
    let unknown = Command::SetClass { client: ONE, class: CLASSES.len() as u8 };
    world.step(&[unknown, Command::Reset { client: ONE }], &[]);
    let car = world.vehicle(world.car_of(ONE).unwrap()).unwrap();
    assert_eq!((car.vehicle.class, car.condition.health), (5, CLASSES[5].health));
}

#[test]
fn a_session_leaves_resets_and_classes_to_the_authority() {
    let (world, car) = driven();
    let mut session = World::new(arena(), Role::Session);
    session.place_vehicle(car, &world.vehicle(car).unwrap(), false);
    for _ in 0..60 {
        let pressed = Input { keys: Keys::RESET.with(Keys::RESET_LEVEL).with(Keys::CHANGE_CLASS), ..Input::default() };
        assert_eq!(session.step(&[], &[(ONE, pressed)]), []);
    }
    let car = session.vehicle(car).unwrap();
    assert!(car.motion.position.z - LANDMARKS.start_z_m > 30.0 && car.vehicle.class == 0);
}

#[test]
#[should_panic(expected = "commands are the authority's")]
fn a_session_takes_no_commands() {
    World::new(arena(), Role::Session).step(&[Command::ResetLevel], &[]);
}

#[test]
fn a_reset_level_puts_all_home_as_new_tenants_and_plants_every_piece() {
    let mut world = authority();
    let lamp_lane = ClientId(5);
    world.step(&[join(lamp_lane)], &[]);
    let torn =
        |world: &World| (0..world.level().data().light_pieces.len()).any(|piece| world.torn_piece(piece).is_some());
    while !torn(&world) {
        world.step(&[], &[(lamp_lane, Input::from_axes(1.0, 0.0, Keys(0)))]);
        assert!(world.tick().0 < 900, "the lamp still stands");
    }
    let before: Vec<EntityId> = world.vehicles().map(|(entity, _)| entity).collect();
    let piece_life = (0..2).find_map(|piece| world.torn_piece(piece)).unwrap();
    world.step(&[Command::ResetLevel], &[]);
    let after: Vec<EntityId> = world.vehicles().map(|(entity, _)| entity).collect();
    let renewed: Vec<EntityId> =
        before.iter().map(|entity| EntityId::new(entity.index, entity.generation + 1)).collect();
    assert_eq!(after, renewed);
    assert!(!torn(&world) && world.loose_piece(piece_life).is_none());
    let relocated = world.events().iter().filter(|event| matches!(event, Event::Relocated { .. })).count();
    assert_eq!(relocated, after.len());
    let car = world.vehicle(world.car_of(lamp_lane).unwrap()).unwrap();
    assert!((car.motion.position.z - LANDMARKS.start_z_m).abs() < 0.1);
}

#[test]
fn an_input_of_a_client_without_a_car_does_nothing() {
    let (mut with, mut without) = (authority(), authority());
    with.step(&[], &[(ONE, Input::from_axes(1.0, 1.0, Keys::RESET))]);
    without.step(&[], &[]);
    assert_eq!(with.digest(), without.digest());
}

#[test]
fn who_watches_a_step_sees_every_system_once_and_changes_nothing() {
    let mut watched = authority();
    let mut plain = watched.clone();
    let join = [join(ONE)];
    let mut systems = Vec::new();
    watched.step_watched(&join, &[], &mut |system, _| systems.push(system));
    plain.step(&join, &[]);
    assert_eq!(systems, System::ALL);
    assert_eq!(watched.digest(), plain.digest());
}

#[test]
fn a_session_runs_no_system_that_is_the_authoritys() {
    let mut world = World::new(arena(), Role::Session);
    let mut systems = Vec::new();
    world.step_watched(&[], &[], &mut |system, _| systems.push(system));
    let missing: Vec<System> = System::ALL.into_iter().filter(|system| !systems.contains(system)).collect();
    assert_eq!(missing, [System::Population, System::Minds, System::Weapons, System::Lifetimes]);
}
