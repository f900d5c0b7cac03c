//! The client's last inputs, to be sent again.
//!
//! Over a transport that loses frames, an input sent once is an input lost now and then, and the authority drives the car
//! on a guess. Waiting for a loss to be noticed costs a round trip, by when the tick is long over. So each input travels
//! in the frames of the next few ticks too: three losses in a row still let it through in time to steer, or at least to
//! press. Over an ordered transport nothing is lost, and a frame holds one.

use std::collections::VecDeque;

use crate::input::Input;
use crate::units::{Seq, Tick};
use crate::wire::{InputFrame, MAX_FRAME_INPUTS};

#[cfg(test)]
mod tests;

/// The newest inputs, whose numbers follow one another.
#[derive(Clone, Debug, Default)]
pub struct InputHistory {
    newest: Seq,
    /// Newest first.
    inputs: VecDeque<Input>,
}

impl InputHistory {
    /// Takes up the input of client tick `seq`. A number left out (a tick dropped by a stall) cuts the history: a frame
    /// implies its numbers, so it cannot hold inputs from both sides of a gap, and those before it are too late to steer.
    pub fn record(&mut self, seq: Seq, input: Input) {
        assert!(self.inputs.is_empty() || seq.is_newer_than(self.newest), "inputs are recorded in their order");
        if seq != self.newest.next() {
            self.inputs.clear();
        }
        self.newest = seq;
        self.inputs.truncate(MAX_FRAME_INPUTS - 1);
        self.inputs.push_front(input);
    }

    /// The frame of the last `most` inputs; with 0, the acknowledgement alone.
    #[must_use]
    pub fn frame(&self, ack: Option<Tick>, most: usize) -> InputFrame {
        InputFrame { ack, newest: self.newest, inputs: self.inputs.iter().take(most).copied().collect() }
    }
}
