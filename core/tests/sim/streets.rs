//! Every street of the city, driven by every class at 60 km/h.
//!
//! A joint that is flush to the eye can stop a wheel: a deck a centimetre above its bank, a kerb that a lane runs over, a
//! slab turned by a hair. Nobody finds it by looking at a level of 5,000 pieces; a car that holds its pace along every
//! straight stretch does.

use std::fmt::Write;
use std::sync::Arc;

use tacho_core::input::{Input, Keys};
use tacho_core::level::roads::{LaneId, TurnKind};
use tacho_core::level::{Level, LevelData, Piece, PieceKind, Rotation, Shape, Surface, generators};
use tacho_core::sim::ai::steer_towards;
use tacho_core::sim::{CLASSES, Role, World};
use tacho_core::units::math::{AXLE, FORWARD, UP, Vec3, axis_rotation, wrap_angle, yaw_rotation};
use tacho_core::units::{ClientId, TICK_RATE_HZ};

use crate::stage::{self, CAR, car_at};

/// 60 km/h.
const PACE_MPS: f32 = 60.0 / 3.6;
/// Ticks over which a loss of speed is measured.
const WINDOW_TICKS: usize = 10;
/// The share of its speed that a car may lose in them.
const LOSS_MOST: f32 = 0.05;
/// Ticks in which a car that was put down settles on its springs.
const SETTLE_TICKS: usize = 10;

/// From one point of a way to the next, in metres.
const STEP_M: f32 = 2.0;
/// Points to either side of one over which its bend is measured.
const REACH: usize = 4;
/// What bends less is straight: a curve of so many metres, which 60 km/h takes with a quarter of the tyres' hold.
const STRAIGHT_M: f32 = 120.0;
/// The shortest stretch that is driven, in points.
const SHORTEST: usize = 12;
/// How far a way follows the lane behind a crossing, in points.
const BEYOND: usize = 12;
/// How far ahead of the car the point is that it steers at, in points.
const AHEAD: usize = 6;

/// A straight stretch of a lane, in points of [`STEP_M`].
struct Stretch {
    street: String,
    points: Vec<Vec3>,
}

/// The straight stretches of every lane and of every way straight on across a crossing.
fn stretches(level: &Level) -> Vec<Stretch> {
    let graph = level.lanes();
    let mut stretches = Vec::new();
    for (number, lane) in graph.lanes().iter().enumerate() {
        let on = lane.successors.iter().map(|turn| graph.turn(*turn)).find(|turn| turn.kind == TurnKind::Straight);
        let mut way = points_along(level, LaneId(number as u32));
        if let Some(turn) = on {
            way.extend(&turn.points[1..turn.points.len() - 1]);
            way.extend(points_along(level, turn.to).iter().take(BEYOND));
        }
        let street = &level.data().roads[lane.road].name;
        let straight = (0..way.len()).map(|at| is_straight(&way, at)).collect::<Vec<_>>();
        let mut start = 0;
        for end in 0..=way.len() {
            if end == way.len() || !straight[end] {
                if end - start >= SHORTEST {
                    stretches.push(Stretch { street: street.clone(), points: way[start..end].to_vec() });
                }
                start = end + 1;
            }
        }
    }
    stretches
}

fn points_along(level: &Level, lane: LaneId) -> Vec<Vec3> {
    let steps = (level.lanes().lane(lane).length_m / STEP_M) as u32;
    (0..=steps).map(|step| level.lanes().point_at(lane, STEP_M * step as f32).0).collect()
}

fn is_straight(way: &[Vec3], at: usize) -> bool {
    let (before, after) = (at.saturating_sub(REACH), (at + REACH).min(way.len() - 1));
    let (into, out) = (way[at] - way[before], way[after] - way[at]);
    let heading = |way: Vec3| libm::atan2f(way.x, way.z);
    before == at || after == at || {
        let bend_rad = wrap_angle(heading(out) - heading(into)).abs();
        bend_rad < (into.length() + out.length()) / 2.0 / STRAIGHT_M
    }
}

/// The worst loss of speed, as a share, and where it was.
#[derive(Clone, Default)]
struct Loss {
    share: f32,
    place: Vec3,
    street: String,
}

/// Drives a stretch, for the metres that it came and its worst loss.
fn drive(world: &mut World, class: usize, stretch: &Stretch) -> (f32, Loss) {
    let points = &stretch.points;
    let way = (points[1] - points[0]).normalize();
    let mut state = car_at(points[0] + UP * CLASSES[class].ride_height_m(), 0.0, 0.0);
    let pitch = axis_rotation(AXLE, -libm::asinf(way.y));
    state.vehicle.class = class as u8;
    state.condition.health = CLASSES[class].health;
    state.motion.rotation = yaw_rotation(libm::atan2f(way.x, way.z)) * pitch;
    state.motion.velocity = way * PACE_MPS;
    assert!(world.place_vehicle(CAR, &state, false));

    let most_ticks = (2.0 * STEP_M * points.len() as f32 / PACE_MPS) as u32 * TICK_RATE_HZ;
    let (mut speeds_mps, mut loss, mut next) = (Vec::new(), Loss::default(), 0);
    for _ in 0..most_ticks {
        let motion = world.vehicle(CAR).expect("nobody takes it away").motion;
        let along = |point: Vec3| (point - motion.position).dot(motion.rotation * FORWARD);
        while next < points.len() && along(points[next]) < 0.0 {
            next += 1;
        }
        let Some(target) = points.get(next + AHEAD) else {
            return (STEP_M * next as f32, loss);
        };
        let speed_mps = motion.velocity.dot(motion.rotation * FORWARD);
        speeds_mps.push(speed_mps);
        if let Some(at) = speeds_mps.len().checked_sub(WINDOW_TICKS + 1).filter(|at| *at >= SETTLE_TICKS) {
            let share = 1.0 - speed_mps / speeds_mps[at];
            if share > loss.share {
                loss = Loss { share, place: motion.position, street: stretch.street.clone() };
            }
        }
        let steering = steer_towards(motion.position, motion.rotation, motion.velocity, *target, PACE_MPS);
        let throttle = (PACE_MPS - speed_mps).clamp(-1.0, 1.0);
        world.step(&[], &[(ClientId(0), Input::from_axes(throttle, steering.steer_axis(), Keys(0)))]);
    }
    let place = world.vehicle(CAR).expect("nobody takes it away").motion.position;
    (STEP_M * next as f32, Loss { share: 1.0, place, street: stretch.street.clone() })
}

/// Drives all stretches, for the metres that it came and the worst loss of all.
fn drive_all<'a>(level: &Arc<Level>, class: usize, stretches: impl IntoIterator<Item = &'a Stretch>) -> (f32, Loss) {
    let mut world = World::new(level.clone(), Role::Session);
    let (mut driven_m, mut worst) = (0.0, Loss::default());
    for stretch in stretches {
        let (stretch_m, loss) = drive(&mut world, class, stretch);
        driven_m += stretch_m;
        if loss.share > LOSS_MOST {
            println!("{}: {:.1} % on {} at {:.1}", CLASSES[class].name, 100.0 * loss.share, loss.street, loss.place);
        }
        if loss.share > worst.share {
            worst = loss;
        }
        for piece in world.loose_pieces().map(|(piece, _)| piece).collect::<Vec<_>>() {
            world.plant_piece(piece);
        }
    }
    (driven_m, worst)
}

#[test]
fn no_joint_of_every_street_costs_any_class_a_twentieth_of_its_speed() {
    let level = stage::compiled(generators::riverbend(generators::SEED));
    let stretches = stretches(&level);
    let mut table = "class       driven m  worst %  where\n".to_string();
    let mut most = 0.0f32;
    for (row, class) in CLASSES.iter().enumerate().filter(|(_, class)| class.drives()) {
        let (driven_m, worst) = drive_all(&level, row, &stretches);
        let Loss { share, place: Vec3 { x, z, .. }, street } = worst;
        let percent = 100.0 * share;
        writeln!(table, "{:10} {driven_m:>9.0}  {percent:>7.1}  {street}, {x:.0} {z:.0}", class.name)
            .expect("a string takes all");
        most = most.max(share);
    }
    assert!(most < LOSS_MOST, "{table}");
    insta::assert_snapshot!(table);
}

#[test]
fn a_slab_that_a_hull_runs_into_costs_more() {
    let mut data: LevelData = generators::riverbend(generators::SEED);
    let broadway = data.roads.iter().find(|road| road.name == "Broadway").expect("the city has one");
    let position = broadway.points[broadway.points.len() / 4];
    data.pieces.push(Piece {
        shape: Shape::Cuboid { half: Vec3::new(30.0, 0.45, 1.0) },
        position,
        rotation: Rotation::Yaw(0.0),
        kind: PieceKind::Other,
        surface: Surface::Concrete,
    });
    let level = stage::compiled(data);
    let over_it = |stretch: &Stretch| stretch.points.iter().any(|point| (*point - position).length() < 12.0);
    let crossed: Vec<Stretch> = stretches(&level).into_iter().filter(over_it).collect();
    let (_, worst) = drive_all(&level, 0, &crossed);
    assert!(worst.share > LOSS_MOST, "{} stretches, worst {}", crossed.len(), worst.share);
}
