//! Where the players' inputs come from.

use std::collections::BTreeMap;

use tacho_core::{
    play::DrawnRow,
    units::{ClientId, Seq, Tick},
};

/// Gives each client tick its input.
pub trait InputSource {
    /// The input of `client` for its tick `seq`, in the game's encoding. `lands_on` is the tick of the authority that
    /// will run it, unknown until the authority has run the client's first. `frame` is what the client last drew: a
    /// driver looks at that, as a person would.
    fn input(&mut self, client: ClientId, seq: Seq, lands_on: Option<Tick>, frame: &[DrawnRow]) -> Vec<u8>;
}

/// Inputs as recorded, each given to the client tick that lands where the recorded one landed. So the same drive is
/// driven under any round trip, and two conditions compare like with like.
///
/// Until it is known where a client's ticks land, its hands are off everything: a recording begins with a quiet lead-in.
#[derive(Clone, Debug, Default)]
pub struct RecordedInputs {
    by_tick: BTreeMap<(ClientId, Tick), Vec<u8>>,
    idle: Vec<u8>,
}

impl RecordedInputs {
    /// No inputs yet: `idle` is given where nothing is recorded.
    #[must_use]
    pub fn new(idle: Vec<u8>) -> RecordedInputs {
        RecordedInputs { by_tick: BTreeMap::new(), idle }
    }

    /// `client`'s input in the authority's tick `tick`.
    pub fn record(&mut self, client: ClientId, tick: Tick, input: Vec<u8>) {
        self.by_tick.insert((client, tick), input);
    }
}

impl InputSource for RecordedInputs {
    fn input(&mut self, client: ClientId, _seq: Seq, lands_on: Option<Tick>, _frame: &[DrawnRow]) -> Vec<u8> {
        lands_on.and_then(|tick| self.by_tick.get(&(client, tick))).unwrap_or(&self.idle).clone()
    }
}
