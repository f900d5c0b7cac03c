//! Chasers: drivers who hunt a player by car, and ram.
//!
//! Far off they follow the lanes, by the shortest way there and faster than the limit; as soon as nothing stands between
//! they drive straight at where the player is about to be.

use super::mind::View;
use super::steering::steer_towards;
use super::traffic::{self, Car};
use super::{THINK_TICKS, crowd};
use crate::input::{Input, Keys};
use crate::sim::component::{Mind, Motion, NOBODY, NOT_A_CLIENT};
use crate::units::TICK_RATE_HZ;
use crate::units::math::{UP, Vec3};

/// Nearer than this, in metres, a chaser leaves the lanes where the way is open.
const STRAIGHT_M: f32 = 30.0;

/// The most that it aims ahead of its target, in seconds.
const AHEAD_MOST_S: f32 = 1.2;

/// Slower than this, in m/s, a driver is stuck, until it is faster than that.
const STUCK_MPS: f32 = 1.5;
const GETS_ON_MPS: f32 = 5.0;

/// After so many ticks of it a driver backs off, for so many, keeps to the lanes, and after so many tries straight again.
const STUCK_TICKS: u16 = TICK_RATE_HZ as u16;
const BACK_OFF_TICKS: u16 = 5 * TICK_RATE_HZ as u16 / 4;
const AGAIN_TICKS: u16 = 5 * TICK_RATE_HZ as u16;

/// How far above the ground it looks whether the way is open, in metres.
const EYE_M: f32 = 1.0;

/// What a chaser does next.
pub fn hunt(view: &View<'_>, mind: &mut Mind) -> Input {
    let Some(car) = Car::of(view) else {
        crowd::begin(view, mind);
        return Input::default();
    };
    mind.target = prey(view, mind.target, car.motion.position);
    match view.living(mind.target) {
        Some(row) => {
            let target = view.people.motion[row];
            drive_to(view, &car, mind, meeting_point(&car, &target), f32::INFINITY)
        }
        None => Input::from_axes(0.0, 0.0, Keys::HANDBRAKE),
    }
}

/// The one that it is after already, or the nearest player.
fn prey(view: &View<'_>, target: u16, at: Vec3) -> u16 {
    let people = &view.people;
    let is_player = |row: &usize| view.is_living(*row) && people.person[*row].owner < NOT_A_CLIENT;
    if view.living(target).is_some_and(|row| is_player(&row)) {
        return target;
    }
    let away_m2 = |row: &usize| (people.motion[*row].position - at).length_squared();
    let nearest = (0..people.slot.len()).filter(is_player).min_by(|a, b| away_m2(a).total_cmp(&away_m2(b)));
    nearest.map_or(NOBODY, |row| people.slot[row].index)
}

/// Where to drive to meet what moves on as it does.
fn meeting_point(car: &Car<'_>, target: &Motion) -> Vec3 {
    let away_m = (target.position - car.motion.position).length();
    target.position + target.velocity.with_y(0.0) * (away_m / car.speed_mps.max(8.0)).min(AHEAD_MOST_S)
}

/// Drives to a place: straight where it is near and the way is open, along the lanes where it is not.
pub fn drive_to(view: &View<'_>, car: &Car<'_>, mind: &mut Mind, goal: Vec3, pace_mps: f32) -> Input {
    let at = car.motion.position;
    let is_stopping = pace_mps < GETS_ON_MPS;
    if car.speed_mps > GETS_ON_MPS || is_stopping {
        (mind.stuck_ticks, mind.wait_ticks) = (0, 0);
    } else if mind.stuck_ticks > 0 || car.speed_mps.abs() < STUCK_MPS {
        mind.stuck_ticks = (mind.stuck_ticks + THINK_TICKS as u16) % AGAIN_TICKS;
        mind.wait_ticks = mind.wait_ticks.saturating_add(THINK_TICKS as u16);
    }
    if (STUCK_TICKS..STUCK_TICKS + BACK_OFF_TICKS).contains(&mind.stuck_ticks) {
        let turn = view.chance.bits(&[view.entity().bits(), 4, u32::from(mind.wait_ticks / AGAIN_TICKS)]);
        return Input::from_axes(-1.0, if turn & 1 == 0 { 0.7 } else { -0.7 }, Keys(0));
    }
    let is_near = (goal - at).length() < STRAIGHT_M;
    let tries_straight = mind.stuck_ticks < STUCK_TICKS;
    if is_near && tries_straight && view.is_open(at + UP * EYE_M, goal + UP * EYE_M) {
        return steer_towards(at, car.motion.rotation, car.motion.velocity, goal, pace_mps);
    }
    traffic::hurry(view, car, mind, goal)
        .unwrap_or_else(|| steer_towards(at, car.motion.rotation, car.motion.velocity, goal, pace_mps))
}
