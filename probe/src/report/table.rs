//! The report as a table: plain text, at most a hundred columns, the same on every terminal.

use std::io;

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets};
use tacho_measure::{Bands, Moment, Quantiles, Remotes};

use super::{
    Mode, Report,
    words::{count, length, number, percent},
};

/// The width that text is broken at.
const COLUMNS: usize = 100;

/// Where the text of a labelled line begins.
const LABEL_COLUMNS: usize = 12;

/// Writes it.
///
/// # Errors
/// Where `out` cannot be written to.
pub fn write_table(report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    write_head(report, out)?;
    if report.viewer.seconds > 0.0 {
        write_own(report, out)?;
        write_remotes(report, out)?;
        write_clock_and_link(report, out)?;
        write_worst(report, out)?;
    }
    write_cautions(report, out)
}

pub(crate) fn write_head(report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    let trace = &report.trace;
    let mut say = |label: &str, text: &str| write_labelled(out, label, text);
    match (&trace.file, trace.digest) {
        (Some(file), Some(digest)) => say("trace", &format!("{file}  {digest}"))?,
        _ => say("script", trace.title.as_deref().unwrap_or_default())?,
    }
    let title = trace.title.as_ref().filter(|_| report.mode == Mode::Closed);
    let title = title.map_or(String::new(), |title| format!("  \"{title}\""));
    say("level", &format!("{}, {:.1} s, {} ticks{title}", trace.level, trace.seconds, count(trace.ticks.into())))?;
    say("conditions", &conditions(report))?;
    let viewer = &report.viewer;
    if viewer.seconds > 0.0 {
        let of =
            if viewer.of_clients == 1 { "the only one".to_owned() } else { format!("one of {}", viewer.of_clients) };
        let who = format!("client {}, {of}", viewer.client);
        say("measured", &format!("{who}, {:.1} s from {:.1} s on", viewer.seconds, viewer.from_s))?;
    }
    if let Some(agreement) = agreement(report) {
        say("authority", &agreement)?;
    }
    let build = &report.build;
    let parts = [&build.version, &build.rustc, &build.target].map(String::as_str);
    say("build", &parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", "))?;
    say("again", &report.command)?;
    writeln!(out)?;
    write_labelled(out, "VERDICT", &report.verdict)
}

fn conditions(report: &Report) -> String {
    let args = report.conditions.to_args();
    let (args, seed) = args.split_at(args.len() - 2);
    let conditions = if args.is_empty() { "a perfect network".to_owned() } else { args.join(" ") };
    format!("{conditions}  (seed {})", seed[1])
}

fn agreement(report: &Report) -> Option<String> {
    let share = report.authority.same_ticks_share?;
    let others = report.authority.first_other_tick.zip(report.authority.last_other_tick);
    Some(match others {
        None => "every tick as recorded".to_owned(),
        Some((first, last)) => {
            format!("{} of the ticks as recorded; the others lie between tick {first} and {last}", percent(share))
        }
    })
}

fn write_own(report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    let own = &report.own;
    writeln!(out, "\nYOUR CAR")?;
    let mut table = quantile_table();
    let mm = |q: &Quantiles| scaled(q, 1e3);
    add_quantiles(&mut table, "correction, mm, all snapshots", &mm(&own.correction_m));
    add_quantiles(&mut table, "correction, mm, where it rewound", &mm(&own.rewind_correction_m));
    add_quantiles(&mut table, "correction, degrees", &own.correction_deg);
    add_quantiles(&mut table, "error when first shown, mm", &mm(&own.error_m));
    add_quantiles(&mut table, "response to the keys, ms", &own.response_ms);
    add_quantiles(&mut table, "ticks in flight", &own.lead_ticks);
    write_indented(out, &table)?;
    write_facts(
        out,
        &[
            (
                "snapshots",
                format!("{}: {} stood, {} rewound", count(own.snapshots), count(own.stood), count(own.rewound)),
            ),
            ("corrections", format!("{} above 1 mm, {:.1} a minute", count(own.corrections), own.corrections_per_min)),
            (
                "at once",
                format!(
                    "{}, and {} drawn jumps{}",
                    count(own.snaps),
                    count(own.drawn_jumps),
                    furthest(own.drawn_jumps, own.drawn_jump_max_m)
                ),
            ),
            (
                "inputs",
                format!(
                    "{} late ({}), {} ticks guessed",
                    count(own.late_inputs),
                    percent(own.late_share),
                    count(own.guessed)
                ),
            ),
            ("fields", fields(report)),
            ("crashes", crashes(report)),
        ],
    )
}

fn furthest(times: u64, metres: f64) -> String {
    if times == 0 { String::new() } else { format!(", the furthest {}", length(metres)) }
}

/// Of the named fields, those that were ever off.
fn fields(report: &Report) -> String {
    let off = report.fields.iter().filter(|(_, error)| error.unequal_share > 0.0);
    let off: Vec<String> = off.map(|(name, error)| format!("{name} {}", percent(error.unequal_share))).collect();
    match (report.fields.len(), off.as_slice()) {
        (0, _) => "none compared".to_owned(),
        (all, []) => format!("all {all} equal to the authority's in every tick"),
        (all, off) => format!("of {all}, unequal in a share of the ticks: {}", off.join(", ")),
    }
}

fn crashes(report: &Report) -> String {
    let contact = &report.contact;
    let of = |number: Option<u64>| number.map_or("?".to_owned(), count);
    let (twice, unconfirmed, missed) = (of(contact.told_twice), of(contact.never_confirmed), of(contact.missed));
    format!("{twice} shown twice, {unconfirmed} felt and never confirmed, {missed} not felt")
}

fn write_remotes(report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "\nEVERYONE ELSE")?;
    let mut table = plain_table(&["", "near < 80 m", "mid < 160 m", "far < 250 m", "all"]);
    let bands = &report.remotes;
    let mut add = |name: &str, of: &dyn Fn(&Remotes) -> String| add_bands(&mut table, name, bands, of);
    add("entities drawn", &|r| count(r.entities));
    add("entity-frames", &|r| count(r.frames));
    add("age, ms, p50 / p95", &|r| format!("{:.0} / {:.0}", r.age_ms.p50, r.age_ms.p95));
    add("missing / ghost", &|r| format!("{} / {}", percent(r.missing_share), percent(r.ghost_share)));
    add("freezes, longest ms", &|r| with(r.freezes, format!("{:.0}", r.freeze_longest_ms)));
    add("jumps, furthest m", &|r| with(r.teleports, format!("{:.2}", r.teleport_max_m)));
    add("dashes, longest ms", &|r| with(r.bursts, format!("{:.0}", r.burst_longest_ms)));
    add("drags", &|r| count(r.drags));
    add("frames backward", &|r| count(r.backward));
    add("frames off pace", &|r| count(r.off_pace_frames));
    add("speed spikes a minute", &|r| number(r.spikes_per_min));
    add("heading steps", &|r| count(r.heading_steps));
    add("stale samples", &|r| r.stale_samples.map_or("?".to_owned(), count));
    add("speed ratio, p99 / max", &|r| pair(&r.speed_ratio));
    add("in contact, p99 / max", &|r| pair(&r.contact_speed_ratio));
    add("speed error, p99 / max", &|r| format!("{} / {}", percent(r.speed_error.p99), percent(r.speed_error.max)));
    add("off its path, mm, p99 / max", &|r| pair(&scaled(&r.position_error_m, 1e3)));
    add("behind truth, m, p50 / p99", &|r| format!("{:.2} / {:.2}", r.position_lag_m.p50, r.position_lag_m.p99));
    add("interpolated", &|r| percent(r.sources.interpolated));
    add("extrapolated / held", &|r| format!("{} / {}", percent(r.sources.extrapolated), percent(r.sources.held)));
    add("predicted / blending", &|r| format!("{} / {}", percent(r.sources.predicted), percent(r.sources.blending)));
    write_indented(out, &table)
}

fn write_clock_and_link(report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "\nCLOCK AND LINK")?;
    let clock = report.clock.as_ref().map_or("not told".to_owned(), |clock| {
        format!(
            "{} frames off pace, {} backward, {} drifting; {:.1} ticks behind (p50), {:.1} at most",
            count(clock.off_pace_frames),
            count(clock.backward_ticks),
            count(clock.allowed_drift_frames),
            clock.error_ticks.p50,
            clock.error_ticks.max
        )
    });
    let link = |way: Option<super::Way>| {
        way.map_or("left before the end".to_owned(), |way| {
            let mut text = format!("{} datagrams, {} lost", count(way.sent), count(way.lost));
            let more = [(way.reordered, "reordered"), (way.duplicated, "doubled"), (way.held, "held by a stall")];
            for (number, what) in more.into_iter().filter(|(number, _)| *number > 0) {
                text.push_str(&format!(", {} {what}", count(number)));
            }
            text
        })
    };
    let kilobytes = |bytes: f64| format!("{:.2} kB/s", bytes / 1000.0);
    write_facts(
        out,
        &[
            ("clock", clock),
            ("down", format!("{}; {}", kilobytes(report.bytes.down_per_s), link(report.link.down))),
            ("up", format!("{}; {}", kilobytes(report.bytes.up_per_s), link(report.link.up))),
        ],
    )
}

/// The worst moment of each measure.
fn write_worst(report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "\nTHE WORST MOMENTS")?;
    let worst: Vec<&Moment> = report.worst.chunk_by(|a, b| a.measure == b.measure).map(|same| &same[0]).collect();
    if worst.is_empty() {
        return writeln!(out, "  none");
    }
    let mut table = plain_left_table(&["t_s", "tick", "measure", "value", "entity", "cause"]);
    for moment in worst {
        table.add_row(vec![
            right(format!("{:.3}", moment.t_s)),
            right(moment.tick.to_string()),
            Cell::new(moment.measure),
            right(number(moment.value)),
            right(moment.entity.map_or("-".to_owned(), |entity| entity.to_string())),
            Cell::new(&moment.cause),
        ]);
    }
    write_indented(out, &table)
}

pub(crate) fn write_cautions(report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    if report.cautions.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nCAUTIONS")?;
    report.cautions.iter().try_for_each(|caution| write_wrapped(out, "  - ", 4, caution))
}

// ---- parts ----

/// A table of figures, without lines.
pub(crate) fn plain_table(head: &[&str]) -> Table {
    let mut table = plain_left_table(&[]);
    table.set_header(head.iter().map(|name| right((*name).to_owned())));
    table
}

/// A table of words, without lines.
pub(crate) fn plain_left_table(head: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(head);
    table
}

/// A cell whose figures stand under one another.
pub(crate) fn right(text: String) -> Cell {
    Cell::new(text).set_alignment(CellAlignment::Right)
}

fn quantile_table() -> Table {
    plain_table(&["", "count", "p50", "p95", "p99", "max"])
}

fn add_quantiles(table: &mut Table, name: &str, quantiles: &Quantiles) {
    let figures = [quantiles.p50, quantiles.p95, quantiles.p99, quantiles.max].map(|value| right(number(value)));
    table.add_row([Cell::new(name), right(count(quantiles.count))].into_iter().chain(figures));
}

fn add_bands(table: &mut Table, name: &str, bands: &Bands<Remotes>, of: &dyn Fn(&Remotes) -> String) {
    let figures = [&bands.near, &bands.mid, &bands.far, &bands.all].map(|remotes| {
        let is_empty = remotes.entities == 0 && remotes.missing_share == 0.0;
        right(if is_empty { "-".to_owned() } else { of(remotes) })
    });
    table.add_row([Cell::new(name)].into_iter().chain(figures));
}

fn scaled(quantiles: &Quantiles, by: f64) -> Quantiles {
    let Quantiles { count, p50, p95, p99, max } = *quantiles;
    Quantiles { count, p50: p50 * by, p95: p95 * by, p99: p99 * by, max: max * by }
}

fn pair(quantiles: &Quantiles) -> String {
    if quantiles.count == 0 {
        return "-".to_owned();
    }
    format!("{} / {}", number(quantiles.p99), number(quantiles.max))
}

/// A count, and the worst where there is one.
fn with(times: u64, worst: String) -> String {
    if times == 0 { "0".to_owned() } else { format!("{}, {worst}", count(times)) }
}

pub(crate) fn write_indented(out: &mut dyn io::Write, table: &Table) -> io::Result<()> {
    table.lines().try_for_each(|line| writeln!(out, " {}", line.trim_end()))
}

pub(crate) fn write_facts(out: &mut dyn io::Write, facts: &[(&str, String)]) -> io::Result<()> {
    facts.iter().try_for_each(|(label, text)| {
        write_wrapped(out, &format!("  {label:<LABEL_COLUMNS$}"), 2 + LABEL_COLUMNS, text)
    })
}

fn write_labelled(out: &mut dyn io::Write, label: &str, text: &str) -> io::Result<()> {
    write_wrapped(out, &format!("{label:<LABEL_COLUMNS$}"), LABEL_COLUMNS, text)
}

/// Text broken at its blanks, the lines after the first indented.
fn write_wrapped(out: &mut dyn io::Write, first: &str, indent: usize, text: &str) -> io::Result<()> {
    let mut line = first.to_owned();
    let mut is_bare = true;
    for word in text.split(' ') {
        if !is_bare && line.chars().count() + 1 + word.chars().count() > COLUMNS {
            writeln!(out, "{}", line.trim_end())?;
            line = " ".repeat(indent);
            is_bare = true;
        }
        if !is_bare {
            line.push(' ');
        }
        line.push_str(word);
        is_bare = false;
    }
    writeln!(out, "{}", line.trim_end())
}
