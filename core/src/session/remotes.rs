//! One entity that the player does not control, as it is drawn from its measurements.
//!
//! Snapshots come twenty times a second and frames sixty, so most frames fall between two measurements and some after the
//! newest. Filling the holes with poses that nobody measured makes feet slide and far cars burst; dropping what looks
//! unchanged loses stops. So the buffer holds measurements and nothing else, at the ticks they were true, and draws
//!
//! - between two of them along the entity's path,
//! - past the newest by its velocity for a while, then held; what was measured at rest is held, which is exact,
//! - behind the render tick by a delay of its tier, which follows the tier slowly, since a jump of it is a jump of the car.
//!
//! What is drawn past the newest is a guess. When the next measurement says otherwise the difference is drawn away at a
//! bounded share of the entity's pace, and taken at once where it is no motion at all.

use std::collections::VecDeque;

use crate::play::Source;
use crate::session::smoothing::{SmoothingOffset, turn_rotation};
use crate::session::tuning::Tuning;
use crate::snapshot::VELOCITY_STEP_MPS;
use crate::units::math::{Pose, Quat, Vec3};
use crate::units::{TICK_SECONDS, Tick};

mod path;
#[cfg(test)]
mod tests;

pub use path::MOST_ACCELERATION_MPS2;

/// Measurements kept. Eight snapshots are 24 ticks: the render delay, a lost snapshot or two and the two around what is
/// drawn; a far tier's eight reach further still.
pub const MEASUREMENTS: usize = 8;

/// Each axis of a velocity across the ground below which an entity is at rest, in m/s: three steps of the wire, so that a
/// parked car settling on its springs rests.
pub const REST_MPS: f32 = 3.0 * VELOCITY_STEP_MPS;

/// How fast a tier's delay may change, in ticks a tick. 5 %, unseen in a car's pace.
const DELAY_DRIFT: f64 = 0.05;

/// Fastest turn by which a difference of rotation is drawn away, in rad/s: 1.5 degrees a frame, under the two that are
/// noticed.
const BLEND_TURN_RADPS: f32 = std::f32::consts::FRAC_PI_2;

/// A difference that would take longer than this to draw away is taken at once, in ticks. Two seconds: a car that is
/// drawn metres off for longer is a worse lie than a jump.
const LONGEST_BLEND_TICKS: f32 = 120.0;

/// The blend of [`Faults::fixed_blend`](crate::session::tuning::Faults::fixed_blend): a quarter of a second.
const FIXED_BLEND_TICKS: f32 = 15.0;

/// What the authority measured of an entity at one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measurement {
    /// When.
    pub tick: Tick,
    /// Position in metres.
    pub position: Vec3,
    /// Rotation.
    pub rotation: Quat,
    /// Velocity in m/s.
    pub velocity: Vec3,
    /// Angular velocity in rad/s, about the world's axes.
    pub spin: Vec3,
}

impl Measurement {
    /// Whether it stands, as far as the ground is concerned.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        self.velocity.x.abs() <= REST_MPS && self.velocity.z.abs() <= REST_MPS
    }
}

/// How an entity goes from one measurement to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathKind {
    /// Its speed changes slowly against the snapshots: vehicles and what flies.
    Curve,
    /// It stops and starts within two or three ticks, at a moment that no measurement says: people and dogs.
    Line,
}

/// An entity as a frame shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RemotePose {
    /// The authority's tick that it is drawn at.
    pub tick: f64,
    /// Position in metres.
    pub position: Vec3,
    /// Rotation.
    pub rotation: Quat,
    /// The velocity that it is drawn moving at, in m/s: an animation that goes by it keeps its feet on the ground.
    pub velocity: Vec3,
    /// Where the pose comes from.
    pub source: Source,
    /// The measurements that it lies between; the same twice where it is past the newest or before the oldest.
    pub from: Tick,
    /// See `from`.
    pub to: Tick,
    /// How far it is from the one to the other, 0..=1, for what is interpolated beside the pose.
    pub share: f32,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct RemoteBuffer {
    kind: PathKind,
    /// Oldest first, never empty.
    measurements: VecDeque<Measurement>,
    /// The tier's delay as it is now, and where it goes.
    delay_ticks: f64,
    tier_delay_ticks: f64,
    /// The render tick and the pose's own tick of the last frame that drew it.
    drawn: Option<Drawn>,
    /// What is drawn less what the measurements say, and the ticks left to draw it away in.
    blend: SmoothingOffset,
    blend_left_ticks: f32,
}

#[derive(Clone, Copy, Debug)]
struct Drawn {
    render_tick: f64,
    tick: f64,
}

impl RemoteBuffer {
    /// A buffer that begins with one measurement, in the tier with this delay.
    #[must_use]
    pub fn new(kind: PathKind, first: Measurement, tier_delay_ticks: u32) -> RemoteBuffer {
        let delay = f64::from(tier_delay_ticks);
        RemoteBuffer {
            kind,
            measurements: VecDeque::from([first]),
            delay_ticks: delay,
            tier_delay_ticks: delay,
            drawn: None,
            blend: SmoothingOffset::default(),
            blend_left_ticks: 0.0,
        }
    }

    /// Takes up a measurement; returns whether it is news. One that is no newer than the newest is not.
    pub fn push(&mut self, measured: Measurement, tuning: &Tuning) -> bool {
        let known = *self.newest();
        if measured.tick <= known.tick {
            return false;
        }
        let before = self.drawn.map(|drawn| self.pose_at(drawn.tick, tuning));
        self.measurements.push_back(measured);
        if self.measurements.len() > MEASUREMENTS {
            self.measurements.pop_front();
        }
        if let Some(before) = before {
            let after = self.pose_at(before.tick, tuning);
            self.draw_away(&before, &after, &known, tuning);
        }
        true
    }

    /// The entity is now in the tier with this delay.
    pub fn set_tier_delay(&mut self, ticks: u32) {
        self.tier_delay_ticks = f64::from(ticks);
    }

    /// The delay of its tier as it is now, on its way to the one that was set, in ticks.
    #[must_use]
    pub fn delay_ticks(&self) -> f64 {
        self.delay_ticks
    }

    /// The newest measurement.
    #[must_use]
    pub fn newest(&self) -> &Measurement {
        &self.measurements[self.measurements.len() - 1]
    }

    /// The pose for a frame that is drawn at `render_tick`. Between two calls the delay and the differences move on.
    pub fn draw(&mut self, render_tick: f64, tuning: &Tuning) -> RemotePose {
        let ticks = self.drawn.map_or(0.0, |drawn| (render_tick - drawn.render_tick).max(0.0));
        let drift = DELAY_DRIFT * ticks;
        self.delay_ticks += (self.tier_delay_ticks - self.delay_ticks).clamp(-drift, drift);
        let tick = render_tick - self.delay_ticks;
        self.drawn = Some(Drawn { render_tick, tick });
        let mut pose = self.pose_at(tick, tuning);
        self.blend_into(&mut pose, ticks as f32, tuning);
        pose
    }

    /// Where the measurements alone put it at `tick`.
    #[must_use]
    pub fn pose_at(&self, tick: f64, tuning: &Tuning) -> RemotePose {
        let Some(later) = self.measurements.iter().position(|measured| f64::from(measured.tick.0) > tick) else {
            return self.pose_after_newest(tick, tuning);
        };
        let to = &self.measurements[later];
        let Some(earlier) = later.checked_sub(1) else { return held(to, tick) };
        let from = &self.measurements[earlier];
        let place = path::between(from, to, tick, self.kind, tuning);
        RemotePose {
            tick,
            position: place.position,
            rotation: place.rotation,
            velocity: place.velocity,
            source: Source::Interpolated,
            from: from.tick,
            to: to.tick,
            share: ((tick - f64::from(from.tick.0)) / f64::from(to.tick.since(from.tick))) as f32,
        }
    }

    /// The newest measurement, carried on by its velocity and its spin while it is in motion and not too old.
    fn pose_after_newest(&self, tick: f64, tuning: &Tuning) -> RemotePose {
        let newest = self.newest();
        let past_ticks = tick - f64::from(newest.tick.0);
        let most_ticks = f64::from(tuning.extrapolation_ticks);
        let mut pose = held(newest, tick);
        if newest.is_at_rest() {
            return pose;
        }
        let seconds = past_ticks.min(most_ticks) as f32 * TICK_SECONDS;
        pose.position += newest.velocity * seconds;
        pose.rotation = turn_rotation(newest.spin * seconds) * newest.rotation;
        if past_ticks < most_ticks {
            (pose.velocity, pose.source) = (newest.velocity, Source::Extrapolated);
        }
        pose
    }

    /// Takes up the difference that a measurement made to the pose being drawn: what is drawn does not jump by it.
    fn draw_away(&mut self, before: &RemotePose, after: &RemotePose, known: &Measurement, tuning: &Tuning) {
        let (before_pose, after_pose) = (pose_of(before), pose_of(after));
        if before_pose == after_pose {
            return;
        }
        // Beyond what it can have moved, unheard of, at the pace that it had or has, it was put somewhere else.
        let pace_mps = self.newest().velocity.length();
        let unheard_seconds = (after.tick - f64::from(known.tick.0)).max(0.0) as f32 * TICK_SECONDS;
        let moved_m = pace_mps.max(known.velocity.length()) * unheard_seconds;
        let blended_m = tuning.blend_mps(pace_mps) * LONGEST_BLEND_TICKS * TICK_SECONDS;
        let most_m = (tuning.snap_m + moved_m).min(blended_m);
        let most_m = if tuning.faults.no_smoothing { 0.0 } else { most_m };
        self.blend.correct(&before_pose, &after_pose, most_m);
        self.blend_left_ticks = tuning.blend_ticks as f32;
    }

    /// Lays the difference that is left over a pose, after `ticks` more of drawing it away.
    fn blend_into(&mut self, pose: &mut RemotePose, ticks: f32, tuning: &Tuning) {
        let (offset, offset_rad) = (self.blend.position(), self.blend.angle_rad());
        if offset == Vec3::ZERO && offset_rad == 0.0 {
            return;
        }
        // Shares of what is left, per tick; an offset of nothing has no bound of its own.
        let share_per_tick = if tuning.faults.fixed_blend {
            1.0 / FIXED_BLEND_TICKS
        } else {
            let by_pace = tuning.blend_mps(pose.velocity.length()) * TICK_SECONDS / offset.length();
            let by_turn = BLEND_TURN_RADPS * TICK_SECONDS / offset_rad;
            (1.0 / self.blend_left_ticks.max(1.0)).min(by_pace).min(by_turn)
        };
        self.blend.shrink((share_per_tick * ticks).min(1.0));
        self.blend_left_ticks -= ticks;
        let drawn = self.blend.apply(&pose_of(pose));
        (pose.position, pose.rotation, pose.source) = (drawn.translation, drawn.rotation, Source::Blending);
        pose.velocity -= offset * (share_per_tick / TICK_SECONDS);
    }
}

fn pose_of(pose: &RemotePose) -> Pose {
    Pose::from_parts(pose.position, pose.rotation)
}

/// A measurement as it stands.
fn held(measured: &Measurement, tick: f64) -> RemotePose {
    RemotePose {
        tick,
        position: measured.position,
        rotation: measured.rotation,
        velocity: Vec3::ZERO,
        source: Source::Held,
        from: measured.tick,
        to: measured.tick,
        share: 0.0,
    }
}
