//! The market: a gate over the street, and stalls behind it on the square and along the lanes. A car fits through between
//! the stalls, and through the stalls.

use super::at;
use crate::level::generators::SplitMix64;
use crate::level::generators::kit::{Rect, Site};
use crate::level::roads::line;
use crate::level::{Area, AreaKind, Dummy, LightKind, LightPiece, PieceKind, Rotation, Strip, Surface};
use crate::units::math::Vec3;

/// Half the edge of one of the gate's towers, and how high they are, in metres.
const TOWER_M: [f32; 2] = [3.5, 14.0];

/// The width of the pavements of the market's street, in metres.
const PAVEMENT_M: f32 = super::plan::MAIN_PAVEMENT_M;

/// The arch: from where to where it goes, in metres above the street.
const ARCH_M: [f32; 2] = [6.0, 10.0];

/// How long the market is, and how far it reaches to either side of the street, in metres.
const MARKET_M: [f32; 2] = [62.0, 30.0];

/// Between two stalls of a row, in metres.
const STALL_M: f32 = 5.0;

/// Builds it; the place of the gate.
pub(super) fn build(site: &mut Site, random: &mut SplitMix64) -> Vec3 {
    let street = site.data.roads.iter().find(|road| road.name == "Market Street").expect("the plan has one").clone();
    let near = at(-12.0, 160.0);
    let gate_m = line::nearest(&street.points, near).expect("a street has a stretch").1;
    let (gate, ahead) = line::at(&street.points, gate_m);
    let side_m = street.width_m() / 2.0 + PAVEMENT_M + TOWER_M[0] + 0.3;
    for left in [side_m, -side_m] {
        let tower = Rect::new(gate + line::left_of(ahead) * left, ahead, [TOWER_M[0], TOWER_M[0]]);
        site.add_box(PieceKind::Building, Surface::Concrete, tower, [-0.6, TOWER_M[1]]);
        let roof = [[1.1, 0.0, 1.1], [-1.1, 0.0, 1.1], [-1.1, 0.0, -1.1], [1.1, 0.0, -1.1], [0.0, 6.0, 0.0]];
        site.add_hull(PieceKind::Building, Surface::Concrete, tower, TOWER_M[1], &roof);
        site.take(tower);
    }
    let arch = Rect::new(gate, ahead, [side_m - TOWER_M[0], 1.5]);
    site.add_box(PieceKind::Bridge, Surface::Concrete, arch, ARCH_M);
    for left in [-0.8, -0.4, 0.0, 0.4, 0.8] {
        let merlon = arch.part([left - 0.08, left + 0.08], [-1.0, 1.0]);
        site.add_box(PieceKind::Bridge, Surface::Concrete, merlon, [ARCH_M[1], ARCH_M[1] + 1.2]);
    }

    let market = line::between(&street.points, gate_m + 6.0, gate_m + 6.0 + MARKET_M[0]);
    let square: Vec<Vec3> =
        [line::beside(&market, MARKET_M[1]), line::beside(&market, -MARKET_M[1]).into_iter().rev().collect()].concat();
    site.data.areas.push(Area { name: "Market Square".into(), kind: AreaKind::Square, outline: square });
    add_stalls(site, &market, street.lanes_width_m() / 2.0, street.width_m() / 2.0 + PAVEMENT_M, random);

    site.data.dummies.push(Dummy {
        name: "market-gate".into(),
        position: gate + Vec3::Y * 2.0,
        rotation: Rotation::Yaw(line::heading(ahead)),
    });
    let end = market[market.len() - 1];
    site.data.strips.push(Strip { name: "market".into(), start: gate, end, width_m: street.lanes_width_m() });
    gate
}

/// Rows of stalls: on the shoulders, close beside the lanes, and in the square behind the pavements.
fn add_stalls(site: &mut Site, market: &[Vec3], lanes_m: f32, pavement_m: f32, random: &mut SplitMix64) {
    let length_m = line::length(market);
    for left in [1.0, -1.0] {
        let row = line::beside(market, left * (lanes_m + 1.4));
        for i in 0..((length_m - 12.0) / STALL_M) as u32 {
            let (place, ahead) = line::at(&row, 4.0 + i as f32 * STALL_M);
            let half = LightKind::Stall.properties().half_m;
            let foot = Rect::new(place, line::left_of(ahead), [half.z, half.x]);
            // Its length runs along the street.
            let yaw_rad = foot.yaw_rad();
            site.data.light_pieces.push(LightPiece { kind: LightKind::Stall, position: place, yaw_rad });
            site.take(foot.grown(0.2));
        }
        for depth in 0..3u32 {
            let row = line::beside(market, left * (pavement_m + 2.5 + depth as f32 * 5.0));
            for i in 0..(length_m / STALL_M) as u32 {
                let (place, ahead) = line::at(&row, 3.0 + i as f32 * STALL_M);
                let place = place + ahead * random.between(-0.8, 0.8);
                let kind = if random.between(0.0, 1.0) < 0.8 { LightKind::Stall } else { LightKind::Bin };
                site.add_light(kind, place, 0.0, line::left_of(ahead));
            }
        }
    }
}
