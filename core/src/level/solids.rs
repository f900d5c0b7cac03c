//! What stands for good, for whoever asks where the ground is: wheels, feet, bullets.
//!
//! The physics can cast a ray too, but through a tree over everything in the world, the moving and the parked included: with
//! 64 cars on four rays each that is the most expensive part of a tick. And what a ray finds there depends on when the
//! physics was last stepped. The fixed parts of a level never move, so they are sorted once into the cells of a flat grid;
//! a wheel's ray is one cell, and its answer follows from the level alone: the same in every world and in every save.
//!
//! A part is a collider, or one shape of a chunk. The few that cover very many cells, such as the ground, are looked at for
//! every question.

use rapier3d::parry::bounding_volume::{Aabb, BoundingVolume};
use rapier3d::parry::query::{PointQuery, Ray, RayCast};
use rapier3d::parry::shape::{HeightField, SharedShape, TriMesh, Triangle, TypedShape};

use super::compile::StaticCollider;
use crate::units::math::{Pose, Vec3};
use grid::Grid;

mod grid;
#[cfg(test)]
mod tests;

/// How much larger than the part its box is taken, in metres: rounding at 4 km is half of it.
const BOX_MARGIN_M: f32 = 0.001;

/// Nearer to a surface than this, in metres, the way to it has no direction.
const ON_SURFACE_M: f32 = 1e-5;

/// What a ray met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolidHit {
    /// Distance along the ray, in metres.
    pub distance_m: f32,
    /// The surface's normal, against the ray.
    pub normal: Vec3,
}

/// What a sphere overlaps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolidTouch {
    /// The shortest way out, a unit vector.
    pub out: Vec3,
    /// How far along it, in metres.
    pub depth_m: f32,
}

/// The fixed parts of a level, sorted by place.
pub struct Solids {
    parts: Vec<Part>,
    /// The parts that the grid has no room for.
    everywhere: Vec<u32>,
    grid: Grid,
}

struct Part {
    bounds: Aabb,
    pose: Pose,
    shape: SharedShape,
}

impl Solids {
    /// The parts of some colliders, in their order.
    pub(super) fn new(colliders: &[StaticCollider]) -> Solids {
        let mut parts = Vec::new();
        let mut add = |pose: Pose, shape: &SharedShape| {
            let bounds = shape.compute_aabb(&pose).loosened(BOX_MARGIN_M);
            parts.push(Part { bounds, pose, shape: shape.clone() });
        };
        for collider in colliders {
            match collider.shape.as_compound() {
                Some(chunk) => chunk.shapes().iter().for_each(|(pose, shape)| add(collider.pose * *pose, shape)),
                None => add(collider.pose, &collider.shape),
            }
        }
        let (grid, everywhere) = Grid::new(&parts.iter().map(|part| part.bounds).collect::<Vec<_>>());
        Solids { parts, everywhere, grid }
    }

    /// Casts a ray from `origin` along the unit `direction`, `reach_m` far. Of two parts at one distance the earlier one is
    /// met. A ray that begins inside a part meets nothing of that part.
    #[must_use]
    pub fn cast_ray(&self, origin: Vec3, direction: Vec3, reach_m: f32) -> Option<SolidHit> {
        let ray = Ray::new(origin, direction);
        let mut nearest: Option<(u32, SolidHit)> = None;
        let mut look = |parts: &[u32]| {
            for part in parts {
                let within_m = nearest.map_or(reach_m, |(_, hit)| hit.distance_m);
                let is_nearer = |hit: &SolidHit| {
                    nearest.is_none_or(|(other, than)| {
                        hit.distance_m < than.distance_m || (hit.distance_m == than.distance_m && *part < other)
                    })
                };
                if let Some(hit) = self.parts[*part as usize].cast_ray(&ray, within_m).filter(is_nearer) {
                    nearest = Some((*part, hit));
                }
            }
            nearest.map_or(reach_m, |(_, hit)| hit.distance_m)
        };
        let within_m = look(&self.everywhere);
        self.grid.visit_along(origin, direction, within_m, look);
        nearest.map(|(_, hit)| hit)
    }

    /// Whether no part reaches into a box. Asks the parts' own boxes, and the cells of a heightfield: where it says no there
    /// may still be nothing.
    #[must_use]
    pub fn is_clear(&self, around: &Aabb) -> bool {
        let mut clear = true;
        let mut look = |part: u32| {
            clear = clear && self.parts[part as usize].is_clear(around);
        };
        self.everywhere.iter().for_each(|part| look(*part));
        self.grid.visit_around(around, look);
        clear
    }

    /// Calls `visit` for every part that a sphere overlaps, in a fixed order. Of a mesh or a heightfield every triangle is a
    /// part, unless the centre is inside it: then there is one way out of the whole.
    pub fn touch(&self, centre: Vec3, radius_m: f32, visit: &mut impl FnMut(SolidTouch)) {
        let around = Aabb::from_half_extents(centre, Vec3::splat(radius_m));
        let mut look = |part: u32| {
            let part = &self.parts[part as usize];
            if part.bounds.intersects(&around) {
                part.touch(centre, radius_m, visit);
            }
        };
        self.everywhere.iter().for_each(|part| look(*part));
        self.grid.visit_around(&around, look);
    }
}

impl Part {
    fn cast_ray(&self, ray: &Ray, within_m: f32) -> Option<SolidHit> {
        self.bounds.cast_local_ray(ray, within_m, true)?;
        let hit = self.shape.cast_ray_and_get_normal(&self.pose, ray, within_m, true)?;
        // A solid shape answers a ray from its inside with no distance at all.
        (hit.time_of_impact > 0.0 && hit.normal != Vec3::ZERO)
            .then_some(SolidHit { distance_m: hit.time_of_impact, normal: hit.normal })
    }

    fn is_clear(&self, around: &Aabb) -> bool {
        if !self.bounds.intersects(around) {
            return true;
        }
        let Some(field) = self.shape.as_heightfield() else {
            return false;
        };
        // Cells that lie lower than the box are not visited; a field is solid below, so those above are.
        let local = around.transform_by(&self.pose.inverse());
        let column = Aabb::new(local.mins, local.maxs.with_y(f32::MAX));
        let mut clear = true;
        field.map_elements_in_local_aabb(&column, &mut |_, _| clear = false);
        clear
    }

    fn touch(&self, centre: Vec3, radius_m: f32, visit: &mut impl FnMut(SolidTouch)) {
        let local = self.pose.inverse_transform_point(centre);
        let mut visit = |out: Vec3, depth_m: f32| {
            if depth_m > 0.0 {
                visit(SolidTouch { out: self.pose.rotation * out, depth_m });
            }
        };
        match self.shape.as_typed_shape() {
            TypedShape::TriMesh(mesh) => touch_mesh(mesh, local, radius_m, &mut visit),
            TypedShape::HeightField(field) => touch_field(field, local, radius_m, &mut visit),
            _ => {
                let (out, distance_m) = way_out(&self.shape, local);
                visit(out, radius_m - distance_m);
            }
        }
    }
}

/// The way from a solid's surface to a point, and how far it is: negative from inside, where it leads out the shortest way.
fn way_out(shape: &SharedShape, point: Vec3) -> (Vec3, f32) {
    let nearest = shape.project_local_point(point, false);
    let way = point - nearest.point;
    let distance_m = way.length();
    if distance_m < ON_SURFACE_M {
        // From a point a little further out the way has a direction.
        let further =
            point + (point - shape.compute_local_aabb().center()).normalize_or(Vec3::Y) * 100.0 * ON_SURFACE_M;
        let out = (further - shape.project_local_point(further, true).point).normalize_or(Vec3::Y);
        return (out, 0.0);
    }
    if nearest.is_inside { (way / -distance_m, -distance_m) } else { (way / distance_m, distance_m) }
}

fn touch_mesh(mesh: &TriMesh, point: Vec3, radius_m: f32, visit: &mut impl FnMut(Vec3, f32)) {
    if is_inside(mesh, point) {
        let way = mesh.project_local_point(point, false).point - point;
        return visit(way.normalize_or(Vec3::Y), radius_m + way.length());
    }
    let around = Aabb::from_half_extents(point, Vec3::splat(radius_m));
    for triangle in mesh.bvh().intersect_aabb(&around) {
        touch_triangle(&mesh.triangle(triangle), 1.0, point, radius_m, visit);
    }
}

/// Whether the first face in sight, in a direction that no author builds along, is seen from within.
fn is_inside(mesh: &TriMesh, point: Vec3) -> bool {
    let ray = Ray::new(point, Vec3::new(0.48, 0.64, 0.6));
    let face = mesh.cast_local_ray_and_get_normal(&ray, f32::MAX, true);
    let outwards = face.and_then(|face| mesh.triangle(face.subshape).normal());
    outwards.is_some_and(|normal| normal.dot(ray.dir) > 0.0)
}

fn touch_field(field: &HeightField, point: Vec3, radius_m: f32, visit: &mut impl FnMut(Vec3, f32)) {
    let bounds = field.local_aabb();
    let above = Ray::new(Vec3::new(point.x, bounds.maxs.y + 1.0, point.z), -Vec3::Y);
    if let Some(ground) = field.cast_local_ray_and_get_normal(&above, bounds.extents().y + 2.0, true) {
        let below_m = above.origin.y - ground.time_of_impact - point.y;
        if below_m > 0.0 {
            return visit(ground.normal, radius_m + below_m * ground.normal.y);
        }
    }
    let around = Aabb::from_half_extents(point, Vec3::splat(radius_m));
    field.map_elements_in_local_aabb(&around, &mut |_, triangle| {
        let upwards = triangle.normal().map_or(1.0, |normal| normal.y.signum());
        touch_triangle(triangle, upwards, point, radius_m, visit);
    });
}

/// One face of a surface, from its outer side only: `facing` is -1 where the triangle is wound the other way. From behind it
/// the point is outside another face, or inside the whole.
fn touch_triangle(triangle: &Triangle, facing: f32, point: Vec3, radius_m: f32, visit: &mut impl FnMut(Vec3, f32)) {
    let Some(normal) = triangle.normal().map(|normal| normal * facing) else {
        return;
    };
    let way = point - triangle.project_local_point(point, false).point;
    if (point - triangle.a).dot(normal) > -ON_SURFACE_M {
        visit(if way.length() < ON_SURFACE_M { normal } else { way.normalize() }, radius_m - way.length());
    }
}
