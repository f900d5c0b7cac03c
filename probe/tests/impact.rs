//! The verb `impact` from the outside.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use assert_cmd::Command;
use serde_json::Value;

fn impact(scenario: &str, speed: &str, rtt: &str) -> Value {
    let args = ["impact", "--scenario", scenario, "--speed", speed, "--rtt", rtt, "--json"];
    let output = Command::cargo_bin("probe").unwrap().args(args).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_wall_is_felt_at_once_and_corrects_nothing_at_any_round_trip() {
    for rtt in ["0", "150", "350"] {
        let report = impact("wall", "80", rtt);
        let seen = &report["impact"];
        assert_eq!(seen["rewound"], 0, "at {rtt} ms");
        assert!(seen["felt_delay_frames"].as_u64().unwrap() <= 1, "at {rtt} ms");
        assert!(seen["move_after_stop_m"].as_f64().unwrap() < 0.001, "at {rtt} ms");
        assert_eq!(report["contact"]["told_twice"], 0, "at {rtt} ms");
        assert_eq!(report["contact"]["felt_delay_frames"]["count"], 1);
    }
}

#[test]
fn the_word_of_a_crash_comes_a_round_trip_after_it_was_felt() {
    let told = |rtt| impact("wall", "80", rtt)["impact"]["told_delay_frames"].as_i64().unwrap();
    let later = told("300") - told("100");
    assert!((10..=15).contains(&later), "{later} frames for 200 ms");
}

#[test]
fn the_frames_reach_from_before_the_hit_to_after_it() {
    let report = impact("lamp", "60", "100");
    let frames = report["impact"]["frames"].as_array().unwrap();
    assert_eq!(frames.len(), 41);
    assert_eq!((frames[0]["frame"].as_i64(), frames[40]["frame"].as_i64()), (Some(-10), Some(30)));
    assert!(report["impact"]["knock_delay_frames"].as_i64().is_some());
}
