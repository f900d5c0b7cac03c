use proptest::prelude::*;

use super::*;

fn of(values: impl IntoIterator<Item = f64>) -> Quantiles {
    let mut samples = Samples::default();
    values.into_iter().for_each(|value| samples.push(value));
    samples.quantiles()
}

#[test]
fn no_samples_are_all_zero() {
    assert_eq!(of([]), Quantiles::default());
}

#[test]
fn one_sample_is_every_quantile() {
    assert_eq!(of([3.5]), Quantiles { count: 1, p50: 3.5, p95: 3.5, p99: 3.5, max: 3.5 });
}

#[test]
fn the_rank_is_the_nearest_from_above() {
    let hundred = of((1..=100).rev().map(f64::from));
    assert_eq!(hundred, Quantiles { count: 100, p50: 50.0, p95: 95.0, p99: 99.0, max: 100.0 });
    let twenty = of((1..=20).map(f64::from));
    assert_eq!((twenty.p50, twenty.p95, twenty.p99), (10.0, 19.0, 20.0));
    let three = of([1.0, 2.0, 3.0]);
    assert_eq!((three.p50, three.p95), (2.0, 3.0));
}

#[test]
#[should_panic(expected = "a sample is a number")]
fn a_sample_that_is_no_number_is_refused() {
    Samples::default().push(f64::NAN);
}

proptest! {
    #[test]
    fn a_quantile_is_a_sample_and_at_least_its_share_is_not_above_it(values in prop::collection::vec(-1e3..1e3f64, 1..300)) {
        let quantiles = of(values.iter().copied());
        for (percent, value) in [(50, quantiles.p50), (95, quantiles.p95), (99, quantiles.p99), (100, quantiles.max)] {
            prop_assert!(values.contains(&value));
            prop_assert!(values.iter().filter(|other| **other <= value).count() * 100 >= percent * values.len());
            prop_assert!(values.iter().filter(|other| **other < value).count() * 100 < percent * values.len());
        }
    }
}
