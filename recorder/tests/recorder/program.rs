use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

const DRIVE: [&str; 9] = ["drive", "--level", "test-collisions", "--seconds", "4", "--seed", "3", "-o", "run.trace"];

/// Exit code, stdout and stderr.
pub(crate) fn recorder(args: &[&str], directory: &Path) -> (i32, String, String) {
    let output = Command::cargo_bin("recorder").unwrap().args(args).current_dir(directory).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn drive_says_what_it_has_written() {
    let directory = TempDir::new().unwrap();
    let (code, out, _) = recorder(&DRIVE, directory.path());
    assert_eq!(code, 0);
    let out: Vec<&str> = out.lines().filter(|line| !line.starts_with("body")).collect();
    insta::assert_snapshot!(out.join("\n"));
}

#[test]
fn a_file_that_is_there_is_written_over_only_by_force() {
    let directory = TempDir::new().unwrap();
    let path = directory.path().join("run.trace");
    fs::write(&path, "precious").unwrap();
    let (code, _, err) = recorder(&DRIVE, directory.path());
    assert_eq!(code, 2);
    assert!(err.contains("run.trace is there already"), "{err}");
    assert_eq!(fs::read(&path).unwrap(), b"precious");
    let (code, ..) = recorder(&[&DRIVE[..], &["--force"]].concat(), directory.path());
    assert_eq!(code, 0);
    assert_ne!(fs::read(&path).unwrap(), b"precious");
}

#[test]
fn what_makes_no_sense_is_refused_before_a_file_is_made() {
    let directory = TempDir::new().unwrap();
    for wrong in [&["--lead-in", "4"][..], &["--loss", "101"], &["--stall", "9000:100"], &["--players", "0"]] {
        let (code, _, err) = recorder(&[&DRIVE[..], wrong].concat(), directory.path());
        assert_eq!(code, 2, "{wrong:?}: {err}");
        assert!(!directory.path().join("run.trace").exists(), "{wrong:?}");
    }
}

#[test]
fn the_help_names_what_can_be_given() {
    let directory = TempDir::new().unwrap();
    insta::assert_snapshot!(recorder(&["drive", "-h"], directory.path()).1);
}
