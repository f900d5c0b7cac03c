//! Quantiles by one rule, everywhere.
//!
//! There are a dozen ways to read a 99th percentile off a list, and two of them never agree on a short one. Here it is
//! the **nearest rank**: of `n` sorted samples, the one at place `ceil(q * n)`, counted from one. Nothing is
//! interpolated, so each figure in a report is a sample that really occurred and can be looked up.

#[cfg(test)]
mod tests;

use serde::Serialize;

/// What a report says of many samples. All 0 where there were none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Quantiles {
    /// How many samples there were.
    pub count: u64,
    /// The median.
    pub p50: f64,
    /// The 95th percentile.
    pub p95: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// The greatest.
    pub max: f64,
}

/// Samples of one measure as they come in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples(Vec<f64>);

impl Samples {
    /// Adds one. Panics where it is not finite: a measure that yields such a value is wrong, and sorting would hide it.
    pub fn push(&mut self, value: f64) {
        assert!(value.is_finite(), "a sample is a number");
        self.0.push(value);
    }

    /// Adds each of several.
    pub fn extend(&mut self, values: impl IntoIterator<Item = f64>) {
        values.into_iter().for_each(|value| self.push(value));
    }

    /// The share of samples that have a property, 0 where there are none.
    #[must_use]
    pub fn share(&self, has: impl Fn(f64) -> bool) -> f64 {
        share(self.0.iter().filter(|value| has(**value)).count() as u64, self.0.len() as u64)
    }

    /// The quantiles of all samples so far.
    #[must_use]
    pub fn quantiles(&self) -> Quantiles {
        let mut sorted = self.0.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        // In whole percent, so that the rank is exact: 0.95 * 20 in binary fractions is not 19.
        let at = |percent: usize| sorted.get((percent * sorted.len()).div_ceil(100).saturating_sub(1)).copied();
        Quantiles {
            count: sorted.len() as u64,
            p50: at(50).unwrap_or_default(),
            p95: at(95).unwrap_or_default(),
            p99: at(99).unwrap_or_default(),
            max: at(100).unwrap_or_default(),
        }
    }
}

/// A part of a whole, 0..1, and 0 of nothing.
pub(crate) fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
