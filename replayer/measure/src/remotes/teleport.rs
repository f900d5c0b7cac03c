//! **Teleport**: a frame in which an entity is drawn further on than 1.3 times truth's greatest pace nearby takes it,
//! by a quarter of a metre when it is near, half a metre in the middle, a metre far off. Unit: count, and the furthest
//! beyond the pace in m.
//!
//! A quarter of a metre is where a smooth correction stops looking like motion and a metre where it looks like another
//! car (Fiedler, on networked physics); the angle that it is seen under shrinks with the distance.

use crate::band::Band;
use crate::track::Step;

/// What the pace is allowed above truth's: as in `speed_ratio`.
const SLACK: f64 = 1.3;

#[derive(Debug, Default)]
pub(super) struct Teleports {
    pub count: u64,
    pub max_m: f64,
}

impl Teleports {
    pub(super) fn take(&mut self, teleport_m: Option<f64>) {
        if let Some(beyond_m) = teleport_m {
            self.count += 1;
            self.max_m = self.max_m.max(beyond_m);
        }
    }
}

/// How far it leapt, where it did.
pub(super) fn teleport_m(step: &Step) -> Option<f64> {
    let least_m = match step.to.band {
        Some(Band::Near) => 0.25,
        Some(Band::Mid) => 0.5,
        Some(Band::Far) | None => 1.0,
    };
    Some(step.beyond_pace_m(SLACK)).filter(|beyond_m| *beyond_m >= least_m)
}
