//! What a straight line meets first: the level, a light piece, a vehicle or a person.
//!
//! Bullets ask this once a shot, rockets and grenades once a tick. Each is asked about the level first: what stands behind a
//! wall need not be looked at.

use crate::level::Block;
use crate::sim::near::Near;
use crate::sim::people::KINDS;
use crate::sim::physics::Pool;
use crate::sim::store::People;
use crate::sim::vehicle::REACH_MOST_M;
use crate::sim::world::World;
use crate::units::math::{UP, Vec3};

/// Flatter than this, squared, a line has no way across the ground.
const UPRIGHT: f32 = 1e-9;

/// More than a person or a light piece reaches across the ground from where it stands, in metres.
const NEAR_MARGIN_M: f32 = 1.5;

/// A line that is followed.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Where it begins.
    pub origin: Vec3,
    /// Which way, a unit vector.
    pub direction: Vec3,
    /// How far, in metres.
    pub reach_m: f32,
    /// By how much it may miss a person and still meet it, in metres.
    pub girth_m: f32,
}

/// Whose line it is: it meets neither.
#[derive(Clone, Copy, Debug, Default)]
pub struct Own {
    /// Row of the person.
    pub person: Option<usize>,
    /// Row of the vehicle that it sits in.
    pub vehicle: Option<usize>,
}

/// What was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// The level.
    Level,
    /// A light piece in its place.
    StandingPiece,
    /// A light piece that lies about.
    LoosePiece,
    /// The vehicle of this row.
    Vehicle(usize),
    /// The person of this row, on foot.
    Person(usize),
}

/// Where a line ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Met {
    /// How far along it, in metres.
    pub distance_m: f32,
    /// The surface's normal, against the line.
    pub normal: Vec3,
    /// Of what.
    pub thing: Thing,
}

impl Line {
    /// The place `distance_m` along it.
    pub fn at(&self, distance_m: f32) -> Vec3 {
        self.origin + self.direction * distance_m
    }

    /// Whether it comes through a sphere.
    fn crosses(&self, centre: Vec3, radius_m: f32) -> bool {
        let along_m = (centre - self.origin).dot(self.direction).max(0.0).min(self.reach_m);
        (self.at(along_m) - centre).length_squared() <= radius_m * radius_m
    }

    /// Follows it to the first thing. Of two at one distance the level comes first, then light pieces, vehicles, people;
    /// of each the lower row.
    pub fn follow(mut self, world: &World, near: &Near, own: Own) -> Option<Met> {
        let mut first: Option<Met> = None;
        let mut meet = |line: &mut Line, found: Option<(f32, Vec3)>, thing: Thing| {
            if let Some((distance_m, normal)) = found.filter(|(distance_m, _)| *distance_m <= line.reach_m)
                && first.is_none_or(|first| distance_m < first.distance_m)
            {
                line.reach_m = distance_m;
                first = Some(Met { distance_m, normal, thing });
            }
        };
        let solid = world.level.solids().cast_ray(self.origin, self.direction, self.reach_m);
        meet(&mut self, solid.map(|hit| (hit.distance_m, hit.normal)), Thing::Level);

        let half_m = self.reach_m / 2.0;
        let middle = self.at(half_m);
        let standing = world.store.standing().piece;
        for piece in world.grid.near(middle, half_m + NEAR_MARGIN_M).map(usize::from) {
            let light = &world.level.data().light_pieces[piece];
            let (pose, half) = (light.pose(), light.kind.properties().half_m);
            if !standing[piece].loose && self.crosses(pose.translation, half.length()) {
                let hit = Block::new(&pose, half).cast_ray(self.origin, self.direction, self.reach_m);
                meet(&mut self, hit.map(|hit| (hit.distance_m, hit.normal)), Thing::StandingPiece);
            }
        }
        let loose = world.store.loose().slot;
        for row in (0..loose.len()).filter(|row| loose[*row].alive) {
            let found = self.cast_at_body(world, Pool::Loose, row);
            meet(&mut self, found, Thing::LoosePiece);
        }
        for row in near.vehicles(middle, half_m + REACH_MOST_M).filter(|row| Some(*row) != own.vehicle) {
            let found = self.cast_at_body(world, Pool::Vehicles, row);
            meet(&mut self, found, Thing::Vehicle(row));
        }
        let people = world.store.people();
        let reach_m = half_m + self.girth_m + NEAR_MARGIN_M;
        for row in near.people(middle, reach_m).filter(|row| Some(*row) != own.person) {
            let found = self.cast_at_person(&people, row);
            meet(&mut self, found, Thing::Person(row));
        }
        first
    }

    fn cast_at_body(&self, world: &World, pool: Pool, row: usize) -> Option<(f32, Vec3)> {
        let (centre, radius_m) = world.physics.sphere_around(pool, row);
        if !self.crosses(centre, radius_m) {
            return None;
        }
        let hit = world.physics.cast_ray_at(pool, row, self.origin, self.direction, self.reach_m)?;
        Some((hit.distance_m, hit.normal))
    }

    fn cast_at_person(&self, people: &People<'_>, row: usize) -> Option<(f32, Vec3)> {
        let kind = &KINDS[usize::from(people.person[row].kind)];
        let radius_m = kind.radius_m + self.girth_m;
        // Who lies is as high as it is wide.
        let lies = people.walk[row].limp_ticks > 0;
        let upright_m = if lies { 0.0 } else { kind.height_m - 2.0 * kind.radius_m };
        cast_at_capsule(self, people.motion[row].position + UP * kind.radius_m, upright_m, radius_m)
    }
}

/// Casts a line at an upright capsule: a sphere about `low` and all those up to `upright_m` above it. From inside it is met
/// at once.
fn cast_at_capsule(line: &Line, low: Vec3, upright_m: f32, radius_m: f32) -> Option<(f32, Vec3)> {
    let (from, way) = (line.origin - low, line.direction);
    let nearest = UP * from.y.max(0.0).min(upright_m);
    if (from - nearest).length_squared() <= radius_m * radius_m {
        return Some((0.0, -way));
    }
    let (flat_from, flat_way) = (Vec3::new(from.x, 0.0, from.z), Vec3::new(way.x, 0.0, way.z));
    if flat_way.length_squared() > UPRIGHT {
        let distance_m = cast_at_round(flat_from, flat_way, radius_m);
        let side = distance_m.map(|distance_m| (distance_m, from + way * distance_m));
        if let Some((distance_m, at)) = side.filter(|(_, at)| (0.0..=upright_m).contains(&at.y)) {
            return Some((distance_m, Vec3::new(at.x, 0.0, at.z).normalize_or(-way)));
        }
    }
    let ends = [Vec3::ZERO, UP * upright_m].map(|end| {
        let distance_m = cast_at_round(from - end, way, radius_m)?;
        Some((distance_m, (from + way * distance_m - end).normalize_or(-way)))
    });
    ends.into_iter().flatten().min_by(|(a, _), (b, _)| a.total_cmp(b))
}

/// How far it is along `way`, in its lengths, from `from` outside a sphere about the origin to its surface.
fn cast_at_round(from: Vec3, way: Vec3, radius_m: f32) -> Option<f32> {
    let (a, b, c) = (way.length_squared(), from.dot(way), from.length_squared() - radius_m * radius_m);
    let discriminant = b * b - a * c;
    let distance = (-b - discriminant.max(0.0).sqrt()) / a;
    (discriminant >= 0.0 && distance >= 0.0).then_some(distance)
}
