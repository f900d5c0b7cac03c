//! The verb `list`: what is measured, in which unit, from where on it counts, and why from there.

use std::io;

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::{
    cli::{Format, OutputArgs},
    exit::Exit,
    report::table::{plain_left_table, write_indented},
};

/// What `list` is told.
#[derive(Args, Debug)]
pub struct ListArgs {
    /// How the result is written
    #[command(flatten)]
    output: OutputArgs,
}

/// One measure.
#[derive(Clone, Copy, Debug, Serialize)]
struct Measure {
    /// Its key in the report.
    key: &'static str,
    unit: &'static str,
    /// From where on it counts or is flagged.
    counts_from: &'static str,
    /// Why from there.
    source: &'static str,
}

const fn measure(key: &'static str, unit: &'static str, counts_from: &'static str, source: &'static str) -> Measure {
    Measure { key, unit, counts_from, source }
}

const MEASURES: [Measure; 28] = [
    measure("own.correction_m", "m", "1 mm", "far below what is seen; some steps of f32"),
    measure("own.correction_deg", "degrees", "-", "told as it is"),
    measure("own.error_m", "m", "-", "not correcting at all is no way to score"),
    measure("own.snaps", "count", "each", "a correction shown at once"),
    measure("own.drawn_jumps", "count", "1.3 x pace + 2 cm", "the bound of the speed ratio"),
    measure("own.late_inputs", "count", "each", "arrived when their tick had run, or never"),
    measure("own.response_ms", "ms", "50 unseen, 100 harms", "Pantel and Wolf 2002"),
    measure("own.lead_ticks", "ticks", "-", "told as it is"),
    measure("remotes.missing_share", "share", "0.5 %", "known for 1 s and not drawn"),
    measure("remotes.ghost_share", "share", "0.5 %", "drawn and not in truth"),
    measure("remotes.age_ms", "ms", "-", "delay improves every other score"),
    measure("remotes.speed_ratio", "ratio", "1.3", "a third above its pace is noticed"),
    measure("remotes.speed_error", "share", "7 %, flag 20 %", "De Bruyn and Orban 1988"),
    measure("remotes.spikes_per_min", "per min", "0.25 m/s a frame", "beyond truth's own change nearby"),
    measure("remotes.bursts", "count", "ratio > 1.3, 3 frames", "a dash"),
    measure("remotes.drags", "count", "ratio < 0.7, 3 frames", "the reverse"),
    measure("remotes.teleports", "count", "0.25 / 0.5 / 1 m", "near / mid / far, beyond 1.3 x pace"),
    measure("remotes.freezes", "count", "2 frames, flag 100 ms", "under 10 % of truth's motion"),
    measure("remotes.backward", "frames", "2 wire quanta", "against every direction of truth"),
    measure("remotes.heading_steps", "frames", "2 deg, flag 3 deg", "DIS default"),
    measure("remotes.off_pace_frames", "frames", "0.5 tick or 7 %", "the entity's own drawn time"),
    measure("remotes.stale_samples", "count", "must be 0", "a sample the authority never measured"),
    measure("remotes.position_error_m", "m", "-", "to truth's path over the drawn span"),
    measure("remotes.position_lag_m", "m", "-", "to truth now"),
    measure("clock.off_pace_frames", "frames", "0.5 tick or 7 %", "the picture's own time"),
    measure("contact.felt_delay_frames", "frames", "-", "from the hit to the crash being felt"),
    measure("contact.move_after_stop_m", "m", "-", "drawn beyond truth after the hit"),
    measure("fields.NAME", "own unit", "any difference", "the same rules have no reason to differ"),
];

/// Writes it to `out`.
///
/// # Errors
/// Where `out` cannot be written to.
pub fn run(args: &ListArgs, out: &mut dyn io::Write) -> Result<Exit> {
    match args.output.format() {
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, &MEASURES)?;
            writeln!(out)?;
        }
        Format::Table => {
            let mut table = plain_left_table(&["measure", "unit", "counts from", "why"]);
            for measure in MEASURES {
                table.add_row([measure.key, measure.unit, measure.counts_from, measure.source]);
            }
            write_indented(out, &table)?;
        }
    }
    Ok(Exit::Good)
}
