//! **Correction**, in m and degrees: how far a snapshot moved and turned the own entity's present pose; 0 where the
//! prediction stood. It counts from a millimetre on: several steps of a 32-bit position a kilometre or two from the
//! origin, and far below what is seen. A prediction that runs the authority's rules has no reason to be off at all.
//!
//! Over all snapshots it says how the game feels, over the rewinds alone how large a miss is once there is one. A
//! **snap** is a correction that is shown at once instead of eased.

use super::Own;
use crate::quantiles::Samples;
use crate::rows::{Outcome, Settings, Span, Viewer};
use crate::truth::Truth;
use crate::worst::{Moment, Worst};

/// From where on a correction counts, in metres.
const COUNTED_M: f64 = 0.001;

pub(super) fn measure(truth: &Truth, viewer: &Viewer, settings: &Settings, own: &mut Own, worst: &mut Worst) {
    let (mut all_m, mut rewinds_m) = (Samples::default(), Samples::default());
    let (mut all_deg, mut lead_ticks) = (Samples::default(), Samples::default());
    let in_time = viewer.reconciliations.iter().filter(|row| settings.contains(row.time_us));
    // Where the rules put the entity elsewhere, the snapshot that says so is no correction.
    for row in in_time.filter(|row| !truth.was_relocated(row.entity, Span::at(f64::from(row.tick)))) {
        own.snapshots += 1;
        lead_ticks.push(f64::from(row.lead_ticks));
        all_m.push(row.correction_m);
        all_deg.push(row.correction_deg);
        match row.outcome {
            Outcome::Stood => own.stood += 1,
            Outcome::Rewound | Outcome::Adopted => {
                own.rewound += 1;
                rewinds_m.push(row.correction_m);
            }
        }
        own.snaps += u64::from(row.snapped);
        if row.correction_m > COUNTED_M {
            own.corrections += 1;
            worst.push(Moment {
                t_s: row.time_us as f64 / 1e6,
                tick: i64::from(row.tick),
                entity: Some(row.entity),
                measure: "correction_m",
                value: row.correction_m,
                cause: format!("{:?}{}", row.outcome, if row.snapped { ", snapped" } else { "" }).to_lowercase(),
            });
        }
    }
    own.corrections_per_min = if settings.seconds > 0.0 { own.corrections as f64 / settings.minutes() } else { 0.0 };
    own.correction_m = all_m.quantiles();
    own.rewind_correction_m = rewinds_m.quantiles();
    own.correction_deg = all_deg.quantiles();
    own.lead_ticks = lead_ticks.quantiles();
}
