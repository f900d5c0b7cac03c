//! The promise that the same level, commands and inputs give the same bits, as literals.

use tacho_core::sim::golden;

#[test]
fn every_golden_run_gives_its_literal_digest() {
    let wrong: Vec<_> = golden::runs().into_iter().filter(|run| run.computed != run.literal).collect();
    assert!(wrong.is_empty(), "{wrong:#x?}");
}
