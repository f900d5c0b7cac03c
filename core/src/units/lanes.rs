//! Four numbers, or four vectors, as one.
//!
//! A vehicle has four wheels, and what is worked out for one of them is worked out for each: in four lanes of a register it
//! is worked out once. Only what rounds alike on every target is used of them: sums, products, quotients, roots and
//! comparisons, each lane by itself; no fused products, no estimated reciprocals, and no sums across lanes but in the order
//! of the lanes. A comparison gives a mask, all bits of a lane or none.

use std::ops::{Add, Mul, Sub};

pub use wide::f32x4;

use super::math::Vec3;

/// Four vectors.
#[derive(Clone, Copy, Debug)]
pub struct Vec3x4 {
    /// The first coordinate of each.
    pub x: f32x4,
    /// The second.
    pub y: f32x4,
    /// The third.
    pub z: f32x4,
}

impl Vec3x4 {
    /// Four times zero.
    pub const ZERO: Vec3x4 = Vec3x4 { x: f32x4::ZERO, y: f32x4::ZERO, z: f32x4::ZERO };

    /// Four times the same.
    #[must_use]
    pub fn splat(vector: Vec3) -> Vec3x4 {
        Vec3x4 { x: f32x4::splat(vector.x), y: f32x4::splat(vector.y), z: f32x4::splat(vector.z) }
    }

    /// The vector of one lane.
    #[must_use]
    pub fn lane(&self, lane: usize) -> Vec3 {
        Vec3::new(self.x.as_array()[lane], self.y.as_array()[lane], self.z.as_array()[lane])
    }

    /// The lanes' products with their partners.
    #[must_use]
    pub fn dot(self, other: Vec3x4) -> f32x4 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The lanes' cross products with their partners.
    #[must_use]
    pub fn cross(self, other: Vec3x4) -> Vec3x4 {
        Vec3x4 {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    /// Each brought to length 1. One that has no length has no number either.
    #[must_use]
    pub fn normalize(self) -> Vec3x4 {
        self * (f32x4::ONE / self.dot(self).sqrt())
    }

    /// Of each lane this where `mask` is set, and `other` where it is not.
    #[must_use]
    pub fn or(self, mask: f32x4, other: Vec3x4) -> Vec3x4 {
        Vec3x4 {
            x: mask.bitselect(self.x, other.x),
            y: mask.bitselect(self.y, other.y),
            z: mask.bitselect(self.z, other.z),
        }
    }

    /// The four added up, in their order.
    #[must_use]
    pub fn sum(&self) -> Vec3 {
        self.lane(0) + self.lane(1) + self.lane(2) + self.lane(3)
    }

    /// The least and the greatest of each coordinate.
    #[must_use]
    pub fn bounds(&self) -> (Vec3, Vec3) {
        let lanes = [1, 2, 3].map(|lane| self.lane(lane));
        lanes.iter().fold((self.lane(0), self.lane(0)), |(low, high), at| (low.min(*at), high.max(*at)))
    }
}

impl From<[Vec3; 4]> for Vec3x4 {
    fn from(vectors: [Vec3; 4]) -> Vec3x4 {
        let coordinates = |of: fn(&Vec3) -> f32| f32x4::from([0, 1, 2, 3].map(|lane| of(&vectors[lane])));
        Vec3x4 { x: coordinates(|v| v.x), y: coordinates(|v| v.y), z: coordinates(|v| v.z) }
    }
}

impl Add for Vec3x4 {
    type Output = Vec3x4;

    fn add(self, other: Vec3x4) -> Vec3x4 {
        Vec3x4 { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl Sub for Vec3x4 {
    type Output = Vec3x4;

    fn sub(self, other: Vec3x4) -> Vec3x4 {
        Vec3x4 { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

impl Mul<f32x4> for Vec3x4 {
    type Output = Vec3x4;

    fn mul(self, factor: f32x4) -> Vec3x4 {
        Vec3x4 { x: self.x * factor, y: self.y * factor, z: self.z * factor }
    }
}

/// The lesser of each pair; the first where one of them is no number.
#[must_use]
pub fn lesser(a: f32x4, b: f32x4) -> f32x4 {
    b.simd_lt(a).bitselect(b, a)
}

/// The greater of each pair; the first where one of them is no number.
#[must_use]
pub fn greater(a: f32x4, b: f32x4) -> f32x4 {
    b.simd_gt(a).bitselect(b, a)
}
