//! Streets: the road itself, its ground, its pavements with their kerbs, its bridges.
//!
//! The ground is the carriageway, so that a wheel meets no seam on it; only bridges have a deck. A pavement is a slab of the
//! height of a kerb beside it, left out where another street or a turn needs the ground.

use super::plane::{Owner, Rect};
use super::site::{Site, beside_stretch, pieces_along};
use crate::level::roads::{LaneGraph, line};
use crate::level::{Pavement, PieceKind, Road, Surface};
use crate::units::math::Vec3;

/// The height of a kerb, in metres.
pub(in crate::level::generators) const KERB_M: f32 = 0.12;

/// Half the room that a turning car is left, in metres.
const TURN_HALF_M: f32 = 1.5;

/// Stretches of carriageway are claimed in parts of at most this, in metres.
const CLAIM_M: f32 = 6.0;

/// The longest slab of a pavement, in metres, and what a slab is cut down to where it would be in the way.
const SLABS_M: [f32; 3] = [8.0, 2.0, 1.0];

/// The thickness of a bridge's deck, in metres.
const DECK_M: f32 = 1.0;

/// A street is bridged where the ground under its middle is this much lower, in metres.
const BRIDGED_M: f32 = 0.3;

/// How far a deck reaches into the banks, in metres: a sample of the ground, and what a slanted bank takes.
const ABUTMENT_M: f32 = 6.0;

/// Less room than this under a deck is closed by an abutment, in metres.
const HEADROOM_M: f32 = 2.8;

/// How deep an abutment goes below the street, in metres: below the bed of any river.
const BRIDGE_FOOT_M: f32 = 5.0;

/// The height and the width of a parapet, in metres.
const PARAPET_M: [f32; 2] = [0.9, 0.3];

/// A street as it is planned.
#[derive(Clone, Debug)]
pub(in crate::level::generators) struct Street {
    pub(in crate::level::generators) road: Road,
    /// The width of the pavement on either side; 0 for none.
    pub(in crate::level::generators) pavement_m: f32,
}

impl Street {
    /// A street with as many lanes either way.
    pub(in crate::level::generators) fn new(name: &str, points: Vec<Vec3>, lanes: u8, pavement_m: f32) -> Street {
        let road = Road {
            name: name.into(),
            points,
            forward: lanes,
            backward: lanes,
            lane_width_m: 3.5,
            shoulder_m: 0.0,
            // 50 km/h, as in any town.
            speed_mps: 13.9,
            rank: 0,
        };
        Street { road, pavement_m }
    }
}

impl Site {
    /// Lays all streets of a level. Whatever is placed later leaves them free.
    pub(in crate::level::generators) fn lay_streets(&mut self, streets: &[Street]) {
        self.data.roads = streets.iter().map(|street| street.road.clone()).collect();
        for (number, street) in streets.iter().enumerate() {
            for pair in street.road.points.windows(2) {
                let whole = Rect::around(pair[0], pair[1], street.road.width_m() / 2.0);
                for part in pieces_along(&whole, CLAIM_M) {
                    self.carriageways.claim(part.grown(0.02), Owner::Road(number));
                    self.taken.claim(part.grown(street.pavement_m), Owner::Pavement);
                }
            }
        }
        for turn in LaneGraph::new(&self.data.roads).turns() {
            for pair in turn.points.windows(2) {
                self.carriageways.claim(Rect::around(pair[0], pair[1], TURN_HALF_M), Owner::Turn);
            }
        }
        for (number, street) in streets.iter().enumerate() {
            self.lay_bridges(street);
            if street.pavement_m > 0.0 {
                for left in [1.0, -1.0] {
                    self.lay_pavement(number, street, left);
                }
            }
        }
    }

    /// Slabs along one side of a street, and the lines that people walk along on them.
    fn lay_pavement(&mut self, number: usize, street: &Street, left: f32) {
        let kerb = line::beside(&street.road.points, left * street.road.width_m() / 2.0);
        let mut walk: Vec<Vec3> = Vec::new();
        for pair in kerb.windows(2) {
            let whole = beside_stretch(pair[0], pair[1], left * street.pavement_m);
            for slab in pieces_along(&whole, SLABS_M[0]) {
                self.lay_slab(number, slab, &SLABS_M[1..], &mut walk, street.pavement_m);
            }
        }
        self.end_walk(&mut walk, street.pavement_m);
    }

    fn lay_slab(&mut self, number: usize, slab: Rect, shorter_m: &[f32], walk: &mut Vec<Vec3>, width_m: f32) {
        // The street's own ground beside the slab is its neighbour, not in its way.
        let near_m = slab.half[1] + width_m / 2.0 + self.data.roads[number].width_m() / 2.0 + 2.0 * CLAIM_M;
        let is_own = |owner: Owner, taken: &Rect| {
            owner == Owner::Road(number)
                && (taken.centre - slab.centre).length() < near_m
                && taken.along.dot(slab.along).abs() > 0.8
        };
        if self.carriageways.is_free(&slab, is_own) {
            self.add_box(PieceKind::Kerb, Surface::Concrete, slab, [-0.2, KERB_M]);
            for end in [slab.at(0.0, -1.0), slab.at(0.0, 1.0)].map(|point| point.with_y(KERB_M)) {
                if walk.last().is_none_or(|last| (*last - end).length() > 0.6) {
                    walk.push(end);
                }
            }
        } else if let Some((piece_m, shorter_m)) = shorter_m.split_first() {
            for part in pieces_along(&slab, *piece_m) {
                self.lay_slab(number, part, shorter_m, walk, width_m);
            }
        } else {
            self.end_walk(walk, width_m);
        }
    }

    fn end_walk(&mut self, walk: &mut Vec<Vec3>, width_m: f32) {
        let points = std::mem::take(walk);
        if line::length(&points) > 4.0 {
            self.data.pavements.push(Pavement { points: straightened(&points), width_m });
        }
    }

    /// A deck with parapets wherever the ground under a street falls away.
    fn lay_bridges(&mut self, street: &Street) {
        let half_m = street.road.width_m() / 2.0 + street.pavement_m + PARAPET_M[1];
        for pair in street.road.points.windows(2) {
            let whole = Rect::around(pair[0], pair[1], half_m);
            let length_m = 2.0 * whole.half[1];
            let steps = length_m.ceil() as u32;
            let share = |step: u32| -1.0 + 2.0 * step as f32 / steps as f32;
            let falls = |step: &u32| {
                let surface_m = pair[0].y + (pair[1].y - pair[0].y) * *step as f32 / steps as f32;
                self.ground_m(whole.at(0.0, share(*step))) < surface_m - BRIDGED_M
            };
            let gap: Vec<u32> = (0..=steps).filter(falls).collect();
            if let (Some(first), Some(last)) = (gap.first(), gap.last()) {
                let abutment = 2.0 * ABUTMENT_M / length_m;
                let ahead = [(share(*first) - abutment).max(-1.0), (share(*last) + abutment).min(1.0)];
                self.lay_bridge(whole.part([-1.0, 1.0], ahead), pair[0].y);
            }
        }
    }

    fn lay_bridge(&mut self, deck: Rect, surface_m: f32) {
        self.add_box(PieceKind::Bridge, Surface::Asphalt, deck, [surface_m - DECK_M, surface_m]);
        let edge = PARAPET_M[1] / deck.half[0];
        for left in [[-1.0, edge - 1.0], [1.0 - edge, 1.0]] {
            for parapet in pieces_along(&deck.part(left, [-1.0, 1.0]), SLABS_M[0]) {
                if self.carriageways.is_free(&parapet, |_, _| false) {
                    self.add_box(PieceKind::Barrier, Surface::Concrete, parapet, [surface_m, surface_m + PARAPET_M[0]]);
                }
            }
        }
        for end in [-1.0, 1.0] {
            let abutment = self.abutment(&deck, end, surface_m - DECK_M);
            self.add_box(
                PieceKind::Bridge,
                Surface::Concrete,
                abutment,
                [surface_m - BRIDGE_FOOT_M, surface_m - DECK_M],
            );
        }
        for ahead in [-0.3, 0.3] {
            let pier = deck.part([-0.8, 0.8], [ahead - 0.03, ahead + 0.03]);
            let bed_m = self.ground_m(pier.centre);
            self.add_box(PieceKind::Bridge, Surface::Concrete, pier, [bed_m - 1.0, surface_m - DECK_M]);
        }
    }
}

impl Site {
    /// The part of a deck, from one end of it on, under which there is too little room for a car. A car that drove up the
    /// bank there would wedge its roof under the deck and never get out again.
    fn abutment(&self, deck: &Rect, end: f32, underside_m: f32) -> Rect {
        let steps = (2.0 * deck.half[1]).ceil() as u32;
        let share = |step: u32| end * (1.0 - 2.0 * step as f32 / steps as f32);
        let is_low = |share: f32| {
            [-1.0, 0.0, 1.0].iter().any(|left| underside_m - self.ground_m(deck.at(*left, share)) < HEADROOM_M)
        };
        let inner = (0..steps / 2).map(share).find(|share| !is_low(*share)).unwrap_or(end * 0.5);
        deck.part([-1.0, 1.0], [inner.min(end), inner.max(end)])
    }
}

/// A line without the points that lie straight between their neighbours.
fn straightened(points: &[Vec3]) -> Vec<Vec3> {
    let mut kept: Vec<Vec3> = vec![points[0]];
    for pair in points[1..].windows(2) {
        let last = kept[kept.len() - 1];
        if line::direction(last, pair[0]).dot(line::direction(pair[0], pair[1])) < 0.9999 {
            kept.push(pair[0]);
        }
    }
    kept.push(points[points.len() - 1]);
    kept
}
