//! Pieces into colliders.
//!
//! A collider for each of 8,000 pieces is eight thousand leaves of a tree that every save copies, and costs every car that
//! scrapes along a row of them its speed: at each seam the next piece's face, hidden behind the last one's, pushes back.
//! Here flush boxes become one box (`merge`). What is left and convex goes into chunks of 64 m, by the middle of its box
//! and by surface (a compound has one friction); a chunk is one compound collider, its shape shared by all worlds and
//! saves. The standing light pieces have chunks of their own (`light`).
//!
//! A compound panics on a mesh or a heightfield inside it, so these stay alone. So does what is larger than a chunk: it
//! would make the chunk's box as large as itself.

use std::collections::BTreeMap;

use rapier3d::geometry::SharedShape;
use rapier3d::parry::bounding_volume::{Aabb, BoundingVolume};
use rapier3d::parry::shape::{HeightFieldFlags, TriMeshFlags};
use rapier3d::parry::utils::Array2;

use super::data::{LevelData, Shape, Surface};
use super::ground::Ground;
use super::hull::convex_hull;
use crate::units::math::{Pose, Vec3};

mod hash;
mod light;
mod merge;
#[cfg(test)]
mod tests;

pub(super) use hash::hash;
pub(super) use light::light_chunks;
pub use light::{LIGHT_CHUNK_M, LightChunk};
pub use merge::FLUSH_TOLERANCE_M;

/// Names the rules of this module in every level's hash. To be changed with them: the same level then compiles to other
/// colliders, and two ends with different rules must not take each other's for their own.
pub const COMPILE_VERSION: &str = "tachograph level 2";

/// The edge of a chunk, in metres. Small enough that a box around one says something, large enough that a city has some
/// hundred. It decides bits: other sizes order contacts otherwise.
pub const CHUNK_M: f32 = 64.0;

/// Half the thickness of a flat ground, in metres: more than anything falls in a tick.
const GROUND_HALF_M: f32 = 5.0;

/// One collider that never moves. Restitution is 0 throughout: cars do not bounce.
#[derive(Clone)]
pub struct StaticCollider {
    /// Its form, shared by every world.
    pub shape: SharedShape,
    /// Where it is.
    pub pose: Pose,
    /// Its coefficient of friction.
    pub friction: f32,
}

/// One shape in the making.
struct Part {
    /// The first piece that it is made of.
    first_piece: usize,
    shape: SharedShape,
    pose: Pose,
    surface: Surface,
}

/// The colliders of a checked level, in the order that [`Level::colliders`](super::Level::colliders) promises.
pub(super) fn colliders(data: &LevelData) -> Vec<StaticCollider> {
    let mut parts = merge::merged_boxes(&data.pieces);
    parts.extend(other_parts(data));
    parts.sort_by_key(|part| part.first_piece);

    let mut colliders = vec![ground(data)];
    let mut chunks: BTreeMap<(i32, i32, Surface), Vec<(Pose, SharedShape)>> = BTreeMap::new();
    for part in parts {
        let bounds = part.shape.compute_aabb(&part.pose);
        let extents = bounds.extents();
        if part.shape.as_composite_shape().is_some() || extents.x > CHUNK_M || extents.z > CHUNK_M {
            let friction = part.surface.friction();
            colliders.push(StaticCollider { shape: part.shape, pose: part.pose, friction });
        } else {
            let centre = bounds.center();
            let chunk = chunks.entry((chunk_cell(centre.x), chunk_cell(centre.z), part.surface)).or_default();
            chunk.push((part.pose, part.shape));
        }
    }
    colliders.extend(chunks.into_iter().map(|((_, _, surface), parts)| StaticCollider {
        shape: SharedShape::compound(parts),
        pose: Pose::IDENTITY,
        friction: surface.friction(),
    }));
    colliders
}

/// Which chunk along x or z a coordinate falls into.
fn chunk_cell(coordinate_m: f32) -> i32 {
    (coordinate_m / CHUNK_M).floor() as i32
}

/// The box around all of them.
pub(super) fn bounds(colliders: &[StaticCollider]) -> Aabb {
    let mut bounds = Aabb::new_invalid();
    for collider in colliders {
        bounds.merge(&collider.shape.compute_aabb(&collider.pose));
    }
    bounds
}

fn ground(data: &LevelData) -> StaticCollider {
    let friction = data.ground_surface.friction();
    match &data.ground {
        Ground::Flat { half_x_m, half_z_m } => StaticCollider {
            shape: SharedShape::cuboid(*half_x_m, GROUND_HALF_M, *half_z_m),
            pose: Pose::from_translation(Vec3::new(0.0, -GROUND_HALF_M, 0.0)),
            friction,
        },
        Ground::Heightfield { rows, columns, size_x_m, size_z_m, heights_m } => {
            let (rows, columns) = (*rows as usize, *columns as usize);
            let heights = Array2::from_fn(rows, columns, |row, column| heights_m[row * columns + column]);
            let scale = Vec3::new(*size_x_m, 1.0, *size_z_m);
            let shape = SharedShape::heightfield_with_flags(heights, scale, HeightFieldFlags::FIX_INTERNAL_EDGES);
            StaticCollider { shape, pose: Pose::IDENTITY, friction }
        }
    }
}

/// Every piece that is no box, as a part of its own.
fn other_parts(data: &LevelData) -> impl Iterator<Item = Part> + '_ {
    data.pieces.iter().enumerate().filter_map(|(first_piece, piece)| {
        let shape = match &piece.shape {
            Shape::Cuboid { .. } => return None,
            Shape::Ramp { half } => convex(wedge_corners(*half).to_vec(), &WEDGE_TRIANGLES),
            Shape::Hull { points } => {
                let hull = convex_hull(points).expect("the check refuses points in one plane");
                convex(hull.corners, &hull.triangles)
            }
            Shape::Mesh { vertices, triangles } => {
                SharedShape::trimesh_with_flags(vertices.clone(), triangles.clone(), TriMeshFlags::FIX_INTERNAL_EDGES)
                    .expect("the check refuses a mesh without triangles")
            }
        };
        Some(Part { first_piece, shape, pose: piece.pose(), surface: piece.surface })
    })
}

fn convex(corners: Vec<Vec3>, triangles: &[[u32; 3]]) -> SharedShape {
    SharedShape::convex_mesh(corners, triangles).expect("each edge of a closed body has exactly two triangles")
}

/// The corners of a wedge: four below, then the two of its upper edge.
fn wedge_corners(Vec3 { x, y, z }: Vec3) -> [Vec3; 6] {
    [[-x, -y, -z], [x, -y, -z], [x, -y, z], [-x, -y, z], [x, y, z], [-x, y, z]].map(Vec3::from_array)
}

/// Its faces: below, the back, the slope, the two sides.
const WEDGE_TRIANGLES: [[u32; 3]; 8] =
    [[0, 1, 2], [0, 2, 3], [3, 2, 4], [3, 4, 5], [1, 0, 5], [1, 5, 4], [1, 4, 2], [0, 3, 5]];
