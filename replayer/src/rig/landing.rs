//! Which tick of the authority runs which tick of a client.
//!
//! A client numbers its own ticks and the authority runs exactly one of them in each of its own, so the two differ by a
//! constant, which is settled when the client's first input is run. With that constant a predicted pose can be held
//! against the truth of the tick it stands for, even before the authority has come there, and a recorded input can be
//! given to the very tick that will land where it landed before.

use tacho_core::{
    play::InputRun,
    units::{Seq, Tick},
};

/// The landing of one client's ticks, read off the inputs that the authority ran.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Landing {
    /// Where the constant was settled, and where it changed: a client that starts its count anew does that. Oldest first.
    shifts: Vec<(Seq, Tick)>,
}

impl Landing {
    /// Takes note of an input that was run. Those of one client, in order.
    pub fn record(&mut self, run: &InputRun) {
        if self.tick_of(run.seq) != Some(run.tick) {
            self.shifts.push((run.seq, run.tick));
        }
    }

    /// The tick that ran `seq`, or will run it, or would have. `None` before the authority has run any input.
    #[must_use]
    pub fn tick_of(&self, seq: Seq) -> Option<Tick> {
        let &(from, tick) = self.shift_at(seq)?;
        tick.0.checked_add_signed(seq.distance_from(from)).map(Tick)
    }

    /// The same for a moment between two ticks.
    #[must_use]
    pub fn time_of(&self, client_tick: f64) -> Option<f64> {
        let whole = client_tick.floor();
        let seq = Seq(whole as i64 as u32);
        let &(from, tick) = self.shift_at(seq)?;
        Some(f64::from(tick.0) + f64::from(seq.distance_from(from)) + (client_tick - whole))
    }

    /// The newest shift that `seq` is not before; the first one for what came earlier.
    fn shift_at(&self, seq: Seq) -> Option<&(Seq, Tick)> {
        self.shifts.iter().rev().find(|(from, _)| !from.is_newer_than(seq)).or(self.shifts.first())
    }
}
