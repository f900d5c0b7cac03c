//! Smooth lines through a few points.

use crate::units::math::Vec3;

/// The longest stretch of a bend, in metres.
const STRETCH_M: f32 = 7.0;

/// A bend of less than this between two points, in metres, is straight.
const STRAIGHT_M: f32 = 0.05;

/// A smooth line through `points`, its ends as given.
pub(in crate::level::generators) fn smooth_line(points: &[Vec3]) -> Vec<Vec3> {
    let last = points.len() - 1;
    let before_first = points[0] * 2.0 - points[1];
    let after_last = points[last] * 2.0 - points[last - 1];
    let at = |i: usize| match i {
        0 => before_first,
        _ if i > last + 1 => after_last,
        _ => points[i - 1],
    };
    let mut line = vec![points[0]];
    for i in 0..last {
        add_span(&mut line, [at(i), at(i + 1), at(i + 2), at(i + 3)]);
    }
    line
}

/// A smooth ring through `points`; its last point is its first.
pub(in crate::level::generators) fn smooth_ring(points: &[Vec3]) -> Vec<Vec3> {
    let at = |i: usize| points[i % points.len()];
    let mut line = vec![points[0]];
    for i in 0..points.len() {
        add_span(&mut line, [at(i + points.len() - 1), at(i), at(i + 1), at(i + 2)]);
    }
    line
}

/// Adds the span from the second to the third of four points: a Catmull-Rom curve, in as many stretches as its length
/// asks for, or one where it does not bend.
fn add_span(line: &mut Vec<Vec3>, [a, b, c, d]: [Vec3; 4]) {
    let (out, on) = ((c - a) * 0.5, (d - b) * 0.5);
    let at = |t: f32| {
        let (t2, t3) = (t * t, t * t * t);
        b * (2.0 * t3 - 3.0 * t2 + 1.0) + out * (t3 - 2.0 * t2 + t) + c * (3.0 * t2 - 2.0 * t3) + on * (t3 - t2)
    };
    let chord = c - b;
    let off_m = |t: f32| (at(t) - b).cross(chord.normalize_or_zero()).length();
    let steps = if off_m(0.25).max(off_m(0.75)) < STRAIGHT_M { 1 } else { (chord.length() / STRETCH_M).ceil() as u32 };
    line.extend((1..steps).map(|step| at(step as f32 / steps as f32)));
    line.push(c);
}
