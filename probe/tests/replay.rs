//! The verb `replay` from the outside.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::{fs, path::Path};

use assert_cmd::Command;
use common::{TICKS, cruise, park, record};
use serde_json::Value;
use tempfile::TempDir;

/// Cars in lanes next to one another.
const LANES: [u16; 3] = [8, 9, 10];

struct Folder(TempDir);

impl Folder {
    /// With `drive.trace` in it.
    fn with(clients: &[u16], drive: common::Drive) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        record(&folder.path().join("drive.trace"), clients, drive);
        folder
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Runs the probe here: exit code, stdout, stderr.
    fn probe(&self, args: &[&str]) -> (i32, String, String) {
        let output = Command::cargo_bin("probe").unwrap().current_dir(self.path()).args(args).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }

    fn json(&self, args: &[&str]) -> Value {
        let (code, out, err) = self.probe(&[&["replay", "drive.trace", "--json"], args].concat());
        assert_eq!(code, 0, "{err}");
        serde_json::from_str(&out).unwrap()
    }
}

#[test]
fn the_recorded_run_comes_out_tick_for_tick_and_nothing_is_found() {
    let folder = Folder::with(&LANES, cruise);
    let (code, out, err) = folder.probe(&["replay", "drive.trace"]);
    assert_eq!((code, err.as_str()), (0, ""));
    // The builds differ, the trace's digest and the rest must not.
    let out: Vec<&str> = out.lines().filter(|line| !line.starts_with("build ")).collect();
    insta::assert_snapshot!(out.join("\n"));
}

#[test]
fn two_runs_of_one_command_print_the_same_bytes() {
    let folder = Folder::with(&LANES, cruise);
    for form in ["table", "json"] {
        let args = ["replay", "drive.trace", "--rtt", "150", "--jitter", "30", "--loss", "5", "--format", form];
        assert_eq!(folder.probe(&args), folder.probe(&args));
    }
}

#[test]
fn the_command_in_a_report_gives_the_same_report() {
    let folder = Folder::with(&LANES, cruise);
    let args = ["--rtt", "120", "--loss", "3", "--seed", "5", "--client", "9", "--stall", "4000:200"];
    let report = folder.json(&args);
    let command = report["command"].as_str().unwrap().to_owned();
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    let (_, again, _) = folder.probe(&words);
    assert_eq!(serde_json::from_str::<Value>(&again).unwrap(), report);
}

#[test]
fn the_json_has_every_key_of_the_definition() {
    const QUANTILES: &[&str] = &["count", "p50", "p95", "p99", "max"];
    const REPORT: &[&str] = &[
        "schema",
        "verdict",
        "command",
        "trace",
        "conditions",
        "seed",
        "mode",
        "build",
        "authority",
        "own",
        "remotes",
        "clock",
        "contact",
        "motion",
        "fields",
        "bytes",
        "link",
        "worst",
        "cautions",
    ];
    const OWN: &[&str] = &[
        "snapshots",
        "stood",
        "rewound",
        "correction_m",
        "rewind_correction_m",
        "correction_deg",
        "corrections",
        "corrections_per_min",
        "error_m",
        "snaps",
        "drawn_jumps",
        "drawn_jump_max_m",
        "late_inputs",
        "late_share",
        "guessed",
        "response_ms",
        "lead_ticks",
    ];
    const REMOTES: &[&str] = &[
        "entities",
        "frames",
        "missing_share",
        "ghost_share",
        "age_ms",
        "speed_ratio",
        "contact_speed_ratio",
        "speed_error",
        "spikes_per_min",
        "spikes_per_entity_min",
        "bursts",
        "burst_longest_ms",
        "drags",
        "teleports",
        "teleport_max_m",
        "freezes",
        "freeze_share",
        "freeze_longest_ms",
        "backward",
        "slide_share",
        "heading_steps",
        "off_pace_frames",
        "stale_samples",
        "position_error_m",
        "position_lag_m",
        "sources",
    ];
    const CONTACT: &[&str] = &[
        "touch_gap_m",
        "overlap_m",
        "felt_delay_frames",
        "move_after_stop_m",
        "knock_delay_frames",
        "knock_through_m",
        "told_twice",
        "never_confirmed",
        "missed",
        "camera_stop_frames",
        "camera_return_mps",
    ];
    const LISTS: &[(&str, &[&str])] = &[
        ("", REPORT),
        ("/trace", &["file", "digest", "level", "ticks", "seconds"]),
        ("/authority", &["same_ticks_share", "first_other_tick"]),
        ("/own", OWN),
        ("/own/correction_m", QUANTILES),
        ("/own/response_ms", QUANTILES),
        ("/remotes", &["near", "mid", "far", "all"]),
        ("/remotes/near", REMOTES),
        ("/remotes/all", REMOTES),
        ("/remotes/all/age_ms", QUANTILES),
        ("/remotes/all/sources", &["predicted", "interpolated", "extrapolated", "held", "blending"]),
        ("/clock", &["off_pace_frames", "backward_ticks", "allowed_drift_frames", "error_ticks"]),
        ("/contact", CONTACT),
        ("/motion", &["inconsistency_1m", "inconsistency_25cm", "excess_jerk", "smoothness_difference"]),
        ("/fields/position", &["unequal_share", "p99", "max"]),
        ("/bytes", &["down_per_s", "up_per_s", "by_kind", "by_group", "by_tier", "by_reason"]),
        ("/link", &["up", "down", "keyframes", "presses_sent", "presses_landed", "presses_twice"]),
        ("/worst/0", &["t_s", "tick", "entity", "measure", "value", "cause"]),
    ];
    let folder = Folder::with(&LANES, cruise);
    let report = folder.json(&["--loss", "30", "--stall", "4000:400"]);
    assert_eq!(report["schema"], "tachograph.report/1");
    for (place, keys) in LISTS {
        let object = report.pointer(place).unwrap_or_else(|| panic!("nothing at {place}"));
        for key in *keys {
            assert!(object.get(key).is_some(), "no {key} in {place}");
        }
    }
}

#[test]
fn a_clip_in_which_nothing_happens_is_no_pass() {
    let parked = Folder::with(&LANES, park);
    let (code, out, err) = parked.probe(&["replay", "drive.trace"]);
    assert_eq!(code, 4);
    assert!(out.contains("Nothing was measured: the player never moved."), "{out}");
    assert!(err.contains("the player never moved"), "{err}");

    let alone = Folder::with(&LANES[..1], cruise);
    let (code, _, err) = alone.probe(&["replay", "drive.trace"]);
    assert_eq!(code, 4);
    assert!(err.contains("no other entity ever moved"), "{err}");

    let (code, out, err) = alone.probe(&["replay", "drive.trace", "--client", "5"]);
    assert_eq!(code, 4);
    assert!(err.contains("client 5 never joined; those who take part are 8"), "{err}");
    assert!(out.contains("VERDICT"), "{out}");
}

#[test]
fn bad_usage_names_the_place_and_the_cure() {
    let folder = Folder::with(&LANES[..2], cruise);
    fs::write(folder.path().join("notes.txt"), "not a trace").unwrap();
    let refused = |args: &[&str]| {
        let (code, out, err) = folder.probe(args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
        err
    };
    let refusals = [
        refused(&["replay", "none.trace"]),
        refused(&["replay", "notes.txt"]),
        refused(&["replay", "drive.trace", "--rtt", "-5"]),
        refused(&["replay", "drive.trace", "--stall", "10000:300"]),
        refused(&["impact", "--scenario", "wall", "--speed", "5"]),
    ];
    insta::assert_snapshot!(refusals.join(""));
}

#[test]
fn a_stall_that_outlasts_the_clip_is_a_caution() {
    let folder = Folder::with(&LANES, cruise);
    let report = folder.json(&["--stall", "9900:300"]);
    assert_eq!(report["cautions"][0], "--stall 9900:300 outlasts the clip, which ends at 10000 ms");
}

#[test]
fn a_cut_trace_is_measured_up_to_the_cut_and_says_so() {
    let folder = Folder::with(&LANES, cruise);
    let path = folder.path().join("drive.trace");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - bytes.len() / 10]).unwrap();
    let (code, out, err) = folder.probe(&["replay", "drive.trace", "--json"]);
    assert_eq!(code, 3, "{err}");
    assert!(err.contains("the trace was cut"), "{err}");
    let report: Value = serde_json::from_str(&out).unwrap();
    assert!(report["trace"]["ticks"].as_u64().unwrap() < u64::from(TICKS));
    assert!(report["cautions"].to_string().contains("the trace was cut"));
}
