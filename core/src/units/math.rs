//! Vectors and rotations, and the few functions of angles that are the same bits on every target.
//!
//! `sin`, `cos` and their kind come from the system's mathematics library in std, which rounds differently from one target
//! to the next; here they come from `libm`. Right-handed axes: +z is forward, +y up, +x to the left of +z.

pub use rapier3d::glamx::{Quat, Vec3};
pub use rapier3d::math::Pose;

/// The direction "forward" of an unrotated body.
pub const FORWARD: Vec3 = Vec3::Z;
/// The direction "up" of an unrotated body.
pub const UP: Vec3 = Vec3::Y;
/// The axle of an unrotated body: towards +x.
pub const AXLE: Vec3 = Vec3::X;

/// The rotation about +y by `yaw_rad`; a positive yaw turns +z towards +x.
#[must_use]
pub fn yaw_rotation(yaw_rad: f32) -> Quat {
    axis_rotation(UP, yaw_rad)
}

/// The rotation about a unit `axis` by `angle_rad`.
#[must_use]
pub fn axis_rotation(axis: Vec3, angle_rad: f32) -> Quat {
    let (sin, cos) = libm::sincosf(angle_rad * 0.5);
    Quat::from_xyzw(axis.x * sin, axis.y * sin, axis.z * sin, cos)
}

/// The heading of a rotation: the yaw, in radians, of where its forward axis points across the ground.
#[must_use]
pub fn yaw_of(rotation: Quat) -> f32 {
    let forward = rotation * FORWARD;
    libm::atan2f(forward.x, forward.z)
}

/// The angle between two unit rotations, in radians. Read from the vector part, since the scalar part of a small angle is
/// 1 to f32's precision and would read a twentieth of a degree as nothing.
#[must_use]
pub fn angle_between(a: Quat, b: Quat) -> f32 {
    // A rotation times its own reverse is the identity but for the last bit, which would read as a turn.
    if a == b {
        return 0.0;
    }
    let difference = a.conjugate() * b;
    let sine = Vec3::new(difference.x, difference.y, difference.z).length();
    2.0 * libm::atan2f(sine, difference.w.abs())
}

/// `angle_rad` brought into (-pi, pi].
#[must_use]
pub fn wrap_angle(angle_rad: f32) -> f32 {
    let turn = std::f32::consts::TAU;
    if angle_rad.abs() < std::f32::consts::PI {
        return angle_rad;
    }
    let wrapped = angle_rad - turn * (angle_rad / turn).round();
    if wrapped <= -std::f32::consts::PI { wrapped + turn } else { wrapped }
}
