use std::fs;

use tempfile::TempDir;

use crate::program::recorder;

const FILM: [&str; 7] = ["film", "--level", "riverbend", "--seconds", "8", "--seed", "7"];
const CITY: [&str; 9] =
    ["film", "--level", "test-traffic-junction", "--seconds", "6", "--warm-up", "10", "--traffic", "6"];

#[test]
fn the_same_arguments_draw_the_same_picture_of_the_ring_road() {
    let directory = TempDir::new().unwrap();
    let film = |more: &[&str]| recorder(&[&FILM[..], more].concat(), directory.path());
    let read = |name| fs::read_to_string(directory.path().join(name)).unwrap();
    let (code, out, err) = film(&["--route", "ring", "-o", "a.svg"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("route     Ring Road"), "{out}");
    assert_eq!(film(&["--route", "ring", "-o", "b.svg"]).0, 0);
    assert!(read("a.svg") == read("b.svg"));
    for word in ["START", "END", "Speed, km/h", "along Ring Road"] {
        assert!(read("a.svg").contains(word), "{word}");
    }
    assert_eq!(film(&["--route", "ring", "-o", "a.svg"]).0, 2, "a file that is there is not written over");
}

#[test]
fn the_same_arguments_draw_the_same_life_of_a_city() {
    let directory = TempDir::new().unwrap();
    let film = |more: &[&str]| recorder(&[&CITY[..], more].concat(), directory.path());
    let read = |name| fs::read_to_string(directory.path().join(name)).unwrap();
    let (code, out, err) = film(&["-o", "a.svg"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("traffic      6"), "{out}");
    assert_eq!(film(&["-o", "b.svg"]).0, 0);
    assert!(read("a.svg") == read("b.svg"));
    for word in ["6 in traffic", "2 players", "Width: speed, km/h"] {
        assert!(read("a.svg").contains(word), "{word}");
    }
    assert_eq!(film(&["-o", "part.svg", "--around", "0", "-5", "40"]).0, 0);
    assert!(read("part.svg") != read("a.svg"));
}

#[test]
fn what_a_city_is_not_filmed_by_is_refused_before_a_file_is_made() {
    let directory = TempDir::new().unwrap();
    for wrong in [&["--rtt", "80"][..], &["--around", "0", "0", "0"], &["--route", "none"], &["--chasers", "1000"]] {
        let (code, _, err) = recorder(&[&CITY[..], &["-o", "a.svg"], wrong].concat(), directory.path());
        assert_eq!(code, 2, "{wrong:?}: {err}");
        assert!(!directory.path().join("a.svg").exists(), "{wrong:?}");
    }
}

#[test]
fn a_level_without_a_ring_road_is_driven_from_place_to_place() {
    let directory = TempDir::new().unwrap();
    let film = ["film", "--level", "test-breakables", "--seconds", "6", "-o", "a.png"];
    let (code, out, err) = recorder(&film, directory.path());
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("route     none"), "{out}");
    assert!(fs::read(directory.path().join("a.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_wrong_road_is_answered_with_the_right_ones_before_a_file_is_made() {
    let directory = TempDir::new().unwrap();
    let (code, _, err) = recorder(&[&FILM[..], &["-o", "a.svg", "--route", "sunset"]].concat(), directory.path());
    assert_eq!(code, 2);
    assert!(err.contains("Ring Road") && err.contains("Broadway"), "{err}");
    assert!(!directory.path().join("a.svg").exists());
}

#[test]
fn the_help_names_what_can_be_given() {
    let directory = TempDir::new().unwrap();
    for (command, flags) in
        [("film", &["--level", "--route", "--players", "--seconds", "--seed"][..]), ("level", &["--list", "--picture"])]
    {
        let (code, out, _) = recorder(&[command, "--help"], directory.path());
        assert_eq!(code, 0);
        assert!(flags.iter().all(|flag| out.contains(flag)), "{out}");
    }
}
