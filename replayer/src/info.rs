//! What a trace holds, counted and in words.

use std::fmt;
use std::io::{Read, Seek};

use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;
use tacho_core::units::TICK_RATE_HZ;
use tacho_traces::{End, Hash64, Header, RecordKind, StreamSize, Summary, TraceReader};

/// Everything that can be said of a trace without running it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Info {
    /// The format's version.
    pub format: String,
    /// What the trace says of itself.
    pub header: Header,
    /// Its name in reports.
    pub digest: Hash64,
    /// Bytes of the level's text.
    pub level_bytes: usize,
    /// What it holds; of a damaged one without an end, nothing.
    pub summary: Option<Summary>,
    /// How long it lasts in the game, in seconds.
    pub game_seconds: f64,
    /// Why it cannot be read to its end, where it cannot.
    pub lossy: Option<String>,
}

impl Info {
    /// Reads all of a trace.
    pub fn read<R: Read + Seek>(trace: &mut TraceReader<R>) -> Info {
        let (summary, damage) = match trace.check() {
            Ok(summary) => (Some(summary), None),
            Err(damage) => (trace.summary().cloned(), Some(damage.to_string())),
        };
        let cut = match trace.end() {
            End::Complete => None,
            End::Cut { at_byte, .. } => Some(format!("the file was cut: it can be read up to byte {at_byte}")),
        };
        let (major, minor) = trace.version();
        let ticks = summary.as_ref().map_or(0, |summary| summary.ticks);
        Info {
            format: format!("{major}.{minor}"),
            header: trace.header().clone(),
            digest: trace.digest(),
            level_bytes: trace.level().len(),
            game_seconds: ticks as f64 / f64::from(TICK_RATE_HZ),
            summary,
            lossy: damage.or(cut),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header { title, game, level, level_hash, seed, rules, build, started, command, .. } = &self.header;
        writeln!(f, "title     {title}")?;
        writeln!(f, "game      {game}, format {}", self.format)?;
        writeln!(f, "level     {level} {level_hash}, {} bytes of text", self.level_bytes)?;
        writeln!(f, "seed      {seed}")?;
        writeln!(f, "rules     {rules}")?;
        writeln!(f, "build     {}, {}, {}, rapier {}", build.version, build.rustc, build.target, build.rapier)?;
        if !started.is_empty() {
            writeln!(f, "started   {started}")?;
        }
        writeln!(f, "command   {command}")?;
        for marker in &self.header.markers {
            writeln!(f, "marker    {}: {}", marker.tick, marker.text)?;
        }
        writeln!(f, "digest    {}", self.digest)?;
        match &self.lossy {
            None => writeln!(f, "end       complete")?,
            Some(lossy) => writeln!(f, "end       {lossy}")?,
        }
        let Some(summary) = &self.summary else { return Ok(()) };
        let (first, last) = summary.range.unwrap_or_default();
        writeln!(f, "ticks     {}, from {} to {}: {:.1} s", summary.ticks, first.0, last.0, self.game_seconds)?;
        writeln!(f, "clients   {}", summary.clients)?;
        writeln!(f, "commands  {}", summary.commands)?;
        writeln!(f, "inputs    {}, {} of them guessed", summary.inputs, summary.guessed)?;
        if summary.dropped > 0 {
            writeln!(f, "dropped   {} ticks that the recorder could not write", summary.dropped)?;
        }
        let (chunks, stored) = (summary.sizes.chunks, summary.sizes.stored_bytes);
        writeln!(f, "chunks    {chunks}, {stored} bytes of {}", summary.sizes.inflated_bytes)?;
        writeln!(f, "{}", streams_table(summary))
    }
}

fn streams_table(summary: &Summary) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(["stream", "records", "bytes"]);
    for (&kind, StreamSize { records, bytes }) in &summary.sizes.streams {
        let name = RecordKind::from_byte(kind).map_or_else(|| format!("kind {kind}"), |kind| kind.name().into());
        table.add_row([name, records.to_string(), bytes.to_string()]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
