//! `recorder drive`.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;
use indicatif::ProgressBar;
use serde::Serialize;
use tacho_core::units::{TICK_RATE_HZ, Tick};
use tacho_recorder::drive::Drive;
use tacho_replayer::conditions::ConditionArgs;
use tacho_replayer::exit::Exit;
use tacho_replayer::levels;
use tacho_traces::Summary;

use super::{create, print_json};

/// What `drive` is told.
#[derive(Args)]
pub struct DriveArgs {
    /// The level: a generator's name, or the path of a .ron file
    #[arg(long, value_name = "NAME")]
    level: String,
    /// Clients that take part [1..64]
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    players: u16,
    /// How long the session is, with the lead-in, in seconds [1..3600]
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=3600))]
    seconds: u32,
    /// How long everybody keeps their hands off at the beginning, in seconds: a replay over another network needs it to
    /// settle where inputs land
    #[arg(long, value_name = "S", default_value_t = 2)]
    lead_in: u32,
    /// What the trace is called in lists
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// The trace to write
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

/// What was written.
#[derive(Serialize)]
struct Written<'a> {
    file: &'a Path,
    seed: u64,
    summary: Summary,
}

/// Drives and records.
pub fn run(args: &DriveArgs) -> anyhow::Result<Exit> {
    ensure!(
        args.lead_in < args.seconds,
        "--lead-in {} leaves nothing of --seconds {}: give a shorter one",
        args.lead_in,
        args.seconds
    );
    let level = levels::find(&args.level)?;
    let conditions = args.conditions.load()?;
    let ticks = args.seconds * TICK_RATE_HZ;
    for caution in args.conditions.check_clip(Tick(ticks).due())? {
        eprintln!("caution: {caution}");
    }
    let drive = Drive { players: args.players, ticks, lead_in_ticks: args.lead_in * TICK_RATE_HZ };
    let title = args.title.clone().unwrap_or_else(|| format!("{} players on {}", args.players, args.level));
    let header = drive.header(&level, conditions.seed, title, command_line(args));

    let sink = BufWriter::new(create(&args.out, args.force)?);
    let bar = ProgressBar::new(u64::from(args.seconds));
    let summary = drive
        .record(&level, &conditions, &header, sink, &mut |second| bar.set_position(u64::from(second)))
        .with_context(|| format!("{}: the trace ends early", args.out.display()))?;
    bar.finish_and_clear();
    let written = Written { file: &args.out, seed: conditions.seed, summary };
    if args.json {
        print_json(&written)?
    } else {
        print(&written)?
    }
    Ok(Exit::Good)
}

/// The arguments that record the same again. Without the file's name: under another one it holds the same bytes.
fn command_line(args: &DriveArgs) -> String {
    let DriveArgs { level, players, seconds, lead_in, .. } = args;
    let conditions = args.conditions.to_args().join(" ");
    format!(
        "recorder drive --level {level} --players {players} --seconds {seconds} --lead-in {lead_in} {conditions} -o FILE"
    )
}

fn print(written: &Written) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let Written { file, seed, summary } = written;
    writeln!(out, "written   {}", file.display())?;
    writeln!(out, "seed      {seed}")?;
    writeln!(out, "ticks     {}", summary.ticks)?;
    writeln!(out, "inputs    {}, {} of them guessed", summary.inputs, summary.guessed)?;
    writeln!(out, "body      {} bytes", summary.sizes.stored_bytes)
}
