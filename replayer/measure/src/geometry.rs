//! The little vector arithmetic that the measures need.

/// A place or a displacement in metres.
pub(crate) type Vector = [f64; 3];
/// A rotation as a unit quaternion, x y z w.
pub(crate) type Quaternion = [f64; 4];

pub(crate) fn difference(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

pub(crate) fn distance(a: Vector, b: Vector) -> f64 {
    length(difference(a, b))
}

/// The point at `share` of the way from `a` to `b`.
pub(crate) fn lerp(a: Vector, b: Vector, share: f64) -> Vector {
    std::array::from_fn(|axis| a[axis] + (b[axis] - a[axis]) * share)
}

/// The distance from `point` to the straight line between `a` and `b`.
pub(crate) fn distance_to_segment(point: Vector, a: Vector, b: Vector) -> f64 {
    let along = difference(b, a);
    let square = dot(along, along);
    let share = if square > 0.0 { (dot(difference(point, a), along) / square).clamp(0.0, 1.0) } else { 0.0 };
    distance(point, lerp(a, b, share))
}

/// The angle between two rotations in degrees. By the chord instead of the arc cosine of the product: that one cannot
/// tell angles below a millionth of a degree from none, and this one is exactly 0 for equal rotations.
pub(crate) fn angle_deg(a: Quaternion, b: Quaternion) -> f64 {
    let chord = |sign: f64| (0..4).map(|part| (a[part] - sign * b[part]).powi(2)).sum::<f64>().sqrt();
    // A quaternion and its negative are one rotation: the nearer of the two counts.
    (4.0 * (chord(1.0).min(chord(-1.0)) / 2.0).min(1.0).asin()).to_degrees()
}
