//! Keys for somebody on its feet.

use std::f32::consts::TAU;

use crate::input::{Input, Keys};
use crate::units::math::Vec3;

/// The aim along a way across the ground, as an input carries it.
pub fn aim_along(way: Vec3) -> u16 {
    // Rounding up to a whole turn is none.
    (libm::atan2f(way.x, way.z).rem_euclid(TAU) / TAU * 65_536.0) as u32 as u16
}

/// Walks along a way, at a share of the pace.
pub fn walk_along(way: Vec3, share: f32, keys: Keys) -> Input {
    Input { aim: aim_along(way), ..Input::from_axes(share, 0.0, keys) }
}

/// Holds the weapon of a slot along a way, and walks along it at a share of the pace.
pub fn attack_along(way: Vec3, share: f32, slot: usize, keys: Keys) -> Input {
    Input { items: (slot as u8) << 4, ..walk_along(way, share, keys) }
}
