//! `riverbend`: a town to drive in.
//!
//! A river comes in from the north and turns to the east. In its bend lies the old town, with narrow streets, gabled
//! houses and a market behind a gate; outside it the new town, with towers around the crossing of Broadway and South
//! Avenue. Broadway runs through both and over the widest of five bridges; a ring road goes round all of it. Parks, a hill
//! with a road over its top, quays on both banks.
//!
//! Its plan is fixed, since people and recordings find their way by it; what stands in it comes from the seed. Everything
//! is placed through one [`Site`], streets first, so nothing stands where cars drive.
//!
//! | part | what it is |
//! |---|---|
//! | `river` | its course, the ground, banks and walls |
//! | `plan` | the streets |
//! | `market` | the gate, the stalls |
//! | `parks` | parks with trees, the hill |
//! | `quarters` | houses |

use super::SplitMix64;
use super::kit::Site;
use crate::level::{LevelData, LightKind, Surface, limits};
use crate::units::math::Vec3;

mod market;
mod parks;
mod plan;
mod quarters;
mod river;

/// The ground, in metres along x and z.
const SIZE_M: [f32; 2] = [1000.0, 800.0];

/// Places to begin: one for each of 64 players and some to choose from.
const SPAWNS: usize = 96;

/// The level.
#[must_use]
pub fn riverbend(seed: u64) -> LevelData {
    let mut random = SplitMix64::new(seed);
    let course = river::course();
    let ground = river::ground(&course);
    let mut site = Site::new(LevelData::bare("riverbend", "Riverbend", ground, Surface::Asphalt));
    let streets = plan::streets(&site, &course);
    site.lay_streets(&streets);
    river::build(&mut site, &course);
    parks::lay_out(&mut site);
    let gate = market::build(&mut site, &mut random);
    quarters::build(&mut site, &streets, &mut random);
    parks::plant(&mut site, &streets, &mut random);
    furnish(&mut site);
    site.park_cars(limits::PARKED, &mut random);
    site.place_spawns(gate, SPAWNS, 26.0);
    site.data
}

/// Light pieces along every pavement.
fn furnish(site: &mut Site) {
    site.line_pavements(LightKind::Lamp, 7.0, 44.0, 0.7);
    site.line_pavements(LightKind::Hydrant, 16.0, 130.0, 0.6);
    site.line_pavements(LightKind::Bin, 22.0, 120.0, 0.7);
    site.line_pavements(LightKind::Sign, 2.0, 200.0, 0.6);
    site.line_pavements(LightKind::Bollard, 1.0, 240.0, 0.75);
}

/// A point of the plan, as one reads it off a map: metres to the east and to the north of its middle. +z is north, so +x is
/// west.
fn at(east_m: f32, north_m: f32) -> Vec3 {
    Vec3::new(-east_m, 0.0, north_m)
}
