//! The program's commands.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, bail};
use clap::{Parser, Subcommand};
use serde::Serialize;
use tacho_replayer::exit::Exit;
use tacho_replayer::picture::PictureFormat;

mod drive;
mod film;
mod level;
mod traffic;

/// Writes traces, which can be run again bit for bit; and draws what is driven, and where.
///
/// Ends with 0 where all is written, 1 where something was found and 2 where all is not written; what was written of a trace until then can be read.
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
    Drive(drive::DriveArgs),
    /// Draws from above where everything in a city went, by kind and speed; or a drive through a level
    ///
    /// A level with roads is filled with traffic, walkers, chasers and brawlers about its players, and seen without a
    /// network. On others, and where a route is asked for, drivers play a session: of player 0 it shows what its own screen
    /// showed, of the others where they truly were. The same arguments give the same picture.
    Film(film::FilmArgs),
    /// Prints a level as RON, or draws it
    Level(level::LevelArgs),
    /// Watches a city's traffic for long, and tells and draws how it flows
    ///
    /// Ends with 1 where it stood still for five minutes. The same arguments give the same figures.
    Traffic(traffic::TrafficArgs),
}

impl Cli {
    /// Does what was asked for.
    pub fn run(&self) -> anyhow::Result<Exit> {
        match &self.command {
            Command::Drive(args) => drive::run(args),
            Command::Film(args) => film::run(args),
            Command::Level(args) => level::run(args),
            Command::Traffic(args) => traffic::run(args),
        }
    }
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

/// The form of the picture that goes to a path.
fn format_of(path: &Path) -> anyhow::Result<PictureFormat> {
    let format = PictureFormat::of_name(path);
    format.with_context(|| format!("{}: a picture's name ends in .svg or .png", path.display()))
}

/// A result as JSON, on stdout.
fn print_json(result: &impl Serialize) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, result)?;
    Ok(writeln!(out)?)
}
