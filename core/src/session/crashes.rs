//! Crashes felt and crashes told.
//!
//! A crash that is heard when the authority tells of it is heard a round trip late. So the player hears it on the tick the
//! prediction feels it, and when the authority's word comes it is matched to what was felt and shown no second time.

use std::collections::VecDeque;

use crate::units::Seq;

/// Ticks between the tick a crash was felt on and the one it is told of within which the two are one crash. A long crash
/// is several blows; matched by the nearest, they pair up.
const SAME_CRASH_TICKS: i32 = 5;

/// Crashes remembered: a second's worth of the worst pile-up.
const REMEMBERED: usize = 32;

/// What was felt and not yet told of.
#[derive(Clone, Debug, Default)]
pub struct CrashLog {
    felt: VecDeque<Seq>,
}

impl CrashLog {
    /// Takes in a crash that the prediction ran through in client tick `seq`; returns whether it is news. A replay runs
    /// through the same crash again.
    pub fn handle_felt(&mut self, seq: Seq) -> bool {
        if self.felt.contains(&seq) {
            return false;
        }
        self.felt.push_back(seq);
        if self.felt.len() > REMEMBERED {
            self.felt.pop_front();
        }
        true
    }

    /// Takes in a crash that the authority told of; returns whether it had been felt.
    pub fn handle_told(&mut self, seq: Seq) -> bool {
        let nearest = self.felt.iter().enumerate().min_by_key(|(_, felt)| felt.distance_from(seq).abs());
        match nearest {
            Some((at, felt)) if felt.distance_from(seq).abs() <= SAME_CRASH_TICKS => {
                self.felt.remove(at);
                true
            }
            _ => false,
        }
    }

    /// Forgets everything.
    pub fn restart(&mut self) {
        self.felt.clear();
    }
}
