//! Lanes, and the ways from one to the next.
//!
//! A lane ends before a junction, as far ahead as the roads there are wide, and the next begins behind it. Between the two
//! runs a turn, a curve that leaves the one and meets the other without a corner. Which lane may turn where follows a
//! driver's habits: right from the right, left from the left, straight on from each.

use super::join::{Edge, Joins};
use super::{Junction, JunctionId, Lane, LaneGraph, LaneId, RightOfWay, Turn, TurnId, TurnKind, line};
use crate::level::ways::Road;
use crate::units::math::{Vec3, wrap_angle};

/// Room between a lane's end and the lanes that cross its way, in metres: a stop line and a crosswalk.
const STOP_M: f32 = 3.0;

/// No lane ends further from its junction than this, in metres, however flat roads meet.
const MOST_TRIM_M: f32 = 30.0;

/// The most of an edge that is cut off at one end.
const MOST_TRIM_SHARE: f32 = 0.4;

/// Roads that meet at less than this sine are one that goes on.
const SAME_WAY_SINE: f32 = 0.2;

/// Up to an eighth of a turn to a side is straight on.
const STRAIGHT_RAD: f32 = std::f32::consts::FRAC_PI_4;

/// Stretches of a turn's curve.
const CURVE_STEPS: u32 = 10;

/// How far a curve's handles reach, as a share of the distance: this one makes a quarter turn a quarter circle.
const HANDLE_SHARE: f32 = 0.39;

/// Radius of the way round at a dead end, in metres: what a car turns in with something to spare.
const LOOP_RADIUS_M: f32 = 5.0;

/// How far beyond the dead end the middle of that way lies, in metres.
const LOOP_AHEAD_M: f32 = 6.8;

/// An end of an edge at a junction.
struct Arm {
    edge: usize,
    /// Whether the edge starts here.
    is_start: bool,
    /// The unit direction away from the junction.
    away: Vec3,
    /// Lanes that come in, from right to left.
    incoming: Vec<LaneId>,
    /// Lanes that lead out, from right to left.
    outgoing: Vec<LaneId>,
}

pub(super) fn build(roads: &[Road]) -> LaneGraph {
    let joins = Joins::find(roads);
    let edges = joins.edges(roads);
    let mut arms: Vec<Vec<Arm>> = joins.junctions.iter().map(|_| Vec::new()).collect();
    for (number, edge) in edges.iter().enumerate() {
        let last = edge.points.len() - 1;
        let start = line::direction(edge.points[0], edge.points[1]);
        let end = line::direction(edge.points[last], edge.points[last - 1]);
        for (junction, is_start, away) in [(edge.from, true, start), (edge.to, false, end)] {
            let (incoming, outgoing) = (Vec::new(), Vec::new());
            arms[junction].push(Arm { edge: number, is_start, away, incoming, outgoing });
        }
    }
    let trims: Vec<[f32; 2]> = (0..edges.len())
        .map(|edge| {
            let length_m = line::length(&edges[edge].points);
            [(edges[edge].from, true), (edges[edge].to, false)].map(|(junction, is_start)| {
                trim_m(roads, &edges, &arms[junction], edge, is_start).min(MOST_TRIM_SHARE * length_m)
            })
        })
        .collect();
    let mut graph = LaneGraph::default();
    for (number, (edge, [start_m, end_m])) in edges.iter().zip(trims).enumerate() {
        let middle = line::between(&edge.points, start_m, line::length(&edge.points) - end_m);
        for forward in [true, false] {
            let lanes = add_lanes(&mut graph, &roads[edge.road], edge, &middle, forward);
            for (junction, is_start) in [(edge.from, true), (edge.to, false)] {
                let is_own = |arm: &&mut Arm| arm.edge == number && arm.is_start == is_start;
                let arm = arms[junction].iter_mut().find(is_own).expect("every edge has an arm at both of its ends");
                if is_start == forward { &mut arm.outgoing } else { &mut arm.incoming }.extend(&lanes);
            }
        }
    }
    for (number, (position, arms)) in joins.junctions.iter().zip(&arms).enumerate() {
        let junction = JunctionId(number as u32);
        let turns = add_turns(&mut graph, junction, arms);
        let rule = right_of_way(roads, &edges, arms);
        graph.junctions.push(Junction { position: *position, arms: arms.len(), rule, turns });
    }
    graph
}

/// How much of an edge the junction at its end takes.
fn trim_m(roads: &[Road], edges: &[Edge], arms: &[Arm], edge: usize, is_start: bool) -> f32 {
    let half_m = |arm: &Arm| roads[edges[arm.edge].road].width_m() / 2.0;
    let is_own = |arm: &&Arm| arm.edge == edge && arm.is_start == is_start;
    let own = arms.iter().find(is_own).expect("every edge has an arm at both of its ends");
    let taken_by = |arm: &Arm| {
        let (sine, cosine) = (line::left_of(own.away).dot(arm.away).abs(), own.away.dot(arm.away).abs());
        if sine < SAME_WAY_SINE { 0.0 } else { (half_m(arm) + half_m(own) * cosine) / sine + STOP_M }
    };
    arms.iter().filter(|arm| !is_own(arm)).map(taken_by).fold(0.0, f32::max).min(MOST_TRIM_M)
}

/// The lanes of an edge in one direction, from right to left.
fn add_lanes(graph: &mut LaneGraph, road: &Road, edge: &Edge, middle: &[Vec3], forward: bool) -> Vec<LaneId> {
    let count = if forward { road.forward } else { road.backward };
    let first = graph.lanes.len() as u32;
    for lane in 0..count {
        let right_m = road.lanes_width_m() / 2.0 - road.lane_width_m * (f32::from(lane) + 0.5);
        let mut points = line::beside(middle, if forward { -right_m } else { right_m });
        let (mut from, mut to) = (edge.from, edge.to);
        if !forward {
            points.reverse();
            (from, to) = (to, from);
        }
        let number = first + u32::from(lane);
        graph.lanes.push(Lane {
            road: edge.road,
            forward,
            length_m: line::length(&points),
            corners: line::corners(&points),
            points,
            width_m: road.lane_width_m,
            speed_mps: road.speed_mps,
            paces_mps: Vec::new(),
            rank: road.rank,
            from: JunctionId(from as u32),
            to: JunctionId(to as u32),
            left: (lane + 1 < count).then_some(LaneId(number + 1)),
            right: (lane > 0).then(|| LaneId(number - 1)),
            successors: Vec::new(),
            predecessors: Vec::new(),
        });
    }
    (first..first + u32::from(count)).map(LaneId).collect()
}

/// Every way from a lane that comes in to one that leads out.
fn add_turns(graph: &mut LaneGraph, junction: JunctionId, arms: &[Arm]) -> Vec<TurnId> {
    let first = graph.turns.len() as u32;
    for (i, from) in arms.iter().enumerate() {
        if arms.len() == 1 {
            for (incoming, outgoing) in from.incoming.iter().zip(&from.outgoing) {
                add_turn(graph, junction, *incoming, *outgoing, TurnKind::Back);
            }
            continue;
        }
        let exits: Vec<(&Arm, TurnKind)> = (arms.iter().enumerate())
            .filter(|(other, arm)| *other != i && !arm.outgoing.is_empty())
            .map(|(_, arm)| (arm, kind_of(from, arm)))
            .collect();
        let leads = |kind: TurnKind| exits.iter().any(|exit| exit.1 == kind);
        let lanes = from.incoming.len();
        // Without a way straight on, the lanes are shared between right and left.
        let split = |other: TurnKind| match (leads(TurnKind::Straight), leads(other)) {
            (true, _) => 1,
            (false, true) => lanes.div_ceil(2),
            (false, false) => lanes,
        };
        for (to, kind) in &exits {
            let last = to.outgoing.len() - 1;
            for (lane, incoming) in from.incoming.iter().enumerate() {
                let from_left = lanes - 1 - lane;
                let outgoing = match kind {
                    TurnKind::Right if lane < split(TurnKind::Left) => lane.min(last),
                    TurnKind::Left if from_left < split(TurnKind::Right) => last - from_left.min(last),
                    TurnKind::Straight => lane.min(last),
                    _ => continue,
                };
                add_turn(graph, junction, *incoming, to.outgoing[outgoing], *kind);
            }
        }
    }
    (first..graph.turns.len() as u32).map(TurnId).collect()
}

fn kind_of(from: &Arm, to: &Arm) -> TurnKind {
    let angle_rad = wrap_angle(line::heading(to.away) - line::heading(-from.away));
    match angle_rad {
        _ if angle_rad.abs() <= STRAIGHT_RAD => TurnKind::Straight,
        _ if angle_rad > 0.0 => TurnKind::Left,
        _ => TurnKind::Right,
    }
}

fn add_turn(graph: &mut LaneGraph, junction: JunctionId, from: LaneId, to: LaneId, kind: TurnKind) {
    let turn = TurnId(graph.turns.len() as u32);
    let (before, after) = (&graph.lane(from).points, &graph.lane(to).points);
    let last = before.len() - 1;
    let (out, on) = (line::direction(before[last - 1], before[last]), line::direction(after[0], after[1]));
    let points = match kind {
        TurnKind::Back => loop_round([before[last], after[0]], out),
        _ => curve([before[last], after[0]], [out, on]),
    };
    let length_m = line::length(&points);
    let (radius_m, pace_mps, conflicts) = (0.0, 0.0, Vec::new());
    graph.turns.push(Turn { from, to, junction, kind, points, length_m, radius_m, pace_mps, conflicts });
    graph.lanes[from.0 as usize].successors.push(turn);
    graph.lanes[to.0 as usize].predecessors.push(turn);
}

/// A cubic curve between two points that has the given directions there.
fn curve([start, end]: [Vec3; 2], [out, on]: [Vec3; 2]) -> Vec<Vec3> {
    let reach_m = HANDLE_SHARE * (end - start).length();
    let (a, b) = (start + out * reach_m, end - on * reach_m);
    let at = |step: u32| {
        let t = step as f32 / CURVE_STEPS as f32;
        let s = 1.0 - t;
        start * (s * s * s) + a * (3.0 * s * s * t) + b * (3.0 * s * t * t) + end * (t * t * t)
    };
    (0..=CURVE_STEPS).map(at).collect()
}

/// The way round at a dead end: no car turns in the width of two lanes, so it swings out to the right, takes half a circle
/// to the left, and comes back in.
fn loop_round([start, end]: [Vec3; 2], out: Vec3) -> Vec<Vec3> {
    let middle = (start + end) / 2.0 + out * LOOP_AHEAD_M;
    let side = line::left_of(out) * LOOP_RADIUS_M;
    let [right, top, left] = [middle - side, middle + out * LOOP_RADIUS_M, middle + side];
    let parts = [
        curve([start, right], [out, out]),
        curve([right, top], [out, line::left_of(out)]),
        curve([top, left], [line::left_of(out), -out]),
        curve([left, end], [-out, -out]),
    ];
    let mut points = parts.concat();
    points.dedup();
    points
}

fn right_of_way(roads: &[Road], edges: &[Edge], arms: &[Arm]) -> RightOfWay {
    let ranks = || arms.iter().map(|arm| roads[edges[arm.edge].road].rank);
    match (arms.len(), ranks().min() == ranks().max()) {
        (0..=2, _) => RightOfWay::Free,
        (_, true) => RightOfWay::RightBeforeLeft,
        (_, false) => RightOfWay::Priority,
    }
}
