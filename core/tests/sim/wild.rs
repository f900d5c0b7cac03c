//! Ten minutes of every class in the hands of someone who cannot drive.
//!
//! Levels are tried out by drivers who keep to the streets; players do not. Here one driver of each class holds what chance
//! says, at full throttle more often than not, through the river, over walls, into houses and into each other, and never
//! presses a key that would help. Whatever comes of it, three things must hold in every tick: every number is one, nobody is
//! under the ground or beyond the level, and nobody lies on a roof for good.

use std::fmt::Write;

use tacho_core::input::Input;
use tacho_core::level::{Level, generators};
use tacho_core::sim::{CLASSES, Command, Event, Role, VehicleState, World};
use tacho_core::units::math::{UP, Vec3};
use tacho_core::units::{ClientId, TICK_RATE_HZ};

use crate::stage::{self, Wild};

/// Ten minutes.
const TICKS: u32 = 600 * TICK_RATE_HZ;
/// Ticks after which a wreck is put back whole: a dead engine tries nothing out.
const WRECK_TICKS: u32 = 300;
/// Ticks in one place, wedged between stalls or hanging on a wall, after which a driver presses the key for it.
const STUCK_TICKS: u32 = 60 * TICK_RATE_HZ;
/// As long as a car may lie on its roof or side, in ticks: the three seconds of the rule, and the rolling and rocking before.
const UPSET_MOST_TICKS: u32 = 15 * TICK_RATE_HZ;

/// What became of one driver.
#[derive(Clone, Copy, Default)]
struct Course {
    driven_m: f32,
    hits: u32,
    wrecks: u32,
    /// Times that it died of a crash.
    deaths: u32,
    wreck_ticks: u32,
    /// Times that it lay on its roof or side, the ticks of this one, and of the longest.
    upsets: u32,
    upset_ticks: u32,
    longest_upset_ticks: u32,
    /// The least height of its origin over the ground, in metres.
    lowest_m: f32,
    /// Where it was when it last had moved by three metres, the ticks since, and the most of them in a car that runs.
    anchor: Vec3,
    stuck_ticks: u32,
    longest_stuck_ticks: u32,
    stuck_at: Vec3,
}

impl Course {
    fn follow(&mut self, before: &VehicleState, after: &VehicleState) {
        self.driven_m += after.motion.velocity.length() / TICK_RATE_HZ as f32;
        let is_upset = |car: &VehicleState| (car.motion.rotation * UP).y < 0.3;
        self.upsets += u32::from(is_upset(after) && !is_upset(before));
        self.upset_ticks = if is_upset(after) { self.upset_ticks + 1 } else { 0 };
        self.longest_upset_ticks = self.longest_upset_ticks.max(self.upset_ticks);
        let is_wreck = after.condition.health == 0.0;
        self.wreck_ticks = if is_wreck { self.wreck_ticks + 1 } else { 0 };
        self.wrecks += u32::from(self.wreck_ticks == 1);
        if is_wreck || (after.motion.position - self.anchor).length() > 3.0 {
            (self.anchor, self.stuck_ticks) = (after.motion.position, 0);
        }
        self.stuck_ticks += 1;
        if self.stuck_ticks > self.longest_stuck_ticks {
            (self.longest_stuck_ticks, self.stuck_at) = (self.stuck_ticks, self.anchor);
        }
    }
}

/// Every number that a vehicle has.
fn numbers(state: &VehicleState) -> impl Iterator<Item = f32> {
    let VehicleState { motion, controls, .. } = state;
    let pose = motion.position.to_array().into_iter().chain(motion.rotation.to_array());
    pose.chain(state.fields()).chain([controls.drive, controls.steer])
}

/// How far a place is over the ground, in metres; nothing where it is beyond the level.
fn over_ground_m(level: &Level, place: Vec3) -> Option<f32> {
    level.ground_height(place.x, place.z).map(|ground_m| place.y - ground_m)
}

#[test]
fn ten_minutes_of_wild_driving_leave_every_class_above_the_ground_and_on_its_wheels() {
    let level = stage::compiled(generators::riverbend(generators::SEED));
    // A client begins at the spawn of its number: these are all over the town.
    let driven = stage::driven_classes();
    let clients: Vec<ClientId> = (0..driven.len() as u16).map(|place| ClientId(8 * place)).collect();
    let mut world = World::new(level.clone(), Role::Authority);
    let joins = clients.iter().map(|client| Command::Join { client: *client });
    let classes =
        driven.iter().zip(&clients).map(|(class, client)| Command::SetClass { client: *client, class: *class });
    world.step(&joins.chain(classes).collect::<Vec<_>>(), &[]);
    // None while its driver is dead.
    let car = |world: &World, client: ClientId| {
        let car = world.car_of(client)?;
        Some((car, world.vehicle(car)?))
    };
    let mut drivers: Vec<Wild> = clients.iter().map(|client| Wild::new(*client, 11)).collect();
    let mut courses = vec![Course { lowest_m: f32::MAX, ..Course::default() }; clients.len()];

    let mut pieces_lost = 0;
    while world.tick().0 < TICKS {
        let tick = world.tick().0;
        let before: Vec<_> = clients.iter().map(|client| car(&world, *client)).collect();
        let inputs: Vec<(ClientId, Input)> =
            drivers.iter_mut().map(|driver| (driver.client, driver.input(&world))).collect();
        let is_over = |course: &Course| course.wreck_ticks > WRECK_TICKS || course.stuck_ticks > STUCK_TICKS;
        let over = clients.iter().zip(&courses).filter(|(_, course)| is_over(course));
        let mut commands: Vec<Command> = over.map(|(client, _)| Command::Reset { client: *client }).collect();
        // Who died begins again in a car of the first class.
        let others = driven.iter().zip(&clients).zip(&before);
        let others = others.filter(|((class, _), car)| car.is_some_and(|(_, car)| car.vehicle.class != **class));
        commands.extend(others.map(|((class, client), _)| Command::SetClass { client: *client, class: *class }));
        world.step(&commands, &inputs);
        for event in world.events() {
            if let Event::Hit { entity, .. } = event
                && let Some(row) = before.iter().position(|before| before.is_some_and(|(car, _)| car == *entity))
            {
                courses[row].hits += 1;
            }
        }
        for (entity, vehicle) in world.vehicles() {
            assert!(numbers(&vehicle).all(f32::is_finite), "{entity} in tick {tick}: {vehicle:?}");
            let over_m = over_ground_m(&level, vehicle.motion.position);
            assert!(
                over_m.is_some_and(|over_m| over_m > 0.0),
                "{entity} is {over_m:?} m up in tick {tick}: {vehicle:?}"
            );
        }
        for (entity, piece) in world.loose_pieces() {
            let (place, velocity) = (piece.motion.position, piece.motion.velocity);
            assert!(place.is_finite() && velocity.is_finite(), "{entity} in tick {tick}: {piece:?}");
            // A bin may fly over the edge; it stands in its place again when its time is up.
            pieces_lost += u32::from(over_ground_m(&level, place).is_none_or(|over_m| over_m < 0.0));
        }
        for ((client, course), before) in clients.iter().zip(&mut courses).zip(&before) {
            course.deaths += u32::from(before.is_some() && car(&world, *client).is_none());
            let (Some((_, before)), Some((_, after))) = (before, car(&world, *client)) else { continue };
            course.follow(before, &after);
            course.lowest_m = course.lowest_m.min(over_ground_m(&level, after.motion.position).unwrap_or(f32::MIN));
            assert!(course.upset_ticks <= UPSET_MOST_TICKS, "{client} lies since 15 s in tick {tick}: {after:?}");
        }
    }
    println!("{}light pieces under the ground or beyond it: {pieces_lost} ticks", table(&courses));
    assert!(courses.iter().all(|course| course.driven_m > 800.0 && course.hits > 10), "too tame");
    assert!(courses.iter().map(|course| course.upsets).sum::<u32>() > 0, "nobody fell over");
}

fn table(courses: &[Course]) -> String {
    let mut table =
        "class      driven m  hits  wrecks  deaths  upsets  longest s  lowest m  stuck s  where\n".to_string();
    let seconds = |ticks: u32| ticks as f32 / TICK_RATE_HZ as f32;
    for (class, course) in CLASSES.iter().filter(|class| class.drives()).zip(courses) {
        let Course { driven_m, hits, wrecks, deaths, upsets, lowest_m, stuck_at, .. } = course;
        let (longest_s, stuck_s) = (seconds(course.longest_upset_ticks), seconds(course.longest_stuck_ticks));
        writeln!(
            table,
            "{:10} {driven_m:>8.0}  {hits:>4}  {wrecks:>6}  {deaths:>6}  {upsets:>6}  {longest_s:>9.1}  {lowest_m:>8.2}  {stuck_s:>7.1}  {stuck_at:.0}",
            class.name
        )
        .expect("a string takes all");
    }
    table
}
