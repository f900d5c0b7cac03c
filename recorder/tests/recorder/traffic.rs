use std::fs;

use tempfile::TempDir;

use crate::program::recorder;

#[test]
fn a_minute_of_traffic_flows_and_has_a_picture() {
    let directory = TempDir::new().unwrap();
    let args = ["traffic", "--level", "test-traffic-junction", "--cars", "4", "--minutes", "1", "-o", "speed.svg"];
    let (code, out, err) = recorder(&args, directory.path());
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("it flows"), "{out}");
    assert!(fs::read_to_string(directory.path().join("speed.svg")).unwrap().contains("mean speed, km/h"));
}

#[test]
fn what_is_no_picture_is_refused_before_anything_is_watched() {
    let directory = TempDir::new().unwrap();
    let (code, _, err) = recorder(&["traffic", "-o", "speed.txt"], directory.path());
    assert_eq!(code, 2);
    assert!(err.contains("speed.txt"), "{err}");
}
