use std::sync::Arc;

use super::{WALKER, block, hold, person, session_of, tick, walker};
use crate::input::{Input, Keys};
use crate::level::generators::by_name;
use crate::level::{Level, LevelData, LightKind, LightPiece};
use crate::sim::ai::Chance;
use crate::sim::component::Mind;
use crate::sim::people::{self, FIRST_PERSON_INDEX, HUMAN, KINDS};
use crate::sim::physics::Pool;
use crate::sim::tests::{parked, plate};
use crate::sim::{Controls, Motion, NO_VEHICLE, NOT_A_CLIENT, Person, PersonState, Role, World};
use crate::units::math::{UP, Vec3};
use crate::units::{ClientId, EntityId};

/// Puts somebody on foot into an authority's row.
fn place(world: &mut World, row: usize, kind: u8, owner: u16, position: Vec3) -> EntityId {
    let person = Person { kind, owner, vehicle: NO_VEHICLE, seat: 0, home: 0 };
    let motion = Motion { position, ..Motion::default() };
    people::place(&mut world.store, row, person, motion, 0.0, Mind::default())
}

/// What a walker without a plan holds: another way every second or so, at a run now and then, with jumps.
fn aimless(chance: Chance, row: usize, tick: u32) -> Controls {
    let turn = (tick + 17 * row as u32) / 80;
    let share = |of: u32| chance.share(&[row as u32, turn, of]);
    let mut keys = Keys(0);
    for (key, often) in [(Keys::RUN, 0.4), (Keys::JUMP, 0.1), (Keys::AIM, 0.1)] {
        if share(u32::from(key.0)) < often {
            keys = keys.with(key);
        }
    }
    let drive = if share(1) < 0.1 { 0.0 } else { 1.0 };
    Controls { drive, steer: 0.0, keys: keys.0, aim: (share(2) * 65_535.0) as u16, ..Controls::default() }
}

#[test]
fn two_in_one_place_part_softly_and_a_crowd_comes_to_rest() {
    let mut world = session_of(plate(vec![], vec![]), &person(0.0, 0.0, 0.0));
    for index in 1..12 {
        world.place_person(
            EntityId::new(WALKER.index + index, 1),
            &person(0.0, 0.0, 0.1 * f32::from(index / 2)),
            false,
        );
    }
    let mut fastest_m = 0.0_f32;
    for _ in 0..600 {
        let before: Vec<Vec3> = world.people().map(|(_, state)| state.motion.position).collect();
        tick(&mut world, 0.0, 0.0, Keys(0));
        let moved = world.people().zip(before).map(|((_, state), before)| (state.motion.position - before).length());
        fastest_m = moved.fold(fastest_m, f32::max);
    }
    assert!(fastest_m <= 0.051, "{fastest_m}");
    let places: Vec<Vec3> = world.people().map(|(_, state)| state.motion.position).collect();
    for (i, a) in places.iter().enumerate() {
        for b in &places[..i] {
            assert!((*a - *b).length() > 0.55, "{a} {b}");
        }
    }
}

#[test]
fn a_dog_gives_way_to_a_man_more_than_he_to_it() {
    let mut world = session_of(plate(vec![], vec![]), &person(0.0, 0.0, 0.0));
    let dog = EntityId::new(WALKER.index + 1, 1);
    world.place_person(dog, &super::dog(0.0, 0.3), false);
    hold(&mut world, 60, 0.0, 0.0, Keys(0));
    let (man_m, dog_m) = (walker(&world).motion.position.z, world.person(dog).unwrap().motion.position.z - 0.3);
    assert!(dog_m > 2.5 * -man_m && man_m < 0.0, "{man_m} {dog_m}");
}

/// How deep a standing body is in what stands for good, at its middle.
fn depth_in_walls_m(level: &Level, state: &PersonState) -> f32 {
    let kind = &KINDS[usize::from(state.person.kind)];
    let mut depth_m = 0.0_f32;
    level.solids().touch(state.motion.position + UP * (0.6 * kind.height_m), kind.radius_m, &mut |touch| {
        if touch.out.y < 0.5 {
            depth_m = depth_m.max(touch.depth_m);
        }
    });
    depth_m
}

#[test]
fn sixty_who_walk_a_city_for_ten_minutes_stay_on_its_ground_and_out_of_its_houses() {
    let level = Level::compile(by_name("riverbend").unwrap()).unwrap();
    let mut world = World::new(Arc::clone(&level), Role::Authority);
    let chance = Chance::new(3);
    let pavements = &level.data().pavements;
    for row in 0..60 {
        let pavement = &pavements[row * pavements.len() / 60];
        place(&mut world, row, (row % 6 == 5).into(), NOT_A_CLIENT, pavement.points[0] + UP * 0.3);
    }
    let (mut walked_m, mut at_walls) = (0.0, 0);
    for tick in 0..36_000_u32 {
        for row in 0..60 {
            world.store.people_mut().controls[row] = aimless(chance, row, tick);
        }
        world.step(&[], &[]);
        for (entity, state) in world.people() {
            let Motion { position, velocity, .. } = state.motion;
            assert!(position.is_finite() && velocity.is_finite(), "{entity} in tick {tick}: {state:?}");
            walked_m += velocity.length() / 60.0;
            if tick % 10 == 0 {
                let ground_m = level.ground_height(position.x, position.z).unwrap_or(0.0);
                assert!(position.y > ground_m - 0.05, "{entity} in tick {tick}: {state:?} under {ground_m}");
                let depth_m = depth_in_walls_m(&level, &state);
                assert!(depth_m < 0.05, "{entity} in tick {tick} is {depth_m} m in a wall: {state:?}");
                at_walls += u32::from(depth_m > 0.0);
            }
        }
    }
    println!("{walked_m} m walked, {at_walls} times at a wall");
    assert!(walked_m > 30_000.0 && at_walls > 1_000, "{walked_m} m, {at_walls} times at a wall");
}

/// A yard with walls, a kerb, lamps, a parked car and one that drives, far from the rest of the world.
fn yard() -> Arc<Level> {
    let walls = (0..8)
        .map(|i| block([6.0 * i as f32 - 20.0, 1.5, 4.0 * (i % 3) as f32 - 5.0], [2.0, 1.5, 0.1], 0.5 * i as f32));
    let kerb = block([0.0, 0.075, 10.0], [30.0, 0.075, 1.0], 0.0);
    let lamps = (0..6).map(|i| LightPiece {
        kind: LightKind::ALL[i],
        position: Vec3::new(5.0 * i as f32 - 12.0, 0.0, 7.0),
        yaw_rad: 0.3 * i as f32,
    });
    let level = plate(walls.chain([kerb]).collect(), lamps.collect());
    Level::compile(LevelData { name: "yard".into(), ..level.data().clone() }).unwrap()
}

/// Those whom both worlds hold, and those whom the session knows nothing of.
const NEAR: usize = 30;
const FAR: usize = 60;

/// Runs a yard full of people in both worlds; how often the own person was knocked down, and the others.
fn run_both(seed: u64) -> (u32, u32) {
    let level = yard();
    let chance = Chance::new(seed);
    let own = ClientId(7);
    let mut authority = World::new(Arc::clone(&level), Role::Authority);
    let share = |row: usize, of: u32| chance.share(&[row as u32, of]) - 0.5;
    for row in 0..NEAR + FAR {
        let far_m = if row.is_multiple_of(3) { 0.0 } else { 400.0 };
        let owner = if row == 42 { own.0 } else { NOT_A_CLIENT };
        let at = Vec3::new(share(row, 100) * 40.0, 0.0, share(row, 101) * 26.0 + far_m);
        place(&mut authority, row, HUMAN, owner, at);
    }
    let own_person = authority.person_of(own).unwrap();
    assert_eq!(own_person.index, FIRST_PERSON_INDEX + 42);
    let driver = ClientId(0);
    authority.step(&[crate::sim::Command::Join { client: driver }], &[]);
    let driven = authority.car_of(driver).unwrap();
    let row = authority.row_of_vehicle(driven).unwrap();
    let mut session = World::new(level, Role::Session);
    assert!(session.place_vehicle(driven, &authority.vehicle(driven).unwrap(), false));
    session.place_person(own_person, &authority.person(own_person).unwrap(), false);
    let (mut own_falls, mut others_falls) = (0, 0);
    for tick in 0..1_200_u32 {
        for row in (0..NEAR + FAR).filter(|row| *row != 42) {
            authority.store.people_mut().controls[row] = aimless(chance, row, tick);
        }
        // Told from the last row to the first, so that the session's rows are in another order.
        let mut told: Vec<_> = authority.people().filter(|(_, state)| state.motion.position.z < 200.0).collect();
        told.reverse();
        for (entity, state) in told.iter().filter(|(entity, _)| *entity != own_person) {
            if state.person.vehicle == NO_VEHICLE {
                assert!(session.place_person(*entity, state, true));
            }
        }
        if tick % 200 == 50 {
            let at = authority.person(own_person).unwrap().motion.position + Vec3::new(0.3, 0.53, -9.0);
            let motion = Motion { position: at, velocity: Vec3::new(0.0, 0.0, 11.0), ..Motion::default() };
            authority.physics.set_motion(Pool::Vehicles, row, &motion);
            authority.store.vehicles_mut().motion[row] = motion;
        }
        // Where somebody else walked into the car's way in the last tick, the session has it a little different.
        let told = authority.vehicle(driven).unwrap();
        if session.vehicle(driven).unwrap() != told {
            session.place_vehicle(driven, &told, false);
        }
        let Controls { drive, steer, keys, aim, .. } = aimless(chance, 42, tick);
        let walk = Input { aim, ..Input::from_axes(drive, steer, Keys(keys)) };
        let inputs = [(own, walk)];
        authority.step(&[], &inputs);
        session.step(&[], &inputs);
        let (a, b) = (authority.person(own_person).unwrap(), session.person(own_person).unwrap());
        let bits = |state: PersonState| {
            postcard::to_allocvec(&(state.motion, state.walk, state.condition, state.controls)).unwrap()
        };
        assert!(bits(a) == bits(b), "seed {seed}, tick {tick}: {a:?}\n{b:?}");
        own_falls += u32::from(a.walk.limp_ticks == 1);
        others_falls += authority.people().filter(|(_, state)| state.walk.limp_ticks == 1).count() as u32;
    }
    (own_falls, others_falls)
}

#[test]
fn a_walker_among_others_gets_the_same_bits_in_a_session_that_is_told_of_the_near_ones_alone() {
    let falls: Vec<(u32, u32)> = (0..12).map(run_both).collect();
    println!("{falls:?}");
    let own: u32 = falls.iter().map(|(own, _)| own).sum();
    let others: u32 = falls.iter().map(|(_, others)| others).sum();
    assert!(own >= 10 && others >= 20, "too few were struck: {falls:?}");
}

#[test]
fn a_parked_car_is_walked_around_by_nobody_who_stands_in_it() {
    let mut world = session_of(plate(vec![], vec![]), &person(0.5, 0.0, 0.0));
    world.place_vehicle(EntityId::new(3, 1), &parked(0.0, 0.0), true);
    let out = hold(&mut world, 60, 0.0, 0.0, Keys(0)).motion.position;
    assert!((out.x - 1.2).abs() < 0.01, "pushed out of its side: {out}");
}
