//! **Stale samples**: measurements that the client drew from and that the authority never made: it was elsewhere at the
//! tick that they are said to be of, or was not there at all. Must be 0: a sample that is filled in, say with the last
//! pose at a newer tick, makes a moving car stand and leap.
//!
//! Positions travel in steps, so one counts as another place from two quanta of the wire on. What was filled in with
//! the true place is not found, and does no harm.

use crate::band::Band;
use crate::geometry::distance;
use crate::rows::{Frame, SampleRow, Settings};
use crate::truth::Truth;

/// Yields the band of every stale sample.
pub(super) fn measure(
    truth: &Truth,
    samples: &[SampleRow],
    frames: &[&Frame],
    settings: &Settings,
    mut take: impl FnMut(Option<Band>),
) {
    for sample in samples.iter().filter(|sample| settings.contains(sample.time_us)) {
        let row = truth.row(sample.entity, sample.tick);
        if row.is_some_and(|row| distance(row.position, sample.position) <= 2.0 * settings.wire_quantum_m) {
            continue;
        }
        // The frame that it was taken up for.
        let frame = frames.get(frames.partition_point(|frame| frame.time_us < sample.time_us));
        let viewer = frame.and_then(|frame| truth.position_at(frame.viewpoint?, truth.tick_at(frame.time_us)?));
        take(viewer.and_then(|viewer| Band::of(distance(viewer, row.map_or(sample.position, |row| row.position)))));
    }
}
