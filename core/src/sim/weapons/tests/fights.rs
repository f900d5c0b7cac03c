use std::collections::BTreeSet;
use std::f32::consts::TAU;

use super::{AHEAD, bare, fire, hold, stand, wait, world_of};
use crate::input::{Input, Keys};
use crate::level::generators::test_core_gameplay;
use crate::sim::ai::Chance;
use crate::sim::{Command, Digest, Event, Population, World};
use crate::units::math::{Vec3, yaw_rotation};
use crate::units::{ClientId, EntityId};

/// Clients who fight, from their cars until they die in them.
const CLIENTS: u16 = 12;
/// People on foot who fight.
const FIGHTERS: u32 = 60;

/// Everyone of a world at once: whom an event may name.
fn entities(world: &World) -> BTreeSet<EntityId> {
    let bodies = world.vehicles().map(|(entity, _)| entity).chain(world.projectiles().map(|(entity, _)| entity));
    let pieces = (0..world.level().data().light_pieces.len()).filter_map(|piece| world.torn_piece(piece));
    bodies.chain(world.people().map(|(entity, _)| entity)).chain(pieces).collect()
}

fn named(event: &Event) -> Vec<EntityId> {
    match *event {
        Event::Hit { entity, by, .. } | Event::Death { entity, by } => {
            [Some(entity), by].into_iter().flatten().collect()
        }
        Event::Knock { piece, by } => vec![piece, by],
        Event::Relocated { entity } => vec![entity],
        Event::Shot { by, .. } => vec![by],
        Event::Blast { .. } => vec![],
        Event::Seated { person, vehicle, .. } | Event::Unseated { person, vehicle } => vec![person, vehicle],
    }
}

/// A crowd on the crossing of a city, where all have weapons and some have cars.
fn crowd() -> World {
    let mut world = world_of(test_core_gameplay(1));
    let populate = Command::Populate(Population { seed: 11, ..Population::default() });
    let joins = (0..CLIENTS).map(|client| Command::Join { client: ClientId(client) });
    world.step(&joins.chain([populate]).collect::<Vec<_>>(), &[]);
    let chance = Chance::new(3);
    for fighter in 0..FIGHTERS {
        let radius_m = 4.0 + 26.0 * chance.share(&[fighter, 0]);
        let place = yaw_rotation(TAU * chance.share(&[fighter, 1])) * Vec3::Z * radius_m;
        stand(&mut world, place.x, place.z);
    }
    world
}

/// One tick: everyone holds what follows from the seed and the tick, and the dead are replaced.
fn step(world: &mut World) {
    let chance = Chance::new(5);
    let second = world.tick().0 / 40;
    let question = |who: u32, of: u32| [who, second, of];
    let people = world.store.people();
    let on_foot = |row: &usize| people.slot[*row].alive && people.person[*row].is_on_foot();
    let rows: Vec<usize> = (0..people.slot.len()).filter(on_foot).collect();
    for row in rows {
        let who = row as u32;
        let controls = &mut world.store.people_mut().controls[row];
        controls.slot = chance.pick(&question(who, 0), 6) as u8;
        controls.aim = chance.bits(&question(who, 1)) as u16;
        controls.throw = chance.bits(&question(who, 2)) as u8;
        controls.keys = if chance.share(&question(who, 3)) < 0.6 { Keys::FIRE.0 } else { 0 };
        if world.tick().0 % 40 == who % 40 {
            super::super::let_go(world, row);
        }
    }
    let inputs: Vec<(ClientId, Input)> = (0..CLIENTS)
        .map(|client| {
            let who = 1_000 + u32::from(client);
            let axis = |of: u32| 2.0 * chance.share(&question(who, of)) - 1.0;
            let mut input = Input::from_axes(axis(0).max(-0.5) + 0.5, axis(1), Keys::FIRE.with(Keys::BOOST));
            input.items = 1 << 4;
            (ClientId(client), input)
        })
        .collect();
    world.step(&[], &inputs);
}

#[test]
fn every_tick_of_a_fire_fight_has_the_future_that_the_world_had_and_names_who_is_there() {
    const FOLLOWED_TICKS: usize = 20;
    let mut first = crowd();
    let mut second = crowd();
    let (mut shots, mut blasts, mut deaths, mut fires) = (0, 0, 0, 0);
    let mut digests: Vec<Digest> = Vec::new();
    let mut saves = Vec::new();
    let mut generations = 0;
    for tick in 0..1_200 {
        if tick % 7 == 0 {
            saves.push((tick, first.save()));
        }
        let before = entities(&first);
        step(&mut first);
        let there: BTreeSet<EntityId> = before.union(&entities(&first)).copied().collect();
        for event in first.events() {
            assert!(named(event).iter().all(|who| there.contains(who)), "{event:?} names who is not there");
            match event {
                Event::Shot { .. } => shots += 1,
                Event::Blast { .. } => blasts += 1,
                Event::Death { .. } => deaths += 1,
                _ => {}
            }
        }
        fires += first.vehicles().filter(|(_, state)| state.condition.burnt_ticks > 0).count();
        generations = generations.max(first.people().map(|(who, _)| who.generation).max().unwrap_or(0));
        digests.push(first.digest());
    }
    println!("{shots} shots, {blasts} blasts, {deaths} deaths, {fires} ticks of fire, generation {generations}");
    assert!(shots > 500 && blasts > 50 && deaths > 20 && fires > 600 && generations > 1);
    for (tick, save) in saves {
        second.restore(&save);
        for (ahead, digest) in digests[tick..].iter().take(FOLLOWED_TICKS).enumerate() {
            step(&mut second);
            assert_eq!(second.digest(), *digest, "{} ticks after the save of tick {tick}", ahead + 1);
        }
    }
    // A run from the start, as another process would have it.
    let mut again = crowd();
    for (tick, digest) in digests.iter().enumerate() {
        step(&mut again);
        assert_eq!(again.digest(), *digest, "tick {tick}");
    }
}

#[test]
fn no_place_and_no_speed_is_too_extreme() {
    let extremes = [f32::MAX, f32::MIN, 1e20, -1e9, 3e4, f32::MIN_POSITIVE, f32::INFINITY, f32::NAN];
    let mut world = bare();
    let shooters: Vec<EntityId> = extremes.iter().map(|at_m| stand(&mut world, *at_m, -*at_m)).collect();
    stand(&mut world, f32::NAN, 0.0);
    for slot in 0..16 {
        for (shooter, aim) in shooters.iter().zip([0, 1, u16::MAX, 1 << 13, AHEAD, 7, 9, 40_000]) {
            if world.person(*shooter).is_some() {
                hold(&mut world, *shooter, slot, aim, Keys(u16::MAX));
                let row = world.row_of_person_entity(*shooter).unwrap();
                super::super::let_go(&mut world, row);
            }
        }
        wait(&mut world, 100);
    }
    let near = stand(&mut world, 0.0, 0.0);
    fire(&mut world, near, 3, AHEAD);
    world.store.projectiles_mut().motion[0].velocity = Vec3::splat(f32::MAX);
    wait(&mut world, 300);
    assert_eq!(world.projectiles().count(), 0);
}
