//! Saves under fire: a world is put away every tenth tick, and another runs each save's next half second again.

use std::collections::{BTreeSet, VecDeque};
use std::f32::consts::TAU;
use std::sync::Arc;

use tacho_core::level::generators::test_collisions;
use tacho_core::level::{Level, LevelData, Spawn};
use tacho_core::sim::ai::{Chance, steer_towards};
use tacho_core::sim::{Command, Digest, Event, NO_HITCH, Role, Save, World};
use tacho_core::units::ClientId;
use tacho_core::units::math::{FORWARD, Vec3, yaw_rotation};

use crate::stage::{self, PileUp};

/// Ticks between two saves.
const SAVE_EVERY_TICKS: u32 = 10;
/// Ticks that each save's future is followed: the longest rewind of a session with 350 ms of round trip, and some.
const FOLLOWED_TICKS: usize = 30;

/// A save and the digests of the ticks that another world ran from it.
struct Followed {
    save: Save,
    digests: Vec<Digest>,
}

/// What happened in the first run.
#[derive(Debug, Default)]
pub struct Happened {
    pub hits: usize,
    pub knocks: usize,
    relocations: usize,
    leaves_on_a_save: usize,
    plantings: usize,
    plantings_on_a_save: usize,
    most_asleep: usize,
    pub ticks_hitched: usize,
    pub most_classes: usize,
    pub compared: usize,
}

impl Happened {
    /// Counts what the tick that ran last did. `loose_before` pieces were loose before it.
    fn count(&mut self, world: &World, commands: &[Command], loose_before: usize) {
        let on_a_save = (world.tick().0 - 1).is_multiple_of(SAVE_EVERY_TICKS);
        for event in world.events() {
            match event {
                Event::Hit { .. } => self.hits += 1,
                Event::Knock { .. } => self.knocks += 1,
                Event::Relocated { .. } => self.relocations += 1,
                _ => {}
            }
        }
        let knocks = world.events().iter().filter(|event| matches!(event, Event::Knock { .. })).count();
        let planted = (loose_before + knocks).saturating_sub(world.loose_pieces().count());
        self.plantings += planted;
        if on_a_save {
            self.plantings_on_a_save += planted;
            self.leaves_on_a_save += commands.iter().filter(|c| matches!(c, Command::Leave { .. })).count();
        }
        let asleep = world.vehicles().filter(|(_, state)| state.motion.asleep).count();
        self.most_asleep = self.most_asleep.max(asleep);
        self.ticks_hitched += usize::from(world.vehicles().any(|(_, state)| state.vehicle.hitched != NO_HITCH));
        let classes: BTreeSet<u8> = world.vehicles().map(|(_, state)| state.vehicle.class).collect();
        self.most_classes = self.most_classes.max(classes.len());
    }
}

/// Runs a pile-up for so many ticks, and half a second again from every save of it, in another world.
pub fn follow(mut first: PileUp, ticks: u32) -> Happened {
    let mut followed: VecDeque<Followed> = VecDeque::new();
    let mut happened = Happened::default();
    let mut second = first.afresh();
    while first.world.tick().0 < ticks {
        if first.world.tick().0.is_multiple_of(SAVE_EVERY_TICKS) {
            let save = first.world.save();
            second.world.restore(&save);
            let next = |second: &mut PileUp| {
                second.step();
                second.world.digest()
            };
            let digests = (0..FOLLOWED_TICKS).map(|_| next(&mut second)).collect();
            followed.push_back(Followed { save, digests });
        }
        let (commands, loose_before) = (first.commands(), first.world.loose_pieces().count());
        first.step();
        happened.count(&first.world, &commands, loose_before);
        let digest = first.world.digest();
        for Followed { save, digests } in &followed {
            let ahead = first.world.tick().since(save.tick()) as usize;
            if digests[ahead - 1] != digest {
                second.world.restore(save);
                (0..ahead).for_each(|_| second.step());
                panic!("{ahead} ticks after the save of {}:\n{}", save.tick(), list(&first.world, &second.world));
            }
            happened.compared += 1;
        }
        followed.retain(|followed| first.world.tick().since(followed.save.tick()) < FOLLOWED_TICKS as u32);
    }
    happened
}

#[test]
fn every_save_of_a_pile_up_of_23_cars_has_the_future_that_the_world_had() {
    let happened = follow(PileUp::new(23, 1), 5400);
    println!("{happened:?}");
    assert!(happened.compared > 14_000, "{happened:?}");
    assert!(happened.hits > 200 && happened.knocks > 50, "too few crashes: {happened:?}");
    assert!(happened.ticks_hitched > 1000, "no trailers: {happened:?}");
    assert!(happened.most_asleep >= 3, "no parked car slept: {happened:?}");
    assert!(happened.relocations > 23 + 8, "no resets: {happened:?}");
    assert!(happened.leaves_on_a_save >= 5 && happened.plantings_on_a_save >= 1, "no removals on a save: {happened:?}");
}

#[test]
fn thirty_saves_in_the_middle_of_an_impact_have_six_seconds_of_the_same_future() {
    const FUTURE_TICKS: usize = 360;
    let is_hit = |event: &Event| matches!(event, Event::Hit { .. });
    let level = ring();
    let mut world = World::new(level.clone(), Role::Authority);
    let (mut digests, mut mid_impact) = (Vec::new(), Vec::new());
    for tick in 0..1200 + FUTURE_TICKS {
        step_inwards(&mut world);
        digests.push(world.digest());
        if world.events().iter().any(is_hit) && tick < 1200 {
            mid_impact.push(world.save());
        }
    }
    println!("{} ticks with an impact", mid_impact.len());
    assert!(mid_impact.len() >= 40, "only {} ticks with an impact", mid_impact.len());

    let chance = Chance::new(8);
    let mut again = World::new(level, Role::Authority);
    for save in (0..30).map(|pick| &mid_impact[chance.pick(&[pick], mid_impact.len())]) {
        again.restore(save);
        assert_eq!(again.digest(), digests[save.tick().0 as usize - 1], "as restored at {}", save.tick());
        for ahead in 0..FUTURE_TICKS {
            step_inwards(&mut again);
            let wanted = digests[save.tick().0 as usize + ahead];
            assert_eq!(again.digest(), wanted, "{} ticks after the save of {}", ahead + 1, save.tick());
        }
    }
}

/// The middle of a ring of spawns.
const MIDDLE: Vec3 = Vec3::new(60.0, 0.5, -40.0);
/// How many spawns it has.
const RING: u16 = 12;

/// The arena with all spawns in a ring, each heading for its middle.
fn ring() -> Arc<Level> {
    let spawn = |place: u16| {
        let yaw_rad = TAU * f32::from(place) / f32::from(RING);
        Spawn { position: MIDDLE - yaw_rotation(yaw_rad) * FORWARD * (28.0 + 0.7 * f32::from(place)), yaw_rad }
    };
    stage::compiled(LevelData { spawns: (0..RING).map(spawn).collect(), ..test_collisions() })
}

/// One tick of a ring whose cars all race to its middle, and begin again every five seconds.
fn step_inwards(world: &mut World) {
    let clients = (0..RING).map(ClientId);
    let commands: Vec<Command> = match world.tick().0 {
        0 => clients.clone().map(|client| Command::Join { client }).collect(),
        tick if tick.is_multiple_of(300) => clients.clone().map(|client| Command::Reset { client }).collect(),
        _ => Vec::new(),
    };
    let inwards = |client: ClientId| {
        let motion = world.car_of(client).and_then(|car| world.vehicle(car)).unwrap_or_default().motion;
        steer_towards(motion.position, motion.rotation, motion.velocity, MIDDLE, f32::INFINITY)
    };
    let inputs: Vec<_> = clients.map(|client| (client, inwards(client))).collect();
    world.step(&commands, &inputs);
}

/// The differences of two worlds, one a line.
fn list(left: &World, right: &World) -> String {
    left.differences(right).iter().map(|difference| format!("{difference}\n")).collect()
}
