//! A crowd on the pavements: it walks, steps aside, and runs from who hurts.
//!
//! A walker keeps to its pavement, to the right of its middle, and goes on to one of those that begin near its end. What
//! comes at it, a car or another walker, it steps aside for. What alarms it turns it away once; it then runs, and at each
//! end of a pavement takes the way that leads furthest from who it runs from.

use super::mind::View;
use super::on_foot::walk_along;
use super::{Profile, THINK_TICKS};
use crate::input::{Input, Keys};
use crate::level::{FootwayEnd, Level};
use crate::sim::component::Mind;
use crate::sim::people::{HUMAN, KINDS};
use crate::sim::vehicle::CLASSES;
use crate::units::TICK_RATE_HZ;
use crate::units::math::{UP, Vec3, yaw_rotation};

/// A walker makes for a point so far ahead, in metres.
const LEAD_M: f32 = 2.0;

/// It goes on to the next pavement when it is as near to the end of its own as this, in metres.
const END_M: f32 = 0.5;

/// Room that it leaves to the pavement's edge, and how far from its middle it walks at most, in metres.
const EDGE_M: f32 = 0.6;
const ASIDE_MOST_M: f32 = 1.1;

/// The slowest walker's share of the pace.
const SLOWEST_SHARE: f32 = 0.75;

/// A walker steps aside for another who is nearer than this before it, in metres, and less than so much to the side.
const PASS_M: f32 = 2.0;
const PASS_ASIDE_M: f32 = 0.65;

/// By how much it turns to do so, in radians.
const PASS_RAD: f32 = 0.6;

/// It looks so far ahead in time for what comes at it, in seconds.
const FORESIGHT_S: f32 = 1.5;

/// A car slower than this, in m/s, comes at nobody.
const COMES_MPS: f32 = 2.0;

/// Nothing comes from further than this, in metres: the fastest car's way of that time.
const COMES_FROM_M: f32 = 45.0;

/// Air that a walker wants between itself and a car that passes, in metres.
const AIR_M: f32 = 0.5;

/// Room that it needs to step aside, in metres.
const DODGE_M: f32 = 1.8;

/// Height at which it looks whether there is room, in metres: over kerbs, under walls.
const EYE_M: f32 = 0.9;

/// Slower than this, in m/s, it does not get on.
const STANDS_MPS: f32 = 0.3;

/// After so many ticks in which it does not it walks aside for so many, by so many radians, to either side in turns.
const STUCK_TICKS: u16 = TICK_RATE_HZ as u16 / 2;
const ROUND_TICKS: u16 = TICK_RATE_HZ as u16;
const ROUND_RAD: f32 = 1.2;

/// At every so manieth time it turns round.
const GIVES_UP_TIMES: u16 = 4;

/// What a walker does next.
pub fn walk(view: &View<'_>, mind: &mut Mind) -> Input {
    let people = &view.people;
    let (at, velocity) = (people.motion[view.row].position, people.motion[view.row].velocity.with_y(0.0));
    let is_alarmed = mind.alarm_ticks > 0;
    let Some(heading) = heading(view, mind, at) else { return Input::default() };
    count_standing(mind, velocity.length(), people.walk[view.row].limp_ticks > 0);

    if let Some(aside) = way_from_cars(view, at, velocity) {
        return walk_along(aside, 1.0, Keys::RUN);
    }
    let turn_rad = if mind.wait_ticks > 0 {
        if mind.stuck_side() { ROUND_RAD } else { -ROUND_RAD }
    } else {
        turn_past_others(view, at, velocity, heading)
    };
    let way = yaw_rotation(turn_rad) * heading;
    let share = SLOWEST_SHARE + (1.0 - SLOWEST_SHARE) * view.chance.share(&[view.entity().bits(), 1]);
    if is_alarmed { walk_along(way, 1.0, Keys::RUN) } else { walk_along(way, share, Keys(0)) }
}

/// Makes somebody a walker of the nearest pavement, away from whom it is alarmed about.
pub fn begin(view: &View<'_>, mind: &mut Mind) {
    let at = view.people.motion[view.row].position;
    let pavements = &view.world.level.data().pavements;
    let nearest = pavements.iter().zip(0..).map(|(pavement, way)| (pavement.nearest_m(at), way));
    let nearest = nearest.min_by(|((a_m, _), _), ((b_m, _), _)| a_m.total_cmp(b_m));
    let ((_, along_m), way) = nearest.unwrap_or(((0.0, 0.0), 0));
    let (alarm_ticks, target) = (mind.alarm_ticks, mind.target);
    *mind = Mind { profile: Profile::Walker as u8, way, along_m, alarm_ticks, target, ..Mind::default() };
    if let Some(threat) = view.living(target) {
        turn_away(&view.world.level, mind, at, view.people.motion[threat].position);
    }
}

/// Turns a walker along its pavement so that it leads away from a place.
pub fn turn_away(level: &Level, mind: &mut Mind, at: Vec3, from: Vec3) {
    if let Some(pavement) = level.data().pavements.get(usize::from(mind.way)) {
        mind.is_backwards = pavement.at(mind.along_m).1.dot(at - from) < 0.0;
    }
}

/// Where its pavement leads a walker, and what comes behind its end; `None` where there is no pavement.
fn heading(view: &View<'_>, mind: &mut Mind, at: Vec3) -> Option<Vec3> {
    let pavements = &view.world.level.data().pavements;
    let along_m = |mind: &Mind| Some(pavements.get(usize::from(mind.way))?.nearest_m(at).1);
    mind.along_m = along_m(mind)?;
    let footways = view.world.level.footways();
    let length_m = footways.all()[usize::from(mind.way)].length_m;
    let left_m = if mind.is_backwards { mind.along_m } else { length_m - mind.along_m };
    if left_m < END_M {
        go_on(view, mind);
        mind.along_m = along_m(mind)?;
    }
    let pavement = &pavements[usize::from(mind.way)];
    let sign = if mind.is_backwards { -1.0 } else { 1.0 };
    let (point, direction) = pavement.at(mind.along_m + sign * LEAD_M);
    let right = Vec3::new(-direction.z, 0.0, direction.x) * sign;
    let aside_m =
        view.chance.share(&[view.entity().bits(), 2]) * (pavement.width_m / 2.0 - EDGE_M).clamp(0.0, ASIDE_MOST_M);
    Some((point + right * aside_m - at).with_y(0.0).normalize_or(direction * sign))
}

/// Takes the next pavement, or the same one back where none begins.
fn go_on(view: &View<'_>, mind: &mut Mind) {
    let next = view.world.level.footways().next(FootwayEnd { way: mind.way, is_last: !mind.is_backwards });
    mind.legs = mind.legs.wrapping_add(1);
    let people = &view.people;
    let threat = view.living(mind.target).filter(|_| mind.alarm_ticks > 0).map(|row| people.motion[row].position);
    let chosen = match threat {
        Some(threat) => {
            next.iter().max_by(|a, b| leads_to_m(view, **a, threat).total_cmp(&leads_to_m(view, **b, threat)))
        }
        None => next.get(view.chance.pick(&[view.entity().bits(), 3, u32::from(mind.legs)], next.len())),
    };
    match chosen {
        Some(end) => (mind.way, mind.is_backwards) = (end.way, end.is_last),
        None => mind.is_backwards = !mind.is_backwards,
    }
}

/// How far from a place one is who has gone a few steps from an end.
fn leads_to_m(view: &View<'_>, end: FootwayEnd, from: Vec3) -> f32 {
    const STEPS_M: f32 = 8.0;
    let length_m = view.world.level.footways().all()[usize::from(end.way)].length_m;
    let along_m = if end.is_last { length_m - STEPS_M } else { STEPS_M };
    (view.world.level.data().pavements[usize::from(end.way)].at(along_m).0 - from).length()
}

/// Counts how long a walker has not got on, and lets it walk round what it stands before.
fn count_standing(mind: &mut Mind, speed_mps: f32, lies: bool) {
    mind.wait_ticks = mind.wait_ticks.saturating_sub(THINK_TICKS as u16);
    if speed_mps > STANDS_MPS || lies {
        mind.stuck_ticks = 0;
        return;
    }
    mind.stuck_ticks += THINK_TICKS as u16;
    if mind.stuck_ticks >= STUCK_TICKS {
        (mind.stuck_ticks, mind.wait_ticks) = (0, ROUND_TICKS);
        mind.turn = mind.turn.wrapping_add(1);
        mind.is_backwards ^= mind.turn.is_multiple_of(GIVES_UP_TIMES);
    }
}

impl Mind {
    /// The side on which a walker tries to get round what it stands before: each time the other.
    fn stuck_side(&self) -> bool {
        self.turn.is_multiple_of(2)
    }
}

/// The way out of the path of a car that is about to meet somebody: away from its line, where there is room.
fn way_from_cars(view: &View<'_>, at: Vec3, velocity: Vec3) -> Option<Vec3> {
    let vehicles = &view.vehicles;
    for row in view.near.vehicles(at, COMES_FROM_M) {
        let motion = &vehicles.motion[row];
        let way = (motion.velocity - velocity).with_y(0.0);
        let from = (at - motion.position).with_y(0.0);
        if motion.velocity.length_squared() < COMES_MPS * COMES_MPS || from.dot(way) <= 0.0 {
            continue;
        }
        let half = CLASSES[usize::from(vehicles.vehicle[row].class)].half;
        let meets_s = from.dot(way) / way.length_squared() - half.z / way.length();
        let miss = from - way * (from.dot(way) / way.length_squared());
        let is_level = (at.y - motion.position.y).abs() < half.y + KINDS[usize::from(HUMAN)].height_m;
        if is_level && meets_s < FORESIGHT_S && miss.length() < half.x + KINDS[usize::from(HUMAN)].radius_m + AIR_M {
            // From the very middle of the line both sides are as good.
            let aside = miss.normalize_or(Vec3::new(way.z, 0.0, -way.x).normalize_or(Vec3::X));
            let eye = at + UP * EYE_M;
            let is_free = view.is_open(eye, eye + aside * DODGE_M);
            return Some(if is_free { aside } else { -aside });
        }
    }
    None
}

/// By how much to turn for somebody who is in the way: keep right, unless it is the other who does.
fn turn_past_others(view: &View<'_>, at: Vec3, velocity: Vec3, heading: Vec3) -> f32 {
    let people = &view.people;
    let right = Vec3::new(-heading.z, 0.0, heading.x);
    for row in view.near.people(at, PASS_M).filter(|row| *row != view.row) {
        let motion = &people.motion[row];
        let off = motion.position - at;
        let (ahead_m, right_m) = (off.dot(heading), off.dot(right));
        let closes = (velocity - motion.velocity).dot(heading) > 0.0;
        if closes && (0.0..PASS_M).contains(&ahead_m) && right_m.abs() < PASS_ASIDE_M && off.y.abs() < 1.5 {
            return if right_m > PASS_ASIDE_M / 2.0 { PASS_RAD } else { -PASS_RAD };
        }
    }
    0.0
}
