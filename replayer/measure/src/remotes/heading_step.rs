//! **Heading step**: a frame in which an entity is drawn turning by 2 degrees more than truth turned at its fastest
//! nearby. People see a difference of direction from 1.8 degrees on (De Bruyn and Orban 1988); a distributed
//! simulation's default sends a new state from 3 on.
//!
//! The whole rotation is compared, since the rows do not say which way is up. Of a thing that drives, heading is nearly
//! all of it.

use crate::track::Step;

/// Beyond truth's own, in degrees.
const NOTICED_DEG: f64 = 2.0;

pub(super) fn is_heading_step(step: &Step) -> bool {
    step.turned_deg > step.near.greatest_turn_deg * step.real_ticks + NOTICED_DEG
}
