//! A drive of player 0 over a network, as its own screen showed it.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use indicatif::ProgressBar;
use serde::Serialize;
use tacho_core::level::Level;
use tacho_core::units::{TICK_RATE_HZ, Tick};
use tacho_recorder::drive::Drive;
use tacho_replayer::exit::Exit;
use tacho_replayer::picture::{Film, film_picture};

use super::super::{create, format_of, print_json};
use super::{FilmArgs, NO_ROUTE};

/// How long everybody keeps their hands off at the beginning, in seconds: the session has begun everywhere.
const LEAD_IN_SECONDS: u32 = 1;

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
pub fn run(args: &FilmArgs, level: &Arc<Level>, road: Option<usize>) -> anyhow::Result<Exit> {
    let format = format_of(&args.out)?;
    let conditions = args.conditions.load()?;
    let ticks = args.seconds * TICK_RATE_HZ;
    for caution in args.conditions.check_clip(Tick(ticks).due())? {
        eprintln!("caution: {caution}");
    }
    let mut file = create(&args.out, args.force)?;

    let drive = Drive { players: args.players, ticks, lead_in_ticks: LEAD_IN_SECONDS * TICK_RATE_HZ };
    let bar = ProgressBar::new(u64::from(args.seconds));
    let filming = drive.film(level, &conditions, road, &mut |second| bar.set_position(u64::from(second)))?;
    bar.finish_and_clear();

    let mut film = filming.into_film(String::new());
    let route = road.map(|road| level.data().roads[road].name.clone());
    let driven = Driven::of(&film, &args.out, conditions.seed, route);
    film.caption = driven.caption();
    let mut picture = Vec::new();
    film_picture(level, &film, &mut picture, format)?;
    file.write_all(&picture)?;
    if args.json {
        print_json(&driven)?
    } else {
        print(&driven)?
    }
    Ok(Exit::Good)
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
