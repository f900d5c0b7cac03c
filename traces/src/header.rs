//! What a trace says about itself, readable without inflating anything.
//!
//! It is RON text right behind the first twenty bytes, so `head` shows it where no tool of this project is at hand. Its
//! CRC covers the version as well.

use std::fmt;
use std::io::Read;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use tacho_core::units::Tick;

use crate::chunk::digest;
use crate::error::{Place, TraceError, check_limit};

/// The first eight bytes. The first has its high bit set and the last two are a line end, so a copy that was taken for text
/// and mangled is not taken for a trace.
pub(crate) const MAGIC: [u8; 8] = *b"\x89TACHO\r\n";

/// Changes where an older reader would misunderstand.
pub const MAJOR_VERSION: u16 = 1;

/// Counts up with each kind of record or chunk that is added.
pub const MINOR_VERSION: u16 = 0;

/// Bytes of header text at most. A header has a page of text; this leaves room for ten thousand markers.
pub const MAX_HEADER_BYTES: usize = 1 << 20;

/// Bytes before the header's text: magic, versions, length, CRC.
const FIXED_BYTES: usize = 20;

/// A 64-bit hash, printed and stored as `0x` and sixteen digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash64(pub u64);

impl fmt::Display for Hash64 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#018x}", self.0)
    }
}

impl Serialize for Hash64 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hash64 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hash64, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.strip_prefix("0x").ok_or_else(|| de::Error::custom("a hash begins with 0x"))?;
        u64::from_str_radix(digits, 16).map(Hash64).map_err(de::Error::custom)
    }
}

/// What compiled the recorder. Where two differ, so may the bits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Build {
    /// Of this project.
    pub version: String,
    /// As `rustc --version` prints it.
    pub rustc: String,
    /// The target triple.
    pub target: String,
    /// Cargo features, sorted.
    pub features: Vec<String>,
    /// The version of the physics.
    pub rapier: String,
}

/// A moment worth finding again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marker {
    /// When.
    pub tick: Tick,
    /// What is to be seen there.
    pub text: String,
}

/// What a trace says about itself. Fields that a later minor version adds are ignored; those that a file lacks are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Header {
    /// For a list of traces.
    pub title: String,
    /// Whose commands and inputs these are.
    pub game: String,
    /// The name of the level, which is itself in the file.
    pub level: String,
    /// The level's canonical hash.
    pub level_hash: Hash64,
    /// The seed of the world.
    pub seed: u64,
    /// Ticks a second.
    pub tick_rate_hz: u32,
    /// The digest of a short canonical run: where two builds differ in it, they play by different rules.
    pub rules: Hash64,
    /// What recorded it.
    pub build: Build,
    /// When, as RFC 3339; empty where that would only make two equal recordings differ.
    pub started: String,
    /// The command line that made it.
    pub command: String,
    /// The names of the components that have digests of their own, in the order of [`crate::ComponentDigest::component`].
    pub components: Vec<String>,
    /// Moments that were known when recording began. Those marked on the way are records of their ticks.
    pub markers: Vec<Marker>,
}

impl Header {
    /// Reads the header alone, from the beginning of a file.
    ///
    /// # Errors
    /// Where it is no trace, of another major version, cut, damaged or too long.
    pub fn read_from(source: impl Read) -> Result<Header, TraceError> {
        Preamble::read_from(source).map(|preamble| preamble.header)
    }

    /// The header as the text that the file holds.
    pub(crate) fn to_ron(&self) -> String {
        let pretty = ron::ser::PrettyConfig::new().new_line("\n");
        ron::ser::to_string_pretty(self, pretty).expect("strings, integers and lists of them are always RON")
    }

    /// Everything that the file holds before its first chunk.
    pub(crate) fn encode(&self) -> Result<Vec<u8>, TraceError> {
        let text = self.to_ron();
        check_limit("bytes of header text", text.len(), MAX_HEADER_BYTES)?;
        let [major, minor] = [MAJOR_VERSION, MINOR_VERSION].map(u16::to_le_bytes);
        let fields = [&major[..], &minor, &(text.len() as u32).to_le_bytes()].concat();
        let crc = crc(&fields, text.as_bytes()).to_le_bytes();
        Ok([&MAGIC[..], &fields, &crc, text.as_bytes()].concat())
    }
}

/// Everything before the first chunk, as it was read.
pub(crate) struct Preamble {
    /// The header.
    pub header: Header,
    /// The minor version of the file.
    pub minor: u16,
    /// Where the first chunk begins.
    pub bytes: u64,
    /// What the first chunk names as the digest before it.
    pub digest: u64,
}

impl Preamble {
    pub fn read_from(mut source: impl Read) -> Result<Preamble, TraceError> {
        let mut fixed = Vec::with_capacity(FIXED_BYTES);
        source.by_ref().take(FIXED_BYTES as u64).read_to_end(&mut fixed)?;
        if !fixed.starts_with(&MAGIC) {
            return Err(TraceError::NotATrace);
        }
        let cut = |at_byte: usize| TraceError::Cut { place: Place::Header, at_byte: at_byte as u64 };
        let fixed = <[u8; FIXED_BYTES]>::try_from(fixed).map_err(|short| cut(short.len()))?;
        let [major, minor] = [8, 10].map(|at| u16::from_le_bytes([fixed[at], fixed[at + 1]]));
        if major != MAJOR_VERSION {
            return Err(TraceError::OtherVersion { major, minor });
        }
        let [text_bytes, stored_crc] =
            [12, 16].map(|at| u32::from_le_bytes([fixed[at], fixed[at + 1], fixed[at + 2], fixed[at + 3]]));
        let text_bytes = text_bytes as usize;
        if text_bytes > MAX_HEADER_BYTES {
            let what = "the length of its text is more than the format allows";
            return Err(TraceError::Damaged { place: Place::Header, at_byte: 0, what });
        }

        let mut text = Vec::with_capacity(text_bytes);
        source.take(text_bytes as u64).read_to_end(&mut text)?;
        if text.len() < text_bytes {
            return Err(cut(FIXED_BYTES + text.len()));
        }
        if crc(&fixed[8..16], &text) != stored_crc {
            return Err(TraceError::Damaged { place: Place::Header, at_byte: 0, what: "its CRC does not match" });
        }
        let header = ron::de::from_bytes(&text)?;
        let bytes = (FIXED_BYTES + text_bytes) as u64;
        Ok(Preamble { header, minor, bytes, digest: digest([&fixed, &text]) })
    }
}

/// The header's CRC: over versions, length and text.
fn crc(fields: &[u8], text: &[u8]) -> u32 {
    let mut crc = crc32fast::Hasher::new();
    crc.update(fields);
    crc.update(text);
    crc.finalize()
}
