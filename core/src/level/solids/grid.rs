//! A flat grid over x and z: which parts have to do with a place.

use rapier3d::parry::bounding_volume::{Aabb, BoundingVolume};

use crate::units::math::Vec3;

/// The least edge of a cell, in metres: about a car, so that what is around one is a few cells, and a house is in some
/// dozens.
const CELL_M: f32 = 4.0;

/// Most cells along a side. A level of 4 km or more has larger cells instead of more.
const MOST_CELLS_A_SIDE: f32 = 1024.0;

/// A part in more cells than this is kept out of the grid: about 128 m by 128 m. A ground plate would be in all of them.
pub(super) const MOST_CELLS_A_PART: usize = 1024;

/// Most entries of all cells together; the parts that come after are kept out. A city has 70,000. With the cells
/// themselves it bounds the memory of any level's grid to 13 MB.
pub(super) const MOST_ENTRIES: usize = 1 << 21;

/// Each cell with the numbers of the parts in it, in ascending order.
pub(super) struct Grid {
    /// The corner with the lowest x and z, in metres.
    corner: [f32; 2],
    /// Edge of a cell, in metres.
    cell_m: f32,
    /// Cells along x and z.
    sides: [usize; 2],
    /// For each cell, row after row along x, where its entries begin; at the end, where the last one's end.
    starts: Vec<u32>,
    entries: Vec<u32>,
    spans: Vec<Span>,
}

/// A rectangle of cells, both ends included.
#[derive(Clone, Copy)]
struct Span {
    low: [u16; 2],
    high: [u16; 2],
}

impl Span {
    fn cells(self) -> impl Iterator<Item = [u16; 2]> {
        (self.low[1]..=self.high[1]).flat_map(move |z| (self.low[0]..=self.high[0]).map(move |x| [x, z]))
    }

    fn count(self) -> usize {
        [0, 1].map(|axis| usize::from(self.high[axis] - self.low[axis]) + 1).iter().product()
    }
}

impl Grid {
    /// The grid of some parts, known by their boxes, and the numbers of those that were kept out of it.
    pub(super) fn new(boxes: &[Aabb]) -> (Grid, Vec<u32>) {
        let mut around = boxes.first().copied().unwrap_or(Aabb::new(Vec3::ZERO, Vec3::ZERO));
        boxes.iter().for_each(|part| around.merge(part));
        let extents = around.extents();
        let cell_m = CELL_M.max(extents.x.max(extents.z) / MOST_CELLS_A_SIDE);
        let mut grid = Grid {
            corner: [around.mins.x, around.mins.z],
            cell_m,
            sides: [extents.x, extents.z].map(|extent_m| (extent_m / cell_m) as usize + 1),
            starts: Vec::new(),
            entries: Vec::new(),
            spans: Vec::new(),
        };
        grid.spans = boxes.iter().map(|part| grid.span(part)).collect();
        let mut kept_out = Vec::new();
        let mut places: Vec<(usize, u32)> = Vec::new();
        for (part, span) in (0..).zip(&grid.spans) {
            if span.count() > MOST_CELLS_A_PART || places.len() + span.count() > MOST_ENTRIES {
                kept_out.push(part);
            } else {
                places.extend(span.cells().map(|cell| (grid.index(cell), part)));
            }
        }
        places.sort_unstable();
        let cells = grid.sides[0] * grid.sides[1];
        grid.starts = (0..=cells).map(|cell| places.partition_point(|(place, _)| *place < cell) as u32).collect();
        grid.entries = places.into_iter().map(|(_, part)| part).collect();
        (grid, kept_out)
    }

    /// The cells that a box reaches into; at the grid's rim for what lies beyond.
    fn span(&self, part: &Aabb) -> Span {
        let cell = |at_m: f32, axis: usize| {
            let cell = ((at_m - self.corner[axis]) / self.cell_m) as usize;
            cell.min(self.sides[axis] - 1) as u16
        };
        Span { low: [cell(part.mins.x, 0), cell(part.mins.z, 1)], high: [cell(part.maxs.x, 0), cell(part.maxs.z, 1)] }
    }

    fn index(&self, [x, z]: [u16; 2]) -> usize {
        usize::from(z) * self.sides[0] + usize::from(x)
    }

    fn parts(&self, cell: [u16; 2]) -> &[u32] {
        let index = self.index(cell);
        &self.entries[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// How many cells it has, and how many entries.
    #[cfg(test)]
    pub(super) fn size(&self) -> (usize, usize) {
        (self.starts.len() - 1, self.entries.len())
    }

    /// Every part in the cells around a box for which `is_asked`, once each, in a fixed order.
    pub(super) fn visit_around(&self, around: &Aabb, is_asked: impl Fn(u32) -> bool, mut visit: impl FnMut(u32)) {
        let asked = self.span(around);
        for cell in asked.cells() {
            for part in self.parts(cell).iter().filter(|part| is_asked(**part)) {
                // A part is in many cells: it is taken in the first of them that was asked for.
                let span = self.spans[*part as usize];
                if [0, 1].iter().all(|axis| cell[*axis] == span.low[*axis].max(asked.low[*axis])) {
                    visit(*part);
                }
            }
        }
    }

    /// Every part in the cells along a ray, cell after cell from its origin on, a part again for each of its cells.
    /// `visit` returns how far along the ray there is still something to find, in metres.
    pub(super) fn visit_along(
        &self,
        origin: Vec3,
        direction: Vec3,
        reach_m: f32,
        mut visit: impl FnMut(&[u32]) -> f32,
    ) {
        let (origin, direction) = ([origin.x, origin.z], [direction.x, direction.z]);
        let edge_m = |axis: usize, cell: usize| self.corner[axis] + cell as f32 * self.cell_m;
        // Where along the ray it crosses an edge between cells.
        let crossing_m = |axis: usize, cell: usize| (edge_m(axis, cell) - origin[axis]) / direction[axis];
        let (mut from_m, mut to_m) = (0.0, reach_m);
        for axis in [0, 1] {
            if direction[axis] == 0.0 {
                if origin[axis] < edge_m(axis, 0) || origin[axis] > edge_m(axis, self.sides[axis]) {
                    return;
                }
            } else {
                let (a, b) = (crossing_m(axis, 0), crossing_m(axis, self.sides[axis]));
                (from_m, to_m) = (a.min(b).max(from_m), a.max(b).min(to_m));
            }
        }
        let mut cell = [0, 1].map(|axis| {
            let at_m = origin[axis] + direction[axis] * from_m;
            (((at_m - self.corner[axis]) / self.cell_m) as usize).min(self.sides[axis] - 1)
        });
        while from_m <= to_m {
            to_m = to_m.min(visit(self.parts(cell.map(|cell| cell as u16))));
            let next_m = [0, 1].map(|axis| match direction[axis] {
                0.0 => f32::INFINITY,
                ahead => crossing_m(axis, cell[axis] + usize::from(ahead > 0.0)),
            });
            let axis = usize::from(next_m[1] < next_m[0]);
            from_m = next_m[axis];
            cell[axis] = if direction[axis] > 0.0 { cell[axis] + 1 } else { cell[axis].wrapping_sub(1) };
            if cell[axis] >= self.sides[axis] {
                return;
            }
        }
    }
}
