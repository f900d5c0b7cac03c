//! Flush boxes into one.
//!
//! Measured: of 22 m/s a car keeps 16.6 over 100 m along one wall, and 0.5 along the same wall in 2 m pieces. Boxes that
//! are turned alike, are of one surface, meet face to face and have equal faces there are one box; merged along one axis,
//! then along the next, a wall of bricks becomes one wall.
//!
//! Along one axis it takes sorting, not comparing all with all: boxes in one row have the same four other faces, so
//! sorting by these brings a row together, and sorting the row by its axis brings neighbours together.

use std::collections::BTreeMap;

use rapier3d::geometry::SharedShape;
use rapier3d::glamx::{DQuat, DVec3};

use super::Part;
use crate::level::data::{Piece, Shape, Surface};
use crate::units::math::{Pose, Quat};

/// How far apart two faces may be and still be flush, in metres. Authors' grids and f32 at 4 km both err less than this;
/// a gap of it lets no wheel in.
pub const FLUSH_TOLERANCE_M: f64 = 0.001;

/// Times that all three axes are gone through. Bricks need one; a level made to need a thousand gets no more than these.
const MAX_ROUNDS: u32 = 4;

/// A box in the frame of its group, in which every box of the group is upright. In f64, where turning there and back
/// loses nothing that f32 would show.
struct Block {
    low: [f64; 3],
    high: [f64; 3],
    first_piece: usize,
    /// Whether it is more than one piece. A single one keeps its pose and half edges to the last bit.
    merged: bool,
}

/// Every box piece, flush ones merged. In no order.
pub(super) fn merged_boxes(pieces: &[Piece]) -> Vec<Part> {
    let mut groups: BTreeMap<([u32; 4], Surface), Vec<Block>> = BTreeMap::new();
    for (index, piece) in pieces.iter().enumerate() {
        if let Shape::Cuboid { half } = piece.shape {
            let rotation = piece.rotation.to_quat();
            let centre = (in_f64(rotation).conjugate() * piece.position.as_dvec3()).to_array();
            let half = half.as_dvec3().to_array();
            let block = Block {
                low: [0, 1, 2].map(|axis| centre[axis] - half[axis]),
                high: [0, 1, 2].map(|axis| centre[axis] + half[axis]),
                first_piece: index,
                merged: false,
            };
            // Adding 0 makes -0 the same rotation as 0.
            let alike = rotation.to_array().map(|value| (value + 0.0).to_bits());
            groups.entry((alike, piece.surface)).or_default().push(block);
        }
    }
    groups.into_values().flat_map(merge).map(|block| part(&block, &pieces[block.first_piece])).collect()
}

fn merge(mut blocks: Vec<Block>) -> Vec<Block> {
    for _ in 0..MAX_ROUNDS {
        let before = blocks.len();
        for axis in 0..3 {
            blocks = merge_along(axis, blocks);
        }
        if blocks.len() == before {
            break;
        }
    }
    blocks
}

fn merge_along(axis: usize, blocks: Vec<Block>) -> Vec<Block> {
    let mut rows = vec![blocks];
    for other in [(axis + 1) % 3, (axis + 2) % 3] {
        rows = rows.into_iter().flat_map(|row| cut_where_apart(row, |block| block.low[other])).collect();
        rows = rows.into_iter().flat_map(|row| cut_where_apart(row, |block| block.high[other])).collect();
    }
    rows.into_iter().flat_map(|row| merge_row(axis, row)).collect()
}

/// Sorts by `face` and cuts between two blocks whose faces are further apart than the tolerance.
fn cut_where_apart(mut blocks: Vec<Block>, face: impl Fn(&Block) -> f64) -> Vec<Vec<Block>> {
    blocks.sort_by(|a, b| face(a).total_cmp(&face(b)).then(a.first_piece.cmp(&b.first_piece)));
    let mut rows: Vec<Vec<Block>> = Vec::new();
    let mut last = f64::NEG_INFINITY;
    for block in blocks {
        let next = face(&block);
        match rows.last_mut() {
            Some(row) if next - last <= FLUSH_TOLERANCE_M => row.push(block),
            _ => rows.push(vec![block]),
        }
        last = next;
    }
    rows
}

fn merge_row(axis: usize, mut row: Vec<Block>) -> Vec<Block> {
    row.sort_by(|a, b| a.low[axis].total_cmp(&b.low[axis]).then(a.first_piece.cmp(&b.first_piece)));
    let mut merged: Vec<Block> = Vec::with_capacity(row.len());
    for block in row {
        match merged.last_mut() {
            Some(last) if is_flush(axis, last, &block) => {
                last.high[axis] = block.high[axis];
                last.first_piece = last.first_piece.min(block.first_piece);
                last.merged = true;
            }
            _ => merged.push(block),
        }
    }
    merged
}

/// Whether `next` begins where `last` ends along `axis`, and has the same other faces.
fn is_flush(axis: usize, last: &Block, next: &Block) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() <= FLUSH_TOLERANCE_M;
    near(last.high[axis], next.low[axis])
        && (0..3)
            .filter(|&other| other != axis)
            .all(|other| near(last.low[other], next.low[other]) && near(last.high[other], next.high[other]))
}

/// The block as a shape in the world. `piece` is its first piece: all of a group are turned and made alike.
fn part(block: &Block, piece: &Piece) -> Part {
    let mut pose = piece.pose();
    let mut half = match piece.shape {
        Shape::Cuboid { half } => half,
        _ => unreachable!("only boxes become blocks"),
    };
    if block.merged {
        let (low, high) = (DVec3::from_array(block.low), DVec3::from_array(block.high));
        half = ((high - low) * 0.5).as_vec3();
        pose = Pose::from_parts((in_f64(pose.rotation) * ((low + high) * 0.5)).as_vec3(), pose.rotation);
    }
    let shape = SharedShape::cuboid(half.x, half.y, half.z);
    Part { first_piece: block.first_piece, shape, pose, surface: piece.surface }
}

fn in_f64(rotation: Quat) -> DQuat {
    rotation.as_dquat().normalize()
}
