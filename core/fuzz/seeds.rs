//! Writes what the fuzzer begins with: every small level that is code, as text, into `corpus/level`.

use std::fs;
use std::path::Path;

use tacho_core::level::generators;

/// The longest text to begin with, in bytes. A fuzzer learns little from changing one byte of a city.
const LONGEST_BYTES: usize = 1 << 17;

fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/level");
    fs::create_dir_all(&folder)?;
    for name in generators::NAMES {
        let text = generators::by_name(name).map(|level| level.to_ron()).unwrap_or_default();
        if text.len() <= LONGEST_BYTES {
            fs::write(folder.join(name), &text)?;
            println!("{name}: {} bytes", text.len());
        }
    }
    Ok(())
}
