//! Houses: along the streets first, wall to wall or with gaps as the quarter has it, then in the yards behind.

use super::{SIZE_M, at};
use crate::level::generators::SplitMix64;
use crate::level::generators::kit::{House, Rect, Site, Street, Style};
use crate::level::roads::line;
use crate::units::math::Vec3;

const OLD_TOWN: Style = Style {
    houses: &[House::Gable, House::Gable, House::Gable, House::Pyramid, House::Block, House::Ell, House::Octagon],
    storeys: [2.0, 4.0],
    frontage_m: [8.0, 14.0],
    depth_m: [9.0, 13.0],
    gap_m: [0.0, 1.5],
    setback_m: 0.5,
};

const BROADWAY: Style = Style {
    houses: &[House::Block, House::Block, House::Court, House::Stepped, House::Ell],
    storeys: [5.0, 8.0],
    frontage_m: [18.0, 28.0],
    depth_m: [14.0, 20.0],
    gap_m: [0.0, 3.0],
    setback_m: 0.8,
};

const CENTRE: Style = Style {
    houses: &[House::Tower, House::Tower, House::Stepped, House::Block, House::Octagon],
    storeys: [9.0, 22.0],
    frontage_m: [20.0, 30.0],
    depth_m: [18.0, 26.0],
    gap_m: [2.0, 7.0],
    setback_m: 1.5,
};

const NEW_TOWN: Style = Style {
    houses: &[House::Block, House::Court, House::Ell, House::Stepped, House::Gable],
    storeys: [3.0, 6.0],
    frontage_m: [14.0, 24.0],
    depth_m: [11.0, 16.0],
    gap_m: [1.0, 5.0],
    setback_m: 1.2,
};

const GARDENS: Style = Style {
    houses: &[House::Gable, House::Pyramid, House::Ell, House::Gable],
    storeys: [1.0, 2.0],
    frontage_m: [10.0, 15.0],
    depth_m: [9.0, 12.0],
    gap_m: [4.0, 9.0],
    setback_m: 4.0,
};

/// Between two tries to place a house along a street, in metres.
const STEP_M: f32 = 2.5;

/// Tries to place a house in a yard.
const YARD_TRIES: u32 = 7000;

/// A yard's house is no further than this from a street, in metres.
const YARD_REACH_M: f32 = 65.0;

/// How a place is built, by where it is.
fn style_at(place: Vec3) -> Style {
    let (east_m, north_m) = (-place.x, place.z);
    let near = |other: Vec3, reach_m: f32| (place - other).length() < reach_m;
    if near(at(-33.0, -186.0), 125.0) || near(at(250.0, -190.0), 60.0) {
        CENTRE
    } else if near(at(85.0, 150.0), 40.0) || near(at(45.0, 60.0), 45.0) || near(at(-85.0, -290.0), 60.0) {
        BROADWAY
    } else if east_m > -150.0 && north_m > -40.0 && east_m < 300.0 {
        OLD_TOWN
    } else if east_m < -180.0 || north_m > 290.0 || east_m > 425.0 || north_m < -330.0 {
        GARDENS
    } else {
        NEW_TOWN
    }
}

/// Builds along every street, then behind.
pub(super) fn build(site: &mut Site, streets: &[Street], random: &mut SplitMix64) {
    for street in streets {
        for left in [1.0, -1.0] {
            line_street(site, street, left, random);
        }
    }
    for _ in 0..YARD_TRIES {
        fill_yard(site, streets, random);
    }
}

/// Houses along one side of a street.
fn line_street(site: &mut Site, street: &Street, left: f32, random: &mut SplitMix64) {
    let kerb_m = street.road.width_m() / 2.0 + street.pavement_m;
    let length_m = line::length(&street.road.points);
    let mut along_m = 6.0;
    while along_m < length_m {
        let (place, _) = line::at(&street.road.points, along_m);
        let style = style_at(place);
        let [frontage_m, depth_m] = [style.frontage_m, style.depth_m].map(|[low, high]| random.between(low, high));
        let (middle, ahead) = line::at(&street.road.points, along_m + frontage_m / 2.0);
        let out = line::left_of(ahead) * left;
        let centre = middle + out * (kerb_m + style.setback_m + depth_m / 2.0);
        // Its own ahead is along the street, so that ridges follow it.
        let plot = Rect::new(centre, ahead * left, [depth_m / 2.0, frontage_m / 2.0]);
        if is_within(&plot) && site.is_free(&plot) && site.is_level(&plot) {
            site.build(style.house(random), plot, style.height_m(random));
            along_m += frontage_m + random.between(style.gap_m[0], style.gap_m[1]);
        } else {
            along_m += STEP_M;
        }
    }
}

/// One try to place a house or a shed behind the rows.
fn fill_yard(site: &mut Site, streets: &[Street], random: &mut SplitMix64) {
    let [x, z] = SIZE_M.map(|size_m| random.between(-size_m / 2.0, size_m / 2.0));
    let place = Vec3::new(x, 0.0, z);
    let style = style_at(place);
    let shrink = random.between(0.45, 0.9);
    let half = [style.depth_m[0] * shrink / 2.0, style.frontage_m[0] * shrink / 2.0];
    // What it covers however it is turned: most tries end here, before a street is looked for.
    let core_m = half[0].min(half[1]) * 0.7;
    if !site.is_free(&Rect::new(place, Vec3::Z, [core_m, core_m])) {
        return;
    }
    let off_m = |street: &&Street| line::nearest(&street.road.points, place).map_or(f32::MAX, |(off_m, _)| off_m);
    let Some(street) = streets.iter().min_by(|a, b| off_m(a).total_cmp(&off_m(b))) else { return };
    let Some((reach_m, along_m)) = line::nearest(&street.road.points, place) else { return };
    let plot = Rect::new(place, line::at(&street.road.points, along_m).1, half);
    let room = plot.grown(1.8);
    if reach_m < YARD_REACH_M && is_within(&room) && site.is_free(&room) && site.is_level(&plot) {
        let height_m = style.height_m(random).min(13.0) * shrink;
        site.build(style.house(random), plot, height_m);
    }
}

fn is_within(plot: &Rect) -> bool {
    plot.corners().iter().all(|corner| corner.x.abs() < SIZE_M[0] / 2.0 - 8.0 && corner.z.abs() < SIZE_M[1] / 2.0 - 8.0)
}
