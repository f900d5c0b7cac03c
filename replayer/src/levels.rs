//! Levels as a command line names them.

use std::path::Path;
use std::sync::Arc;
use std::{fs, io};

use tacho_core::level::{Level, LevelData, LevelError, generators};

/// Why there is no such level.
#[derive(Debug, thiserror::Error)]
pub enum NoLevel {
    /// Neither a generator's name nor a path.
    #[error("no level is called {name:?}: give one of {}, or the path of a level's .ron file", generators::NAMES.join(", "))]
    Unknown {
        /// What was given.
        name: String,
    },
    /// A file that cannot be read.
    #[error("level {path}: {error}")]
    Unreadable {
        /// Its path.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// A file that is no level, or one that the rules cannot take.
    #[error("level {path}: {error}")]
    Refused {
        /// Its path or name.
        path: String,
        /// Where and why.
        error: LevelError,
    },
}

/// The level that `name` means: a generator's, or the file at that path.
///
/// # Errors
/// Where there is none, or one that is refused.
pub fn find(name: &str) -> Result<Arc<Level>, NoLevel> {
    let refused = |error| NoLevel::Refused { path: name.into(), error };
    let data = match generators::by_name(name) {
        Some(data) => data,
        None if Path::new(name).extension().is_some_and(|extension| extension == "ron") => {
            let text = fs::read_to_string(name).map_err(|error| NoLevel::Unreadable { path: name.into(), error })?;
            LevelData::from_ron(&text).map_err(refused)?
        }
        None => return Err(NoLevel::Unknown { name: name.into() }),
    };
    Level::compile(data).map_err(refused)
}
