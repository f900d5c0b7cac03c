//! The city's own people and cars: put out where players are about to come, taken away where they have gone.
//!
//! A city that is full everywhere costs a room more than it has, and players see a small part of it. So each kind of
//! inhabitant is a number that is wanted about the players: near enough to be met soon, too far to be seen appearing. At
//! most one of a kind comes in a tick, which spreads the cost, and never more than were asked for. Drivers who lost their
//! car walk on as walkers; of who is too many then, some go out of sight.
//!
//! What is out of everyone's reach is taken away, and so is what is of no use and out of sight: a wreck, a car that nobody
//! drives any more, a driver who cannot get on. Each row is looked at once a second.

use super::super::component::{
    City, Mind, Motion, NO_HITCH, NO_OWNER, NO_VEHICLE, NOBODY, NOT_A_CLIENT, Person, Vehicle,
};
use super::super::people::{self, DOG, DRIVER_SEAT, HUMAN};
use super::super::store::People;
use super::super::vehicle::CLASSES;
use super::super::world::World;
use super::{Chance, Profile, police};
use crate::level::roads::LaneId;
use crate::units::TICK_RATE_HZ;
use crate::units::math::{AXLE, FORWARD, Vec3, axis_rotation, yaw_rotation};

/// Where a kind comes and goes, in metres from the nearest player.
struct Reach {
    /// Nothing is put out or taken away nearer than this: it would be seen.
    sight_m: f32,
    /// Nothing is put out further off.
    most_m: f32,
    /// What is further off is taken away.
    away_m: f32,
}

/// Nothing on wheels is put out or taken away nearer to a player than this, in metres: it would be seen.
pub const SIGHT_M: f32 = 60.0;

/// What is further from every player than this, in metres, is taken away.
pub const AWAY_M: f32 = 280.0;

/// Cars.
const BY_CAR: Reach = Reach { sight_m: SIGHT_M, most_m: 220.0, away_m: AWAY_M };

/// People are smaller than cars and slower: a crowd is near.
const ON_FOOT: Reach = Reach { sight_m: 25.0, most_m: 120.0, away_m: 160.0 };

/// Police cars about a player who is wanted.
const POLICE: u16 = 4;

/// One in so many walkers is a dog.
const WALKERS_PER_DOG: usize = 10;

/// Questions that a kind may ask of chance in a tick.
const QUESTIONS: u32 = 64;

/// Places that are tried for somebody on foot in a tick: most of a city's pavements are out of reach.
const TRIES: u32 = 8;

/// Seconds after which a car that nobody drives or is near to is taken away.
const ABANDONED_S: u8 = 20;

/// Ticks after which a driver who does not get on, though nothing is in the way, is taken away.
pub const STUCK_TICKS: u16 = 12 * TICK_RATE_HZ as u16;

/// Ticks after which one who only waits is taken away.
pub const WAITED_TICKS: u16 = 45 * TICK_RATE_HZ as u16;

/// Rows of vehicles, and of people, that are left to those who join.
const ROWS_LEFT: usize = 16;

/// Room that a car is put out with, along the lane and across it, in metres.
const ROOM_M: [f32; 2] = [25.0, 2.6];

/// From a car's middle to somebody who is put out on foot, in metres.
const STANDING_ROOM_M: f32 = 4.0;

/// From a junction to a car that is put out, in metres.
const JUNCTION_M: f32 = 18.0;

const _: () = assert!(BY_CAR.sight_m < BY_CAR.most_m && BY_CAR.most_m < BY_CAR.away_m);
const _: () = assert!(ON_FOOT.sight_m < ON_FOOT.most_m && ON_FOOT.most_m < ON_FOOT.away_m);

/// A kind of inhabitant.
struct Kind {
    profile: Profile,
    reach: &'static Reach,
    /// How many are wanted.
    wanted: fn(&City) -> u16,
    /// One comes in every so manieth tick at most.
    every_ticks: u32,
    /// Puts one out, if this tick's chance finds a place.
    put_out: fn(&mut World, &Around, &Kind, Chance),
    /// Whether one of these has become of no use, beyond what ends everybody.
    is_done: fn(&Person, &Mind) -> bool,
}

/// The kinds, in the order in which they are put out.
const KINDS: [Kind; 5] = [
    Kind {
        profile: Profile::Traffic,
        reach: &BY_CAR,
        wanted: |city| city.traffic,
        every_ticks: 1,
        put_out: put_out_car,
        is_done: |person, mind| {
            person.driven_vehicle().is_none() || mind.stuck_ticks > STUCK_TICKS || mind.wait_ticks > WAITED_TICKS
        },
    },
    Kind {
        profile: Profile::Walker,
        reach: &ON_FOOT,
        wanted: |city| city.walkers,
        every_ticks: 3,
        put_out: put_out_walker,
        is_done: |_, _| false,
    },
    Kind {
        profile: Profile::Chaser,
        reach: &BY_CAR,
        wanted: |city| city.chasers,
        every_ticks: 2,
        put_out: put_out_car,
        is_done: |person, mind| person.driven_vehicle().is_none() || mind.wait_ticks > STUCK_TICKS,
    },
    Kind {
        profile: Profile::Police,
        reach: &BY_CAR,
        wanted: |city| if city.wanted_ticks > 0 { POLICE } else { 0 },
        every_ticks: 2,
        put_out: put_out_car,
        is_done: |_, mind| mind.wait_ticks > STUCK_TICKS,
    },
    Kind {
        profile: Profile::Brawler,
        reach: &ON_FOOT,
        wanted: |city| city.brawlers,
        every_ticks: 2,
        put_out: put_out_walker,
        is_done: |_, _| false,
    },
];

/// The classes that chasers drive.
const CHASER_CLASSES: [&str; 3] = ["muscle", "sport", "police"];

/// The classes of cars in traffic, each as often as it is written.
const TRAFFIC_CLASSES: [&str; 20] = [
    "hatchback",
    "hatchback",
    "hatchback",
    "hatchback",
    "hatchback",
    "hatchback",
    "sedan",
    "sedan",
    "sedan",
    "sedan",
    "sedan",
    "taxi",
    "taxi",
    "taxi",
    "van",
    "van",
    "pickup",
    "pickup",
    "bus",
    "truck",
];

/// Where the players are, or where the first would come.
struct Around {
    players: Vec<Vec3>,
    middle: Vec3,
}

impl Around {
    fn new(world: &World) -> Around {
        let people = world.store.people();
        let is_player = |row: &usize| people.slot[*row].alive && people.person[*row].owner < NOT_A_CLIENT;
        let mut players = Vec::with_capacity(people.slot.len());
        players.extend((0..people.slot.len()).filter(is_player).map(|row| people.motion[row].position));
        Around { players, middle: world.level.data().spawns.first().map_or(Vec3::ZERO, |spawn| spawn.position) }
    }

    /// How far the nearest player is, in metres, or the middle of an empty city.
    fn distance_m(&self, at: Vec3) -> f32 {
        let nearest = self.players.iter().map(|player| (*player - at).length_squared()).reduce(f32::min);
        nearest.unwrap_or((self.middle - at).length_squared()).sqrt()
    }

    /// Whether a player might see what comes or goes there.
    fn sees(&self, at: Vec3, reach: &Reach) -> bool {
        !self.players.is_empty() && self.distance_m(at) < reach.sight_m
    }

    fn is_good_for_a_newcomer(&self, at: Vec3, reach: &Reach) -> bool {
        let least_m = if self.players.is_empty() { 0.0 } else { reach.sight_m };
        (least_m..reach.most_m).contains(&self.distance_m(at))
    }
}

/// One tick of it.
pub(in crate::sim) fn step(world: &mut World) {
    let city = *world.store.city();
    if city == City::default() {
        return;
    }
    let around = Around::new(world);
    let first_due = (world.tick.0 % TICK_RATE_HZ) as usize;
    let due = |rows: usize| (first_due..rows).step_by(TICK_RATE_HZ as usize);
    let counts = loop {
        let counts = Counts::new(world);
        let people = world.store.people();
        match due(people.slot.len()).find(|row| is_to_go(world, &people, &around, &counts, *row)) {
            Some(row) => take_away(world, row),
            None => break counts,
        }
    };
    for row in due(world.store.vehicles().slot.len()) {
        look_after_vehicle(world, &around, row);
    }
    let chance = Chance::new(u64::from(city.seed));
    for kind in &KINDS {
        let is_due = world.tick.0.is_multiple_of(kind.every_ticks);
        if is_due && counts.of(kind.profile) < usize::from((kind.wanted)(&city)) {
            (kind.put_out)(world, &around, kind, chance);
        }
    }
}

/// Takes everything away that the city has put out. Who sat in its cars stands there.
pub(in crate::sim) fn clear(world: &mut World) {
    for row in 0..world.store.people().slot.len() {
        if world.store.people().slot[row].alive && world.store.people().person[row].owner == NOT_A_CLIENT {
            people::empty(&mut world.store, row);
        }
    }
    for row in 0..world.store.vehicles().slot.len() {
        if world.store.vehicles().slot[row].alive && world.store.vehicles().upkeep[row].of_city {
            world.remove_car(row);
        }
    }
}

/// How many of each kind are about their business; a driver without a car is not.
struct Counts([usize; Profile::ALL.len()]);

impl Counts {
    fn new(world: &World) -> Counts {
        let mut counts = Counts([0; Profile::ALL.len()]);
        let people = world.store.people();
        for ((slot, mind), person) in people.slot.iter().zip(people.mind).zip(people.person) {
            let profile = Profile::of(mind);
            let drives = matches!(profile, Profile::Traffic | Profile::Chaser);
            counts.0[profile as usize] += usize::from(slot.alive && (!drives || person.driven_vehicle().is_some()));
        }
        counts
    }

    fn of(&self, profile: Profile) -> usize {
        self.0[profile as usize]
    }
}

/// Whether somebody is out of reach, or dead or of no use where nobody sees it.
fn is_to_go(world: &World, people: &People<'_>, around: &Around, counts: &Counts, row: usize) -> bool {
    let (person, mind) = (people.person[row], people.mind[row]);
    if !people.slot[row].alive || person.owner != NOT_A_CLIENT {
        return false;
    }
    let is_dead = people.fight[row].dead_ticks > 0;
    let is_wrecked = person.driven_vehicle().is_some_and(|car| is_wreck(world, usize::from(car)));
    let city = world.store.city();
    let kind = KINDS.iter().find(|kind| kind.profile == Profile::of(&mind));
    let is_too_many = |kind: &Kind| counts.of(kind.profile) > usize::from((kind.wanted)(city));
    let is_done = is_dead || is_wrecked || kind.is_some_and(|kind| (kind.is_done)(&person, &mind) || is_too_many(kind));
    let reach = kind.map_or(&BY_CAR, |kind| kind.reach);
    let at = people.motion[row].position;
    around.distance_m(at) > reach.away_m || (is_done && !around.sees(at, reach))
}

/// Takes a car away that has no place of its own, and that nobody has driven or been near for a while.
fn look_after_vehicle(world: &mut World, around: &Around, row: usize) {
    let vehicles = world.store.vehicles();
    let has_place = usize::from(vehicles.vehicle[row].home) >= world.level.data().spawns.len();
    if !vehicles.slot[row].alive || (has_place && !vehicles.upkeep[row].of_city) {
        return;
    }
    let is_idle = !is_in_use(world, row) && !around.sees(vehicles.motion[row].position, &BY_CAR);
    let idle_s = if is_idle { vehicles.upkeep[row].idle_s.saturating_add(1) } else { 0 };
    if idle_s != vehicles.upkeep[row].idle_s {
        world.store.vehicles_mut().upkeep[row].idle_s = idle_s;
    }
    if idle_s >= ABANDONED_S {
        world.remove_car(row);
    }
}

/// Takes one of the city's own away, and the car that it drives.
fn take_away(world: &mut World, row: usize) {
    let driven = world.store.people().person[row].driven_vehicle().map(usize::from);
    people::empty(&mut world.store, row);
    if let Some(car) = driven {
        world.remove_car(car);
    }
}

/// Whether somebody sits in a car.
fn is_in_use(world: &World, car: usize) -> bool {
    let people = world.store.people();
    people.slot.iter().zip(people.person).any(|(slot, person)| usize::from(person.vehicle) == car && slot.alive)
}

fn is_wreck(world: &World, car: usize) -> bool {
    world.store.vehicles().condition[car].health <= 0.0
}

/// Puts a car out on a stretch of lane that is free, its driver at the wheel, already at the lane's pace.
fn put_out_car(world: &mut World, around: &Around, kind: &Kind, chance: Chance) {
    let (tick, lanes) = (world.tick.0, world.level.lanes().lanes());
    let lane = chance.pick(&kind.question(tick, 1), lanes.len());
    let Some((lane_id, lane)) = lanes.get(lane).map(|found| (LaneId(lane as u32), found)) else { return };
    if lane.length_m < 2.0 * JUNCTION_M {
        return;
    }
    let along_m = JUNCTION_M + (lane.length_m - 2.0 * JUNCTION_M) * chance.share(&kind.question(tick, 2));
    let (place, yaw_rad) = world.level.lanes().point_at(lane_id, along_m);
    if !around.is_good_for_a_newcomer(place, kind.reach) || !has_room(world, place, yaw_rad) {
        return;
    }
    let pick = |names: &[&'static str]| names[chance.pick(&kind.question(tick, 3), names.len())];
    let name = match kind.profile {
        Profile::Chaser => pick(&CHASER_CLASSES),
        Profile::Police => police::CAR_CLASS,
        _ => pick(&TRAFFIC_CLASSES),
    };
    let class = CLASSES.iter().position(|class| class.name == name).unwrap_or(0);
    place_driver(world, kind.profile, class as u8, lane_id, along_m);
}

/// Puts somebody out on a pavement.
fn put_out_walker(world: &mut World, around: &Around, kind: &Kind, chance: Chance) {
    let tick = world.tick.0;
    let pavements = &world.level.data().pavements;
    let place = |try_: u32| {
        let way = chance.pick(&kind.question(tick, 16 + 2 * try_), pavements.len());
        let length_m = world.level.footways().all().get(way)?.length_m;
        let along_m = length_m * chance.share(&kind.question(tick, 17 + 2 * try_));
        let (place, _) = pavements[way].at(along_m);
        (around.is_good_for_a_newcomer(place, kind.reach) && has_room_to_stand(world, place)).then_some((way, along_m))
    };
    if let Some((way, along_m)) = (0..TRIES).find_map(place) {
        let is_dog = kind.profile == Profile::Walker && chance.pick(&kind.question(tick, 4), WALKERS_PER_DOG) == 0;
        let is_backwards = chance.pick(&kind.question(tick, 5), 2) == 0;
        place_walker(world, kind.profile, if is_dog { DOG } else { HUMAN }, (way as u16, along_m), is_backwards);
    }
}

/// Puts somebody of a kind of people on its feet on a pavement; its row among the people. `None` where no row is left.
pub(in crate::sim) fn place_walker(
    world: &mut World,
    profile: Profile,
    kind: u8,
    (way, along_m): (u16, f32),
    is_backwards: bool,
) -> Option<usize> {
    let row = free_person(world)?;
    let (position, direction) = world.level.data().pavements[usize::from(way)].at(along_m);
    let yaw_rad = libm::atan2f(direction.x, direction.z);
    let person = Person { kind, owner: NOT_A_CLIENT, vehicle: NO_VEHICLE, seat: DRIVER_SEAT, home: 0 };
    let mind = Mind { profile: profile as u8, target: NOBODY, way, along_m, is_backwards, ..Mind::default() };
    let motion = Motion { position, rotation: yaw_rotation(yaw_rad), ..Motion::default() };
    people::place(&mut world.store, row, person, motion, yaw_rad, mind);
    Some(row)
}

/// The last free row of people, unless those left are for who joins.
fn free_person(world: &World) -> Option<usize> {
    let slots = world.store.people().slot;
    let free = slots.iter().filter(|slot| !slot.alive).count();
    slots.iter().rposition(|slot| !slot.alive).filter(|_| free > ROWS_LEFT)
}

impl Kind {
    /// What of a tick's chance is this kind's own.
    fn question(&self, tick: u32, of: u32) -> [u32; 2] {
        [tick, (self.profile as u32 - Profile::Traffic as u32) * QUESTIONS + of]
    }
}

/// Puts a driver onto a lane, already at the lane's pace; its row among the people. `None` where no row is left.
pub(in crate::sim) fn place_driver(
    world: &mut World,
    profile: Profile,
    class: u8,
    lane: LaneId,
    along_m: f32,
) -> Option<usize> {
    let vehicles = world.store.vehicles().slot;
    let free = vehicles.iter().filter(|slot| !slot.alive).count();
    let car = vehicles.iter().rposition(|slot| !slot.alive).filter(|_| free > ROWS_LEFT)?;
    let driver = free_person(world)?;

    let graph = world.level.lanes();
    let [(place, yaw_rad), (ahead, _)] = [along_m, along_m + 1.0].map(|along_m| graph.point_at(lane, along_m));
    let pitch = axis_rotation(AXLE, -libm::asinf((ahead.y - place.y).clamp(-0.5, 0.5)));
    let rotation = yaw_rotation(yaw_rad) * pitch;
    let motion = Motion {
        position: place + Vec3::Y * CLASSES[usize::from(class)].ride_height_m(),
        rotation,
        velocity: rotation * FORWARD * graph.lane(lane).pace_mps(along_m),
        ..Motion::default()
    };
    // Where a player who took it is put back: a spawn, from the last one on, which those who join take last.
    let spawns = world.level.data().spawns.len();
    let home = (spawns - 1 - car % spawns) as u16;
    world.fill_row(car, Vehicle { class, owner: NO_OWNER, home, hitched: NO_HITCH });
    world.put_whole(car, &motion);
    world.store.vehicles_mut().upkeep[car].of_city = true;
    let person = Person { kind: HUMAN, owner: NOT_A_CLIENT, vehicle: NO_VEHICLE, seat: DRIVER_SEAT, home };
    let mind = Mind { profile: profile as u8, target: NOBODY, way: lane.0 as u16, along_m, ..Mind::default() };
    people::place(&mut world.store, driver, person, motion, yaw_rad, mind);
    world.sit(driver, car, DRIVER_SEAT);
    Some(driver)
}

/// Whether nothing is on a stretch of lane about a place.
fn has_room(world: &World, place: Vec3, yaw_rad: f32) -> bool {
    let rotation = yaw_rotation(yaw_rad);
    let [along_m, across_m] = ROOM_M;
    let is_in_it = |at: Vec3| {
        let off = at - place;
        off.dot(rotation * FORWARD).abs() < along_m && off.dot(rotation * AXLE).abs() < across_m
    };
    let vehicles = world.store.vehicles();
    !vehicles.slot.iter().zip(vehicles.motion).any(|(slot, motion)| slot.alive && is_in_it(motion.position))
}

/// Whether no vehicle is about a place on a pavement.
fn has_room_to_stand(world: &World, place: Vec3) -> bool {
    let vehicles = world.store.vehicles();
    let is_near = |at: Vec3| (at - place).length_squared() < STANDING_ROOM_M * STANDING_ROOM_M;
    !vehicles.slot.iter().zip(vehicles.motion).any(|(slot, motion)| slot.alive && is_near(motion.position))
}
