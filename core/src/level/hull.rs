//! The convex hull of a few points, exactly.
//!
//! A hull computed in floats goes wrong on points that are nearly in one plane: a face is taken for hidden from one side
//! and for visible from the other, and the library that builds it panics or never ends. Points come from outside. So they
//! are first put on a grid of 1/1024 m; on integers the one question ever asked (on which side of a plane is a point?)
//! has an exact answer, and the textbook algorithm always yields a closed body.

use std::collections::BTreeSet;

use crate::units::math::Vec3;

/// Steps of the grid to a metre. A power of two, so that a grid point is exact in f32.
const GRID_PER_M: f32 = 1024.0;

/// A convex body: its corners, and triangles counter-clockwise as seen from outside.
pub(super) struct Hull {
    pub(super) corners: Vec<Vec3>,
    pub(super) triangles: Vec<[u32; 3]>,
}

type GridPoint = [i64; 3];

/// The hull of `points`, which are within the limits of a level; `None` where they lie in one plane.
pub(super) fn convex_hull(points: &[Vec3]) -> Option<Hull> {
    let grid: BTreeSet<GridPoint> =
        points.iter().map(|p| p.to_array().map(|v| (v * GRID_PER_M).round() as i64)).collect();
    let grid: Vec<GridPoint> = grid.into_iter().collect();
    let mut faces = first_tetrahedron(&grid)?;
    for point in 0..grid.len() {
        add_point(&mut faces, &grid, point);
    }
    Some(keep_corners(&grid, &faces))
}

/// Four points that are not in one plane, as a body.
fn first_tetrahedron(grid: &[GridPoint]) -> Option<Vec<[usize; 3]>> {
    let (a, b) = (0, 1);
    let c = (2..grid.len()).find(|&c| cross(grid[a], grid[b], grid[c]) != [0; 3])?;
    let d = (2..grid.len()).find(|&d| side(grid, [a, b, c], d) != 0)?;
    let [b, c] = if side(grid, [a, b, c], d) < 0 { [b, c] } else { [c, b] };
    Some(vec![[a, b, c], [b, a, d], [c, b, d], [a, c, d]])
}

/// Replaces the faces that `point` sees by a fan from their rim to it. A point within sees none.
fn add_point(faces: &mut Vec<[usize; 3]>, grid: &[GridPoint], point: usize) {
    let (seen, hidden): (Vec<[usize; 3]>, Vec<_>) = faces.iter().partition(|face| side(grid, **face, point) > 0);
    let edges: BTreeSet<[usize; 2]> = seen.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
    let rim = edges.iter().filter(|[from, to]| !edges.contains(&[*to, *from]));
    *faces = hidden.into_iter().chain(rim.map(|&[from, to]| [from, to, point])).collect();
}

/// The hull with only the points that are still corners of a face.
fn keep_corners(grid: &[GridPoint], faces: &[[usize; 3]]) -> Hull {
    let used: Vec<usize> = faces.iter().flatten().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let number = |point: usize| used.partition_point(|&other| other < point) as u32;
    Hull {
        corners: used.iter().map(|&point| Vec3::from_array(grid[point].map(|v| v as f32 / GRID_PER_M))).collect(),
        triangles: faces.iter().map(|face| face.map(number)).collect(),
    }
}

/// Positive where `point` is on the outer side of `face`, 0 in its plane.
fn side(grid: &[GridPoint], [a, b, c]: [usize; 3], point: usize) -> i128 {
    let normal = cross(grid[a], grid[b], grid[c]);
    let towards = minus(grid[point], grid[a]);
    (0..3).map(|axis| i128::from(normal[axis]) * i128::from(towards[axis])).sum()
}

/// The cross product of the edges from `a` to `b` and to `c`. Fits: coordinates have 21 bits and a sign, so it has 46.
fn cross(a: GridPoint, b: GridPoint, c: GridPoint) -> GridPoint {
    let ([ux, uy, uz], [vx, vy, vz]) = (minus(b, a), minus(c, a));
    [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
}

fn minus(a: GridPoint, b: GridPoint) -> GridPoint {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
