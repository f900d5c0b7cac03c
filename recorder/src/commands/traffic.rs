//! `recorder traffic`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use indicatif::ProgressBar;
use serde::Serialize;
use tacho_recorder::traffic::{GRIDLOCK_MINUTES, Minute, Traffic, is_gridlock};
use tacho_replayer::exit::Exit;
use tacho_replayer::levels;
use tacho_replayer::picture::{Chart, chart_picture};

use super::{create, format_of, print_json};

/// What `traffic` is told.
#[derive(Args)]
pub struct TrafficArgs {
    /// The level: a generator's name, or the path of a .ron file
    #[arg(long, value_name = "NAME", default_value = "riverbend")]
    level: String,
    /// Cars in traffic [1..80]
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..=80))]
    cars: u16,
    /// How long it is watched, in minutes [1..600]
    #[arg(long, value_name = "MIN", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=600))]
    minutes: u32,
    /// The city's chance
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u32,
    /// The picture of the mean speed over time to write: .svg or .png
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Writes over a file that is there already
    #[arg(long)]
    force: bool,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

/// What was seen.
#[derive(Serialize)]
struct Watched {
    level: String,
    seed: u32,
    gridlock: bool,
    mean_kmh: f32,
    collisions: u32,
    taken_out: u32,
    minutes: Vec<Minute>,
}

/// Watches, prints and draws. A gridlock is a finding.
pub fn run(args: &TrafficArgs) -> anyhow::Result<Exit> {
    let picture = args.out.as_deref().map(|path| Ok::<_, anyhow::Error>((format_of(path)?, create(path, args.force)?)));
    let picture = picture.transpose()?;
    let level = levels::find(&args.level)?;
    let mut traffic = Traffic::new(&level, args.cars, args.seed);
    let bar = ProgressBar::new(u64::from(args.minutes));
    let mut minutes = Vec::new();
    for _ in 0..args.minutes {
        minutes.push(traffic.minute());
        bar.inc(1);
    }
    bar.finish_and_clear();
    let watched = Watched::of(args, minutes);
    if let Some((format, mut file)) = picture {
        let mut drawn = Vec::new();
        chart_picture(&watched.chart(), &mut drawn, format)?;
        file.write_all(&drawn)?;
    }
    if args.json {
        print_json(&watched)?
    } else {
        print(&watched)?
    }
    Ok(if watched.gridlock { Exit::Finding } else { Exit::Good })
}

impl Watched {
    fn of(args: &TrafficArgs, minutes: Vec<Minute>) -> Watched {
        Watched {
            level: args.level.clone(),
            seed: args.seed,
            gridlock: is_gridlock(&minutes),
            mean_kmh: minutes.iter().map(|minute| minute.mean_kmh).sum::<f32>() / minutes.len() as f32,
            collisions: minutes.iter().map(|minute| minute.collisions).sum(),
            taken_out: minutes.iter().map(|minute| minute.taken_out).sum(),
            minutes,
        }
    }

    fn summary(&self) -> String {
        let Watched { mean_kmh, collisions, taken_out, gridlock, .. } = self;
        let flow = if *gridlock { format!("gridlock over {GRIDLOCK_MINUTES} minutes") } else { "it flows".into() };
        format!("mean {mean_kmh:.1} km/h, {collisions} collisions, {taken_out} taken out as stuck: {flow}")
    }

    fn chart(&self) -> Chart {
        let rows = || (1..).zip(&self.minutes).map(|(number, minute)| (number as f32, minute));
        Chart {
            title: format!("Traffic on {}, seed {}", self.level, self.seed),
            caption: self.summary(),
            x_label: "minutes".into(),
            y_label: "km/h".into(),
            lines: vec![
                ("mean speed, km/h".into(), rows().map(|(x, minute)| (x, minute.mean_kmh)).collect()),
                ("standing, %".into(), rows().map(|(x, minute)| (x, minute.standing_share * 100.0)).collect()),
                ("collisions".into(), rows().map(|(x, minute)| (x, minute.collisions as f32)).collect()),
            ],
        }
    }
}

fn print(watched: &Watched) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "minute   cars   km/h  standing  collisions  taken out")?;
    for (number, minute) in (1..).zip(&watched.minutes) {
        let Minute { cars, mean_kmh, standing_share, collisions, taken_out } = minute;
        let standing = standing_share * 100.0;
        writeln!(out, "{number:6} {cars:6.1} {mean_kmh:6.1} {standing:8.0}% {collisions:11} {taken_out:10}")?;
    }
    writeln!(out, "{}", watched.summary())
}
