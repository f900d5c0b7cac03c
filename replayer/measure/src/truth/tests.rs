use proptest::prelude::*;

use super::*;

const CAR: u32 = 3;

fn row(x: f64) -> TruthRow {
    let rotation = [0.0, 0.0, 0.0, 1.0];
    TruthRow { entity: CAR, position: [x, 0.0, 0.0], rotation, in_contact: false, relocated: false }
}

/// A car at these places in ticks 100, 101, ... at 50 a second; absent where there is none.
fn truth(places: &[Option<f64>]) -> Truth {
    let mut truth = Truth::new(50.0);
    for (place, x) in places.iter().enumerate() {
        let rows: Vec<_> = x.iter().map(|x| row(*x)).collect();
        truth.push_tick(100 + place as u32, 1_000_000 + place as u64 * 20_000, &rows);
    }
    truth
}

fn straight(places: impl IntoIterator<Item = i32>) -> Truth {
    truth(&places.into_iter().map(|x| Some(f64::from(x))).collect::<Vec<_>>())
}

#[test]
fn between_two_ticks_truth_is_a_straight_line() {
    let truth = straight([0, 1, 5]);
    let x = |tick| truth.position_at(CAR, tick).map(|place| place[0]);
    assert_eq!([x(99.9), x(100.0), x(101.25), x(102.0), x(102.1)], [None, Some(0.0), Some(2.0), Some(5.0), None]);
    assert_eq!([x(-1.0), x(f64::INFINITY), x(f64::NAN), x(1e300)], [None; 4]);
    assert_eq!(truth.position_at(9, 100.0), None);
}

#[test]
fn an_entity_that_was_away_is_not_drawn_across_the_gap() {
    let truth = truth(&[Some(0.0), Some(1.0), None, None, Some(90.0), Some(91.0)]);
    assert_eq!(truth.position_at(CAR, 101.5), None);
    assert!(!truth.knows(CAR, Span::at(102.5)) && truth.knows(CAR, Span::at(101.5)));
    let near = truth.near(CAR, Span::at(102.5)).unwrap();
    assert_eq!((near.greatest_mps, near.greatest_change_mps), (50.0, 0.0), "nothing is taken across the gap");
}

#[test]
fn the_tick_of_a_moment_follows_the_times_that_the_ticks_really_ran_at() {
    let mut truth = Truth::new(50.0);
    // The third tick is 300 ms late, and two are run at once to catch up.
    for (tick, time_us) in [(7, 0), (8, 20_000), (9, 320_000), (10, 320_000), (11, 340_000)] {
        truth.push_tick(tick, time_us, &[]);
    }
    let at = |time_us| truth.tick_at(time_us);
    assert_eq!([at(0), at(10_000), at(170_000)], [Some(7.0), Some(7.5), Some(8.5)]);
    assert_eq!([at(320_000), at(330_000), at(340_000), at(340_001)], [Some(10.0), Some(10.5), Some(11.0), None]);
    assert_eq!((truth.time_us(9), truth.time_us(6), truth.time_us(12)), (Some(320_000), None, None));
}

#[test]
#[should_panic(expected = "ticks follow one another")]
fn a_tick_that_is_left_out_is_refused() {
    let mut truth = straight([0, 1]);
    truth.push_tick(103, 2_000_000, &[]);
}

#[test]
fn near_is_three_ticks_to_either_side() {
    // At rest, but for one metre between ticks 110 and 111.
    let truth = straight((0..30).map(|place| i32::from(place > 10)));
    let greatest = |tick| truth.near(CAR, Span::at(tick)).unwrap().greatest_mps;
    assert_eq!(
        [greatest(106.9), greatest(107.0), greatest(108.0), greatest(113.0), greatest(113.1)],
        [0.0, 0.0, 50.0, 50.0, 0.0]
    );
    let near = truth.near(CAR, Span::between(101.0, 120.0)).unwrap();
    assert_eq!((near.greatest_mps, near.least_mps, near.greatest_change_mps), (50.0, 0.0, 50.0));
}

#[test]
fn a_touch_nearby_is_told() {
    let mut touching = straight([]);
    for tick in 0..20 {
        touching.push_tick(tick, u64::from(tick), &[TruthRow { in_contact: tick == 10, ..row(0.0) }]);
    }
    let in_contact = |tick| touching.near(CAR, Span::at(tick)).unwrap().in_contact;
    assert_eq!([in_contact(6.9), in_contact(7.0), in_contact(13.0), in_contact(13.1)], [false, true, true, false]);
}

#[test]
fn there_is_nothing_near_a_relocation_for_a_second() {
    let mut truth = Truth::new(50.0);
    for tick in 0..200 {
        truth.push_tick(tick, u64::from(tick), &[TruthRow { relocated: tick == 100, ..row(f64::from(tick)) }]);
    }
    let known = |tick| truth.near(CAR, Span::at(tick)).is_some();
    assert_eq!([known(96.0), known(97.0), known(150.0), known(151.0)], [true, false, false, true]);
}

#[test]
fn the_distance_to_a_path_is_to_its_nearest_place_within_the_span() {
    let truth = straight([0, 10, 20, 30]);
    let off = |x, y, from, to| truth.distance_to_path(CAR, [x, y, 0.0], Span::between(from, to));
    assert_eq!(off(12.0, 3.0, 100.5, 102.0), Some(3.0));
    assert_eq!(off(2.0, 4.0, 100.5, 102.0), Some(5.0), "before the span");
    assert_eq!(off(23.0, 4.0, 100.5, 102.0), Some(5.0), "after it");
    assert_eq!(off(23.0, 4.0, 102.0, 102.0), Some(5.0), "one moment");
    assert_eq!(off(0.0, 0.0, 102.0, 104.0), None);
}

proptest! {
    #[test]
    fn no_span_is_too_odd(first in prop::num::f64::ANY, last in prop::num::f64::ANY) {
        let truth = straight([0, 1, 2, 3]);
        for span in [Span { first, last }, Span::between(first, last)] {
            let _ = (truth.near(CAR, span), truth.knows(CAR, span), truth.covers(span));
            let _ = (truth.distance_to_path(CAR, [0.0; 3], span), truth.directions_near(CAR, span).count());
        }
    }
}
