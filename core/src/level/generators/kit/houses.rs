//! Buildings of many forms.

use super::plane::Rect;
use super::site::Site;
use crate::level::generators::SplitMix64;
use crate::level::{PieceKind, Surface};

/// How deep a building goes into the ground, in metres: below any slope that one may stand on.
const CELLAR_M: f32 = 0.6;

/// The height of a storey, in metres.
const STOREY_M: f32 = 3.2;

/// The form of a building.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::level::generators) enum House {
    /// A box with a smaller one on its roof.
    Block,
    /// A box with a ridge along its length.
    Gable,
    /// A box with four sloped sides to a point.
    Pyramid,
    /// Two wings at a corner.
    Ell,
    /// Three wings around a yard.
    Court,
    /// A shaft on a broad foot, with a smaller top.
    Tower,
    /// Eight walls.
    Octagon,
    /// Steps back twice on its way up.
    Stepped,
}

/// How a quarter is built.
#[derive(Clone, Copy, Debug)]
pub(in crate::level::generators) struct Style {
    /// Its forms, each as likely.
    pub(in crate::level::generators) houses: &'static [House],
    /// Storeys, from and to.
    pub(in crate::level::generators) storeys: [f32; 2],
    /// Metres along the street, from and to.
    pub(in crate::level::generators) frontage_m: [f32; 2],
    /// Metres away from it, from and to.
    pub(in crate::level::generators) depth_m: [f32; 2],
    /// Metres to the next one, from and to.
    pub(in crate::level::generators) gap_m: [f32; 2],
    /// Metres from the pavement.
    pub(in crate::level::generators) setback_m: f32,
}

impl Style {
    /// The height of one of its buildings, in metres.
    pub(in crate::level::generators) fn height_m(&self, random: &mut SplitMix64) -> f32 {
        random.between(self.storeys[0], self.storeys[1] + 1.0).floor() * STOREY_M
    }

    /// One of its forms.
    pub(in crate::level::generators) fn house(&self, random: &mut SplitMix64) -> House {
        self.houses[(random.next_u64() % self.houses.len() as u64) as usize]
    }
}

impl Site {
    /// Builds a house on a plot and takes the ground.
    pub(in crate::level::generators) fn build(&mut self, house: House, plot: Rect, height_m: f32) {
        let low_m = self.ground_m(plot.centre) - CELLAR_M;
        let top_m = low_m + CELLAR_M + height_m;
        self.take(plot);
        let mut wing = |left: [f32; 2], ahead: [f32; 2], share: f32| {
            let storey_m = (height_m * share / STOREY_M).round().max(1.0) * STOREY_M;
            let high_m = low_m + CELLAR_M + storey_m;
            self.add_box(PieceKind::Building, Surface::Concrete, plot.part(left, ahead), [low_m, high_m]);
        };
        match house {
            House::Block => {
                wing([-1.0, 1.0], [-1.0, 1.0], 1.0);
                // The house of the lift.
                wing([-0.5, 0.1], [-0.3, 0.2], 1.0 + STOREY_M / height_m);
            }
            House::Ell => {
                wing([-1.0, 1.0], [-1.0, 0.0], 1.0);
                wing([-1.0, 0.0], [0.0, 1.0], 0.7);
                wing([0.2, 0.7], [-0.8, -0.3], 1.0 + STOREY_M / height_m);
            }
            House::Court => {
                wing([-1.0, 1.0], [-1.0, -0.4], 1.0);
                wing([-1.0, -0.4], [-0.4, 1.0], 0.8);
                wing([0.4, 1.0], [-0.4, 1.0], 0.8);
            }
            House::Tower => {
                wing([-1.0, 1.0], [-1.0, 1.0], 0.15);
                wing([-0.7, 0.7], [-0.7, 0.7], 0.9);
                wing([-0.4, 0.4], [-0.4, 0.4], 1.0);
            }
            House::Stepped => {
                wing([-1.0, 1.0], [-1.0, 1.0], 0.5);
                wing([-0.8, 0.8], [-0.8, 0.6], 0.8);
                wing([-0.5, 0.5], [-0.6, 0.3], 1.0);
            }
            House::Gable => self.add_roofed(plot, low_m, top_m, &[[0.0, 1.0], [0.0, -1.0]]),
            House::Pyramid => self.add_roofed(plot, low_m, top_m, &[[0.0, 0.0]]),
            House::Octagon => {
                let ring = [[1.0, 0.41], [0.41, 1.0], [-0.41, 1.0], [-1.0, 0.41]];
                let all = ring.into_iter().chain(ring.map(|[left, ahead]| [-left, -ahead]));
                let points: Vec<[f32; 3]> =
                    all.flat_map(|[left, ahead]| [[left, 0.0, ahead], [left, top_m - low_m, ahead]]).collect();
                self.add_hull(PieceKind::Building, Surface::Concrete, plot, low_m, &points);
            }
        }
    }

    /// A house whose roof slopes from its eaves to a ridge of one or two points.
    fn add_roofed(&mut self, plot: Rect, low_m: f32, top_m: f32, ridge: &[[f32; 2]]) {
        let eaves_m = top_m - low_m;
        let roof_m = plot.half[0].min(plot.half[1]) * 0.7;
        let corners = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]];
        let walls = corners.iter().flat_map(|[left, ahead]| [[*left, 0.0, *ahead], [*left, eaves_m, *ahead]]);
        let ridge = ridge.iter().map(|[left, ahead]| [*left, eaves_m + roof_m, *ahead]);
        let points: Vec<[f32; 3]> = walls.chain(ridge).collect();
        self.add_hull(PieceKind::Building, Surface::Concrete, plot, low_m, &points);
    }
}
