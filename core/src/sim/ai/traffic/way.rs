//! The way ahead of a driver: the rest of its lane, the turn that it will make, and on from there.

use super::super::super::component::Mind;
use super::super::Chance;
use crate::level::roads::{LaneGraph, LaneId, TurnId};
use crate::units::EntityId;
use crate::units::math::Vec3;

/// No way is followed over more lanes than this: a horizon is shorter than that.
const MOST_LEGS: u16 = 6;

/// The way ahead, as a line.
pub struct Way {
    /// Its stretches, the first from beside the car on.
    stretches: Vec<Stretch>,
    /// The pace to have here for all that curves ask of it, in m/s.
    pub pace_mps: f32,
}

/// A straight part of the way.
struct Stretch {
    from: Vec3,
    to: Vec3,
    /// How far its ends are along the way, in metres.
    along_m: [f32; 2],
    /// What everything near is held against: its unit direction and its length in metres.
    direction: Vec3,
    length_m: f32,
}

/// A place beside the way.
#[derive(Clone, Copy, Debug)]
pub struct Beside {
    /// How far along the way, in metres.
    pub along_m: f32,
    /// How far to the left of it, in metres.
    pub left_m: f32,
    /// Where the way leads there.
    pub direction: Vec3,
}

/// How hard is braked for a turn ahead, in m/s².
const BRAKE_MPS2: f32 = 2.0;

/// The pace in a turn that is too tight for the car, in m/s: what it touches then, it does not dent.
const TOO_TIGHT_MPS: f32 = 2.0;

/// Who a driver is to chance, and what it can drive.
#[derive(Clone, Copy)]
pub struct Wanderer {
    /// The driver.
    pub driver: EntityId,
    /// The tightest turn that its car makes, in metres.
    pub radius_m: f32,
    /// Where it wants to get, if anywhere.
    pub goal: Option<Vec3>,
}

impl Wanderer {
    /// The turn that it makes at the end of the `legs`-th lane of its life: one of those that it can make and that do not
    /// lead into a dead end, while there are such. One who wants to get somewhere takes the one that leads nearest there.
    pub fn turn(&self, graph: &LaneGraph, chance: Chance, lane: LaneId, legs: u16) -> Option<TurnId> {
        let turns = &graph.lane(lane).successors;
        let is_good = |turn: &&TurnId| {
            let turn = graph.turn(**turn);
            turn.radius_m >= self.radius_m && graph.junction(graph.lane(turn.to).to).arms > 1
        };
        if let Some(goal) = self.goal {
            let left_m = |turn: &TurnId| {
                let points = &graph.lane(graph.turn(*turn).to).points;
                (points[points.len() - 1] - goal).length()
            };
            return turns.iter().copied().min_by(|a, b| left_m(a).total_cmp(&left_m(b)));
        }
        let question = [self.driver.bits(), u32::from(legs)];
        match turns.iter().filter(is_good).count() {
            0 => turns.get(chance.pick(&question, turns.len())).copied(),
            good => turns.iter().filter(is_good).nth(chance.pick(&question, good)).copied(),
        }
    }
}

impl Way {
    /// The next `horizon_m` metres from where a mind is.
    pub fn ahead(graph: &LaneGraph, chance: Chance, wanderer: Wanderer, mind: &Mind, horizon_m: f32) -> Way {
        let mut lane = graph.lane(LaneId(u32::from(mind.way)));
        let mut turn = graph.turns().get(usize::from(mind.turn)).filter(|turn| turn.from.0 == u32::from(mind.way));
        let mut way = Way { stretches: Vec::with_capacity(32), pace_mps: f32::MAX };
        // What lies behind, on the lane and then on the turn, is passed over.
        let mut behind_m = mind.along_m;
        for leg in 0..MOST_LEGS {
            if behind_m < lane.length_m {
                way.allow(lane.pace_mps(behind_m));
                way.add(&lane.points, behind_m, horizon_m);
            }
            behind_m = (behind_m - lane.length_m).max(0.0);
            let Some(next) = turn.filter(|_| way.length_m() < horizon_m) else { break };
            way.allow(if next.radius_m < wanderer.radius_m { TOO_TIGHT_MPS } else { next.pace_mps });
            way.add(&next.points, behind_m, horizon_m);
            behind_m = 0.0;
            lane = graph.lane(next.to);
            turn = wanderer.turn(graph, chance, next.to, mind.legs + leg + 1).map(|turn| graph.turn(turn));
        }
        way
    }

    /// Slows for a pace at the present end of the way.
    fn allow(&mut self, pace_mps: f32) {
        let now_mps = (pace_mps * pace_mps + 2.0 * BRAKE_MPS2 * self.length_m()).sqrt();
        self.pace_mps = self.pace_mps.min(now_mps);
    }

    fn add(&mut self, points: &[Vec3], behind_m: f32, horizon_m: f32) {
        let mut left_m = behind_m;
        for pair in points.windows(2) {
            let stretch_m = (pair[1] - pair[0]).length();
            if left_m >= stretch_m {
                left_m -= stretch_m;
                continue;
            }
            let begin = || pair[0].lerp(pair[1], left_m / stretch_m);
            let from = self.stretches.last().map_or_else(begin, |last| last.to);
            let along_m = self.length_m() + stretch_m - left_m;
            left_m = 0.0;
            self.stretches.push(Stretch::new(from, pair[1], [self.length_m(), along_m]));
            if along_m >= horizon_m {
                break;
            }
        }
    }

    /// How far it goes, in metres.
    pub fn length_m(&self) -> f32 {
        self.stretches.last().map_or(0.0, |last| last.along_m[1])
    }

    /// The point after so many metres, and the unit direction there. Beyond the end it goes on straight.
    pub fn at(&self, along_m: f32) -> Option<(Vec3, Vec3)> {
        let last = self.stretches.len().checked_sub(1)?;
        let stretch = &self.stretches[self.stretches.partition_point(|stretch| stretch.along_m[1] < along_m).min(last)];
        let direction = (stretch.to - stretch.from).normalize_or_zero();
        Some((stretch.from + direction * (along_m - stretch.along_m[0]), direction))
    }

    /// Where a point lies beside the way.
    pub fn beside(&self, point: Vec3) -> Option<Beside> {
        let mut nearest: Option<(f32, &Stretch, f32)> = None;
        for stretch in &self.stretches {
            let off = (point - stretch.from).with_y(0.0);
            let on_m = off.dot(stretch.direction).clamp(0.0, stretch.length_m);
            let distance_m2 = (off - stretch.direction * on_m).with_y(0.0).length_squared();
            if nearest.is_none_or(|(least_m2, ..)| distance_m2 < least_m2) {
                nearest = Some((distance_m2, stretch, on_m));
            }
        }
        nearest.map(|(distance_m2, stretch, on_m)| {
            let (off, direction) = (point - stretch.from, stretch.direction);
            let is_right = off.x * direction.z - off.z * direction.x < 0.0;
            // What lies beyond an end is as far off as it is.
            let left_m = if is_right { -distance_m2.sqrt() } else { distance_m2.sqrt() };
            Beside { along_m: stretch.along_m[0] + on_m, left_m, direction }
        })
    }
}

impl Stretch {
    fn new(from: Vec3, to: Vec3, along_m: [f32; 2]) -> Stretch {
        let length_m = (to - from).length().max(1e-3);
        Stretch { from, to, along_m, direction: (to - from) / length_m, length_m }
    }
}
