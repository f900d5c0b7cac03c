//! Drivers who want to get somewhere, by the rules of the road.
//!
//! Each follows its lane and turns by chance. It slows for curves, keeps its distance, stops where it has to give way, and
//! goes round what does not move. What it does follows from the world and from what its mind keeps: the lane, how far along
//! it, the turn at its end, and whether that turn is its own to make.
//!
//! | part | what it is |
//! |---|---|
//! | `way` | the way ahead |
//! | `scan` | what is on it |
//! | `approach` | who may cross a junction |
//! | `pedals` | steering and speed as a driver holds them |

mod approach;
mod pedals;
mod scan;
mod way;

pub use approach::Approaches;

use super::super::component::{Mind, Motion};
use super::super::vehicle::{CLASSES, Class};
use super::mind::View;
use super::{THINK_TICKS, crowd};
use crate::input::Input;
use crate::level::roads::{LaneGraph, LaneId, TurnId};
use crate::units::TICK_RATE_HZ;
use crate::units::math::{FORWARD, Vec3};
use way::{Wanderer, Way};

/// The shortest and the longest way ahead that is looked at, in metres.
const HORIZON_M: [f32; 2] = [18.0, 75.0];

/// Further from its lane than this, in metres, a driver looks for another: it was pushed off, or went round something.
const LOST_M: f32 = 7.0;

/// A driver asks for its turn when it would have to brake for the line as hard as this, in m/s², and from so near on.
const ASK_MPS2: f32 = 2.2;
const ASK_WITHIN_M: f32 = 9.0;

/// Room behind a junction that a car needs beyond its own length, in metres.
const EXIT_ROOM_M: f32 = 2.5;

/// Slower than this, in m/s, a car stands.
const STANDS_MPS: f32 = 0.5;

/// A driver who was given its turn and stands before the line for so long, in ticks, lets others have it.
const GIVES_BACK_TICKS: u16 = 2 * TICK_RATE_HZ as u16;

/// A driver who is faster than this, in m/s, gets on.
const GETS_ON_MPS: f32 = 1.0;

/// A driver who wants more than this, in m/s², and stands, is stuck.
const GETS_ON_MPS2: f32 = 0.8;

/// A driver who waits at a line for so long, in ticks, takes another way.
const OTHER_WAY_TICKS: u16 = 15 * TICK_RATE_HZ as u16;

/// After so many ticks in which it does not get on a driver backs off, for so many, and again after so many.
const BACK_OFF_AFTER_TICKS: u16 = TICK_RATE_HZ as u16;
const BACK_OFF_TICKS: u16 = TICK_RATE_HZ as u16;
const BACK_OFF_EVERY_TICKS: u16 = 3 * TICK_RATE_HZ as u16;

/// How far a driver strays from the limit, either way, as a share of it.
const PACE_SPREAD: f32 = 0.08;

/// How much faster than limits and curves allow one drives who is in a hurry.
const HURRY_SHARE: f32 = 1.4;

/// And how long it stands behind who does not get on, in ticks.
const PUSHES_TICKS: u16 = TICK_RATE_HZ as u16 / 2;

/// A driver's car.
pub struct Car<'a> {
    /// Its row.
    pub row: usize,
    /// Its class.
    pub class: &'a Class,
    /// Where it is and how it moves.
    pub motion: Motion,
    /// The unit direction that it points in.
    pub forward: Vec3,
    /// Its speed ahead, in m/s.
    pub speed_mps: f32,
}

impl Car<'_> {
    /// The car that a mind's person drives, if it drives one.
    pub fn of(view: &View<'_>) -> Option<Car<'static>> {
        let row = usize::from(view.people.person[view.row].driven_vehicle()?);
        let vehicles = &view.vehicles;
        let motion = vehicles.motion[row];
        let forward = motion.rotation * FORWARD;
        let class = &CLASSES[usize::from(vehicles.vehicle[row].class)];
        Some(Car { row, class, motion, forward, speed_mps: motion.velocity.dot(forward) })
    }
}

/// What a driver does next. One who has lost its car walks away.
pub fn drive(view: &View<'_>, mind: &mut Mind) -> Input {
    let Some(car) = Car::of(view) else {
        crowd::begin(view, mind);
        return Input::default();
    };
    let graph = view.world.level.lanes();
    if graph.lanes().get(usize::from(mind.way)).is_none() {
        return Input::default();
    }
    let (class, driver) = (car.class, view.entity());
    let wanderer = Wanderer { driver, radius_m: pedals::tightest_m(class), goal: None };

    find_place(view, &car, wanderer, mind);
    let line_m = (graph.lane(LaneId(u32::from(mind.way))).length_m - mind.along_m - class.half.z).max(0.0);
    let turn = graph.turns().get(usize::from(mind.turn));
    if line_m > 0.0 && mind.wait_ticks > GIVES_BACK_TICKS {
        mind.may_turn = false;
    }
    let is_asking = !mind.may_turn && line_m < car.speed_mps * car.speed_mps / (2.0 * ASK_MPS2) + ASK_WITHIN_M;
    let exit_m = line_m + turn.map_or(0.0, |turn| turn.length_m) + 3.0 * class.half.z + EXIT_ROOM_M;
    let braking_m = HORIZON_M[0] + 1.5 * car.speed_mps.max(0.0) + car.speed_mps * car.speed_mps / 6.0;
    let horizon_m = if is_asking { braking_m.max(exit_m) } else { braking_m }.min(HORIZON_M[1]);
    let way = Way::ahead(graph, view.chance, wanderer, mind, horizon_m);
    let wait_ticks = mind.wait_ticks;
    let pace_share = 1.0 + PACE_SPREAD * (2.0 * view.chance.share(&[driver.bits()]) - 1.0);
    let seen = scan::look(view, &car, &way, wait_ticks, way.pace_mps * pace_share);
    if is_asking {
        let has_room = seen.standing_m.is_none_or(|standing_m| standing_m > exit_m);
        mind.may_turn = turn.is_some_and(|turn| {
            turn.conflicts.is_empty() || (has_room && approach::may_turn(view, &car, mind, line_m))
        });
        if !mind.may_turn && mind.wait_ticks > 0 && mind.wait_ticks.is_multiple_of(OTHER_WAY_TICKS) {
            mind.legs = mind.legs.wrapping_add(1);
            choose_turn(view, wanderer, mind);
        }
    }
    let line = if mind.may_turn { f32::MAX } else { pedals::stop_mps2(car.speed_mps, line_m) };
    let wanted_mps2 = seen.wanted_mps2.min(line);
    count_standing(&car, mind, wanted_mps2);
    match backs_off(mind, seen.is_blocked) && scan::is_free_behind(view, &car) {
        true => pedals::back_off(&car, &way),
        false => pedals::hold(&car, &way, seen.left_m, wanted_mps2),
    }
}

/// What a driver does who wants to get to a place by the shortest way and lets nobody go first; `None` where there are no
/// lanes. It passes what stands, waits a moment for who drives, and then pushes.
pub fn hurry(view: &View<'_>, car: &Car<'_>, mind: &mut Mind, goal: Vec3) -> Option<Input> {
    let graph = view.world.level.lanes();
    graph.lanes().get(usize::from(mind.way))?;
    let wanderer = Wanderer { driver: view.entity(), radius_m: pedals::tightest_m(car.class), goal: Some(goal) };
    find_place(view, car, wanderer, mind);
    let braking_m = HORIZON_M[0] + 1.5 * car.speed_mps.max(0.0) + car.speed_mps * car.speed_mps / 6.0;
    let way = Way::ahead(graph, view.chance, wanderer, mind, braking_m.min(HORIZON_M[1]));
    let pace_mps = way.pace_mps * HURRY_SHARE;
    let seen = scan::look(view, car, &way, u16::MAX, pace_mps);
    let pushes = mind.stuck_ticks > PUSHES_TICKS;
    let wanted_mps2 = if pushes { pedals::pace_mps2(car.speed_mps, pace_mps) } else { seen.wanted_mps2 };
    Some(pedals::hold(car, &way, seen.left_m, wanted_mps2))
}

/// Brings a mind up to where its car is: along its lane, over into the turn, out of it into the next lane.
fn find_place(view: &View<'_>, car: &Car<'_>, wanderer: Wanderer, mind: &mut Mind) {
    let graph = view.world.level.lanes();
    let at = car.motion.position - Vec3::Y * car.class.ride_height_m();
    let may_search = wanderer.goal.is_none() || view.may_search();
    if mind.turn_of(graph).is_none() && may_search {
        choose_turn(view, wanderer, mind);
    }
    let lane = graph.lane(LaneId(u32::from(mind.way)));
    let is_on_lane = mind.along_m < lane.length_m;
    let mut off_m = 0.0;
    if is_on_lane {
        (off_m, mind.along_m) = lane.nearest_m(at);
    }
    let is_over = (at - lane.points[lane.points.len() - 1]).dot(car.forward) > 0.0;
    if let Some(turn) = mind.turn_of(graph).map(|turn| graph.turn(turn))
        && (!is_on_lane || (mind.along_m >= lane.length_m - 0.01 && is_over))
    {
        // Whoever is over the line is in the junction, given or not.
        mind.may_turn = true;
        let (from_turn_m, on_turn_m) = turn.nearest_m(at);
        off_m = from_turn_m;
        mind.along_m = lane.length_m + on_turn_m;
        if on_turn_m >= turn.length_m - 0.01 {
            mind.way = turn.to.0 as u16;
            mind.legs = mind.legs.wrapping_add(1);
            (off_m, mind.along_m) = graph.lane(turn.to).nearest_m(at);
            choose_turn(view, wanderer, mind);
        }
    }
    if off_m > LOST_M
        && may_search
        && let Some(place) = graph.nearest_lane(at).filter(|place| place.distance_m < off_m)
    {
        (mind.way, mind.along_m) = (place.lane.0 as u16, place.along_m);
        choose_turn(view, wanderer, mind);
    }
}

fn choose_turn(view: &View<'_>, wanderer: Wanderer, mind: &mut Mind) {
    let graph = view.world.level.lanes();
    let lane = LaneId(u32::from(mind.way));
    let route = wanderer.goal.and_then(|goal| graph.turn_towards(lane, goal));
    if let Some(turn) = route {
        // One lane over, where only that one leads there.
        mind.way = graph.turn(turn).from.0 as u16;
    }
    let turn = route.or_else(|| wanderer.turn(graph, view.chance, lane, mind.legs));
    mind.turn = turn.map_or(u16::MAX, |turn| turn.0 as u16);
    mind.may_turn = false;
}

impl Mind {
    /// The turn that it makes at the end of its lane, if it has chosen one.
    fn turn_of(&self, graph: &LaneGraph) -> Option<TurnId> {
        let turn = graph.turns().get(usize::from(self.turn))?;
        (turn.from.0 == u32::from(self.way)).then_some(TurnId(u32::from(self.turn)))
    }
}

/// Counts how long a driver stands: waiting where something holds it, stuck where nothing does.
fn count_standing(car: &Car<'_>, mind: &mut Mind, wanted_mps2: f32) {
    let ticks = THINK_TICKS as u16;
    if car.speed_mps > GETS_ON_MPS {
        (mind.stuck_ticks, mind.wait_ticks) = (0, 0);
    } else if is_backing_off(mind.stuck_ticks) || (wanted_mps2 > GETS_ON_MPS2 && car.speed_mps < STANDS_MPS) {
        mind.stuck_ticks = mind.stuck_ticks.saturating_add(ticks);
    } else if car.speed_mps < STANDS_MPS {
        mind.wait_ticks = mind.wait_ticks.saturating_add(ticks);
    }
}

/// Whether a driver is in the middle of backing off: because it is stuck, or stands too near before what it must go round.
fn backs_off(mind: &Mind, is_blocked: bool) -> bool {
    let has_waited = mind.wait_ticks >= BACK_OFF_EVERY_TICKS && is_backing_off(mind.wait_ticks);
    is_backing_off(mind.stuck_ticks) || (is_blocked && has_waited)
}

fn is_backing_off(ticks: u16) -> bool {
    ticks >= BACK_OFF_AFTER_TICKS && (ticks - BACK_OFF_AFTER_TICKS) % BACK_OFF_EVERY_TICKS < BACK_OFF_TICKS
}
