//! One word in which two states differ, as reports show it.

use std::fmt;

use serde::Serialize;
use tacho_core::sim::Difference;

/// A word of the state with its two values. Beside each value its bits, since two values may print alike.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Word {
    /// Whose, as index and generation.
    pub entity: String,
    /// In which component.
    pub component: &'static str,
    /// In which field, with the part of it that is meant.
    pub field: String,
    /// The one value.
    pub left: String,
    /// Its bits.
    pub left_bits: String,
    /// The other value.
    pub right: String,
    /// Its bits.
    pub right_bits: String,
}

impl From<&Difference> for Word {
    fn from(difference: &Difference) -> Word {
        let Difference { entity, component, field, part, left, right } = difference;
        Word {
            entity: entity.to_string(),
            component,
            field: format!("{field}{part}"),
            left: left.to_string(),
            left_bits: format!("{:08x}", left.bits()),
            right: right.to_string(),
            right_bits: format!("{:08x}", right.bits()),
        }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Word { entity, component, field, left, left_bits, right, right_bits } = self;
        write!(f, "entity {entity}, {component}.{field}: {left} ({left_bits}) against {right} ({right_bits})")
    }
}
