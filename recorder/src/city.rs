//! A city that is left to live for a while with players in it, and where everything in it went.
//!
//! Nothing of a network takes part: the drivers see the world itself as their picture, as if on a perfect screen.

use std::collections::BTreeMap;
use std::sync::Arc;

use tacho_core::input::Input;
use tacho_core::level::Level;
use tacho_core::play::{DrawnRow, Source};
use tacho_core::sim::ai::Profile;
use tacho_core::sim::people::DOG;
use tacho_core::sim::{Command, Event, Motion, NO_HITCH, NO_OWNER, NOT_A_CLIENT, Population, Role, World};
use tacho_core::units::{ClientId, EntityId, Seq, TICK_RATE_HZ};
use tacho_replayer::picture::{Kind, Mark, Moment, Paths, Trail};

use crate::drivers::Drivers;

/// Ticks from one moment of a path to the next.
const EVERY_TICKS: u32 = TICK_RATE_HZ / 6;

/// What comes no further than this from where it was first seen, in metres, went nowhere.
const WENT_M: f32 = 1.0;

/// A city, its players, and what was seen of them.
pub struct City {
    world: World,
    clients: Vec<ClientId>,
    drivers: Drivers,
    trails: Vec<Trail>,
    /// The trail of each entity that was there at the last look.
    open: BTreeMap<u32, usize>,
    entities: Vec<u32>,
    marks: Vec<Mark>,
}

impl City {
    /// Of a level, with players of these drivers, who come in the first tick, and a population that comes by and by.
    #[must_use]
    pub fn new(level: &Arc<Level>, players: u16, drivers: Drivers, population: Population) -> City {
        let mut world = World::new(Arc::clone(level), Role::Authority);
        let clients: Vec<ClientId> = (0..players).map(ClientId).collect();
        let joins = clients.iter().map(|client| Command::Join { client: *client });
        world.step(&joins.chain([Command::Populate(population)]).collect::<Vec<_>>(), &[]);
        City {
            world,
            clients,
            drivers,
            trails: Vec::new(),
            open: BTreeMap::new(),
            entities: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// Lets a second pass that nobody looks at.
    pub fn warm_up_second(&mut self) {
        (0..TICK_RATE_HZ).for_each(|_| self.step());
    }

    /// Lets a second pass and keeps what happens in it.
    pub fn watch_second(&mut self) {
        for _ in 0..TICK_RATE_HZ {
            self.step();
            self.read_events();
            if self.world.tick().0.is_multiple_of(EVERY_TICKS) {
                self.look();
            }
        }
    }

    /// What was seen, under a caption.
    #[must_use]
    pub fn into_paths(mut self, caption: String) -> Paths {
        for trail in self.open.values() {
            self.trails[*trail].is_open = true;
        }
        let seen = self.trails.into_iter().zip(self.entities).filter(|(trail, _)| went_anywhere(trail));
        let (trails, entities): (Vec<Trail>, Vec<u32>) = seen.unzip();
        let counts = Kind::ALL.map(|kind| {
            let of_kind = trails.iter().zip(&entities).filter(|(trail, _)| trail.kind == kind);
            let mut entities: Vec<u32> = of_kind.map(|(_, entity)| *entity).collect();
            entities.sort_unstable();
            entities.dedup();
            entities.len()
        });
        Paths { caption, trails, counts, marks: self.marks }
    }

    fn step(&mut self) {
        let tick = self.world.tick();
        let mut inputs: Vec<(ClientId, Input)> = Vec::new();
        for client in &self.clients {
            let frame = perfect_frame(&self.world, *client);
            inputs.push((*client, self.drivers.hold(*client, Seq(tick.0), Some(tick), &frame)));
        }
        self.world.step(&[], &inputs);
    }

    fn read_events(&mut self) {
        for event in self.world.events() {
            match *event {
                Event::Relocated { entity } => drop(self.open.remove(&entity.bits())),
                Event::Blast { at, radius_m } => self.marks.push(Mark::Blast(at, radius_m)),
                Event::Shot { origin, yaw_rad, length_m, .. } => {
                    self.marks.push(Mark::Shot(origin, yaw_rad, length_m));
                }
                Event::Death { entity, .. } => {
                    let place = self.world.person(entity).map(|person| person.motion.position);
                    let place = place.or_else(|| self.world.vehicle(entity).map(|car| car.motion.position));
                    self.marks.extend(place.map(Mark::Death));
                }
                _ => {}
            }
        }
    }

    /// Carries the trail of everything on by a moment. What was not there at the last look, or was another kind of thing,
    /// begins a new one.
    fn look(&mut self) {
        let t_s = self.world.tick().0 as f32 / TICK_RATE_HZ as f32;
        let mut open = BTreeMap::new();
        for (entity, kind, motion) in everything(&self.world) {
            let before = self.open.get(&entity.bits()).copied().filter(|trail| self.trails[*trail].kind == kind);
            let trail = before.unwrap_or_else(|| {
                self.trails.push(Trail { kind, moments: Vec::new(), is_open: false });
                self.entities.push(entity.bits());
                self.trails.len() - 1
            });
            let moment = Moment { t_s, position: motion.position, speed_mps: motion.velocity.length() };
            self.trails[trail].moments.push(moment);
            open.insert(entity.bits(), trail);
        }
        self.open = open;
    }
}

/// Whatever can move, but for those who sit in a vehicle, the dead, and what is pulled.
fn everything(world: &World) -> impl Iterator<Item = (EntityId, Kind, Motion)> + '_ {
    let of_profile = |entity, otherwise| match world.profile_of(entity) {
        Profile::None => otherwise,
        Profile::Traffic => Kind::Traffic,
        Profile::Walker => Kind::Walker,
        Profile::Chaser => Kind::Chaser,
        Profile::Police => Kind::Police,
        Profile::Brawler => Kind::Brawler,
    };
    let is_pulled = |owner: u16, hitched: u16| owner == NO_OWNER && hitched != NO_HITCH;
    let vehicles = world.vehicles().filter(move |(_, car)| !is_pulled(car.vehicle.owner, car.vehicle.hitched));
    let vehicles = vehicles.map(move |(entity, car)| {
        let kind = match car.vehicle.owner {
            NO_OWNER => Kind::Loose,
            NOT_A_CLIENT => of_profile(entity, Kind::Loose),
            _ => Kind::Player,
        };
        (entity, kind, car.motion)
    });
    let people = world.people().filter(|(_, person)| person.person.is_on_foot() && person.fight.dead_ticks == 0);
    let people = people.map(move |(entity, person)| {
        let kind = match person.person {
            one if one.kind == DOG => Kind::Dog,
            one if one.owner < NOT_A_CLIENT => Kind::Player,
            _ => of_profile(entity, Kind::Walker),
        };
        (entity, kind, person.motion)
    });
    let loose = world.loose_pieces().map(|(entity, piece)| (entity, Kind::Loose, piece.motion));
    let projectiles = world.projectiles().map(|(entity, flying)| (entity, Kind::Projectile, flying.motion));
    vehicles.chain(people).chain(loose).chain(projectiles)
}

fn went_anywhere(trail: &Trail) -> bool {
    let from = trail.moments[0].position;
    trail.moments.iter().any(|moment| (moment.position - from).length() > WENT_M)
}

/// The vehicles of a world as a client would see them without a network.
fn perfect_frame(world: &World, client: ClientId) -> Vec<DrawnRow> {
    let own = world.controlled_by(client);
    let row = |(entity, motion): (EntityId, Motion)| DrawnRow {
        entity: entity.bits(),
        own: Some(entity) == own,
        position: motion.position.to_array(),
        rotation: motion.rotation.to_array(),
        server_tick: None,
        client_tick: Some(f64::from(world.tick().0)),
        source: Source::Predicted,
    };
    world.vehicles().map(|(entity, car)| row((entity, car.motion))).collect()
}
