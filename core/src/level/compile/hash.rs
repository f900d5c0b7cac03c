//! The name of a compiled level: 64 bits over everything in it that decides bits.

use rapier3d::parry::shape::{SharedShape, TypedShape};
use xxhash_rust::xxh3::Xxh3Default;

use super::{COMPILE_VERSION, StaticCollider};
use crate::level::data::LevelData;
use crate::units::math::{Pose, Vec3};

/// The digest of a level: the version of the rules, the colliders in order, then what is placed. Every count goes before
/// what it counts, so that no two levels run into the same bytes.
pub(in crate::level) fn hash(data: &LevelData, colliders: &[StaticCollider]) -> u64 {
    let mut digest = Digest(Xxh3Default::new());
    digest.count(COMPILE_VERSION.len());
    digest.0.update(COMPILE_VERSION.as_bytes());
    digest.count(colliders.len());
    for collider in colliders {
        digest.pose(&collider.pose);
        digest.number(collider.friction);
        digest.shape(&collider.shape);
    }
    // Navigation reads these, not the colliders.
    digest.count(data.pieces.len());
    for piece in &data.pieces {
        digest.pose(&piece.pose());
        digest.0.update(&[piece.kind as u8]);
    }
    digest.count(data.light_pieces.len());
    for light in &data.light_pieces {
        let properties = light.kind.properties();
        digest.0.update(&[light.kind as u8]);
        digest.number(properties.mass_kg);
        digest.vector(properties.half_m);
        digest.number(properties.break_energy_j);
        digest.pose(&light.pose());
    }
    digest.count(data.spawns.len());
    for spawn in &data.spawns {
        digest.vector(spawn.position);
        digest.number(spawn.yaw_rad);
    }
    digest.count(data.parked.len());
    for parked in &data.parked {
        digest.vector(parked.position);
        digest.number(parked.yaw_rad);
    }
    // Traffic and a crowd read these. Each part is there only where the level has some, under a name of its own.
    if !data.roads.is_empty() {
        digest.0.update(b"roads");
        digest.count(data.roads.len());
        for road in &data.roads {
            digest.vectors(&road.points);
            digest.number(road.lane_width_m);
            digest.number(road.shoulder_m);
            digest.0.update(&[road.forward, road.backward, road.rank]);
            digest.number(road.speed_mps);
        }
    }
    if !data.pavements.is_empty() {
        digest.0.update(b"pavements");
        digest.count(data.pavements.len());
        for pavement in &data.pavements {
            digest.vectors(&pavement.points);
            digest.number(pavement.width_m);
        }
    }
    if !data.areas.is_empty() {
        digest.0.update(b"areas");
        digest.count(data.areas.len());
        for area in &data.areas {
            digest.0.update(&[area.kind as u8]);
            digest.vectors(&area.outline);
        }
    }
    digest.0.digest()
}

struct Digest(Xxh3Default);

impl Digest {
    fn count(&mut self, count: usize) {
        self.0.update(&(count as u64).to_le_bytes());
    }

    fn number(&mut self, value: f32) {
        self.0.update(&value.to_bits().to_le_bytes());
    }

    fn vector(&mut self, vector: Vec3) {
        vector.to_array().into_iter().for_each(|value| self.number(value));
    }

    fn pose(&mut self, pose: &Pose) {
        self.vector(pose.translation);
        pose.rotation.to_array().into_iter().for_each(|value| self.number(value));
    }

    fn shape(&mut self, shape: &SharedShape) {
        match shape.as_typed_shape() {
            TypedShape::Cuboid(cuboid) => {
                self.0.update(b"box");
                self.vector(cuboid.half_extents);
            }
            TypedShape::ConvexPolyhedron(hull) => {
                self.0.update(b"hull");
                self.vectors(hull.points());
                self.count(hull.faces().len());
                hull.vertices_adj_to_face().iter().for_each(|index| self.0.update(&index.to_le_bytes()));
            }
            TypedShape::TriMesh(mesh) => {
                self.0.update(b"mesh");
                self.vectors(mesh.vertices());
                self.count(mesh.indices().len());
                mesh.indices().iter().flatten().for_each(|index| self.0.update(&index.to_le_bytes()));
            }
            TypedShape::HeightField(field) => {
                self.0.update(b"field");
                self.count(field.heights().nrows());
                self.count(field.heights().ncols());
                self.vector(field.scale());
                field.heights().data().iter().for_each(|height| self.number(*height));
            }
            TypedShape::Compound(compound) => {
                self.0.update(b"chunk");
                self.count(compound.shapes().len());
                for (pose, shape) in compound.shapes() {
                    self.pose(pose);
                    self.shape(shape);
                }
            }
            _ => unreachable!("a level compiles to no other shape"),
        }
    }

    fn vectors(&mut self, vectors: &[Vec3]) {
        self.count(vectors.len());
        vectors.iter().for_each(|vector| self.vector(*vector));
    }
}
