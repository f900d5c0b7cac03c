//! The drivers of a session, as the rig asks for their inputs.

use std::collections::BTreeMap;
use std::sync::Arc;

use tacho_core::driver::{Driver, RammingDriver, RoadDriver, RouteDriver};
use tacho_core::input::Input;
use tacho_core::level::Level;
use tacho_core::play::DrawnRow;
use tacho_core::units::{ClientId, Seq, Tick};
use tacho_replayer::rig::InputSource;

/// One driver for each client: those with even numbers go places, those with odd ones go for the others.
pub struct Drivers {
    by_client: BTreeMap<ClientId, Box<dyn Driver>>,
    /// The first tick of the authority for which anybody touches anything. Before it a replay under another round trip has
    /// time to settle where its inputs land.
    hands_on: Tick,
}

impl Drivers {
    /// Drivers for `players` clients, each with a seed of its own that follows from `seed`.
    #[must_use]
    pub fn new(level: &Arc<Level>, players: u16, seed: u64, hands_on: Tick) -> Drivers {
        let driver = |client: u16| -> Box<dyn Driver> {
            let seed = seed_of(seed, client);
            match client % 2 {
                0 => Box::new(RouteDriver::new(Arc::clone(level), seed)),
                _ => Box::new(RammingDriver::new(seed)),
            }
        };
        Drivers { by_client: (0..players).map(|client| (ClientId(client), driver(client))).collect(), hands_on }
    }

    /// The same, but player 0 follows the road of that number in the level.
    #[must_use]
    pub fn with_road(mut self, level: &Arc<Level>, road: usize, seed: u64) -> Drivers {
        self.by_client.insert(ClientId(0), Box::new(RoadDriver::new(Arc::clone(level), road, seed_of(seed, 0))));
        self
    }

    /// What a client holds in its tick `seq`, that lands on the authority's tick `lands_on`.
    pub fn hold(&mut self, client: ClientId, seq: Seq, lands_on: Option<Tick>, frame: &[DrawnRow]) -> Input {
        let is_quiet = lands_on.is_none_or(|tick| tick < self.hands_on);
        match self.by_client.get_mut(&client) {
            Some(driver) if !is_quiet => driver.input(seq.0, frame),
            _ => Input::default(),
        }
    }
}

/// The seed of one client's driver.
fn seed_of(seed: u64, client: u16) -> u64 {
    seed.wrapping_mul(1 << 16).wrapping_add(u64::from(client))
}

impl InputSource for Drivers {
    fn input(&mut self, client: ClientId, seq: Seq, lands_on: Option<Tick>, frame: &[DrawnRow]) -> Vec<u8> {
        self.hold(client, seq, lands_on, frame).to_bytes().to_vec()
    }
}
