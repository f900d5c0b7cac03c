//! An upright body that moves through the level and what stands in it.
//!
//! A person is thrown at 30 m/s through streets whose walls are 5 cm thick. Moved by the whole of a tick's way it would be
//! behind a wall before anyone looked. So it goes in strides shorter than its radius, and after each it is pushed out of
//! what it touches: its middle never comes to the far side of anything. Nearly always there is nothing to touch; then the
//! way is one stride and one ray.
//!
//! Up to its step height a body feels the ground by a ray under its middle, and what the ray finds it stands on: kerbs,
//! stairs and slopes need no rules of their own. Above, it is two or three spheres.

use rapier3d::parry::bounding_volume::Aabb;

use super::obstacle::{Footing, Obstacle};
use crate::level::{Nearby, SolidTouch, Solids};
use crate::units::math::{UP, Vec3};

/// A stride as a share of the radius. One stride and one push of a moving box, which is no longer, leave the middle on its
/// own side of a wall.
const STRIDE_SHARE: f32 = 1.0 / 3.0;

/// Most strides in a tick: with those of the smallest body, 80 m/s.
const STRIDES_MOST: f32 = 20.0;

/// How often a body is pushed out of what it touches before it is left there: a corner takes two.
const ROUNDS: usize = 4;

/// Height that a foot finds above its step height, in metres. A block that high is one that the lowest sphere hardly touches.
const STEP_MARGIN_M: f32 = 0.05;

/// Vertical part of the normal of the steepest ground that feet hold on: 50 degrees.
const WALKABLE_NORMAL_Y: f32 = 0.643;

/// A surface whose normal has less than this across the ground is floor or ceiling to a sphere.
const LEVEL_NORMAL: f32 = 0.3;

/// Speed away from the ground at which a body has left it, in m/s.
const LEAVING_MPS: f32 = 0.1;

/// Slower than this a landing does not bounce, in m/s.
const BOUNCE_LEAST_MPS: f32 = 1.0;

/// Who is pushed back by a surface to nearer than this to where it stood, in metres, stays there: of two surfaces now one
/// and now the other would push last, and the body would tremble between them.
const REST_M: f32 = 0.002;

/// Overlap that is none, in metres.
const TOUCHING_M: f32 = 1e-4;

/// A body for one tick.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// The point between the feet.
    pub feet: Vec3,
    /// Its velocity, in m/s.
    pub velocity: Vec3,
    /// Radius in metres.
    pub radius_m: f32,
    /// Height in metres.
    pub height_m: f32,
    /// How high it steps, in metres.
    pub step_m: f32,
    /// Share of a blow that it bounces back with.
    pub bounce: f32,
    /// Whether it stands on something.
    pub stands: bool,
    /// The hardest landing in this tick, in m/s.
    pub landing_mps: f32,
}

/// What a body moves among.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// What stands for good.
    pub solids: &'a Solids,
    /// The parts of it that are near, as far as a tick leads without a blow.
    pub near: &'a Nearby,
    /// The boxes near it.
    pub obstacles: &'a [Obstacle],
}

impl Body {
    /// The capsule's middle.
    pub fn middle(&self) -> Vec3 {
        self.feet + UP * (0.5 * self.height_m)
    }

    /// What it stands on among the obstacles, whose motion carries it.
    pub fn carrier(&self, obstacles: &[Obstacle]) -> Option<Footing> {
        let from = self.feet + UP * self.step_m;
        highest(obstacles.iter().filter_map(|obstacle| obstacle.footing(from, 2.0 * self.step_m)))
    }

    /// The longest way of a tick, in metres.
    fn longest_m(&self) -> f32 {
        self.radius_m * STRIDE_SHARE * STRIDES_MOST
    }

    /// The box that a tick's way leads through, and a little more: what it is pushed aside on the way.
    pub fn bounds_of(&self, way: Vec3) -> Aabb {
        let around = Vec3::splat(way.length().min(self.longest_m()) + self.radius_m + self.step_m + STEP_MARGIN_M);
        Aabb::new(self.feet - around, self.feet + UP * self.height_m + around)
    }

    /// Goes a tick's way as far as there is room. Then it stands on what is under its feet, or nothing is.
    pub fn go(&mut self, way: Vec3, among: &Surroundings<'_>) {
        let stood = std::mem::take(&mut self.stands);
        let stride_m = self.radius_m * STRIDE_SHARE;
        let way = way.clamp_length_max(self.longest_m());
        if among.obstacles.is_empty() && among.near.is_clear(among.solids, &self.bounds_along(way)) {
            self.feet += way;
            self.find_ground(-way.y.min(0.0), stood, among);
            return;
        }
        let strides = (way.length() / stride_m).ceil().max(1.0);
        let mut stride = way / strides;
        let (start, mut held, mut touched) = (self.feet, stood, false);
        for _ in 0..strides as usize {
            let before = self.feet;
            self.feet += stride;
            touched |= self.push_out(&mut stride, among);
            self.find_ground(-stride.y.min(0.0), held, among);
            if self.stands && self.feet.y > before.y && self.is_under_ceiling(among) {
                // The ground rises to where there is no room to stand.
                self.feet = before;
                self.velocity = self.velocity.with_y(0.0) * -self.bounce;
                return;
            }
            held = self.stands;
            if self.stands {
                stride.y = 0.0;
            }
        }
        let went = self.feet - start;
        if touched && stood && self.stands && went.with_y(0.0).length_squared() < REST_M * REST_M {
            self.feet = start + UP * went.y;
        }
    }

    /// The box around its spheres and a way.
    fn bounds_along(&self, way: Vec3) -> Aabb {
        let (low, high) = (self.feet.min(self.feet + way), self.feet.max(self.feet + way));
        let around = Vec3::new(self.radius_m, 0.0, self.radius_m);
        Aabb::new(low - around + UP * self.step_m, high + around + UP * self.height_m)
    }

    /// Pushes it out of what it touches, and says whether that was anything; what is left of its velocity, and of `stride`,
    /// goes along the surfaces.
    fn push_out(&mut self, stride: &mut Vec3, among: &Surroundings<'_>) -> bool {
        let before = self.feet;
        let mut depth_m = 0.0;
        for round in 0..ROUNDS {
            depth_m = self.push_once(stride, among);
            if depth_m <= TOUCHING_M {
                return round > 0;
            }
        }
        // Two walls that close in on it push to and fro, and what comes of both is the way back to where there is room.
        let back = (self.feet - before).with_y(0.0);
        if back.length_squared() > TOUCHING_M * TOUCHING_M {
            let out = back.normalize();
            self.feet += out * depth_m.min(0.5 * STRIDE_SHARE * self.radius_m);
            self.stop(out, Vec3::ZERO, stride);
        }
        true
    }

    /// Pushes it out of the obstacle that it is deepest in, then each of its spheres out of the solid that this is deepest
    /// in; how deep that was at most, in metres.
    fn push_once(&mut self, stride: &mut Vec3, among: &Surroundings<'_>) -> f32 {
        let mut most_m = 0.0_f32;
        let pushes = among.obstacles.iter().filter_map(|obstacle| Some((obstacle, obstacle.push_out(self)?)));
        let deepest = pushes.reduce(|most, other| if other.1.1 > most.1.1 { other } else { most });
        if let Some((obstacle, (out, depth_m))) = deepest {
            most_m = depth_m;
            self.feet += out * depth_m.min(self.radius_m * STRIDE_SHARE);
            self.stop(out, obstacle.velocity_at(self.middle() - out * self.radius_m), stride);
        }
        if among.near.is_clear(among.solids, &self.bounds()) {
            return most_m;
        }
        let (low_m, high_m) = self.sphere_heights_m();
        let spheres = [low_m, 0.5 * (low_m + high_m), high_m];
        let spheres = if high_m - low_m < self.radius_m { &spheres[2..] } else { &spheres[..] };
        for height_m in spheres {
            let centre = self.feet + UP * *height_m;
            let mut deepest = (Vec3::ZERO, 0.0);
            among.near.touch(among.solids, centre, self.radius_m, &mut |touch| {
                if let Some(push) = self.push_of(centre, &touch).filter(|push| push.1 > deepest.1) {
                    deepest = push;
                }
            });
            let (out, depth_m) = deepest;
            if depth_m > 0.0 {
                most_m = most_m.max(depth_m);
                self.feet += out * depth_m.min(self.radius_m);
                self.stop(out, Vec3::ZERO, stride);
            }
        }
        most_m
    }

    /// Whether its head is in what hangs over it.
    fn is_under_ceiling(&self, among: &Surroundings<'_>) -> bool {
        let centre = self.feet + UP * (self.height_m - self.radius_m);
        let mut found = false;
        among.near.touch(among.solids, centre, self.radius_m, &mut |touch| {
            let is_level = touch.out.with_y(0.0).length_squared() < LEVEL_NORMAL * LEVEL_NORMAL;
            found |= is_level && touch.out.y < 0.0 && touch.depth_m > TOUCHING_M;
        });
        found
    }

    /// Heights above the feet of the lowest sphere's centre and of the highest one's, in metres.
    fn sphere_heights_m(&self) -> (f32, f32) {
        let high_m = self.height_m - self.radius_m;
        ((self.step_m + self.radius_m).min(high_m), high_m)
    }

    /// The box around its spheres.
    fn bounds(&self) -> Aabb {
        let (low_m, high_m) = self.sphere_heights_m();
        let around = Vec3::splat(self.radius_m);
        Aabb::new(self.feet + UP * low_m - around, self.feet + UP * high_m + around)
    }

    /// Where and how far a sphere's touch pushes the body; nothing for the ground that it stands on.
    fn push_of(&self, centre: Vec3, touch: &SolidTouch) -> Option<(Vec3, f32)> {
        let out = touch.out;
        let distance_m = self.radius_m - touch.depth_m;
        let across = out.with_y(0.0);
        let share = across.length();
        if share < LEVEL_NORMAL {
            let is_buried = out.y > 0.0 && distance_m < 0.0;
            let is_under_ceiling = out.y < 0.0 && self.velocity.y > 0.0;
            return (is_buried || is_under_ceiling).then_some((UP * out.y.signum(), touch.depth_m));
        }
        if centre.y - out.y * distance_m < self.feet.y + self.step_m {
            return None;
        }
        // Pushed across the ground it passes the point that it touches at the radius that the sphere has at that height.
        let depth_m = if distance_m < 0.0 {
            touch.depth_m / share
        } else {
            let height_m = out.y * distance_m;
            (self.radius_m * self.radius_m - height_m * height_m).sqrt() - share * distance_m
        };
        Some((across / share, depth_m))
    }

    /// Takes away the part of its velocity into a surface, and of its way.
    fn stop(&mut self, out: Vec3, surface_mps: Vec3, stride: &mut Vec3) {
        let into_mps = (self.velocity - surface_mps).dot(out);
        if into_mps < 0.0 {
            self.velocity -= out * (into_mps * (1.0 + self.bounce));
        }
        *stride -= out * stride.dot(out).min(0.0);
    }

    /// Stands on what is under the feet: what they sank into while falling by `fallen_m`, and if it `stood`, what they can
    /// step down to.
    fn find_ground(&mut self, fallen_m: f32, stood: bool, among: &Surroundings<'_>) {
        let up_m = self.step_m + STEP_MARGIN_M + fallen_m;
        let down_m = if stood { self.step_m } else { 0.0 };
        let from = self.feet + UP * up_m;
        let reach_m = up_m + down_m;
        let solid = among.near.cast_ray(among.solids, from, -UP, reach_m).map(|hit| Footing {
            height_m: from.y - hit.distance_m,
            normal: hit.normal,
            velocity: Vec3::ZERO,
            turn_radps: 0.0,
        });
        let boxes = among.obstacles.iter().filter_map(|obstacle| obstacle.footing(from, reach_m));
        let Some(ground) = highest(solid.into_iter().chain(boxes)) else {
            return;
        };
        let relative = self.velocity - ground.velocity;
        let sunk_m = ground.height_m - self.feet.y;
        if ground.normal.y < WALKABLE_NORMAL_Y {
            if sunk_m > 0.0 {
                self.slide_off(&ground, sunk_m, among);
            }
        } else if relative.y > LEAVING_MPS {
            self.feet.y += sunk_m.max(0.0);
        } else if sunk_m >= 0.0 || stood {
            // A ray's rounding is no step.
            if sunk_m.abs() > TOUCHING_M {
                self.feet.y = ground.height_m;
            }
            let landing_mps = -relative.y;
            self.landing_mps = self.landing_mps.max(landing_mps);
            let bounces = landing_mps > BOUNCE_LEAST_MPS;
            self.velocity.y = ground.velocity.y + if bounces { self.bounce * landing_mps } else { 0.0 };
            self.stands = true;
        }
    }

    /// Comes out of ground too steep to stand on the way a wall pushes: across, so that nobody walks up.
    fn slide_off(&mut self, ground: &Footing, sunk_m: f32, among: &Surroundings<'_>) {
        let across = ground.normal.with_y(0.0);
        let share = across.length();
        let most_m = self.radius_m * STRIDE_SHARE;
        let depth_m = (sunk_m * ground.normal.y / share).min(most_m);
        self.feet += across / share * depth_m;
        self.feet.y += sunk_m - depth_m * share / ground.normal.y.max(f32::MIN_POSITIVE);
        let into_mps = (self.velocity - ground.velocity).dot(ground.normal);
        self.velocity -= ground.normal * into_mps.min(0.0);
        let mut no_way = Vec3::ZERO;
        self.push_out(&mut no_way, among);
    }
}

/// The highest of some footings, the first of equals.
fn highest(footings: impl Iterator<Item = Footing>) -> Option<Footing> {
    footings.reduce(|most, other| if other.height_m > most.height_m { other } else { most })
}
