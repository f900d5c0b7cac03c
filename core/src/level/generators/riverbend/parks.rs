//! Parks with trees, the hill, and trees along the widest pavements.

use super::at;
use crate::level::generators::SplitMix64;
use crate::level::generators::kit::{Rect, Site, Street, is_inside, smooth_step};
use crate::level::roads::line;
use crate::level::{Area, AreaKind, LightKind, Ramp, Surface};
use crate::units::math::Vec3;

/// The hill: its reach and its height, in metres. Its road rises one in seven at most.
const HILL_M: [f32; 2] = [86.0, 10.0];

/// Trees in a hectare of park.
const TREES_PER_HECTARE: f32 = 95.0;

/// Between two trees along a street, in metres.
const AVENUE_M: f32 = 15.0;

/// From the kerb to the trees along a street, in metres.
const TREE_ROW_M: f32 = 2.8;

/// How long and how high the ramp on the common is, in metres.
const RAMP_M: [f32; 2] = [9.0, 1.6];

/// What the hill adds to the height of a place.
pub(super) fn hill_m(place: Vec3) -> f32 {
    HILL_M[1] * (1.0 - smooth_step(0.0, HILL_M[0], (place - at(-345.0, 250.0)).length()))
}

/// Marks the parks, before anything is built.
pub(super) fn lay_out(site: &mut Site) {
    let mut park = |name: &str, outline: Vec<Vec3>| {
        site.data.areas.push(Area { name: name.into(), kind: AreaKind::Park, outline });
    };
    park("Priory Park", vec![at(-26.0, 240.0), at(58.0, 238.0), at(64.0, 276.0), at(46.0, 332.0), at(-22.0, 336.0)]);
    park("South Green", vec![at(-26.0, -206.0), at(100.0, -214.0), at(106.0, -254.0), at(-50.0, -246.0)]);
    park("East Park", vec![at(346.0, 182.0), at(428.0, 198.0), at(424.0, 254.0), at(358.0, 246.0)]);
    park(
        "West Common",
        vec![at(-426.0, 66.0), at(-352.0, 66.0), at(-354.0, -20.0), at(-332.0, -110.0), at(-426.0, -96.0)],
    );
    park(
        "Beacon Hill",
        vec![
            at(-426.0, 130.0),
            at(-276.0, 130.0),
            at(-266.0, 200.0),
            at(-262.0, 322.0),
            at(-380.0, 310.0),
            at(-428.0, 232.0),
        ],
    );
    park("Abbey Garden", vec![at(196.0, 262.0), at(222.0, 264.0), at(240.0, 330.0), at(196.0, 334.0)]);
    let foot = Rect::new(at(-392.0, -10.0), Vec3::NEG_Z, [3.0, RAMP_M[0] / 2.0]);
    site.add_ramp(Surface::Asphalt, foot, [0.0, RAMP_M[1]]);
    site.take(Rect::new(foot.centre, foot.along, [4.0, 60.0]));
    site.data.ramps.push(Ramp {
        name: "common".into(),
        lip: foot.at(0.0, 1.0).with_y(RAMP_M[1]),
        yaw_rad: foot.yaw_rad(),
        height_m: RAMP_M[1],
    });
}

/// Trees in the parks and along Broadway, bollards and bins on the lawns' edges.
pub(super) fn plant(site: &mut Site, streets: &[Street], random: &mut SplitMix64) {
    let parks: Vec<Area> = site.data.areas.iter().filter(|area| area.kind == AreaKind::Park).cloned().collect();
    for park in &parks {
        let low = park.outline.iter().fold(park.outline[0], |low, point| low.min(*point));
        let high = park.outline.iter().fold(park.outline[0], |high, point| high.max(*point));
        let hectares = (high.x - low.x) * (high.z - low.z) / 10_000.0;
        for _ in 0..(hectares * TREES_PER_HECTARE) as u32 {
            let place = Vec3::new(random.between(low.x, high.x), 0.0, random.between(low.z, high.z));
            if is_inside(&park.outline, place) {
                site.plant_tree(place, random);
            }
        }
        let ring: Vec<Vec3> = park.outline.iter().chain(&park.outline[..1]).copied().collect();
        for i in 0..(line::length(&ring) / 34.0) as u32 {
            let (place, along) = line::at(&ring, i as f32 * 34.0);
            site.add_light(LightKind::Bin, place, 0.0, along);
        }
    }
    let broad = streets.iter().filter(|street| street.pavement_m > 5.0);
    for street in broad {
        for left in [1.0, -1.0] {
            let row = line::beside(&street.road.points, left * (street.road.width_m() / 2.0 + TREE_ROW_M));
            for i in 1..(line::length(&row) / AVENUE_M) as u32 {
                site.plant_tree(line::at(&row, i as f32 * AVENUE_M).0, random);
            }
        }
    }
}
