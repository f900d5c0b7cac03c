//! The verb `list`: what is measured.

use std::io;

use anyhow::Result;
use clap::Args;

/// What `list` is told.
#[derive(Args, Debug)]
pub struct ListArgs {}

/// Writes it to `out`.
///
/// # Errors
/// Where `out` cannot be written to.
pub fn run(_args: &ListArgs, out: &mut dyn io::Write) -> Result<crate::exit::Exit> {
    writeln!(out)?;
    Ok(crate::exit::Exit::Good)
}
