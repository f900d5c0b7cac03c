//! The level in the making, and the ground that is taken.

use super::plane::{Claims, Owner, Rect, is_inside};
use crate::level::roads::line::left_of;
use crate::level::{AreaKind, LevelData, Piece, PieceKind, Rotation, Shape, Surface};
use crate::units::math::Vec3;

/// How deep things without a base of their own go into the ground, in metres.
const FOOT_M: f32 = 0.3;

/// Half the thickness of the walls around a level, in metres.
const EDGE_HALF_M: f32 = 0.5;

/// A level that is being built.
pub(in crate::level::generators) struct Site {
    pub(in crate::level::generators) data: LevelData,
    /// Where cars drive: carriageways and turns.
    pub(super) carriageways: Claims,
    /// Where something stands or people walk.
    pub(super) taken: Claims,
}

impl Site {
    pub(in crate::level::generators) fn new(data: LevelData) -> Site {
        Site { data, carriageways: Claims::default(), taken: Claims::default() }
    }

    /// The height of the ground at a point; beyond its edge 0.
    pub(in crate::level::generators) fn ground_m(&self, at: Vec3) -> f32 {
        self.data.ground.height_at(at.x, at.z).unwrap_or(0.0)
    }

    /// Whether a building may stand there: no street, nothing built, no water, park or square.
    pub(in crate::level::generators) fn is_free(&self, rect: &Rect) -> bool {
        let nobody = |_: Owner, _: &Rect| false;
        self.carriageways.is_free(rect, nobody) && self.taken.is_free(rect, nobody) && !self.touches_area(rect)
    }

    /// Whether a thing may stand in a park, on a square or on a pavement: no street, and nothing built.
    pub(in crate::level::generators) fn has_room(&self, rect: &Rect) -> bool {
        self.carriageways.is_free(rect, |_, _| false)
            && self.taken.is_free(rect, |owner, _| owner == Owner::Pavement)
            && !self.data.areas.iter().any(|area| area.kind == AreaKind::Water && is_inside(&area.outline, rect.centre))
    }

    fn touches_area(&self, rect: &Rect) -> bool {
        let shares = [-1.0, 0.0, 1.0];
        let points = shares.map(|left| shares.map(|ahead| rect.at(left, ahead)));
        self.data.areas.iter().any(|area| points.iter().flatten().any(|point| is_inside(&area.outline, *point)))
    }

    /// Takes ground for good.
    pub(in crate::level::generators) fn take(&mut self, rect: Rect) {
        self.taken.claim(rect, Owner::Thing);
    }

    /// Adds a box that stands on a rectangle, from one height to another.
    pub(in crate::level::generators) fn add_box(
        &mut self,
        kind: PieceKind,
        surface: Surface,
        rect: Rect,
        [low_m, high_m]: [f32; 2],
    ) {
        let half = Vec3::new(rect.half[0], (high_m - low_m) / 2.0, rect.half[1]);
        let position = rect.centre.with_y((high_m + low_m) / 2.0);
        self.add(kind, surface, Shape::Cuboid { half }, position, rect.yaw_rad());
    }

    /// Adds a body around points that are given as shares of a rectangle's halves and a height above `low_m`.
    pub(in crate::level::generators) fn add_hull(
        &mut self,
        kind: PieceKind,
        surface: Surface,
        rect: Rect,
        low_m: f32,
        points: &[[f32; 3]],
    ) {
        let at = |&[left, height_m, ahead]: &[f32; 3]| Vec3::new(left * rect.half[0], height_m, ahead * rect.half[1]);
        let shape = Shape::Hull { points: points.iter().map(at).collect() };
        self.add(kind, surface, shape, rect.centre.with_y(low_m), rect.yaw_rad());
    }

    /// Adds a wedge that rises along a rectangle, from its back edge at `low_m` to its front edge at `high_m`.
    pub(in crate::level::generators) fn add_ramp(&mut self, surface: Surface, rect: Rect, [low_m, high_m]: [f32; 2]) {
        let half = Vec3::new(rect.half[0], (high_m - low_m) / 2.0, rect.half[1]);
        let position = rect.centre.with_y((high_m + low_m) / 2.0);
        self.add(PieceKind::Ramp, surface, Shape::Ramp { half }, position, rect.yaw_rad());
    }

    /// Adds a wall along a line, its middle on it, in pieces of at most `piece_m`; nothing where a street is.
    pub(in crate::level::generators) fn add_wall(
        &mut self,
        kind: PieceKind,
        points: &[Vec3],
        half_width_m: f32,
        height_m: f32,
        piece_m: f32,
    ) {
        for pair in points.windows(2) {
            let whole = Rect::around(pair[0], pair[1], half_width_m);
            for part in pieces_along(&whole, piece_m) {
                if self.carriageways.is_free(&part, |_, _| false) && self.taken.is_free(&part, |_, _| false) {
                    let foot_m = part.corners().map(|corner| self.ground_m(corner)).into_iter().fold(0.0, f32::min);
                    let top_m = self.ground_m(part.centre) + height_m;
                    self.add_box(kind, Surface::Concrete, part, [foot_m - FOOT_M, top_m]);
                    self.take(part);
                }
            }
        }
    }

    /// Adds four walls around the origin, their outer faces at `half_m` along x and z.
    pub(in crate::level::generators) fn enclose(&mut self, [x_m, z_m]: [f32; 2], [low_m, high_m]: [f32; 2]) {
        let (x, z) = (x_m - EDGE_HALF_M, z_m - EDGE_HALF_M);
        for out in [1.0, -1.0] {
            let side = Rect::new(Vec3::X * (x * out), Vec3::Z, [EDGE_HALF_M, z_m]);
            let end = Rect::new(Vec3::Z * (z * out), Vec3::Z, [x - EDGE_HALF_M, EDGE_HALF_M]);
            for wall in [side, end] {
                self.add_box(PieceKind::Wall, Surface::Concrete, wall, [low_m, high_m]);
                self.take(wall);
            }
        }
    }

    /// Whether the ground under a rectangle is at one height, give or take a hand.
    pub(in crate::level::generators) fn is_level(&self, rect: &Rect) -> bool {
        let here_m = self.ground_m(rect.centre);
        rect.corners().iter().all(|corner| (self.ground_m(*corner) - here_m).abs() < 0.1)
    }

    fn add(&mut self, kind: PieceKind, surface: Surface, shape: Shape, position: Vec3, yaw_rad: f32) {
        self.data.pieces.push(Piece { shape, position, rotation: Rotation::Yaw(yaw_rad), kind, surface });
    }
}

/// A rectangle cut across its length into pieces of at most `piece_m`, alike and flush.
pub(super) fn pieces_along(whole: &Rect, piece_m: f32) -> impl Iterator<Item = Rect> + use<> {
    let count = (2.0 * whole.half[1] / piece_m).ceil().max(1.0) as u32;
    let share = move |i: u32| -1.0 + 2.0 * i as f32 / count as f32;
    let whole = *whole;
    (0..count).map(move |i| whole.part([-1.0, 1.0], [share(i), share(i + 1)]))
}

/// The rectangle beside a stretch: its inner long side is the stretch, and it reaches `width_m` to the left, or to the
/// right where that is below zero.
pub(super) fn beside_stretch(a: Vec3, b: Vec3, width_m: f32) -> Rect {
    let along = Rect::around(a, b, width_m.abs() / 2.0);
    Rect { centre: along.centre + left_of(along.along) * (width_m / 2.0), ..along }
}
