//! The program's commands.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::{Args, Parser, Subcommand};
use indicatif::ProgressBar;
use serde::Serialize;
use tacho_core::units::{TICK_RATE_HZ, Tick};
use tacho_recorder::drive::Drive;
use tacho_replayer::conditions::ConditionArgs;
use tacho_replayer::exit::Exit;
use tacho_replayer::levels;
use tacho_traces::Summary;

/// Writes traces: recordings that can be run again, bit for bit.
///
/// Ends with 0 where the trace is written and 2 where it is not; what was written until then can be read.
#[derive(Parser)]
#[command(name = "recorder", version)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Lets drivers play a session, each over a network of its own, and records it
    ///
    /// Clients with even numbers drive from place to place, those with odd ones into the others. They see what a player
    /// sees. The same arguments give the same file.
    Drive(DriveArgs),
}

#[derive(Args)]
struct DriveArgs {
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

impl Cli {
    /// Does what was asked for.
    pub fn run(&self) -> anyhow::Result<Exit> {
        let Command::Drive(args) = &self.command;
        drive(args)
    }
}

fn drive(args: &DriveArgs) -> anyhow::Result<Exit> {
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
    print(&Written { file: &args.out, seed: conditions.seed, summary }, args.json)?;
    Ok(Exit::Good)
}

/// The file, opened for writing straight into it: what a crash leaves is readable up to the last two seconds.
fn create(path: &Path, force: bool) -> anyhow::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true);
    if force {
        options.create(true).truncate(true);
    } else {
        options.create_new(true);
    }
    match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            bail!("{} is there already: give another name, or --force to write over it", path.display())
        }
        opened => opened.with_context(|| path.display().to_string()),
    }
}

/// The arguments that record the same again. Without the file's name: under another one it holds the same bytes.
fn command_line(args: &DriveArgs) -> String {
    let DriveArgs { level, players, seconds, lead_in, .. } = args;
    let conditions = args.conditions.to_args().join(" ");
    format!(
        "recorder drive --level {level} --players {players} --seconds {seconds} --lead-in {lead_in} {conditions} -o FILE"
    )
}

fn print(written: &Written, json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        serde_json::to_writer_pretty(&mut out, written)?;
        return writeln!(out);
    }
    let Written { file, seed, summary } = written;
    writeln!(out, "written   {}", file.display())?;
    writeln!(out, "seed      {seed}")?;
    writeln!(out, "ticks     {}", summary.ticks)?;
    writeln!(out, "inputs    {}, {} of them guessed", summary.inputs, summary.guessed)?;
    writeln!(out, "body      {} bytes", summary.sizes.stored_bytes)
}
