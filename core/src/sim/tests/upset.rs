use super::{car, hold, parked, plate, session_with};
use crate::input::Keys;
use crate::sim::vehicle::UPSET_MOST_TICKS;
use crate::sim::{CLASSES, Command, Role, VehicleState, World};
use crate::units::ClientId;
use crate::units::math::{AXLE, FORWARD, UP, Vec3, axis_rotation};

const NO_KEYS: Keys = Keys(0);
/// Ticks in which a car that is put down comes to rest, is set up, and stands.
const WHILE_TICKS: u32 = 2 * UPSET_MOST_TICKS as u32 + 60;

/// A car of a class, turned by `angle_rad` about one of its own axes, its hull just above the ground.
fn turned(class: u8, axis: Vec3, angle_rad: f32) -> VehicleState {
    let mut state = car(0.0, 0.0, 0.0);
    state.vehicle.class = class;
    state.motion.rotation = axis_rotation(axis, angle_rad);
    state.motion.position.y = CLASSES[usize::from(class)].depth_m(state.motion.rotation) + 0.02;
    state
}

fn up(state: &VehicleState) -> f32 {
    (state.motion.rotation * UP).y
}

#[test]
fn each_class_that_lies_on_its_roof_or_side_stands_on_its_wheels_again_where_it_lay() {
    for (row, class) in CLASSES.iter().enumerate().filter(|(_, class)| class.drives()) {
        for (axis, angle_rad) in [(FORWARD, 3.1), (FORWARD, 1.6), (FORWARD, -1.6), (AXLE, 3.1)] {
            let mut state = turned(row as u8, axis, angle_rad);
            let name = format!("{} turned by {angle_rad} about {axis}", class.name);
            let mut world = session_with(plate(vec![], vec![]), &state);
            let mut went_m = 0.0f32;
            for _ in 0..WHILE_TICKS {
                let next = hold(&mut world, 1, 1.0, 0.0, NO_KEYS);
                if up(&state) < 0.3 && up(&next) > 0.9 {
                    went_m = (next.motion.position - state.motion.position).with_y(0.0).length();
                }
                state = next;
            }
            assert!(up(&state) > 0.95, "{name}: {state:?}");
            assert!(went_m < 0.05, "{name} was set up {went_m} m from where it lay");
        }
    }
}

#[test]
fn a_car_on_its_roof_waits_for_three_seconds_and_one_without_a_driver_for_good() {
    let mut lying = turned(0, FORWARD, 3.1);
    lying.motion.position.y -= 0.02;
    let mut world = session_with(plate(vec![], vec![]), &lying);
    let waited = (1..600).find(|_| up(&hold(&mut world, 1, 0.0, 0.0, NO_KEYS)) > 0.9).unwrap();
    assert!((180..240).contains(&waited), "set up after {waited} ticks");

    lying.vehicle.owner = parked(0.0, 0.0).vehicle.owner;
    let mut world = session_with(plate(vec![], vec![]), &lying);
    assert!(up(&hold(&mut world, 600, 0.0, 0.0, NO_KEYS)) < -0.9);
}

#[test]
fn a_session_sets_its_own_car_up_in_the_tick_in_which_the_authority_does() {
    let client = ClientId(0);
    let level = plate(vec![], vec![]);
    let lying = turned(0, FORWARD, 3.1);
    let mut authority = World::new(level.clone(), Role::Authority);
    authority.step(&[Command::Join { client }], &[]);
    let row = authority.row_of_client(client).unwrap();
    authority.physics.set_motion(crate::sim::physics::Pool::Vehicles, row, &lying.motion);
    let mut session = World::new(level, Role::Session);
    let told_at = 100;
    let mut set_up_at = None;
    for tick in 0..WHILE_TICKS {
        authority.step(&[], &[]);
        let (car, truth) = authority.vehicles().next().unwrap();
        if tick == told_at {
            assert!(truth.drive.upset_ticks > 0, "the timer has to be running when it is sent");
            assert!(session.place_vehicle(car, &truth, false));
        } else if tick > told_at {
            session.step(&[], &[]);
            let here = session.vehicle(car).unwrap();
            assert_eq!(up(&here) > 0.9, up(&truth) > 0.9, "in tick {tick}");
            if up(&here) > 0.9 {
                set_up_at.get_or_insert(tick);
            }
        }
    }
    assert!(set_up_at.is_some());
}
