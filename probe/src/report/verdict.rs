//! The whole report in one sentence.

use tacho_measure::{Own, Remotes};

use super::{
    Report,
    words::{count, counted, length, percent},
};

/// From where on it is said that entities were not drawn.
const MISSING_SHARE: f64 = 0.005;

/// What a person would say of it.
#[must_use]
pub fn verdict(report: &Report) -> String {
    let others = if report.remotes.all.frames == 0 {
        "Others: nobody was drawn".to_owned()
    } else {
        format!("Others: {}", others(&report.remotes.all))
    };
    format!("Your car: {}. {others}.", own(&report.own))
}

fn own(own: &Own) -> String {
    if own.snapshots == 0 {
        return "no snapshot came".to_owned();
    }
    let snapshots = counted(own.snapshots, "snapshot", "snapshots");
    if own.corrections == 0 && own.correction_m.max > 0.0 {
        return format!("no correction above {} in {snapshots}", length(own.correction_m.max));
    }
    if own.corrections == 0 {
        return format!("no correction in {snapshots}");
    }
    let corrections = counted(own.corrections, "correction", "corrections");
    let shown = match own.snaps {
        0 => "all eased".to_owned(),
        snaps => format!("{} shown at once", count(snaps)),
    };
    format!("{corrections} in {snapshots}, the largest {}, {shown}", length(own.correction_m.max))
}

fn others(all: &Remotes) -> String {
    let mut faults = Vec::new();
    let mut say = |number: u64, text: String| {
        if number > 0 {
            faults.push(text);
        }
    };
    let times = |number: u64| counted(number, "time", "times");
    say(all.freezes, format!("froze {} (longest {:.0} ms)", times(all.freezes), all.freeze_longest_ms));
    say(all.teleports, format!("jumped {} (furthest {})", times(all.teleports), length(all.teleport_max_m)));
    say(all.bursts, format!("dashed {} (longest {:.0} ms)", times(all.bursts), all.burst_longest_ms));
    say(all.drags, format!("fell behind their pace {}", times(all.drags)));
    say(all.backward, format!("went backward in {}", counted(all.backward, "frame", "frames")));
    let unseen = all.missing_share.max(all.ghost_share);
    if unseen > MISSING_SHARE {
        faults.push(format!("{} of the time somebody was missing or a ghost", percent(unseen)));
    }
    if faults.is_empty() { "nothing froze, nothing jumped".to_owned() } else { faults.join(", ") }
}
