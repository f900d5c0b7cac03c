//! `recorder`: writes traces.

use std::process::ExitCode;

use clap::Parser;
use mimalloc::MiMalloc;
use tacho_replayer::exit::Exit;

mod commands;

/// Saves are many small pieces of memory: with this heap they take little more than half the time.
#[global_allocator]
static HEAP: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    match commands::Cli::parse().run() {
        Ok(exit) => exit.into(),
        Err(error) => {
            eprintln!("recorder: {error:#}");
            Exit::Refused.into()
        }
    }
}
