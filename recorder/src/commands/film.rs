//! `recorder film`.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use tacho_core::level::Level;
use tacho_replayer::conditions::ConditionArgs;
use tacho_replayer::exit::Exit;
use tacho_replayer::levels;

mod city;
mod drive;

/// The road that player 0 follows where a level has it and no other is asked for.
const RING: &str = "ring";

/// The route of player 0 where it drives from place to place, like everybody with an even number.
const NO_ROUTE: &str = "none";

/// What says nothing to the film of a drive.
const CITY_ARGS: [&str; 6] = ["traffic", "walkers", "chasers", "brawlers", "warm_up", "around"];

/// What `film` is told.
#[derive(Args)]
pub struct FilmArgs {
    /// The level: a generator's name, or the path of a .ron file
    #[arg(long, value_name = "NAME")]
    level: String,
    /// Draws player 0's drive in a session over a network, with the speed over time. The road that it follows, by its name
    /// or the beginning of it; `none` for from place to place
    #[arg(long, value_name = "ROAD", conflicts_with_all = CITY_ARGS)]
    route: Option<String>,
    /// Clients that take part [1..64]
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    players: u16,
    /// How long is filmed, in seconds [2..3600]
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u32).range(2..=3600))]
    seconds: u32,
    #[command(flatten)]
    city: city::CityArgs,
    /// The picture to draw, as .svg or .png
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Writes over a file that is there already
    #[arg(long)]
    force: bool,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    // Its seed is the drivers' as well.
    #[command(flatten)]
    conditions: ConditionArgs,
}

/// Films a city where there is one and no route is asked for, and a drive where not.
pub fn run(args: &FilmArgs) -> anyhow::Result<Exit> {
    let level = levels::find(&args.level)?;
    let road = road_of(&level, args.route.as_deref())?;
    let population = args.city.population(&level, args.conditions.seed);
    if args.route.is_none() && city::is_populated(&population) {
        city::run(args, &level, road, population)
    } else {
        drive::run(args, &level, road)
    }
}

/// The road that `route` means; without one the ring road, where there is one.
fn road_of(level: &Level, route: Option<&str>) -> anyhow::Result<Option<usize>> {
    let roads = &level.data().roads;
    let find =
        |wanted: &str| roads.iter().position(|road| road.name.to_lowercase().starts_with(&wanted.to_lowercase()));
    match route {
        None => Ok(find(RING)),
        Some(NO_ROUTE) => Ok(None),
        Some(wanted) => match find(wanted) {
            Some(road) => Ok(Some(road)),
            None => {
                let names: Vec<&str> = roads.iter().map(|road| road.name.as_str()).collect();
                bail!("--route {wanted}: no road is called that: give one of {}, or {NO_ROUTE}", names.join(", "))
            }
        },
    }
}
