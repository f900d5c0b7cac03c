use super::{CAR, car, hold, parked, plate, session, session_with, tick};
use crate::input::Keys;
use crate::sim::{Role, World};
use crate::units::EntityId;

#[test]
fn a_proxy_is_solid_and_unmoved() {
    let mut world = session_with(plate(vec![], vec![]), &car(0.0, -10.0, 20.0));
    let other = EntityId::new(9, 1);
    let mut moving = parked(0.0, 0.0);
    moving.motion.velocity.x = 5.0;
    world.place_vehicle(other, &moving, true);
    let after = hold(&mut world, 90, 0.5, 0.0, Keys(0));
    assert!(world.is_proxy(other) && !world.is_proxy(CAR));
    assert_eq!(world.vehicle(other).unwrap(), moving, "a proxy stays as it was told, to its velocity");
    assert!(after.motion.position.z < -3.0 && after.condition.health < 80.0, "{after:?}");
}

#[test]
fn a_proxy_that_is_simulated_again_goes_on_at_its_velocity() {
    let mut world = session(plate(vec![], vec![]));
    let state = car(0.0, 0.0, 15.0);
    world.place_vehicle(CAR, &state, true);
    assert_eq!(hold(&mut world, 10, 0.0, 0.0, Keys(0)).motion, state.motion);
    world.set_proxy(CAR, false);
    let after = tick(&mut world, 0.0, 0.0, Keys(0));
    assert!((after.motion.position.z - 0.25).abs() < 0.01, "{}", after.motion.position);
}

#[test]
fn a_world_without_a_free_row_says_so_and_a_removed_car_makes_room() {
    let mut world = session(plate(vec![], vec![]));
    let rows = Role::Session.vehicle_rows() as u16;
    let entity = |index: u16| EntityId::new(index, 1);
    for index in 0..rows {
        assert!(world.place_vehicle(entity(index), &parked(10.0 * f32::from(index), 0.0), false));
    }
    let one_more = parked(-20.0, 0.0);
    assert!(!world.place_vehicle(entity(rows), &one_more, false));
    world.remove_vehicle(entity(3));
    assert_eq!(world.vehicle(entity(3)), None);
    assert!(world.place_vehicle(entity(rows), &one_more, false));
    assert_eq!(world.vehicles().count(), usize::from(rows));
}

#[test]
fn rows_follow_the_order_of_the_entities() {
    let mut world = session(plate(vec![], vec![]));
    for index in [120, 3, 64, 30, 90] {
        world.place_vehicle(EntityId::new(index, 1), &parked(f32::from(index) * 5.0, 0.0), false);
    }
    let order: Vec<u16> = world.vehicles().map(|(entity, _)| entity.index).collect();
    assert_eq!(order, [3, 30, 64, 90, 120]);
}

#[test]
fn a_word_about_the_tenant_that_left_is_not_applied_to_the_one_that_came() {
    let mut world = session_with(plate(vec![], vec![]), &car(0.0, 0.0, 0.0));
    let next = EntityId::new(CAR.index, CAR.generation + 1);
    world.remove_vehicle(CAR);
    world.place_vehicle(next, &car(5.0, 0.0, 0.0), false);
    world.remove_vehicle(CAR);
    world.set_proxy(CAR, true);
    assert!(world.vehicle(next).is_some() && !world.is_proxy(next));
}

#[test]
#[should_panic(expected = "an authority's world is changed by its own step alone")]
fn an_authority_takes_no_word_from_outside() {
    World::new(plate(vec![], vec![]), Role::Authority).place_vehicle(CAR, &car(0.0, 0.0, 0.0), false);
}
