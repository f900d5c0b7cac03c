//! What stands for good, for whoever asks where the ground is: wheels, feet, bullets.
//!
//! The physics can cast a ray too, but through a tree over everything in the world, the moving and the parked included: with
//! 64 cars on four rays each that is the most expensive part of a tick. And what a ray finds there depends on when the
//! physics was last stepped. The fixed parts of a level never move, so they are sorted once into the cells of a flat grid;
//! an answer follows from the level alone: the same in every world and in every save.
//!
//! A part is a collider, or one shape of a chunk. The few that cover very many cells, such as the ground, are looked at for
//! every question.

use rapier3d::parry::bounding_volume::{Aabb, BoundingVolume};
use rapier3d::parry::query::{PointQuery, Ray, RayCast};
use rapier3d::parry::shape::{SharedShape, TriMesh, Triangle, TypedShape};

use super::compile::StaticCollider;
use crate::units::math::{Pose, Vec3};
use field::Field;
use grid::Grid;
use planes::Planes;

mod block;
mod field;
mod grid;
mod nearby;
mod planes;
mod rays;
#[cfg(test)]
mod tests;

pub use block::Block;
pub use nearby::Nearby;
pub use rays::{Hits, Rays};

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
    /// The box around each part, and its form.
    bounds: Vec<Aabb>,
    forms: Vec<Form>,
    /// The parts that the grid has no room for.
    everywhere: Vec<u32>,
    grid: Grid,
}

/// A part's form where it stands. The library knows them all, through one door for every shape: what most rays and feet
/// meet is asked directly.
enum Form {
    Block(Block),
    Hull { planes: Planes, pose: Pose, shape: SharedShape },
    Field(Field),
    Other { pose: Pose, shape: SharedShape },
}

impl Solids {
    /// The parts of some colliders, in their order.
    pub(super) fn new(colliders: &[StaticCollider]) -> Solids {
        let (mut bounds, mut forms) = (Vec::new(), Vec::new());
        let mut add = |pose: Pose, shape: &SharedShape| {
            bounds.push(shape.compute_aabb(&pose).loosened(BOX_MARGIN_M));
            forms.push(Form::new(pose, shape));
        };
        for collider in colliders {
            match collider.shape.as_compound() {
                Some(chunk) => chunk.shapes().iter().for_each(|(pose, shape)| add(collider.pose * *pose, shape)),
                None => add(collider.pose, &collider.shape),
            }
        }
        let (grid, everywhere) = Grid::new(&bounds);
        Solids { bounds, forms, everywhere, grid }
    }

    /// Casts a ray from `origin` along the unit `direction`, `reach_m` far. Of two parts at one distance the earlier one is
    /// met. A ray that begins inside a part meets nothing of that part; one from below the ground's heightfield meets it.
    #[must_use]
    pub fn cast_ray(&self, origin: Vec3, direction: Vec3, reach_m: f32) -> Option<SolidHit> {
        let mut search = Search::new(origin, direction, reach_m);
        search.ask(self, &self.everywhere);
        self.grid.visit_along(origin, direction, search.within_m(), |parts| {
            search.ask(self, parts);
            search.within_m()
        });
        search.nearest.map(|(_, hit)| hit)
    }

    /// Calls `visit` with the number of every part whose box reaches into a box, once each, in a fixed order.
    fn visit_parts(&self, around: &Aabb, mut visit: impl FnMut(u32)) {
        let reaches_in = |part: u32| self.bounds[part as usize].intersects(around);
        self.everywhere.iter().filter(|part| reaches_in(**part)).for_each(|part| visit(*part));
        self.grid.visit_around(around, reaches_in, visit);
    }

    /// Whether no part reaches into a box. Asks the parts' own boxes, and the cells of a heightfield: where it says no there
    /// may still be nothing.
    #[must_use]
    pub fn is_clear(&self, around: &Aabb) -> bool {
        let mut clear = true;
        self.visit_parts(around, |part| clear = clear && self.forms[part as usize].is_below(around));
        clear
    }

    /// Calls `visit` for every part that a sphere overlaps, in a fixed order. Of a mesh or a heightfield every triangle is a
    /// part, unless the centre is inside it: then there is one way out of the whole.
    pub fn touch(&self, centre: Vec3, radius_m: f32, visit: &mut impl FnMut(SolidTouch)) {
        let around = Aabb::from_half_extents(centre, Vec3::splat(radius_m));
        self.visit_parts(&around, |part| self.forms[part as usize].touch_if_near(&around, centre, radius_m, visit));
    }
}

/// The nearest that a ray met so far.
struct Search {
    origin: Vec3,
    direction: Vec3,
    reach_m: f32,
    /// The box around all of the ray.
    around: Aabb,
    nearest: Option<(u32, SolidHit)>,
}

impl Search {
    fn new(origin: Vec3, direction: Vec3, reach_m: f32) -> Search {
        let end = origin + direction * reach_m;
        let around = Aabb::new(origin.min(end), origin.max(end));
        Search { origin, direction, reach_m, around, nearest: None }
    }

    /// How far along the ray there is still something to find, in metres.
    fn within_m(&self) -> f32 {
        self.nearest.map_or(self.reach_m, |(_, hit)| hit.distance_m)
    }

    fn ask(&mut self, solids: &Solids, parts: &[u32]) {
        for number in parts {
            if !solids.bounds[*number as usize].intersects(&self.around) {
                continue;
            }
            let Some(hit) = solids.forms[*number as usize].cast_ray(self.origin, self.direction, self.within_m())
            else {
                continue;
            };
            let is_nearer = |(other, than): (u32, SolidHit)| {
                hit.distance_m < than.distance_m || (hit.distance_m == than.distance_m && *number < other)
            };
            if self.nearest.is_none_or(is_nearer) {
                self.nearest = Some((*number, hit));
            }
        }
    }
}

impl Form {
    fn new(pose: Pose, shape: &SharedShape) -> Form {
        match shape.as_typed_shape() {
            TypedShape::Cuboid(cuboid) => Form::Block(Block::new(&pose, cuboid.half_extents)),
            TypedShape::ConvexPolyhedron(body) => match Planes::new(&pose, body) {
                Some(planes) => Form::Hull { planes, pose, shape: shape.clone() },
                None => Form::Other { pose, shape: shape.clone() },
            },
            TypedShape::HeightField(field) => {
                assert_eq!(pose, Pose::IDENTITY, "the one heightfield of a level is its ground, around the origin");
                Form::Field(Field::new(field))
            }
            _ => Form::Other { pose, shape: shape.clone() },
        }
    }

    /// Whether all of it that a box is over lies below the box, for sure. A field is solid below, and its own box is mostly
    /// air.
    fn is_below(&self, around: &Aabb) -> bool {
        matches!(self, Form::Field(field) if field.highest_m(around) < around.mins.y)
    }

    /// Touches it with a sphere, whose box is `around`, unless it does not reach into that for sure: the way out is dear.
    fn touch_if_near(&self, around: &Aabb, centre: Vec3, radius_m: f32, visit: &mut impl FnMut(SolidTouch)) {
        let is_clear = self.is_below(around) || matches!(self, Form::Hull { planes, .. } if planes.is_clear_of(around));
        if !is_clear {
            self.touch(centre, radius_m, visit);
        }
    }

    fn cast_ray(&self, origin: Vec3, direction: Vec3, within_m: f32) -> Option<SolidHit> {
        match self {
            Form::Block(block) => block.cast_ray(origin, direction, within_m),
            Form::Hull { planes, .. } => planes.cast_ray(origin, direction, within_m),
            Form::Field(field) => field.cast_ray(origin, direction, within_m),
            Form::Other { pose, shape } => {
                let hit = shape.cast_ray_and_get_normal(pose, &Ray::new(origin, direction), within_m, true)?;
                // A solid shape answers a ray from its inside with no distance at all.
                (hit.time_of_impact > 0.0 && hit.normal != Vec3::ZERO)
                    .then_some(SolidHit { distance_m: hit.time_of_impact, normal: hit.normal })
            }
        }
    }

    fn cast_rays(&self, rays: &Rays, hits: &mut Hits) {
        match self {
            Form::Block(block) => {
                block.cast_rays(rays, hits);
            }
            Form::Hull { planes, .. } => planes.cast_rays(rays, hits),
            Form::Field(field) => field.cast_rays(rays, hits),
            Form::Other { .. } => {
                hits.ask_each(rays, |origin, within_m| self.cast_ray(origin, rays.direction, within_m))
            }
        }
    }

    fn touch(&self, centre: Vec3, radius_m: f32, visit: &mut impl FnMut(SolidTouch)) {
        let mut visit = |out: Vec3, depth_m: f32| {
            if depth_m > 0.0 {
                visit(SolidTouch { out, depth_m });
            }
        };
        match self {
            Form::Block(block) => {
                let (out, distance_m) = block.way_out(centre);
                visit(out, radius_m - distance_m);
            }
            Form::Field(field) => touch_field(field, centre, radius_m, &mut visit),
            Form::Hull { pose, shape, .. } | Form::Other { pose, shape } => {
                let local = pose.inverse_transform_point(centre);
                let mut visit = |out: Vec3, depth_m: f32| visit(pose.rotation * out, depth_m);
                match shape.as_trimesh() {
                    Some(mesh) => touch_mesh(mesh, local, radius_m, &mut visit),
                    None => {
                        let (out, distance_m) = way_out(shape, local);
                        visit(out, radius_m - distance_m);
                    }
                }
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
        touch_triangle(&mesh.triangle(triangle), point, radius_m, visit);
    }
}

/// Whether the first face in sight, in a direction that no author builds along, is seen from within.
fn is_inside(mesh: &TriMesh, point: Vec3) -> bool {
    let ray = Ray::new(point, Vec3::new(0.48, 0.64, 0.6));
    let face = mesh.cast_local_ray_and_get_normal(&ray, f32::MAX, true);
    let outwards = face.and_then(|face| mesh.triangle(face.subshape).normal());
    outwards.is_some_and(|normal| normal.dot(ray.dir) > 0.0)
}

fn touch_field(field: &Field, point: Vec3, radius_m: f32, visit: &mut impl FnMut(Vec3, f32)) {
    if let Some((height_m, normal)) = field.ground_at(point.x, point.z) {
        let below_m = height_m - point.y;
        if below_m > 0.0 {
            return visit(normal, radius_m + below_m * normal.y);
        }
    }
    let around = Aabb::from_half_extents(point, Vec3::splat(radius_m));
    field.visit_triangles(&around, |triangle| touch_triangle(triangle, point, radius_m, visit));
}

/// One face of a surface, from its outer side only. From behind it the point is outside another face, or inside the whole.
fn touch_triangle(triangle: &Triangle, point: Vec3, radius_m: f32, visit: &mut impl FnMut(Vec3, f32)) {
    let Some(normal) = triangle.normal() else {
        return;
    };
    let above_m = (point - triangle.a).dot(normal);
    if above_m > -ON_SURFACE_M && above_m < radius_m {
        let way = point - triangle.project_local_point(point, false).point;
        visit(if way.length() < ON_SURFACE_M { normal } else { way.normalize() }, radius_m - way.length());
    }
}
