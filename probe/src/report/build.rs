//! What made a report.

pub use tacho_traces::Build;

/// This build.
#[must_use]
pub fn this_build() -> Build {
    Build { version: env!("CARGO_PKG_VERSION").to_owned(), ..Build::default() }
}
