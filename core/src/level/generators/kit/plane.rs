//! Rectangles on the ground, and which of them are taken.

use std::collections::BTreeMap;

use crate::level::roads::line::{heading, left_of};
use crate::units::math::Vec3;

/// The edge of a cell in which taken rectangles are looked for, in metres.
const CELL_M: f32 = 16.0;

/// A rectangle seen from above, turned any way. Heights are left out of it.
#[derive(Clone, Copy, Debug)]
pub(in crate::level::generators) struct Rect {
    pub(in crate::level::generators) centre: Vec3,
    /// The unit direction of its length.
    pub(in crate::level::generators) along: Vec3,
    /// Half its width and half its length, in metres.
    pub(in crate::level::generators) half: [f32; 2],
}

impl Rect {
    pub(in crate::level::generators) fn new(centre: Vec3, along: Vec3, half: [f32; 2]) -> Rect {
        Rect { centre: centre.with_y(0.0), along, half }
    }

    /// The rectangle around the stretch from `a` to `b`, `half_width_m` to either side.
    pub(in crate::level::generators) fn around(a: Vec3, b: Vec3, half_width_m: f32) -> Rect {
        let stretch = (b - a).with_y(0.0);
        Rect::new((a + b) / 2.0, stretch.normalize_or(Vec3::Z), [half_width_m, stretch.length() / 2.0])
    }

    pub(in crate::level::generators) fn yaw_rad(&self) -> f32 {
        heading(self.along)
    }

    /// A point of it: shares of its half width to the left and of its half length ahead.
    pub(in crate::level::generators) fn at(&self, left: f32, ahead: f32) -> Vec3 {
        self.centre + left_of(self.along) * (left * self.half[0]) + self.along * (ahead * self.half[1])
    }

    pub(in crate::level::generators) fn corners(&self) -> [Vec3; 4] {
        [self.at(1.0, 1.0), self.at(-1.0, 1.0), self.at(-1.0, -1.0), self.at(1.0, -1.0)]
    }

    /// The same with `by_m` more on every side.
    pub(in crate::level::generators) fn grown(&self, by_m: f32) -> Rect {
        Rect { half: self.half.map(|half| (half + by_m).max(0.01)), ..*self }
    }

    /// The part of it between two places along its width and two along its length, each from -1 to 1.
    pub(in crate::level::generators) fn part(&self, left: [f32; 2], ahead: [f32; 2]) -> Rect {
        let centre = self.at((left[0] + left[1]) / 2.0, (ahead[0] + ahead[1]) / 2.0);
        let half = [self.half[0] * (left[1] - left[0]) / 2.0, self.half[1] * (ahead[1] - ahead[0]) / 2.0];
        Rect { centre, half, ..*self }
    }

    /// Whether the two have ground in common: there is no line along a side of either that parts them.
    pub(in crate::level::generators) fn overlaps(&self, other: &Rect) -> bool {
        let between = other.centre - self.centre;
        [self.along, left_of(self.along), other.along, left_of(other.along)]
            .iter()
            .all(|axis| between.dot(*axis).abs() < self.reach_m(*axis) + other.reach_m(*axis))
    }

    /// How far it reaches from its centre along a unit direction.
    fn reach_m(&self, axis: Vec3) -> f32 {
        self.half[0] * left_of(self.along).dot(axis).abs() + self.half[1] * self.along.dot(axis).abs()
    }

    fn cells(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let cell = |place_m: f32| (place_m / CELL_M).floor() as i32;
        let (x, z) = (self.reach_m(Vec3::X), self.reach_m(Vec3::Z));
        let (to_x, from_z, to_z) = (cell(self.centre.x + x), cell(self.centre.z - z), cell(self.centre.z + z));
        (cell(self.centre.x - x)..=to_x).flat_map(move |x| (from_z..=to_z).map(move |z| (x, z)))
    }
}

/// Whether a point lies within an outline, seen from above.
pub(in crate::level::generators) fn is_inside(outline: &[Vec3], point: Vec3) -> bool {
    let next = outline.iter().cycle().skip(1);
    let crosses = |(a, b): &(&Vec3, &Vec3)| {
        (a.z > point.z) != (b.z > point.z) && point.x < a.x + (point.z - a.z) / (b.z - a.z) * (b.x - a.x)
    };
    outline.iter().zip(next).filter(crosses).count() % 2 == 1
}

/// Ground that is taken, each piece of it by an owner.
#[derive(Clone, Debug, Default)]
pub(super) struct Claims {
    rects: Vec<(Rect, Owner)>,
    cells: BTreeMap<(i32, i32), Vec<u32>>,
}

/// Who has taken some ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// A road of that number.
    Road(usize),
    /// A turn at a junction.
    Turn,
    /// A pavement.
    Pavement,
    /// Anything else that stands.
    Thing,
}

impl Claims {
    pub(super) fn claim(&mut self, rect: Rect, owner: Owner) {
        let number = self.rects.len() as u32;
        for cell in rect.cells() {
            self.cells.entry(cell).or_default().push(number);
        }
        self.rects.push((rect, owner));
    }

    /// Whether nobody has any of this ground, those aside whom `ignores` names.
    pub(super) fn is_free(&self, rect: &Rect, ignores: impl Fn(Owner, &Rect) -> bool) -> bool {
        rect.cells().filter_map(|cell| self.cells.get(&cell)).flatten().all(|number| {
            let (taken, owner) = &self.rects[*number as usize];
            ignores(*owner, taken) || !taken.overlaps(rect)
        })
    }
}
