//! The way of an entity between two measurements.
//!
//! On a straight line a car that gains speed is drawn at each stretch's average, and its pace steps at every measurement.
//! The cubic Hermite curve through both places with both velocities has the car's own pace at every measurement. But it
//! invents motion wherever something happened in between: a car that hit a wall would roll on and come back. So the curve
//! is drawn only where it is a motion that the car could have made by itself.

use super::{Measurement, PathKind};
use crate::session::tuning::Tuning;
use crate::snapshot::{POSITION_STEP_M, VELOCITY_STEP_MPS};
use crate::units::TICK_SECONDS;
use crate::units::math::{Quat, Vec3};

/// What a car's full brakes give, in m/s². More is a blow, a shove or a relocation.
pub const MOST_ACCELERATION_MPS2: f32 = 40.0;

/// A place on the way, and the pace there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    pub position: Vec3,
    pub rotation: Quat,
    pub velocity: Vec3,
}

/// The place at `tick`, between the two.
pub(super) fn between(from: &Measurement, to: &Measurement, tick: f64, kind: PathKind, tuning: &Tuning) -> Place {
    let whole = Window { from: stands_until(from, to, tuning), to: f64::from(to.tick.0) };
    let rotation = from.rotation.lerp(to.rotation, whole.share(tick));
    let curved = kind == PathKind::Curve && !tuning.faults.straight_lines;
    let curve = Curve::new(from, to, whole);
    let (position, velocity) = if curved && curve.is_driven() {
        curve.at(tick)
    } else {
        line_at(from, to, motion_window(from, to, whole, tuning), tick)
    };
    Place { position, rotation, velocity }
}

/// A stretch of time in which an entity goes from one place to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Window {
    from: f64,
    to: f64,
}

impl Window {
    fn seconds(self) -> f32 {
        (self.to - self.from) as f32 * TICK_SECONDS
    }

    /// How far into the window `tick` is: 0 at and before its start, 1 at and after its end.
    fn share(self, tick: f64) -> f32 {
        if tick >= self.to { 1.0 } else { (((tick - self.from) / (self.to - self.from)) as f32).max(0.0) }
    }
}

/// The tick at which the way begins. A start is news and is sent with the next snapshot, so what was measured at rest
/// stood until one snapshot before the next measurement at the latest: a start is never spread over a long stand.
fn stands_until(from: &Measurement, to: &Measurement, tuning: &Tuning) -> f64 {
    let first = f64::from(from.tick.0);
    let last_snapshot = f64::from(to.tick.0) - f64::from(tuning.snapshot_interval_ticks);
    if from.is_at_rest() { first.max(last_snapshot) } else { first }
}

/// When the entity moves on its straight line. A start or a stop lies somewhere in the snapshot that told of it; where,
/// the pace says that was measured on the moving side. So a stop is never drawn as a crawl.
fn motion_window(from: &Measurement, to: &Measurement, whole: Window, tuning: &Tuning) -> Window {
    let ticks_at = |velocity: Vec3| {
        let ticks = (to.position - from.position).length() / (velocity.length() * TICK_SECONDS);
        f64::from(ticks)
    };
    match (from.is_at_rest(), to.is_at_rest()) {
        (true, false) => Window { from: (whole.to - ticks_at(to.velocity)).max(whole.from), ..whole },
        (false, true) => {
            let earliest = (whole.to - f64::from(tuning.snapshot_interval_ticks)).max(whole.from);
            Window { to: (whole.from + ticks_at(from.velocity)).clamp(earliest, whole.to), ..whole }
        }
        _ => whole,
    }
}

fn line_at(from: &Measurement, to: &Measurement, window: Window, tick: f64) -> (Vec3, Vec3) {
    let share = window.share(tick);
    let way = to.position - from.position;
    let moves = tick > window.from && tick < window.to;
    (from.position + way * share, if moves { way / window.seconds() } else { Vec3::ZERO })
}

/// The Hermite curve over a window.
struct Curve {
    window: Window,
    start: Vec3,
    way: Vec3,
    /// The velocities at both ends, in m/s.
    from_velocity: Vec3,
    to_velocity: Vec3,
}

impl Curve {
    fn new(from: &Measurement, to: &Measurement, window: Window) -> Curve {
        let velocity_of = |end: &Measurement| if end.is_at_rest() { Vec3::ZERO } else { end.velocity };
        Curve {
            window,
            start: from.position,
            way: to.position - from.position,
            from_velocity: velocity_of(from),
            to_velocity: velocity_of(to),
        }
    }

    /// Whether a car could drive it: never backwards along its way, never harder than its brakes and the wire's rounding.
    fn is_driven(&self) -> bool {
        let seconds = self.window.seconds();
        let rounding = 6.0 * (POSITION_STEP_M / seconds + VELOCITY_STEP_MPS) / seconds;
        let most = MOST_ACCELERATION_MPS2 + rounding;
        // The acceleration goes evenly from one end to the other, so its greatest is at an end.
        let mean = self.way / seconds;
        let at_start = (mean * 6.0 - self.from_velocity * 4.0 - self.to_velocity * 2.0) / seconds;
        let at_end = (self.from_velocity * 2.0 + self.to_velocity * 4.0 - mean * 6.0) / seconds;
        at_start.length() <= most && at_end.length() <= most && self.slowest_along_mps() >= -VELOCITY_STEP_MPS
    }

    /// The least velocity along the way, in m/s: a parabola's least, at an end or at its vertex.
    fn slowest_along_mps(&self) -> f32 {
        let Some(along) = self.way.try_normalize() else { return 0.0 };
        let (first, last) = (self.from_velocity.dot(along), self.to_velocity.dot(along));
        let mean = self.way.length() / self.window.seconds();
        let square = 3.0 * (first + last) - 6.0 * mean;
        let linear = 6.0 * mean - 4.0 * first - 2.0 * last;
        let vertex = -linear / (2.0 * square);
        let ends = first.min(last);
        if square > 0.0 && (0.0..=1.0).contains(&vertex) { ends.min(first + linear * vertex * 0.5) } else { ends }
    }

    fn at(&self, tick: f64) -> (Vec3, Vec3) {
        let seconds = self.window.seconds();
        let t = self.window.share(tick);
        let (t2, t3) = (t * t, t * t * t);
        let position = self.start
            + self.way * (3.0 * t2 - 2.0 * t3)
            + self.from_velocity * seconds * (t3 - 2.0 * t2 + t)
            + self.to_velocity * seconds * (t3 - t2);
        let velocity = self.way / seconds * (6.0 * t - 6.0 * t2)
            + self.from_velocity * (3.0 * t2 - 4.0 * t + 1.0)
            + self.to_velocity * (3.0 * t2 - 2.0 * t);
        (position, velocity)
    }
}
