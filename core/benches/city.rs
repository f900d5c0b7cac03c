//! What a tick of a room costs, system by system: `cargo cost --clients 64 --chasers 26`.
//!
//! A mean over a whole step says that it has become slower, and not why. Here the world tells after each of its systems,
//! and the clock stands outside. Beside it stands Rapier alone with the same bodies at the same moments: what the rules cost
//! is what the step takes above that. It is measured twice: within the step, where the caches are warm, and on a copy of the
//! world that was just made, as bare Rapier would find it after a restore.
//!
//! Options, each with a number: `--clients`, `--traffic`, `--walkers`, `--chasers`, `--brawlers`, `--seconds`, `--warm-up`,
//! `--seed`; `--level NAME`; `--json`.

#![expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "a bench reads the clock")]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use mimalloc::MiMalloc;
use serde_json::json;
use tacho_core::input::Input;
use tacho_core::level::{Level, generators};
use tacho_core::sim::ai::Rammer;
use tacho_core::sim::{Command, NOT_A_CLIENT, Population, Role, System, World};
use tacho_core::units::{ClientId, TICK_RATE_HZ};

#[global_allocator]
static HEAP: MiMalloc = MiMalloc;

/// Ticks from one that bare Rapier is held against to the next. Their own steps are not counted: copying the world in their
/// midst leaves the caches cold.
const BARE_EVERY_TICKS: u32 = 10;

/// How often saving, restoring and hashing is done.
const ROUNDS: u32 = 100;

/// Ticks between two requests to join: a level may have fewer spawns than clients.
const JOIN_EVERY_TICKS: u32 = 30;

/// What may be asked for.
const USAGE: &str = "cargo cost [--level NAME] [--json], and each with a number: --clients, --traffic, --walkers, --chasers, \
     --brawlers, --seconds, --warm-up, --seed";

/// What is run.
struct Options {
    level: String,
    clients: u16,
    population: Population,
    seconds: u32,
    warm_up: u32,
    json: bool,
}

impl Options {
    /// Of the command line. `cargo bench` adds `--bench` of its own.
    fn of(args: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options {
            level: "riverbend".into(),
            clients: 64,
            population: Population { seed: 1, ..Population::default() },
            seconds: 20,
            warm_up: 20,
            json: false,
        };
        let mut args = args.filter(|arg| arg != "--bench");
        while let Some(name) = args.next() {
            if name == "--json" {
                options.json = true;
                continue;
            }
            if name == "--help" {
                return Err(USAGE.into());
            }
            let value = args.next().ok_or(format!("{name} wants a value: {USAGE}"))?;
            if name == "--level" {
                options.level = value;
                continue;
            }
            let number: u16 = value.parse().map_err(|_| format!("{name} {value}: a number is wanted"))?;
            let population = &mut options.population;
            match name.as_str() {
                "--clients" => options.clients = number,
                "--traffic" => population.traffic = number,
                "--walkers" => population.walkers = number,
                "--chasers" => population.chasers = number,
                "--brawlers" => population.brawlers = number,
                "--seed" => population.seed = number.into(),
                "--seconds" => options.seconds = u32::from(number).max(1),
                "--warm-up" => options.warm_up = number.into(),
                _ => return Err(format!("{name} is no option: {USAGE}")),
            }
        }
        Ok(options)
    }
}

/// Times of one thing, in microseconds.
#[derive(Default)]
struct Times(Vec<f64>);

impl Times {
    fn of(rounds: u32, mut what: impl FnMut()) -> Times {
        let mut times = Times::default();
        (0..rounds).for_each(|_| times.time(&mut what));
        times
    }

    fn time<T>(&mut self, what: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let result = what();
        self.0.push(began.elapsed().as_secs_f64() * 1e6);
        result
    }

    fn mean_us(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len().max(1) as f64
    }

    /// The time that this share of them stays at or below.
    fn at_us(&self, share: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let place = (sorted.len() as f64 * share).ceil() as usize;
        sorted.get(place.clamp(1, sorted.len().max(1)) - 1).copied().unwrap_or_default()
    }
}

/// A city with clients who ram each other.
struct Room {
    world: World,
    drivers: Vec<(ClientId, Rammer)>,
}

impl Room {
    fn new(options: &Options) -> Result<Room, String> {
        let data = generators::by_name(&options.level).ok_or(format!("--level {}: no such level", options.level))?;
        let level = Level::compile(data).map_err(|error| error.to_string())?;
        let mut world = World::new(Arc::clone(&level), Role::Authority);
        world.step(&[Command::Populate(options.population)], &[]);
        let driver = |client| (ClientId(client), Rammer::new(options.population.seed.into(), ClientId(client)));
        Ok(Room { world, drivers: (0..options.clients).map(driver).collect() })
    }

    /// What the next tick is given.
    fn given(&self) -> (Vec<Command>, Vec<(ClientId, Input)>) {
        let asks = self.world.tick().0.is_multiple_of(JOIN_EVERY_TICKS);
        let wants = |client: &ClientId| asks && self.world.person_of(*client).is_none();
        let clients = self.drivers.iter().map(|(client, _)| *client);
        let joins = clients.filter(wants).map(|client| Command::Join { client }).collect();
        let inputs = self.drivers.iter().map(|(client, driver)| (*client, driver.input(&self.world))).collect();
        (joins, inputs)
    }

    fn step(&mut self) {
        let (joins, inputs) = self.given();
        self.world.step(&joins, &inputs);
    }

    /// How many there are of what costs something.
    fn counts(&self) -> [(&'static str, usize); 6] {
        let world = &self.world;
        let awake = world.vehicles().filter(|(_, car)| !car.motion.asleep).count();
        let on_foot = world.people().filter(|(_, person)| person.person.is_on_foot()).count();
        let of_city = world.people().filter(|(_, person)| person.person.owner == NOT_A_CLIENT).count();
        [
            ("vehicles", world.vehicles().count()),
            ("awake", awake),
            ("people", world.people().count()),
            ("on foot", on_foot),
            ("of the city", of_city),
            ("loose pieces", world.loose_pieces().count()),
        ]
    }
}

/// What was measured.
#[derive(Default)]
struct Costs {
    step: Times,
    systems: BTreeMap<System, Times>,
    /// Rapier alone.
    bare: Times,
}

impl Costs {
    /// One tick, by its systems.
    fn measure(&mut self, room: &mut Room) {
        let (joins, inputs) = room.given();
        let began = Instant::now();
        let mut before = began;
        room.world.step_watched(&joins, &inputs, &mut |system, _| {
            let now = Instant::now();
            self.systems.entry(system).or_default().0.push((now - before).as_secs_f64() * 1e6);
            before = now;
        });
        self.step.0.push(began.elapsed().as_secs_f64() * 1e6);
    }

    /// One tick in which Rapier alone steps a copy of the world as it goes into the physics.
    fn measure_bare(&mut self, room: &mut Room) {
        let (joins, inputs) = room.given();
        room.world.step_watched(&joins, &inputs, &mut |system, world| {
            if system == System::Knocks {
                let mut copy = world.clone();
                self.bare.time(|| copy.step_physics_alone());
            }
        });
    }
}

fn main() -> ExitCode {
    let room = Options::of(std::env::args().skip(1)).and_then(|options| Ok((Room::new(&options)?, options)));
    match room {
        Ok((room, options)) => run(room, &options),
        Err(wrong) => {
            eprintln!("{wrong}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// Warms up, measures and prints.
fn run(mut room: Room, options: &Options) {
    (0..options.warm_up * TICK_RATE_HZ).for_each(|_| room.step());
    let mut costs = Costs::default();
    for tick in 0..options.seconds * TICK_RATE_HZ {
        if tick.is_multiple_of(BARE_EVERY_TICKS) {
            costs.measure_bare(&mut room);
        } else {
            costs.measure(&mut room);
        }
    }
    let counts = room.counts();
    // Whoever saves has room for it, and some save before it to take away: these are two costs.
    let (mut saved, mut saving, mut dropping) = (room.world.save(), Times::default(), Times::default());
    for _ in 0..ROUNDS {
        let older = std::mem::replace(&mut saved, saving.time(|| room.world.save()));
        dropping.time(|| drop(older));
    }
    let restoring = Times::of(ROUNDS, || room.world.restore(&saved));
    let hashing = Times::of(ROUNDS, || {
        black_box(room.world.digest());
    });
    let mut rows = vec![("step".to_string(), &costs.step)];
    rows.extend(System::ALL.iter().filter_map(|system| Some((format!("{system:?}"), costs.systems.get(system)?))));
    rows.push(("Rapier alone".into(), &costs.bare));
    rows.extend(
        [("save", &saving), ("its drop", &dropping), ("restore", &restoring), ("digest", &hashing)]
            .map(|(name, t)| (name.into(), t)),
    );
    // Of the medians: what else runs on the machine stretches the means.
    let over = |bare: Option<&Times>| costs.step.at_us(0.5) / bare.map_or(f64::NAN, |bare| bare.at_us(0.5));
    let ratios = [over(costs.systems.get(&System::Physics)), over(Some(&costs.bare))];
    if options.json { print_json(&counts, &rows, ratios) } else { print(options, &counts, &rows, ratios) }
}

fn print(options: &Options, counts: &[(&str, usize)], rows: &[(String, &Times)], [within, alone]: [f64; 2]) {
    let counts: Vec<String> = counts.iter().map(|(name, count)| format!("{count} {name}")).collect();
    println!("{}, {} clients: {}\n", options.level, options.clients, counts.join(", "));
    println!("{:14} {:>10} {:>10} {:>10} {:>10}", "us", "mean", "p50", "p99", "max");
    for (name, times) in rows {
        let [p50, p99, max] = [0.5, 0.99, 1.0].map(|share| times.at_us(share));
        println!("{name:14} {:10.1} {p50:10.1} {p99:10.1} {max:10.1}", times.mean_us());
    }
    println!(
        "\na step is {within:.2} times its own physics, and {alone:.2} times Rapier alone on a copy, by the medians"
    );
}

fn print_json(counts: &[(&str, usize)], rows: &[(String, &Times)], [within, alone]: [f64; 2]) {
    let counts: BTreeMap<_, _> = counts.iter().copied().collect();
    let row = |times: &Times| {
        let [p50, p99, max] = [0.5, 0.99, 1.0].map(|share| times.at_us(share));
        json!({ "mean_us": times.mean_us(), "p50_us": p50, "p99_us": p99, "max_us": max })
    };
    let rows: BTreeMap<_, _> = rows.iter().map(|(name, times)| (name.clone(), row(times))).collect();
    println!(
        "{:#}",
        json!({ "counts": counts, "costs": rows, "step_over_its_physics": within, "step_over_rapier": alone })
    );
}
