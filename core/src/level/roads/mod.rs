//! Roads into lanes, and what a driver has to know of them.
//!
//! A road as it is drawn says nothing about where one may go: it is a line with a width. Traffic needs to know which lane
//! leads into which, how a turn runs across the crossing, and who waits for whom. That is worked out here, once, from the
//! lines alone and in one fixed order, since what traffic does is part of the rules.
//!
//! | part | what it is |
//! |---|---|
//! | `line` | lengths, parallels and parts of lines |
//! | `join` | where roads meet |
//! | `turns` | which lane leads into which, and how |
//! | `pace` | how fast lanes and turns can be driven |
//! | `route` | the shortest way along the lanes |
//! | `conflicts` | which turns get into each other's way |

use super::ways::Road;
use crate::units::math::{Vec3, wrap_angle};
use join::Joins;

mod conflicts;
mod join;
pub(super) mod line;
mod pace;
mod route;
#[cfg(test)]
mod tests;
mod turns;

pub use join::{JOIN_HEIGHT_M, JOIN_M};
pub use pace::CURVE_MPS2;

/// More than rounding makes of a distance within a level, in metres.
const ROUNDED_M: f32 = 0.05;

/// A lane by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LaneId(pub u32);

/// A turn by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TurnId(pub u32);

/// A junction by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct JunctionId(pub u32);

/// Every lane, turn and junction of a level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LaneGraph {
    lanes: Vec<Lane>,
    turns: Vec<Turn>,
    junctions: Vec<Junction>,
}

/// One lane, from one junction to the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// The road that it is a part of, by its place in the level.
    pub road: usize,
    /// Whether it runs in the order of the road's points.
    pub forward: bool,
    /// Its middle, in metres, in the direction of travel.
    pub points: Vec<Vec3>,
    /// The lowest and the highest corner of the box about its points.
    corners: [Vec3; 2],
    /// How long it is.
    pub length_m: f32,
    /// How wide it is.
    pub width_m: f32,
    /// The speed limit.
    pub speed_mps: f32,
    /// What limit and curves allow, in m/s, every [`pace::EVERY_M`] from its start. Braking for what follows is in it.
    paces_mps: Vec<f32>,
    /// Who goes first where it ends.
    pub rank: u8,
    /// The junction that it comes from.
    pub from: JunctionId,
    /// The junction that it leads to.
    pub to: JunctionId,
    /// The next lane to the left in the same direction.
    pub left: Option<LaneId>,
    /// The next lane to the right in the same direction.
    pub right: Option<LaneId>,
    /// Where one may go from its end.
    pub successors: Vec<TurnId>,
    /// By which turns one comes to its start.
    pub predecessors: Vec<TurnId>,
}

/// A way across a junction.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The lane that it comes from.
    pub from: LaneId,
    /// The lane that it leads to.
    pub to: LaneId,
    /// The junction that it crosses.
    pub junction: JunctionId,
    /// What a driver would call it.
    pub kind: TurnKind,
    /// Its middle, from the end of the one lane to the start of the other.
    pub points: Vec<Vec3>,
    /// How long it is.
    pub length_m: f32,
    /// The radius of the circle that it is most like, in metres.
    pub radius_m: f32,
    /// What its curve allows, in m/s.
    pub pace_mps: f32,
    /// The turns from other lanes whose ways it crosses, meets or touches.
    pub conflicts: Vec<TurnId>,
}

/// What a driver would call a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TurnKind {
    /// Less than an eighth of a turn to either side.
    Straight,
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Round, at a dead end only.
    Back,
}

/// A place where roads meet, or where one ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Junction {
    /// Its middle, in metres.
    pub position: Vec3,
    /// How many ends of roads are there: one at a dead end, four at a crossing of two roads.
    pub arms: usize,
    /// Who goes first.
    pub rule: RightOfWay,
    /// Every way across it.
    pub turns: Vec<TurnId>,
}

/// Who goes first at a junction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RightOfWay {
    /// Nobody has to wait: no two roads come together.
    Free,
    /// Roads of a higher rank go before those of a lower one.
    Priority,
    /// All are equal: who comes from the right goes first.
    RightBeforeLeft,
}

/// A place on a lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LanePlace {
    /// The lane.
    pub lane: LaneId,
    /// Metres from its start.
    pub along_m: f32,
    /// How far the place is from what was asked for, in metres.
    pub distance_m: f32,
}

impl LaneGraph {
    /// The graph of checked roads.
    #[must_use]
    pub fn new(roads: &[Road]) -> LaneGraph {
        let mut graph = turns::build(roads);
        pace::find(&mut graph);
        conflicts::find(&mut graph);
        graph
    }

    /// Every lane, in the order of its number.
    #[must_use]
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    /// Every turn, in the order of its number.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Every junction, in the order of its number.
    #[must_use]
    pub fn junctions(&self) -> &[Junction] {
        &self.junctions
    }

    /// A lane by its number.
    #[must_use]
    pub fn lane(&self, id: LaneId) -> &Lane {
        &self.lanes[id.0 as usize]
    }

    /// A turn by its number.
    #[must_use]
    pub fn turn(&self, id: TurnId) -> &Turn {
        &self.turns[id.0 as usize]
    }

    /// A junction by its number.
    #[must_use]
    pub fn junction(&self, id: JunctionId) -> &Junction {
        &self.junctions[id.0 as usize]
    }

    /// The place on any lane that is nearest to a point; of two as near, that on the lane of the lower number.
    #[must_use]
    pub fn nearest_lane(&self, point: Vec3) -> Option<LanePlace> {
        let mut nearest: Option<LanePlace> = None;
        for (lane, number) in self.lanes.iter().zip(0..) {
            let least_m = nearest.map_or(f32::MAX, |nearest| nearest.distance_m);
            if !lane.is_beyond(point, least_m)
                && let Some((distance_m, along_m)) = line::nearest(&lane.points, point)
                && distance_m < least_m
            {
                nearest = Some(LanePlace { lane: LaneId(number), along_m, distance_m });
            }
        }
        nearest
    }

    /// The middle of a lane `along_m` after its start, and the heading there in radians. Beyond an end it is the end.
    #[must_use]
    pub fn point_at(&self, lane: LaneId, along_m: f32) -> (Vec3, f32) {
        let (point, direction) = line::at(&self.lane(lane).points, along_m);
        (point, line::heading(direction))
    }

    /// Whether who makes the turn `mine` waits for who comes to the same junction to make the turn `other`.
    #[must_use]
    pub fn gives_way(&self, mine: TurnId, other: TurnId) -> bool {
        let (mine, other) = (self.turn(mine), self.turn(other));
        if mine.junction != other.junction || mine.from == other.from {
            return false;
        }
        let (my_lane, other_lane) = (self.lane(mine.from), self.lane(other.from));
        // How far the other's way in is turned to the left of mine.
        let angle_rad = wrap_angle(end_heading(other_lane) - end_heading(my_lane));
        let is_oncoming = angle_rad.abs() > 0.75 * std::f32::consts::PI;
        if is_oncoming && my_lane.rank == other_lane.rank {
            return mine.kind == TurnKind::Left && other.kind != TurnKind::Left;
        }
        match my_lane.rank.cmp(&other_lane.rank) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            // Who drives to my left comes from my right.
            std::cmp::Ordering::Equal => angle_rad > 0.25 * std::f32::consts::PI,
        }
    }
}

impl Lane {
    /// What limit and curves allow `along_m` after its start, in m/s.
    #[must_use]
    pub fn pace_mps(&self, along_m: f32) -> f32 {
        let step = (along_m.max(0.0) / pace::EVERY_M) as usize;
        self.paces_mps[step.min(self.paces_mps.len() - 1)]
    }

    /// The nearest place on it: how far it is, and how far after the start, in metres.
    #[must_use]
    pub fn nearest_m(&self, point: Vec3) -> (f32, f32) {
        line::nearest(&self.points, point).unwrap_or((f32::MAX, 0.0))
    }

    /// Whether all of it is further from a point than so much, in metres, as far as a look at its box tells.
    fn is_beyond(&self, point: Vec3, distance_m: f32) -> bool {
        let [lowest, highest] = self.corners;
        (point - point.clamp(lowest, highest)).length() > distance_m + ROUNDED_M
    }
}

impl Turn {
    /// The nearest place on it: how far it is, and how far after the start, in metres.
    #[must_use]
    pub fn nearest_m(&self, point: Vec3) -> (f32, f32) {
        line::nearest(&self.points, point).unwrap_or((f32::MAX, 0.0))
    }
}

/// How many times stretches of roads meet, in how many junctions, and the most ends of roads at one of them. What goes
/// beyond a limit is counted no further than that.
pub(super) fn count_junctions(roads: &[Road]) -> [usize; 3] {
    let joins = Joins::find(roads);
    let mut arms = vec![0; joins.junctions.len()];
    if joins.crossings <= super::check::limits::CROSSINGS {
        for edge in joins.edges(roads) {
            arms[edge.from] += 1;
            arms[edge.to] += 1;
        }
    }
    [joins.crossings, joins.junctions.len(), arms.into_iter().max().unwrap_or(0)]
}

/// The heading at the end of a lane, in radians.
fn end_heading(lane: &Lane) -> f32 {
    line::heading(line::at(&lane.points, lane.length_m).1)
}
