//! A class of vehicle: what is told of it, and nothing of how it drives.

use serde::Deserialize;

use crate::sim::physics::Hull;
use crate::units::math::{AXLE, FORWARD, Quat, UP, Vec3};

/// One class of vehicle, a row of the [table](super::CLASSES).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// Mass in kg.
    pub mass_kg: f32,
    /// Half extents of the hull, in metres: half width, half height, half length.
    pub half: Vec3,
    /// Height of the hull's centre above the body's origin, which is the centre of mass, in metres.
    pub hull_up_m: f32,
    /// Half the distance between left and right wheels, in metres.
    pub half_track_m: f32,
    /// Half the distance between the front and the rear axle, in metres.
    pub half_base_m: f32,
    /// How far the middle between the axles lies before the centre of mass, in metres.
    #[serde(default)]
    pub axle_shift_m: f32,
    /// Height of the springs' upper ends above the centre of mass, in metres.
    pub spring_up_m: f32,
    /// Length of a spring at rest, in metres.
    pub spring_rest_m: f32,
    /// How far a spring can be compressed, in metres.
    pub spring_travel_m: f32,
    /// Stiffness of one spring over the vehicle's mass, in 1/s².
    pub spring_per_s2: f32,
    /// Damping of one spring over the vehicle's mass while it is compressed, in 1/s.
    pub damping_in_per_s: f32,
    /// The same while it extends.
    pub damping_out_per_s: f32,
    /// Radius of a wheel, in metres.
    pub wheel_radius_m: f32,
    /// Greatest force of the engine at the wheels, in N.
    pub engine_n: f32,
    /// Power of the engine, in W: what limits the force at speed.
    pub power_w: f32,
    /// Share of the engine's force at the front wheels: 0 drives the rear ones alone, 1 the front ones.
    pub drive_front_share: f32,
    /// Share of the engine's force in reverse.
    pub reverse_share: f32,
    /// Top speed in reverse, in m/s.
    pub reverse_mps: f32,
    /// Force of the engine alone against the wheels when nothing is held, in N.
    pub engine_brake_n: f32,
    /// Force of the brakes, in N.
    pub brake_n: f32,
    /// Share of the brakes at the front.
    pub brake_front_share: f32,
    /// How much more force and power the boost gives: 1.5 is half again.
    pub boost_factor: f32,
    /// Seconds that a full boost meter lasts.
    pub boost_s: f32,
    /// Seconds that an empty one takes to fill.
    pub boost_refill_s: f32,
    /// Friction of the tyres at their best.
    pub tyre_friction: f32,
    /// Rear grip under the handbrake.
    pub handbrake_grip: f32,
    /// Rear grip in a slide on the throttle.
    pub power_slide_grip: f32,
    /// Front grip in a slide.
    pub sliding_front_grip: f32,
    /// Sideways over forward speed at which the tyres slide.
    pub slide_share: f32,
    /// Greatest angle of the front wheels, in radians.
    pub steering_rad: f32,
    /// How fast they turn, in rad/s.
    pub steering_radps: f32,
    /// Speed at which only half of the angle is left, in m/s.
    pub steering_halved_at_mps: f32,
    /// Drag of the air, in N per (m/s)².
    pub drag_n_per_mps2: f32,
    /// Rolling resistance, in N per m/s.
    pub rolling_n_per_mps: f32,
    /// Health when whole, in points.
    pub health: f32,
    /// What it pulls, where it pulls anything.
    #[serde(default)]
    pub tows: Option<Tow>,
}

/// What a class pulls, and how the two hang together.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tow {
    /// Name of the class that is pulled: one without an engine.
    pub class: String,
    /// The hitch, from the pulling vehicle's centre of mass, in metres.
    pub hitch: Vec3,
    /// The same point from the pulled one's centre of mass, in metres.
    pub towed_hitch: Vec3,
    /// How far the pair folds to either side, in radians.
    pub fold_rad: f32,
    /// How far it bends up and down, in radians.
    pub bend_rad: f32,
    /// How far the one leans against the other, in radians.
    pub lean_rad: f32,
}

impl Tow {
    /// Where the pulled vehicle stands straight behind a pulling one.
    #[must_use]
    pub fn straight_behind(&self, position: Vec3, rotation: Quat) -> Vec3 {
        position + rotation * (self.hitch - self.towed_hitch)
    }
}

impl Class {
    /// Whether anyone can drive it: a class without an engine is only ever pulled.
    #[must_use]
    pub fn drives(&self) -> bool {
        self.engine_n > 0.0
    }

    /// The hull as the physics wants it.
    #[must_use]
    pub fn hull(&self) -> Hull {
        Hull {
            half: self.half,
            centre: Vec3::new(0.0, self.hull_up_m, 0.0),
            mass_kg: self.mass_kg,
            friction: HULL_FRICTION,
            restitution: HULL_RESTITUTION,
        }
    }

    /// Height of the body's origin above level ground when the springs carry the vehicle at rest, in metres.
    #[must_use]
    pub fn ride_height_m(&self) -> f32 {
        let compression = 9.81 / (4.0 * self.spring_per_s2);
        self.spring_rest_m - compression + self.wheel_radius_m - self.spring_up_m
    }

    /// How far the hull reaches below the body's origin when it is turned so, in metres.
    #[must_use]
    pub fn depth_m(&self, rotation: Quat) -> f32 {
        let height = |axis: Vec3| (rotation * axis).y;
        let half_height_m =
            height(AXLE).abs() * self.half.x + height(UP).abs() * self.half.y + height(FORWARD).abs() * self.half.z;
        half_height_m - height(UP) * self.hull_up_m
    }
}

/// Friction of a hull: painted metal along a wall.
const HULL_FRICTION: f32 = 0.3;
/// Bounce of a hull: crumpling metal gives a tenth back.
const HULL_RESTITUTION: f32 = 0.1;
