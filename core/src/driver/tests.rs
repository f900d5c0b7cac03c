use super::*;
use crate::level::{Level, generators};
use crate::play::Source;
use crate::sim::{Command, Event, NO_OWNER, Role, World};
use crate::units::ClientId;

const ROUTE: ClientId = ClientId(0);
const RAMMER: ClientId = ClientId(1);

/// The world as a client on a perfect link would draw it.
fn frame(world: &World, client: ClientId) -> Vec<DrawnRow> {
    let row = |own: bool, entity: u32, position: Vec3, rotation: Quat| DrawnRow {
        entity,
        own,
        position: position.to_array(),
        rotation: rotation.to_array(),
        server_tick: None,
        client_tick: own.then_some(f64::from(world.tick().0)),
        source: Source::Predicted,
    };
    world
        .vehicles()
        .map(|(entity, state)| {
            row(state.vehicle.owner == client.0, entity.bits(), state.motion.position, state.motion.rotation)
        })
        .collect()
}

/// What the two kinds of driver do to a world in `ticks` ticks: metres driven, and crashes with each.
struct Driven {
    world: World,
    route_m: f32,
    rammer_m: f32,
    route_crashes: usize,
    crashes: usize,
}

fn drive(seed: u64, ticks: u32, with_rammer: bool) -> Driven {
    let level = Level::compile(generators::test_collisions()).unwrap();
    let mut world = World::new(level.clone(), Role::Authority);
    let mut route = RouteDriver::new(level, seed);
    let mut rammer = RammingDriver::new(seed);
    let joins = [ROUTE, RAMMER].map(|client| Command::Join { client });
    world.step(if with_rammer { &joins } else { &joins[..1] }, &[]);
    let mut driven = Driven { world, route_m: 0.0, rammer_m: 0.0, route_crashes: 0, crashes: 0 };
    for tick in 0..ticks {
        let world = &mut driven.world;
        let inputs =
            [(ROUTE, route.input(tick, &frame(world, ROUTE))), (RAMMER, rammer.input(tick, &frame(world, RAMMER)))];
        let hits: Vec<_> = world
            .step(&[], &inputs)
            .iter()
            .filter_map(|event| match event {
                Event::Hit { entity, .. } => Some(*entity),
                _ => None,
            })
            .collect();
        driven.crashes += hits.len();
        driven.route_crashes += hits.iter().filter(|hit| Some(**hit) == world.car_of(ROUTE)).count();
        for (_, state) in world.vehicles().filter(|(_, state)| state.vehicle.owner != NO_OWNER) {
            let metres = state.motion.velocity.length() / TICK_RATE_HZ as f32;
            let sum = if state.vehicle.owner == ROUTE.0 { &mut driven.route_m } else { &mut driven.rammer_m };
            *sum += metres;
        }
    }
    driven
}

#[test]
fn a_route_is_driven_at_a_plausible_pace_and_almost_without_a_crash() {
    for seed in 0..4 {
        let driven = drive(seed, 3600, false);
        assert!(driven.route_m > 400.0, "seed {seed}: {} m", driven.route_m);
        assert!(driven.route_crashes <= 3, "seed {seed}: {} crashes", driven.route_crashes);
    }
}

#[test]
fn a_ramming_driver_hits_what_it_goes_for() {
    for seed in 0..4 {
        let driven = drive(seed, 1800, true);
        assert!(driven.rammer_m > 100.0, "seed {seed}: {} m", driven.rammer_m);
        assert!(driven.crashes >= 2, "seed {seed}: {} crashes", driven.crashes);
    }
}

#[test]
fn the_same_seed_and_pictures_are_driven_the_same() {
    let [first, second, other] = [1, 1, 2].map(|seed| drive(seed, 600, true).world.digest().total);
    assert_eq!(first, second);
    assert_ne!(first, other);
}

#[test]
fn a_driver_that_sees_no_car_of_its_own_keeps_its_hands_off() {
    assert_eq!(RammingDriver::new(1).input(0, &[]), Input::default());
}
