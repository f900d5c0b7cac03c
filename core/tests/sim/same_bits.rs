//! A car that meets nobody drives the same bits in the authority's full world and in a session's small one.
//!
//! This is what prediction stands on. The physics joins all that touches into one sum, so a car's bits could depend on who
//! else is simulated: on the order of bodies, on the broad phase's tree, on how often the solver runs. They must not.

use std::sync::Arc;

use tacho_core::input::{Input, Keys};
use tacho_core::level::generators::test_collisions;
use tacho_core::level::{Ground, Level, LevelData, Spawn};
use tacho_core::sim::ai::{Chance, Rammer};
use tacho_core::sim::{CLASSES, Command, Event, NO_HITCH, NO_OWNER, Role, Vehicle, World};
use tacho_core::units::math::Vec3;
use tacho_core::units::{ClientId, EntityId};

use crate::stage::{self, Roamer, driven_bits};
use crate::trailers;

/// Others who drive.
const OTHERS: u16 = 63;
/// Where the own car begins, in metres: the walls are at 25.
const OWN_START_Z_M: f32 = 0.0;
/// Where a tractor does: its trailer then stands between two rows of litter.
const TRACTOR_START_Z_M: f32 = 6.0;
/// Ticks of each run.
const TICKS: u32 = 360;
/// A session is told of others every third tick.
const TOLD_EVERY_TICKS: u32 = 3;
/// How many of them it holds as proxies: all rows of its world but those of the parked cars, the own one and its
/// trailer.
const PROXIES: usize = 14;

/// The littered arena with its spawns near what stands there, and beside its outer wall a lot from which the others try to
/// get in.
fn arena_with_a_lot(own_start_z_m: f32) -> Arc<Level> {
    let mut data = stage::littered();
    data.spawns.iter_mut().for_each(|spawn| spawn.position.z = own_start_z_m);
    let place = |i: u16| Vec3::new(f32::from(i % 16) * 12.0 - 90.0, 0.5, 130.0 + f32::from(i / 16) * 12.0);
    data.spawns.extend((0..OTHERS).map(|i| Spawn { position: place(i), yaw_rad: 3.0 }));
    stage::compiled(LevelData { ground: Ground::Flat { half_x_m: 260.0, half_z_m: 260.0 }, ..data })
}

/// What a run came to.
#[derive(Debug, Default)]
struct Run {
    compared_ticks: u32,
    contact_ticks: usize,
    own_hits: usize,
    own_knocks: usize,
    others_hits: usize,
    first_difference: Option<u32>,
    trailers: usize,
}

/// A drive of `seed` in which everybody has a car of `class`.
fn run(level: &Arc<Level>, seed: u64, class: u8) -> Run {
    let lanes = test_collisions().spawns.len() as u16;
    let own = ClientId(seed as u16 % lanes);
    let roamer = Roamer { client: own, chance: Chance::new(seed) };
    let rammers: Vec<(ClientId, Rammer)> =
        (lanes..lanes + OTHERS).map(|client| (ClientId(client), Rammer::new(seed, ClientId(client)))).collect();
    let mut joins: Vec<Command> = rammers.iter().map(|(client, _)| Command::Join { client: *client }).collect();
    joins.insert(usize::from(OTHERS) / 2, Command::Join { client: own });

    let mut authority = World::new(level.clone(), Role::Authority);
    authority.step(&joins, &[]);
    let clients = rammers.iter().map(|(client, _)| *client).chain([own]);
    let changes: Vec<Command> = clients.map(|client| Command::SetClass { client, class }).collect();
    authority.step(&changes, &[]);
    let car = authority.car_of(own).expect("there is a spawn for each");
    let trailer = authority.hitched_to(car);
    assert_eq!(trailer.is_some(), CLASSES[usize::from(class)].tows.is_some(), "the own spawn has room for a trailer");
    let mut session = World::new(level.clone(), Role::Session);
    let is_told = |entity: EntityId, vehicle: &Vehicle| {
        let stands_alone = vehicle.owner == NO_OWNER && vehicle.hitched == NO_HITCH;
        stands_alone || entity == car || Some(entity) == trailer
    };
    for (entity, state) in authority.vehicles().filter(|(entity, state)| is_told(*entity, &state.vehicle)) {
        assert!(session.place_vehicle(entity, &state, false));
    }

    let hitched = authority.vehicles().filter(|(_, state)| state.vehicle.hitched != NO_HITCH).count();
    let mut run = Run { trailers: hitched / 2, ..Run::default() };
    for tick in 0..TICKS {
        if seed.is_multiple_of(2) && tick.is_multiple_of(TOLD_EVERY_TICKS) {
            tell_of_the_nearest(&mut session, &authority, own);
        }
        let own_input = roamer.input(&authority);
        let mut inputs: Vec<(ClientId, Input)> =
            rammers.iter().map(|(client, driver)| (*client, driver.input(&authority))).collect();
        inputs.push((own, own_input));
        for event in authority.step(&[], &inputs) {
            match event {
                Event::Hit { entity, .. } if *entity == car => run.own_hits += 1,
                Event::Knock { by, .. } if *by == car => run.own_knocks += 1,
                Event::Hit { .. } => run.others_hits += 1,
                _ => {}
            }
        }
        run.contact_ticks += usize::from(authority.in_contact(car));
        session.step(&[], &[(own, own_input)]);
        let bits = |world: &World| {
            let both = [Some(car), trailer].into_iter().flatten();
            both.map(|entity| driven_bits(&world.vehicle(entity).expect("it is in both worlds"))).collect::<Vec<_>>()
        };
        if bits(&authority) != bits(&session) {
            run.first_difference = Some(authority.tick().0);
            break;
        }
        run.compared_ticks += 1;
    }
    run
}

/// Puts those that are nearest to the own car into the session's world as proxies, and takes the rest out.
fn tell_of_the_nearest(session: &mut World, authority: &World, own: ClientId) {
    let at = authority.car_of(own).and_then(|car| authority.vehicle(car)).unwrap_or_default().motion.position;
    let mut others: Vec<_> =
        authority.vehicles().filter(|(_, car)| car.vehicle.owner != own.0 && car.vehicle.owner != NO_OWNER).collect();
    others.sort_by(|(_, a), (_, b)| (a.motion.position - at).length().total_cmp(&(b.motion.position - at).length()));
    for (entity, _) in &others[PROXIES..] {
        session.remove_vehicle(*entity);
    }
    for (entity, state) in &others[..PROXIES] {
        assert!(session.place_vehicle(*entity, state, true));
    }
}

#[test]
fn a_car_alone_gets_the_same_bits_beside_63_others_and_in_a_session_with_proxies_or_none() {
    let level = arena_with_a_lot(OWN_START_Z_M);
    let runs: Vec<Run> = (0..40).map(|seed| run(&level, seed, 0)).collect();
    let differing: Vec<_> = runs.iter().enumerate().filter(|(_, run)| run.first_difference.is_some()).collect();
    let sum = |of: fn(&Run) -> usize| runs.iter().map(of).sum::<usize>();
    let (contacts, hits, knocks) = (sum(|run| run.contact_ticks), sum(|run| run.own_hits), sum(|run| run.own_knocks));
    let (others, compared) = (sum(|run| run.others_hits), sum(|run| run.compared_ticks as usize));
    let seen =
        format!("{compared} ticks, {contacts} in contact, {hits} hits, {knocks} knocks, {others} hits of others");
    println!("{} of 40 differ; {seen}", differing.len());
    assert!(differing.is_empty(), "{} of 40: {differing:#?}", differing.len());
    assert!(contacts >= 800 && hits >= 20 && knocks >= 10 && others >= 1000, "too few crashes: {seen}");
}

#[test]
fn a_tractor_and_its_trailer_get_the_same_bits_beside_63_others_of_which_some_pull_too() {
    let level = arena_with_a_lot(TRACTOR_START_Z_M);
    // The next lane's tractor would begin in contact with what stands in it, which no session is told of.
    let runs: Vec<Run> = (0..11).map(|seed| run(&level, seed, trailers::tractor())).collect();
    let differing: Vec<_> = runs.iter().enumerate().filter(|(_, run)| run.first_difference.is_some()).collect();
    let sum = |of: fn(&Run) -> usize| runs.iter().map(of).sum::<usize>();
    let (contacts, others) = (sum(|run| run.contact_ticks), sum(|run| run.others_hits));
    println!("{} of 11 differ; {contacts} ticks in contact, {others} hits of others", differing.len());
    assert!(differing.is_empty(), "{} of 11: {differing:#?}", differing.len());
    assert!(runs.iter().all(|run| run.trailers > 8) && contacts >= 100 && others >= 100, "too little: {runs:#?}");
}

#[test]
fn each_class_crashes_into_a_wall_with_the_same_bits_in_both_worlds() {
    let own = ClientId(0);
    for (row, class) in CLASSES.iter().enumerate().filter(|(_, class)| class.drives()) {
        let mut authority = World::new(stage::arena(), Role::Authority);
        authority.step(&[Command::Join { client: own }, Command::SetClass { client: own, class: row as u8 }], &[]);
        let car = authority.car_of(own).expect("the arena has room");
        let mut session = World::new(stage::arena(), Role::Session);
        stage::copy_into(&mut session, &authority);
        let mut hits = 0;
        for _ in 0..600 {
            let inputs = [(own, Input::from_axes(1.0, 0.0, Keys::BOOST))];
            let is_hit = |event: &&Event| matches!(event, Event::Hit { entity, .. } if *entity == car);
            hits += authority.step(&[], &inputs).iter().filter(is_hit).count();
            session.step(&[], &inputs);
            let bits = |world: &World| driven_bits(&world.vehicle(car).expect("it is in both worlds"));
            assert_eq!(bits(&authority), bits(&session), "{} in tick {}", class.name, authority.tick());
        }
        assert!(hits > 0, "{} met no wall", class.name);
    }
}
