//! What moves and stands in a walker's way: vehicles, loose pieces, and the light pieces in their places.
//!
//! Each is a box. A person is an upright capsule, and next to a box it is taken as a point while the box is taken as much
//! larger as the capsule is: then whether the two touch, and which way out is the shortest, is a few comparisons in the
//! box's own axes. At a box's edges that is a hand's breadth too much, which nobody sees on a car's bumper.
//!
//! Everything is read from columns as they are at the beginning of a tick, never from the physics: a session's proxy has the
//! same columns as the authority's car, but not the same body.

use super::body::Body;
use crate::level::{Level, LightPiece};
use crate::sim::component::Motion;
use crate::sim::near::Near;
use crate::sim::pieces::{PieceGrid, piece_entity, piece_of};
use crate::sim::store::{Standing, Store, Vehicles};
use crate::sim::vehicle::{CLASSES, Class, REACH_MOST_M};
use crate::units::EntityId;
use crate::units::math::{Quat, UP, Vec3};

/// Farthest that a light piece of any kind reaches from its foot across the ground, in metres.
const PIECE_REACH_M: f32 = 1.2;

/// How far around a body is looked for obstacles beside its way, in metres: what one push moves it.
const MARGIN_M: f32 = 0.5;

/// A face leaning more than this from upright is something to stand on or to lie under, not to be pushed aside by: the
/// vertical part of its normal.
const STEEPEST_PUSH: f32 = 0.7;

/// A box that may move.
#[derive(Clone, Copy, Debug)]
pub struct Obstacle {
    /// Index of its entity.
    index: u16,
    /// The box's middle.
    centre: Vec3,
    rotation: Quat,
    half: Vec3,
    /// How far the box reaches from its middle, in metres.
    reach_m: f32,
    /// The point that turns with no speed of its own.
    origin: Vec3,
    velocity: Vec3,
    /// Spin in rad/s, about the world's axes.
    pub spin: Vec3,
}

/// What a foot finds under it.
#[derive(Clone, Copy, Debug)]
pub struct Footing {
    /// Height of the surface, in metres.
    pub height_m: f32,
    /// The surface's normal.
    pub normal: Vec3,
    /// How the surface moves there, in m/s.
    pub velocity: Vec3,
    /// How fast it turns about the vertical, in rad/s.
    pub turn_radps: f32,
}

impl Obstacle {
    /// A vehicle's hull.
    pub fn of_vehicle(index: u16, class: &Class, motion: &Motion) -> Obstacle {
        Obstacle {
            index,
            centre: motion.position + motion.rotation * (UP * class.hull_up_m),
            rotation: motion.rotation,
            half: class.half,
            reach_m: class.half.length(),
            origin: motion.position,
            velocity: motion.velocity,
            spin: motion.spin,
        }
    }

    /// A loose piece.
    fn of_loose(index: u16, half: Vec3, motion: &Motion) -> Obstacle {
        Obstacle {
            index,
            centre: motion.position,
            rotation: motion.rotation,
            half,
            reach_m: half.length(),
            origin: motion.position,
            velocity: motion.velocity,
            spin: motion.spin,
        }
    }

    /// A light piece in its place.
    fn standing(piece: usize, light: &LightPiece) -> Obstacle {
        let (pose, half) = (light.pose(), light.kind.properties().half_m);
        Obstacle {
            index: piece_entity(piece, 0).index,
            centre: pose.translation,
            rotation: pose.rotation,
            half,
            reach_m: half.length(),
            origin: pose.translation,
            velocity: Vec3::ZERO,
            spin: Vec3::ZERO,
        }
    }

    /// How the box moves at a point, in m/s.
    pub fn velocity_at(&self, point: Vec3) -> Vec3 {
        self.velocity + self.spin.cross(point - self.origin)
    }

    /// Height of its highest corner, in metres.
    fn top_m(&self) -> f32 {
        let up = self.rotation.conjugate() * UP;
        self.centre.y + up.abs().dot(self.half)
    }

    /// Half the box's edges, as much larger as a body reaches beyond its own middle.
    fn half_around(&self, body: &Body) -> Vec3 {
        let up = self.rotation.conjugate() * UP;
        self.half + Vec3::splat(body.radius_m) + up.abs() * (0.5 * body.height_m - body.radius_m)
    }

    /// The way out across the ground for a body that overlaps the box, a unit vector, and how far in metres. What it can
    /// step onto is not in its way.
    pub fn push_out(&self, body: &Body) -> Option<(Vec3, f32)> {
        let middle = body.middle();
        let reach_m = self.reach_m + body.height_m;
        if (middle - self.centre).length_squared() > reach_m * reach_m || self.top_m() <= body.feet.y + body.step_m {
            return None;
        }
        let local = self.rotation.conjugate() * (middle - self.centre);
        let depth = self.half_around(body) - local.abs();
        if depth.min_element() <= 0.0 {
            return None;
        }
        let axis = [Vec3::X, Vec3::Y, Vec3::Z][shallowest(depth)];
        let out = self.rotation * (axis * axis.dot(local).signum());
        if out.y.abs() > STEEPEST_PUSH {
            return None;
        }
        let across = out.with_y(0.0);
        let share = across.length();
        Some((across / share, depth.min_element() / share))
    }

    /// The normal of the face that met a body, if the box overlapped it on its own `way` of this tick, at whose end it is.
    pub fn strikes(&self, body: &Body, way: Vec3) -> Option<Vec3> {
        let middle = body.middle();
        let to = self.rotation.conjugate() * (middle - self.centre);
        let way = self.rotation.conjugate() * way;
        let from = to + way;
        let half = self.half_around(body);
        let entry = enter(from, -way, half)?;
        let axis = entry.map_or_else(|| shallowest(half - from.abs()), |(_, axis)| axis);
        let axis = [Vec3::X, Vec3::Y, Vec3::Z][axis];
        Some(self.rotation * (axis * axis.dot(from).signum()))
    }

    /// What a ray straight down finds of the box, from `from` and `reach_m` far. Nothing where it begins inside.
    pub fn footing(&self, from: Vec3, reach_m: f32) -> Option<Footing> {
        let local = self.rotation.conjugate() * (from - self.centre);
        let down = self.rotation.conjugate() * -UP;
        let (share, axis) = enter(local, down * reach_m, self.half)??;
        let axis = [Vec3::X, Vec3::Y, Vec3::Z][axis];
        let at = from - UP * (share * reach_m);
        Some(Footing {
            height_m: at.y,
            normal: self.rotation * (axis * -axis.dot(down).signum()),
            velocity: self.velocity_at(at),
            turn_radps: self.spin.y,
        })
    }
}

/// The axis of the least of three depths.
fn shallowest(depth: Vec3) -> usize {
    if depth.x <= depth.y && depth.x <= depth.z {
        0
    } else if depth.z <= depth.y {
        2
    } else {
        1
    }
}

/// Where a way enters the box of `half` around the origin: the share of the way, and the axis of the face. `None` where it
/// does not, `Some(None)` where it begins inside.
fn enter(from: Vec3, way: Vec3, half: Vec3) -> Option<Option<(f32, usize)>> {
    let (mut enters, mut leaves) = (f32::NEG_INFINITY, 1.0_f32);
    let mut face = 0;
    for axis in 0..3 {
        let (from, way, half) = (from[axis], way[axis], half[axis]);
        if way == 0.0 {
            if from.abs() >= half {
                return None;
            }
            continue;
        }
        let (a, b) = ((-half - from) / way, (half - from) / way);
        if a.min(b) > enters {
            (enters, face) = (a.min(b), axis);
        }
        leaves = leaves.min(a.max(b));
    }
    if enters >= leaves || leaves <= 0.0 {
        return None;
    }
    Some((enters > 0.0).then_some((enters, face)))
}

/// What may be in the way of anyone in a tick.
pub struct Obstacles<'a> {
    level: &'a Level,
    grid: &'a PieceGrid,
    near: &'a Near,
    // Fetching a pool's columns costs as much as a ray, so that it is done once for everyone.
    vehicles: Vehicles<'a>,
    standing: Standing<'a>,
    /// The loose pieces, in the order of their entities.
    loose: Vec<Obstacle>,
}

impl<'a> Obstacles<'a> {
    /// As the columns have them.
    pub fn new(level: &'a Level, grid: &'a PieceGrid, near: &'a Near, store: &'a Store) -> Obstacles<'a> {
        let columns = store.loose();
        let alive = columns.slot.iter().zip(columns.motion).filter(|(slot, _)| slot.alive);
        let pieces = &level.data().light_pieces;
        let mut loose: Vec<Obstacle> = alive
            .filter_map(|(slot, motion)| {
                let piece = pieces.get(piece_of(EntityId::new(slot.index, 0))?)?;
                Some(Obstacle::of_loose(slot.index, piece.kind.properties().half_m, motion))
            })
            .collect();
        loose.sort_unstable_by_key(|piece| piece.index);
        Obstacles { level, grid, near, vehicles: store.vehicles(), standing: store.standing(), loose }
    }

    /// Those that a body could touch on its way, into `found`: vehicles, loose pieces, standing pieces, each in the order of
    /// their entities, since a session has them in other rows.
    pub fn near(&self, body: &Body, way_m: f32, found: &mut Vec<Obstacle>) {
        found.clear();
        let around_m = body.radius_m + way_m + MARGIN_M;
        let within = |way: Vec3, within_m: f32| way.length_squared() < within_m * within_m;
        let vehicles = &self.vehicles;
        for row in self.near.vehicles(body.feet, around_m + REACH_MOST_M) {
            let motion = &vehicles.motion[row];
            if within(motion.position - body.feet, around_m + REACH_MOST_M) {
                let class = &CLASSES[usize::from(vehicles.vehicle[row].class)];
                found.push(Obstacle::of_vehicle(vehicles.slot[row].index, class, motion));
            }
        }
        found.sort_unstable_by_key(|vehicle| vehicle.index);
        for piece in &self.loose {
            if within(piece.centre - body.feet, around_m + body.height_m + piece.reach_m) {
                found.push(*piece);
            }
        }
        let moving = found.len();
        for piece in self.grid.near(body.feet, around_m + PIECE_REACH_M).map(usize::from) {
            let light = &self.level.data().light_pieces[piece];
            let across = (light.position - body.feet).with_y(0.0);
            if within(across, around_m + PIECE_REACH_M) && !self.standing.piece[piece].loose {
                found.push(Obstacle::standing(piece, light));
            }
        }
        found[moving..].sort_unstable_by_key(|piece| piece.index);
    }
}
