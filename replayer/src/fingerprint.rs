//! What this build is, so that a recording can say what made it.
//!
//! A recording that ceases to verify raises one question first: is it a bug, or was it made under other rules? The version
//! does not answer that, since rules change between two commits of one version. The digest of a short run that touches
//! them does.

use tacho_core::sim;
use tacho_traces::{Build, Hash64};

/// Whose commands and inputs the recordings of this project hold.
pub const GAME: &str = "tachograph";

/// What compiled this program.
#[must_use]
pub fn build() -> Build {
    Build {
        version: env!("CARGO_PKG_VERSION").into(),
        rustc: env!("TACHO_RUSTC").into(),
        target: env!("TACHO_TARGET").into(),
        // The rules have no optional parts.
        features: Vec::new(),
        rapier: sim::PHYSICS_VERSION.into(),
    }
}

/// The digest of a short run under this build's rules. Takes some milliseconds.
#[must_use]
pub fn rules() -> Hash64 {
    Hash64(sim::golden::rules_digest())
}
