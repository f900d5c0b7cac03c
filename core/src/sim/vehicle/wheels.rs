//! Four rays: springs that carry the car and tyres that hold it.
//!
//! Everything is worked out for all wheels at once, a lane each.

use super::engine::Pull;
use super::{Class, Driven, Ground};
use crate::level::{Rays, Solids};
use crate::sim::physics::{Physics, Pool};
use crate::units::TICK_SECONDS;
use crate::units::lanes::{Vec3x4, f32x4, greater, lesser};
use crate::units::math::{AXLE, FORWARD, UP, Vec3, axis_rotation, wrap_angle};

/// Wheels in the order of the columns: front +x, front -x, rear +x, rear -x.
const SIDES: f32x4 = f32x4::new([1.0, -1.0, 1.0, -1.0]);
const ENDS: f32x4 = f32x4::new([1.0, 1.0, -1.0, -1.0]);

/// Share of its sideways speed that one tyre takes away in a tick. Four of them would take all at 0.25; more overshoots,
/// less creeps. Holds for this tick rate only.
const SIDEWAYS_SHARE: f32 = 0.25;

/// How much of a sideways push acts at the height of the centre of mass instead of at the ground: at 0 a car rolls over in
/// its first bend, at 1 it never leans.
const ANTI_ROLL_SHARE: f32 = 0.85;

/// The steepest ground that carries a wheel, as the cosine of its angle to the spring.
const STEEPEST_COSINE: f32 = 0.2;

/// Where the wheels stand.
pub struct Contacts {
    /// Which of them stand at all, as a mask. Of the others nothing here says anything.
    stands: f32x4,
    /// Points on the ground.
    point: Vec3x4,
    /// The ground's normals.
    normal: Vec3x4,
    /// How fast the ground itself moves, in m/s.
    ground_velocity: Vec3x4,
    /// Compression of the springs, in metres.
    compression_m: f32x4,
}

impl Contacts {
    /// How many wheels stand on something.
    pub fn count(&self) -> u32 {
        self.stands.to_bitmask().count_ones()
    }
}

/// Casts the four rays and writes the wheels' compression.
pub fn find_ground(
    vehicle: &mut Driven<'_>,
    solids: &Solids,
    ground: &mut Ground,
    physics: &Physics,
    row: usize,
) -> Contacts {
    let class = vehicle.class;
    let body = physics.body(Pool::Vehicles, row);
    let (position, rotation) = (body.translation(), *body.rotation());
    let [axle, up, forward] = [AXLE, UP, FORWARD].map(|axis| rotation * axis);
    // Where the springs are mounted.
    let origins = Vec3x4::splat(position + up * class.spring_up_m + forward * class.axle_shift_m)
        + Vec3x4::splat(axle * class.half_track_m) * SIDES
        + Vec3x4::splat(forward * class.half_base_m) * ENDS;
    let rays = Rays { origins, direction: -up, reach_m: class.spring_rest_m + class.wheel_radius_m };
    let found = ground.cast_rays(solids, physics, row, &rays);

    let (hits, down) = (found.hits, Vec3x4::splat(rays.direction));
    let stands = hits.met & hits.normal.dot(down).simd_lt(f32x4::splat(-STEEPEST_COSINE));
    let pressed_m = greater(f32x4::splat(rays.reach_m) - hits.distance_m, f32x4::ZERO);
    let compression_m = lesser(pressed_m, f32x4::splat(class.spring_travel_m));
    vehicle.wheels.compression = (compression_m & stands).to_array();
    let point = origins + down * hits.distance_m;
    Contacts { stands, point, normal: hits.normal, ground_velocity: found.velocity, compression_m }
}

/// Pushes the body by its springs and tyres. All forces are worked out from the state before the push, so the order of the
/// wheels decides nothing.
pub fn push(vehicle: &mut Driven<'_>, physics: &mut Physics, row: usize, contacts: &Contacts, pull: &Pull) {
    let class = vehicle.class;
    let body = physics.body(Pool::Vehicles, row);
    let rotation = *body.rotation();
    let up = rotation * UP;
    let arm = contacts.point - Vec3x4::splat(body.center_of_mass());
    let mass = body.mass();
    let spun = Vec3x4::splat(body.linvel()) + Vec3x4::splat(body.angvel()).cross(arm);
    let velocity = spun - contacts.ground_velocity;
    let load_n = spring_n(class, contacts, velocity, up) * f32x4::splat(mass);

    let steering = axis_rotation(UP, vehicle.drive.steering);
    // The part of a direction of the wheels that lies along the ground.
    let along_ground = |direction: Vec3| {
        let wheels = Vec3x4::splat(rotation * (steering * direction)).or(front(), Vec3x4::splat(rotation * direction));
        (wheels - contacts.normal * wheels.dot(contacts.normal)).normalize()
    };
    let (forward, sideways) = (along_ground(FORWARD), along_ground(AXLE));
    let (along_mps, across_mps) = (velocity.dot(forward), velocity.dot(sideways));

    // The mass that resists a push at a wheel in a direction.
    let inverse_inertia = body.mass_properties().effective_world_inv_inertia;
    let [x, y, z] = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| Vec3x4::splat(inverse_inertia * axis));
    let resistance = |direction: Vec3x4| {
        let lever = arm.cross(direction);
        let turned = x * lever.x + y * lever.y + z * lever.z;
        f32x4::ONE / (f32x4::splat(1.0 / mass) + lever.dot(turned))
    };

    let tick_s = f32x4::splat(TICK_SECONDS);
    let grip = by_end(vehicle.drive.front_grip, vehicle.drive.rear_grip) * f32x4::splat(class.tyre_friction);
    let most = load_n * tick_s * grip;
    let brakes = by_end(class.brake_front_share, 1.0 - class.brake_front_share) * f32x4::splat(pull.brake_n / 2.0);
    let brakes = brakes * tick_s;
    let brakes = if pull.handbrake { front().bitselect(brakes, most) } else { brakes };
    let engine = by_end(class.drive_front_share, 1.0 - class.drive_front_share) * f32x4::splat(pull.engine_n / 2.0);
    let stopping = f32x4::ZERO - along_mps * resistance(forward) * f32x4::splat(SIDEWAYS_SHARE);
    let braking = lesser(greater(stopping, f32x4::ZERO - brakes), brakes);
    let along = engine * tick_s + braking;
    let across = f32x4::ZERO - across_mps * resistance(sideways) * f32x4::splat(SIDEWAYS_SHARE);

    // The friction circle: a tyre that spends its hold on pulling has less left for the bend.
    let asked = (along * along + across * across).sqrt();
    let held = asked.simd_gt(most).bitselect(most / asked, f32x4::ONE);
    let (along, across) = (along * held, across * held);

    let lift = Vec3x4::splat(up) * (arm.dot(Vec3x4::splat(up)) * f32x4::splat(ANTI_ROLL_SHARE));
    let at_ground = contacts.normal * (load_n * tick_s) + forward * along;
    let at_side = sideways * across;
    let impulse = at_ground + at_side;
    let angular_impulse = arm.cross(at_ground) + (arm - lift).cross(at_side);

    let rolled = (along_mps * f32x4::splat(TICK_SECONDS / class.wheel_radius_m)) & contacts.stands;
    vehicle.wheels.roll = (f32x4::from(vehicle.wheels.roll) + rolled).to_array().map(wrap_angle);
    let body = physics.body_mut(Pool::Vehicles, row);
    body.apply_impulse(impulse.or(contacts.stands, Vec3x4::ZERO).sum(), false);
    body.apply_torque_impulse(angular_impulse.or(contacts.stands, Vec3x4::ZERO).sum(), false);
}

/// Force of the springs over the vehicle's mass, in N/kg: never a pull.
fn spring_n(class: &Class, contacts: &Contacts, velocity: Vec3x4, up: Vec3) -> f32x4 {
    let leaning = contacts.normal.dot(Vec3x4::splat(up));
    let closing_mps = f32x4::ZERO - velocity.dot(contacts.normal) / leaning;
    let [damping_in, damping_out] = [class.damping_in_per_s, class.damping_out_per_s].map(f32x4::splat);
    let damping = closing_mps.simd_gt(f32x4::ZERO).bitselect(damping_in, damping_out);
    let pushed = f32x4::splat(class.spring_per_s2) * contacts.compression_m / leaning;
    greater(pushed + damping * closing_mps, f32x4::ZERO)
}

/// The lanes of the front wheels, as a mask.
fn front() -> f32x4 {
    ENDS.simd_gt(f32x4::ZERO)
}

/// One number for the front wheels, another for the rear ones.
fn by_end(front: f32, rear: f32) -> f32x4 {
    f32x4::from([front, front, rear, rear])
}
