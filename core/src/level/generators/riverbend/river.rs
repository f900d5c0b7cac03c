//! The river: its course, the ground that it has cut into, and the walls along its banks.

use super::{SIZE_M, at, parks};
use crate::level::generators::kit::{Rect, Site, heightfield, smooth_line, smooth_step};
use crate::level::roads::line;
use crate::level::{Area, AreaKind, Ground, PieceKind};
use crate::units::math::Vec3;

/// The bed: half its width and its depth, in metres.
const BED_M: [f32; 2] = [20.0, 4.0];

/// From the middle to the top of a bank, in metres. The bank rises one in four: a car that went in gets out again.
const BANK_M: f32 = 36.0;

/// Half the width of the water, which stands this deep below the streets, in metres.
const WATER_M: [f32; 2] = [29.0, 1.5];

/// Where the walls on the banks are and how high, in metres.
const WALL_M: [f32; 2] = [39.5, 0.6];

/// What is kept free of buildings to either side, in metres.
const FREE_M: f32 = 42.0;

/// The edge of the level: how far the walls around it stand from the end of the ground, and how high they are, in metres.
const EDGE_M: [f32; 2] = [3.0, 2.5];

/// The line of the river from where it comes in to where it leaves.
pub(super) fn course() -> Vec<Vec3> {
    smooth_line(&[
        at(-178.0, 420.0),
        at(-186.0, 300.0),
        at(-198.0, 190.0),
        at(-170.0, 70.0),
        at(-85.0, -30.0),
        at(55.0, -68.0),
        at(200.0, -50.0),
        at(330.0, 25.0),
        at(430.0, 62.0),
        at(530.0, 66.0),
    ])
}

/// The ground: the bed, the banks, the hill, and flat at 0 everywhere else.
pub(super) fn ground(course: &[Vec3]) -> Ground {
    heightfield(SIZE_M, |x, z| {
        let place = Vec3::new(x, 0.0, z);
        let off_m = line::nearest(course, place).map_or(f32::MAX, |(off_m, _)| off_m);
        let bed_m = -BED_M[1] * (1.0 - smooth_step(BED_M[0], BANK_M, off_m));
        bed_m + parks::hill_m(place)
    })
}

/// The water, the walls on both banks, and those around the level.
pub(super) fn build(site: &mut Site, course: &[Vec3]) {
    let bank = |off_m: f32| line::beside(course, off_m);
    let end = Vec3::new(SIZE_M[0], 0.0, SIZE_M[1]) / 2.0;
    let low = |points: Vec<Vec3>| {
        let within: Vec<Vec3> = points.into_iter().map(|point| point.clamp(-end, end)).collect();
        let mut bank: Vec<Vec3> = within.into_iter().map(|point| point.with_y(-WATER_M[1])).collect();
        bank.dedup_by(|a, b| (*a - *b).length() < 1.0);
        bank.into_iter()
    };
    let outline = low(bank(WATER_M[0])).chain(low(bank(-WATER_M[0])).rev()).collect();
    site.data.areas.push(Area { name: "River".into(), kind: AreaKind::Water, outline });
    for off_m in [WALL_M[0], -WALL_M[0]] {
        let inside = |point: &Vec3| point.x.abs() < SIZE_M[0] / 2.0 - 8.0 && point.z.abs() < SIZE_M[1] / 2.0 - 8.0;
        let wall: Vec<Vec3> = bank(off_m).into_iter().filter(inside).collect();
        site.add_wall(PieceKind::Wall, &wall, 0.2, WALL_M[1], 4.0);
    }
    for pair in course.windows(2) {
        site.take(Rect::around(pair[0], pair[1], FREE_M));
    }
    site.enclose(SIZE_M.map(|size_m| size_m / 2.0 - EDGE_M[0]), [-BED_M[1] - 1.0, EDGE_M[1]]);
}
