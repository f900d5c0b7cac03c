//! Short runs whose digests are written down.
//!
//! A digest that changes without a change of the rules is a broken promise: to recordings, and to the other end of the wire.
//! The literals here hold in debug and release, for any processor and on every target; the continuous integration runs
//! them on x86_64, aarch64 and wasm32. A change of the rules changes them, on purpose, in the same commit.

use super::ai::Rammer;
use super::{CLASSES, Command, Population, Role, World};
use crate::input::{Input, Keys};
use crate::level::{Level, generators};
use crate::units::ClientId;

/// One run: what came out and what must.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Golden {
    /// What was run.
    pub name: &'static str,
    /// The digest that came out.
    pub computed: u64,
    /// The digest that must.
    pub literal: u64,
}

/// Runs them all. Takes about a second on a desktop, a third of it to make the city.
#[must_use]
pub fn runs() -> Vec<Golden> {
    let golden = |name, computed, literal| Golden { name, computed, literal };
    vec![
        golden("one car straight into a wall, 240 ticks", wall(), 0xf6ab69a8105e1223),
        golden("eight rammers on test-collisions, 600 ticks", rammers(), 0x69191e1806acba60),
        golden("the same with a save restored every 50 ticks", rammers_restored(), 0x69191e1806acba60),
        golden(
            "every class that drives on test-collisions, 120 ticks",
            classes("test-collisions", 120),
            0x54c409b4501af2bc,
        ),
        golden(
            "every class that drives on test-breakables, 120 ticks",
            classes("test-breakables", 120),
            0x23257052a6e1060b,
        ),
        golden(
            "every class that drives on test-traffic-junction, 120 ticks",
            classes("test-traffic-junction", 120),
            0x32e035876f900dfb,
        ),
        golden(
            "every class that drives on test-core-gameplay, 120 ticks",
            classes("test-core-gameplay", 120),
            0xfb8e1ca4d5f09a77,
        ),
        golden(
            "every class that drives on test-hillside, 240 ticks",
            classes("test-hillside", 240),
            0x18c53e162be6be6b,
        ),
        golden(
            "the living city: traffic, a crowd, a hunt, a fire fight and a level reset, 300 ticks",
            city(),
            0xa5d875adfdfe0f69,
        ),
        golden("every class that drives on riverbend, 120 ticks", classes("riverbend", 120), 0xc684e5c3630f2ed6),
    ]
}

/// The digest of the shortest run. Two builds that differ in it play by different rules; a recording names it.
#[must_use]
pub fn rules_digest() -> u64 {
    wall()
}

/// A world on a level that is code.
///
/// # Panics
/// Where the name is of no such level: a mistake of the caller's.
#[must_use]
pub fn world(level: &str, role: Role) -> World {
    let data = generators::by_name(level).expect("the level is one of the generators'");
    World::new(Level::compile(data).expect("a generator's level passes its own check"), role)
}

fn wall() -> u64 {
    let client = ClientId(0);
    let mut world = world("test-collisions", Role::Authority);
    world.step(&[Command::Join { client }], &[]);
    for _ in 0..240 {
        world.step(&[], &[(client, Input::from_axes(1.0, 0.0, Keys::BOOST))]);
    }
    world.digest().total
}

fn rammers() -> u64 {
    let (mut world, drivers) = rammer_world("test-collisions", 8);
    for _ in 0..600 {
        step(&mut world, &drivers);
    }
    world.digest().total
}

/// One car of each class that drives, or as many as there are spawns for.
fn classes(level: &str, ticks: u32) -> u64 {
    let driven: Vec<u8> = (0..CLASSES.len()).filter(|row| CLASSES[*row].drives()).map(|row| row as u8).collect();
    let (mut world, drivers) = rammer_world(level, driven.len() as u16);
    let changes: Vec<Command> = driven
        .into_iter()
        .enumerate()
        .map(|(client, class)| Command::SetClass { client: ClientId(client as u16), class })
        .collect();
    world.step(&changes, &[]);
    for _ in 0..ticks {
        step(&mut world, &drivers);
    }
    world.digest().total
}

/// Eight players in a full city: half of them drive into what they meet, the others get out and fire whatever they have at
/// whoever is there, pull drivers out and drive off. Saved and restored on the way.
fn city() -> u64 {
    let (mut world, drivers) = rammer_world("riverbend", 8);
    let people = Population { seed: 11, traffic: 40, walkers: 60, chasers: 26, brawlers: 8 };
    world.step(&[Command::Populate(people)], &[]);
    let run = |world: &mut World| {
        let tick = world.tick().0;
        let inputs: Vec<(ClientId, Input)> = (0..8u16)
            .map(|client| {
                let drives = client.is_multiple_of(2);
                let input = if drives { drivers[usize::from(client)].input(world) } else { fighter(client, tick) };
                (ClientId(client), input)
            })
            .collect();
        let reset = [Command::ResetLevel];
        world.step(if tick == 250 { &reset } else { &[] }, &inputs);
    };
    for tick in 0..300 {
        if tick % 60 == 30 {
            let save = world.save();
            (0..5).for_each(|_| run(&mut world));
            world.restore(&save);
        }
        run(&mut world);
    }
    world.digest().total
}

/// A player who gets out, turns on the spot, fires one weapon after the other, and gets in where there is a door.
fn fighter(client: u16, tick: u32) -> Input {
    let slot = (tick / 40 + u32::from(client)) % 5;
    let keys = match tick % 40 {
        0 => Keys::ENTER,
        20 => Keys::THROW,
        1..30 => Keys::FIRE,
        _ => Keys::RUN,
    };
    Input {
        aim: (tick * 400 + u32::from(client) * 9000) as u16,
        items: (slot as u8) << 4,
        ..Input::from_axes(1.0, 0.0, keys)
    }
}

fn rammers_restored() -> u64 {
    let (mut world, drivers) = rammer_world("test-collisions", 8);
    for tick in 0..600 {
        if tick % 50 == 0 {
            let save = world.save();
            for _ in 0..7 {
                step(&mut world, &drivers);
            }
            world.restore(&save);
        }
        step(&mut world, &drivers);
    }
    world.digest().total
}

fn rammer_world(level: &str, drivers: u16) -> (World, Vec<Rammer>) {
    let mut world = world(level, Role::Authority);
    let clients: Vec<ClientId> = (0..drivers).map(ClientId).collect();
    let joins: Vec<Command> = clients.iter().map(|client| Command::Join { client: *client }).collect();
    world.step(&joins, &[]);
    (world, clients.into_iter().map(|client| Rammer::new(7, client)).collect())
}

fn step(world: &mut World, drivers: &[Rammer]) {
    let inputs: Vec<(ClientId, Input)> =
        drivers.iter().enumerate().map(|(client, driver)| (ClientId(client as u16), driver.input(world))).collect();
    world.step(&[], &inputs);
}
