//! `recorder film`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use indicatif::ProgressBar;
use serde::Serialize;
use tacho_core::level::Level;
use tacho_core::units::{TICK_RATE_HZ, Tick};
use tacho_recorder::drive::Drive;
use tacho_replayer::conditions::ConditionArgs;
use tacho_replayer::exit::Exit;
use tacho_replayer::levels;
use tacho_replayer::picture::{Film, film_picture};

use super::{create, format_of, print_json};

/// How long everybody keeps their hands off at the beginning, in seconds: the session has begun everywhere.
const LEAD_IN_SECONDS: u32 = 1;

/// The road that is followed where a level has it and no other is asked for.
const RING: &str = "ring";

/// The route of player 0 where it drives from place to place, like everybody with an even number.
const NO_ROUTE: &str = "none";

/// What `film` is told.
#[derive(Args)]
pub struct FilmArgs {
    /// The level: a generator's name, or the path of a .ron file
    #[arg(long, value_name = "NAME")]
    level: String,
    /// The road that player 0 follows, by its name or the beginning of it; `none` for from place to place [default: ring,
    /// where there is a Ring Road]
    #[arg(long, value_name = "ROAD")]
    route: Option<String>,
    /// Clients that take part [1..64]
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    players: u16,
    /// How long the session is, in seconds [2..3600]
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u32).range(2..=3600))]
    seconds: u32,
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

/// What was driven by player 0, as its screen showed it.
#[derive(Serialize)]
struct Driven<'a> {
    file: &'a Path,
    seed: u64,
    /// The road that was followed.
    route: Option<String>,
    length_m: f32,
    mean_kmh: f32,
    max_kmh: f32,
}

/// Drives and draws.
pub fn run(args: &FilmArgs) -> anyhow::Result<Exit> {
    let format = format_of(&args.out)?;
    let level = levels::find(&args.level)?;
    let road = road_of(&level, args.route.as_deref())?;
    let conditions = args.conditions.load()?;
    let ticks = args.seconds * TICK_RATE_HZ;
    for caution in args.conditions.check_clip(Tick(ticks).due())? {
        eprintln!("caution: {caution}");
    }
    let mut file = create(&args.out, args.force)?;

    let drive = Drive { players: args.players, ticks, lead_in_ticks: LEAD_IN_SECONDS * TICK_RATE_HZ };
    let bar = ProgressBar::new(u64::from(args.seconds));
    let filming = drive.film(&level, &conditions, road, &mut |second| bar.set_position(u64::from(second)))?;
    bar.finish_and_clear();

    let mut film = filming.into_film(String::new());
    let route = road.map(|road| level.data().roads[road].name.clone());
    let driven = Driven::of(&film, &args.out, conditions.seed, route);
    film.caption = driven.caption();
    let mut picture = Vec::new();
    film_picture(&level, &film, &mut picture, format)?;
    file.write_all(&picture)?;
    if args.json {
        print_json(&driven)?
    } else {
        print(&driven)?
    }
    Ok(Exit::Good)
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

impl Driven<'_> {
    fn of<'a>(film: &Film, file: &'a Path, seed: u64, route: Option<String>) -> Driven<'a> {
        let length_m: f32 = film.own.windows(2).map(|pair| pair[1].speed_mps * (pair[1].t_s - pair[0].t_s)).sum();
        let time_s = film.own.last().map_or(0.0, |last| last.t_s) - film.own.first().map_or(0.0, |first| first.t_s);
        let max_mps = film.own.iter().map(|moment| moment.speed_mps).fold(0.0, f32::max);
        let mean_kmh = length_m / time_s.max(1.0) * 3.6;
        Driven { file, seed, route, length_m, mean_kmh, max_kmh: max_mps * 3.6 }
    }

    fn caption(&self) -> String {
        let Driven { seed, route, length_m, mean_kmh, max_kmh, .. } = self;
        let route = route.as_ref().map_or("from place to place".to_string(), |road| format!("along {road}"));
        format!(
            "Player 0 {route}, seed {seed}: {length_m:.0} m, mean {mean_kmh:.0} km/h, max {max_kmh:.0} km/h \
             (speed in km/h over time)"
        )
    }
}

fn print(driven: &Driven) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let Driven { file, seed, route, length_m, mean_kmh, max_kmh } = driven;
    writeln!(out, "written   {}", file.display())?;
    writeln!(out, "seed      {seed}")?;
    writeln!(out, "route     {}", route.as_deref().unwrap_or(NO_ROUTE))?;
    writeln!(out, "player 0  {length_m:.0} m, mean {mean_kmh:.1} km/h, max {max_kmh:.1} km/h")
}
