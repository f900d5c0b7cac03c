//! `recorder`: writes traces.

use std::process::ExitCode;

use clap::Parser;
use tacho_replayer::exit::Exit;

mod commands;

fn main() -> ExitCode {
    match commands::Cli::parse().run() {
        Ok(exit) => exit.into(),
        Err(error) => {
            eprintln!("recorder: {error:#}");
            Exit::Refused.into()
        }
    }
}
