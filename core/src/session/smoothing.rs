//! Corrections that are eased: an offset on top of a pose, which decays.
//!
//! When the authority's word moves the predicted car by ten centimetres, the car is there at once, for everything that
//! meets it; only the picture lags, by an offset that shrinks to a third every 50 ms. The decay moves the drawn car by
//! twenty times the offset a second. Eased whatever its size, a 40 cm correction at a crash is a car that drives on after
//! it has stopped. So a correction that could not be hidden in the car's pace is shown at once.

use crate::session::tuning::Tuning;
use crate::units::Micros;
use crate::units::math::{Pose, Quat, Vec3, axis_rotation};

#[cfg(test)]
mod tests;

/// Largest correction that is eased at `pace_mps`, in metres: its decay starts at no more than a quarter again the pace.
#[must_use]
pub fn snaps_at_m(pace_mps: f32, tuning: &Tuning) -> f32 {
    if tuning.faults.no_smoothing {
        return 0.0;
    }
    (tuning.blend_mps(pace_mps) * tuning.smoothing_seconds).min(tuning.snap_m)
}

/// What is drawn less what is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SmoothingOffset {
    position: Vec3,
    /// Axis times angle in radians, which shrinks evenly where a quaternion does not.
    turn: Vec3,
}

impl SmoothingOffset {
    /// Takes up a correction of a pose, so that what is drawn does not move in this instant. Where what is drawn would
    /// then be more than `most_m` off, the whole offset is dropped instead; returns whether it was.
    pub fn correct(&mut self, before: &Pose, after: &Pose, most_m: f32) -> bool {
        let turned = turn_rotation(self.turn) * before.rotation * after.rotation.conjugate();
        self.position += before.translation - after.translation;
        self.turn = rotation_turn(turned);
        let snaps = self.position.length() > most_m;
        if snaps {
            *self = SmoothingOffset::default();
        }
        snaps
    }

    /// Lets a frame's time pass. Exact: two frames of 8 ms leave what one of 16 leaves.
    pub fn decay(&mut self, elapsed: Micros, tuning: &Tuning) {
        self.shrink(1.0 - libm::expf(-seconds(elapsed) / tuning.smoothing_seconds));
    }

    /// Lets a frame's time pass, adding no more than the bound to the pace of an entity that goes at `pace_mps`: for the
    /// neighbours, whose corrections are larger than what their pace hides.
    pub fn decay_at_pace(&mut self, elapsed: Micros, pace_mps: f32, tuning: &Tuning) {
        let most_share = tuning.blend_mps(pace_mps) * seconds(elapsed) / self.position.length();
        self.shrink((1.0 - libm::expf(-seconds(elapsed) / tuning.smoothing_seconds)).min(most_share));
    }

    /// Takes `share` of the offset away.
    pub fn shrink(&mut self, share: f32) {
        self.position *= 1.0 - share;
        self.turn *= 1.0 - share;
    }

    /// The pose to draw for `pose`.
    #[must_use]
    pub fn apply(&self, pose: &Pose) -> Pose {
        Pose::from_parts(pose.translation + self.position, turn_rotation(self.turn) * pose.rotation)
    }

    /// The offset of the position, in metres.
    #[must_use]
    pub fn position(&self) -> Vec3 {
        self.position
    }

    /// The angle of the offset, in radians.
    #[must_use]
    pub fn angle_rad(&self) -> f32 {
        self.turn.length()
    }
}

fn seconds(elapsed: Micros) -> f32 {
    elapsed.0 as f32 * 1e-6
}

/// The rotation by an axis times an angle.
pub(super) fn turn_rotation(turn: Vec3) -> Quat {
    let angle_rad = turn.length();
    if angle_rad > 0.0 { axis_rotation(turn / angle_rad, angle_rad) } else { Quat::IDENTITY }
}

/// The reverse, the shorter way round.
fn rotation_turn(rotation: Quat) -> Vec3 {
    let half = Vec3::new(rotation.x, rotation.y, rotation.z) * if rotation.w < 0.0 { -1.0 } else { 1.0 };
    let sine = half.length();
    if sine > 0.0 { half * (2.0 * libm::atan2f(sine, rotation.w.abs()) / sine) } else { Vec3::ZERO }
}
