//! The client's own ticks: those that the time owes, their inputs, and what goes out.

use super::clock::tick_scale;
use super::predictor::{MOST_GUESSED_TICKS, Predictor};
use super::{GIVEN_TICKS, Session};
use crate::input::{INPUT_BYTES, Input};
use crate::play::{Lane, Note, ToServer};
use crate::units::{Micros, Seq};
use crate::wire::ClientMessage;

impl Session {
    /// Runs the ticks that the time owes: those a stall dropped on the guess, the rest on the player's input.
    pub(super) fn run_ticks(&mut self, elapsed: Micros, keys: &mut dyn FnMut(Seq) -> Vec<u8>) {
        let owed = self.frame_loop.advance(elapsed, tick_scale(self.queue_len));
        // What came while the page hung has brought the prediction on already, as far as the authority had come.
        let last_skipped = self.tick.plus(owed.skipped);
        let too_far = |present: Seq| last_skipped.distance_from(present) > MOST_GUESSED_TICKS as i32;
        if let Some(predictor) = self.predictor.as_mut().filter(|predictor| predictor.present().is_some_and(too_far)) {
            predictor.stop();
        }
        // What is further back than is remembered needs its numbers and nothing else.
        self.tick = self.tick.plus(owed.skipped.saturating_sub(GIVEN_TICKS as u32));
        for _ in 0..owed.skipped.min(GIVEN_TICKS as u32) {
            self.begin_tick(None);
            let tick = self.tick;
            if self.predictor.as_mut().is_some_and(|predictor| predictor.run_guess(tick)) {
                self.note_predicted(true);
            }
        }
        for _ in 0..owed.run {
            let input = read_input(&keys(self.tick.next()));
            self.begin_tick(Some(input));
            let tick = self.tick;
            if self.predictor.as_mut().is_some_and(|predictor| predictor.run_input(tick, input)) {
                self.note_predicted(false);
            }
            self.history.record(tick, input);
            self.send_inputs();
        }
        self.take_felt();
    }

    fn begin_tick(&mut self, input: Option<Input>) {
        self.tick = self.tick.next();
        self.given.push_back((self.tick, input));
        if self.given.len() > GIVEN_TICKS {
            self.given.pop_front();
        }
    }

    fn note_predicted(&mut self, guessed: bool) {
        let Some(state) = self.predictor.as_ref().and_then(Predictor::own_state) else {
            return;
        };
        self.note(Note::Predicted {
            seq: self.tick,
            position: state.motion().position.to_array(),
            rotation: state.motion().rotation.to_array(),
            fields: state.fields().to_vec(),
            guessed,
        });
    }

    fn send_inputs(&mut self) {
        let ack = self.reader.shown().map(|shown| shown.tick);
        let frame = self.history.frame(ack, self.tuning.frame_inputs);
        let bytes = ClientMessage::Inputs(frame).encode();
        self.outbox.push_back(ToServer { lane: Lane::Unreliable, bytes });
    }
}

/// An input as whoever holds the keys gave it; what is no input is hands off everything.
fn read_input(bytes: &[u8]) -> Input {
    <[u8; INPUT_BYTES]>::try_from(bytes).map_or_else(|_| Input::default(), Input::from_bytes)
}
