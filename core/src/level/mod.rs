//! What the world stands on: a level as it is written, its check, and its compiled form.
//!
//! Both ends of a game build their physics from the same level, so a level decides bits: a collider more, or the same two
//! in another order, and every prediction is wrong. And a level may come from outside, in a welcome or in a recording, so
//! it must not be able to break whoever reads it. A level therefore has two forms.
//!
//! [`LevelData`] is what people and generators write, in RON. It may be anything until [`LevelData::check`] has been
//! through it: every number finite and in range, every count bounded, every mesh closed and the right way out.
//!
//! [`Level`] is what worlds are built from: the checked data and the colliders made of it, in one fixed order. Flush boxes
//! are merged first, because a car that scrapes along a row of them is stopped by the seams between them. Its
//! [`hash`](Level::hash) names the compiled form, so two ends that agree on the hash agree on every static bit.
//!
//! | part | what it is |
//! |---|---|
//! | `data` | the written form |
//! | `ground` | the ground and its height at a point |
//! | `light` | the light pieces and their table |
//! | `ways` | roads, pavements, areas |
//! | `marks` | strips, ramps, dummies: what measuring and cameras call by name |
//! | `roads` | roads into lanes and junctions |
//! | `footways` | pavements and where one goes on from them |
//! | `hull` | the convex hull of a piece's corners, exact |
//! | `check` | limits and refusals |
//! | `compile` | colliders, their order, and the hash |
//! | `solids` | the colliders' parts sorted by place, for rays and feet |
//! | `generators` | the levels that are code |

use std::fmt;
use std::sync::Arc;

use rapier3d::parry::bounding_volume::Aabb;

mod check;
mod compile;
mod data;
mod footways;
pub mod generators;
mod ground;
mod hull;
mod light;
mod marks;
pub mod roads;
mod solids;
#[cfg(test)]
mod tests;
mod ways;

pub use check::{Fault, LevelError, limits};
pub use compile::{CHUNK_M, COMPILE_VERSION, FLUSH_TOLERANCE_M, LIGHT_CHUNK_M, LightChunk, StaticCollider};
pub use data::{LevelData, Parked, Piece, PieceKind, Rotation, Shape, Spawn, Surface};
pub use footways::{Footway, FootwayEnd, Footways};
pub use ground::Ground;
pub use light::{LightKind, LightPiece, LightProperties};
pub use marks::{Dummy, Ramp, Strip};
pub use solids::{Block, Hits, Nearby, Rays, SolidHit, SolidTouch, Solids};
pub use ways::{Area, AreaKind, Pavement, Road};

use roads::LaneGraph;

/// A checked level and the colliders made of it. Never changes; every world on it and every save of one shares it.
pub struct Level {
    data: LevelData,
    colliders: Vec<StaticCollider>,
    solids: Solids,
    light_chunks: Vec<LightChunk>,
    light_chunk_of: Vec<u16>,
    lanes: LaneGraph,
    footways: Footways,
    bounds: Aabb,
    hash: u64,
}

impl fmt::Debug for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Level").field("name", &self.data.name).field("hash", &self.hash).finish_non_exhaustive()
    }
}

impl Level {
    /// Checks `data` and compiles it.
    ///
    /// # Errors
    /// The first thing that [`LevelData::check`] refuses.
    pub fn compile(data: LevelData) -> Result<Arc<Level>, LevelError> {
        data.check()?;
        let colliders = compile::colliders(&data);
        let bounds = compile::bounds(&colliders);
        let solids = Solids::new(&colliders);
        let (light_chunks, light_chunk_of) = compile::light_chunks(&data.light_pieces);
        let lanes = LaneGraph::new(&data.roads);
        let footways = Footways::new(&data.pavements);
        let hash = compile::hash(&data, &colliders);
        Ok(Arc::new(Level { data, colliders, solids, light_chunks, light_chunk_of, lanes, footways, bounds, hash }))
    }

    /// The level as it was written.
    #[must_use]
    pub fn data(&self) -> &LevelData {
        &self.data
    }

    /// Everything that never moves, in the order in which every world inserts it: the ground; the shapes that stand alone
    /// (meshes, and what is larger than a chunk) in the order of their pieces; the chunks by cell and surface. The
    /// standing light pieces are not among them: they come loose one by one.
    #[must_use]
    pub fn colliders(&self) -> &[StaticCollider] {
        &self.colliders
    }

    /// The light pieces in chunks by cell, in the order in which every world inserts them, after the colliders.
    #[must_use]
    pub fn light_chunks(&self) -> &[LightChunk] {
        &self.light_chunks
    }

    /// Which chunk a light piece stands in.
    #[must_use]
    pub fn light_chunk_of(&self, piece: usize) -> usize {
        self.light_chunk_of[piece].into()
    }

    /// The colliders for rays and spheres: their parts, sorted by place.
    #[must_use]
    pub fn solids(&self) -> &Solids {
        &self.solids
    }

    /// What traffic drives on: the roads as lanes and junctions.
    #[must_use]
    pub fn lanes(&self) -> &LaneGraph {
        &self.lanes
    }

    /// What a crowd walks along: the pavements and where one goes on from them.
    #[must_use]
    pub fn footways(&self) -> &Footways {
        &self.footways
    }

    /// A digest of the compiled form: of everything in this level that decides bits. Names and formatting do not.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Pieces as they were written, before any was merged.
    #[must_use]
    pub fn piece_count(&self) -> usize {
        self.data.pieces.len()
    }

    /// The box around every collider.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// The height of the ground at a point, pieces not counted; `None` beyond its edge.
    #[must_use]
    pub fn ground_height(&self, x_m: f32, z_m: f32) -> Option<f32> {
        self.data.ground.height_at(x_m, z_m)
    }
}
