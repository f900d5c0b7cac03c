//! The authority's queue of one client's inputs.
//!
//! A client's input n is its tick n, and the authority runs exactly one of a client's ticks with each of its own, from the
//! first input on. Were a late input run after the guess that stood in for it, the client's car would be driven twice over
//! every hitch of its page: the player would see it stall and then lurch ahead. So a tick whose input has not come is run
//! on a guess and is *spent*. The input that comes for it afterwards does not steer it; but its presses (get in, reset) are
//! kept, for the next tick, because a press that does nothing is noticed at once, and the guesses after it go on from it:
//! it is the newest that is known of the player's hands. Were it not, a link that grew slower would take the foot off the
//! pedal half a second later, although every input still comes.
//!
//! Frames may be lost, doubled and overtaken, and each input travels in several of them. The queue knows by the numbers
//! which inputs it took, so that each press acts once, however often it comes and whether its tick was run, guessed or
//! given up.

use std::collections::VecDeque;

use crate::input::{Input, Keys, guess};
use crate::units::{Seq, TICK_RATE_HZ};
use crate::wire::{InputFrame, MAX_FRAME_INPUTS};

#[cfg(test)]
mod tests;

/// Ticks that may wait. A client whose clock runs ahead is put right by giving up its oldest inputs; were they all kept,
/// its car would answer later and later.
pub const QUEUE_TICKS: usize = 8;
const _: () = assert!(MAX_FRAME_INPUTS <= QUEUE_TICKS, "a frame never overflows an empty queue");

/// Spent ticks of which the queue remembers whether their input came: a bit each. A second of copies, many times what a
/// transport keeps a frame for (100 ms). An input older than that may be a copy, so not even its presses are taken.
pub const MEMORY_TICKS: usize = u64::BITS as usize;

/// Presses that wait for a tick to act in; they outnumber this only where they are made up.
const CARRIED_INPUTS: usize = MEMORY_TICKS;

/// A number further than this from the one due is astray: no link in play holds a frame for so long, and no client's clock
/// runs so far ahead. Two seconds.
pub const ASTRAY_TICKS: u32 = 2 * TICK_RATE_HZ;

/// When nothing but numbers astray came for this long, the client does count from there (the authority stood still for
/// seconds, say), and the queue starts anew. Half a second: one damaged frame never does it, nor does the burst that ends
/// a long stall of the link, whose last frames fit again.
pub const RESTART_TICKS: u32 = TICK_RATE_HZ / 2;

/// One of the client's ticks, to be run now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its number.
    pub seq: Seq,
    /// What to run it on, with the presses that were carried to it.
    pub input: Input,
    /// Whether its own input had not come.
    pub guessed: bool,
}

/// What became of the inputs so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InputCounts {
    /// Ticks run on a guess.
    pub guessed: u64,
    /// Inputs that came after their tick was spent.
    pub late: u64,
    /// Inputs given up: too far ahead of the tick due, astray, or older than the memory.
    pub dropped: u64,
    /// Inputs that had been taken already.
    pub duplicate: u64,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct InputQueue {
    /// The tick to be run next; none before the first input.
    due: Option<Seq>,
    /// The inputs of the tick due and of those after it, where they have come. At most [`QUEUE_TICKS`].
    waiting: VecDeque<Option<Input>>,
    /// Bit i: whether the input of the tick `i + 1` before the one due was taken.
    taken: u64,
    /// Presses of inputs that steer nothing any more, each input's for itself: two presses of a key are two presses.
    carried: VecDeque<Keys>,
    /// The newest input that came, of a tick that is spent: what a guess goes on with, as the client's own does. That may be
    /// a late one: it steers its own tick no more, but it is the last that was heard of the player.
    newest: (Seq, Input),
    /// Ticks since the first of the numbers astray, while no other has come.
    astray_for_ticks: Option<u32>,
    counts: InputCounts,
}

impl InputQueue {
    /// Takes in a frame, its oldest input first.
    pub fn handle_frame(&mut self, frame: &InputFrame) {
        let Some(steps_back) = frame.inputs.len().checked_sub(1) else { return };
        let oldest = frame.newest.minus(steps_back as u32);
        if !self.belongs(frame.newest, oldest) {
            self.counts.dropped += frame.inputs.len() as u64;
            return;
        }
        for (age, input) in frame.inputs.iter().enumerate().rev() {
            self.handle_input(frame.newest.minus(age as u32), input);
        }
    }

    /// The client's tick for this tick of the authority; none before the first input.
    pub fn step(&mut self) -> Option<Run> {
        let seq = self.due?;
        let sent = self.spend();
        let mut input = match sent {
            Some(input) => {
                self.newest = (seq, input);
                input
            }
            None => {
                self.counts.guessed += 1;
                let (newest, input) = self.newest;
                guess(&input, seq.distance_from(newest).unsigned_abs())
            }
        };
        self.press_carried(&mut input.keys);
        self.astray_for_ticks = self.astray_for_ticks.map(|ticks| ticks + 1);
        Some(Run { seq, input, guessed: sent.is_none() })
    }

    /// Inputs waiting.
    #[must_use]
    pub fn len(&self) -> usize {
        self.waiting.iter().flatten().count()
    }

    /// Whether none waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The newest of the client's ticks that is spent; none before the first input.
    #[must_use]
    pub fn last_seq(&self) -> Option<Seq> {
        self.due.map(|due| due.minus(1))
    }

    /// What became of the inputs so far.
    #[must_use]
    pub fn counts(&self) -> InputCounts {
        self.counts
    }

    /// Whether a frame's numbers go on from those before it. The first frame, and one that shows the client to count from
    /// elsewhere, make its oldest number the one due.
    fn belongs(&mut self, newest: Seq, oldest: Seq) -> bool {
        let fits = self.due.is_some_and(|due| newest.distance_from(due).unsigned_abs() <= ASTRAY_TICKS);
        if fits {
            self.astray_for_ticks = None;
            return true;
        }
        if self.due.is_some() && *self.astray_for_ticks.get_or_insert(0) < RESTART_TICKS {
            return false;
        }
        while !self.waiting.is_empty() {
            self.give_up_oldest();
        }
        self.due = Some(oldest);
        self.taken = 0;
        self.astray_for_ticks = None;
        true
    }

    /// Puts an input in its place by its number.
    fn handle_input(&mut self, seq: Seq, input: &Input) {
        let Some(due) = self.due else { return };
        let Ok(ahead) = usize::try_from(seq.distance_from(due)) else {
            return self.handle_late(seq, due.minus(1).distance_from(seq) as u32, input);
        };
        for _ in QUEUE_TICKS..=ahead {
            self.give_up_oldest();
        }
        let place = ahead.min(QUEUE_TICKS - 1);
        if self.waiting.len() <= place {
            self.waiting.resize(place + 1, None);
        }
        match &mut self.waiting[place] {
            Some(_) => self.counts.duplicate += 1,
            empty => *empty = Some(*input),
        }
    }

    /// Keeps the presses of an input whose tick was spent `age` ticks before the last one, and what guesses go on with.
    fn handle_late(&mut self, seq: Seq, age: u32, input: &Input) {
        let Some(bit) = 1u64.checked_shl(age) else {
            self.counts.dropped += 1;
            return;
        };
        if self.taken & bit != 0 {
            self.counts.duplicate += 1;
            return;
        }
        self.taken |= bit;
        self.counts.late += 1;
        if seq.is_newer_than(self.newest.0) {
            self.newest = (seq, *input);
        }
        self.carry(input);
    }

    /// Spends the tick due: its input, where it has come.
    fn spend(&mut self) -> Option<Input> {
        let input = self.waiting.pop_front().flatten();
        self.taken = self.taken << 1 | u64::from(input.is_some());
        self.due = self.due.map(Seq::next);
        input
    }

    /// Spends the tick due without running it.
    fn give_up_oldest(&mut self) {
        if let Some(input) = self.spend() {
            self.counts.dropped += 1;
            self.carry(&input);
        }
    }

    fn carry(&mut self, input: &Input) {
        let presses = input.keys.presses();
        if presses != Keys(0) && self.carried.len() < CARRIED_INPUTS {
            self.carried.push_back(presses);
        }
    }

    /// Adds the carried presses to the keys of a tick. One whose key is pressed in this tick already waits for the next.
    fn press_carried(&mut self, keys: &mut Keys) {
        self.carried.retain_mut(|presses| {
            let (now, later) = (presses.without(*keys), Keys(presses.0 & keys.0));
            *keys = keys.with(now);
            *presses = later;
            later != Keys(0)
        });
    }
}
