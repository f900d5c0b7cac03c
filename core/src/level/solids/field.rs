//! A heightfield: the ground of most levels, and what nearly every wheel and foot stands on.
//!
//! The library's own goes through the triangles of each cell and asks each of them whether the ray meets it; where a ray
//! slips between two for rounding, a wheel falls through. Here the lines between triangles cut the ray into stretches, and
//! over each the ground is one plane: it is met where the ray is above it at one end and below it at the other. The height
//! above it is handed from stretch to stretch, so there is no seam to slip through.

use rapier3d::parry::bounding_volume::Aabb;
use rapier3d::parry::shape::{HeightField, Triangle};

use super::SolidHit;
use super::rays::{Hits, Rays};
use crate::units::lanes::{Vec3x4, f32x4};
use crate::units::math::Vec3;

/// How far above and below all of it a ray is still followed, in metres: more than rounding.
const MARGIN_M: f32 = 0.01;

/// Heights on a regular grid around the origin, each cell of two triangles, cut from its (-x, +z) to its (+x, -z) corner.
/// Solid below. Places across it are counted in cells, along x and along z, from the corner with the lowest of both.
pub(super) struct Field {
    /// Cells along x and z.
    cells: [usize; 2],
    /// Edges of a cell along x and z, in metres, and cells in a metre.
    cell_m: [f32; 2],
    cells_per_m: [f32; 2],
    /// Row after row along x.
    heights_m: Vec<f32>,
    lowest_m: f32,
    highest_m: f32,
}

/// The plane of one triangle.
struct Plane {
    /// A corner, in cells, and its height in metres.
    corner: [f32; 2],
    corner_m: f32,
    /// Rise along x and z, in metres a cell.
    rise_m: [f32; 2],
}

impl Plane {
    fn height_m(&self, place: [f32; 2]) -> f32 {
        let [across, down] = [0, 1].map(|axis| (place[axis] - self.corner[axis]) * self.rise_m[axis]);
        self.corner_m + across + down
    }
}

impl Field {
    pub(super) fn new(field: &HeightField) -> Field {
        let (rows, columns) = (field.heights().nrows(), field.heights().ncols());
        let heights = (0..rows).flat_map(|row| (0..columns).map(move |column| field.heights()[(row, column)]));
        let heights_m: Vec<f32> = heights.map(|height| height * field.scale().y).collect();
        let cells = [columns - 1, rows - 1];
        let size_m = [field.scale().x, field.scale().z];
        Field {
            cells,
            cell_m: [0, 1].map(|axis| size_m[axis] / cells[axis] as f32),
            cells_per_m: [0, 1].map(|axis| cells[axis] as f32 / size_m[axis]),
            lowest_m: heights_m.iter().copied().fold(f32::INFINITY, f32::min),
            highest_m: heights_m.iter().copied().fold(f32::NEG_INFINITY, f32::max),
            heights_m,
        }
    }

    /// A place in cells.
    fn place(&self, x_m: f32, z_m: f32) -> [f32; 2] {
        let place = |at_m: f32, axis: usize| at_m * self.cells_per_m[axis] + self.cells[axis] as f32 * 0.5;
        [place(x_m, 0), place(z_m, 1)]
    }

    /// The cell of a place; at the rim for what lies beyond.
    fn cell(&self, place: [f32; 2]) -> [usize; 2] {
        [0, 1].map(|axis| (place[axis] as usize).min(self.cells[axis] - 1))
    }

    fn sample_m(&self, column: usize, row: usize) -> f32 {
        self.heights_m[row * (self.cells[0] + 1) + column]
    }

    /// The plane of the triangle that a place is over.
    fn plane(&self, place: [f32; 2]) -> Plane {
        let [column, row] = self.cell(place);
        let (low, high) = ([column as f32, row as f32], [column as f32 + 1.0, row as f32 + 1.0]);
        let (x_m, z_m) = (self.sample_m(column + 1, row), self.sample_m(column, row + 1));
        if (place[0] - low[0]) + (place[1] - low[1]) <= 1.0 {
            let corner_m = self.sample_m(column, row);
            Plane { corner: low, corner_m, rise_m: [x_m - corner_m, z_m - corner_m] }
        } else {
            let corner_m = self.sample_m(column + 1, row + 1);
            Plane { corner: high, corner_m, rise_m: [corner_m - z_m, corner_m - x_m] }
        }
    }

    fn normal(&self, plane: &Plane) -> Vec3 {
        Vec3::new(-plane.rise_m[0] * self.cells_per_m[0], 1.0, -plane.rise_m[1] * self.cells_per_m[1]).normalize()
    }

    /// The height at a point and the normal there; `None` beyond the edge.
    pub(super) fn ground_at(&self, x_m: f32, z_m: f32) -> Option<(f32, Vec3)> {
        let place = self.place(x_m, z_m);
        self.is_over(place).then(|| {
            let plane = self.plane(place);
            (plane.height_m(place), self.normal(&plane))
        })
    }

    fn is_over(&self, place: [f32; 2]) -> bool {
        [0, 1].iter().all(|axis| (0.0..=self.cells[*axis] as f32).contains(&place[*axis]))
    }

    /// Where a ray along the unit `direction` meets it, from above or from below, within `reach_m`.
    pub(super) fn cast_ray(&self, origin: Vec3, direction: Vec3, reach_m: f32) -> Option<SolidHit> {
        let end = origin + direction * reach_m;
        let (start, stop) = (self.place(origin.x, origin.z), self.place(end.x, end.z));
        let Some(plane) = self.plane_of_both(start, stop) else {
            return self.cast_long_ray(origin, direction, reach_m);
        };
        let above_m = [origin.y - plane.height_m(start), end.y - plane.height_m(stop)];
        self.meets(&plane, [0.0, reach_m], above_m)
    }

    /// The plane of a triangle that two places are over. A wheel's ray hardly leans: nearly always it has one.
    fn plane_of_both(&self, a: [f32; 2], b: [f32; 2]) -> Option<Plane> {
        let triangle = |[x, z]: [f32; 2]| (x as u32, z as u32, (x + z) as u32);
        let middle = [0, 1].map(|axis| (a[axis] + b[axis]) * 0.5);
        (self.is_over(a) && self.is_over(b) && triangle(a) == triangle(b)).then(|| self.plane(middle))
    }

    /// [`Field::cast_ray`] by four.
    pub(super) fn cast_rays(&self, rays: &Rays, hits: &mut Hits) {
        let per_m = self.cells_per_m.map(f32x4::splat);
        let [middle_x, middle_z] = self.cells.map(|cells| f32x4::splat(cells as f32 * 0.5));
        let ends = rays.origins + Vec3x4::splat(rays.direction * rays.reach_m);
        let [start, stop] = [rays.origins, ends].map(|at| [at.x * per_m[0] + middle_x, at.z * per_m[1] + middle_z]);
        let place = |places: &[f32x4; 2], lane: usize| places.map(|axis| axis.as_array()[lane]);
        let planes = [0, 1, 2, 3].map(|lane| self.plane_of_both(place(&start, lane), place(&stop, lane)));
        let [Some(a), Some(b), Some(c), Some(d)] = planes else {
            return hits.ask_each(rays, |origin, within_m| self.cast_ray(origin, rays.direction, within_m));
        };
        let lanes = |of: fn(&Plane) -> f32| f32x4::from([of(&a), of(&b), of(&c), of(&d)]);
        let corner_m = lanes(|plane| plane.corner_m);
        let [rise_x, rise_z] = [lanes(|plane| plane.rise_m[0]), lanes(|plane| plane.rise_m[1])];
        let [corner_x, corner_z] = [lanes(|plane| plane.corner[0]), lanes(|plane| plane.corner[1])];
        let above_m =
            |[x, z]: [f32x4; 2], height: f32x4| height - (corner_m + (x - corner_x) * rise_x + (z - corner_z) * rise_z);
        let (before_m, after_m) = (above_m(start, rays.origins.y), above_m(stop, ends.y));
        let was_above = before_m.simd_gt(f32x4::ZERO);
        let distance_m = f32x4::splat(rays.reach_m) * (before_m / (before_m - after_m));
        let upwards = Vec3x4 { x: f32x4::ZERO - rise_x * per_m[0], y: f32x4::ONE, z: f32x4::ZERO - rise_z * per_m[1] };
        let normal = upwards.normalize() * was_above.bitselect(f32x4::ONE, f32x4::splat(-1.0));
        let crosses = was_above ^ after_m.simd_gt(f32x4::ZERO);
        hits.take(crosses & distance_m.simd_gt(f32x4::ZERO), distance_m, normal);
    }

    fn cast_long_ray(&self, origin: Vec3, direction: Vec3, reach_m: f32) -> Option<SolidHit> {
        let start = self.place(origin.x, origin.z);
        let along = [direction.x * self.cells_per_m[0], direction.z * self.cells_per_m[1]];
        let (mut from_m, mut to_m) = (0.0_f32, reach_m);
        let mut clip = |low: f32, high: f32, at: f32, along: f32| {
            if along == 0.0 && (low..=high).contains(&at) {
                return;
            }
            let (a_m, b_m) = ((low - at) / along, (high - at) / along);
            from_m = from_m.max(a_m.min(b_m));
            to_m = to_m.min(a_m.max(b_m));
        };
        clip(0.0, self.cells[0] as f32, start[0], along[0]);
        clip(0.0, self.cells[1] as f32, start[1], along[1]);
        clip(self.lowest_m - MARGIN_M, self.highest_m + MARGIN_M, origin.y, direction.y);
        let place = |at_m: f32| [start[0] + along[0] * at_m, start[1] + along[1] * at_m];

        let begin = place(from_m);
        let mut lines = [
            Lines::new(start[0], along[0], begin[0]),
            Lines::new(start[1], along[1], begin[1]),
            Lines::new(start[0] + start[1], along[0] + along[1], begin[0] + begin[1]),
        ];
        let mut before_m = None;
        // Written so that numbers that are none end it.
        while from_m < to_m {
            let next =
                (0..3).fold(0, |first, other| if lines[other].next_m < lines[first].next_m { other } else { first });
            let next_m = lines[next].next_m.clamp(from_m, to_m);
            lines[next].pass();
            let plane = self.plane(place((from_m + next_m) * 0.5));
            let above = |at_m: f32| origin.y + direction.y * at_m - plane.height_m(place(at_m));
            let above_m = [before_m.unwrap_or_else(|| above(from_m)), above(next_m)];
            if let Some(hit) = self.meets(&plane, [from_m, next_m], above_m) {
                return Some(hit);
            }
            (from_m, before_m) = (next_m, Some(above_m[1]));
        }
        None
    }

    /// Where a stretch of a ray meets the plane that it is over, by how far above it its two ends are.
    fn meets(&self, plane: &Plane, [from_m, to_m]: [f32; 2], [before_m, after_m]: [f32; 2]) -> Option<SolidHit> {
        if (before_m > 0.0) == (after_m > 0.0) {
            return None;
        }
        let distance_m = from_m + (to_m - from_m) * (before_m / (before_m - after_m));
        let normal = self.normal(plane) * before_m.signum();
        (distance_m > 0.0).then_some(SolidHit { distance_m, normal })
    }

    /// Calls `visit` with every triangle, facing up, of the cells that a box is over, row after row.
    pub(super) fn visit_triangles(&self, around: &Aabb, mut visit: impl FnMut(&Triangle)) {
        let ([low_x, low_z], [high_x, high_z]) = self.cells_around(around);
        let corner = |column: usize, row: usize| {
            let [x_m, z_m] = [(column, 0), (row, 1)]
                .map(|(at, axis)| (at as f32 - self.cells[axis] as f32 * 0.5) * self.cell_m[axis]);
            Vec3::new(x_m, self.sample_m(column, row), z_m)
        };
        for (row, column) in (low_z..=high_z).flat_map(|row| (low_x..=high_x).map(move |column| (row, column))) {
            let (x, z) = (corner(column + 1, row), corner(column, row + 1));
            visit(&Triangle::new(corner(column, row), z, x));
            visit(&Triangle::new(corner(column + 1, row + 1), x, z));
        }
    }

    /// The highest of the cells that a box is over, in metres.
    pub(super) fn highest_m(&self, around: &Aabb) -> f32 {
        let ([low_x, low_z], [high_x, high_z]) = self.cells_around(around);
        let samples = (low_z..=high_z + 1).flat_map(|row| (low_x..=high_x + 1).map(move |column| (row, column)));
        samples.map(|(row, column)| self.sample_m(column, row)).fold(f32::NEG_INFINITY, f32::max)
    }

    fn cells_around(&self, around: &Aabb) -> ([usize; 2], [usize; 2]) {
        (self.cell(self.place(around.mins.x, around.mins.z)), self.cell(self.place(around.maxs.x, around.maxs.z)))
    }
}

/// Parallel lines at whole numbers, and how a ray crosses one after another.
struct Lines {
    /// The ray's place across them at its start, and how fast it goes there.
    start: f32,
    along: f32,
    /// The next line.
    line: f32,
    /// Where along the ray it is, in metres.
    next_m: f32,
}

impl Lines {
    /// The lines ahead of a ray that has come to `at`.
    fn new(start: f32, along: f32, at: f32) -> Lines {
        let whole = at as u32 as f32;
        let line = if along > 0.0 {
            whole + 1.0
        } else if whole < at {
            whole
        } else {
            whole - 1.0
        };
        let mut lines = Lines { start, along, line, next_m: 0.0 };
        lines.find();
        lines
    }

    fn find(&mut self) {
        let next_m = (self.line - self.start) / self.along;
        // A ray that runs along them crosses none.
        self.next_m = if next_m > 0.0 { next_m } else { f32::INFINITY };
    }

    fn pass(&mut self) {
        self.line += self.along.signum();
        self.find();
    }
}
