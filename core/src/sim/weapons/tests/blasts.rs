use super::{bare, health, hits, lamp, level, parked, person, stand, wall, with_cars, world_of};
use crate::sim::near::Near;
use crate::sim::weapons::{Cause, Charge, FLIGHTS, ROCKET};
use crate::sim::{CLASSES, Event, World, piece_entity};
use crate::units::EntityId;
use crate::units::math::Vec3;

/// Nobody of the world.
const BY: EntityId = EntityId::new(0x1fff, 7);

/// Blows up a rocket's charge 1 m above `x`, `z`, between two ticks, and gives what is told.
fn blow_up(world: &mut World, x_m: f32, z_m: f32) -> Vec<Event> {
    world.events.clear();
    let near = Near::new(&world.store);
    super::super::blast::blow_up(world, &near, Vec3::new(x_m, 1.0, z_m), BY, &charge());
    world.events.clone()
}

fn charge() -> Charge {
    FLIGHTS[usize::from(ROCKET)].charge
}

#[test]
fn a_blast_takes_less_the_farther_off_and_nothing_beyond_its_rim() {
    let mut world = bare();
    let people = [0.5, 3.0, 5.5, 6.1].map(|x_m| stand(&mut world, x_m, 0.0));
    let events = blow_up(&mut world, 0.0, 0.0);
    assert_eq!(events[0], Event::Blast { at: Vec3::Y, radius_m: 6.0 });
    let points = |who: EntityId| hits(&events).into_iter().find(|hit| hit.0 == who).map(|hit| hit.2);
    // From the blast to the middle of a human, 10 cm lower.
    for (who, x_m) in people.into_iter().zip([0.5f32, 3.0, 5.5]) {
        let wanted = 150.0 * (1.0 - (x_m * x_m + 0.01).sqrt() / 6.0);
        assert!((points(who).unwrap() - wanted).abs() < 1e-3, "{x_m} m");
    }
    assert_eq!(points(people[3]), None);
    assert_eq!((health(&world, people[0]), health(&world, people[3])), (0.0, 100.0));
    assert!(hits(&events).iter().all(|hit| hit.1 == Cause::Blast));
    assert!(events.contains(&Event::Death { entity: people[0], by: Some(BY) }));
}

#[test]
fn who_is_behind_a_wall_feels_nothing_of_a_blast() {
    let mut world = world_of(level(vec![wall(1.0, 0.05)], vec![lamp(0.0, 3.0)], &[(6.0, 4.0)]));
    let hidden = stand(&mut world, 0.0, 2.0);
    let events = blow_up(&mut world, 0.0, 0.0);
    assert_eq!(events.len(), 1, "{events:?}");
    assert_eq!((health(&world, hidden), person(&world, hidden).walk.limp_ticks), (100.0, 0));
}

#[test]
fn people_are_thrown_away_from_it_and_upwards_and_lie() {
    let mut world = bare();
    let thrown = stand(&mut world, 4.0, 0.0);
    blow_up(&mut world, 0.0, 0.0);
    let state = person(&world, thrown);
    let velocity = state.motion.velocity;
    assert!(velocity.x > 2.0 && velocity.y > 1.0 && velocity.z == 0.0 && velocity.length() < 10.0, "{velocity}");
    assert_eq!((state.walk.limp_ticks, state.fight.dead_ticks), (90, 0));
}

#[test]
fn vehicles_are_pushed_by_their_mass_and_hurt_by_the_distance_of_their_hull() {
    let mut world = with_cars(&[(2.9, 0.0), (-3.2, 0.0)]);
    let (light, heavy) = (parked(&world, 0), parked(&world, 1));
    let truck = CLASSES.iter().position(|class| class.name == "truck").unwrap() as u8;
    let row = world.row_of_vehicle(heavy).unwrap();
    world.store.vehicles_mut().vehicle[row].class = truck;
    let events = blow_up(&mut world, 0.0, 0.0);
    let points = |who: EntityId| hits(&events).into_iter().find(|hit| hit.0 == who).unwrap().2;
    assert!((points(light) - 100.0).abs() < 4.0, "{}", points(light));
    let velocity = |who: EntityId| world.vehicle(who).unwrap().motion.velocity;
    assert!(velocity(light).x > 3.0 && velocity(light).x > -3.0 * velocity(heavy).x, "{}", velocity(light));
    assert!(velocity(heavy).x < -0.2 && !world.vehicle(heavy).unwrap().motion.asleep);
    // What the column says is what the physics goes on from.
    let told = velocity(light);
    world.step(&[], &[]);
    let next = world.vehicle(light).unwrap().motion.velocity;
    assert!((next - told).length() < 1.5, "{told} then {next}");
    assert!(hits(world.events()).is_empty(), "a push is no crash: {:?}", world.events());
}

#[test]
fn light_pieces_are_torn_within_half_the_radius_and_loose_ones_fly_on() {
    let mut world = world_of(level(vec![], vec![lamp(2.0, 0.0), lamp(0.0, 4.0)], &[]));
    let events = blow_up(&mut world, 0.0, 0.0);
    assert!(events.contains(&Event::Knock { piece: piece_entity(0, 1), by: BY }), "{events:?}");
    assert_eq!((world.torn_piece(0), world.torn_piece(1)), (Some(piece_entity(0, 1)), None));
    let speed = |world: &World| world.loose_piece(piece_entity(0, 1)).unwrap().motion.velocity;
    let once = speed(&world);
    assert!(once.x > 1.0 && once.y > 0.5, "{once}");
    blow_up(&mut world, 0.0, 0.0);
    assert!(speed(&world).x > once.x + 1.0, "{}", speed(&world));
}
