//! Walking: what keys make of a body on its feet, and how one lies that was thrown off them.
//!
//! A session predicts its own person, so a step follows from nothing but the person's columns, the level and what is around
//! it. Rows differ between an authority's world and a session's; so everyone is moved from where all were at the beginning
//! of the tick, and what several do to one is summed in the order of their entities.

use super::body::{Body, Surroundings};
use super::obstacle::{Obstacle, Obstacles};
use super::{KINDS, Kind};
use crate::input::Keys;
use crate::level::{Level, Nearby};
use crate::sim::component::{Condition, Controls, Motion, Walk};
use crate::sim::event::Event;
use crate::sim::near::Near;
use crate::sim::physics::GRAVITY;
use crate::sim::pieces::PieceGrid;
use crate::sim::store::{People, Store};
use crate::sim::weapons::Cause;
use crate::units::math::{Vec3, wrap_angle};
use crate::units::{EntityId, TICK_SECONDS};

/// How fast a walker gains speed on its feet, in m/s².
const GAIN_MPS2: f32 = 30.0;
/// How fast it stops, in m/s².
const STOP_MPS2: f32 = 45.0;
/// The same for one in the air, who has nothing to push against, in m/s².
const AIR_MPS2: f32 = 4.0;
/// How fast a body that lies comes to rest on the ground, in m/s²: clothes on tarmac.
const LYING_MPS2: f32 = 8.0;

/// Walking speed of one who aims, as a share of the usual.
const AIMING_SHARE: f32 = 0.7;

/// How high a jump goes, in metres.
const JUMP_M: f32 = 0.9;

/// How fast a body turns to where it walks, in rad/s: half round in a quarter of a second.
const TURN_RADPS: f32 = 12.0;

/// Height that feet climb and come down without a jump, in metres: two steps of a stair. A smaller kind, half its height.
const STEP_M: f32 = 0.35;

/// The lying body is a sphere of this radius, in metres.
const LYING_RADIUS_M: f32 = 0.25;
/// What a lying body slides over, in metres.
const LYING_STEP_M: f32 = 0.1;
/// Share of a blow that it bounces back with.
const LYING_BOUNCE: f32 = 0.2;

/// Share of two bodies' overlap that is undone in a tick: they give way, and do not start.
const APART_SHARE: f32 = 0.25;
/// Farthest that a crowd moves one in a tick, in metres: no more than it walks.
const APART_MOST_M: f32 = 0.05;

/// A landing faster than this hurts, in m/s: a fall of 5 m.
const HARD_LANDING_MPS: f32 = 10.0;
/// Points of damage for each m/s beyond: all of a hundred from 20 m.
const POINTS_PER_MPS: f32 = 10.0;
/// Ticks that one lies after a hard landing.
const LANDED_LIMP_TICKS: u16 = 90;

/// How far below all that the level has one is out of the world, in metres.
const OUT_BELOW_M: f32 = 50.0;

/// One person as the others find it at the beginning of a tick.
#[derive(Clone, Copy)]
struct Passer {
    index: u16,
    feet: Vec3,
    radius_m: f32,
    height_m: f32,
    mass_kg: f32,
    upright: bool,
}

/// Whether a person lies: thrown down, or dead.
pub fn is_limp(walk: &Walk, condition: &Condition) -> bool {
    walk.limp_ticks > 0 || condition.health <= 0.0
}

/// A person's body as it is at the beginning of a tick.
pub fn body_of(kind: &Kind, motion: &Motion, walk: &Walk, condition: &Condition) -> Body {
    let upright = Body {
        feet: motion.position,
        velocity: motion.velocity,
        radius_m: kind.radius_m,
        height_m: kind.height_m,
        step_m: STEP_M.min(0.5 * kind.height_m),
        bounce: 0.0,
        stands: walk.airborne_ticks == 0,
        landing_mps: 0.0,
    };
    if !is_limp(walk, condition) {
        return upright;
    }
    let radius_m = LYING_RADIUS_M.min(kind.radius_m);
    Body { radius_m, height_m: 2.0 * radius_m, step_m: LYING_STEP_M, bounce: LYING_BOUNCE, ..upright }
}

/// Moves everyone who is on foot and simulated here by one tick. `footing` is what each, by row, remembers of the level.
pub fn walk(
    level: &Level,
    grid: &PieceGrid,
    near: &Near,
    footing: &mut [Nearby],
    store: &mut Store,
    events: &mut Vec<Event>,
) {
    let obstacles = Obstacles::new(level, grid, near, store);
    let people = store.people();
    let mut moved: Vec<(usize, Motion, Walk, Condition)> = Vec::with_capacity(people.slot.len());
    let mut around: Vec<Obstacle> = Vec::new();
    let lowest_m = level.bounds().mins.y - OUT_BELOW_M;
    for (row, near_parts) in footing.iter_mut().enumerate() {
        let (slot, person) = (people.slot[row], people.person[row]);
        let mut walk = people.walk[row];
        if !slot.alive || slot.proxy || !person.is_on_foot() || walk.jacking_ticks > 0 {
            continue;
        }
        let (mut motion, mut condition) = (people.motion[row], people.condition[row]);
        let controls = people.controls[row];
        let kind = &KINDS[usize::from(person.kind)];
        let mut body = body_of(kind, &motion, &walk, &condition);
        let reach_m = (body.velocity.length() + GAIN_MPS2 * TICK_SECONDS) * TICK_SECONDS;
        obstacles.near(&body, reach_m, &mut around);

        let limp = is_limp(&walk, &condition);
        if limp {
            lie(&mut body);
        } else {
            steer(kind, &controls, &mut walk, &mut body, &around);
        }
        let mut way = body.velocity * TICK_SECONDS;
        if !limp {
            way += apart(&people, near, row);
        }
        near_parts.look(level.solids(), &body.bounds_of(way));
        body.go(way, &Surroundings { solids: level.solids(), near: near_parts, obstacles: &around });

        walk.airborne_ticks = if body.stands { 0 } else { walk.airborne_ticks.saturating_add(1) };
        walk.limp_ticks = walk.limp_ticks.saturating_sub(1);
        motion.position = body.feet;
        motion.velocity = body.velocity;
        let entity = EntityId::new(slot.index, slot.generation);
        if body.landing_mps > HARD_LANDING_MPS {
            let points = (body.landing_mps - HARD_LANDING_MPS) * POINTS_PER_MPS;
            walk.limp_ticks = walk.limp_ticks.max(LANDED_LIMP_TICKS);
            hurt(entity, points, &motion, &mut condition, events);
        }
        if motion.position.y < lowest_m {
            motion = Motion { position: motion.position.with_y(lowest_m), velocity: Vec3::ZERO, ..motion };
            let points = condition.health;
            hurt(entity, points, &motion, &mut condition, events);
        }
        moved.push((row, motion, walk, condition));
    }
    let people = store.people_mut();
    for (row, motion, walk, condition) in moved {
        (people.motion[row], people.walk[row], people.condition[row]) = (motion, walk, condition);
    }
}

/// The place and size of the one in a row.
fn passer(people: &People<'_>, row: usize) -> Passer {
    let kind = &KINDS[usize::from(people.person[row].kind)];
    Passer {
        index: people.slot[row].index,
        feet: people.motion[row].position,
        radius_m: kind.radius_m,
        height_m: kind.height_m,
        mass_kg: kind.mass_kg,
        upright: !is_limp(&people.walk[row], &people.condition[row]),
    }
}

/// Charges a fall, unless nothing is left to hurt.
fn hurt(entity: EntityId, points: f32, motion: &Motion, condition: &mut Condition, events: &mut Vec<Event>) {
    if condition.health > 0.0 {
        condition.health = (condition.health - points).max(0.0);
        events.push(Event::Hit { entity, by: None, with: Cause::Fall, points, at: motion.position });
    }
}

/// A lying body falls, and comes to rest where it touches the ground.
fn lie(body: &mut Body) {
    body.velocity += GRAVITY * TICK_SECONDS;
    if body.stands {
        let across = approach(body.velocity.with_y(0.0), Vec3::ZERO, LYING_MPS2);
        body.velocity = across.with_y(body.velocity.y);
    }
}

/// Gives an upright body the velocity that its keys ask for, and turns it there.
fn steer(kind: &Kind, controls: &Controls, walk: &mut Walk, body: &mut Body, around: &[Obstacle]) {
    let keys = Keys(controls.keys);
    let aims = keys.holds(Keys::AIM);
    let speed_mps = match (aims, keys.holds(Keys::RUN)) {
        (true, _) => kind.walk_mps * AIMING_SHARE,
        (false, true) => kind.run_mps,
        (false, false) => kind.walk_mps,
    };
    let aim_rad = aim_rad(controls.aim);
    let idle = controls.drive == 0.0 && controls.steer == 0.0;
    let wanted = if idle {
        Vec3::ZERO
    } else {
        let (sin, cos) = libm::sincosf(aim_rad);
        let ahead = Vec3::new(sin, 0.0, cos) * controls.drive + Vec3::new(cos, 0.0, -sin) * controls.steer;
        ahead.clamp_length_max(1.0) * speed_mps
    };
    let facing_rad = if aims {
        aim_rad
    } else if idle {
        walk.yaw_rad
    } else {
        libm::atan2f(wanted.x, wanted.z)
    };
    let most_rad = TURN_RADPS * TICK_SECONDS;
    let turn_rad = wrap_angle(facing_rad - walk.yaw_rad).clamp(-most_rad, most_rad);
    walk.yaw_rad = wrap_angle(walk.yaw_rad + turn_rad);

    if !body.stands {
        let across = body.velocity.with_y(0.0);
        let across = if idle { across } else { approach(across, wanted, AIR_MPS2) };
        body.velocity = across.with_y(body.velocity.y + GRAVITY.y * TICK_SECONDS);
        return;
    }
    let carrier = body.carrier(around);
    let carried = carrier.map_or(Vec3::ZERO, |carrier| carrier.velocity);
    walk.yaw_rad = wrap_angle(walk.yaw_rad + carrier.map_or(0.0, |carrier| carrier.turn_radps) * TICK_SECONDS);
    let own = (body.velocity - carried).with_y(0.0);
    let own = approach(own, wanted, if idle { STOP_MPS2 } else { GAIN_MPS2 });
    let jump_mps = if keys.holds(Keys::JUMP) { (2.0 * -GRAVITY.y * JUMP_M).sqrt() } else { 0.0 };
    body.velocity = own + carried + Vec3::Y * jump_mps;
}

/// An aim as an angle, in radians.
fn aim_rad(aim: u16) -> f32 {
    f32::from(aim) * (std::f32::consts::TAU / 65_536.0)
}

/// `from` brought nearer to `to` by what an acceleration gives in a tick.
fn approach(from: Vec3, to: Vec3, mps2: f32) -> Vec3 {
    from + (to - from).clamp_length_max(mps2 * TICK_SECONDS)
}

/// How far the others push one who stands among them in a tick.
fn apart(people: &People<'_>, near: &Near, row: usize) -> Vec3 {
    let own = passer(people, row);
    let widest_m = KINDS.iter().fold(0.0_f32, |widest, kind| widest.max(kind.radius_m));
    let touches = |other: &Passer| {
        let up_m = other.feet.y - own.feet.y;
        let within_m = own.radius_m + other.radius_m;
        let across = (other.feet - own.feet).with_y(0.0);
        other.index != own.index
            && other.upright
            && across.length_squared() < within_m * within_m
            && up_m < own.height_m
            && up_m > -other.height_m
    };
    let mut others: Vec<Passer> = Vec::new();
    others.extend(near.people(own.feet, own.radius_m + widest_m).map(|row| passer(people, row)).filter(touches));
    others.sort_unstable_by_key(|other| other.index);
    let push = others.iter().fold(Vec3::ZERO, |push, other| {
        let away = (own.feet - other.feet).with_y(0.0);
        let distance_m = away.length();
        // Two in one place part by their numbers.
        let aside = if own.index < other.index { Vec3::X } else { Vec3::NEG_X };
        let direction = if distance_m > 0.0 { away / distance_m } else { aside };
        let overlap_m = own.radius_m + other.radius_m - distance_m;
        push + direction * (overlap_m * APART_SHARE * other.mass_kg / (own.mass_kg + other.mass_kg))
    });
    push.clamp_length_max(APART_MOST_M)
}
