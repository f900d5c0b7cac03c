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
    let own = world.controlled_by(client);
    let on_foot = world.people().filter(|(_, state)| state.person.is_on_foot());
    world
        .vehicles()
        .map(|(entity, state)| (entity, state.motion))
        .chain(on_foot.map(|(entity, state)| (entity, state.motion)))
        .map(|(entity, motion)| row(own == Some(entity), entity.bits(), motion.position, motion.rotation))
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

/// A drive along riverbend's ring road, from the moment the car is in its lane.
struct Lap {
    length_m: f32,
    ticks: u32,
    max_mps: f32,
    /// The furthest from the middle of the nearest lane of the road.
    off_lane_m: f32,
    hits: usize,
    is_round: bool,
}

/// Drives until the ring is closed, or for `ticks` ticks on it.
fn lap(seed: u64, ticks: u32) -> Lap {
    let level = Level::compile(generators::riverbend(generators::SEED)).unwrap();
    let ring = level.data().roads.iter().position(|road| road.name == "Ring Road").unwrap();
    let mut world = World::new(level.clone(), Role::Authority);
    let mut driver = RoadDriver::new(level.clone(), ring, seed);
    world.step(&[Command::Join { client: ROUTE }], &[]);
    let mut lap = Lap { length_m: 0.0, ticks: 0, max_mps: 0.0, off_lane_m: 0.0, hits: 0, is_round: false };
    let mut start = None;
    for tick in 0..ticks + 90 * TICK_RATE_HZ {
        let input = driver.input(tick, &frame(&world, ROUTE));
        let hits = world.step(&[], &[(ROUTE, input)]).iter().filter(|event| matches!(event, Event::Hit { .. })).count();
        lap.hits += hits;
        let car = world.car_of(ROUTE).unwrap();
        let (_, state) = world.vehicles().find(|(entity, _)| *entity == car).unwrap();
        let (position, speed_mps) = (state.motion.position, state.motion.velocity.length());
        let lanes = level.lanes().lanes().iter().map(|lane| (lane.road, &lane.points));
        let turns = level.lanes().turns().iter();
        let turns = turns.map(|turn| (level.lanes().lane(turn.from).road, &turn.points));
        let on_ring = lanes.chain(turns).filter(|(road, _)| *road == ring);
        let off_m = on_ring.map(|(_, line)| road::distance_m(line, position)).fold(f32::MAX, f32::min);
        if start.is_none() && off_m < 1.0 {
            start = Some(position);
        }
        let Some(start) = start else { continue };
        lap.ticks += 1;
        lap.length_m += speed_mps / TICK_RATE_HZ as f32;
        lap.max_mps = lap.max_mps.max(speed_mps);
        lap.off_lane_m = lap.off_lane_m.max(off_m);
        lap.is_round = lap.length_m > 1000.0 && (position - start).length() < 10.0;
        if lap.is_round || lap.ticks == ticks {
            break;
        }
    }
    lap
}

#[test]
fn the_ring_road_is_driven_round_in_its_lane_at_a_plausible_pace_and_without_a_hit() {
    let lap = lap(7, 240 * TICK_RATE_HZ);
    let seconds = lap.ticks as f32 / TICK_RATE_HZ as f32;
    let mean_kmh = lap.length_m / seconds * 3.6;
    let told = format!(
        "{:.0} m in {seconds:.1} s, mean {mean_kmh:.1} km/h, max {:.1} km/h, {:.2} m off its lane at most, {} hits",
        lap.length_m,
        lap.max_mps * 3.6,
        lap.off_lane_m,
        lap.hits
    );
    println!("{told}");
    assert!(lap.is_round && lap.hits == 0, "{told}");
    assert!(mean_kmh > 35.0 && lap.max_mps < 21.0, "{told}");
    // Half a lane: what is further out is in the next one.
    assert!(lap.off_lane_m < 1.6, "{told}");
}

#[test]
fn a_walker_goes_about_and_sits_in_cars_for_a_while() {
    let mut world = World::new(Level::compile(generators::test_collisions()).unwrap(), Role::Authority);
    world.step(&[Command::Join { client: ROUTE }], &[]);
    let mut walker = Walker::new(3);
    let (mut got_in, mut got_out, mut walked_m) = (0, 0, 0.0);
    let mut before: Option<Vec3> = None;
    for tick in 0..60 * 120 {
        let input = walker.input(tick, &frame(&world, ROUTE));
        for event in world.step(&[], &[(ROUTE, input)]) {
            got_in += u32::from(matches!(event, Event::Seated { .. }));
            got_out += u32::from(matches!(event, Event::Unseated { .. }));
        }
        let on_foot = world.controlled_by(ROUTE).and_then(|own| world.person(own)).map(|state| state.motion.position);
        walked_m += before.zip(on_foot).map_or(0.0, |(before, now)| (now - before).length());
        before = on_foot;
    }
    assert!(got_in >= 1 && got_out >= 2, "in {got_in} and out {got_out} times");
    assert!(walked_m > 100.0, "it walked {walked_m} m in two minutes");
}
