//! Seeded chance as a function: the same question gets the same answer, in whatever order questions are asked.

use xxhash_rust::xxh3::xxh3_64_with_seed;

/// A seeded source of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    seed: u64,
}

impl Chance {
    /// The source of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Chance {
        Chance { seed }
    }

    /// The answer to a question: 64 bits.
    #[must_use]
    pub fn bits<const WORDS: usize>(self, question: &[u32; WORDS]) -> u64 {
        xxh3_64_with_seed(question.map(u32::to_le_bytes).as_flattened(), self.seed)
    }

    /// The answer as a number in 0..1.
    #[must_use]
    pub fn share<const WORDS: usize>(self, question: &[u32; WORDS]) -> f32 {
        (self.bits(question) >> 40) as f32 / (1u32 << 24) as f32
    }

    /// The answer as one of `choices`.
    #[must_use]
    pub fn pick<const WORDS: usize>(self, question: &[u32; WORDS], choices: usize) -> usize {
        (self.bits(question) % choices.max(1) as u64) as usize
    }
}
