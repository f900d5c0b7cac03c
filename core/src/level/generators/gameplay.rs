//! `test-core-gameplay`: five by five blocks of a city, and one of everything that a game does with a car.
//!
//! The central row and the central column of blocks are open, so that there is room to drive and to be seen. In them
//! stand two ramps, a bridge over the central street, a tunnel, a garage, a terrace and a shooting range; the other
//! sixteen blocks are houses.

use super::SplitMix64;
use super::kit::{House, Rect, Site, Street};
use crate::level::{Dummy, Ground, LevelData, LightKind, PieceKind, Ramp, Rotation, Strip, Surface};
use crate::units::math::Vec3;

/// Blocks along each side.
const BLOCKS: i32 = 5;

/// From the middle of one street to that of the next, in metres.
const BLOCK_M: f32 = 60.0;

/// Half the ground, in metres: the outer streets and a margin.
const HALF_M: f32 = BLOCK_M * BLOCKS as f32 / 2.0 + 20.0;

/// Targets of the shooting range.
const TARGETS: u32 = 6;

const FORMS: [House; 8] = [
    House::Block,
    House::Gable,
    House::Pyramid,
    House::Ell,
    House::Court,
    House::Tower,
    House::Octagon,
    House::Stepped,
];

/// The level.
#[must_use]
pub fn test_core_gameplay(seed: u64) -> LevelData {
    let ground = Ground::Flat { half_x_m: HALF_M, half_z_m: HALF_M };
    let mut site = Site::new(LevelData::bare("test-core-gameplay", "Core gameplay", ground, Surface::Asphalt));
    site.lay_streets(&streets());
    let mut random = SplitMix64::new(seed);
    add_houses(&mut site, &mut random);
    add_ramps(&mut site);
    add_bridge(&mut site);
    add_tunnel(&mut site);
    add_garage(&mut site);
    add_terrace(&mut site);
    add_range(&mut site);
    site.enclose([HALF_M, HALF_M], [0.0, 2.0]);
    site.line_pavements(LightKind::Lamp, 6.0, 22.0, 0.6);
    site.line_pavements(LightKind::Bin, 14.0, 44.0, 0.6);
    site.line_pavements(LightKind::Hydrant, 17.0, 60.0, 0.6);
    site.park_cars(24, &mut random);
    site.place_spawns(block(0, 0), 64, 26.0);
    site.data
}

/// The middle of a block: columns to the east and rows to the north of the central one.
fn block(east: i32, north: i32) -> Vec3 {
    Vec3::new(-east as f32, 0.0, north as f32) * BLOCK_M
}

/// Between the blocks and around them all.
fn streets() -> Vec<Street> {
    let reach_m = BLOCK_M * BLOCKS as f32 / 2.0;
    let places = (0..=BLOCKS).map(|i| i as f32 * BLOCK_M - reach_m);
    let street = |name: String, from: Vec3, to: Vec3| {
        let mut street = Street::new(&name, vec![from, to], 1, 2.0);
        street.road.shoulder_m = 2.4;
        street
    };
    let norths = places.clone().enumerate().map(|(i, x_m)| {
        street(format!("Avenue {}", BLOCKS + 1 - i as i32), Vec3::new(x_m, 0.0, -reach_m), Vec3::new(x_m, 0.0, reach_m))
    });
    let easts = places.enumerate().map(|(i, z_m)| {
        street(format!("Street {}", i + 1), Vec3::new(reach_m, 0.0, z_m), Vec3::new(-reach_m, 0.0, z_m))
    });
    norths.chain(easts).collect()
}

/// Four houses on each block that is not in the central row or column.
fn add_houses(site: &mut Site, random: &mut SplitMix64) {
    let reach = BLOCKS / 2;
    let sides = || (-reach..=reach).filter(|place| *place != 0);
    for (east, north) in sides().flat_map(|east| sides().map(move |north| (east, north))) {
        for [x, z] in [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]] {
            let half = [(); 2].map(|()| random.between(6.5, 9.0));
            let plot = Rect::new(block(east, north) + Vec3::new(x, 0.0, z) * 11.0, Vec3::Z, half);
            let form = FORMS[(random.next_u64() % FORMS.len() as u64) as usize];
            site.build(form, plot, random.between(6.0, 30.0));
        }
    }
}

/// Two ramps that face each other across the central block.
fn add_ramps(site: &mut Site) {
    for (name, ahead) in [("south", Vec3::Z), ("north", Vec3::NEG_Z)] {
        let foot = Rect::new(block(0, 0) - ahead * 12.0, ahead, [2.5, 5.0]);
        site.add_ramp(Surface::Asphalt, foot, [0.0, 1.5]);
        site.take(foot.grown(3.0));
        let lip = foot.at(0.0, 1.0).with_y(1.5);
        site.data.ramps.push(Ramp { name: name.into(), lip, yaw_rad: foot.yaw_rad(), height_m: 1.5 });
    }
}

/// Up on one side, level over the street between two open blocks, and down on the other.
fn add_bridge(site: &mut Site) {
    let street = (block(0, 1) + block(0, 2)) / 2.0;
    let height_m = 5.5;
    let deck = Rect::new(street, Vec3::Z, [4.0, 9.0]);
    site.add_box(PieceKind::Bridge, Surface::Asphalt, deck, [height_m - 0.6, height_m]);
    for ahead in [1.0, -1.0] {
        let ramp = Rect::new(street + Vec3::Z * (ahead * (9.0 + 11.0)), Vec3::Z * -ahead, [4.0, 11.0]);
        site.add_ramp(Surface::Asphalt, ramp, [0.0, height_m]);
        site.take(ramp);
    }
    for left in [[-1.0, -0.94], [0.94, 1.0]] {
        site.add_box(PieceKind::Barrier, Surface::Steel, deck.part(left, [-1.0, 1.0]), [height_m, height_m + 0.9]);
    }
}

/// Two walls and a roof, open at both ends, along an open block.
fn add_tunnel(site: &mut Site) {
    let tunnel = Rect::new(block(0, -1), Vec3::Z, [5.5, 18.0]);
    for left in [[-1.0, -0.86], [0.86, 1.0]] {
        site.add_box(PieceKind::Wall, Surface::Concrete, tunnel.part(left, [-1.0, 1.0]), [0.0, 5.0]);
    }
    site.add_box(PieceKind::Bridge, Surface::Concrete, tunnel, [5.0, 5.6]);
    site.take(tunnel);
    site.data.strips.push(Strip {
        name: "tunnel".into(),
        start: tunnel.at(0.0, -1.0),
        end: tunnel.at(0.0, 1.0),
        width_m: 9.0,
    });
}

/// Three walls and a roof, open to the south.
fn add_garage(site: &mut Site) {
    let garage = Rect::new(block(-1, 0), Vec3::Z, [9.0, 8.0]);
    for (left, ahead) in [([-1.0, -0.95], [-1.0, 1.0]), ([0.95, 1.0], [-1.0, 1.0]), ([-0.95, 0.95], [0.95, 1.0])] {
        site.add_box(PieceKind::Wall, Surface::Concrete, garage.part(left, ahead), [0.0, 4.0]);
    }
    site.add_box(PieceKind::Building, Surface::Concrete, garage, [4.0, 4.4]);
    site.take(garage);
    let position = garage.centre + Vec3::Y * 0.5;
    site.data.dummies.push(Dummy { name: "garage".into(), position, rotation: Rotation::Yaw(0.0) });
}

/// A platform a storey high, with a ramp up to it.
fn add_terrace(site: &mut Site) {
    let terrace = Rect::new(block(1, 0) + Vec3::Z * 6.0, Vec3::Z, [13.0, 9.0]);
    site.add_box(PieceKind::Other, Surface::Concrete, terrace, [0.0, 2.4]);
    let ramp = Rect::new(terrace.at(0.0, -1.0) - Vec3::Z * 6.5, Vec3::Z, [3.0, 6.5]);
    site.add_ramp(Surface::Asphalt, ramp, [0.0, 2.4]);
    site.take(terrace);
    site.take(ramp);
}

/// A wall behind a row of targets, each a sign and a name.
fn add_range(site: &mut Site) {
    let wall = Rect::new(block(-2, 0) + Vec3::Z * 17.0, Vec3::Z, [16.0, 0.5]);
    site.add_box(PieceKind::Wall, Surface::Concrete, wall, [0.0, 4.0]);
    site.take(wall);
    for target in 0..TARGETS {
        let place = wall.at(-0.8 + 1.6 * target as f32 / (TARGETS - 1) as f32, 0.0) - Vec3::Z * 4.0;
        site.add_light(LightKind::Sign, place, 0.0, Vec3::NEG_Z);
        site.data.dummies.push(Dummy {
            name: format!("target-{}", target + 1),
            position: place + Vec3::Y * 1.5,
            rotation: Rotation::Yaw(std::f32::consts::PI),
        });
    }
    let stand = block(-2, 0) - Vec3::Z * 14.0;
    site.data.strips.push(Strip { name: "range".into(), start: stand, end: wall.centre, width_m: 32.0 });
}
