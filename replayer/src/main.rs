//! `replayer`: what is in a trace, and whether it still is what happens.

use std::process::ExitCode;

use clap::Parser;
use tacho_replayer::exit::Exit;

mod commands;

fn main() -> ExitCode {
    match commands::Cli::parse().run() {
        Ok(exit) => exit.into(),
        Err(error) => {
            eprintln!("replayer: {error:#}");
            Exit::Refused.into()
        }
    }
}
