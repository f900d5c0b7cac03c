//! Levels from outside: `cargo +nightly fuzz run level`, after `cargo run --example seeds` in this folder.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};

mod attempt;

// What is no level at all teaches the fuzzer nothing that a shorter text would not.
fuzz_target!(|bytes: &[u8]| -> Corpus {
    match attempt::attempt(bytes) {
        attempt::Came::Unreadable => Corpus::Reject,
        _ => Corpus::Keep,
    }
});
