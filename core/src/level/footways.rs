//! Pavements as one walks them: how long each is, and where one may go on from its ends.
//!
//! A pavement is drawn as a line of its own and ends at every crossing. Who walks it has to know what begins near there,
//! round the corner or across the street. That is worked out once, in one fixed order, since where a crowd goes is part of
//! the rules.

use super::roads::line;
use super::ways::Pavement;
use crate::units::math::Vec3;

/// From one end one goes on to another that is nearer than this, in metres: across a street of four lanes.
const NEAR_M: f32 = 18.0;

/// To no more others than this, the nearest.
const MOST_NEXT: usize = 4;

/// An end of a pavement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FootwayEnd {
    /// The pavement, by its place in the level.
    pub way: u16,
    /// Whether it is the one where its line ends.
    pub is_last: bool,
}

/// One pavement.
#[derive(Clone, Debug, PartialEq)]
pub struct Footway {
    /// How long it is, in metres.
    pub length_m: f32,
    /// Where one may go on from its first point and from its last one, the nearest first.
    next: [Vec<FootwayEnd>; 2],
}

/// Every pavement of a level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Footways(Vec<Footway>);

impl Footways {
    /// Those of checked pavements.
    #[must_use]
    pub fn new(pavements: &[Pavement]) -> Footways {
        let mut ends: Vec<(FootwayEnd, Vec3)> = Vec::new();
        for (pavement, way) in pavements.iter().zip(0..) {
            ends.push((FootwayEnd { way, is_last: false }, pavement.points[0]));
            ends.push((FootwayEnd { way, is_last: true }, pavement.points[pavement.points.len() - 1]));
        }
        let mut by_x = ends.clone();
        by_x.sort_by(|(a, a_at), (b, b_at)| a_at.x.total_cmp(&b_at.x).then(a.cmp(b)));
        let next_of = |(end, at): &(FootwayEnd, Vec3)| {
            let from = by_x.partition_point(|(_, other)| other.x < at.x - NEAR_M);
            let within = by_x[from..].iter().take_while(|(_, other)| other.x <= at.x + NEAR_M);
            let mut near: Vec<(f32, FootwayEnd)> = within
                .filter(|(other, _)| other != end)
                .map(|(other, other_at)| ((*other_at - *at).length(), *other))
                .filter(|(apart_m, _)| *apart_m < NEAR_M)
                .collect();
            near.sort_by(|(a_m, a), (b_m, b)| a_m.total_cmp(b_m).then(a.cmp(b)));
            near.into_iter().take(MOST_NEXT).map(|(_, other)| other).collect()
        };
        let way = |(pavement, ends): (&Pavement, &[(FootwayEnd, Vec3)])| Footway {
            length_m: line::length(&pavement.points),
            next: [next_of(&ends[0]), next_of(&ends[1])],
        };
        Footways(pavements.iter().zip(ends.chunks(2)).map(way).collect())
    }

    /// All of them, in the order of the level's pavements.
    #[must_use]
    pub fn all(&self) -> &[Footway] {
        &self.0
    }

    /// Where one may go on from an end, the nearest first.
    #[must_use]
    pub fn next(&self, end: FootwayEnd) -> &[FootwayEnd] {
        &self.0[usize::from(end.way)].next[usize::from(end.is_last)]
    }
}

impl Pavement {
    /// The point `along_m` after its start, and the direction there. Beyond an end it is the end.
    #[must_use]
    pub fn at(&self, along_m: f32) -> (Vec3, Vec3) {
        line::at(&self.points, along_m)
    }

    /// The nearest place on its line: how far it is, and how far after the start, in metres.
    #[must_use]
    pub fn nearest_m(&self, point: Vec3) -> (f32, f32) {
        line::nearest(&self.points, point).unwrap_or((f32::MAX, 0.0))
    }
}
