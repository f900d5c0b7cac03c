//! A session joins a game that runs: its world is fresh, is given exact states, and drives on from there.
//!
//! What is sent of a car is not all that the physics knows of it: contacts and their warm-start impulses stay behind. So a
//! car free of contact must be exact from the first tick, and one in contact near until the contact ends.

use tacho_core::input::{Input, Keys};
use tacho_core::sim::ai::Chance;
use tacho_core::sim::{Command, Role, World};
use tacho_core::units::{ClientId, EntityId, Tick};

use crate::stage::{self, Roamer, copy_into, driven_bits};

const DRIVER: ClientId = ClientId(0);
/// Ticks for which each join is followed.
const FOLLOWED_TICKS: u32 = 200;
/// Ticks within which a join in contact must stay near: the longest lead of a session.
const LEAD_TICKS: u32 = 21;

/// A session's world from its join on.
struct Joined {
    world: World,
    joined_at: Tick,
    exact: bool,
    /// Greatest distance from the authority's car within [`LEAD_TICKS`], in metres.
    error_m: f32,
}

/// What became of all joins.
#[derive(Debug)]
struct Outcome {
    joins: usize,
    exact: usize,
    error_m: f32,
}

/// Lets a car stand for `standing_ticks` and drive then, and joins wherever `chosen` says so, a hundred times.
fn hundred_joins(seed: u64, standing_ticks: u32, chosen: impl Fn(&World, EntityId) -> bool) -> Outcome {
    let level = stage::arena();
    let mut authority = World::new(level.clone(), Role::Authority);
    authority.step(&[Command::Join { client: DRIVER }], &[]);
    let mut car = authority.car_of(DRIVER).expect("the arena has room");
    let roamer = Roamer { client: DRIVER, chance: Chance::new(seed) };
    let mut outcome = Outcome { joins: 0, exact: 0, error_m: 0.0 };
    let mut following: Vec<Joined> = Vec::new();
    while outcome.joins < 100 || !following.is_empty() {
        assert!(authority.tick().0 < 60 * 600, "too few ticks to join at: {outcome:?}");
        // Who dies in a crash begins again in another car.
        if following.is_empty() {
            car = authority.car_of(DRIVER).unwrap_or(car);
        }
        if outcome.joins < 100 && chosen(&authority, car) {
            let mut world = World::new(level.clone(), Role::Session);
            copy_into(&mut world, &authority);
            following.push(Joined { world, joined_at: authority.tick(), exact: true, error_m: 0.0 });
            outcome.joins += 1;
        }
        let standing = authority.tick().0 < standing_ticks;
        let input = if standing { Input::default() } else { roamer.input(&authority) };
        // Who is a wreck begins again; only while nobody follows, since a session is told of that.
        let wrecked = authority.vehicle(car).is_some_and(|car| car.condition.health == 0.0);
        let reset = [Command::Reset { client: DRIVER }];
        authority.step(if wrecked && following.is_empty() { &reset } else { &[] }, &[(DRIVER, input)]);
        let truth = authority.vehicle(car).expect("nobody takes it away");
        for joined in &mut following {
            joined.world.step(&[], &[(DRIVER, input)]);
            plant_what_was_planted(&mut joined.world, &authority);
            let here = joined.world.vehicle(car).expect("it was placed");
            joined.exact &= driven_bits(&here) == driven_bits(&truth);
            if authority.tick().since(joined.joined_at) <= LEAD_TICKS {
                joined.error_m = joined.error_m.max((here.motion.position - truth.motion.position).length());
            }
        }
        following.retain(|joined| {
            let done = authority.tick().since(joined.joined_at) >= FOLLOWED_TICKS;
            if done {
                outcome.exact += usize::from(joined.exact);
                outcome.error_m = outcome.error_m.max(joined.error_m);
            }
            !done
        });
    }
    outcome
}

/// Tells a session of the light pieces that the authority planted again.
fn plant_what_was_planted(session: &mut World, authority: &World) {
    let planted: Vec<EntityId> = session
        .loose_pieces()
        .map(|(piece, _)| piece)
        .filter(|piece| authority.loose_piece(*piece).is_none())
        .collect();
    for piece in planted {
        session.plant_piece(piece);
    }
}

#[test]
fn a_hundred_joins_of_a_car_that_stands_are_exact() {
    let outcome = hundred_joins(1, 170, |world, _| world.tick().0 >= 60);
    println!("standing: {outcome:?}");
    assert_eq!(outcome.exact, outcome.joins, "{outcome:?}");
}

#[test]
fn a_hundred_joins_of_a_car_that_rolls_free_are_exact() {
    let outcome = hundred_joins(2, 30, |world, car| {
        let moving = world.vehicle(car).is_some_and(|car| car.motion.velocity.length() > 3.0);
        world.tick().0.is_multiple_of(7) && moving && !world.in_contact(car)
    });
    println!("rolling: {outcome:?}");
    assert_eq!(outcome.exact, outcome.joins, "{outcome:?}");
}

#[test]
fn a_hundred_joins_of_a_car_in_contact_stay_within_5_cm_over_the_longest_lead() {
    let outcome = hundred_joins(3, 30, |world, car| world.in_contact(car));
    println!("in contact: {outcome:?}");
    assert!(outcome.error_m < 0.05, "{outcome:?}");
}

#[test]
fn a_car_that_joins_at_tick_300_drives_the_bits_of_one_that_joined_at_once() {
    let states = |join_at: u32| -> Vec<Vec<u8>> {
        let mut world = World::new(stage::arena(), Role::Authority);
        for _ in 0..join_at {
            world.step(&[], &[]);
        }
        world.step(&[Command::Join { client: DRIVER }], &[]);
        let roll = |ahead: u32| {
            let input = Input::from_axes(1.0, if ahead < 200 { 0.0 } else { 0.3 }, Keys(0));
            world.step(&[], &[(DRIVER, input)]);
            let car = world.car_of(DRIVER).and_then(|car| world.vehicle(car)).expect("it joined");
            driven_bits(&car)
        };
        (0..400).map(roll).collect()
    };
    assert_eq!(states(300), states(0));
}
