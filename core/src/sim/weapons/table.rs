//! The weapons, and what flies, as rows of numbers. Nothing here says how a weapon works; everything says how much.

use super::Cause;
use crate::units::TICK_RATE_HZ;

/// A weapon: a row of [`WEAPONS`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weapon {
    /// Its name.
    pub name: &'static str,
    /// Ticks from one shot to the next.
    pub interval_ticks: u8,
    /// Height above the feet at which a shot begins, in metres.
    pub height_m: f32,
    /// What a shot is.
    pub shot: Shot,
}

/// What leaves a weapon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shot {
    /// Something that hits in the same tick.
    Ray(Ray),
    /// Something that flies from the moment the trigger is pulled: a row of [`FLIGHTS`].
    Launched(u8),
    /// Something that is wound up for while the trigger is held, and flies when it is let go: a row of [`FLIGHTS`].
    Thrown(u8),
}

/// What a weapon does that hits in the same tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// With what one is then hurt.
    pub cause: Cause,
    /// What one pellet takes at the muzzle, in points of health.
    pub points: f32,
    /// Share of it that is left at the end of the range. Falls off evenly on the way.
    pub far_share: f32,
    /// How far it reaches, in metres.
    pub range_m: f32,
    /// By how much it may miss a person, in metres.
    pub girth_m: f32,
    /// How many there are in a shot.
    pub pellets: u32,
    /// How far a pellet may fly off to either side, in radians.
    pub spread_rad: f32,
    /// Share of the points that a vehicle takes.
    pub vehicle_share: f32,
}

/// Something that flies: a row of [`FLIGHTS`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// Its name.
    pub name: &'static str,
    /// Ticks after which it blows up.
    pub fuse_ticks: u16,
    /// Share of gravity that it feels.
    pub weight: f32,
    /// Shares of its speed that are left when it bounces, across a surface and away from it. Without any it blows up at the
    /// first thing it meets.
    pub bounce: Option<[f32; 2]>,
    /// What it does then.
    pub charge: Charge,
}

/// What blows up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Charge {
    /// What it takes at its middle, in points of health. Falls off evenly towards the rim.
    pub points: f32,
    /// How far it reaches, in metres.
    pub radius_m: f32,
    /// The push at its middle, in N s.
    pub impulse_ns: f32,
}

/// The slot of bare hands, and of every slot without a weapon.
pub const FISTS: usize = 0;

/// The slot of the only weapon that is fired from a seat.
pub const PISTOL: usize = 1;

/// The weapons. The slot of a weapon is its row.
pub const WEAPONS: [Weapon; 5] = [
    Weapon {
        name: "fists",
        // Two and a half blows a second.
        interval_ticks: 24,
        // Between a human's chest and a dog's back: with the girth it reaches both.
        height_m: 0.8,
        shot: Shot::Ray(Ray {
            cause: Cause::Fists,
            // Seven blows.
            points: 15.0,
            far_share: 1.0,
            // An arm and half a step.
            range_m: 1.2,
            girth_m: 0.3,
            pellets: 1,
            spread_rad: 0.0,
            vehicle_share: 0.05,
        }),
    },
    Weapon {
        name: "pistol",
        // Four shots a second: a semi-automatic's trigger, pulled fast.
        interval_ticks: 15,
        // A raised hand.
        height_m: 1.4,
        shot: Shot::Ray(Ray {
            cause: Cause::Pistol,
            // Five shots near by, ten far off.
            points: 20.0,
            far_share: 0.5,
            range_m: 80.0,
            girth_m: 0.0,
            pellets: 1,
            // The tracer that is drawn is the shot that hits.
            spread_rad: 0.0,
            // Twenty-five shots for a sedan.
            vehicle_share: 0.2,
        }),
    },
    Weapon {
        name: "shotgun",
        // A pump between two shots.
        interval_ticks: 48,
        // The shoulder.
        height_m: 1.4,
        shot: Shot::Ray(Ray {
            cause: Cause::Shotgun,
            // Eight pellets near by kill, at half the range four of them hurt.
            points: 14.0,
            far_share: 0.2,
            range_m: 30.0,
            girth_m: 0.0,
            pellets: 8,
            // A metre to either side at half the range.
            spread_rad: 0.07,
            vehicle_share: 0.2,
        }),
    },
    Weapon {
        name: "rocket launcher",
        // Reloaded in a second and a half.
        interval_ticks: 90,
        // On the shoulder.
        height_m: 1.5,
        shot: Shot::Launched(ROCKET),
    },
    Weapon {
        name: "grenade",
        // The next pin.
        interval_ticks: 60,
        // A hand over the shoulder.
        height_m: 1.7,
        shot: Shot::Thrown(GRENADE),
    },
];

const _: () = assert!(PISTOL < WEAPONS.len() && WEAPONS.len() <= 16, "an input has four bits for the slot");

/// Row of rockets in [`FLIGHTS`].
pub const ROCKET: u8 = 0;

/// Row of grenades in [`FLIGHTS`].
pub const GRENADE: u8 = 1;

/// What flies. A projectile's kind is its row.
pub const FLIGHTS: [Flight; 2] = [
    Flight {
        name: "rocket",
        // Four seconds: 160 m, as far as anyone is told of.
        fuse_ticks: 4 * TICK_RATE_HZ as u16,
        // Its motor carries it.
        weight: 0.0,
        bounce: None,
        // Wrecks a car that it hits, and kills within two metres.
        charge: Charge { points: 150.0, radius_m: 6.0, impulse_ns: 9_000.0 },
    },
    Flight {
        name: "grenade",
        // Two and a half seconds: a throw of 20 m, and time to run.
        fuse_ticks: 5 * TICK_RATE_HZ as u16 / 2,
        weight: 1.0,
        // Iron on tarmac.
        bounce: Some([0.7, 0.35]),
        // Kills within a metre and a half.
        charge: Charge { points: 140.0, radius_m: 5.0, impulse_ns: 6_000.0 },
    },
];

/// How fast a rocket flies, in m/s: a third of a real one, so that it is seen.
pub const ROCKET_MPS: f32 = 40.0;

/// How fast a grenade leaves the hand, in m/s, by [`crate::sim::Controls::throw`] from its least to its most: 4 to 40 m far.
pub const THROW_MPS: [f32; 2] = [5.0, 19.0];

/// The same where nothing is said of it: 22 m far.
pub const THROW_UNSAID_MPS: f32 = 14.0;

/// How steeply it leaves the hand, in radians: 35 degrees.
pub const THROW_UP_RAD: f32 = 0.61;

/// What a burning wreck is at its end: its tank.
pub const WRECK_CHARGE: Charge = Charge { points: 120.0, radius_m: 6.0, impulse_ns: 9_000.0 };
