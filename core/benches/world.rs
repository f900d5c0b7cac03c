//! What a world costs: the figures that a session's frame and a room's tick are made of.
//!
//! `cargo bench -p tacho-core`. The level is `test-collisions` padded to 8,000 pieces. A session's world holds the own car
//! and the level's parked cars as proxies, as it does in play.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use mimalloc::MiMalloc;
use tacho_core::input::{Input, Keys};
use tacho_core::level::{Level, generators};
use tacho_core::sim::ai::Rammer;
use tacho_core::sim::people::FIRST_PERSON_INDEX;
use tacho_core::sim::{Command, Event, NO_VEHICLE, PersonState, Role, Save, VehicleState, World};
use tacho_core::units::math::Vec3;
use tacho_core::units::{ClientId, EntityId};

#[global_allocator]
static HEAP: MiMalloc = MiMalloc;

const DRIVER: ClientId = ClientId(0);

/// Client ticks that 350 ms of round trip keep in flight.
const REWIND_TICKS: usize = 21;

/// People in a session's world, near its most.
const WALKERS: usize = 30;

/// Ticks between two saves of a replay, as the predictor makes them.
const SAVE_INTERVAL_TICKS: usize = 3;

fn level() -> Arc<Level> {
    let data = generators::padded(generators::test_collisions(), 8_000, 1);
    Level::compile(data).expect("a generator's level passes its own check")
}

/// A session's world around a car that stands at its spawn, and the car.
fn session(level: &Arc<Level>) -> (World, EntityId) {
    let mut authority = World::new(Arc::clone(level), Role::Authority);
    authority.step(&[Command::Join { client: DRIVER }], &[]);
    (0..60).for_each(|_| {
        authority.step(&[], &[]);
    });
    let car = authority.car_of(DRIVER).expect("it has just joined");
    let mut session = World::new(Arc::clone(level), Role::Session);
    for (entity, state) in authority.vehicles() {
        session.place_vehicle(entity, &state, entity != car);
    }
    (session, car)
}

fn full_throttle() -> [(ClientId, Input); 1] {
    [(DRIVER, Input::from_axes(1.0, 0.05, Keys(0)))]
}

/// Restores, runs the ticks in flight again, and saves every third.
fn rewind(world: &mut World, from: &Save, saves: &mut Vec<Save>) {
    saves.clear();
    world.restore(from);
    for tick in 1..=REWIND_TICKS {
        world.step(&[], &full_throttle());
        if tick % SAVE_INTERVAL_TICKS == 0 {
            saves.push(world.save());
        }
    }
}

/// A world a few ticks before its car meets the wall ahead at 80 km/h.
fn before_a_crash(level: &Arc<Level>) -> World {
    let (mut world, car) = session(level);
    let mut state: VehicleState = world.vehicle(car).expect("it was placed");
    state.motion.velocity = Vec3::new(0.0, 0.0, 80.0 / 3.6);
    state.motion.position.z = generators::LANDMARKS.target_z_m - 6.0;
    world.place_vehicle(car, &state, false);
    let save = world.save();
    let hits = (0..REWIND_TICKS).flat_map(|_| world.step(&[], &full_throttle()).to_vec()).count();
    assert!(hits > 0, "the car was to crash within the ticks of a rewind");
    world.restore(&save);
    world
}

fn session_benches(c: &mut Criterion) {
    let level = level();
    let (mut world, _) = session(&level);
    (0..90).for_each(|_| {
        world.step(&[], &full_throttle());
    });
    let save = world.save();
    let mut saves = Vec::new();

    let mut group = c.benchmark_group("session");
    group.bench_function("step", |b| {
        b.iter(|| {
            world.step(&[], &full_throttle());
        });
    });
    world.restore(&save);
    group.bench_function("save", |b| b.iter(|| black_box(world.save())));
    group.bench_function("restore", |b| b.iter(|| world.restore(&save)));
    group.bench_function("digest", |b| b.iter(|| black_box(world.digest())));
    group.bench_function("rewind of 21 ticks, driving", |b| b.iter(|| rewind(&mut world, &save, &mut saves)));
    let mut world = before_a_crash(&level);
    let save = world.save();
    group.bench_function("rewind of 21 ticks, through a crash", |b| b.iter(|| rewind(&mut world, &save, &mut saves)));
    group.finish();
}

fn authority_benches(c: &mut Criterion) {
    let mut world = World::new(level(), Role::Authority);
    let clients: Vec<ClientId> = (0..64).map(ClientId).collect();
    let drivers: Vec<Rammer> = clients.iter().map(|client| Rammer::new(7, *client)).collect();
    let inputs_of = |world: &World| -> Vec<(ClientId, Input)> {
        clients.iter().copied().zip(drivers.iter().map(|driver| driver.input(world))).collect()
    };
    let mut crashes = 0;
    for tick in 0..1_800 {
        // The level has fewer spawns than that: each client asks again until the one before it has driven off.
        let joins: Vec<Command> = clients
            .iter()
            .filter(|client| tick % 30 == 0 && world.car_of(**client).is_none())
            .map(|client| Command::Join { client: *client })
            .collect();
        let inputs = inputs_of(&world);
        let events = world.step(&joins, &inputs);
        crashes += events.iter().filter(|event| matches!(event, Event::Hit { .. })).count();
    }
    assert!(crashes > 0, "the drivers were to crash");
    let inputs = inputs_of(&world);
    let cars = clients.iter().filter(|client| world.car_of(**client).is_some()).count();
    let save = world.save();

    let mut group = c.benchmark_group(format!("authority, {cars} driven cars"));
    group.bench_function("step", |b| {
        b.iter(|| {
            world.step(&[], &inputs);
        });
    });
    world.restore(&save);
    group.bench_function("save", |b| b.iter(|| black_box(world.save())));
    group.bench_function("restore", |b| b.iter(|| world.restore(&save)));
    group.bench_function("digest", |b| b.iter(|| black_box(world.digest())));
    group.finish();
}

/// The city: what a session's frame and a room's tick cost there, the tick beside the bare physics of the same bodies.
fn riverbend_benches(c: &mut Criterion) {
    let data = generators::by_name("riverbend").expect("riverbend is a generator's level");
    let mut group = c.benchmark_group("riverbend");
    group.sample_size(20);
    group.bench_function("compile", |b| {
        b.iter_batched(|| data.clone(), |data| black_box(Level::compile(data)), BatchSize::LargeInput);
    });
    let level = Level::compile(data).expect("a generator's level passes its own check");
    group.bench_function("world, made anew", |b| {
        b.iter(|| black_box(World::new(Arc::clone(&level), Role::Authority)));
    });
    group.sample_size(100);

    let (mut world, _) = session(&level);
    let save = world.save();
    group.bench_function("session step", |b| {
        b.iter(|| {
            world.step(&[], &full_throttle());
        });
    });
    world.restore(&save);
    group.bench_function("session save", |b| b.iter(|| black_box(world.save())));
    group.bench_function("session restore", |b| b.iter(|| world.restore(&save)));
    let mut saves = Vec::new();
    group.bench_function("session rewind of 21 ticks", |b| b.iter(|| rewind(&mut world, &save, &mut saves)));

    let clients: Vec<ClientId> = (0..64).map(ClientId).collect();
    let drivers: Vec<Rammer> = clients.iter().map(|client| Rammer::new(7, *client)).collect();
    let mut world = World::new(Arc::clone(&level), Role::Authority);
    let joins: Vec<Command> = clients.iter().map(|client| Command::Join { client: *client }).collect();
    world.step(&joins, &[]);
    let mut inputs: Vec<(ClientId, Input)> = Vec::new();
    for _ in 0..600 {
        inputs = clients.iter().copied().zip(drivers.iter().map(|driver| driver.input(&world))).collect();
        world.step(&[], &inputs);
    }
    assert_eq!(clients.iter().filter(|client| world.car_of(**client).is_some()).count(), 64);
    // Each sample starts from the same tick: the bare physics would drop the cars onto their hulls.
    group.bench_function("authority step, 64 driven cars", |b| {
        b.iter_batched_ref(
            || world.clone(),
            |world| {
                world.step(&[], &inputs);
            },
            BatchSize::SmallInput,
        );
    });
    group.bench_function("the bare physics of the same step", |b| {
        b.iter_batched_ref(|| world.clone(), World::step_physics_alone, BatchSize::SmallInput);
    });
    group.bench_function("authority save", |b| b.iter(|| black_box(world.save())));
    group.finish();
}

/// People on foot in a session's world of the city, all simulated: the step's cost with them less the first line's, over
/// their number, is a walker's.
fn people_benches(c: &mut Criterion) {
    let data = generators::by_name("riverbend").expect("riverbend is a generator's level");
    let level = Level::compile(data).expect("a generator's level passes its own check");
    let pavements = &level.data().pavements;
    let (quarter, middle) = (pavements.len() / WALKERS, pavements[0].points[0]);
    // One on a pavement of each part of the city, or all on a few square metres of one.
    let apart = |i: usize| pavements[i * quarter].points[0].lerp(pavements[i * quarter].points[1], 0.5);
    let together = |i: usize| middle + Vec3::new((i % 6) as f32 * 0.5, 0.0, (i / 6) as f32 * 0.5);
    let cases = [
        ("nobody", Vec::new(), 0.0),
        ("30 who stand", (0..WALKERS).map(apart).collect(), 0.0),
        ("30 who walk", (0..WALKERS).map(apart).collect(), 1.0),
        ("30 who walk in a crowd", (0..WALKERS).map(together).collect(), 1.0),
    ];
    let mut group = c.benchmark_group("people");
    for (name, places, drive) in cases {
        let mut world = World::new(Arc::clone(&level), Role::Session);
        for (i, position) in places.iter().enumerate() {
            let mut state = PersonState::default();
            (state.person.vehicle, state.person.owner, state.walk.jacking) = (NO_VEHICLE, i as u16, NO_VEHICLE);
            (state.motion.position, state.condition.health) = (*position, 100.0);
            world.place_person(EntityId::new(FIRST_PERSON_INDEX + i as u16, 1), &state, false);
        }
        let mut tick = 0_u16;
        group.bench_function(name, |b| {
            b.iter(|| {
                // There and back, a second each way.
                tick = tick.wrapping_add(1);
                let drive = if tick % 120 < 60 { drive } else { -drive };
                let input = |i| {
                    (
                        ClientId(i as u16),
                        Input { aim: (i as u16).wrapping_mul(9_000), ..Input::from_axes(drive, 0.0, Keys(0)) },
                    )
                };
                let inputs: Vec<(ClientId, Input)> = (0..WALKERS).map(input).collect();
                world.step(&[], &inputs);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, session_benches, authority_benches, riverbend_benches, people_benches);
criterion_main!(benches);
