//! How fast lanes and turns can be driven.
//!
//! A limit says nothing of a bend. A driver who finds the bend when in it is too late by the way that the brakes take, so
//! the pace at a place holds what all the rest of its lane asks for.

use super::{Lane, LaneGraph, Turn, line};
use crate::units::math::wrap_angle;

/// From one noted pace to the next, in metres.
pub(super) const EVERY_M: f32 = 5.0;

/// How hard a curve is taken, sideways, in m/s²: a third of what tyres hold.
pub const CURVE_MPS2: f32 = 3.0;

/// How hard is braked for one, in m/s²: gently.
const BRAKE_MPS2: f32 = 2.0;

/// The length over which a lane's curve is measured, to either side of a place, in metres: authors draw curves with corners.
const CURVE_M: f32 = 8.0;

/// The slowest that any curve is taken, in m/s.
const CRAWL_MPS: f32 = 3.0;

/// A curve wider than this, in metres, is none.
const STRAIGHT_M: f32 = 1_000.0;

/// A cubic curve bends harder in its middle than the circle of the same length and angle.
const TIGHTEST_SHARE: f32 = 0.8;

/// Notes the paces of every lane and turn.
pub(super) fn find(graph: &mut LaneGraph) {
    for lane in &mut graph.lanes {
        lane.paces_mps = paces_mps(lane);
    }
    for turn in &mut graph.turns {
        turn.radius_m = radius_m(turn);
        turn.pace_mps = curve_mps(turn.radius_m);
    }
}

fn paces_mps(lane: &Lane) -> Vec<f32> {
    let steps = (lane.length_m / EVERY_M) as usize + 1;
    let mut paces: Vec<f32> = (0..steps)
        .map(|step| {
            let along_m = step as f32 * EVERY_M;
            let heading = |along_m: f32| line::heading(line::at(&lane.points, along_m).1);
            let (from_m, to_m) = ((along_m - CURVE_M).max(0.0), (along_m + CURVE_M).min(lane.length_m));
            let turned_rad = wrap_angle(heading(to_m) - heading(from_m)).abs();
            curve_mps((to_m - from_m) / turned_rad.max(1e-4)).min(lane.speed_mps)
        })
        .collect();
    for step in (0..steps - 1).rev() {
        let after = paces[step + 1];
        paces[step] = paces[step].min((after * after + 2.0 * BRAKE_MPS2 * EVERY_M).sqrt());
    }
    paces
}

/// The tightest radius of a turn, as its length and its angle have it.
fn radius_m(turn: &Turn) -> f32 {
    let ways = || turn.points.windows(2).map(|pair| line::heading(line::direction(pair[0], pair[1])));
    let turned_rad: f32 = ways().zip(ways().skip(1)).map(|(before, after)| wrap_angle(after - before).abs()).sum();
    (TIGHTEST_SHARE * turn.length_m / turned_rad.max(1e-4)).min(STRAIGHT_M)
}

fn curve_mps(radius_m: f32) -> f32 {
    (CURVE_MPS2 * radius_m.min(STRAIGHT_M)).sqrt().max(CRAWL_MPS)
}
