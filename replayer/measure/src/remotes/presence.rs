//! **Missing**: the share of entity-frames in which an entity that the client is meant to know was not drawn.
//! **Ghost**: the share of drawn entity-frames in which truth had no such entity at the drawn ticks. Both are flagged
//! from 0.5 % on.
//!
//! The client hears of an entity some time after it came near, and draws it later still. So one counts as known only
//! when it has been within the client's interest for a second on end. An entity that is gone but is drawn in the past,
//! when it was there, is no ghost: that is delay, which is measured as such.

use std::collections::BTreeMap;

use crate::band::Band;
use crate::geometry::distance;
use crate::quantiles::share;
use crate::rows::{Frame, Settings};
use crate::track::Sample;
use crate::truth::Truth;

/// How long an entity is within interest before it must be drawn, in microseconds: more than the longest delay that
/// anything is drawn with (a round trip of 350 ms, and 250 ms for the furthest band).
const SETTLED_US: u64 = 1_000_000;

#[derive(Debug, Default)]
pub(super) struct Presence {
    known: u64,
    missing: u64,
    judged: u64,
    ghosts: u64,
}

impl Presence {
    /// Takes in one frame of an entity that the client is meant to know.
    pub(super) fn take_known(&mut self, is_drawn: bool) {
        self.known += 1;
        self.missing += u64::from(!is_drawn);
    }

    pub(super) fn take_drawn(&mut self, truth: &Truth, sample: &Sample) {
        if truth.covers(sample.row.span) {
            self.judged += 1;
            self.ghosts += u64::from(!truth.knows(sample.row.entity, sample.row.span));
        }
    }

    /// Drawn rows at ticks that truth has.
    pub(super) fn judged(&self) -> u64 {
        self.judged
    }

    pub(super) fn missing_share(&self) -> f64 {
        share(self.missing, self.known)
    }

    pub(super) fn ghost_share(&self) -> f64 {
        share(self.ghosts, self.judged)
    }
}

/// Yields, for every frame, every entity that the client is meant to know, and whether it is drawn.
pub(super) fn measure(truth: &Truth, frames: &[&Frame], settings: &Settings, mut take: impl FnMut(Option<Band>, bool)) {
    let mut within_since_us: BTreeMap<u32, u64> = BTreeMap::new();
    for frame in frames {
        let now_tick = truth.tick_at(frame.time_us);
        let place = |entity| truth.position_at(entity, now_tick?);
        let viewer = frame.viewpoint.and_then(place);
        for entity in truth.entities() {
            let distance_m = viewer.and_then(|viewer| Some(distance(viewer, place(entity)?)));
            let Some(distance_m) = distance_m.filter(|distance_m| *distance_m <= settings.interest_m) else {
                within_since_us.remove(&entity);
                continue;
            };
            let since_us = *within_since_us.entry(entity).or_insert(frame.time_us);
            let is_own = frame.viewpoint == Some(entity) || frame.own.is_some_and(|own| own.entity == entity);
            if !is_own && frame.time_us - since_us >= SETTLED_US {
                let is_drawn = frame.remotes.iter().any(|row| row.entity == entity);
                take(Band::of(distance_m), is_drawn);
            }
        }
    }
}
