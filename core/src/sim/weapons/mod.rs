//! Weapons: what is fired, thrown, and blows up. The authority's alone.
//!
//! Nothing here is predicted: a shot that a replay fired again would kill twice. A client draws its own shot at once, and is
//! told whom it hit.
//!
//! | file | what it is |
//! |---|---|
//! | `table` | the weapons as rows of numbers |
//! | `trigger` | who fires, and whom that hits |
//! | `hitscan` | what a straight line meets first |
//! | `projectile` | rockets and grenades |
//! | `blast` | what blows up |
//! | `fire` | wrecks that burn |

mod blast;
mod fire;
mod hitscan;
mod projectile;
mod table;
#[cfg(test)]
mod tests;
mod trigger;

pub use fire::BURN_TICKS;
pub(super) use fire::burn;
pub(super) use projectile::{clear, fly};
pub use table::{
    Charge, FISTS, FLIGHTS, Flight, GRENADE, PISTOL, ROCKET, ROCKET_MPS, Ray, Shot, THROW_MPS, THROW_UNSAID_MPS,
    THROW_UP_RAD, WEAPONS, WRECK_CHARGE, Weapon,
};
pub(super) use trigger::{let_go, pull_triggers};

use serde::{Deserialize, Serialize};

/// Entity index of the first row of projectiles.
pub const FIRST_PROJECTILE_INDEX: u16 = 0x2000;

/// With what somebody was hurt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Cause {
    /// A blow against the level or another body.
    Crash,
    /// A car that ran it down.
    Car,
    /// A fall.
    Fall,
    /// Fists.
    Fists,
    /// A pistol.
    Pistol,
    /// A shotgun.
    Shotgun,
    /// A blast: a rocket's, a grenade's, a wreck's.
    Blast,
    /// Fire.
    Fire,
}

impl Cause {
    /// All of them, in the order of their bytes on the wire.
    pub const ALL: [Cause; 8] =
        [Cause::Crash, Cause::Car, Cause::Fall, Cause::Fists, Cause::Pistol, Cause::Shotgun, Cause::Blast, Cause::Fire];
}
