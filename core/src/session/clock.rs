//! Which tick the authority is at: the client's estimate of it, and the two things that are set by it.
//!
//! Every snapshot says its tick, so the plain way is to take that tick as the authority's time whenever one comes. Then
//! everything on screen steps a tick forward or back whenever the network is a little late or early, and a stall halts
//! the world and lets it leap when the held snapshots come together.
//!
//! A snapshot can be late, never early. So of the last two seconds' snapshots the one that came *earliest* for its tick
//! is nearest to the truth, and a late one, a silence or a burst says nothing. That earliest one is the top; the estimate
//! lives in a band one tick wide under it, in which jitter moves nothing, and leaves it only slowly: down quickly enough
//! not to outrun the snapshots, up without haste, since a tick of delay costs nobody anything. Between, time goes at the
//! pace of the frames, and what is drawn is never held back to the newest snapshot.
//!
//! The client's own ticks are another clock, kept a few inputs ahead of the authority by [`tick_scale`].

use std::collections::VecDeque;

use crate::session::tuning::Tuning;
use crate::units::{Micros, TICK_RATE_HZ, Tick};
use crate::wire::Epoch;

#[cfg(test)]
mod tests;

/// How long an observation counts. Two seconds, forty snapshots: the earliest of so many is early indeed, and a path that
/// got slower for good is believed soon enough.
pub const WINDOW_TICKS: u32 = 2 * TICK_RATE_HZ;
const WINDOW: Micros = Micros::from_ms(WINDOW_TICKS as u64 * 1000 / TICK_RATE_HZ as u64);

/// Width of the band under the top, in ticks. As wide as frames are coarse: an arrival is seen up to a frame late.
pub const BAND_TICKS: f64 = 1.0;

/// How fast an estimate above the top comes down, in ticks a tick. 5 %: unseen in a car's pace, and quicker than the nine
/// ticks of extrapolation run out.
pub const SLEW_DOWN: f64 = 0.05;

/// How fast an estimate below the band rises, in ticks a tick. Half a per cent: a tick in 3.3 s. The earliest arrival of a
/// window is rare; following it briskly would be a sawtooth on everything drawn.
pub const SLEW_UP: f64 = 0.005;

/// An estimate further than this outside the band is not late or slow, it is on another timeline, in ticks. It is given up
/// only when that has held for a whole window.
pub const SNAP_TICKS: f64 = 6.0;

/// The server's tick over local time, as one snapshot shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Observation {
    at: Micros,
    offset_ticks: f64,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct ClientClock {
    epoch: Epoch,
    /// The frames' elapsed time, added up.
    now: Micros,
    /// When the first observation of this epoch came. None while there is no estimate.
    first: Option<Micros>,
    /// The estimate: the authority's tick less the local time in ticks.
    offset_ticks: f64,
    /// The observations of the window that may yet be its top: each smaller than the one before it.
    tops: VecDeque<Observation>,
    /// Since when every observation has said that the estimate is on another timeline.
    astray_since: Option<Micros>,
    /// The newest snapshot's tick and when it came, for the clamped variant alone.
    newest: Option<(Tick, Micros)>,
    drifting: bool,
    restarts: u32,
}

impl ClientClock {
    /// A clock that has seen nothing yet, for the epoch that the welcome named.
    #[must_use]
    pub fn new(epoch: Epoch) -> ClientClock {
        ClientClock {
            epoch,
            now: Micros(0),
            first: None,
            offset_ticks: 0.0,
            tops: VecDeque::new(),
            astray_since: None,
            newest: None,
            drifting: false,
            restarts: 0,
        }
    }

    /// Lets a frame's time pass, before the frame's snapshots are observed.
    pub fn advance(&mut self, elapsed: Micros) {
        self.now = self.now.after(elapsed);
        while self.tops.front().is_some_and(|top| self.now.since(top.at) >= WINDOW) {
            self.tops.pop_front();
        }
        let before = self.offset_ticks;
        if let Some(top) = self.top() {
            let above = self.offset_ticks - top;
            let below = top - BAND_TICKS - self.offset_ticks;
            self.offset_ticks -= above.clamp(0.0, SLEW_DOWN * elapsed.as_ticks());
            self.offset_ticks += below.clamp(0.0, SLEW_UP * elapsed.as_ticks());
        }
        self.drifting = self.offset_ticks != before;
    }

    /// Takes in a snapshot that has come by this frame. One of an older epoch says nothing; one of a newer restarts.
    pub fn observe(&mut self, epoch: Epoch, tick: Tick) {
        if epoch.is_newer_than(self.epoch) {
            self.restart(epoch);
        } else if epoch != self.epoch {
            return;
        }
        let seen = Observation { at: self.now, offset_ticks: f64::from(tick.0) - self.now.as_ticks() };
        if self.newest.is_none_or(|(newest, _)| newest < tick) {
            self.newest = Some((tick, self.now));
        }
        let first = *self.first.get_or_insert(self.now);
        if first == self.now {
            // The first frame may be handed seconds of snapshots at once: the last is the one that has not waited.
            return self.place(seen);
        }
        while self.tops.back().is_some_and(|top| top.offset_ticks <= seen.offset_ticks) {
            self.tops.pop_back();
        }
        if self.tops.back().is_none_or(|top| top.at != seen.at) {
            self.tops.push_back(seen);
        }
        self.leave_another_timeline(seen, first);
    }

    /// Forgets everything: the authority's ticks are counted anew.
    pub fn restart(&mut self, epoch: Epoch) {
        *self = ClientClock { now: self.now, restarts: self.restarts, ..ClientClock::new(epoch) };
    }

    /// The tick that the authority is at, as far as can be told from here. None before the first snapshot.
    #[must_use]
    pub fn estimate_tick(&self) -> Option<f64> {
        self.first.map(|_| self.now.as_ticks() + self.offset_ticks)
    }

    /// The tick that the others are drawn at, before any tier's delay.
    #[must_use]
    pub fn render_tick(&self, tuning: &Tuning) -> Option<f64> {
        let delay = f64::from(tuning.render_delay_ticks);
        if tuning.faults.clamp_clock_to_newest {
            let (newest, at) = self.newest?;
            return Some(f64::from(newest.0) + (self.now.since(at).as_ticks() - delay).min(0.0));
        }
        self.estimate_tick().map(|tick| tick - delay)
    }

    /// Whether the estimate left the pace of real time in the last [`ClientClock::advance`], by its own rules.
    #[must_use]
    pub fn is_drifting(&self) -> bool {
        self.drifting
    }

    /// How often the estimate was set anew, the first time included.
    #[must_use]
    pub fn restarts(&self) -> u32 {
        self.restarts
    }

    /// The largest offset of the window.
    fn top(&self) -> Option<f64> {
        self.tops.front().map(|top| top.offset_ticks)
    }

    /// Takes a discontinuity: at once while there is no history to be fooled by, else when it has held for a window. An
    /// early observation must say so itself, so that one that came by mistake is outvoted by the next. A late one says
    /// nothing until the whole window is late.
    fn leave_another_timeline(&mut self, seen: Observation, first: Micros) {
        let ahead = seen.offset_ticks - BAND_TICKS - self.offset_ticks > SNAP_TICKS;
        let behind = self.top().is_some_and(|top| self.offset_ticks - top > SNAP_TICKS);
        if !ahead && !behind {
            self.astray_since = None;
            return;
        }
        let since = *self.astray_since.get_or_insert(self.now);
        if self.now.since(first) < WINDOW || self.now.since(since) >= WINDOW {
            self.place(seen);
        }
    }

    /// Sets the estimate by one observation, into the middle of its band.
    fn place(&mut self, seen: Observation) {
        self.offset_ticks = seen.offset_ticks - BAND_TICKS / 2.0;
        self.tops.clear();
        self.tops.push_back(seen);
        self.astray_since = None;
        self.restarts += 1;
    }
}

/// How far the client's own tick interval is bent, as a share of it. 3 %: two ticks a second, felt by nobody.
pub const NUDGE_SHARE: f64 = 0.03;

/// Inputs waiting at the authority at or below which the next hitch runs it dry.
pub const QUEUE_LOW: u8 = 1;

/// Inputs waiting above which the car answers later than it must.
pub const QUEUE_HIGH: u8 = 4;
const _: () = assert!(QUEUE_LOW < QUEUE_HIGH, "between the two the interval is its own length");

/// The factor on the client's tick interval, from the length of its queue as the newest snapshot says it.
#[must_use]
pub fn tick_scale(queue_len: u8) -> f64 {
    if queue_len <= QUEUE_LOW {
        1.0 - NUDGE_SHARE
    } else if queue_len > QUEUE_HIGH {
        1.0 + NUDGE_SHARE
    } else {
        1.0
    }
}
