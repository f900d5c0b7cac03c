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
