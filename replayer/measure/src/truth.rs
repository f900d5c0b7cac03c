//! What the authority knows: each entity's pose at each tick.
//!
//! It is filled while the authority runs and read once the run is over. A client that predicts draws ticks that the
//! authority has not reached; measured while running, those would have to be guessed. Between two ticks truth is a
//! straight line: at 60 ticks a second a car that brakes at 10 m/s² leaves it by a third of a millimetre.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::geometry::{Quaternion, Vector, angle_deg, difference, distance_to_segment, length, lerp};
use crate::rows::Span;

/// How far around a span truth still counts as near it, in ticks: the interval of snapshots at 20 a second, so that a
/// change that falls between two measurements is near both.
const NEAR_TICKS: f64 = 3.0;

/// How long after its rules put it elsewhere an entity is left out, in seconds. A client cannot know of a relocation
/// before it hears of it, and what it shows until then says nothing about its netcode; one that still has not followed
/// after a second counts again.
const RELOCATION_S: f64 = 1.0;

/// What the authority knows of one entity after a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TruthRow {
    /// The entity.
    pub entity: u32,
    /// Position in metres.
    pub position: Vector,
    /// Rotation as a unit quaternion, x y z w.
    pub rotation: Quaternion,
    /// Whether it touched another body or a wall in this tick.
    pub in_contact: bool,
    /// Whether the rules themselves put it somewhere else in this tick.
    pub relocated: bool,
}

/// All ticks of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    ticks_per_s: f64,
    first_tick: u32,
    times_us: Vec<u64>,
    paths: BTreeMap<u32, Path>,
}

/// One entity's rows: the tick of the first, then one a tick, nothing where it was away.
#[derive(Clone, Debug, PartialEq)]
struct Path {
    first_tick: u32,
    rows: Vec<Option<TruthRow>>,
    /// By the tick that it ends in: what it did since the tick before. Worked out once, since each is near to many frames.
    hops: Vec<Option<Hop>>,
    relocations: Vec<u32>,
}

/// From one tick to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Hop {
    moved: Vector,
    speed_mps: f64,
    turn_deg: f64,
    in_contact: bool,
}

impl Hop {
    fn between(before: &TruthRow, after: &TruthRow, ticks_per_s: f64) -> Self {
        let moved = difference(after.position, before.position);
        Self {
            moved,
            speed_mps: length(moved) * ticks_per_s,
            turn_deg: angle_deg(before.rotation, after.rotation),
            in_contact: before.in_contact || after.in_contact,
        }
    }
}

/// What truth did near a span.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Near {
    /// The greatest speed from one tick to the next, in m/s.
    pub greatest_mps: f64,
    /// The least.
    pub least_mps: f64,
    /// The greatest change of that speed from one tick to the next.
    pub greatest_change_mps: f64,
    /// The greatest turn from one tick to the next, in degrees.
    pub greatest_turn_deg: f64,
    /// Whether it touched anything.
    pub in_contact: bool,
}

impl Near {
    /// The stricter of two accounts of the same moment: what both allow. A touch in either is a touch.
    pub(crate) fn stricter(self, other: Self) -> Self {
        Self {
            greatest_mps: self.greatest_mps.min(other.greatest_mps),
            least_mps: self.least_mps.min(other.least_mps),
            greatest_change_mps: self.greatest_change_mps.min(other.greatest_change_mps),
            greatest_turn_deg: self.greatest_turn_deg.min(other.greatest_turn_deg),
            in_contact: self.in_contact || other.in_contact,
        }
    }
}

impl Truth {
    /// No ticks yet. `ticks_per_s` is the authority's nominal rate.
    #[must_use]
    pub fn new(ticks_per_s: f64) -> Self {
        assert!(ticks_per_s > 0.0, "an authority runs ticks");
        Self { ticks_per_s, first_tick: 0, times_us: Vec::new(), paths: BTreeMap::new() }
    }

    /// Adds the tick after the last one: when it ran, and every entity after it, each once.
    pub fn push_tick(&mut self, tick: u32, time_us: u64, rows: &[TruthRow]) {
        match self.times_us.last() {
            None => self.first_tick = tick,
            Some(last_us) => {
                assert_eq!(tick, self.first_tick + self.times_us.len() as u32, "ticks follow one another");
                assert!(time_us >= *last_us, "time does not run backward");
            }
        }
        self.times_us.push(time_us);
        for row in rows {
            let path = self.paths.entry(row.entity).or_insert_with(|| Path {
                first_tick: tick,
                rows: Vec::new(),
                hops: Vec::new(),
                relocations: Vec::new(),
            });
            let place = (tick - path.first_tick) as usize;
            assert!(path.rows.len() <= place, "an entity has one row a tick");
            path.rows.resize(place, None);
            path.hops.resize(place, None);
            let before = path.rows.last().copied().flatten();
            path.hops.push(before.map(|before| Hop::between(&before, row, self.ticks_per_s)));
            path.rows.push(Some(*row));
            if row.relocated {
                path.relocations.push(tick);
            }
        }
    }

    /// The authority's nominal rate.
    #[must_use]
    pub fn ticks_per_s(&self) -> f64 {
        self.ticks_per_s
    }

    /// The moment when a tick ran, in microseconds.
    #[must_use]
    pub fn time_us(&self, tick: u32) -> Option<u64> {
        self.times_us.get(tick.checked_sub(self.first_tick)? as usize).copied()
    }

    /// The tick that the authority was at, at a moment: a fraction between the two ticks that it fell between, nothing
    /// before the first and after the last.
    #[must_use]
    pub fn tick_at(&self, time_us: u64) -> Option<f64> {
        let next = self.times_us.partition_point(|ran_us| *ran_us <= time_us);
        let last = next.checked_sub(1)?;
        let tick = f64::from(self.first_tick) + last as f64;
        match self.times_us.get(next) {
            Some(next_us) => {
                let interval_us = (next_us - self.times_us[last]) as f64;
                Some(tick + (time_us - self.times_us[last]) as f64 / interval_us)
            }
            None => (time_us == self.times_us[last]).then_some(tick),
        }
    }

    /// What is known of an entity after a tick.
    #[must_use]
    pub fn row(&self, entity: u32, tick: u32) -> Option<&TruthRow> {
        let path = self.paths.get(&entity)?;
        path.rows.get(tick.checked_sub(path.first_tick)? as usize)?.as_ref()
    }

    /// Where an entity truly was at a fraction of a tick.
    #[must_use]
    pub fn position_at(&self, entity: u32, tick: f64) -> Option<Vector> {
        let before = self.row(entity, whole(tick.floor())?)?;
        let share = tick - tick.floor();
        if share == 0.0 {
            return Some(before.position);
        }
        let after = self.row(entity, whole(tick.ceil())?)?;
        Some(lerp(before.position, after.position, share))
    }

    /// Whether truth has any tick of a span.
    pub(crate) fn covers(&self, span: Span) -> bool {
        let last_tick = f64::from(self.first_tick) + self.times_us.len() as f64 - 1.0;
        span.last >= f64::from(self.first_tick) && span.first <= last_tick
    }

    /// Whether an entity was there at any tick of a span.
    pub(crate) fn knows(&self, entity: u32, span: Span) -> bool {
        let path = self.paths.get(&entity);
        path.is_some_and(|path| {
            path.within(&path.rows, span.first.floor(), span.last.ceil()).iter().any(Option::is_some)
        })
    }

    /// Every entity that ever was.
    pub(crate) fn entities(&self) -> impl Iterator<Item = u32> {
        self.paths.keys().copied()
    }

    /// How far a drawn place is from the path that truth took over a span.
    pub(crate) fn distance_to_path(&self, entity: u32, place: Vector, span: Span) -> Option<f64> {
        let (start, end) = (self.position_at(entity, span.first)?, self.position_at(entity, span.last)?);
        let path = self.paths.get(&entity)?;
        let between = path.within(&path.rows, span.first.ceil(), span.last.floor()).iter().flatten();
        let mut nearest_m = f64::INFINITY;
        let mut from = start;
        for to in between.map(|row| row.position).chain([end]) {
            nearest_m = nearest_m.min(distance_to_segment(place, from, to));
            from = to;
        }
        Some(nearest_m)
    }

    /// What truth did within a span and [`NEAR_TICKS`] around it. Nothing where the entity was not there for two ticks
    /// in a row, or where its rules had just put it elsewhere.
    pub(crate) fn near(&self, entity: u32, span: Span) -> Option<Near> {
        if self.was_relocated(entity, span) {
            return None;
        }
        let mut near: Option<Near> = None;
        let mut speed_before = None;
        for hop in self.hops_near(entity, span) {
            let Some(hop) = hop else {
                speed_before = None;
                continue;
            };
            let change_mps = speed_before.map_or(0.0, |before: f64| (hop.speed_mps - before).abs());
            speed_before = Some(hop.speed_mps);
            let so_far = near.get_or_insert(Near {
                greatest_mps: hop.speed_mps,
                least_mps: hop.speed_mps,
                greatest_change_mps: 0.0,
                greatest_turn_deg: 0.0,
                in_contact: false,
            });
            so_far.greatest_mps = so_far.greatest_mps.max(hop.speed_mps);
            so_far.least_mps = so_far.least_mps.min(hop.speed_mps);
            so_far.greatest_change_mps = so_far.greatest_change_mps.max(change_mps);
            so_far.greatest_turn_deg = so_far.greatest_turn_deg.max(hop.turn_deg);
            so_far.in_contact |= hop.in_contact;
        }
        near
    }

    /// The directions in which truth went near a span, as unit vectors.
    pub(crate) fn directions_near(&self, entity: u32, span: Span) -> impl Iterator<Item = Vector> {
        self.hops_near(entity, span).iter().flatten().filter_map(|hop| {
            let moved_m = length(hop.moved);
            (moved_m > 0.0).then(|| hop.moved.map(|part| part / moved_m))
        })
    }

    /// Whether the rules put an entity elsewhere near a span or not long before it.
    pub(crate) fn was_relocated(&self, entity: u32, span: Span) -> bool {
        let (first, last) = (span.first - RELOCATION_S * self.ticks_per_s, span.last + NEAR_TICKS);
        let relocations = self.paths.get(&entity).map_or(&[][..], |path| &path.relocations);
        relocations.iter().any(|tick| (first..=last).contains(&f64::from(*tick)))
    }

    /// What an entity did from each tick near a span to the next.
    fn hops_near(&self, entity: u32, span: Span) -> &[Option<Hop>] {
        let (first, last) = ((span.first - NEAR_TICKS).ceil(), (span.last + NEAR_TICKS).floor());
        // A hop ends in its tick: that of the first begins outside.
        self.paths.get(&entity).map_or(&[], |path| path.within(&path.hops, first + 1.0, last))
    }
}

impl Path {
    /// Those of one whole tick to another of `items`, which are one a tick; clamped to those that there are.
    fn within<'a, T>(&self, items: &'a [T], first: f64, last: f64) -> &'a [T] {
        let place = |tick: f64| (tick - f64::from(self.first_tick)).clamp(0.0, items.len() as f64) as usize;
        &items[place(first)..place(last + 1.0).max(place(first))]
    }
}

/// A tick as the number that it is, nothing where there is no such tick.
fn whole(tick: f64) -> Option<u32> {
    (tick >= 0.0 && tick <= f64::from(u32::MAX)).then_some(tick as u32)
}
