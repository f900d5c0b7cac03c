//! `test-hillside`: a hill of a heightfield, a road that winds up to its top, and terraces beside it.
//!
//! Cars lean, leave the ground over crests and roll back where the brakes are let go; nothing of that happens on a plate.
//! The ground is levelled across the road, so that the road climbs but does not tilt.

use super::kit::{Rect, Site, Street, heightfield, smooth_line, smooth_step};
use crate::level::roads::line;
use crate::level::{Dummy, LevelData, LightKind, PieceKind, Ramp, Rotation, Surface};
use crate::units::math::Vec3;

/// The ground, in metres along x and z.
const SIZE_M: [f32; 2] = [400.0, 400.0];

/// The hill: its reach and its height, in metres.
const HILL_M: [f32; 2] = [170.0, 32.0];

/// How wide the ground is level with the road, and where it is the hill's own again, in metres from its middle.
const LEVELLED_M: [f32; 2] = [7.0, 22.0];

/// Terraces: metres from the top, and half their widths and lengths.
const TERRACES: [([f32; 2], [f32; 2]); 3] =
    [([-62.0, 40.0], [10.0, 14.0]), ([58.0, -64.0], [9.0, 16.0]), ([96.0, 92.0], [11.0, 11.0])];

/// The level.
#[must_use]
pub fn test_hillside() -> LevelData {
    let road = road();
    let ground = heightfield(SIZE_M, |x, z| height_m(&road, Vec3::new(x, 0.0, z)));
    let mut site = Site::new(LevelData::bare("test-hillside", "Hillside", ground, Surface::Earth));
    let mut street = Street::new("Hill Road", road, 1, 0.0);
    for point in &mut street.road.points {
        point.y = site.ground_m(*point);
    }
    let top = street.road.points[street.road.points.len() - 1];
    site.lay_streets(&[street]);
    for ([x, z], half) in TERRACES {
        add_terrace(&mut site, Rect::new(Vec3::new(x, 0.0, z), Vec3::new(0.6, 0.0, 0.8), half));
    }
    site.enclose(SIZE_M.map(|size_m| size_m / 2.0), [-1.0, 2.0]);
    line_road(&mut site);
    site.place_spawns(Vec3::new(0.0, 0.0, -180.0), 24, 30.0);
    site.data.dummies.push(Dummy { name: "summit".into(), position: top + Vec3::Y, rotation: Rotation::Yaw(0.0) });
    site.data
}

/// The middle of the road as seen from above: along the foot of the hill, then in bends to the top.
fn road() -> Vec<Vec3> {
    let bends = [
        [-165.0, -180.0],
        [-40.0, -172.0],
        [110.0, -150.0],
        [150.0, -105.0],
        [95.0, -85.0],
        [-20.0, -108.0],
        [-110.0, -82.0],
        [-128.0, -30.0],
        [-85.0, -10.0],
        [10.0, -48.0],
        [70.0, -12.0],
        [62.0, 45.0],
        [0.0, 55.0],
        [-22.0, 22.0],
        [0.0, 0.0],
    ];
    smooth_line(&bends.map(|[x, z]| Vec3::new(x, 0.0, z)))
}

fn hill_m(place: Vec3) -> f32 {
    HILL_M[1] * (1.0 - smooth_step(0.0, HILL_M[0], place.length()))
}

/// The hill, levelled across the road and blended into itself beside it.
fn height_m(road: &[Vec3], place: Vec3) -> f32 {
    let Some((off_m, along_m)) = line::nearest(road, place) else { return hill_m(place) };
    let on_road_m = hill_m(line::at(road, along_m).0);
    let own = smooth_step(LEVELLED_M[0], LEVELLED_M[1], off_m);
    on_road_m + (hill_m(place) - on_road_m) * own
}

/// A level slab in the slope, with a ramp off its lower edge.
fn add_terrace(site: &mut Site, slab: Rect) {
    let heights_m = slab.corners().map(|corner| site.ground_m(corner));
    let top_m = heights_m.into_iter().fold(f32::MIN, f32::max) + 0.1;
    let low_m = heights_m.into_iter().fold(f32::MAX, f32::min) - 1.0;
    site.add_box(PieceKind::Other, Surface::Concrete, slab, [low_m, top_m]);
    site.take(slab);
    let foot = slab.part([-0.3, 0.3], [0.4, 0.9]);
    site.add_ramp(Surface::Asphalt, foot, [top_m, top_m + 1.2]);
    let number = site.data.ramps.len() + 1;
    site.data.ramps.push(Ramp {
        name: format!("terrace-{number}"),
        lip: foot.at(0.0, 1.0).with_y(top_m + 1.2),
        yaw_rad: foot.yaw_rad(),
        height_m: 1.2,
    });
}

/// Bollards on the valley side, and signs.
fn line_road(site: &mut Site) {
    let points = site.data.roads[0].points.clone();
    for (kind, off_m, every_m) in [(LightKind::Bollard, 5.0, 9.0), (LightKind::Sign, -5.5, 60.0)] {
        let row = line::beside(&points, off_m);
        for i in 1..(line::length(&row) / every_m) as u32 {
            let (place, along) = line::at(&row, i as f32 * every_m);
            site.add_light(kind, place, 0.0, along);
        }
    }
}
