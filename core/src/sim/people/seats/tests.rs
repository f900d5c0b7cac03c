use std::sync::Arc;

use crate::input::{Input, Keys};
use crate::level::{Ground, Level, LevelData, Piece, PieceKind, Rotation, Shape, Spawn, Surface};
use crate::sim::component::{Mind, Motion, NO_OWNER, NO_VEHICLE, NOT_A_CLIENT, Person};
use crate::sim::people::{self, DRIVER_SEAT, FIRST_PERSON_INDEX, HUMAN};
use crate::sim::{Command, Event, Role, World};
use crate::units::ClientId;
use crate::units::math::Vec3;

const ONE: ClientId = ClientId(0);
const TWO: ClientId = ClientId(1);

/// Ticks after which a press counts again.
const WAIT_TICKS: usize = people::PRESS_WAIT_TICKS as usize + 1;

/// A plate with two spawns far from each other, and what is given.
fn plate(pieces: Vec<Piece>) -> Arc<Level> {
    let spawn = |x_m: f32| Spawn { position: Vec3::new(x_m, 0.5, 0.0), yaw_rad: 0.0 };
    Level::compile(LevelData {
        pieces,
        spawns: vec![spawn(0.0), spawn(40.0)],
        ..LevelData::bare("plate", "Plate", Ground::Flat { half_x_m: 200.0, half_z_m: 200.0 }, Surface::Asphalt)
    })
    .unwrap()
}

/// A wall beside the first spawn: `gap_m` from the driver's side of a sedan.
fn wall(gap_m: f32, side: f32) -> Piece {
    Piece {
        kind: PieceKind::Wall,
        shape: Shape::Cuboid { half: Vec3::new(0.5, 2.0, 6.0) },
        position: Vec3::new(side * (0.9 + gap_m + 0.5), 2.0, 0.0),
        rotation: Rotation::Yaw(0.0),
        surface: Surface::Concrete,
    }
}

/// Two clients in their cars, their first presses waited for.
fn two_drivers(level: Arc<Level>) -> World {
    let mut world = World::new(level, Role::Authority);
    world.step(&[Command::Join { client: ONE }, Command::Join { client: TWO }], &[]);
    idle(&mut world, WAIT_TICKS);
    world
}

fn idle(world: &mut World, ticks: usize) {
    for _ in 0..ticks {
        world.step(&[], &[]);
    }
}

/// One press of the key for seats, what happened, and the time until the next counts.
fn press(world: &mut World, client: ClientId) -> Vec<Event> {
    let events = world.step(&[], &[(client, Input { keys: Keys::ENTER, ..Input::default() })]).to_vec();
    idle(world, WAIT_TICKS);
    events
}

fn person_row(world: &World, client: ClientId) -> usize {
    world.row_of_person(client).unwrap()
}

fn set_feet(world: &mut World, row: usize, position: Vec3) {
    world.store.people_mut().motion[row] = Motion { position, ..Motion::default() };
}

/// Puts one of the simulation's own people at the wheel of a car.
fn driver_of(world: &mut World, car: usize) -> usize {
    let row = world.store.people().slot.iter().position(|slot| !slot.alive).unwrap();
    let person = Person { kind: HUMAN, owner: NOT_A_CLIENT, vehicle: NO_VEHICLE, seat: DRIVER_SEAT, home: 0 };
    people::place(&mut world.store, row, person, Motion::default(), 0.0, Mind::default());
    world.sit(row, car, DRIVER_SEAT);
    row
}

#[test]
fn whoever_joins_sits_at_the_wheel_and_rides_with_the_car() {
    let mut world = two_drivers(plate(vec![]));
    for _ in 0..120 {
        world.step(&[], &[(ONE, Input::from_axes(1.0, 0.3, Keys(0)))]);
    }
    let car = world.car_of(ONE).unwrap();
    let person = world.person_of(ONE).and_then(|person| world.person(person)).unwrap();
    assert_eq!(person.person.vehicle, car.index);
    assert_eq!(person.motion, world.vehicle(car).unwrap().motion);
    assert!(person.motion.position.z > 5.0, "it drove off");
}

#[test]
fn a_driver_gets_out_beside_its_door_and_the_car_stands_on_its_brakes() {
    let mut world = two_drivers(plate(vec![]));
    let car = world.car_of(ONE).unwrap();
    let events = press(&mut world, ONE);
    let person = world.person_of(ONE).unwrap();
    assert!(events.contains(&Event::Unseated { person, vehicle: car }));
    assert_eq!(world.car_of(ONE), None);
    assert_eq!(world.vehicle(car).unwrap().vehicle.owner, NO_OWNER);
    let state = world.person(person).unwrap();
    assert!(state.person.is_on_foot());
    let out_m = state.motion.position.x - world.vehicle(car).unwrap().motion.position.x;
    assert!((1.2..1.8).contains(&out_m), "{out_m} m to the driver's side");
    assert!(state.motion.position.y.abs() < 0.05, "on the ground: {}", state.motion.position);
}

#[test]
fn who_stands_at_an_empty_car_gets_in_at_either_door_and_drives() {
    for side in [1.0, -1.0] {
        let mut world = two_drivers(plate(vec![]));
        let car = world.car_of(ONE).unwrap();
        press(&mut world, ONE);
        let row = person_row(&world, ONE);
        set_feet(&mut world, row, Vec3::new(side * 1.4, 0.0, 0.3));
        let events = press(&mut world, ONE);
        let person = world.person_of(ONE).unwrap();
        assert!(events.contains(&Event::Seated { person, vehicle: car, seat: DRIVER_SEAT }), "{events:?}");
        assert_eq!(world.car_of(ONE), Some(car));
        for _ in 0..60 {
            world.step(&[], &[(ONE, Input::from_axes(1.0, 0.0, Keys(0)))]);
        }
        assert!(world.vehicle(car).unwrap().motion.velocity.z > 3.0, "it drives");
    }
}

#[test]
fn who_stands_too_far_off_or_behind_the_car_does_not_get_in() {
    let mut world = two_drivers(plate(vec![]));
    press(&mut world, ONE);
    let row = person_row(&world, ONE);
    for place in [Vec3::new(3.5, 0.0, 0.0), Vec3::new(0.0, 0.0, -4.5), Vec3::new(1.4, 3.0, 0.3)] {
        set_feet(&mut world, row, place);
        let events = world.step(&[], &[(ONE, Input { keys: Keys::ENTER, ..Input::default() })]).to_vec();
        assert_eq!(events, vec![], "from {place}");
    }
}

#[test]
fn a_wall_at_the_drivers_door_lets_it_out_at_the_other_and_two_walls_onto_the_roof() {
    let mut world = two_drivers(plate(vec![wall(0.3, 1.0)]));
    press(&mut world, ONE);
    let at = world.person_of(ONE).and_then(|person| world.person(person)).unwrap().motion.position;
    assert!(at.x < -1.0, "at the other door: {at}");

    let mut world = two_drivers(plate(vec![wall(0.3, 1.0), wall(0.3, -1.0)]));
    let roof = |world: &mut World| {
        let events = world.step(&[], &[(ONE, Input { keys: Keys::ENTER, ..Input::default() })]).to_vec();
        assert!(matches!(events[..], [Event::Unseated { .. }]), "{events:?}");
        world.person_of(ONE).and_then(|person| world.person(person)).unwrap().motion.position
    };
    let at = roof(&mut world);
    assert!(at.x.abs() < 0.3 && at.y > 0.9, "on the roof: {at}");
}

#[test]
fn nobody_gets_out_at_speed() {
    let mut world = two_drivers(plate(vec![]));
    for _ in 0..180 {
        world.step(&[], &[(ONE, Input::from_axes(1.0, 0.0, Keys(0)))]);
    }
    let car = world.car_of(ONE);
    let fast = Input::from_axes(1.0, 0.0, Keys::ENTER);
    assert_eq!(world.step(&[], &[(ONE, fast)]), []);
    assert_eq!(world.car_of(ONE), car);
}

#[test]
fn a_held_key_is_one_press_in_half_a_second() {
    let mut world = two_drivers(plate(vec![]));
    let held = Input { keys: Keys::ENTER, ..Input::default() };
    let changes: Vec<usize> = (0..95).filter(|_| !world.step(&[], &[(ONE, held)]).is_empty()).collect();
    assert_eq!(changes.len(), 4, "out, in, out, in: {changes:?}");
    assert!(changes.windows(2).all(|pair| pair[1] - pair[0] == WAIT_TICKS - 1), "{changes:?}");
}

#[test]
fn a_driver_is_pulled_out_over_half_a_second_and_lies_beside_the_car() {
    let mut world = two_drivers(plate(vec![]));
    press(&mut world, ONE);
    let theirs = world.car_of(TWO).unwrap();
    let row = person_row(&world, ONE);
    set_feet(&mut world, row, Vec3::new(41.4, 0.0, 0.3));
    world.step(&[], &[(ONE, Input { keys: Keys::ENTER, ..Input::default() })]);
    let mut ticks = 1;
    while world.car_of(ONE).is_none() {
        let walk = world.store.people().walk[row];
        assert!(walk.jacking_ticks > 0 && walk.jacking == theirs.index, "held at the door");
        world.step(&[], &[(ONE, Input::from_axes(1.0, 0.0, Keys(0)))]);
        ticks += 1;
        assert!(ticks < 60, "it never comes to it");
    }
    assert_eq!(ticks, 30);
    assert_eq!(world.car_of(ONE), Some(theirs));
    assert_eq!(world.car_of(TWO), None);
    let out = world.person_of(TWO).and_then(|person| world.person(person)).unwrap();
    assert!(out.person.is_on_foot() && out.walk.limp_ticks > 0, "{out:?}");
    assert_eq!(world.store.people().mind[person_row(&world, TWO)].target, FIRST_PERSON_INDEX + row as u16);
}

#[test]
fn a_car_that_drives_off_is_not_taken() {
    let mut world = two_drivers(plate(vec![]));
    press(&mut world, ONE);
    let row = person_row(&world, ONE);
    set_feet(&mut world, row, Vec3::new(41.4, 0.0, 0.3));
    let enter = Input { keys: Keys::ENTER, ..Input::default() };
    world.step(&[], &[(ONE, enter), (TWO, Input::from_axes(1.0, 0.0, Keys::BOOST))]);
    for _ in 0..60 {
        world.step(&[], &[(TWO, Input::from_axes(1.0, 0.0, Keys::BOOST))]);
    }
    assert_eq!(world.car_of(ONE), None);
    assert_eq!(world.store.people().walk[row].jacking_ticks, 0);
    assert!(world.car_of(TWO).is_some());
}

#[test]
fn at_the_other_door_of_a_driven_car_one_gets_in_as_a_passenger() {
    let mut world = two_drivers(plate(vec![]));
    press(&mut world, ONE);
    let theirs = world.car_of(TWO).unwrap();
    let row = person_row(&world, ONE);
    set_feet(&mut world, row, Vec3::new(38.6, 0.0, 0.3));
    let events = press(&mut world, ONE);
    let person = world.person_of(ONE).unwrap();
    assert_eq!(events, vec![Event::Seated { person, vehicle: theirs, seat: 1 }]);
    assert_eq!(world.car_of(ONE), None, "a passenger drives nothing");
    assert_eq!(world.car_of(TWO), Some(theirs));
    world.step(&[], &[(ONE, Input::from_axes(-1.0, 1.0, Keys(0)))]);
    assert_eq!(world.vehicle(theirs).unwrap().controls.drive, 0.0, "nor does it hold its wheel");
}

#[test]
fn a_car_whose_driver_leaves_the_game_puts_its_passengers_on_the_street() {
    let mut world = two_drivers(plate(vec![]));
    press(&mut world, ONE);
    let row = person_row(&world, ONE);
    set_feet(&mut world, row, Vec3::new(38.6, 0.0, 0.3));
    press(&mut world, ONE);
    world.step(&[Command::Leave { client: TWO }], &[]);
    assert_eq!(world.person_of(TWO), None);
    let person = world.person_of(ONE).and_then(|person| world.person(person)).unwrap();
    assert!(person.person.is_on_foot());
    assert_eq!(world.vehicles().count(), 1, "the car that the first one left, at its spawn");
}

#[test]
fn one_of_the_simulations_own_drives_a_car_that_is_no_clients() {
    let mut world = two_drivers(plate(vec![]));
    let car = world.car_of(ONE).unwrap();
    press(&mut world, ONE);
    let row = driver_of(&mut world, usize::from(car.index));
    assert_eq!(world.vehicle(car).unwrap().vehicle.owner, NOT_A_CLIENT);
    world.store.people_mut().controls[row].drive = 1.0;
    assert_eq!(world.sitter(usize::from(car.index), DRIVER_SEAT), Some(row));
}

#[test]
fn a_level_reset_puts_every_client_back_at_its_own_wheel_as_somebody_new() {
    let mut world = two_drivers(plate(vec![]));
    let before = [ONE, TWO].map(|client| (world.person_of(client).unwrap(), world.car_of(client).unwrap()));
    press(&mut world, ONE);
    let row = person_row(&world, ONE);
    set_feet(&mut world, row, Vec3::new(41.4, 0.0, 0.3));
    press(&mut world, ONE);
    idle(&mut world, 60);
    assert_eq!(world.car_of(ONE), Some(before[1].1), "the one drives the other's car");
    world.step(&[Command::ResetLevel], &[]);
    for (client, (person, car)) in [ONE, TWO].into_iter().zip(before) {
        let (now, its_car) = (world.person_of(client).unwrap(), world.car_of(client).unwrap());
        assert_eq!((now.index, its_car.index), (person.index, car.index));
        assert_ne!(now.generation, person.generation);
        assert_ne!(its_car.generation, car.generation);
    }
}

#[test]
fn a_save_in_the_middle_of_a_carjacking_has_its_future() {
    let mut world = two_drivers(plate(vec![]));
    press(&mut world, ONE);
    let row = person_row(&world, ONE);
    set_feet(&mut world, row, Vec3::new(41.4, 0.0, 0.3));
    world.step(&[], &[(ONE, Input { keys: Keys::ENTER, ..Input::default() })]);
    idle(&mut world, 10);
    let save = world.save();
    let future = |world: &mut World| -> Vec<u64> {
        (0..60)
            .map(|_| {
                world.step(&[], &[(ONE, Input::from_axes(1.0, 0.0, Keys(0)))]);
                world.digest().total
            })
            .collect()
    };
    let first = future(&mut world);
    world.restore(&save);
    assert_eq!(future(&mut world), first);
    assert!(world.car_of(ONE).is_some(), "it got the car");
}

#[test]
fn a_session_holds_who_pulls_until_it_is_told() {
    let mut world = World::new(plate(vec![]), Role::Session);
    let mut authority = two_drivers(plate(vec![]));
    press(&mut authority, ONE);
    let row = person_row(&authority, ONE);
    set_feet(&mut authority, row, Vec3::new(41.4, 0.0, 0.3));
    authority.step(&[], &[(ONE, Input { keys: Keys::ENTER, ..Input::default() })]);
    let person = authority.person_of(ONE).unwrap();
    assert!(world.place_person(person, &authority.person(person).unwrap(), false));
    idle(&mut world, 90);
    let held = world.person(person).unwrap();
    assert_eq!(held.walk.jacking_ticks, 1);
    assert!((held.motion.position - Vec3::new(41.4, 0.0, 0.3)).length() < 1e-6);
}
