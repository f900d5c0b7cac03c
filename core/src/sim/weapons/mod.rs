//! Weapons: what is fired, thrown, and blows up. The authority's alone.

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
