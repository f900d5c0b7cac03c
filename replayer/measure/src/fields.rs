//! The own entity's fields, tick by tick, against the authority's.
//!
//! A pose can be right while what the next tick depends on is not: a spin, a wheel's grip, a charge of boost. Those are
//! the errors that a correction has to mend later, so each named field is held against the authority's after the same
//! tick, the pose with them. *Unequal* means at all: a prediction that runs the same rules has no reason to differ.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::geometry::{angle_deg, distance};
use crate::quantiles::Samples;
use crate::rows::{Settings, Span, Viewer};
use crate::truth::Truth;

/// How far one field was off, in its own unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct FieldError {
    /// The share of ticks in which it was not the authority's.
    pub unequal_share: f64,
    /// The 99th percentile of the difference over all ticks.
    pub p99: f64,
    /// The greatest.
    pub max: f64,
}

/// By name: `position` in metres, `rotation` in degrees, then the game's own.
pub(crate) fn measure(truth: &Truth, viewer: &Viewer, settings: &Settings) -> BTreeMap<String, FieldError> {
    let mut differences: BTreeMap<&str, Samples> = BTreeMap::new();
    for tick in viewer.own_ticks.iter().filter(|tick| settings.contains(tick.time_us)) {
        let Some(row) = truth.row(tick.entity, tick.tick) else { continue };
        if truth.was_relocated(tick.entity, Span::at(f64::from(tick.tick))) {
            continue;
        }
        assert!(tick.fields.len() == viewer.field_names.len() && tick.true_fields.len() == viewer.field_names.len());
        differences.entry("position").or_default().push(distance(tick.position, row.position));
        differences.entry("rotation").or_default().push(angle_deg(tick.rotation, row.rotation));
        for (name, (own, own_true)) in viewer.field_names.iter().zip(tick.fields.iter().zip(&tick.true_fields)) {
            differences.entry(name).or_default().push((own - own_true).abs());
        }
    }
    let field_error = |samples: &Samples| {
        let quantiles = samples.quantiles();
        FieldError { unequal_share: samples.share(|value| value != 0.0), p99: quantiles.p99, max: quantiles.max }
    };
    differences.iter().map(|(name, samples)| ((*name).to_owned(), field_error(samples))).collect()
}
