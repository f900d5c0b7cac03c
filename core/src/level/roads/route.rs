//! The shortest way along the lanes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{LaneGraph, LaneId, TurnId};
use crate::units::math::Vec3;

/// Millimetres in a metre: ways are compared as whole numbers, so that two of one length are told apart by their lanes.
const MM_PER_M: f32 = 1000.0;

/// A place is passed by lanes that are further than the nearest by as much as this, in metres: those across the road.
const BESIDE_M: f32 = 8.0;

impl LaneGraph {
    /// The turn at the end of a lane that begins the shortest way to a lane that passes a place, in whichever direction;
    /// `None` where there is no way. It may be a turn of the next lane to either side: a way on may need a change of lanes.
    #[must_use]
    pub fn turn_towards(&self, from: LaneId, place: Vec3) -> Option<TurnId> {
        let (mut away_m, mut passes_m) = (vec![f32::MAX; self.lanes.len()], f32::MAX);
        for (lane, away_m) in self.lanes.iter().zip(&mut away_m) {
            // What passes so far is no nearer than what passes in the end.
            if !lane.is_beyond(place, passes_m) {
                *away_m = lane.nearest_m(place).0;
                passes_m = passes_m.min(*away_m + BESIDE_M);
            }
        }
        let mut is_settled = vec![false; self.lanes.len()];
        let mut open = BinaryHeap::new();
        let mut settled = Some((0, None, from));
        while let Some((way_mm, first, lane)) = settled {
            for turn in self.abreast(lane).flat_map(|lane| &self.lane(lane).successors) {
                let (next, turn_m) = (self.turn(*turn).to, self.turn(*turn).length_m);
                let next_mm = way_mm + ((turn_m + self.lane(next).length_m) * MM_PER_M) as u64;
                if !is_settled[next.0 as usize] {
                    open.push(Reverse((next_mm, next, first.unwrap_or(*turn))));
                }
            }
            settled = None;
            while let Some(Reverse((way_mm, lane, first))) = open.pop() {
                if away_m[lane.0 as usize] <= passes_m {
                    return Some(first);
                }
                if !std::mem::replace(&mut is_settled[lane.0 as usize], true) {
                    settled = Some((way_mm, Some(first), lane));
                    break;
                }
            }
        }
        None
    }

    /// A lane and those right beside it that lead the same way.
    fn abreast(&self, lane: LaneId) -> impl Iterator<Item = LaneId> {
        [Some(lane), self.lane(lane).left, self.lane(lane).right].into_iter().flatten()
    }
}
