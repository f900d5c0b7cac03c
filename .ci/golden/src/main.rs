//! Prints each golden run with the digest that this machine computes, and fails where one is not the digest it has to
//! be.

use std::process::ExitCode;

use tacho_core::sim::golden::{self, Golden};

fn main() -> ExitCode {
    let runs = golden::runs();
    let failed = runs.iter().filter(|run| run.computed != run.literal).count();
    for Golden { name, computed, literal } in &runs {
        let verdict = if computed == literal { "ok" } else { "DIFFERS" };
        println!("{name}: computed {computed:016x}, has to be {literal:016x}: {verdict}");
    }
    println!("{} passed, {failed} failed", runs.len() - failed);
    if runs.is_empty() || failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
