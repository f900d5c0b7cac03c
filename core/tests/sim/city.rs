//! A whole city: everybody in it, about players who drive and shoot, held against what must hold whatever they do.
//!
//! Each mind is met by one thing in its own test. Here all of them are at once, and nothing may be left over: no entity
//! without an end, no number that is none, nobody under the ground, no event of somebody who never was, no memory outside a
//! save.

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write;
use std::sync::Arc;

use tacho_core::input::{Input, Keys};
use tacho_core::level::{Level, generators};
use tacho_core::sim::ai::{Chance, Rammer};
use tacho_core::sim::{Command, Digest, Event, FIRST_PIECE_INDEX, NOT_A_CLIENT, Population, Role, Save, World};
use tacho_core::units::math::Vec3;
use tacho_core::units::{ClientId, EntityId, TICK_RATE_HZ};

use crate::stage;

/// What the city is filled with.
const FULL: Population = Population { seed: 11, traffic: 40, walkers: 60, chasers: 26, brawlers: 8 };

/// The most police about a player.
const POLICE: usize = 4;

/// Who plays: far from each other.
const PLAYERS: [ClientId; 2] = [ClientId(0), ClientId(7)];

/// Two players in a full city.
struct City {
    world: World,
    drivers: [Rammer; 2],
    chance: Chance,
}

impl City {
    fn new(level: Arc<Level>, seed: u64) -> City {
        let drivers = PLAYERS.map(|client| Rammer::new(seed, client));
        City { world: World::new(level, Role::Authority), drivers, chance: Chance::new(seed) }
    }

    /// What is commanded in the next tick: follows from the world alone.
    fn commands(&self, reset_every_ticks: u32) -> Vec<Command> {
        match self.world.tick().0 {
            0 => PLAYERS.map(|client| Command::Join { client }).into_iter().chain([Command::Populate(FULL)]).collect(),
            tick if tick % reset_every_ticks == reset_every_ticks - 1 => vec![Command::ResetLevel],
            _ => Vec::new(),
        }
    }

    /// What the players hold: they ram for a while, get out for a while, and fire at what is there.
    fn inputs(&self) -> Vec<(ClientId, Input)> {
        let tick = self.world.tick().0;
        let input = |(client, driver): (ClientId, &Rammer)| {
            let turn = tick / (8 * TICK_RATE_HZ);
            let wants_out = self.chance.share(&[u32::from(client.0), turn]) < 0.4;
            let drives = self.world.car_of(client).is_some();
            if drives && !wants_out {
                return (client, driver.input(&self.world));
            }
            let presses = (drives == wants_out) && tick.is_multiple_of(32);
            let keys = if presses {
                Keys::ENTER
            } else if tick % 64 < 40 {
                Keys::FIRE
            } else {
                Keys(0)
            };
            let slot = self.chance.pick(&[u32::from(client.0), turn, 1], 4) as u8;
            let aim = self.chance.bits(&[u32::from(client.0), tick / 40, 2]) as u16;
            let drive = if drives { -1.0 } else { 1.0 };
            (client, Input { aim, items: slot << 4, ..Input::from_axes(drive, 0.0, keys) })
        };
        PLAYERS.into_iter().zip(&self.drivers).map(input).collect()
    }

    fn step(&mut self, reset_every_ticks: u32) {
        let (commands, inputs) = (self.commands(reset_every_ticks), self.inputs());
        self.world.step(&commands, &inputs);
    }

    /// Everybody and everything that is there.
    fn entities(&self) -> BTreeSet<u32> {
        let (vehicles, people) = (self.world.vehicles().map(|(id, _)| id), self.world.people().map(|(id, _)| id));
        let flying = self.world.projectiles().map(|(id, _)| id);
        vehicles.chain(people).chain(flying).map(EntityId::bits).collect()
    }
}

fn riverbend() -> Arc<Level> {
    stage::compiled(generators::riverbend(generators::SEED))
}

/// Whom an event names, light pieces aside: those are of the level.
fn named(event: &Event) -> Vec<EntityId> {
    let names = match *event {
        Event::Hit { entity, by, .. } | Event::Death { entity, by } => vec![Some(entity), by],
        Event::Knock { by, .. } | Event::Shot { by, .. } => vec![Some(by)],
        Event::Relocated { entity } => vec![Some(entity)],
        Event::Blast { .. } => Vec::new(),
        Event::Seated { person, vehicle, .. } | Event::Unseated { person, vehicle } => {
            vec![Some(person), Some(vehicle)]
        }
    };
    names.into_iter().flatten().filter(|entity| entity.index < FIRST_PIECE_INDEX).collect()
}

/// What of a world is not as it must be.
fn faults(world: &World) -> Vec<String> {
    let mut faults = Vec::new();
    let level = world.level();
    let mut look = |name: EntityId, at: Vec3, velocity: Vec3, below_m: f32| {
        let ground_m = level.ground_height(at.x, at.z).unwrap_or(f32::MIN);
        if !at.is_finite() || !velocity.is_finite() || velocity.length() > 200.0 || at.y < ground_m - below_m {
            faults.push(format!("{name} at {at} with {velocity}, the ground at {ground_m}"));
        }
    };
    for (entity, state) in world.vehicles() {
        look(entity, state.motion.position, state.motion.velocity + state.motion.spin, 0.5);
    }
    for (entity, state) in world.people() {
        look(entity, state.motion.position, state.motion.velocity, 0.5);
    }
    for (entity, state) in world.projectiles() {
        look(entity, state.motion.position, state.motion.velocity, 0.5);
    }
    faults
}

/// What happened in a run.
#[derive(Debug, Default)]
struct Happened {
    hits: usize,
    shots: usize,
    blasts: usize,
    deaths: usize,
    most_people: usize,
    most_vehicles: usize,
    seen: usize,
}

fn live(ticks: u32) -> Happened {
    let mut city = City::new(riverbend(), 5);
    let parked = city.world.vehicles().count();
    let (mut happened, mut before, mut seen) = (Happened::default(), BTreeSet::new(), BTreeSet::new());
    for tick in 0..ticks {
        city.step(u32::MAX);
        let now = city.entities();
        for event in city.world.events() {
            let stranger =
                named(event).into_iter().find(|id| !now.contains(&id.bits()) && !before.contains(&id.bits()));
            assert!(stranger.is_none(), "tick {tick}: {stranger:?} in {event:?} is nobody");
            match event {
                Event::Hit { .. } => happened.hits += 1,
                Event::Shot { .. } => happened.shots += 1,
                Event::Blast { .. } => happened.blasts += 1,
                Event::Death { .. } => happened.deaths += 1,
                _ => {}
            }
        }
        let faults = faults(&city.world);
        assert!(faults.is_empty(), "tick {tick}: {faults:#?}");
        let drivers = city.world.vehicles().filter(|(_, car)| car.vehicle.owner == NOT_A_CLIENT).count();
        assert!(drivers <= usize::from(FULL.traffic + FULL.chasers) + POLICE, "tick {tick}: {drivers} drivers");
        happened.most_people = happened.most_people.max(city.world.people().count());
        happened.most_vehicles = happened.most_vehicles.max(city.world.vehicles().count());
        seen.extend(now.iter().copied());
        before = now;
    }
    happened.seen = seen.len();
    println!("{ticks} ticks, {parked} parked: {happened:?}");
    happened
}

fn assert_lively(happened: &Happened, seconds: usize) {
    let wanted = usize::from(FULL.traffic + FULL.walkers + FULL.chasers + FULL.brawlers);
    assert!((wanted..=wanted + 60).contains(&happened.most_people), "{happened:?}");
    assert!(
        happened.most_vehicles <= 192 - 16 && happened.hits > seconds && happened.shots > seconds / 2,
        "{happened:?}"
    );
}

#[test]
fn a_full_city_lives_for_ten_minutes_and_nothing_is_left_over() {
    let happened = live(600 * TICK_RATE_HZ);
    assert_lively(&happened, 600);
}

/// A save, and the digests of the ticks that ran again from it.
struct Again {
    save: Save,
    digests: Vec<Digest>,
}

#[test]
fn every_save_of_a_full_city_has_the_future_that_the_world_had() {
    const TICKS: u32 = 1200;
    const EVERY_TICKS: u32 = 100;
    const RESET_TICKS: u32 = 800;
    let mut first = City::new(riverbend(), 9);
    let mut second = City::new(riverbend(), 9);
    let (mut open, mut compared): (VecDeque<Again>, u32) = (VecDeque::new(), 0);
    while first.world.tick().0 < TICKS {
        let tick = first.world.tick().0;
        // Also right before the level is put back.
        if tick % EVERY_TICKS == EVERY_TICKS - 7 {
            let save = first.world.save();
            second.world.restore(&save);
            let ahead = 10 + tick / EVERY_TICKS * 2;
            let mut next = |_| {
                second.step(RESET_TICKS);
                second.world.digest()
            };
            open.push_back(Again { save, digests: (0..ahead).map(&mut next).collect() });
        }
        first.step(RESET_TICKS);
        for again in &open {
            let ahead = first.world.tick().since(again.save.tick()) as usize;
            if again.digests.get(ahead - 1).is_some_and(|digest| *digest != first.world.digest()) {
                second.world.restore(&again.save);
                (0..ahead).for_each(|_| second.step(RESET_TICKS));
                let mut list = String::new();
                for difference in first.world.differences(&second.world) {
                    writeln!(list, "{difference}").expect("a string takes all");
                }
                panic!("{ahead} ticks after the save of {}:\n{list}", again.save.tick());
            }
            compared += 1;
        }
        open.retain(|again| (first.world.tick().since(again.save.tick()) as usize) < again.digests.len());
    }
    assert!(compared > 200, "{compared}");
}
