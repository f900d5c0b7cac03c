//! The verb `impact`.

use std::io;

use anyhow::Result;
use clap::Args;

/// What `impact` is told.
#[derive(Args, Debug)]
pub struct ImpactArgs {}

/// Writes it to `out`.
///
/// # Errors
/// Where `out` cannot be written to.
pub fn run(_args: &ImpactArgs, out: &mut dyn io::Write) -> Result<crate::exit::Exit> {
    writeln!(out)?;
    Ok(crate::exit::Exit::Good)
}
