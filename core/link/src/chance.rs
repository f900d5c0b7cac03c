//! Chance that can be repeated, and that one condition cannot spoil for another.
//!
//! A generator that hands out one number after the other ties everything together: turn the jitter on, and each datagram
//! takes one draw more, so other datagrams are lost than before and two runs cannot be compared. Here nothing is drawn in
//! turn. What happens to a datagram is a hash of (seed, the datagram's number, what is being decided), so each decision
//! stands alone: the same datagrams are lost at 0 and at 50 ms of jitter, and those lost at 1 % are among those at 5 %.

/// What a draw decides. The numbers enter the hash: changing one changes the fates under every seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Whether the datagram is lost.
    Loss = 1,
    /// Whether it arrives twice.
    Duplicate = 2,
    /// How far its delay is off the base delay.
    Jitter = 3,
    /// The same for its second copy.
    DuplicateJitter = 4,
}

/// Normal draws end at so many standard deviations, so that a delay has a bound: one draw in 16,000 would lie beyond.
pub(crate) const NORMAL_BOUND_STDS: f64 = 4.0;

/// The fates of a row of numbered datagrams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chance {
    seed: u64,
}

impl Chance {
    /// The fates under `seed`; each `stream` of a seed has fates of its own.
    pub(crate) fn new(seed: u64, stream: u64) -> Chance {
        Chance { seed: mix(mix(seed).wrapping_add(stream)) }
    }

    /// Whether something that befalls `share` of all datagrams befalls this one: never at 0, always at 1.
    pub(crate) fn happens(&self, number: u64, purpose: Purpose, share: f64) -> bool {
        unit(self.draw(number, purpose)) < share
    }

    /// A number evenly spread over [-1, 1).
    pub(crate) fn uniform(&self, number: u64, purpose: Purpose) -> f64 {
        unit(self.draw(number, purpose)) * 2.0 - 1.0
    }

    /// A number normally distributed around 0 with standard deviation 1, cut off at [`NORMAL_BOUND_STDS`] either side
    /// (Box and Muller's transform, of the two halves of one draw).
    pub(crate) fn normal(&self, number: u64, purpose: Purpose) -> f64 {
        const HALF_RANGE: f64 = (1_u64 << 32) as f64;
        let draw = self.draw(number, purpose);
        // The half step keeps the logarithm's argument off 0.
        let radius = (-2.0 * libm::log(((draw >> 32) as f64 + 0.5) / HALF_RANGE)).sqrt();
        let turn = f64::from(draw as u32) / HALF_RANGE;
        let normal = radius * libm::cos(turn * std::f64::consts::TAU);
        normal.clamp(-NORMAL_BOUND_STDS, NORMAL_BOUND_STDS)
    }

    fn draw(&self, number: u64, purpose: Purpose) -> u64 {
        mix(mix(self.seed.wrapping_add(number)).wrapping_add(purpose as u64))
    }
}

/// The top 53 bits as a fraction in [0, 1): all that an f64 holds exactly.
fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

/// SplitMix64's step: adds the golden ratio and scrambles, so that neighbouring inputs give unrelated outputs.
fn mix(input: u64) -> u64 {
    let mut bits = input.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
