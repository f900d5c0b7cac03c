//! Drivers of traffic, each met by one thing, and a city full of them.

use std::sync::Arc;

use crate::level::roads::LaneId;
use crate::level::{Ground, Level, LevelData, Road, Spawn, Surface, generators};
use crate::sim::ai::{Profile, population};
use crate::sim::component::{Mind, NO_VEHICLE, NOT_A_CLIENT};
use crate::sim::people::{self, DRIVER_SEAT, HUMAN};
use crate::sim::{Command, Event, Motion, Person, Population, Role, World};
use crate::units::math::{Vec3, yaw_rotation};
use crate::units::{ClientId, TICK_RATE_HZ};

const CLIENT: ClientId = ClientId(3);

/// Row of a sedan in the table of classes.
const SEDAN: u8 = 0;

/// A plate with one road.
fn road(points: Vec<Vec3>) -> Arc<Level> {
    let road = Road {
        name: "Road".into(),
        points,
        forward: 1,
        backward: 1,
        lane_width_m: 3.5,
        shoulder_m: 0.0,
        speed_mps: 14.0,
        rank: 0,
    };
    Level::compile(LevelData {
        roads: vec![road],
        spawns: vec![Spawn { position: Vec3::new(30.0, 0.5, 0.0), yaw_rad: 0.0 }],
        ..LevelData::bare("plate", "Plate", Ground::Flat { half_x_m: 400.0, half_z_m: 400.0 }, Surface::Asphalt)
    })
    .unwrap()
}

/// A straight one along +z, lane 0 at x = -1.75 m, with a driver at its start.
fn straight() -> (World, usize) {
    let mut world = World::new(road(vec![Vec3::Z * -300.0, Vec3::Z * 300.0]), Role::Authority);
    let driver = population::place_driver(&mut world, Profile::Traffic, SEDAN, LaneId(0), 50.0).unwrap();
    (world, driver)
}

fn run(world: &mut World, seconds: u32) {
    for _ in 0..seconds * TICK_RATE_HZ {
        world.step(&[], &[]);
    }
}

/// Where a driver is, and how fast.
fn moves(world: &World, driver: usize) -> (Vec3, f32) {
    let motion = world.store.people().motion[driver];
    (motion.position, motion.velocity.length())
}

fn populate(traffic: u16, seed: u32) -> Command {
    Command::Populate(Population { seed, traffic, ..Population::default() })
}

#[test]
fn a_driver_goes_round_a_ring_in_its_lane() {
    let corner = |step: u8| yaw_rotation(f32::from(step % 24) * std::f32::consts::TAU / 24.0) * Vec3::Z * 60.0;
    let level = road((0..=24).map(corner).collect());
    let mut world = World::new(Arc::clone(&level), Role::Authority);
    let driver = population::place_driver(&mut world, Profile::Traffic, SEDAN, LaneId(0), 20.0).unwrap();
    let (lanes, mut driven_m) = (level.lanes(), 0.0);
    for tick in 0..60 * TICK_RATE_HZ {
        world.step(&[], &[]);
        let (place, speed_mps) = moves(&world, driver);
        let off_lane_m = lanes.lanes().iter().map(|lane| lane.nearest_m(place.with_y(0.0)).0).fold(f32::MAX, f32::min);
        let off_m = lanes.turns().iter().map(|turn| turn.nearest_m(place.with_y(0.0)).0).fold(off_lane_m, f32::min);
        assert!(off_m < 1.5, "{off_m} m off in tick {tick}");
        driven_m += speed_mps / TICK_RATE_HZ as f32;
    }
    assert!(driven_m > 450.0, "{driven_m} m: a lap is 380");
}

#[test]
fn a_driver_stops_behind_a_car_that_stands_and_goes_on_when_it_is_gone() {
    let (mut world, driver) = straight();
    world.step(&[Command::Join { client: CLIENT }], &[]);
    let car = world.row_of_client(CLIENT).unwrap();
    let position = Vec3::new(-1.75, 0.55, -150.0);
    world.put_whole(car, &Motion { position, rotation: yaw_rotation(0.0), ..Motion::default() });
    run(&mut world, 15);
    let (place, speed_mps) = moves(&world, driver);
    assert!(speed_mps < 0.3 && (-160.0..-154.2).contains(&place.z), "{speed_mps} m/s at {place}");
    world.step(&[Command::Leave { client: CLIENT }], &[]);
    run(&mut world, 5);
    assert!(moves(&world, driver).1 > 5.0);
}

#[test]
fn a_car_is_after_what_its_driver_is_after() {
    let (mut world, driver) = straight();
    let (person, _) = world.people().next().unwrap();
    let (car, _) = world.vehicles().next().unwrap();
    assert_eq!([person, car].map(|entity| world.profile_of(entity)), [Profile::Traffic; 2]);
    people::empty(&mut world.store, driver);
    assert_eq!([person, car].map(|entity| world.profile_of(entity)), [Profile::None; 2]);
}

#[test]
fn a_driver_goes_round_a_car_that_nobody_drives() {
    let (mut world, driver) = straight();
    let left = population::place_driver(&mut world, Profile::Traffic, SEDAN, LaneId(0), 150.0).unwrap();
    let car = usize::from(world.store.people().person[left].vehicle);
    world.put_whole(car, &Motion { velocity: Vec3::ZERO, ..world.store.vehicles().motion[car] });
    world.release_wheel(car);
    people::empty(&mut world.store, left);
    let mut hits = 0;
    for _ in 0..25 * TICK_RATE_HZ {
        hits += world.step(&[], &[]).iter().filter(|event| matches!(event, Event::Hit { .. })).count();
    }
    assert!(hits == 0 && moves(&world, driver).0.z > -130.0, "{hits} hits, {}", moves(&world, driver).0);
}

#[test]
fn a_driver_brakes_for_a_person_in_the_lane() {
    let (mut world, driver) = straight();
    let person = Person { kind: HUMAN, owner: NOT_A_CLIENT, vehicle: NO_VEHICLE, seat: DRIVER_SEAT, home: 0 };
    let motion = Motion { position: Vec3::new(-1.75, 0.0, -150.0), ..Motion::default() };
    people::place(&mut world.store, 0, person, motion, 0.0, Mind::default());
    run(&mut world, 15);
    let (place, speed_mps) = moves(&world, driver);
    let standing = world.store.people().motion[0].position;
    let gap_m = standing.z - place.z;
    assert!(speed_mps < 0.3 && (3.0..12.0).contains(&gap_m), "{speed_mps} m/s, {gap_m} m before the person");
}

#[test]
fn eight_drivers_cross_each_others_ways_without_a_crash() {
    let level = Level::compile(generators::by_name("test-traffic-junction").unwrap()).unwrap();
    let mut world = World::new(level, Role::Authority);
    world.step(&[populate(8, 1)], &[]);
    let mut crossed_m = 0.0;
    for tick in 0..600 * TICK_RATE_HZ {
        let hits: Vec<Event> =
            world.step(&[], &[]).iter().filter(|event| matches!(event, Event::Hit { .. })).copied().collect();
        assert!(hits.is_empty(), "tick {tick}: {hits:?}");
        crossed_m += world.vehicles().map(|(_, state)| state.motion.velocity.length()).sum::<f32>() / 60.0;
    }
    let mean_mps = crossed_m / 600.0 / 8.0;
    assert!(mean_mps > 5.0, "{mean_mps} m/s");
}

#[test]
fn a_city_of_forty_flows_and_nobody_is_left_over() {
    let level = Level::compile(generators::riverbend(generators::SEED)).unwrap();
    let parked = level.data().parked.len();
    let mut world = World::new(level, Role::Authority);
    world.step(&[populate(40, 1)], &[]);
    run(&mut world, 120);
    let (mut sum_mps, mut cars) = (0.0, 0);
    for _ in 0..60 {
        run(&mut world, 1);
        let driven: Vec<f32> = world
            .vehicles()
            .filter(|(_, state)| state.vehicle.owner == NOT_A_CLIENT)
            .map(|(_, state)| state.motion.velocity.length())
            .collect();
        assert!(driven.len() <= 40);
        assert_eq!(world.people().count(), driven.len(), "each drives");
        assert!(world.vehicles().count() <= parked + 40 + 4, "and few stand about");
        (sum_mps, cars) = (sum_mps + driven.iter().sum::<f32>(), cars + driven.len());
    }
    let mean_kmh = sum_mps / cars as f32 * 3.6;
    assert!(cars > 60 * 36 && mean_kmh > 20.0, "{mean_kmh} km/h, {cars} in 60 s");
}

/// A city after ten seconds.
fn small_city(seed: u32) -> World {
    let level = Level::compile(generators::riverbend(generators::SEED)).unwrap();
    let mut world = World::new(level, Role::Authority);
    world.step(&[populate(12, seed)], &[]);
    run(&mut world, 10);
    world
}

#[test]
fn traffic_goes_on_from_a_save_as_it_went() {
    let mut world = small_city(5);
    let save = world.save();
    run(&mut world, 10);
    let first = world.digest().total;
    world.restore(&save);
    run(&mut world, 10);
    assert_eq!(world.digest().total, first);
}

#[test]
fn the_same_seed_gives_the_same_traffic_and_another_seed_another() {
    let [first, second, other] = [1, 1, 2].map(|seed| small_city(seed).digest().total);
    assert_eq!(first, second);
    assert_ne!(first, other);
}

#[test]
fn a_reset_of_the_level_takes_traffic_out_and_it_comes_again() {
    let mut world = small_city(1);
    assert_eq!(world.people().count(), 12);
    world.step(&[Command::ResetLevel], &[]);
    assert!(world.people().count() <= 1);
    run(&mut world, 10);
    assert_eq!(world.people().count(), 12);
}

#[test]
fn a_car_that_lost_its_driver_stays_for_a_while_and_is_then_taken_away() {
    let mut world = small_city(1);
    let cars = world.vehicles().count();
    world.step(&[populate(11, 1)], &[]);
    let driver = (0..).find(|row| world.store.people().slot[*row].alive).unwrap();
    let car = usize::from(world.store.people().person[driver].vehicle);
    world.release_wheel(car);
    people::empty(&mut world.store, driver);
    run(&mut world, 10);
    assert_eq!(world.vehicles().count(), cars);
    run(&mut world, 12);
    assert_eq!(world.vehicles().count(), cars - 1);
}

#[test]
fn nobody_appears_or_vanishes_before_a_players_eyes() {
    let level = Level::compile(generators::riverbend(generators::SEED)).unwrap();
    let mut world = World::new(level, Role::Authority);
    world.step(&[Command::Join { client: CLIENT }, populate(20, 1)], &[]);
    let cars = |world: &World| -> Vec<(u32, Vec3)> {
        world.vehicles().map(|(entity, state)| (entity.bits(), state.motion.position)).collect()
    };
    let mut before = cars(&world);
    for _ in 0..40 * TICK_RATE_HZ {
        world.step(&[], &[]);
        let player = world.person(world.person_of(CLIENT).unwrap()).unwrap().motion.position;
        let after = cars(&world);
        let is_in = |some: &[(u32, Vec3)], one: u32| some.iter().any(|(entity, _)| *entity == one);
        let come = after.iter().filter(|(entity, _)| !is_in(&before, *entity));
        let gone = before.iter().filter(|(entity, _)| !is_in(&after, *entity));
        for (_, at) in come.chain(gone) {
            assert!((*at - player).length() > population::SIGHT_M - 1.0);
        }
        before = after;
    }
}
