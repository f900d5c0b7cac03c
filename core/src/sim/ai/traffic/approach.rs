//! Who comes to which junction, and who may cross it.
//!
//! Drivers who each judge for themselves either all wait, or two go. So a turn is given: who has it has it alone, until it
//! is made, and nobody is given a way that crosses it. It goes by the rules of the road first, and among those who stand
//! and wait for each other by who has waited longest; so no round of waiting drivers stays closed.

use super::super::super::component::{NO_OWNER, NOT_A_CLIENT};
use super::super::super::world::World;
use super::super::Profile;
use super::super::mind::View;
use super::Car;
use crate::level::roads::{JunctionId, LaneId, Turn, TurnId};
use crate::sim::component::Mind;
use crate::units::TICK_RATE_HZ;

/// Nobody looks at who is further from a junction than this, in metres.
const APPROACH_M: f32 = 60.0;

/// Way is given to those who come within so many seconds.
const YIELD_S: f32 = 4.0;

/// The pace that a slow one is thought to come at, in m/s.
const SLOWEST_MPS: f32 = 3.0;

/// Ticks of standing after which one who has the right of way does not use it: its own way on is not free.
const UNUSED_TICKS: u16 = 2 * TICK_RATE_HZ as u16;

/// Ticks of waiting after which a driver takes a gap that asks others to brake a little.
const IMPATIENT_TICKS: u16 = 8 * TICK_RATE_HZ as u16;

/// Seconds to spare that an impatient driver still leaves.
const HURRIED_S: f32 = 1.8;

/// Ticks after which one who does not get out of a junction is an obstacle and no longer in possession of it.
const DISPOSSESSED_TICKS: u16 = 3 * TICK_RATE_HZ as u16;

/// A player's car is thought to drive on as it does for so long, in seconds.
const FORESIGHT_S: f32 = 2.0;

/// The drivers in traffic by the junction that they come to or cross.
#[derive(Default)]
pub struct Approaches(Vec<(JunctionId, u16)>);

impl Approaches {
    /// Those of this tick.
    pub fn new(world: &World) -> Approaches {
        let (people, graph) = (world.store.people(), world.level.lanes());
        let mut approaches = Vec::new();
        for (row, mind) in people.mind.iter().enumerate() {
            let is_driver = people.slot[row].alive && Profile::of(mind) == Profile::Traffic;
            if !is_driver || people.person[row].driven_vehicle().is_none() {
                continue;
            }
            if let Some(lane) = graph.lanes().get(usize::from(mind.way))
                && lane.length_m - mind.along_m < APPROACH_M
            {
                approaches.push((lane.to, row as u16));
            }
        }
        approaches.sort_unstable();
        Approaches(approaches)
    }

    /// Rows of the drivers at a junction.
    fn at(&self, junction: JunctionId) -> impl Iterator<Item = usize> + '_ {
        let from = self.0.partition_point(|(other, _)| *other < junction);
        self.0[from..].iter().take_while(move |(other, _)| *other == junction).map(|(_, row)| usize::from(*row))
    }
}

/// Whether a driver may make its turn, with `line_m` to go to the stop line.
pub fn may_turn(view: &View<'_>, car: &Car<'_>, mind: &Mind, line_m: f32) -> bool {
    let graph = view.world.level.lanes();
    let (mine, turn) = (TurnId(u32::from(mind.turn)), graph.turn(TurnId(u32::from(mind.turn))));
    if turn.conflicts.is_empty() {
        return true;
    }
    let mut others = view.approaches.at(turn.junction).filter(|row| *row != view.row);
    let lets_me = |row: usize| {
        let other = &view.minds[row];
        if other.way == mind.way {
            // Who is before me in my lane goes before me.
            return other.along_m <= mind.along_m || other.may_turn;
        }
        let other_turn = TurnId(u32::from(other.turn));
        if !turn.conflicts.contains(&other_turn) {
            return true;
        }
        if other.may_turn {
            return other.stuck_ticks.max(other.wait_ticks) > DISPOSSESSED_TICKS;
        }
        !graph.gives_way(mine, other_turn) || !comes_soon(view, mind, row)
    };
    others.all(lets_me) && !crosses_a_player(view, car, turn, line_m)
}

/// Whether one who goes before me will be there before I am through.
fn comes_soon(view: &View<'_>, mind: &Mind, row: usize) -> bool {
    let other = &view.minds[row];
    let stands = other.wait_ticks > 0 || other.stuck_ticks > 0;
    if stands && (other.wait_ticks > UNUSED_TICKS || other.stuck_ticks > 0) && mind.wait_ticks > other.wait_ticks / 2 {
        return false;
    }
    let Some(vehicle) = view.people.person[row].driven_vehicle() else { return false };
    let speed_mps = view.vehicles.motion[usize::from(vehicle)].velocity.length();
    let lane = view.world.level.lanes().lane(LaneId(u32::from(other.way)));
    let due_s = (lane.length_m - other.along_m) / speed_mps.max(SLOWEST_MPS);
    due_s < if mind.wait_ticks > IMPATIENT_TICKS { HURRIED_S } else { YIELD_S }
}

/// Whether a player's car is about to drive over the turn: no rule tells what it does.
fn crosses_a_player(view: &View<'_>, car: &Car<'_>, turn: &Turn, line_m: f32) -> bool {
    let vehicles = &view.vehicles;
    let middle = turn.points[turn.points.len() / 2];
    let mut players = view.near.vehicles(middle, 40.0).filter(|row| {
        let owner = vehicles.vehicle[*row].owner;
        owner != NO_OWNER && owner != NOT_A_CLIENT && *row != car.row
    });
    players.any(|row| {
        let motion = &vehicles.motion[row];
        let is_before_me = (motion.position - car.motion.position).dot(car.forward) > line_m;
        let steps = (0..=4).map(|step| motion.position + motion.velocity * (FORESIGHT_S * step as f32 / 4.0));
        is_before_me && motion.velocity.length() > 1.0 && steps.into_iter().any(|at| turn.nearest_m(at).0 < 3.0)
    })
}
