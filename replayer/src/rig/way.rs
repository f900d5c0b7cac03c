//! One direction of a client's connection: a link, and the witness told of all that goes in and comes out.

use tacho_core::{
    link::{self, Conditions, Counts, Link},
    play::Lane,
    units::{ClientId, Micros},
};

use super::witness::{DatagramSeen, Direction, Witness};

#[derive(Clone)]
pub(super) struct Way {
    client: ClientId,
    direction: Direction,
    link: Link,
}

impl Way {
    /// A link that draws from a stream of its own, so what is changed about one client leaves the weather of the others
    /// alone.
    pub(super) fn new(client: ClientId, direction: Direction, conditions: &Conditions, seed: u64) -> Way {
        let way = u64::from(client.0) << 1 | u64::from(direction == Direction::Down);
        Way { client, direction, link: Link::new(conditions.clone(), mix(mix(seed) ^ way)) }
    }

    pub(super) fn send(&mut self, now: Micros, lane: Lane, bytes: Vec<u8>, witness: &mut dyn Witness) {
        witness.on_sent(&self.seen(now, lane, &bytes));
        match lane {
            Lane::Reliable => self.link.handle_reliable(now.0, bytes),
            Lane::Unreliable => self.link.handle_datagram(now.0, bytes),
        }
    }

    /// When the next datagram arrives.
    pub(super) fn next_arrival(&self) -> Option<Micros> {
        self.link.next_delivery().map(Micros)
    }

    /// Takes out the datagram of [`Way::next_arrival`], at that instant or after a pause.
    pub(super) fn read(&mut self, now: Micros, witness: &mut dyn Witness) -> Vec<u8> {
        let delivery = self.link.poll_delivery(now.0).expect("one is read only where one has arrived");
        let lane = match delivery.lane {
            link::Lane::Reliable => Lane::Reliable,
            link::Lane::Unreliable => Lane::Unreliable,
        };
        witness.on_read(&self.seen(Micros(delivery.sent_us), lane, &delivery.bytes), now);
        delivery.bytes
    }

    pub(super) fn counts(&self) -> Counts {
        self.link.counts()
    }

    fn seen<'a>(&self, sent: Micros, lane: Lane, bytes: &'a [u8]) -> DatagramSeen<'a> {
        DatagramSeen { client: self.client, direction: self.direction, sent, lane, bytes }
    }
}

/// The step of SplitMix64 (Steele, Lea, Flood 2014): every bit of the result depends on every bit of `state`.
fn mix(state: u64) -> u64 {
    let mut bits = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
