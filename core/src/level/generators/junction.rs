//! `test-traffic-junction`: a main road and a side street that cross, with houses at the corners and pavements.
//!
//! Each road has two lanes; the main road goes first. What traffic does at a crossing is seen here alone, with nothing
//! around it.

use super::SplitMix64;
use super::kit::{House, Rect, Site, Street};
use crate::level::{Ground, LevelData, LightKind, Strip, Surface};
use crate::units::math::Vec3;

/// Half the ground, in metres.
const HALF_M: f32 = 160.0;

/// How far the roads reach from the crossing, in metres.
const REACH_M: f32 = 145.0;

/// Half the edge of a house at a corner, and how far its middle is from the crossing along each road, in metres.
const CORNER_M: [f32; 2] = [9.0, 19.0];

/// The level.
#[must_use]
pub fn test_traffic_junction(seed: u64) -> LevelData {
    let ground = Ground::Flat { half_x_m: HALF_M, half_z_m: HALF_M };
    let mut site = Site::new(LevelData::bare("test-traffic-junction", "Traffic junction", ground, Surface::Asphalt));
    let mut main = Street::new("Main Road", vec![Vec3::Z * -REACH_M, Vec3::Z * REACH_M], 1, 3.0);
    main.road.rank = 1;
    main.road.shoulder_m = 2.4;
    let side = Street::new("Side Street", vec![Vec3::X * REACH_M, Vec3::X * -REACH_M], 1, 2.5);
    site.lay_streets(&[main, side]);
    site.enclose([HALF_M, HALF_M], [0.0, 2.0]);
    let mut random = SplitMix64::new(seed);
    let corners = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]];
    for ([x, z], house) in corners.into_iter().zip([House::Tower, House::Block, House::Ell, House::Stepped]) {
        for [along_x, along_z] in [[1.0, 1.0], [2.4, 1.0], [1.0, 2.4], [3.8, 1.0], [1.0, 3.8]] {
            let middle = Vec3::new(x * CORNER_M[1] * along_x, 0.0, z * CORNER_M[1] * along_z);
            let plot = Rect::new(middle, Vec3::Z, [CORNER_M[0], CORNER_M[0]]);
            let form = if along_x + along_z == 2.0 { house } else { House::Gable };
            site.build(form, plot, random.between(6.0, 20.0));
        }
    }
    site.line_pavements(LightKind::Lamp, 8.0, 24.0, 0.7);
    site.line_pavements(LightKind::Hydrant, 15.0, 60.0, 0.6);
    site.park_cars(8, &mut random);
    site.place_spawns(Vec3::ZERO, 16, 25.0);
    site.data.strips.push(Strip {
        name: "main-road".into(),
        start: Vec3::Z * -REACH_M,
        end: Vec3::Z * REACH_M,
        width_m: 7.0,
    });
    site.data
}
