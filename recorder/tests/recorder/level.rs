use std::fs;

use tacho_core::level::{LevelData, generators};
use tempfile::TempDir;

use crate::program::recorder;

#[test]
fn the_ron_of_every_level_reads_back_equal() {
    let directory = TempDir::new().unwrap();
    for name in generators::NAMES {
        let (code, out, err) = recorder(&["level", name], directory.path());
        assert_eq!(code, 0, "{name}: {err}");
        assert!(LevelData::from_ron(&out).unwrap() == generators::by_name(name).unwrap(), "{name}");
    }
}

#[test]
fn a_level_that_was_written_is_driven_and_drawn_like_the_one_it_came_from() {
    let directory = TempDir::new().unwrap();
    let path = |name| directory.path().join(name);
    let (code, out, err) = recorder(&["level", "test-breakables", "-o", "own.ron"], directory.path());
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    let drive = ["drive", "--seconds", "3", "-o"];
    assert_eq!(recorder(&[&drive[..], &["a.trace", "--level", "own.ron"]].concat(), directory.path()).0, 0);
    assert!(path("a.trace").exists());
    for (level, picture) in [("own.ron", "a.svg"), ("test-breakables", "b.svg"), ("own.ron", "c.png")] {
        assert_eq!(recorder(&["level", level, "--picture", picture], directory.path()).0, 0);
    }
    assert!(fs::read(path("a.svg")).unwrap() == fs::read(path("b.svg")).unwrap());
    assert!(fs::read(path("c.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn the_list_names_every_level() {
    let directory = TempDir::new().unwrap();
    let (code, out, _) = recorder(&["level", "--list"], directory.path());
    assert_eq!(code, 0);
    let names: Vec<&str> = out.lines().skip(1).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, generators::NAMES);
    let (_, json, _) = recorder(&["level", "--list", "--json"], directory.path());
    assert!(serde_json::from_str::<serde_json::Value>(&json).unwrap()[0]["pieces"].is_u64());
}

#[test]
fn a_wrong_name_is_answered_with_the_right_ones() {
    let directory = TempDir::new().unwrap();
    for wrong in [&["level", "nowhere"][..], &["film", "--level", "nowhere", "-o", "a.svg"]] {
        let (code, _, err) = recorder(wrong, directory.path());
        assert_eq!(code, 2, "{err}");
        assert!(generators::NAMES.iter().all(|name| err.contains(name)), "{err}");
    }
    let (code, _, err) = recorder(&["level", "test-breakables", "--picture", "a.gif"], directory.path());
    assert_eq!((code, err.contains(".svg or .png")), (2, true), "{err}");
    assert_eq!(recorder(&["level"], directory.path()).0, 2);
}
