use serde_json::{Number, Value};

use crate::fixture::Scene;
use crate::rows::{DrawnRow, Outcome, Source};

/// The same with six significant digits: the last ones of a sine differ between targets.
fn rounded(value: Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            let short: f64 = format!("{:.5e}", number.as_f64().unwrap()).parse().unwrap();
            Value::Number(Number::from_f64(short).unwrap())
        }
        Value::Array(values) => values.into_iter().map(rounded).collect(),
        Value::Object(values) => values.into_iter().map(|(key, value)| (key, rounded(value))).collect(),
        other => other,
    }
}

#[test]
fn the_report_of_a_broken_run() {
    let mut scene = Scene::quiet();
    let clamped = scene.render_tick(100);
    for frame in 101..=110 {
        scene.render_at(frame, clamped);
    }
    let held = scene.other(300).position;
    for frame in 301..=308 {
        *scene.other(frame) = DrawnRow { position: held, source: Source::Held, ..*scene.other(frame) };
    }
    scene.own(400).position[1] += 0.6;
    let correction = &mut scene.viewer.reconciliations[120];
    (correction.outcome, correction.correction_m, correction.correction_deg) = (Outcome::Rewound, 0.6, 2.0);
    scene.viewer.own_ticks[200].fields[0] = 0.25;
    scene.viewer.inputs[200].guessed = true;
    let json = rounded(serde_json::to_value(scene.measure()).unwrap());
    insta::assert_snapshot!(serde_json::to_string_pretty(&json).unwrap());
}

#[test]
fn the_same_rows_give_the_same_bytes() {
    let report = || serde_json::to_string(&Scene::quiet().measure()).unwrap();
    assert_eq!(report(), report());
}

#[test]
fn what_is_before_the_measured_time_does_not_count() {
    let mut scene = Scene::quiet();
    scene.other(10).position[1] += 5.0;
    scene.own(10).position[1] += 5.0;
    assert!(scene.measure().remotes.all.teleports > 0 && scene.measure().own.drawn_jumps > 0);
    scene.settings.from_s += 1.0;
    let measures = scene.measure();
    assert_eq!((measures.remotes.all.teleports, measures.own.drawn_jumps, measures.worst.len()), (0, 0, 0));
}

#[test]
fn a_run_without_frames_is_told_and_does_not_fail() {
    let mut scene = Scene::quiet();
    scene.viewer.frames.clear();
    let measures = scene.measure();
    assert_eq!((measures.remotes.all.frames, measures.clock), (0, None));
    assert!(measures.cautions.contains(&"no other entity ever moved".to_owned()));
}

#[test]
fn the_worst_moments_are_of_different_episodes_and_the_worst_comes_first() {
    let mut scene = Scene::quiet();
    for (frame, hop_m) in [(100, 1.0), (102, 2.0), (200, 3.0), (300, 0.9), (400, 0.8)] {
        scene.own(frame).position[1] += hop_m;
    }
    let worst = scene.measure().worst;
    let seconds: Vec<_> = worst.iter().map(|moment| moment.t_s.floor()).collect();
    assert!(worst.iter().all(|moment| moment.measure == "drawn_jump_m"));
    assert_eq!(seconds, [4.0, 2.0, 6.0]);
    assert!(worst.is_sorted_by(|before, after| before.value >= after.value));
}
