//! Levels as someone would write them who means harm: true ones, changed by chance.
//!
//! The fuzzer of `core/fuzz` needs a nightly compiler and hours. The same attempt is made here in every test run, on texts that
//! are changed where it hurts: a digit, a number for one that is huge or none, a line left out, doubled or from another
//! level. `TACHO_HOSTILE_LEVELS=100000` tries as many.

#![expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "a test of how long it takes, and how many")]

use std::time::{Duration, Instant};

use peak_alloc::PeakAlloc;
use tacho_core::level::generators::{self, SplitMix64};

#[path = "../fuzz/attempt.rs"]
mod attempt;

use attempt::{Came, attempt};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Texts that are tried where the environment asks for no other number.
const TRIES: u64 = 600;
/// The longest text that is changed, in bytes: 60 of a city take longer than 600 of the others.
const LONGEST_BYTES: usize = 1 << 17;
/// As long as any text of that length may take, however slow the machine.
const LONGEST_TIME: Duration = Duration::from_secs(10);
/// As many bytes as any may take.
const MOST_BYTES: usize = 1 << 30;

/// What is put in the place of a number.
const NUMBERS: [&str; 24] = [
    "NaN",
    "-NaN",
    "inf",
    "-inf",
    "0",
    "-0.0",
    "1",
    "-1",
    "2",
    "3",
    "255",
    "256",
    "65535",
    "65536",
    "4294967295",
    "18446744073709551616",
    "1e-45",
    "1e-20",
    "0.005",
    "4096",
    "-4096.0",
    "1999.9",
    "3.4028235e38",
    "1e400",
];

/// Someone who changes texts.
struct Hand {
    random: SplitMix64,
}

impl Hand {
    fn below(&mut self, end: usize) -> usize {
        (self.random.next_u64() % end.max(1) as u64) as usize
    }

    /// The bounds of a run of characters of a number, somewhere.
    fn number(&mut self, text: &str) -> Option<(usize, usize)> {
        let is_part = |byte: u8| byte.is_ascii_digit() || b".-+e".contains(&byte);
        let from = self.below(text.len());
        let start = from + text.as_bytes()[from..].iter().position(u8::is_ascii_digit)?;
        let start = text.as_bytes()[..start].iter().rposition(|byte| !is_part(*byte)).map_or(0, |before| before + 1);
        let length = text.as_bytes()[start..].iter().position(|byte| !is_part(*byte))?;
        Some((start, start + length))
    }

    /// `text`, which is ASCII, with one change. `other` is a true level's.
    fn changed(&mut self, text: &str, other: &str) -> String {
        let mut lines: Vec<&str> = text.lines().collect();
        let line = self.below(lines.len());
        match self.below(12) {
            0..=3 => {
                let Some((start, end)) = self.number(text) else { return text.into() };
                return [&text[..start], NUMBERS[self.below(NUMBERS.len())], &text[end..]].concat();
            }
            4..=5 => {
                let Some((start, end)) = self.number(text) else { return text.into() };
                let at = start + self.below(end - start);
                let digit = char::from(b'0' + self.below(10) as u8);
                return [&text[..at], &digit.to_string(), &text[at + 1..]].concat();
            }
            6 => {
                let start = self.below(text.len());
                let end = (start + 1 + self.below(12)).min(text.len());
                return [&text[..start], &text[end..]].concat();
            }
            7 => return text[..self.below(text.len())].into(),
            8 => drop(lines.remove(line)),
            9 => {
                let times = 1 << self.below(9);
                let copies = vec![lines[line]; times];
                lines.splice(line..line, copies);
            }
            10 => {
                let with = self.below(lines.len());
                lines.swap(line, with);
            }
            _ => {
                let others: Vec<&str> = other.lines().collect();
                lines.insert(line, others[self.below(others.len())]);
            }
        }
        lines.join("\n")
    }
}

#[test]
fn no_changed_level_panics_hangs_or_takes_all_memory() {
    let levels = generators::NAMES.into_iter().filter_map(generators::by_name).map(|level| level.to_ron());
    let texts: Vec<String> = levels.filter(|text| text.len() <= LONGEST_BYTES && text.is_ascii()).collect();
    assert!(texts.len() >= 3, "too few small levels");
    let tries = std::env::var("TACHO_HOSTILE_LEVELS").ok().and_then(|tries| tries.parse().ok()).unwrap_or(TRIES);
    let mut came = [0; 3];
    let (mut longest, mut most_bytes) = (Duration::ZERO, 0);
    for seed in 0..tries {
        let mut hand = Hand { random: SplitMix64::new(seed) };
        let mut text = texts[hand.below(texts.len())].clone();
        for _ in 0..1 + hand.below(3) {
            let other = hand.below(texts.len());
            text = hand.changed(&text, &texts[other]);
        }
        ALLOCATOR.reset_peak_usage();
        let (began, before) = (Instant::now(), ALLOCATOR.current_usage());
        let outcome = std::panic::catch_unwind(|| attempt(text.as_bytes()));
        came[outcome.unwrap_or_else(|_| panic!("seed {seed} panics")) as usize] += 1;
        let (took, bytes) = (began.elapsed(), ALLOCATOR.peak_usage() - before);
        assert!(took < LONGEST_TIME && bytes < MOST_BYTES, "seed {seed} took {took:?} and {bytes} bytes");
        (longest, most_bytes) = (longest.max(took), most_bytes.max(bytes));
    }
    let [unreadable, refused, driven] = came;
    println!("{tries} texts: {unreadable} unreadable, {refused} refused, {driven} driven on");
    println!("longest {longest:?}, most {} MB", most_bytes >> 20);
    let of = |stage: Came| came[stage as usize] * 20;
    assert!(of(Came::Refused) > tries && of(Came::Driven) > tries, "too few came so far: {came:?}");
}
