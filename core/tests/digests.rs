//! The promise that the same level, commands and inputs give the same bits, as literals.

use tacho_core::level::generators;
use tacho_core::sim::golden;

#[test]
fn every_golden_run_gives_its_literal_digest() {
    let runs = golden::runs();
    for level in generators::NAMES {
        assert!(runs.iter().any(|run| run.name.contains(level)), "no run on {level}");
    }
    let wrong: Vec<_> = runs.into_iter().filter(|run| run.computed != run.literal).collect();
    assert!(wrong.is_empty(), "{wrong:#x?}");
}
