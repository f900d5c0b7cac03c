//! The shortest way along the lanes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{LaneGraph, LaneId, TurnId};

/// Millimetres in a metre: ways are compared as whole numbers, so that two of one length are told apart by their lanes.
const MM_PER_M: f32 = 1000.0;

impl LaneGraph {
    /// The turn at the end of a lane that begins the shortest way to another lane; `None` where there is no way.
    #[must_use]
    pub fn turn_towards(&self, from: LaneId, to: LaneId) -> Option<TurnId> {
        let mut is_settled = vec![false; self.lanes.len()];
        let mut open = BinaryHeap::new();
        let mut settled = Some((0, None, from));
        while let Some((way_mm, first, lane)) = settled {
            for turn in &self.lane(lane).successors {
                let (next, turn_m) = (self.turn(*turn).to, self.turn(*turn).length_m);
                let next_mm = way_mm + ((turn_m + self.lane(next).length_m) * MM_PER_M) as u64;
                if !is_settled[next.0 as usize] {
                    open.push(Reverse((next_mm, next, first.unwrap_or(*turn))));
                }
            }
            settled = None;
            while let Some(Reverse((way_mm, lane, first))) = open.pop() {
                if lane == to {
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
}
