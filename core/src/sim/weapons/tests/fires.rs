use super::{first_blast, health, hits, level, parked, person, sit, stand, wait, with_cars, world_of};
use crate::input::{Input, Keys};
use crate::sim::people::life::{self, BODY_TICKS, Blow, RESPAWN_TICKS, Target};
use crate::sim::weapons::{BURN_TICKS, Cause};
use crate::sim::{Command, Event, NO_OWNER, World};
use crate::units::math::{Vec3, yaw_rotation};
use crate::units::{ClientId, EntityId};

const CLIENT: ClientId = ClientId(0);

/// Takes all health of a parked car.
fn wreck(world: &mut World, car: EntityId) {
    let row = world.row_of_vehicle(car).unwrap();
    world.store.vehicles_mut().condition[row].health = 0.0;
}

fn kill(world: &mut World, person: EntityId) {
    let row = world.row_of_person_entity(person).unwrap();
    let blow = Blow { by: None, with: Cause::Fall, points: 1_000.0, at: Vec3::ZERO };
    life::hurt(world, Target::Person(row), blow);
}

#[test]
fn a_wreck_burns_for_six_seconds_blows_up_once_and_stays_a_wreck() {
    let mut world = with_cars(&[(0.0, 0.0)]);
    let car = parked(&world, 0);
    assert_eq!(wait(&mut world, 600), []);
    wreck(&mut world, car);
    let began = world.tick().0;
    let events = wait(&mut world, 1_200);
    let blasts: Vec<u32> =
        events.iter().filter(|(_, event)| matches!(event, Event::Blast { .. })).map(|(tick, _)| tick.0).collect();
    assert_eq!(blasts, [began + u32::from(BURN_TICKS)]);
    let condition = world.vehicle(car).unwrap().condition;
    assert_eq!((condition.health, condition.burnt_ticks), (0.0, BURN_TICKS));
}

#[test]
fn a_fire_burns_who_is_in_it_or_close_and_its_blast_kills_who_stays() {
    let mut world = with_cars(&[(0.0, 0.0)]);
    let car = parked(&world, 0);
    let (inside, close, far) = (sit(&mut world, 0, 1), stand(&mut world, 3.0, 0.0), stand(&mut world, 3.6, 0.0));
    wreck(&mut world, car);
    let events = wait(&mut world, 30);
    let burnt = hits(events.iter().map(|(_, event)| event));
    assert_eq!(burnt, [(inside, Cause::Fire, 12.0), (close, Cause::Fire, 12.0)]);
    assert_eq!(person(&world, close).fight.hurt_by, car.index);
    wait(&mut world, u32::from(BURN_TICKS) - 31);
    assert_eq!((health(&world, inside), health(&world, close), health(&world, far)), (0.0, 0.0, 100.0));
    wait(&mut world, 1);
    assert!(health(&world, far) < 70.0);
}

#[test]
fn a_blast_wrecks_the_next_car_and_so_on_along_the_row() {
    let cars = [0.0, 2.2, 4.4, 6.6].map(|x_m| (x_m, 0.0));
    let mut world = with_cars(&cars);
    for car in 1..4 {
        let row = world.row_of_vehicle(parked(&world, car)).unwrap();
        world.store.vehicles_mut().condition[row].health = 60.0;
    }
    let first = parked(&world, 0);
    wreck(&mut world, first);
    let events = wait(&mut world, 30 * 60);
    let blasts = events.iter().filter(|(_, event)| matches!(event, Event::Blast { .. })).count();
    assert_eq!(blasts, 4);
}

#[test]
fn a_repaired_car_burns_no_more() {
    let mut world = super::bare();
    world.step(&[Command::Join { client: CLIENT }], &[]);
    let car = world.car_of(CLIENT).unwrap();
    wreck(&mut world, car);
    wait(&mut world, 100);
    world.step(&[], &[(CLIENT, Input { keys: Keys::RESET, ..Input::default() })]);
    let condition = world.vehicle(car).unwrap().condition;
    assert_eq!((condition.health, condition.burnt_ticks), (100.0, 0));
    assert_eq!(first_blast(&wait(&mut world, 600)), None);
}

#[test]
fn death_at_the_wheel_parks_the_car_and_leaves_the_dead_in_the_seat() {
    let mut world = super::bare();
    world.step(&[Command::Join { client: CLIENT }], &[]);
    let (car, driver) = (world.car_of(CLIENT).unwrap(), world.person_of(CLIENT).unwrap());
    let throttle = [(CLIENT, Input::from_axes(1.0, 0.0, Keys(0)))];
    for _ in 0..60 {
        world.step(&[], &throttle);
    }
    kill(&mut world, driver);
    let state = person(&world, driver);
    assert_eq!((state.fight.dead_ticks, state.condition.health, state.person.vehicle), (1, 0.0, car.index));
    for _ in 0..200 {
        world.step(&[], &throttle);
    }
    let parked = world.vehicle(car).unwrap();
    assert_eq!((parked.vehicle.owner, parked.controls.drive, parked.motion.asleep), (NO_OWNER, 0.0, true));
    let state = person(&world, driver);
    assert!(state.walk.limp_ticks > 0 && state.fight.dead_ticks == 201, "{state:?}");
}

#[test]
fn a_client_begins_again_after_four_seconds_as_another_in_another_car() {
    let mut data = level(vec![], vec![], &[]);
    data.spawns.push(crate::level::Spawn { position: Vec3::new(700.0, 0.5, 700.0), yaw_rad: 0.0 });
    let mut world = world_of(data);
    world.step(&[Command::Join { client: CLIENT }], &[]);
    let (car, driver) = (world.car_of(CLIENT).unwrap(), world.person_of(CLIENT).unwrap());
    kill(&mut world, driver);
    wait(&mut world, u32::from(RESPAWN_TICKS) - 1);
    assert_eq!((world.person_of(CLIENT), world.car_of(CLIENT)), (Some(driver), None));
    wait(&mut world, 1);
    let again = world.person_of(CLIENT).unwrap();
    assert_eq!((again.index, again.generation), (driver.index, driver.generation + 1));
    assert_eq!((health(&world, again), person(&world, again).fight.dead_ticks), (100.0, 0));
    let fresh = world.car_of(CLIENT).unwrap();
    assert_eq!(person(&world, again).person.vehicle, fresh.index);
    assert!(fresh != car && world.vehicle(car).unwrap().vehicle.owner == NO_OWNER);
    assert_eq!(world.vehicle(fresh).unwrap().condition.health, 100.0);
}

#[test]
fn deaths_without_end_use_up_no_places_for_cars() {
    let mut data = level(vec![], vec![], &[(0.0, 0.0)]);
    data.spawns = (0..200)
        .map(|i| crate::level::Spawn {
            position: Vec3::new(10.0 * (i % 20) as f32 - 500.0, 0.5, 10.0 * (i / 20) as f32 - 500.0),
            yaw_rad: 0.0,
        })
        .collect();
    let mut world = world_of(data);
    world.step(&[Command::Join { client: CLIENT }], &[]);
    for death in 0..300 {
        let driver = world.person_of(CLIENT).unwrap();
        kill(&mut world, driver);
        let row = world.row_of_person(CLIENT).unwrap();
        world.store.people_mut().fight[row].dead_ticks = RESPAWN_TICKS;
        world.step(&[], &[]);
        assert!(world.car_of(CLIENT).is_some(), "no car after {death} deaths");
    }
    assert!(world.vehicle(parked(&world, 0)).is_some(), "the level's own cars stay");
}

#[test]
fn one_of_the_simulations_own_is_taken_away_after_fifteen_seconds() {
    let mut world = super::bare();
    let walker = stand(&mut world, 0.0, 0.0);
    kill(&mut world, walker);
    wait(&mut world, u32::from(BODY_TICKS) - 1);
    assert!(world.person(walker).is_some());
    wait(&mut world, 1);
    assert!(world.person(walker).is_none());
}

#[test]
fn a_crash_that_wrecks_a_car_kills_its_driver_and_a_lighter_one_does_not() {
    for (speed_mps, dies) in [(20.0, false), (45.0, true)] {
        let mut wall = super::wall(-5.0, 1.0);
        wall.position.x = 790.0;
        let mut data = level(vec![wall], vec![], &[]);
        data.spawns[0].position.z = 0.0;
        let mut world = world_of(data);
        world.step(&[Command::Join { client: CLIENT }], &[]);
        let row = world.row_of_client(CLIENT).unwrap();
        let driver = world.person_of(CLIENT).unwrap();
        let mut motion = world.store.vehicles().motion[row];
        motion.position = Vec3::new(790.0, motion.position.y, -16.0);
        (motion.rotation, motion.velocity) = (yaw_rotation(0.0), Vec3::Z * speed_mps);
        world.physics.set_motion(crate::sim::physics::Pool::Vehicles, row, &motion);
        let events = wait(&mut world, 60);
        let died = events.iter().any(|(_, event)| *event == Event::Death { entity: driver, by: None });
        assert_eq!(died, dies, "at {speed_mps} m/s: {events:?}");
    }
}

#[test]
fn a_reset_level_clears_the_air_the_fires_and_the_dead() {
    let mut data = level(vec![], vec![], &[(0.0, 0.0)]);
    data.spawns.push(crate::level::Spawn { position: Vec3::new(700.0, 0.5, 700.0), yaw_rad: 0.0 });
    let mut world = world_of(data);
    world.step(&[Command::Join { client: CLIENT }], &[]);
    let (old_car, walker, shooter) =
        (world.car_of(CLIENT).unwrap(), stand(&mut world, 50.0, 0.0), stand(&mut world, 60.0, 0.0));
    super::fire(&mut world, shooter, 3, super::AHEAD);
    let (driver, wrecked) = (world.person_of(CLIENT).unwrap(), parked(&world, 0));
    kill(&mut world, driver);
    kill(&mut world, walker);
    wreck(&mut world, wrecked);
    wait(&mut world, 30);
    world.step(&[Command::ResetLevel], &[]);
    assert_eq!(world.projectiles().count(), 0);
    assert!(world.vehicles().all(|(_, state)| state.condition.health == 100.0 && state.condition.burnt_ticks == 0));
    assert!(world.people().all(|(_, state)| state.fight.dead_ticks == 0));
    assert_eq!(world.people().count(), 1, "the client's alone: the city puts out its own anew");
    assert!(world.vehicle(old_car).is_none(), "a car that is nobody's any more goes");
    assert_eq!(world.vehicles().count(), 2);
    assert!(world.car_of(CLIENT).is_some());
}
