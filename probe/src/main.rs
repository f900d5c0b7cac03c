//! The program `probe`.

use std::process::ExitCode;

fn main() -> ExitCode {
    tacho_probe::cli::main()
}
