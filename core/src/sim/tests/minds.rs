//! Minds other than traffic's, each met by one thing.

use std::sync::Arc;

use crate::input::{Input, Keys};
use crate::level::roads::LaneId;
use crate::level::{Ground, Level, LevelData, Pavement, Spawn, Surface, generators};
use crate::sim::ai::population::{place_driver, place_walker};
use crate::sim::ai::{Profile, THINK_TICKS};
use crate::sim::component::{Mind, NO_VEHICLE, NOT_A_CLIENT};
use crate::sim::people::{self, DOG, DRIVER_SEAT, HUMAN};
use crate::sim::weapons::PISTOL;
use crate::sim::{CLASSES, Command, Event, Motion, Person, Population, Role, World};
use crate::units::math::{FORWARD, Vec3, yaw_rotation};
use crate::units::{ClientId, TICK_RATE_HZ};

const CLIENT: ClientId = ClientId(3);

/// A plate with some pavements, 3 m wide.
fn pavements(lines: &[&[Vec3]]) -> Arc<Level> {
    let pavement = |points: &&[Vec3]| Pavement { points: points.to_vec(), width_m: 3.0 };
    Level::compile(LevelData {
        pavements: lines.iter().map(pavement).collect(),
        spawns: vec![Spawn { position: Vec3::new(60.0, 0.5, 0.0), yaw_rad: 0.0 }],
        ..LevelData::bare("plate", "Plate", Ground::Flat { half_x_m: 200.0, half_z_m: 200.0 }, Surface::Asphalt)
    })
    .unwrap()
}

/// One along +z, 160 m long, through the origin.
fn straight() -> Arc<Level> {
    pavements(&[&[Vec3::Z * -80.0, Vec3::Z * 80.0]])
}

fn world(level: Arc<Level>) -> World {
    World::new(level, Role::Authority)
}

fn run(world: &mut World, seconds: u32) {
    for _ in 0..seconds * TICK_RATE_HZ {
        world.step(&[], &[]);
    }
}

/// A city of so many walkers: those who are there already count.
fn walkers(seed: u32, walkers: u16) -> Command {
    Command::Populate(Population { seed, walkers, ..Population::default() })
}

/// A person without a mind of its own.
fn put_person(world: &mut World, row: usize, owner: u16, position: Vec3) {
    let person = Person { kind: HUMAN, owner, vehicle: NO_VEHICLE, seat: DRIVER_SEAT, home: 0 };
    let motion = Motion { position, ..Motion::default() };
    people::place(&mut world.store, row, person, motion, 0.0, Mind::default());
}

/// Where a person is, and how fast.
fn moves(world: &World, row: usize) -> (Vec3, f32) {
    let motion = world.store.people().motion[row];
    (motion.position, motion.velocity.with_y(0.0).length())
}

#[test]
fn a_walker_keeps_to_pavements_and_goes_from_one_to_the_next() {
    let corner = Vec3::new(0.0, 0.0, 30.0);
    let level = pavements(&[&[Vec3::Z * -30.0, corner], &[corner + Vec3::X, corner + Vec3::X * 40.0]]);
    for kind in [HUMAN, DOG] {
        let mut world = world(level.clone());
        let row = place_walker(&mut world, Profile::Walker, kind, (0, 30.0), false).unwrap();
        let mut visited = [0; 2];
        for tick in 0..120 * TICK_RATE_HZ {
            world.step(&[], &[]);
            let (at, speed_mps) = moves(&world, row);
            let off_m = level.data().pavements.iter().map(|pavement| pavement.nearest_m(at).0).fold(f32::MAX, f32::min);
            assert!(off_m < 1.5 && at.y > -0.1, "{at} in tick {tick}");
            assert!(speed_mps < 2.0);
            visited[usize::from(world.store.people().mind[row].way)] += 1;
        }
        assert!(visited.iter().all(|ticks| *ticks > 600), "{visited:?} ticks on each");
    }
}

#[test]
fn two_walkers_who_meet_pass_each_other() {
    let mut world = world(straight());
    let [a, b] = [(70.0, false), (90.0, true)].map(|(along_m, is_backwards)| {
        place_walker(&mut world, Profile::Walker, HUMAN, (0, along_m), is_backwards).unwrap()
    });
    run(&mut world, 15);
    let (a, b) = (moves(&world, a).0, moves(&world, b).0);
    assert!(a.z > 5.0 && b.z < -5.0, "{a} and {b}");
}

#[test]
fn walkers_step_out_of_the_path_of_a_car_on_their_pavement() {
    let mut hit = 0;
    for seed in 0..20 {
        let mut world = world(straight());
        let is_backwards = seed % 2 == 0;
        place_walker(&mut world, Profile::Walker, HUMAN, (0, 80.0 + seed as f32), is_backwards).unwrap();
        world.step(&[Command::Join { client: CLIENT }, walkers(seed, 1)], &[]);
        let car = world.row_of_client(CLIENT).unwrap();
        let position = Vec3::new(-0.5 + 0.05 * seed as f32, CLASSES[0].ride_height_m(), -50.0);
        world.put_whole(car, &Motion { position, velocity: FORWARD * 14.0, ..world.store.vehicles().motion[car] });
        for _ in 0..6 * TICK_RATE_HZ {
            let speed_mps = world.store.vehicles().motion[car].velocity.length();
            let input = Input::from_axes(if speed_mps < 14.0 { 0.5 } else { 0.0 }, 0.0, Keys(0));
            let is_hit = |event: &Event| matches!(event, Event::Hit { .. });
            hit += usize::from(world.step(&[], &[(CLIENT, input)]).iter().any(is_hit));
        }
        assert!(world.store.vehicles().motion[car].position.z > 10.0);
    }
    assert!(hit <= 2, "{hit} of 20 were hit");
}

#[test]
fn a_walker_runs_from_a_shot_and_calms_down() {
    let mut world = world(straight());
    let row = place_walker(&mut world, Profile::Walker, HUMAN, (0, 85.0), true).unwrap();
    put_person(&mut world, 0, CLIENT.0, Vec3::new(3.0, 0.0, -5.0));
    // Along +x, away from the pavement.
    let fire = Input { items: (PISTOL as u8) << 4, aim: 1 << 14, ..Input::from_axes(0.0, 0.0, Keys::FIRE) };
    world.step(&[walkers(1, 1)], &[(CLIENT, fire)]);
    world.step(&[], &[(CLIENT, Input::default())]);
    run(&mut world, 4);
    let (at, speed_mps) = moves(&world, row);
    assert!(at.z > 20.0 && speed_mps > 5.0, "{speed_mps} m/s at {at}");
    run(&mut world, 6);
    let (_, speed_mps) = moves(&world, row);
    assert!(speed_mps < 1.7, "{speed_mps} m/s");
}

#[test]
fn whoever_lost_its_car_walks_away_from_who_took_it() {
    let level = Level::compile(generators::riverbend(generators::SEED)).unwrap();
    let mut world = world(level);
    let driver = place_driver(&mut world, Profile::Traffic, 0, LaneId(0), 30.0).unwrap();
    let car = usize::from(world.store.people().person[driver].vehicle);
    let at = moves(&world, driver).0;
    world.put_whole(car, &Motion { velocity: Vec3::ZERO, ..world.store.vehicles().motion[car] });
    put_person(&mut world, 0, CLIENT.0, at);
    world.empty_seats(car);
    world.sit(0, car, DRIVER_SEAT);
    let mind = &mut world.store.people_mut().mind[driver];
    (mind.alarm_ticks, mind.target) = (900, people::FIRST_PERSON_INDEX);
    run(&mut world, 8);
    let (there, _) = moves(&world, driver);
    assert_eq!(Profile::of(&world.store.people().mind[driver]), Profile::Walker);
    assert!((there - at).length() > 15.0, "{} m away", (there - at).length());
}

#[test]
fn a_brawler_fells_somebody_who_stands_there() {
    let mut world = world(straight());
    place_walker(&mut world, Profile::Brawler, HUMAN, (0, 80.0), false).unwrap();
    put_person(&mut world, 0, NOT_A_CLIENT, Vec3::new(8.0, 0.0, 8.0));
    let dies = |event: &Event| matches!(event, Event::Death { .. });
    let ticks = (0..20 * TICK_RATE_HZ).find(|_| world.step(&[], &[]).iter().any(dies));
    assert!(ticks.is_some(), "brawler at {}", moves(&world, 223).0);
}

#[test]
fn a_brawler_shoots_back_at_who_shoots_it_from_afar() {
    let mut world = world(straight());
    let row = place_walker(&mut world, Profile::Brawler, HUMAN, (0, 80.0), true).unwrap();
    put_person(&mut world, 0, CLIENT.0, Vec3::new(0.0, 0.0, -40.0));
    let city = Population { seed: 1, brawlers: 1, ..Population::default() };
    world.step(&[Command::Populate(city)], &[]);
    let mut shots = [0; 2];
    for tick in 0..5 * TICK_RATE_HZ {
        let way = moves(&world, row).0 - moves(&world, 0).0;
        let aim =
            (libm::atan2f(way.x, way.z).rem_euclid(std::f32::consts::TAU) / std::f32::consts::TAU * 65_536.0) as u32;
        let keys = if tick < TICK_RATE_HZ / 2 { Keys::FIRE } else { Keys(0) };
        let input = Input { items: (PISTOL as u8) << 4, aim: aim as u16, ..Input::from_axes(0.0, 0.0, keys) };
        for event in world.step(&[], &[(CLIENT, input)]) {
            if let Event::Shot { by, .. } = event {
                shots[usize::from(by.index != people::FIRST_PERSON_INDEX)] += 1;
            }
        }
    }
    assert!(shots[0] >= 2 && shots[1] >= 3, "{shots:?} shots of the two");
}

/// The city with a client at its first spawn.
fn city() -> World {
    let level = Level::compile(generators::riverbend(generators::SEED)).unwrap();
    let mut world = world(level);
    world.step(&[Command::Join { client: CLIENT }], &[]);
    world
}

#[test]
fn chasers_reach_a_parked_player_from_150_m_and_hit_it() {
    let mut seconds = Vec::new();
    for pick in 0..6 {
        let mut world = city();
        let car = world.car_of(CLIENT).unwrap();
        let at = world.vehicle(car).unwrap().motion.position;
        let lanes = world.level.lanes().lanes();
        let is_there = |lane: &usize| {
            let (place, yaw_rad) = world.level.lanes().point_at(LaneId(*lane as u32), 1.0);
            let leads_there = (at - place).dot(yaw_rotation(yaw_rad) * FORWARD) > 0.0;
            leads_there && (140.0..160.0).contains(&(place - at).length())
        };
        let lanes: Vec<usize> = (0..lanes.len()).filter(is_there).collect();
        let lane = LaneId(lanes[pick * lanes.len() / 6] as u32);
        let class = CLASSES.iter().position(|class| class.name == "muscle").unwrap() as u8;
        place_driver(&mut world, Profile::Chaser, class, lane, 1.0).unwrap();
        let is_hit = |event: &Event| matches!(event, Event::Hit { entity, .. } if *entity == car);
        let ticks = (0..60 * TICK_RATE_HZ).find(|_| world.step(&[], &[]).iter().any(is_hit));
        seconds.push(ticks.map(|ticks| ticks / TICK_RATE_HZ));
    }
    assert!(seconds.iter().flatten().count() >= 5, "{seconds:?}");
}

#[test]
fn police_come_after_a_player_who_hurt_somebody_get_out_shoot_and_go_again() {
    let mut world = city();
    let enter = Input::from_axes(0.0, 0.0, Keys::ENTER);
    run(&mut world, 1);
    world.step(&[], &[(CLIENT, enter)]);
    let player = world.row_of_person(CLIENT).unwrap();
    let (at, yaw_rad) = (moves(&world, player).0, world.store.people().walk[player].yaw_rad);
    put_person(&mut world, 100, NOT_A_CLIENT, at + yaw_rotation(yaw_rad) * FORWARD * 0.9);
    let city = Population { seed: 1, walkers: 1, ..Population::default() };
    let aim = (yaw_rad.rem_euclid(std::f32::consts::TAU) / std::f32::consts::TAU * 65_536.0) as u32 as u16;
    world.step(&[Command::Populate(city)], &[(CLIENT, Input { aim, ..Input::from_axes(0.0, 0.0, Keys::FIRE) })]);
    assert!(world.store.city().wanted_ticks > 1000, "the blow was seen");

    let mut shots = 0;
    let police = |world: &World| {
        let people = world.store.people();
        (0..people.slot.len())
            .filter(|row| people.slot[*row].alive && Profile::of(&people.mind[*row]) == Profile::Police)
            .count()
    };
    for _ in 0..40 * TICK_RATE_HZ {
        let events = world.step(&[], &[(CLIENT, Input::default())]);
        shots += events.iter().filter(|event| matches!(event, Event::Shot { .. })).count();
        assert!(police(&world) <= 4);
    }
    assert!(shots > 0, "{} police, {shots} shots", police(&world));
    run(&mut world, 60);
    assert_eq!((world.store.city().wanted_ticks, police(&world)), (0, 0));
}

#[test]
fn everybody_thinks_in_every_fourth_tick() {
    let mut world = world(straight());
    let row = place_walker(&mut world, Profile::Walker, HUMAN, (0, 80.0), false).unwrap();
    world.store.people_mut().mind[row].alarm_ticks = 400;
    run(&mut world, 1);
    assert_eq!(world.store.people().mind[row].alarm_ticks, 400 - (TICK_RATE_HZ / THINK_TICKS * THINK_TICKS) as u16);
}
