//! **Own error**, in m: how far the own entity's pose after a tick, as it was first shown, is from the authority's after
//! running the same tick. A client that never corrects anything has no corrections; it has this.

use crate::geometry::distance;
use crate::quantiles::{Quantiles, Samples};
use crate::rows::{Settings, Span, Viewer};
use crate::truth::Truth;
use crate::worst::{Moment, Worst};

/// From where on a moment is worth looking at, in metres: that of a correction.
const NOTED_M: f64 = 0.001;

pub(super) fn measure(truth: &Truth, viewer: &Viewer, settings: &Settings, worst: &mut Worst) -> Quantiles {
    let mut error_m = Samples::default();
    for own in viewer.own_ticks.iter().filter(|own| settings.contains(own.time_us)) {
        let Some(row) = truth.row(own.entity, own.tick) else { continue };
        if truth.was_relocated(own.entity, Span::at(f64::from(own.tick))) {
            continue;
        }
        let off_m = distance(own.position, row.position);
        error_m.push(off_m);
        if off_m > NOTED_M {
            worst.push(Moment {
                t_s: own.time_us as f64 / 1e6,
                tick: i64::from(own.tick),
                entity: Some(own.entity),
                measure: "own_error_m",
                value: off_m,
                cause: if row.in_contact { "in contact" } else { "free" }.to_owned(),
            });
        }
    }
    error_m.quantiles()
}
