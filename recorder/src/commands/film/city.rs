//! The life of a city: the paths of everything that moves in it.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::ensure;
use clap::Args;
use indicatif::ProgressBar;
use serde::Serialize;
use tacho_core::level::Level;
use tacho_core::sim::Population;
use tacho_core::units::Tick;
use tacho_core::units::math::Vec3;
use tacho_recorder::city::City;
use tacho_recorder::drivers::Drivers;
use tacho_replayer::conditions::ConditionArgs;
use tacho_replayer::exit::Exit;
use tacho_replayer::picture::{Kind, Mark, Paths, paths_picture};

use super::super::{create, format_of, print_json};
use super::FilmArgs;

/// The population of a level with roads where nothing else is asked for: traffic, walkers, chasers, brawlers.
const POPULATION: [u16; 4] = [40, 60, 26, 8];

/// What a city is filled with, and what is shown of it.
#[derive(Args)]
#[command(next_help_heading = "City")]
pub struct CityArgs {
    /// Cars in traffic [0..80] [default: 40 on a level with roads]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=80))]
    traffic: Option<u16>,
    /// Walkers on the pavements [0..80] [default: 60 on a level with roads]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=80))]
    walkers: Option<u16>,
    /// Cars that hunt players [0..40] [default: 26 on a level with roads]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=40))]
    chasers: Option<u16>,
    /// People who hit whom they meet [0..20] [default: 8 on a level with roads]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=20))]
    brawlers: Option<u16>,
    /// How long the city fills before it is filmed, in seconds [0..600]
    #[arg(long, value_name = "S", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=600))]
    warm_up: u32,
    /// Shows what is within so many metres of a place [default: wherever something moved]
    #[arg(long, value_names = ["X", "Z", "RADIUS"], num_args = 3, allow_negative_numbers = true)]
    around: Option<Vec<f32>>,
}

/// What was seen.
#[derive(Serialize)]
struct Filmed<'a> {
    file: &'a Path,
    seed: u64,
    players: usize,
    traffic: usize,
    walkers: usize,
    dogs: usize,
    chasers: usize,
    police: usize,
    brawlers: usize,
    loose: usize,
    projectiles: usize,
    deaths: usize,
    blasts: usize,
    shots: usize,
}

impl CityArgs {
    /// What the city is to be filled with.
    pub fn population(&self, level: &Level, seed: u64) -> Population {
        let has_roads = !level.data().roads.is_empty();
        let [traffic, walkers, chasers, brawlers] = POPULATION.map(|usual| if has_roads { usual } else { 0 });
        Population {
            // The city's chance has fewer bits than the drivers'.
            seed: seed as u32,
            traffic: self.traffic.unwrap_or(traffic),
            walkers: self.walkers.unwrap_or(walkers),
            chasers: self.chasers.unwrap_or(chasers),
            brawlers: self.brawlers.unwrap_or(brawlers),
        }
    }

    /// The part to show: its middle, and how far from it.
    fn part(&self) -> anyhow::Result<Option<(Vec3, f32)>> {
        let Some([x, z, radius_m]) = self.around.as_deref() else { return Ok(None) };
        let is_good = x.is_finite() && z.is_finite() && (1.0..=10_000.0).contains(radius_m);
        ensure!(is_good, "--around {x} {z} {radius_m}: give a place in metres and a radius of 1 to 10000 m");
        Ok(Some((Vec3::new(*x, 0.0, *z), *radius_m)))
    }
}

/// Whether there is to be anybody.
pub fn is_populated(population: &Population) -> bool {
    let Population { traffic, walkers, chasers, brawlers, .. } = *population;
    traffic + walkers + chasers + brawlers > 0
}

/// Lets the city live and draws it.
pub fn run(args: &FilmArgs, level: &Arc<Level>, road: Option<usize>, population: Population) -> anyhow::Result<Exit> {
    let format = format_of(&args.out)?;
    let part = args.city.part()?;
    let seed = args.conditions.seed;
    let no_network = ConditionArgs { seed, ..ConditionArgs::default() };
    ensure!(args.conditions == no_network, "a city is filmed without a network: give --route for a drive over one");
    let mut file = create(&args.out, args.force)?;

    let mut drivers = Drivers::new(level, args.players, seed, Tick(0));
    if let Some(road) = road {
        drivers = drivers.with_road(level, road, seed);
    }
    let mut city = City::new(level, args.players, drivers, population);
    let bar = ProgressBar::new(u64::from(args.city.warm_up + args.seconds));
    for _ in 0..args.city.warm_up {
        city.warm_up_second();
        bar.inc(1);
    }
    for _ in 0..args.seconds {
        city.watch_second();
        bar.inc(1);
    }
    bar.finish_and_clear();

    let paths = city.into_paths(format!("{} s of its life, after {} s, seed {seed}", args.seconds, args.city.warm_up));
    let mut picture = Vec::new();
    paths_picture(level, &paths, part, &mut picture, format)?;
    file.write_all(&picture)?;
    let filmed = Filmed::of(&paths, &args.out, seed);
    if args.json {
        print_json(&filmed)?
    } else {
        print(&filmed)?
    }
    Ok(Exit::Good)
}

impl Filmed<'_> {
    fn of<'a>(paths: &Paths, file: &'a Path, seed: u64) -> Filmed<'a> {
        let count = |kind: Kind| paths.counts[kind as usize];
        let marks = |is_one: fn(&Mark) -> bool| paths.marks.iter().filter(|mark| is_one(mark)).count();
        Filmed {
            file,
            seed,
            players: count(Kind::Player),
            traffic: count(Kind::Traffic),
            walkers: count(Kind::Walker),
            dogs: count(Kind::Dog),
            chasers: count(Kind::Chaser),
            police: count(Kind::Police),
            brawlers: count(Kind::Brawler),
            loose: count(Kind::Loose),
            projectiles: count(Kind::Projectile),
            deaths: marks(|mark| matches!(mark, Mark::Death(_))),
            blasts: marks(|mark| matches!(mark, Mark::Blast(..))),
            shots: marks(|mark| matches!(mark, Mark::Shot(..))),
        }
    }
}

fn print(filmed: &Filmed) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "written      {}", filmed.file.display())?;
    writeln!(out, "seed         {}", filmed.seed)?;
    let counts = [
        ("players", filmed.players),
        ("traffic", filmed.traffic),
        ("walkers", filmed.walkers),
        ("dogs", filmed.dogs),
        ("chasers", filmed.chasers),
        ("police", filmed.police),
        ("brawlers", filmed.brawlers),
        ("loose", filmed.loose),
        ("projectiles", filmed.projectiles),
        ("deaths", filmed.deaths),
        ("blasts", filmed.blasts),
        ("shots", filmed.shots),
    ];
    counts.into_iter().try_for_each(|(name, count)| writeln!(out, "{name:12} {count}"))
}
