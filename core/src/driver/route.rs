//! A driver who goes places, at a pace at which nothing need happen.

use std::sync::Arc;

use super::{Cockpit, Driver, OwnCar};
use crate::input::Input;
use crate::level::{Level, Parked, Piece, Shape};
use crate::play::DrawnRow;
use crate::sim::ai::{Chance, steer_towards};
use crate::units::TICK_RATE_HZ;
use crate::units::math::{FORWARD, Pose, Vec3, yaw_rotation};

/// How fast it goes, in m/s: 58 km/h.
const PACE_MPS: f32 = 16.0;

/// How close to a place it has arrived, in metres.
const ARRIVED_M: f32 = 10.0;

/// After so many ticks it gives up on a place and looks for another.
const LEG_TICKS: u32 = 15 * TICK_RATE_HZ;

/// Nearer than this, in metres, is no place to go to: a car needs room to turn towards it.
const LEG_MIN_M: f32 = 30.0;

/// Places that are tried for one to which the way is clear.
const TRIES: u32 = 24;

/// How far it keeps from what stands, in metres: half a car, and as much again for the curve it drives.
const BERTH_M: f32 = 4.0;

/// Lower than this, in metres, is no obstacle.
const KERB_M: f32 = 0.3;

/// Half the edges of the box that a parked car is taken for, in metres.
const PARKED_HALF: Vec3 = Vec3::new(1.0, 0.7, 2.3);

/// How far it keeps from the edge of the level, in metres.
const EDGE_M: f32 = 15.0;

/// Drives from place to place, each chosen so that nothing stands in the straight way there.
#[derive(Clone, Debug)]
pub struct RouteDriver {
    level: Arc<Level>,
    chance: Chance,
    cockpit: Cockpit,
    /// Where it goes, and since which tick.
    leg: Option<(Vec3, u32)>,
    legs: u32,
}

impl RouteDriver {
    /// The driver of a seed, on a level.
    #[must_use]
    pub fn new(level: Arc<Level>, seed: u64) -> RouteDriver {
        RouteDriver { level, chance: Chance::new(seed), cockpit: Cockpit::default(), leg: None, legs: 0 }
    }

    /// Where it is going at `tick`.
    fn target(&mut self, tick: u32, car: &OwnCar) -> Vec3 {
        let position = car.position;
        if let Some((target, since)) = self.leg
            && flat(target - position).length() > ARRIVED_M
            && tick.saturating_sub(since) < LEG_TICKS
        {
            return target;
        }
        self.legs += 1;
        let mut clear: Vec<Vec3> = (0..TRIES).map(|attempt| self.place(attempt)).collect();
        clear.retain(|place| flat(*place - position).length() > LEG_MIN_M && self.is_clear(position, *place));
        let is_ahead = |place: &&Vec3| (**place - position).dot(car.rotation * FORWARD) > 0.0;
        let target = clear.iter().find(is_ahead).or(clear.first()).copied().unwrap_or_else(|| self.place(0));
        self.leg = Some((target, tick));
        target
    }

    /// A place somewhere in the level.
    fn place(&self, attempt: u32) -> Vec3 {
        let bounds = self.level.bounds();
        let share = |axis| self.chance.share(&[self.legs, attempt, axis]);
        let edge = Vec3::new(EDGE_M, 0.0, EDGE_M);
        let (low, high) = (bounds.mins + edge, bounds.maxs - edge);
        flat(low + (high - low) * Vec3::new(share(0), 0.0, share(1)))
    }

    /// Whether a car that drives straight from one place to the other passes everything that stands.
    fn is_clear(&self, from: Vec3, to: Vec3) -> bool {
        let data = self.level.data();
        let of_piece = |piece: &Piece| crosses(&piece.pose(), bounds_of(&piece.shape), from, to);
        let of_parked = |parked: &Parked| {
            let pose = Pose::from_parts(parked.position, yaw_rotation(parked.yaw_rad));
            crosses(&pose, (-PARKED_HALF, PARKED_HALF), from, to)
        };
        !data.pieces.iter().any(of_piece) && !data.parked.iter().any(of_parked)
    }
}

impl Driver for RouteDriver {
    fn input(&mut self, tick: u32, frame: &[DrawnRow]) -> Input {
        let Some(car) = self.cockpit.look(frame) else { return Input::default() };
        if let Some(input) = self.cockpit.free(tick, &car) {
            self.leg = None;
            return input;
        }
        let target = self.target(tick, &car);
        steer_towards(car.position, car.rotation, car.velocity, target, PACE_MPS)
    }
}

fn flat(place: Vec3) -> Vec3 {
    Vec3::new(place.x, 0.0, place.z)
}

/// The box around a shape, in its own axes: its lowest and its highest corner.
fn bounds_of(shape: &Shape) -> (Vec3, Vec3) {
    match shape {
        Shape::Cuboid { half } | Shape::Ramp { half } => (-*half, *half),
        Shape::Hull { points } | Shape::Mesh { vertices: points, .. } => {
            let around = |(low, high): (Vec3, Vec3), point: &Vec3| (low.min(*point), high.max(*point));
            points.iter().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), around)
        }
    }
}

/// Whether the straight way between two places comes within [`BERTH_M`] of a box at `pose`, heights not looked at. What is as
/// low as a kerb is driven over.
fn crosses(pose: &Pose, (low, high): (Vec3, Vec3), from: Vec3, to: Vec3) -> bool {
    if high.y - low.y < KERB_M {
        return false;
    }
    let berth = Vec3::splat(BERTH_M);
    let (low, high) = (low - berth, high + berth);
    let inverse = pose.inverse();
    let (from, to) = (inverse * from, inverse * to);
    let way = to - from;
    // The share of the way that lies between two faces, for each pair of them in turn.
    let (mut enters, mut leaves) = (0.0_f32, 1.0_f32);
    for (from, way, low, high) in [(from.x, way.x, low.x, high.x), (from.z, way.z, low.z, high.z)] {
        if way == 0.0 {
            if !(low..=high).contains(&from) {
                return false;
            }
            continue;
        }
        let (a, b) = ((low - from) / way, (high - from) / way);
        enters = enters.max(a.min(b));
        leaves = leaves.min(a.max(b));
    }
    enters <= leaves
}
