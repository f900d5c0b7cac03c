//! **Backward**: a frame in which an entity is drawn against every direction that truth took near it, by more than two
//! quanta of the wire (each end of the displacement may be off by one).
//!
//! Only while truth moves faster than 1 m/s all along: a car that truly brings itself to a stop and reverses takes both
//! directions, and one that creeps is drawn to and fro by the quanta.

use crate::geometry::dot;
use crate::rows::Settings;
use crate::track::Step;
use crate::truth::Truth;

/// The least speed of truth, in m/s.
const MOVING_MPS: f64 = 1.0;

pub(super) fn is_backward(truth: &Truth, step: &Step, settings: &Settings) -> bool {
    if step.near.least_mps <= MOVING_MPS {
        return false;
    }
    let drawn = step.from.row.span.join(step.to.row.span);
    let directions = truth.directions_near(step.to.row.entity, drawn);
    let forward_m = directions.map(|direction| dot(step.moved, direction)).fold(f64::NEG_INFINITY, f64::max);
    forward_m < -2.0 * settings.wire_quantum_m
}
