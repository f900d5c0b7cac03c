//! The frames of an impact as a table.

use std::io;

use comfy_table::Cell;

use super::{ImpactFrame, ImpactReport};
use crate::report::{
    table::{plain_table, right, write_cautions, write_facts, write_head, write_indented},
    words::{count, counted, figure, length},
};

/// Writes it.
pub(super) fn write_table(impact: &ImpactReport, out: &mut dyn io::Write) -> io::Result<()> {
    write_head(&impact.report, out)?;
    if let Some(seen) = &impact.impact {
        writeln!(out, "\nFRAMES AROUND THE HIT (frame 0 runs the tick that takes most of the predicted car's speed)")?;
        let head = ["frame", "ms", "tick", "drawn", "to stop", "predicted", "felt", "told", "snapshot", "moved"];
        let mut table = plain_table(&head);
        table.add_row(["", "", "", "km/h", "m", "km/h", "points", "points", "", "mm"].map(|unit| right(unit.into())));
        for frame in &seen.frames {
            table.add_row(cells(frame));
        }
        write_indented(out, &table)?;
        writeln!(out, "\nSUMMARY")?;
        let frames = |delay: Option<i64>| {
            delay.map_or("never".to_owned(), |frames| {
                format!("{} after the hit", counted(frames.unsigned_abs(), "frame", "frames"))
            })
        };
        let mut facts = vec![
            ("impact", format!("at {:.1} km/h, {:.3} s into the run", seen.predicted_kmh, seen.t_s)),
            ("felt", frames(seen.felt_delay_frames)),
            ("told", frames(seen.told_delay_frames)),
            ("after it", format!("drawn {} beyond what truth moved", length(seen.move_after_stop_m))),
            (
                "snapshots",
                format!(
                    "{} stood, {} rewound, largest correction {}",
                    count(seen.stood),
                    count(seen.rewound),
                    length(seen.correction_max_m)
                ),
            ),
        ];
        if let (Some(delay), Some(through_m)) = (seen.knock_delay_frames, seen.knock_through_m) {
            let through = format!("the car was drawn {} on by then", length(through_m));
            facts.push((
                "knocked",
                format!("drawn loose {} after the hit; {through}", counted(delay.unsigned_abs(), "frame", "frames")),
            ));
        }
        write_facts(out, &facts)?;
    }
    write_cautions(&impact.report, out)
}

fn cells(frame: &ImpactFrame) -> Vec<Cell> {
    let figure = |value: Option<f64>, digits| right(value.map_or(String::new(), |value| figure(value, digits)));
    let told = match (frame.told_points, frame.told_was_felt) {
        (Some(points), Some(true)) => format!("{points:.1} (known)"),
        (Some(points), _) => format!("{points:.1} NEW"),
        _ => String::new(),
    };
    vec![
        right(format!("{}{}", if frame.frame > 0 { "+" } else { "" }, frame.frame)),
        right(format!("{:.1}", frame.t_ms)),
        figure(frame.client_tick, 2),
        figure(frame.drawn_kmh, 1),
        figure(frame.to_stop_m, 3),
        figure(frame.predicted_kmh, 1),
        figure(frame.felt_points.map(f64::from), 1),
        right(told),
        right(frame.outcome.unwrap_or_default().to_owned()),
        figure(frame.correction_mm, 3),
    ]
}
