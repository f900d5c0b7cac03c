//! **Drawn jump**, in m: how far the own entity is drawn in one frame beyond 1.3 times truth's greatest pace nearby;
//! counted from 2 cm on. The 1.3 is that of the speed ratio of everyone else. The 2 cm are for an entity at rest, whose
//! pace allows nothing, while small corrections are still eased.

use crate::track::Step;

/// What the pace is allowed above truth's.
const SLACK: f64 = 1.3;
/// From where on it counts, in metres.
const COUNTED_M: f64 = 0.02;

pub(super) fn drawn_jump_m(step: &Step) -> Option<f64> {
    Some(step.beyond_pace_m(SLACK)).filter(|beyond_m| *beyond_m > COUNTED_M)
}
