//! Standing light pieces into chunks.
//!
//! A collider for each of a city's 1,400 pieces is more than all else that the broad phase has to keep, and copy into every
//! save. So they stand in chunks of their own, one compound collider each; when a piece comes loose or is planted again, its chunk gets another compound, made of
//! what stands. The boxes are made once and shared.

use std::collections::BTreeMap;

use rapier3d::geometry::SharedShape;

use crate::level::light::{LightKind, LightPiece};
use crate::units::math::Pose;

/// The edge of a cell, in metres. A body that leans on one piece of a chunk loses its contact's memory when another one of
/// it is torn loose, and a session hears of that later than it happened: so they are smaller than the chunks of what stands
/// for good. The smaller they are, the more of them the broad phase keeps.
pub const LIGHT_CHUNK_M: f32 = 32.0;

/// The light pieces of one cell of [`LIGHT_CHUNK_M`].
pub struct LightChunk {
    /// Their numbers in the level, ascending.
    pub pieces: Vec<u16>,
    boxes: Vec<(Pose, SharedShape)>,
    full: SharedShape,
}

impl LightChunk {
    /// Its shape while every piece of it stands.
    #[must_use]
    pub fn full(&self) -> SharedShape {
        self.full.clone()
    }

    /// The shape of those pieces of it that stand; `None` where none does.
    #[must_use]
    pub fn shape(&self, stands: impl Fn(u16) -> bool) -> Option<SharedShape> {
        let standing = self.pieces.iter().zip(&self.boxes).filter(|(piece, _)| stands(**piece));
        let boxes: Vec<(Pose, SharedShape)> = standing.map(|(_, part)| part.clone()).collect();
        if boxes.len() == self.boxes.len() {
            return Some(self.full());
        }
        (!boxes.is_empty()).then(|| SharedShape::compound(boxes))
    }
}

/// The chunks of a level's light pieces by cell, and for each piece the number of its chunk.
pub(in crate::level) fn light_chunks(light_pieces: &[LightPiece]) -> (Vec<LightChunk>, Vec<u16>) {
    let shape_of = LightKind::ALL.map(|kind| {
        let half = kind.properties().half_m;
        SharedShape::cuboid(half.x, half.y, half.z)
    });
    let cell = |coordinate_m: f32| (coordinate_m / LIGHT_CHUNK_M).floor() as i32;
    let mut cells: BTreeMap<(i32, i32), Vec<u16>> = BTreeMap::new();
    for (piece, light) in (0..).zip(light_pieces) {
        cells.entry((cell(light.position.x), cell(light.position.z))).or_default().push(piece);
    }
    let mut chunk_of = vec![0; light_pieces.len()];
    let chunks = (0..).zip(cells.into_values()).map(|(chunk, pieces): (u16, Vec<u16>)| {
        pieces.iter().for_each(|piece| chunk_of[usize::from(*piece)] = chunk);
        let lights = pieces.iter().map(|piece| &light_pieces[usize::from(*piece)]);
        let boxes: Vec<(Pose, SharedShape)> =
            lights.map(|light| (light.pose(), shape_of[light.kind as usize].clone())).collect();
        LightChunk { full: SharedShape::compound(boxes.clone()), pieces, boxes }
    });
    let chunks = chunks.collect();
    (chunks, chunk_of)
}
