//! What a level and the worlds on it hold, in bytes: `cargo run -p tacho-core --release --example memory`.
//!
//! A save is a copy of everything that a step can change, and a session makes twenty a second, so what a world holds is also
//! what a rewind costs. Counted by an allocator: bytes that are asked for, without what the heap adds to them.

use std::sync::Arc;

use peak_alloc::PeakAlloc;
use tacho_core::level::{Level, generators};
use tacho_core::sim::ai::Rammer;
use tacho_core::sim::{Command, Role, World};
use tacho_core::units::ClientId;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Drivers of the authority's world.
const DRIVERS: u16 = 23;
/// Ticks that the worlds run before they are looked at.
const TICKS: u32 = 120;

/// What `make` makes, the bytes that it holds, and the most that were held on the way.
fn counted<T>(make: impl FnOnce() -> T) -> (T, usize, usize) {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let made = make();
    (made, ALLOCATOR.current_usage() - before, ALLOCATOR.peak_usage() - before)
}

fn row(level: &str, what: &str, bytes: usize, most_bytes: usize) {
    println!("{level:22} {what:22} {:>9} {:>9}", bytes >> 10, most_bytes >> 10);
}

fn run(world: &mut World, drivers: &[Rammer]) {
    for _ in 0..TICKS {
        let inputs: Vec<_> = (0..).map(ClientId).zip(drivers.iter().map(|driver| driver.input(world))).collect();
        world.step(&[], &inputs);
    }
}

fn main() {
    println!("{:22} {:22} {:>9} {:>9}", "level", "what", "KiB", "peak KiB");
    for name in generators::NAMES {
        let Some(data) = generators::by_name(name) else { continue };
        let (text, bytes, peak) = counted(|| data.to_ron().into_boxed_str());
        row(name, "text", bytes, peak);
        drop(text);
        let (copy, bytes, _) = counted(|| data.clone());
        row(name, "as written", bytes, bytes);
        drop(copy);
        let (level, bytes, peak) = counted(|| Level::compile(data).expect("a generator's level passes its own check"));
        // What was written is handed over, and was counted before.
        row(name, "beside it, compiled", bytes, peak);
        measure_worlds(name, &level);
    }
}

fn measure_worlds(name: &str, level: &Arc<Level>) {
    let (mut session, bytes, peak) = counted(|| World::new(level.clone(), Role::Session));
    row(name, "session's world", bytes, peak);
    let (mut authority, bytes, peak) = counted(|| World::new(level.clone(), Role::Authority));
    row(name, "authority's world", bytes, peak);

    let drivers: Vec<Rammer> = (0..DRIVERS).map(|client| Rammer::new(1, ClientId(client))).collect();
    let joins: Vec<Command> = (0..DRIVERS).map(|client| Command::Join { client: ClientId(client) }).collect();
    authority.step(&joins, &[]);
    run(&mut authority, &drivers);
    for (car, state) in authority.vehicles().filter(|(_, state)| state.vehicle.owner == 0).collect::<Vec<_>>() {
        session.place_vehicle(car, &state, false);
    }
    run(&mut session, &drivers[..1]);
    let (save, bytes, peak) = counted(|| session.save());
    row(name, "a session's save", bytes, peak);
    drop(save);
    let (save, bytes, peak) = counted(|| authority.save());
    row(name, "an authority's save", bytes, peak);
    drop(save);
}
