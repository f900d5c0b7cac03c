//! Lines of points: how long they are, what lies beside them, where one is after some metres.

use crate::units::math::Vec3;

/// How far a corner of a parallel line may reach out, as a multiple of its distance: a hairpin's would reach to infinity.
const MOST_MITRE: f32 = 2.0;

/// What lies to the left of a direction, seen from above.
pub(in crate::level) fn left_of(direction: Vec3) -> Vec3 {
    Vec3::new(direction.z, 0.0, -direction.x)
}

/// The unit direction from `a` to `b` across the ground; zero where there is none.
pub(in crate::level) fn direction(a: Vec3, b: Vec3) -> Vec3 {
    Vec3::new(b.x - a.x, 0.0, b.z - a.z).normalize_or_zero()
}

/// The heading of a direction, in radians.
pub(in crate::level) fn heading(direction: Vec3) -> f32 {
    libm::atan2f(direction.x, direction.z)
}

/// The length of a line, in metres.
pub(in crate::level) fn length(points: &[Vec3]) -> f32 {
    points.windows(2).map(|pair| (pair[1] - pair[0]).length()).sum()
}

/// The lowest and the highest corner of the box about a line.
pub(in crate::level) fn corners(points: &[Vec3]) -> [Vec3; 2] {
    let lowest = points.iter().copied().fold(Vec3::INFINITY, Vec3::min);
    [lowest, points.iter().copied().fold(Vec3::NEG_INFINITY, Vec3::max)]
}

/// The point `along_m` after the start of a line, and the direction there. Beyond an end it is the end.
///
/// # Panics
/// On a line of no points.
pub(in crate::level) fn at(points: &[Vec3], along_m: f32) -> (Vec3, Vec3) {
    let mut left_m = along_m.max(0.0);
    for pair in points.windows(2) {
        let stretch_m = (pair[1] - pair[0]).length();
        if left_m <= stretch_m && stretch_m > 0.0 {
            return (pair[0].lerp(pair[1], left_m / stretch_m), direction(pair[0], pair[1]));
        }
        left_m -= stretch_m;
    }
    let last = points[points.len() - 1];
    (last, points.len().checked_sub(2).map_or(Vec3::ZERO, |before| direction(points[before], last)))
}

/// The part of a line from `from_m` to `to_m` after its start.
pub(in crate::level) fn between(points: &[Vec3], from_m: f32, to_m: f32) -> Vec<Vec3> {
    let mut part = vec![at(points, from_m).0];
    let mut along_m = 0.0;
    for pair in points.windows(2) {
        along_m += (pair[1] - pair[0]).length();
        // A point at an end of the part is that end.
        if along_m > from_m + 0.01 && along_m < to_m - 0.01 {
            part.push(pair[1]);
        }
    }
    part.push(at(points, to_m).0);
    part
}

/// The line `left_m` to the left of another; to the right where that is below zero.
pub(in crate::level) fn beside(points: &[Vec3], left_m: f32) -> Vec<Vec3> {
    let last = points.len() - 1;
    let ring = points[0] == points[last] && last > 2;
    let shifted = |i: usize| {
        let before = match i {
            0 if ring => direction(points[last - 1], points[last]),
            0 => direction(points[0], points[1]),
            _ => direction(points[i - 1], points[i]),
        };
        let after = match i {
            _ if i < last => direction(points[i], points[i + 1]),
            _ if ring => direction(points[0], points[1]),
            _ => before,
        };
        let middle = (before + after).normalize_or(before);
        let mitre = 1.0 / middle.dot(before).max(1.0 / MOST_MITRE);
        points[i] + left_of(middle) * (left_m * mitre)
    };
    (0..points.len()).map(shifted).collect()
}

/// How near a line comes to a point, and how far after its start. `None` for a line without a stretch.
pub(in crate::level) fn nearest(points: &[Vec3], point: Vec3) -> Option<(f32, f32)> {
    let mut best: Option<(f32, f32)> = None;
    let mut along_m = 0.0;
    for pair in points.windows(2) {
        let stretch = pair[1] - pair[0];
        let stretch_m = stretch.length();
        let share = ((point - pair[0]).dot(stretch) / stretch.length_squared().max(1e-9)).clamp(0.0, 1.0);
        let distance_m2 = (pair[0] + stretch * share - point).length_squared();
        if best.is_none_or(|(least_m2, _)| distance_m2 < least_m2) {
            best = Some((distance_m2, along_m + share * stretch_m));
        }
        along_m += stretch_m;
    }
    best.map(|(least_m2, along_m)| (least_m2.sqrt(), along_m))
}
