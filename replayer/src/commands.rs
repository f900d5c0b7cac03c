//! The program's commands: each reads its arguments, calls the library and shows what came of it.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clap::{Args, Parser, Subcommand};
use indicatif::ProgressBar;
use serde::Serialize;
use tacho_core::sim::{Role, World};
use tacho_core::units::TICK_SECONDS;
use tacho_replayer::exit::Exit;
use tacho_replayer::info::Info;
use tacho_replayer::synctest::{self, Options, Step};
use tacho_replayer::{levels, verify};
use tacho_traces::TraceReader;

/// Reads traces back: what is in them, and whether they still are what happens.
///
/// Ends with 0 where all is well, 1 where something was found, 2 where the call or its input makes no sense, 3 where the
/// input is damaged but what could be read is good, 4 where there was nothing to check.
#[derive(Parser)]
#[command(name = "replayer", version)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Says what a trace holds
    Info(TraceArgs),
    /// Runs a trace's commands and inputs again and compares every digest
    Verify(TraceArgs),
    /// Drives cars into things and runs every stretch of it twice, from a save
    Synctest(SynctestArgs),
}

#[derive(Args)]
struct TraceArgs {
    /// The trace
    file: PathBuf,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct SynctestArgs {
    /// The level: a generator's name, or the path of a .ron file
    #[arg(long, value_name = "NAME")]
    level: String,
    /// How long it is driven, in ticks of a sixtieth of a second
    #[arg(long, value_name = "N", default_value_t = Options::default().ticks, value_parser = clap::value_parser!(u32).range(1..))]
    ticks: u32,
    /// Decides what the drivers do
    #[arg(long, value_name = "N", default_value_t = Options::default().seed)]
    seed: u64,
    /// Ticks from one save to the next
    #[arg(long, value_name = "TICKS", default_value_t = Options::default().every, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Ticks that are run again from each save [1..600]
    #[arg(long, value_name = "TICKS", default_value_t = Options::default().window, value_parser = clap::value_parser!(u32).range(1..=600))]
    window: u32,
    /// Cars that are driven into things [0..64]
    #[arg(long, value_name = "N", default_value_t = Options::default().drivers, value_parser = clap::value_parser!(u16).range(..=64))]
    drivers: u16,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

impl Cli {
    /// Does what was asked for.
    pub fn run(&self) -> anyhow::Result<Exit> {
        match &self.command {
            Command::Info(args) => info(args),
            Command::Verify(args) => verify_trace(args),
            Command::Synctest(args) => synctest(args),
        }
    }
}

fn info(args: &TraceArgs) -> anyhow::Result<Exit> {
    let info = Info::read(&mut open(&args.file)?);
    print(&info, args.json)?;
    match &info.lossy {
        None => Ok(Exit::Good),
        Some(lossy) => {
            eprintln!("{}: {lossy}", args.file.display());
            Ok(Exit::Lossy)
        }
    }
}

fn verify_trace(args: &TraceArgs) -> anyhow::Result<Exit> {
    let mut trace = open(&args.file)?;
    // A trace that was cut does not say how long it is.
    let ticks = trace.summary().map_or(0, |summary| summary.ticks);
    let bar = ProgressBar::new(ticks);
    let report = verify::verify(&mut trace, &mut |tick| bar.set_position(u64::from(tick.0)))
        .with_context(|| args.file.display().to_string())?;
    bar.finish_and_clear();
    print(&report, args.json)?;
    tell_speed(u64::from(report.ticks_checked), &bar);
    let exit = report.exit();
    if exit != Exit::Good {
        eprintln!("again: cargo replayer verify {}", args.file.display());
    }
    Ok(exit)
}

fn synctest(args: &SynctestArgs) -> anyhow::Result<Exit> {
    let &SynctestArgs { ticks, seed, every, window, drivers, json, .. } = args;
    let level = levels::find(&args.level)?;
    let make_world = || World::new(Arc::clone(&level), Role::Authority);
    let options = Options { ticks, seed, every, window, drivers };
    let bar = ProgressBar::new(u64::from(ticks));
    let report = synctest::run(&make_world, &options, &mut |step, _world| {
        if let Step::First(tick) = step {
            bar.set_position(u64::from(tick.0));
        }
    });
    bar.finish_and_clear();
    print(&report, json)?;
    tell_speed(u64::from(report.ticks) + report.compared, &bar);
    if report.divergence.is_none() {
        return Ok(Exit::Good);
    }
    eprintln!(
        "again: cargo replayer synctest --level {} --ticks {ticks} --seed {seed} --every {every} --window {window} --drivers {drivers}",
        args.level
    );
    Ok(Exit::Finding)
}

fn open(path: &Path) -> anyhow::Result<TraceReader<BufReader<File>>> {
    let context = || path.display().to_string();
    let file = File::open(path).with_context(context)?;
    TraceReader::open(BufReader::new(file)).with_context(context)
}

/// The result, on stdout.
fn print(result: &(impl Display + Serialize), json: bool) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        serde_json::to_writer_pretty(&mut out, result)?;
        writeln!(out)?;
    } else {
        write!(out, "{result}")?;
    }
    Ok(())
}

/// How fast it went: not part of the result, which is the same on every machine.
fn tell_speed(ticks: u64, bar: &ProgressBar) {
    let seconds = bar.elapsed().as_secs_f64();
    let game_seconds = ticks as f64 * f64::from(TICK_SECONDS);
    eprintln!("{ticks} ticks run in {seconds:.2} s, {:.0} x real time", game_seconds / seconds);
}
