//! The short forms in which people write conditions: `40000:300` for a stall, `5` or `5%` for a share.

use crate::conditions::{MAX_TIME_US, Stall};

/// Characters of a refused text that an error repeats: enough to find it, and no more than a line of a terminal.
const EXCERPT_CHARS: usize = 40;

/// Why a short form is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// Text that is no stall.
    #[error("{text:?} is no stall; allowed: AT_MS:LENGTH_MS in whole milliseconds, such as 40000:300")]
    Stall {
        /// The text, shortened.
        text: String,
    },
    /// Text that is no share.
    #[error("{text:?} is no share; allowed: a number of percent from 0 to 100, such as 5 or 5%")]
    Share {
        /// The text, shortened.
        text: String,
    },
}

/// Reads a stall, `AT_MS:LENGTH_MS`: when it begins and how long it lasts, in whole milliseconds.
///
/// # Errors
/// Where the text is something else, or ends beyond [`MAX_TIME_US`].
pub fn parse_stall(text: &str) -> Result<Stall, ParseError> {
    let read = || {
        let (at_ms, length_ms) = text.trim().split_once(':')?;
        let stall = Stall { at_us: parse_ms(at_ms)?, length_us: parse_ms(length_ms)? };
        (stall.at_us.checked_add(stall.length_us)? <= MAX_TIME_US).then_some(stall)
    };
    read().ok_or_else(|| ParseError::Stall { text: excerpt(text) })
}

/// Reads percents, `5` or `5%`, as a share from 0 to 1.
///
/// # Errors
/// Where the text is no number, or not from 0 to 100.
pub fn parse_share(text: &str) -> Result<f64, ParseError> {
    let trimmed = text.trim();
    let number = trimmed.strip_suffix('%').unwrap_or(trimmed).trim_end();
    match number.parse::<f64>() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent / 100.0),
        _ => Err(ParseError::Share { text: excerpt(text) }),
    }
}

/// Whole milliseconds as microseconds.
fn parse_ms(text: &str) -> Option<u64> {
    text.parse::<u64>().ok()?.checked_mul(1000)
}

/// The beginning of a text from outside, short enough for an error.
pub(crate) fn excerpt(text: &str) -> String {
    text.chars().take(EXCERPT_CHARS).collect()
}
