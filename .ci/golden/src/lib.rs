//! The golden digests behind a C interface, so that a bare wasm module can be asked for them: no imports, no glue code.

use std::sync::LazyLock;

use tacho_core::sim::golden::{self, Golden};

/// The runs. Running them is the first call's work.
static RUNS: LazyLock<Vec<Golden>> = LazyLock::new(golden::runs);

/// How many runs there are.
#[unsafe(no_mangle)]
pub extern "C" fn golden_count() -> usize {
    RUNS.len()
}

/// Where the name of a run lies in memory.
#[unsafe(no_mangle)]
pub extern "C" fn golden_name(run: usize) -> *const u8 {
    RUNS[run].name.as_ptr()
}

/// The length of that name in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn golden_name_length(run: usize) -> usize {
    RUNS[run].name.len()
}

/// The digest that this target computed.
#[unsafe(no_mangle)]
pub extern "C" fn golden_computed(run: usize) -> u64 {
    RUNS[run].computed
}

/// The digest that every target has to compute.
#[unsafe(no_mangle)]
pub extern "C" fn golden_literal(run: usize) -> u64 {
    RUNS[run].literal
}

/// What a bare wasm32 has for randomness: nothing. The core asks for none, so a call is a fault and shows as one.
#[cfg(target_arch = "wasm32")]
fn no_randomness(_: &mut [u8]) -> Result<(), getrandom::Error> {
    Err(getrandom::Error::UNSUPPORTED)
}

#[cfg(target_arch = "wasm32")]
getrandom::register_custom_getrandom!(no_randomness);
