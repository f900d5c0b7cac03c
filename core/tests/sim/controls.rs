//! The negative control: what a rewind costs that restores less than everything.
//!
//! The usual rewind writes back poses and velocities. What the driving integrates, and the contacts and warm-start
//! impulses of the future that it came from, stay, so the replay meets the wall differently than the run did. That this
//! shows here, by centimetres, is what makes the zeros of the exact save worth anything.
//!
//! Three rewinds are graded. *Poses* writes back every body's motion. *All that is sent* writes back every column that
//! travels, so only the physics' own memory is missing: next to nothing where one car meets a wall, centimetres where cars
//! are pressed against each other. *Save* is exact.

use std::fmt::Write;

use tacho_core::input::{Input, Keys};
use tacho_core::level::generators::LANDMARKS;
use tacho_core::sim::{NO_OWNER, Role, Save, VehicleState, World};
use tacho_core::units::math::Vec3;
use tacho_core::units::{ClientId, EntityId};

use crate::stage::{self, CAR, car_at, driven_bits};

/// 80 km/h.
const SPEED_MPS: f32 = 80.0 / 3.6;
/// Ticks before the first contact and after it from which rewinds begin.
const BEFORE_TICKS: usize = 10;
const AFTER_TICKS: usize = 30;

/// A tick of a run, to go back to.
struct Moment {
    save: Save,
    vehicles: Vec<(EntityId, VehicleState)>,
}

/// A way back.
#[derive(Clone, Copy, Debug)]
enum Rewind {
    Poses,
    AllThatIsSent,
    Save,
}

impl Rewind {
    fn run(self, world: &mut World, to: &Moment) {
        match self {
            Rewind::Save => world.restore(&to.save),
            Rewind::AllThatIsSent => {
                for (entity, then) in &to.vehicles {
                    world.place_vehicle(*entity, then, false);
                }
            }
            Rewind::Poses => {
                for (entity, then) in &to.vehicles {
                    let now = world.vehicle(*entity).expect("nobody leaves");
                    world.place_vehicle(*entity, &VehicleState { motion: then.motion, ..now }, false);
                }
            }
        }
    }
}

/// Runs the tick that is the `tick`-th of the crash: the world's own count is not put back with poses.
fn step(world: &mut World, tick: usize) {
    let steer = if tick % 40 < 20 { 0.2 } else { -0.2 };
    world.step(&[], &[(ClientId(0), Input::from_axes(1.0, steer, Keys(0)))]);
}

fn own(world: &World) -> VehicleState {
    world.vehicle(CAR).expect("it was placed")
}

/// A car at 80 km/h towards a wall, with `between` parked cars nose to tail against it. Every tick, and which one it
/// first touched something in.
fn crash(world: &mut World, between: u16) -> (Vec<Moment>, usize) {
    let lane = LANDMARKS.wall_lanes[4].x_m;
    for place in 0..between {
        let at = Vec3::new(lane + 0.3, 0.5, LANDMARKS.target_z_m - 2.2 - 4.4 * f32::from(place));
        let mut parked = car_at(at, 0.0, 0.0);
        parked.vehicle.owner = NO_OWNER;
        world.place_vehicle(EntityId::new(20 + 10 * place, 1), &parked, false);
    }
    let start = Vec3::new(lane, 0.5, LANDMARKS.target_z_m - 26.0);
    world.place_vehicle(CAR, &car_at(start, 0.05, SPEED_MPS), false);
    let (mut moments, mut first_contact) = (Vec::new(), None);
    for tick in 0..150 {
        moments.push(Moment { save: world.save(), vehicles: world.vehicles().collect() });
        step(world, tick);
        if world.in_contact(CAR) && first_contact.is_none() {
            first_contact = Some(tick);
        }
    }
    (moments, first_contact.expect("the car reaches the wall"))
}

/// How many rewinds from `lead` ticks ahead come out exact, and the mean and the greatest error of all in cm.
fn graded(world: &mut World, moments: &[Moment], starts: &[usize], lead: usize, rewind: Rewind) -> (usize, f32, f32) {
    let (mut exact, mut sum_cm, mut max_cm) = (0, 0.0, 0.0f32);
    for start in starts {
        world.restore(&moments[*start].save);
        (*start..start + lead).for_each(|tick| step(world, tick));
        let truth = own(world);
        rewind.run(world, &moments[*start]);
        (*start..start + lead).for_each(|tick| step(world, tick));
        let again = own(world);
        let error_cm = 100.0 * (again.motion.position - truth.motion.position).length();
        exact += usize::from(driven_bits(&again) == driven_bits(&truth));
        sum_cm += error_cm;
        max_cm = max_cm.max(error_cm);
    }
    (exact, sum_cm / starts.len() as f32, max_cm)
}

#[test]
fn a_rewind_of_poses_alone_misses_by_centimetres_and_one_of_a_save_by_nothing() {
    let mut table = String::from("at 80 km/h into   | rewind of     | lead ticks | exact    | mean cm | max cm\n");
    for (name, between) in [("a wall", 0), ("3 cars at a wall", 3)] {
        let mut world = World::new(stage::arena(), Role::Session);
        let (moments, first_contact) = crash(&mut world, between);
        let starts: Vec<usize> = (first_contact - BEFORE_TICKS..first_contact + AFTER_TICKS).collect();
        for rewind in [Rewind::Poses, Rewind::AllThatIsSent, Rewind::Save] {
            let mut worst_cm: f32 = 0.0;
            for lead in [1, 5, 8, 15, 21] {
                let (exact, mean_cm, max_cm) = graded(&mut world, &moments, &starts, lead, rewind);
                worst_cm = worst_cm.max(max_cm);
                let (kind, of) = (format!("{rewind:?}"), starts.len());
                writeln!(table, "{name:17} | {kind:13} | {lead:10} | {exact:2} of {of} | {mean_cm:7.2} | {max_cm:6.2}")
                    .expect("a string takes all");
                if let Rewind::Save = rewind {
                    assert_eq!((exact, max_cm), (of, 0.0), "a save is not exact\n{table}");
                }
            }
            if let Rewind::Poses = rewind {
                assert!(worst_cm > 1.0, "poses alone do for {name}: this test sees nothing forgotten\n{table}");
            }
        }
    }
    println!("{table}");
    insta::assert_snapshot!(table);
}
