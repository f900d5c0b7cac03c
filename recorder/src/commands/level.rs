//! `recorder level`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use tacho_core::level::{Level, generators};
use tacho_replayer::exit::Exit;
use tacho_replayer::levels;
use tacho_replayer::picture::level_picture;

use super::{create, format_of, print_json};

/// What `level` is told.
#[derive(Args)]
pub struct LevelArgs {
    /// The level: a generator's name, or the path of a .ron file
    #[arg(required_unless_present = "list", conflicts_with = "list")]
    name: Option<String>,
    /// Lists the generators' levels
    #[arg(long)]
    list: bool,
    /// Draws it, as .svg or .png
    #[arg(long, value_name = "FILE", conflicts_with = "list")]
    picture: Option<PathBuf>,
    /// Writes its RON there
    #[arg(short, long, value_name = "FILE", conflicts_with = "list")]
    out: Option<PathBuf>,
    /// Writes over a file that is there already
    #[arg(long)]
    force: bool,
    /// Prints what the level is, as JSON, in place of its RON
    #[arg(long)]
    json: bool,
}

/// What is told of a level.
#[derive(Serialize)]
struct Facts {
    name: String,
    title: String,
    pieces: usize,
    lights: usize,
    roads: usize,
    hash: String,
}

/// Prints, writes or draws.
pub fn run(args: &LevelArgs) -> anyhow::Result<Exit> {
    match &args.name {
        Some(name) => one(args, name)?,
        None => list(args.json)?,
    }
    Ok(Exit::Good)
}

fn one(args: &LevelArgs, name: &str) -> anyhow::Result<()> {
    let level = levels::find(name)?;
    if let Some(path) = &args.picture {
        let format = format_of(path)?;
        let mut picture = Vec::new();
        level_picture(&level, &mut picture, format)?;
        write(path, &picture, args.force)?;
    }
    if let Some(path) = &args.out {
        write(path, level.data().to_ron().as_bytes(), args.force)?;
    }
    if args.json {
        return print_json(&facts(&level));
    }
    if args.picture.is_none() && args.out.is_none() {
        writeln!(io::stdout().lock(), "{}", level.data().to_ron())?;
    }
    Ok(())
}

fn list(json: bool) -> anyhow::Result<()> {
    let levels: Result<Vec<_>, _> = generators::NAMES.iter().map(|name| levels::find(name)).collect();
    let levels: Vec<Facts> = levels?.iter().map(|level| facts(level)).collect();
    if json {
        return print_json(&levels);
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{:<22} {:>6} {:>6} {:>6}  title", "name", "pieces", "lights", "roads")?;
    for Facts { name, title, pieces, lights, roads, .. } in &levels {
        writeln!(out, "{name:<22} {pieces:>6} {lights:>6} {roads:>6}  {title}")?;
    }
    Ok(())
}

fn facts(level: &Level) -> Facts {
    let data = level.data();
    Facts {
        name: data.name.clone(),
        title: data.title.clone(),
        pieces: level.piece_count(),
        lights: data.light_pieces.len(),
        roads: data.roads.len(),
        hash: format!("{:016x}", level.hash()),
    }
}

fn write(path: &Path, bytes: &[u8], force: bool) -> anyhow::Result<()> {
    create(path, force)?.write_all(bytes)?;
    eprintln!("written {}", path.display());
    Ok(())
}
