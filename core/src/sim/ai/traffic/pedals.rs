//! Steering and speed as a driver holds them.
//!
//! The wheel follows a point on the way ahead, by the circle that leads the rear axle there. The pedals are what the class
//! needs for an acceleration: half a pedal moves a buggy like a shot and a bus hardly.

use super::Car;
use super::way::Way;
use crate::input::{Input, Keys};
use crate::sim::vehicle::Class;
use crate::units::math::{AXLE, Vec3};

/// The car is led to a point so far ahead, in metres, and so much further per m/s, in seconds.
const LEAD_M: f32 = 2.2;
const LEAD_S: f32 = 0.38;

/// What share of the way that the car is off its line is added to that point, and of how much at most, in metres: tyres
/// slip, and by the circle alone a car runs wide in a bend.
const OFF_SHARE: f32 = 0.6;
const MOST_OFF_M: f32 = 1.2;

/// How hard a driver accelerates, and brakes when it can choose, in m/s².
pub const ACCELERATES_MPS2: f32 = 2.4;
pub const BRAKES_MPS2: f32 = 3.0;

/// The hardest that anybody brakes, in m/s².
const STOPS_MPS2: f32 = 8.5;

/// A driver who wants less than this, in m/s², does not pull away.
pub const PULLS_AWAY_MPS2: f32 = 0.2;

/// Within so many seconds a driver has the speed that it wants.
const SETTLES_S: f32 = 0.5;

/// Slower than this, in m/s, a car is held by the handbrake: the brake pedal would drive it backwards.
const HOLDS_MPS: f32 = 1.3;

/// The most of the pedal that a driver uses.
const MOST_PEDAL: f32 = 0.85;

/// What one who goes round something drives at, at most, in m/s.
const GOES_ROUND_MPS: f32 = 5.0;

/// A driver stops so far before a line, in metres.
const LINE_GAP_M: f32 = 0.4;

/// The tightest turn that a car makes, in metres: what its rear axle turns in at walking pace, and a little that every
/// turn leaves beside it.
pub fn tightest_m(class: &Class) -> f32 {
    0.85 * 2.0 * class.half_base_m / libm::tanf(class.steering_rad)
}

/// What brings a car from its speed to another.
pub fn pace_mps2(speed_mps: f32, wanted_mps: f32) -> f32 {
    ((wanted_mps - speed_mps) / SETTLES_S).clamp(-BRAKES_MPS2, ACCELERATES_MPS2)
}

/// What brings a car to a stop at a line that is `line_m` away, or to it.
pub fn stop_mps2(speed_mps: f32, line_m: f32) -> f32 {
    let left_m = (line_m - LINE_GAP_M).max(0.0);
    let needed = speed_mps.max(0.0).powi(2) / (2.0 * left_m.max(0.05));
    match needed < 0.75 * BRAKES_MPS2 {
        true => pace_mps2(speed_mps, (2.0 * 0.75 * BRAKES_MPS2 * left_m).sqrt()),
        false => -needed.min(STOPS_MPS2),
    }
}

/// Keeps the distance to what is `gap_m` before the car and moves at `their_mps`: the intelligent driver model.
pub fn follow_mps2(speed_mps: f32, their_mps: f32, gap_m: f32) -> f32 {
    const STANDING_GAP_M: f32 = 2.0;
    const HEADWAY_S: f32 = 1.1;
    let speed_mps = speed_mps.max(0.0);
    let closing = speed_mps * (speed_mps - their_mps) / (2.0 * (ACCELERATES_MPS2 * BRAKES_MPS2).sqrt());
    let wanted_m = STANDING_GAP_M + (speed_mps * HEADWAY_S + closing).max(0.0);
    let share = wanted_m / gap_m.max(0.1);
    (ACCELERATES_MPS2 * (1.0 - share * share)).max(-STOPS_MPS2)
}

/// The input that follows the way, `left_m` to its left, and accelerates so.
pub fn hold(car: &Car<'_>, way: &Way, left_m: f32, wanted_mps2: f32) -> Input {
    let wanted_mps2 = match left_m.abs() > 1.0 {
        true => wanted_mps2.min(pace_mps2(car.speed_mps, GOES_ROUND_MPS)),
        false => wanted_mps2,
    };
    let steer = steer(car, way, left_m);
    if wanted_mps2 < PULLS_AWAY_MPS2 && car.speed_mps.abs() < HOLDS_MPS {
        return Input::from_axes(0.0, steer, Keys::HANDBRAKE);
    }
    Input::from_axes(pedal(car, wanted_mps2), steer, Keys(0))
}

/// The input that drives backwards, the wheel turned so that the nose swings towards the way.
pub fn back_off(car: &Car<'_>, way: &Way) -> Input {
    Input::from_axes(-0.6, -steer(car, way, 0.0), Keys(0))
}

fn pedal(car: &Car<'_>, wanted_mps2: f32) -> f32 {
    let (class, speed_mps) = (car.class, car.speed_mps.max(0.0));
    let drag_n = (class.drag_n_per_mps2 * speed_mps + class.rolling_n_per_mps) * speed_mps;
    let wanted_n = wanted_mps2 * class.mass_kg + drag_n;
    if wanted_n > 0.0 {
        return (wanted_n / class.engine_n.min(class.power_w / speed_mps.max(1.0))).min(MOST_PEDAL);
    }
    // The engine alone slows as well; less than that is not worth a foot on the brake.
    if -wanted_n < class.engine_brake_n / 2.0 { 0.0 } else { (wanted_n / class.brake_n).max(-1.0) }
}

fn steer(car: &Car<'_>, way: &Way, left_m: f32) -> f32 {
    let Some((point, direction)) = way.at(LEAD_M + LEAD_S * car.speed_mps.max(0.0)) else { return 0.0 };
    let aside = |direction: Vec3| Vec3::new(direction.z, 0.0, -direction.x) * left_m;
    let off = way.at(0.0).map_or(Vec3::ZERO, |(here, direction)| here + aside(direction) - car.motion.position);
    let target = point + aside(direction) + off.with_y(0.0).clamp_length_max(MOST_OFF_M) * OFF_SHARE;
    let rear = car.motion.position - car.forward * car.class.half_base_m;
    let lead = (target - rear).with_y(0.0);
    let aside_m = lead.dot(car.motion.rotation * AXLE);
    let angle_rad = libm::atanf(4.0 * car.class.half_base_m * aside_m / lead.length_squared().max(1.0));
    let faster = car.speed_mps / car.class.steering_halved_at_mps;
    let is_behind = lead.dot(car.forward) < 0.0;
    let steer = angle_rad * (1.0 + faster * faster) / car.class.steering_rad;
    if is_behind { steer.signum() } else { steer.clamp(-1.0, 1.0) }
}
