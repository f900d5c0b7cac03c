//! A driver who follows a road, lane by lane, at the pace that its limit and its curves allow.
//!
//! It holds the middle of its lane as a line ahead of it: first the way from where it is to the road, then the road itself
//! as far as it goes; a ring has no end. It steers at a point on that line, and looks along it for the curve that it has
//! to brake for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Cockpit, Driver, OwnCar};
use crate::input::Input;
use crate::level::Level;
use crate::level::roads::{Lane, LaneId, TurnId};
use crate::play::DrawnRow;
use crate::sim::ai::{Chance, steer_towards};
use crate::units::math::{FORWARD, Vec3, wrap_angle};

/// It steers at a point so far ahead when it stands, in metres, and so much further per m/s, in seconds.
const LOOK_AHEAD_M: f32 = 5.0;
const LOOK_AHEAD_S: f32 = 0.55;

/// How far ahead it looks for curves, in metres: more than it takes to stop from 70 km/h as gently as it brakes.
const HORIZON_M: f32 = 100.0;

/// From one look at the line ahead to the next, in metres.
const LOOK_EVERY_M: f32 = 4.0;

/// The length over which a curve is measured, to either side of a place, in metres: authors draw curves with corners.
const CURVE_M: f32 = 8.0;

/// How hard it takes a curve, sideways, in m/s²: a third of what the tyres hold.
const CURVE_MPS2: f32 = 3.0;

/// How hard it brakes for one, in m/s²: a third of what the brakes can do.
const BRAKE_MPS2: f32 = 3.0;

/// Its pace as a share of the limit: between these, by its seed.
const PACE_SHARES: [f32; 2] = [0.88, 1.0];

/// The slowest that it takes any curve, in m/s.
const CRAWL_MPS: f32 = 4.0;

/// Further from its line than this, in metres, it looks for the way anew: it was pushed off, or put back somewhere.
const LOST_M: f32 = 20.0;

/// What it costs to begin on a lane that runs against the car's heading, in metres.
const AGAINST_M: f32 = 25.0;

/// Points of its line that are nearer to each other than this, in metres, are one.
const SAME_M: f32 = 0.05;

/// Drives to a road and then along it, in the order of its points, on the lane furthest to the right.
#[derive(Clone, Debug)]
pub struct RoadDriver {
    level: Arc<Level>,
    road: usize,
    pace_share: f32,
    cockpit: Cockpit,
    /// The middle of its way, from just behind the car on.
    line: Vec<Vec3>,
    /// The lanes that it runs along, from the car's own on.
    lanes: Vec<LaneId>,
    /// Lanes that lead to the road, after those of the line.
    approach: Vec<LaneId>,
}

impl RoadDriver {
    /// The driver of a seed, who follows the road of that number in the level.
    #[must_use]
    pub fn new(level: Arc<Level>, road: usize, seed: u64) -> RoadDriver {
        let [least, most] = PACE_SHARES;
        let pace_share = least + (most - least) * Chance::new(seed).share(&[]);
        let cockpit = Cockpit::default();
        RoadDriver { level, road, pace_share, cockpit, line: Vec::new(), lanes: Vec::new(), approach: Vec::new() }
    }

    /// Brings the line up to where the car is, and as far ahead as it looks.
    fn advance(&mut self, car: &OwnCar) {
        let is_lost = nearest(&self.line, car.position).is_none_or(|place| place.distance_m > LOST_M);
        if is_lost {
            self.plan(car);
        }
        if let Some(place) = nearest(&self.line, car.position) {
            self.line.drain(..place.stretch);
            self.line[0] = place.point;
        }
        self.leave_lanes(car.position);
        while length_m(&self.line) < HORIZON_M + 2.0 * CURVE_M && self.extend() {}
    }

    /// Forgets the lanes that lie behind.
    fn leave_lanes(&mut self, position: Vec3) {
        let lanes = self.lanes.iter().enumerate().filter_map(|(number, lane)| {
            let place = nearest(&self.level.lanes().lane(*lane).points, position)?;
            Some((number, place.distance_m))
        });
        if let Some((own, _)) = lanes.min_by(|a, b| a.1.total_cmp(&b.1)) {
            self.lanes.drain(..own);
        }
    }

    /// Begins on the lane that suits the car's place and heading, with the shortest way from there to the road.
    fn plan(&mut self, car: &OwnCar) {
        (self.line, self.lanes, self.approach) = (Vec::new(), Vec::new(), Vec::new());
        let heading = (car.rotation * FORWARD).with_y(0.0).normalize_or_zero();
        let lanes = self.level.lanes().lanes();
        let starts = lanes.iter().zip(0..).filter_map(|(lane, number)| {
            let place = nearest(&lane.points, car.position)?;
            let against = (1.0 - heading.dot(place.direction)) / 2.0;
            Some((place.distance_m + against * AGAINST_M, LaneId(number), place))
        });
        let Some((_, start, place)) = starts.min_by(|a, b| a.0.total_cmp(&b.0)) else { return };
        self.line = [&[place.point], &lanes[start.0 as usize].points[place.stretch + 1..]].concat();
        self.lanes = vec![start];
        self.approach = self.way_to_road(start);
    }

    /// The lanes after `start` up to the first of the road; none where it is on the road, or no way leads there.
    fn way_to_road(&self, start: LaneId) -> Vec<LaneId> {
        let graph = self.level.lanes();
        let mut came_from: BTreeMap<LaneId, LaneId> = BTreeMap::new();
        let mut done = BTreeSet::new();
        // The nearest first; lengths in whole centimetres have an order.
        let mut open = BTreeSet::from([(0_u64, start)]);
        let mut cost_cm = BTreeMap::from([(start, 0_u64)]);
        while let Some((so_far_cm, lane)) = open.pop_first() {
            if self.is_goal(graph.lane(lane)) {
                let back = std::iter::successors(Some(lane), |lane| came_from.get(lane).copied());
                let mut way: Vec<LaneId> = back.take_while(|lane| *lane != start).collect();
                way.reverse();
                return way;
            }
            if !done.insert(lane) {
                continue;
            }
            for turn in graph.lane(lane).successors.iter().map(|turn| graph.turn(*turn)) {
                let next_cm = so_far_cm + ((turn.length_m + graph.lane(turn.to).length_m) * 100.0) as u64;
                if cost_cm.get(&turn.to).is_none_or(|known_cm| next_cm < *known_cm) {
                    cost_cm.insert(turn.to, next_cm);
                    came_from.insert(turn.to, lane);
                    open.insert((next_cm, turn.to));
                }
            }
        }
        Vec::new()
    }

    fn is_goal(&self, lane: &Lane) -> bool {
        lane.road == self.road && lane.forward && lane.right.is_none()
    }

    /// Adds the next turn and lane to the line; `false` where the way ends.
    fn extend(&mut self) -> bool {
        let Some(turn) = self.lanes.last().and_then(|last| self.next_turn(*last)) else { return false };
        let turn = self.level.lanes().turn(turn);
        if self.approach.first() == Some(&turn.to) {
            self.approach.remove(0);
        }
        for point in turn.points.iter().chain(&self.level.lanes().lane(turn.to).points) {
            if self.line.last().is_none_or(|end| (*point - *end).length() > SAME_M) {
                self.line.push(*point);
            }
        }
        self.lanes.push(turn.to);
        true
    }

    /// To the next lane of the approach, then to the next one of the road, and where that has an end, to any.
    fn next_turn(&self, lane: LaneId) -> Option<TurnId> {
        let graph = self.level.lanes();
        let turns = &graph.lane(lane).successors;
        let find = |wanted: &dyn Fn(LaneId) -> bool| turns.iter().find(|turn| wanted(graph.turn(**turn).to)).copied();
        match self.approach.first() {
            Some(next) => find(&|to| to == *next),
            None => find(&|to| self.is_goal(graph.lane(to))).or(turns.first().copied()),
        }
    }

    /// The pace at which every curve ahead can still be braked for, in m/s.
    fn pace_mps(&self) -> f32 {
        let limit_mps = self.lanes.first().map_or(CRAWL_MPS, |lane| self.level.lanes().lane(*lane).speed_mps);
        let looks = (0..(HORIZON_M / LOOK_EVERY_M) as u32).map(|look| look as f32 * LOOK_EVERY_M);
        let paces = looks.map(|ahead_m| {
            let curve_mps = (CURVE_MPS2 / curvature_per_m(&self.line, ahead_m).max(1e-4)).sqrt().max(CRAWL_MPS);
            (curve_mps * curve_mps + 2.0 * BRAKE_MPS2 * ahead_m).sqrt()
        });
        paces.fold(limit_mps * self.pace_share, f32::min)
    }
}

impl Driver for RoadDriver {
    fn input(&mut self, tick: u32, frame: &[DrawnRow]) -> Input {
        let Some(car) = self.cockpit.look(frame) else { return Input::default() };
        if let Some(input) = self.cockpit.free(tick, &car) {
            return input;
        }
        self.advance(&car);
        if self.line.len() < 2 {
            return Input::default();
        }
        let ahead_m = LOOK_AHEAD_M + LOOK_AHEAD_S * car.pace_mps().max(0.0);
        let (target, pace_mps) = (point_at(&self.line, ahead_m), self.pace_mps());
        steer_towards(car.position, car.rotation, car.velocity, target, pace_mps)
    }
}

/// The place on a line that is nearest to a point, heights not looked at.
struct NearestPlace {
    /// The number of the stretch that it is on.
    stretch: usize,
    point: Vec3,
    /// The unit direction of that stretch.
    direction: Vec3,
    distance_m: f32,
}

fn nearest(line: &[Vec3], point: Vec3) -> Option<NearestPlace> {
    let places = line.windows(2).enumerate().map(|(stretch, pair)| {
        let way = pair[1] - pair[0];
        let share = ((point - pair[0]).dot(way) / way.length_squared().max(1e-9)).clamp(0.0, 1.0);
        let on_line = pair[0] + way * share;
        let distance_m = (on_line - point).with_y(0.0).length();
        NearestPlace { stretch, point: on_line, direction: way.with_y(0.0).normalize_or_zero(), distance_m }
    });
    places.min_by(|a, b| a.distance_m.total_cmp(&b.distance_m))
}

/// How far a point is from a line of at least two points, heights not looked at, in metres.
#[cfg(test)]
pub(super) fn distance_m(line: &[Vec3], point: Vec3) -> f32 {
    nearest(line, point).map_or(f32::MAX, |place| place.distance_m)
}

fn length_m(line: &[Vec3]) -> f32 {
    line.windows(2).map(|pair| (pair[1] - pair[0]).length()).sum()
}

/// The point so far after the start of a line that is not empty; beyond its end, the end.
fn point_at(line: &[Vec3], along_m: f32) -> Vec3 {
    let mut left_m = along_m;
    for pair in line.windows(2) {
        let stretch_m = (pair[1] - pair[0]).length();
        if left_m < stretch_m {
            return pair[0].lerp(pair[1], left_m / stretch_m);
        }
        left_m -= stretch_m;
    }
    line[line.len() - 1]
}

/// How far a line turns per metre from [`CURVE_M`] before a place to as much behind it, in 1/m.
fn curvature_per_m(line: &[Vec3], along_m: f32) -> f32 {
    let [before, here, after] = [0.0, CURVE_M, 2.0 * CURVE_M].map(|more_m| point_at(line, along_m + more_m));
    let (into, out) = (here - before, after - here);
    if into.length() < SAME_M || out.length() < SAME_M {
        return 0.0;
    }
    let heading = |way: Vec3| libm::atan2f(way.x, way.z);
    wrap_angle(heading(out) - heading(into)).abs() / CURVE_M
}
