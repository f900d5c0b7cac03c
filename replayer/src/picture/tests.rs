use tacho_core::level::generators::{NAMES, by_name};
use tacho_core::units::math::Vec3;

use super::*;

fn picture(name: &str, format: PictureFormat) -> Vec<u8> {
    let level = Level::compile(by_name(name).unwrap()).unwrap();
    let mut bytes = Vec::new();
    level_picture(&level, &mut bytes, format).unwrap();
    bytes
}

/// Where `TACHO_PICTURES` names a folder, they stay there to be looked at.
#[test]
fn every_level_has_a_picture() {
    for name in NAMES {
        let bytes = picture(name, PictureFormat::Png);
        assert!(bytes.starts_with(b"\x89PNG"), "{name}");
        if let Some(folder) = std::env::var_os("TACHO_PICTURES") {
            std::fs::write(Path::new(&folder).join(name).with_extension("png"), &bytes).unwrap();
        }
    }
}

#[test]
fn the_same_level_gives_the_same_bytes_and_its_names_can_be_read() {
    let svg = picture("riverbend", PictureFormat::Svg);
    assert_eq!(svg, picture("riverbend", PictureFormat::Svg));
    let text = String::from_utf8(svg).unwrap();
    for name in ["Riverbend", "Broadway", "Market Square", "market-gate", "200 m, north up"] {
        assert!(text.contains(name), "{name}");
    }
}

#[test]
fn a_building_is_darker_the_higher_it_is() {
    let brightness = |height_m: f32| {
        let colour = things::colour_of_height(height_m);
        u32::from(colour.0) + u32::from(colour.1) + u32::from(colour.2)
    };
    assert!(brightness(3.0) > brightness(15.0) && brightness(15.0) > brightness(60.0));
    assert_eq!(brightness(60.0), brightness(200.0));
}

/// A straight drive of 10 s along x, faster and faster.
fn straight_film() -> Film {
    let moment = |step: u8| {
        let t_s = f32::from(step) / 10.0;
        Moment { t_s, position: Vec3::X * (t_s * t_s), speed_mps: 2.0 * t_s }
    };
    Film { caption: "a straight drive".into(), own: (0..=100).map(moment).collect(), others: Vec::new() }
}

#[test]
fn a_film_shows_where_a_drive_began_and_ended_its_times_and_its_caption() {
    let level = Level::compile(by_name("test-collisions").unwrap()).unwrap();
    let mut bytes = Vec::new();
    film_picture(&level, &straight_film(), &mut bytes, PictureFormat::Svg).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    for word in ["START", "END", "5 s", "10 s", "a straight drive"] {
        assert!(text.contains(word), "{word}");
    }
}

#[test]
fn a_film_of_nobody_is_a_map_with_an_empty_strip() {
    let level = Level::compile(by_name("test-collisions").unwrap()).unwrap();
    let mut bytes = Vec::new();
    film_picture(&level, &Film::default(), &mut bytes, PictureFormat::Svg).unwrap();
    assert!(!String::from_utf8(bytes).unwrap().contains("START"));
}

/// One of each kind, side by side along z at 10 to 90 km/h, and one of each mark.
fn all_kinds() -> Paths {
    let trail = |(row, kind): (u8, Kind)| {
        let speed_mps = (10.0 + 10.0 * f32::from(row)) / 3.6;
        let position = |step: u8| Vec3::new(f32::from(row) * 6.0 - 24.0, 0.0, f32::from(step));
        let moment = |step| Moment { t_s: f32::from(step) / 6.0, position: position(step), speed_mps };
        Trail { kind, moments: (0..24).map(moment).collect(), is_open: row % 2 == 0 }
    };
    let at = Vec3::new(0.0, 0.0, -12.0);
    let marks = vec![Mark::Death(at), Mark::Blast(at, 6.0), Mark::Shot(at, 1.0, 20.0)];
    let trails = (0..).zip(Kind::ALL).map(trail).collect();
    Paths { caption: "one of each".into(), trails, counts: [1; Kind::ALL.len()], marks }
}

fn picture_of_paths(paths: &Paths, around: Option<(Vec3, f32)>, format: PictureFormat) -> Vec<u8> {
    let level = Level::compile(by_name("test-collisions").unwrap()).unwrap();
    let mut bytes = Vec::new();
    paths_picture(&level, paths, around, &mut bytes, format).unwrap();
    bytes
}

/// Where `TACHO_PICTURES` names a folder, it stays there to be looked at.
#[test]
fn every_kind_that_moved_is_in_the_legend_with_its_number() {
    let text = String::from_utf8(picture_of_paths(&all_kinds(), None, PictureFormat::Svg)).unwrap();
    for word in ["one of each", "1 chasers", "1 in traffic", "1 walkers", "1 dogs", "1 deaths", "1 blasts", "1 shots"] {
        assert!(text.contains(word), "{word}");
    }
    if let Some(folder) = std::env::var_os("TACHO_PICTURES") {
        let bytes = picture_of_paths(&all_kinds(), None, PictureFormat::Png);
        std::fs::write(Path::new(&folder).join("kinds.png"), bytes).unwrap();
    }
}

#[test]
fn what_did_not_move_or_happen_is_not_in_the_legend() {
    let text = String::from_utf8(picture_of_paths(&Paths::default(), None, PictureFormat::Svg)).unwrap();
    for word in ["walkers", "chasers", "deaths"] {
        assert!(!text.contains(word), "{word}");
    }
}

#[test]
fn a_part_of_a_level_shows_nothing_of_the_rest() {
    // The signs in the legend are lines too.
    let paths = Paths { marks: Vec::new(), ..all_kinds() };
    let lines = |around| {
        let text = String::from_utf8(picture_of_paths(&paths, around, PictureFormat::Svg)).unwrap();
        text.matches("<polyline").count()
    };
    let (part, elsewhere) =
        (lines(Some((Vec3::new(-24.0, 0.0, 12.0), 3.0))), lines(Some((Vec3::splat(5_000.0), 50.0))));
    assert!(part > 100, "{part}");
    assert_eq!(elsewhere, 0);
}
