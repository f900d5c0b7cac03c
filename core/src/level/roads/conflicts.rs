//! Which turns get into each other's way.
//!
//! Whoever crosses a junction has to know whose way that closes. Two ways that only pass each other, as those of oncoming
//! cars do, leave room for both; whatever comes nearer than two cars are wide does not.

use super::{LaneGraph, Turn, TurnId, line};

/// Two ways nearer to each other than this, in metres, are too near for two cars: the width of a bus, and a hand's breadth.
const APART_M: f32 = 2.4;

/// Notes for every turn which others it is in conflict with.
pub(super) fn find(graph: &mut LaneGraph) {
    let mut conflicts: Vec<Vec<TurnId>> = vec![Vec::new(); graph.turns.len()];
    for junction in &graph.junctions {
        for (i, mine) in junction.turns.iter().enumerate() {
            for other in &junction.turns[i + 1..] {
                if are_in_conflict(graph.turn(*mine), graph.turn(*other)) {
                    conflicts[mine.0 as usize].push(*other);
                    conflicts[other.0 as usize].push(*mine);
                }
            }
        }
    }
    for (turn, conflicts) in graph.turns.iter_mut().zip(conflicts) {
        turn.conflicts = conflicts;
    }
}

/// Who comes out of the same lane drives one behind the other; who goes into the same lane does not.
fn are_in_conflict(mine: &Turn, other: &Turn) -> bool {
    let is_near = |point| line::nearest(&other.points, point).is_some_and(|(distance_m, _)| distance_m < APART_M);
    mine.from != other.from && (mine.to == other.to || mine.points.iter().any(|point| is_near(*point)))
}
