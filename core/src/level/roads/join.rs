//! Where roads meet.
//!
//! An author draws a road as one line from end to end, through every crossing. Here the lines are held against each other:
//! they meet where two stretches cross at the same height, and where an end of one lies on another. Meetings that are next
//! to each other are one junction. An end that meets nothing is a junction with one arm: a dead end.

use std::collections::BTreeMap;

use super::line;
use crate::level::check::limits;
use crate::level::ways::Road;
use crate::units::math::Vec3;

/// How near an end must come to another road to lie on it, in metres: authors' rounding, and less than any lane.
pub const JOIN_M: f32 = 0.5;

/// Roads that pass over each other by more than this, in metres, do not meet.
pub const JOIN_HEIGHT_M: f32 = 2.0;

/// A part of a road between two cuts that is shorter than this, in metres, is no road: nothing fits on it.
const SHORTEST_M: f32 = 3.0;

/// The junctions of some roads, and where each road is cut by them.
#[derive(Default)]
pub(super) struct Joins {
    /// Where the junctions are.
    pub(super) junctions: Vec<Vec3>,
    /// How often two stretches met. The search ends at [`limits::CROSSINGS`], and then knows only a part.
    pub(super) crossings: usize,
    /// For each road its cuts in order: metres after its start, and the junction.
    cuts: Vec<Vec<(f32, usize)>>,
    /// The junctions by cell of a metre.
    cells: BTreeMap<(i32, i32), Vec<usize>>,
}

/// A part of a road from one junction to the next.
pub(super) struct Edge {
    pub(super) road: usize,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) points: Vec<Vec3>,
}

/// A stretch between two neighbouring points of a road.
struct Stretch {
    road: usize,
    number: usize,
    start: Vec3,
    end: Vec3,
    /// Metres from the start of the road to that of the stretch.
    along_m: f32,
}

impl Joins {
    pub(super) fn find(roads: &[Road]) -> Joins {
        let mut joins = Joins { cuts: vec![Vec::new(); roads.len()], ..Joins::default() };
        let stretches = stretches(roads);
        for (i, a) in stretches.iter().enumerate() {
            for b in stretches[i + 1..].iter().filter(|b| a.may_meet(b)) {
                if let Some((on_a_m, on_b_m, place)) = a.crossing(b) {
                    joins.meet(place, [(a.road, on_a_m), (b.road, on_b_m)]);
                }
                if joins.crossings > limits::CROSSINGS {
                    return joins;
                }
            }
        }
        joins.join_ends(roads, &stretches);
        for cuts in &mut joins.cuts {
            cuts.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        }
        joins
    }

    fn join_ends(&mut self, roads: &[Road], stretches: &[Stretch]) {
        for (road, points) in roads.iter().map(|road| &road.points).enumerate() {
            let (last, length_m) = (points.len() - 1, line::length(points));
            for (end, along_m, own) in [(points[0], 0.0, 0), (points[last], length_m, last - 1)] {
                self.meet(end, [(road, along_m)]);
                for other in stretches.iter().filter(|other| (other.road, other.number) != (road, own)) {
                    if let Some(on_other_m) = other.holds(end) {
                        self.meet(end, [(road, along_m), (other.road, on_other_m)]);
                    }
                    if self.crossings > limits::CROSSINGS {
                        return;
                    }
                }
            }
        }
    }

    fn meet<const N: usize>(&mut self, place: Vec3, cuts: [(usize, f32); N]) {
        self.crossings += 1;
        let junction = self.junction_at(place);
        for (road, along_m) in cuts {
            let is_known = |cut: &(f32, usize)| cut.1 == junction && (cut.0 - along_m).abs() < SHORTEST_M;
            // The newest are looked at first: a meeting of two points is found once for each of their stretches.
            if !self.cuts[road].iter().rev().any(is_known) {
                self.cuts[road].push((along_m, junction));
            }
        }
    }

    /// The junction at a place, a new one if there is none near it.
    fn junction_at(&mut self, place: Vec3) -> usize {
        let (x, z) = (place.x.floor() as i32, place.z.floor() as i32);
        let around = (x - 1..=x + 1).flat_map(|x| (z - 1..=z + 1).map(move |z| (x, z)));
        let near = around.filter_map(|cell| self.cells.get(&cell)).flatten().find(|junction| {
            let apart = self.junctions[**junction] - place;
            apart.y.abs() < JOIN_HEIGHT_M && apart.with_y(0.0).length() <= 2.0 * JOIN_M
        });
        if let Some(junction) = near {
            return *junction;
        }
        self.junctions.push(place);
        self.cells.entry((x, z)).or_default().push(self.junctions.len() - 1);
        self.junctions.len() - 1
    }

    /// The roads as parts between junctions, in order of the roads and along each.
    pub(super) fn edges(&self, roads: &[Road]) -> Vec<Edge> {
        let mut edges = Vec::new();
        for (road, cuts) in self.cuts.iter().enumerate() {
            let long_enough = |pair: &&[(f32, usize)]| pair[1].0 - pair[0].0 >= SHORTEST_M;
            for pair in cuts.windows(2).filter(long_enough) {
                let [(from_m, from), (to_m, to)] = [pair[0], pair[1]];
                edges.push(Edge { road, from, to, points: line::between(&roads[road].points, from_m, to_m) });
            }
        }
        edges
    }
}

fn stretches(roads: &[Road]) -> Vec<Stretch> {
    let mut stretches = Vec::new();
    for (road, points) in roads.iter().map(|road| &road.points).enumerate() {
        let mut along_m = 0.0;
        for (number, pair) in points.windows(2).enumerate() {
            stretches.push(Stretch { road, number, start: pair[0], end: pair[1], along_m });
            along_m += (pair[1] - pair[0]).length();
        }
    }
    stretches
}

impl Stretch {
    /// Whether the two are not next to each other on one road, and near enough to be looked at.
    fn may_meet(&self, other: &Stretch) -> bool {
        if self.road == other.road && self.number + 1 == other.number {
            return false;
        }
        let apart = |a: [f32; 2], b: [f32; 2]| a[0].max(a[1]) < b[0].min(b[1]) || b[0].max(b[1]) < a[0].min(a[1]);
        !apart([self.start.x, self.end.x], [other.start.x, other.end.x])
            && !apart([self.start.z, self.end.z], [other.start.z, other.end.z])
    }

    /// Where the two cross: metres along the road of each, and the place.
    fn crossing(&self, other: &Stretch) -> Option<(f32, f32, Vec3)> {
        let (a, b, between) = (self.end - self.start, other.end - other.start, other.start - self.start);
        let cross = |u: Vec3, v: Vec3| u.x * v.z - u.z * v.x;
        let sine = cross(a, b);
        // Two that run alongside meet at their ends or not at all.
        if sine.abs() < 1e-3 * a.length() * b.length() {
            return None;
        }
        let (on_a, on_b) = (cross(between, b) / sine, cross(between, a) / sine);
        if !(0.0..=1.0).contains(&on_a) || !(0.0..=1.0).contains(&on_b) {
            return None;
        }
        let (place, over) = (self.start + a * on_a, other.start + b * on_b);
        let same_height = (place.y - over.y).abs() < JOIN_HEIGHT_M;
        same_height.then(|| (self.along_m + on_a * a.length(), other.along_m + on_b * b.length(), place))
    }

    /// Metres along its road where it has `point` on it.
    fn holds(&self, point: Vec3) -> Option<f32> {
        let flat = |v: Vec3| v.with_y(0.0);
        let stretch = flat(self.end - self.start);
        let share = (flat(point - self.start).dot(stretch) / stretch.length_squared()).clamp(0.0, 1.0);
        let nearest = self.start.lerp(self.end, share);
        let holds = flat(nearest - point).length() <= JOIN_M && (nearest.y - point.y).abs() < JOIN_HEIGHT_M;
        holds.then(|| self.along_m + share * (self.end - self.start).length())
    }
}
