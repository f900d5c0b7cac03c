//! The conditions of one direction of a network, pure: a datagram goes in at t, datagrams come out at t'.
//!
//! Netcode is written on a good network and judged on a bad one, and a bad network that is real cannot be had twice. With
//! a real one, a fault shows once and is gone; with sleeping threads and a random source, a test that passes today fails
//! tomorrow. Here the network is a state machine: time is an argument, and what happens is a pure function of the
//! conditions, the seed and the datagrams given. The same run always meets the same network.
//!
//! A [`Link`] is a short row of stages, and the fate of a datagram is settled as it is sent:
//!
//! 1. **loss**: it goes no further;
//! 2. **duplicate**: one that is not lost may go on twice;
//! 3. **delay**: base and jitter, or a measured link ([`LinkTrace`]) in place of loss and delay;
//! 4. **order**: with [`Conditions::keep_order`], it arrives no earlier than what was sent before it;
//! 5. **stalls**: an arrival within one waits for its end.
//!
//! Deliveries come in order of arrival, and in the order of sending where they arrive at the same instant: so what a stall
//! held comes out together and in order.
//!
//! **The reliable lane.** [`Link::handle_reliable`] sends through the same delays and stalls, in order and without loss or
//! duplicates. One that the network loses is sent again, and arrives later by a round trip (twice its own delay) and
//! [`RETRANSMISSION_US`]; the second sending always arrives. What was sent after it on that lane waits for it (head-of-line
//! blocking); datagrams outside the lane do not.
//!
//! ```
//! use tacho_link::{Conditions, Link, parse_stall};
//!
//! let conditions = Conditions { delay_us: 50_000, stalls: vec![parse_stall("1000:300")?], ..Conditions::default() };
//! conditions.check()?;
//! let mut link = Link::new(conditions, 7);
//! link.handle_datagram(900_000, b"before".to_vec());
//! link.handle_datagram(960_000, b"into the stall".to_vec());
//!
//! assert_eq!(link.next_delivery(), Some(950_000));
//! assert!(link.poll_delivery(949_999).is_none());
//! assert_eq!(link.poll_delivery(1_000_000).unwrap().bytes, b"before");
//! assert_eq!(link.next_delivery(), Some(1_300_000));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chance;
mod conditions;
mod parse;
#[cfg(test)]
mod tests;
mod trace;

use std::collections::BTreeMap;

pub use conditions::{Conditions, ConditionsError, Distribution, MAX_DELAY_US, MAX_TIME_US, Stall};
pub use parse::{ParseError, parse_share, parse_stall};
pub use trace::{LinkTrace, MAX_MEASUREMENTS, MAX_RTT_MS, MAX_T_S, Measurement, TraceError};

use chance::{Chance, NORMAL_BOUND_STDS, Purpose};

/// How long beyond a round trip a sender waits for an acknowledgement before it sends again, in microseconds: the least
/// that common TCP implementations wait.
pub const RETRANSMISSION_US: u64 = 200_000;
// An arrival is an instant that a u64 holds: the longest delay is the base and the widest jitter, three times where it is lost.
const _: () = assert!(3 * (1 + NORMAL_BOUND_STDS as u64) * MAX_DELAY_US + RETRANSMISSION_US < u64::MAX - MAX_TIME_US);

/// How a datagram travels. The two have fates of their own under one seed; exchanging them here exchanges those.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// It may be lost, doubled or overtaken.
    Unreliable,
    /// It arrives once, and in order with the others of this lane.
    Reliable,
}

/// A datagram as it arrives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// When it arrives, in microseconds; it may have been asked for later.
    pub at_us: u64,
    /// When it was sent, in microseconds.
    pub sent_us: u64,
    /// How it travelled.
    pub lane: Lane,
    /// What was sent.
    pub bytes: Vec<u8>,
}

/// What a link has done so far, in datagrams of both lanes. All but `delivered` and `reordered` are counted on sending, so
/// `sent + duplicated = lost + delivered + those under way`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Handed in.
    pub sent: u64,
    /// Handed out, copies included.
    pub delivered: u64,
    /// Never to arrive.
    pub lost: u64,
    /// Arriving twice.
    pub duplicated: u64,
    /// Arrived after one that was sent later, on the unreliable lane.
    pub reordered: u64,
    /// Made to wait by a stall, copies included.
    pub held: u64,
    /// Lost on the reliable lane, and sent again.
    pub retransmitted: u64,
}

/// One direction of a network. A clone goes on exactly as the original would.
#[derive(Clone, Debug)]
pub struct Link {
    /// Checked; the stalls in order of their beginning.
    conditions: Conditions,
    unreliable: LaneState,
    reliable: LaneState,
    /// By arrival, then by order of sending.
    under_way: BTreeMap<(u64, u64), UnderWay>,
    /// Datagrams and copies put under way so far: the order of sending.
    scheduled: u64,
    /// The newest in that order that arrived on the unreliable lane.
    newest_arrived: u64,
    /// The latest time heard of.
    now_us: u64,
    counts: Counts,
}

/// What the next datagram of a lane depends on.
#[derive(Clone, Debug)]
struct LaneState {
    chance: Chance,
    /// The number of the next datagram.
    next_number: u64,
    /// The latest arrival so far, before stalls, in microseconds.
    latest_arrival_us: u64,
}

#[derive(Clone, Debug)]
struct UnderWay {
    sent_us: u64,
    lane: Lane,
    bytes: Vec<u8>,
}

impl LaneState {
    fn new(seed: u64, lane: Lane) -> LaneState {
        LaneState { chance: Chance::new(seed, lane as u64), next_number: 0, latest_arrival_us: 0 }
    }

    fn take_number(&mut self) -> u64 {
        self.next_number += 1;
        self.next_number - 1
    }
}

impl Link {
    /// A link with nothing under way. The two directions of a connection, and each connection, want a seed of their own:
    /// equal seeds lose the same datagrams.
    ///
    /// # Panics
    /// Where [`Conditions::check`] refuses the conditions.
    #[must_use]
    pub fn new(mut conditions: Conditions, seed: u64) -> Link {
        if let Err(error) = conditions.check() {
            panic!("conditions reach a link checked: {error}");
        }
        conditions.stalls.sort_unstable();
        Link {
            conditions,
            unreliable: LaneState::new(seed, Lane::Unreliable),
            reliable: LaneState::new(seed, Lane::Reliable),
            under_way: BTreeMap::new(),
            scheduled: 0,
            newest_arrived: 0,
            now_us: 0,
            counts: Counts::default(),
        }
    }

    /// Sends a datagram on the unreliable lane at `now_us`.
    ///
    /// # Panics
    /// Where time runs backwards.
    pub fn handle_datagram(&mut self, now_us: u64, bytes: Vec<u8>) {
        self.advance(now_us);
        self.counts.sent += 1;
        let number = self.unreliable.take_number();
        let chance = &self.unreliable.chance;
        if self.is_lost(chance, number) {
            self.counts.lost += 1;
            return;
        }
        let delay_us = self.delay_us(chance, number, Purpose::Jitter);
        if chance.happens(number, Purpose::Duplicate, self.conditions.duplicate_share) {
            let copy_delay_us = self.delay_us(chance, number, Purpose::DuplicateJitter);
            self.counts.duplicated += 1;
            self.schedule(Lane::Unreliable, delay_us, bytes.clone());
            self.schedule(Lane::Unreliable, copy_delay_us, bytes);
        } else {
            self.schedule(Lane::Unreliable, delay_us, bytes);
        }
    }

    /// Sends a datagram on the reliable lane at `now_us`.
    ///
    /// # Panics
    /// Where time runs backwards.
    pub fn handle_reliable(&mut self, now_us: u64, bytes: Vec<u8>) {
        self.advance(now_us);
        self.counts.sent += 1;
        let number = self.reliable.take_number();
        let chance = &self.reliable.chance;
        let mut delay_us = self.delay_us(chance, number, Purpose::Jitter);
        if self.is_lost(chance, number) {
            self.counts.retransmitted += 1;
            delay_us += 2 * delay_us + RETRANSMISSION_US;
        }
        self.schedule(Lane::Reliable, delay_us, bytes);
    }

    /// The next datagram that has arrived by `now_us`; `None` where none is left.
    ///
    /// # Panics
    /// Where time runs backwards.
    pub fn poll_delivery(&mut self, now_us: u64) -> Option<Delivery> {
        self.advance(now_us);
        let first = self.under_way.first_entry()?;
        let (at_us, order) = *first.key();
        if at_us > now_us {
            return None;
        }
        let UnderWay { sent_us, lane, bytes } = first.remove();
        self.counts.delivered += 1;
        if lane == Lane::Unreliable {
            self.counts.reordered += u64::from(order < self.newest_arrived);
            self.newest_arrived = self.newest_arrived.max(order);
        }
        Some(Delivery { at_us, sent_us, lane, bytes })
    }

    /// When the next datagram arrives, in microseconds; `None` where nothing is under way.
    #[must_use]
    pub fn next_delivery(&self) -> Option<u64> {
        self.under_way.first_key_value().map(|((at_us, _), _)| *at_us)
    }

    /// What was done so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The conditions, their stalls in order of time.
    #[must_use]
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    fn advance(&mut self, now_us: u64) {
        assert!(now_us >= self.now_us, "time runs backwards: {now_us} us after {} us", self.now_us);
        self.now_us = now_us;
    }

    /// Whether the network loses a datagram sent now.
    fn is_lost(&self, chance: &Chance, number: u64) -> bool {
        match &self.conditions.trace {
            Some(trace) => trace.measurement_at(self.now_us).lost,
            None => chance.happens(number, Purpose::Loss, self.conditions.loss_share),
        }
    }

    /// How long a datagram sent now is under way, stalls and order aside.
    fn delay_us(&self, chance: &Chance, number: u64, purpose: Purpose) -> u64 {
        let Conditions { delay_us, jitter_us, distribution, trace, .. } = &self.conditions;
        if let Some(trace) = trace {
            return trace.measurement_at(self.now_us).delay_us;
        }
        let jitters = match distribution {
            Distribution::Uniform => chance.uniform(number, purpose),
            Distribution::Normal => chance.normal(number, purpose),
        };
        delay_us.saturating_add_signed((jitters * *jitter_us as f64).round() as i64)
    }

    /// Puts a datagram sent now under way, for the instant at which it arrives.
    fn schedule(&mut self, lane: Lane, delay_us: u64, bytes: Vec<u8>) {
        let (state, keep_order) = match lane {
            Lane::Unreliable => (&mut self.unreliable, self.conditions.keep_order),
            Lane::Reliable => (&mut self.reliable, true),
        };
        let earliest_us = if keep_order { state.latest_arrival_us } else { 0 };
        let arrival_us = (self.now_us + delay_us).max(earliest_us);
        state.latest_arrival_us = state.latest_arrival_us.max(arrival_us);

        let mut at_us = arrival_us;
        // In order of their beginning, so that the end of one may fall into the next.
        for stall in &self.conditions.stalls {
            if stall.holds(at_us) {
                at_us = stall.end_us();
            }
        }
        self.counts.held += u64::from(at_us > arrival_us);
        self.under_way.insert((at_us, self.scheduled), UnderWay { sent_us: self.now_us, lane, bytes });
        self.scheduled += 1;
    }
}
