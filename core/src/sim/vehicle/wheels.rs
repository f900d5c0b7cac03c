//! Four rays: springs that carry the car and tyres that hold it.

use rapier3d::parry::bounding_volume::Aabb;

use super::engine::Pull;
use super::{Class, Driven, Ground};
use crate::sim::physics::{Physics, Pool};
use crate::units::TICK_SECONDS;
use crate::units::math::{AXLE, FORWARD, UP, Vec3, axis_rotation};

/// Wheels in the order of the columns: front +x, front -x, rear +x, rear -x.
const WHEELS: usize = 4;

/// Share of its sideways speed that one tyre takes away in a tick. Four of them would take all at 0.25; more overshoots,
/// less creeps. Holds for this tick rate only.
const SIDEWAYS_SHARE: f32 = 0.25;

/// How much of a sideways push acts at the height of the centre of mass instead of at the ground: at 0 a car rolls over in
/// its first bend, at 1 it never leans.
const ANTI_ROLL_SHARE: f32 = 0.85;

/// The steepest ground that carries a wheel, as the cosine of its angle to the spring.
const STEEPEST_COSINE: f32 = 0.2;

/// Where one wheel stands.
pub struct Contact {
    /// Point on the ground.
    point: Vec3,
    /// The ground's normal.
    normal: Vec3,
    /// How fast the ground itself moves, in m/s.
    ground_velocity: Vec3,
    /// Compression of the spring, in metres.
    compression_m: f32,
}

/// Casts the four rays and writes the wheels' compression.
pub fn find_ground(
    vehicle: &mut Driven<'_>,
    ground: &mut Ground<'_>,
    physics: &Physics,
    row: usize,
) -> [Option<Contact>; WHEELS] {
    let class = vehicle.class;
    let body = physics.body(Pool::Vehicles, row);
    let (position, rotation) = (body.translation(), *body.rotation());
    let down = -(rotation * UP);
    let reach_m = class.spring_rest_m + class.wheel_radius_m;
    let origins: [Vec3; WHEELS] = std::array::from_fn(|wheel| position + rotation * mount(class, wheel));
    let (low, high) = origins.iter().fold((origins[0], origins[0]), |(low, high), at| (low.min(*at), high.max(*at)));
    let way = down * reach_m;
    ground.look(physics, row, &Aabb::new(low.min(low + way), high.max(high + way)));

    std::array::from_fn(|wheel| {
        let origin = origins[wheel];
        let contact = ground
            .cast_ray(physics, origin, down, reach_m)
            .filter(|hit| hit.normal.dot(down) < -STEEPEST_COSINE)
            .map(|hit| Contact {
                point: origin + down * hit.distance_m,
                normal: hit.normal,
                ground_velocity: hit.velocity,
                compression_m: (reach_m - hit.distance_m).clamp(0.0, class.spring_travel_m),
            });
        vehicle.wheels.compression[wheel] = contact.as_ref().map_or(0.0, |contact| contact.compression_m);
        contact
    })
}

/// Where a wheel's spring is mounted, from the centre of mass.
fn mount(class: &Class, wheel: usize) -> Vec3 {
    let side = if wheel.is_multiple_of(2) { 1.0 } else { -1.0 };
    let end = if is_front(wheel) { 1.0 } else { -1.0 };
    Vec3::new(side * class.half_track_m, class.spring_up_m, class.axle_shift_m + end * class.half_base_m)
}

fn is_front(wheel: usize) -> bool {
    wheel < 2
}

/// Pushes the body by its springs and tyres. All forces are worked out from the state before the first push, so the order
/// of the wheels decides nothing.
pub fn push(
    vehicle: &mut Driven<'_>,
    physics: &mut Physics,
    row: usize,
    contacts: &[Option<Contact>; WHEELS],
    pull: &Pull,
) {
    let class = vehicle.class;
    let body = physics.body(Pool::Vehicles, row);
    let rotation = *body.rotation();
    let up = rotation * UP;
    let centre = body.center_of_mass();
    let (mass, inverse_mass) = (body.mass(), 1.0 / body.mass());
    let inverse_inertia = body.mass_properties().effective_world_inv_inertia;
    let turned = axis_rotation(UP, vehicle.drive.steering);
    let straight = (rotation * FORWARD, rotation * AXLE);
    let steered = (rotation * (turned * FORWARD), rotation * (turned * AXLE));
    let (mut impulse, mut angular_impulse) = (Vec3::ZERO, Vec3::ZERO);

    for (wheel, contact) in contacts.iter().enumerate() {
        let Some(contact) = contact else {
            continue;
        };
        let velocity = body.velocity_at_point(contact.point) - contact.ground_velocity;
        let load_n = spring_n(class, contact, velocity, up) * mass;

        let (heading, axle) = if is_front(wheel) { steered } else { straight };
        let forward = (heading - contact.normal * heading.dot(contact.normal)).normalize_or_zero();
        let sideways = (axle - contact.normal * axle.dot(contact.normal)).normalize_or_zero();
        let along_mps = velocity.dot(forward);

        let resistance = |direction: Vec3| {
            let arm = (contact.point - centre).cross(direction);
            1.0 / (inverse_mass + arm.dot(inverse_inertia * arm))
        };
        let grip =
            class.tyre_friction * if is_front(wheel) { vehicle.drive.front_grip } else { vehicle.drive.rear_grip };
        let most = load_n * TICK_SECONDS * grip;

        let brake_n = if is_front(wheel) {
            pull.brake_n * class.brake_front_share / 2.0
        } else if pull.handbrake {
            most / TICK_SECONDS
        } else {
            pull.brake_n * (1.0 - class.brake_front_share) / 2.0
        };
        let driven_share = if is_front(wheel) { class.drive_front_share } else { 1.0 - class.drive_front_share };
        let engine_n = pull.engine_n * driven_share / 2.0;
        let stopping = -along_mps * resistance(forward) * SIDEWAYS_SHARE;
        let braking = stopping.clamp(-brake_n * TICK_SECONDS, brake_n * TICK_SECONDS);
        let mut along = engine_n * TICK_SECONDS + braking;
        let mut across = -velocity.dot(sideways) * resistance(sideways) * SIDEWAYS_SHARE;

        // The friction circle: a tyre that spends its hold on pulling has less left for the bend.
        let asked = (along * along + across * across).sqrt();
        if asked > most {
            along *= most / asked;
            across *= most / asked;
        }
        let lifted = contact.point + up * ((centre - contact.point).dot(up) * ANTI_ROLL_SHARE);
        let at_ground = contact.normal * (load_n * TICK_SECONDS) + forward * along;
        let at_side = sideways * across;
        impulse += at_ground + at_side;
        angular_impulse += (contact.point - centre).cross(at_ground) + (lifted - centre).cross(at_side);
        vehicle.wheels.roll[wheel] = crate::units::math::wrap_angle(
            vehicle.wheels.roll[wheel] + along_mps * TICK_SECONDS / class.wheel_radius_m,
        );
    }

    let body = physics.body_mut(Pool::Vehicles, row);
    body.apply_impulse(impulse, false);
    body.apply_torque_impulse(angular_impulse, false);
}

/// Force of one spring over the vehicle's mass, in N/kg: never a pull.
fn spring_n(class: &Class, contact: &Contact, velocity: Vec3, up: Vec3) -> f32 {
    let leaning = contact.normal.dot(up);
    let closing_mps = -velocity.dot(contact.normal) / leaning;
    let damping = if closing_mps > 0.0 { class.damping_in_per_s } else { class.damping_out_per_s };
    (class.spring_per_s2 * contact.compression_m / leaning + damping * closing_mps).max(0.0)
}
