//! The command line.

use std::{io::Write, process::ExitCode};

use clap::{Args, Parser, Subcommand, ValueEnum};
use tacho_replayer::exit;

use crate::{
    exit::Exit,
    impact::{self, ImpactArgs},
    list,
    replay::{self, ReplayArgs},
};

const EXAMPLES: &str = "\
Examples:
  The recording on a perfect network, then the same drive at 150 ms:
    probe replay drive.trace
    probe replay drive.trace --rtt 150 --jitter 20
  Nothing arrives for 300 ms, 40 s into the clip:
    probe replay drive.trace --rtt 150 --stall 40000:300
  As another player saw it, for a script:
    probe replay drive.trace --client 3 --json
  Frame by frame into a wall:
    probe impact --scenario wall --speed 80 --rtt 150

Exit codes:
  0  measured, whatever was found
  2  bad usage or unreadable input
  3  measured, but the trace was cut or damaged
  4  nothing was measured: nobody moved, or the client never joined";

/// Replays a recorded drive under any network and measures what a player would have seen.
#[derive(Debug, Parser)]
#[command(name = "probe", version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Replay a trace under the given conditions and report what one player saw
    Replay(ReplayArgs),
    /// Drive one car into something and show every frame around the impact
    Impact(ImpactArgs),
    /// List what is measured: unit, from where on it counts, and why from there
    List(list::ListArgs),
}

/// How the result is written.
#[derive(Args, Clone, Copy, Debug)]
pub struct OutputArgs {
    /// As a table to read, or as JSON with stable keys
    #[arg(long, value_enum, default_value_t = Format::Table, conflicts_with = "json")]
    format: Format,
    /// Short for --format json
    #[arg(long)]
    json: bool,
}

/// A form of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// To read.
    Table,
    /// For programs.
    Json,
}

impl OutputArgs {
    /// The form asked for.
    #[must_use]
    pub fn format(self) -> Format {
        if self.json { Format::Json } else { self.format }
    }

    /// The flag that asks for it, to be written back; nothing for the default.
    #[must_use]
    pub fn to_args(self) -> &'static [&'static str] {
        match self.format() {
            Format::Table => &[],
            Format::Json => &["--json"],
        }
    }
}

/// Runs the program on its command line.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = Vec::new();
    let result = match &cli.verb {
        Verb::Replay(args) => replay::run(args, &mut out),
        Verb::Impact(args) => impact::run(args, &mut out),
        Verb::List(args) => list::run(args, &mut out),
    };
    // A reader that has seen enough (`| head`) closes the pipe; that is no failure of ours.
    let _ = std::io::stdout().write_all(&out);
    match result {
        Ok(exit) => {
            if let Exit::Lossy(reason) | Exit::NothingMeasured(reason) = &exit {
                eprintln!("probe: {reason}");
            }
            exit::Exit::from(&exit).into()
        }
        Err(error) => {
            eprintln!("probe: {error:#}");
            exit::Exit::Refused.into()
        }
    }
}
