//! What holds in the arena holds on every level: a mesh, a heightfield and a row of houses are other contacts, and another
//! place for a save to forget something.

use std::fmt::Write;
use std::mem;
use std::sync::Arc;

use tacho_core::input::Input;
use tacho_core::level::{LIGHT_CHUNK_M, Level, generators};
use tacho_core::sim::weapons::Cause;
use tacho_core::sim::{Command, Event, Population, Role, World, piece_of};
use tacho_core::units::math::Vec3;
use tacho_core::units::{ClientId, EntityId};

use crate::stage::{self, PileUp, Wild, driven_bits};
use crate::synctest::follow;

/// Ticks of each run.
const TICKS: u32 = 1200;
/// How far from a car another one, or somebody on foot, must be for it to be alone, in metres: two of the longest hulls, and what both drive in
/// a tick.
const ALONE_M: f32 = 14.0;
/// How far a torn piece must be.
const PIECE_ROOM_M: f32 = 8.0;
/// A session that is told of a car in the last ticks before it crashes meets at once what the authority's car came upon one
/// after the other, and its contacts are solved in another order: off by a part in a million, and hidden from this test. So a
/// car is compared that was told of this many before.
const SETTLED_TICKS: u32 = 3;
/// Torn pieces nearer than this are told to a session.
const TOLD_WITHIN_M: f32 = 60.0;

fn levels() -> impl Iterator<Item = (&'static str, Arc<Level>)> {
    let level = |name| stage::compiled(generators::by_name(name).expect("it is a name of theirs"));
    generators::NAMES.into_iter().map(move |name| (name, level(name)))
}

#[test]
fn every_save_on_every_level_with_every_class_has_the_future_that_the_world_had() {
    let mut table = "level                  compared  hits  knocks\n".to_string();
    for (name, level) in levels() {
        let (classes, has_pieces) = (stage::driven_classes().len() as u16, !level.data().light_pieces.is_empty());
        let happened = follow(PileUp::on(level, classes, 5), TICKS);
        let (compared, hits, knocks) = (happened.compared, happened.hits, happened.knocks);
        writeln!(table, "{name:22} {compared:>8}  {hits:>4}  {knocks:>6}").expect("a string takes all");
        assert!(compared > 3400, "{table}");
        assert!(hits > 0 && (knocks > 0 || !has_pieces), "nothing was hit\n{table}");
        assert!(happened.most_classes >= stage::driven_classes().len(), "a class is missing on {name}");
    }
    println!("{table}");
}

/// A car in the authority's world, and a session's world that has it alone.
struct Alone {
    client: ClientId,
    session: World,
    /// Whether the session's car is the authority's.
    is_followed: bool,
    /// Ticks since the session was told of the car.
    told_ticks: u32,
    compared: u32,
    hits: usize,
    knocks: usize,
}

impl Alone {
    /// Whether nothing is near `car`, nor near its trailer, that the session does not have as the authority does.
    fn may_compare(&self, authority: &World, car: EntityId) -> bool {
        let own: Vec<EntityId> = parts(authority, car).collect();
        let is_clear = |at: Vec3| {
            let mut others = authority.vehicles().filter(|(other, _)| !own.contains(other));
            let mut people = authority.people().filter(|(_, person)| person.person.is_on_foot());
            let mut torn = authority.loose_pieces().chain(self.session.loose_pieces());
            others.all(|(_, other)| (other.motion.position - at).length() > ALONE_M)
                && people.all(|(_, person)| (person.motion.position - at).length() > ALONE_M)
                && torn.all(|(piece, state)| {
                    let is_same = authority.loose_piece(piece) == self.session.loose_piece(piece);
                    is_same || (state.motion.position - at).length() > PIECE_ROOM_M
                })
        };
        own.iter().all(|part| authority.vehicle(*part).is_some_and(|part| is_clear(part.motion.position)))
    }

    /// Tells the session which pieces others tore, and which stand again.
    fn tell_of_pieces(&mut self, authority: &World, at: Vec3) {
        let away_m = |place: Vec3| (place - at).length();
        for (piece, state) in authority.loose_pieces() {
            let is_told = (PIECE_ROOM_M..TOLD_WITHIN_M).contains(&away_m(state.motion.position));
            if is_told && self.session.loose_piece(piece).is_none() {
                self.session.place_piece(piece, &state);
            }
        }
        let torn: Vec<EntityId> = self.session.loose_pieces().map(|(piece, _)| piece).collect();
        for piece in torn.into_iter().filter(|piece| authority.loose_piece(*piece).is_none()) {
            self.session.plant_piece(piece);
        }
    }
}

/// A car, and what it pulls.
fn parts(world: &World, car: EntityId) -> impl Iterator<Item = EntityId> {
    [car].into_iter().chain(world.hitched_to(car))
}

/// Whether a car leans on something while another tears a piece loose that may share its chunk: the authority's contact has
/// then lost its memory, and a session's has not.
fn leans_while_a_chunk_changes(authority: &World, car: EntityId) -> bool {
    let pieces = &authority.level().data().light_pieces;
    let is_torn_near = |event: &Event, at: Vec3| match event {
        Event::Knock { piece, by } if *by != car => {
            let piece = piece_of(*piece).expect("what is torn is a piece");
            (pieces[piece].position - at).length() < 2.0 * LIGHT_CHUNK_M
        }
        _ => false,
    };
    parts(authority, car).filter(|part| authority.in_contact(*part)).any(|part| {
        let at = authority.vehicle(part).expect("it is here").motion.position;
        authority.events().iter().any(|event| is_torn_near(event, at))
    })
}

/// Whether a car took what no session runs: shots, blasts, fire.
fn was_attacked(authority: &World, car: EntityId) -> bool {
    let is_attack = |event: &Event| match event {
        Event::Hit { entity, with, .. } => parts(authority, car).any(|part| part == *entity) && *with != Cause::Crash,
        _ => false,
    };
    authority.events().iter().any(is_attack)
}

/// Lets `drivers` drivers, of each class in turns, loose on a level among such a population, and runs each car again in a
/// session's world while it is alone.
fn run(name: &str, level: &Arc<Level>, seed: u64, drivers: u16, population: Population) -> Vec<Alone> {
    let empty = World::new(level.clone(), Role::Session);
    let mut authority = World::new(level.clone(), Role::Authority);
    // A client begins at the spawn of its number: these are as far apart as can be.
    let classes = stage::driven_classes();
    let apart = (level.data().spawns.len() as u16 / drivers).max(1);
    let clients: Vec<ClientId> = (0..drivers).map(|driver| ClientId(driver * apart)).collect();
    let mut drivers: Vec<Wild> = clients.iter().map(|client| Wild::new(*client, seed)).collect();
    let alone = |client: &ClientId| Alone {
        client: *client,
        session: empty.clone(),
        is_followed: false,
        told_ticks: 0,
        compared: 0,
        hits: 0,
        knocks: 0,
    };
    let mut cars: Vec<Alone> = clients.iter().map(alone).collect();
    for tick in 0..TICKS {
        let state = |world: &World, client: ClientId| {
            let car = world.car_of(client)?;
            Some((car, world.vehicle(car)?))
        };
        let mut commands = Vec::new();
        if tick == 0 {
            commands.push(Command::Populate(population));
        }
        for client in clients.iter().copied().filter(|_| tick.is_multiple_of(60)) {
            match state(&authority, client) {
                // Later, where a spawn was not free.
                None => {
                    commands.push(Command::Join { client });
                    commands.push(Command::SetClass {
                        client,
                        class: classes[usize::from(client.0 / apart) % classes.len()],
                    });
                }
                Some((_, car)) if car.condition.health == 0.0 => commands.push(Command::Reset { client }),
                Some(_) => {}
            }
        }
        for own in &mut cars {
            let Some((car, here)) = state(&authority, own.client) else { continue };
            let is_another = own.is_followed && own.session.vehicle(car).is_none();
            if is_another || !own.may_compare(&authority, car) {
                if mem::take(&mut own.is_followed) {
                    own.session = empty.clone();
                }
            } else if !own.is_followed && !parts(&authority, car).any(|part| authority.in_contact(part)) {
                own.tell_of_pieces(&authority, here.motion.position);
                own.is_followed = own.session.place_vehicle(car, &here, false);
                own.told_ticks = 0;
                if let Some(trailer) = authority.hitched_to(car) {
                    let state = authority.vehicle(trailer).expect("it is hitched");
                    own.session.place_vehicle(trailer, &state, false);
                }
            }
        }
        let inputs: Vec<(ClientId, Input)> =
            drivers.iter_mut().map(|driver| (driver.client, driver.input(&authority))).collect();
        authority.step(&commands, &inputs);
        for (own, input) in cars.iter_mut().zip(&inputs) {
            let Some((car, here)) = state(&authority, own.client) else { continue };
            let is_put_home = |event: &Event| matches!(event, Event::Relocated { entity } if *entity == car);
            if !own.is_followed {
                continue;
            }
            own.told_ticks += 1;
            let crashes_at_once =
                own.told_ticks < SETTLED_TICKS && parts(&authority, car).any(|part| authority.in_contact(part));
            if authority.events().iter().any(is_put_home)
                || was_attacked(&authority, car)
                || leans_while_a_chunk_changes(&authority, car)
                || crashes_at_once
            {
                (own.is_followed, own.session) = (false, empty.clone());
                continue;
            }
            if own.session.vehicle(car).is_none() {
                continue;
            }
            own.session.step(&[], &[*input]);
            own.tell_of_pieces(&authority, here.motion.position);
            let there = own.session.vehicle(car).expect("it was placed");
            assert_eq!(driven_bits(&there), driven_bits(&here), "{} on {name} in {}", own.client, authority.tick());
            own.compared += 1;
            for event in authority.events() {
                own.hits += usize::from(matches!(event, Event::Hit { entity, .. } if *entity == car));
                own.knocks += usize::from(matches!(event, Event::Knock { by, .. } if *by == car));
            }
        }
    }
    cars
}

#[test]
fn each_class_drives_the_same_bits_on_every_level_beside_others_and_alone_in_a_session() {
    let mut table = "level                  compared  fewest  hits  knocks\n".to_string();
    for (name, level) in levels() {
        let runs =
            [3, 4].map(|seed| run(name, &level, seed, stage::driven_classes().len() as u16, Population::default()));
        let of_class = |class: usize| runs.iter().map(|cars| cars[class].compared).sum::<u32>();
        let fewest = (0..stage::driven_classes().len()).map(of_class).min().unwrap_or(0);
        let cars = || runs.iter().flatten();
        let compared: u32 = cars().map(|car| car.compared).sum();
        let (hits, knocks) = (cars().map(|car| car.hits).sum::<usize>(), cars().map(|car| car.knocks).sum::<usize>());
        writeln!(table, "{name:22} {compared:>8}  {fewest:>6}  {hits:>4}  {knocks:>6}").expect("a string takes all");
        assert!(fewest > 60, "a class was never alone\n{table}");
        assert!(hits > 0 && (knocks > 0 || level.data().light_pieces.is_empty()), "nothing was hit\n{table}");
    }
    println!("{table}");
}

#[test]
fn a_car_drives_the_same_bits_in_a_living_city_and_alone_in_a_session() {
    let population = Population { seed: 1, traffic: 0, walkers: 60, chasers: 26, brawlers: 0 };
    let level = stage::compiled(generators::riverbend(generators::SEED));
    let cars = run("riverbend", &level, 6, 64, population);
    let compared: u32 = cars.iter().map(|car| car.compared).sum();
    let alone = cars.iter().filter(|car| car.compared > 60).count();
    let (hits, knocks) =
        (cars.iter().map(|car| car.hits).sum::<usize>(), cars.iter().map(|car| car.knocks).sum::<usize>());
    println!("{compared} ticks of {alone} cars compared, {hits} hits, {knocks} knocks");
    assert!(compared > 5_000 && alone > 30 && hits > 0 && knocks > 0, "{compared} ticks of {alone}, {hits}, {knocks}");
}
