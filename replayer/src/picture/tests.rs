use tacho_core::level::generators::{NAMES, by_name};

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
            std::fs::write(std::path::Path::new(&folder).join(name).with_extension("png"), &bytes).unwrap();
        }
    }
}
