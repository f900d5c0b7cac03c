use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tacho_core::level::generators;
use tacho_replayer::fingerprint;
use tacho_traces::{Build, Hash64, Header, TickRecords};
use tempfile::TempDir;

use super::fixture::{drive, header, write};

/// What the program said, with what differs between machines taken out.
struct Said {
    code: i32,
    out: String,
    err: String,
}

fn replayer(args: &[&str], directory: &Path) -> Said {
    let output = Command::cargo_bin("replayer").unwrap().args(args).current_dir(directory).output().unwrap();
    let build = fingerprint::build();
    let text = |bytes: Vec<u8>| {
        let text = String::from_utf8(bytes).unwrap().replace(&build.rustc, "RUSTC").replace(&build.target, "TARGET");
        without_hashes(&text)
    };
    Said { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

/// The text with a word for each 64-bit hash: those change with the rules, and other tests look at them.
fn without_hashes(text: &str) -> String {
    let (first, rest) = text.split_once("0x").unwrap_or((text, ""));
    rest.split("0x").filter(|part| part.len() >= 16).fold(first.to_owned(), |done, part| done + "HASH" + &part[16..])
}

/// A directory with `run.trace` in it.
fn directory(header: &Header, ticks: &[TickRecords]) -> TempDir {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("run.trace"), write(header, ticks)).unwrap();
    directory
}

fn clean() -> TempDir {
    directory(&header(), &drive(180, |_, _| {}))
}

#[test]
fn the_help_says_what_there_is_and_how_it_ends() {
    let directory = TempDir::new().unwrap();
    insta::assert_snapshot!(replayer(&["--help"], directory.path()).out);
    insta::assert_snapshot!(replayer(&["synctest", "--help"], directory.path()).out);
}

#[test]
fn info_counts_what_a_trace_holds() {
    // The build is part of the file, and so of its digest.
    let header = Header { build: Build { rustc: "rustc".into(), ..Build::default() }, ..header() };
    let said = replayer(&["info", "run.trace"], directory(&header, &drive(180, |_, _| {})).path());
    assert_eq!(said.code, 0);
    insta::assert_snapshot!(said.out);
}

#[test]
fn verify_tells_that_all_is_as_recorded() {
    let said = replayer(&["verify", "run.trace"], clean().path());
    assert_eq!(said.code, 0);
    assert!(said.err.contains("x real time") && !said.out.contains("real time"));
    insta::assert_snapshot!(said.out);
}

#[test]
fn verify_tells_the_first_word_that_differs_and_how_to_see_it_again() {
    let ticks = drive(180, |tick, world| {
        if tick.0 == 100 {
            let (car, _) = world.vehicles().nth(1).unwrap();
            world.flip_vehicle_bit(car, 29, 20);
        }
    });
    let said = replayer(&["verify", "run.trace"], directory(&header(), &ticks).path());
    assert_eq!(said.code, 1);
    assert!(said.err.contains("again: cargo replayer verify run.trace"), "{}", said.err);
    insta::assert_snapshot!(said.out);
}

#[test]
fn verify_tells_of_other_rules() {
    let header = Header { rules: Hash64(0xabc), ..header() };
    let said = replayer(&["verify", "run.trace"], directory(&header, &drive(60, |_, _| {})).path());
    assert_eq!(said.code, 1);
    insta::assert_snapshot!(said.out);
}

#[test]
fn json_is_the_same_in_another_form() {
    let directory = clean();
    for (verb, key, value) in [("verify", "verdict", "\"same\""), ("info", "game_seconds", "3.0")] {
        let said = replayer(&[verb, "run.trace", "--json"], directory.path());
        let json: serde_json::Value = serde_json::from_str(&said.out).unwrap();
        assert_eq!(json[key].to_string(), value);
    }
}

#[test]
fn a_cut_trace_is_used_as_far_as_it_goes() {
    let directory = clean();
    let path = directory.path().join("run.trace");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 30]).unwrap();
    for verb in ["info", "verify"] {
        let said = replayer(&[verb, "run.trace"], directory.path());
        assert_eq!(said.code, 3, "{verb}: {}", said.out);
        assert!(said.out.contains("the file was cut"), "{verb}: {}", said.out);
        assert!(said.out.contains("180"), "{verb}: {}", said.out);
    }
}

#[test]
fn a_trace_without_ticks_is_nothing_to_measure() {
    assert_eq!(replayer(&["verify", "run.trace"], directory(&header(), &[]).path()).code, 4);
}

#[test]
fn what_is_no_trace_is_refused_with_its_path() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("notes.txt"), "no trace at all, but long enough to be one").unwrap();
    for verb in ["info", "verify"] {
        let said = replayer(&[verb, "notes.txt"], directory.path());
        assert_eq!((said.code, said.out.as_str()), (2, ""));
        assert!(said.err.contains("notes.txt: this is no trace"), "{}", said.err);
        assert_eq!(replayer(&[verb, "missing.trace"], directory.path()).code, 2);
    }
}

#[test]
fn synctest_says_what_it_ran() {
    let directory = TempDir::new().unwrap();
    let args = ["synctest", "--level", "test-collisions", "--ticks", "120", "--drivers", "4"];
    let said = replayer(&args, directory.path());
    assert_eq!(said.code, 0);
    insta::assert_snapshot!(said.out);
}

#[test]
fn an_unknown_level_is_refused_with_the_names_of_those_there_are() {
    let directory = TempDir::new().unwrap();
    let said = replayer(&["synctest", "--level", "nowhere"], directory.path());
    assert_eq!(said.code, 2);
    assert!(said.err.contains("test-collisions"), "{}", said.err);
}

#[test]
fn a_level_may_be_a_file() {
    let directory = TempDir::new().unwrap();
    fs::write(directory.path().join("own.ron"), generators::test_breakables().to_ron()).unwrap();
    let synctest = |level: &str| {
        let args = ["synctest", "--level", level, "--ticks", "120", "--seed", "3", "--drivers", "2"];
        replayer(&args, directory.path())
    };
    let (of_file, of_name) = (synctest("own.ron"), synctest("test-breakables"));
    assert_eq!((of_file.code, of_file.out), (0, of_name.out), "{}", of_file.err);
    let wrong = synctest("none.ron");
    assert!(wrong.code == 2 && wrong.err.contains("level none.ron: "), "{}", wrong.err);
}
