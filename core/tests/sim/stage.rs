//! Worlds, drivers and states for the tests of this folder.

use std::sync::Arc;

use tacho_core::input::{Input, Keys};
use tacho_core::level::generators::LANDMARKS;
use tacho_core::level::{Level, LevelData, LightKind, LightPiece, generators};
use tacho_core::sim::ai::{Chance, Rammer, steer_towards};
use tacho_core::sim::{CLASSES, Command, Role, VehicleState, World};
use tacho_core::units::math::{FORWARD, Vec3, yaw_rotation};
use tacho_core::units::{ClientId, EntityId};

/// The arena that most tests drive in.
pub fn arena() -> Arc<Level> {
    compiled(generators::test_collisions())
}

/// The arena with light pieces all over its lanes: more than there are bodies for loose ones.
pub fn littered_arena() -> Arc<Level> {
    compiled(littered())
}

/// The same as it is written.
pub fn littered() -> LevelData {
    let mut data = generators::test_collisions();
    let places = (0..21).flat_map(|column| (0..4).map(move |row| (column, row)));
    data.light_pieces.extend(places.map(|(column, row)| LightPiece {
        kind: LightKind::ALL[(column + row) % LightKind::ALL.len()],
        position: Vec3::new(-60.0 + 8.0 * column as f32, 0.0, -90.0 + 40.0 * row as f32),
        yaw_rad: 0.3 * row as f32,
    }));
    data
}

/// A level that must pass its own check.
pub fn compiled(data: LevelData) -> Arc<Level> {
    Level::compile(data).expect("the level passes its check")
}

/// A world with drivers of every class that crash into all there is, and commands that take cars away and put them back.
pub struct PileUp {
    pub world: World,
    level: Arc<Level>,
    drivers: Vec<Rammer>,
}

impl PileUp {
    /// `drivers` drivers on the littered arena, not yet in their cars: they join as spawns become free.
    pub fn new(drivers: u16, seed: u64) -> PileUp {
        PileUp::on(littered_arena(), drivers, seed)
    }

    /// The same on another level.
    pub fn on(level: Arc<Level>, drivers: u16, seed: u64) -> PileUp {
        let drivers = (0..drivers).map(|client| Rammer::new(seed, ClientId(client))).collect();
        PileUp { world: World::new(level.clone(), Role::Authority), level, drivers }
    }

    /// The same drivers in a world that has not begun.
    pub fn afresh(&self) -> PileUp {
        let (level, drivers) = (self.level.clone(), self.drivers.clone());
        PileUp { world: World::new(level.clone(), Role::Authority), level, drivers }
    }

    /// What is commanded in the world's next tick: cars leave and come again, and the wrecked and the stuck begin
    /// again, so that the crashing does not end. Follows from the world alone.
    pub fn commands(&self) -> Vec<Command> {
        let tick = self.world.tick().0;
        let clients = self.drivers.len() as u16;
        let driven = driven_classes();
        let mut commands = Vec::new();
        if tick % 200 == 190 {
            commands.push(Command::Leave { client: ClientId((tick / 200 * 7 % u32::from(clients)) as u16) });
        }
        if tick % 170 == 160 {
            let is_done = |car: &VehicleState| car.condition.health == 0.0 || car.motion.velocity.length() < 2.0;
            let done = self.world.vehicles().filter(|(_, car)| is_done(car));
            let drivers = done.map(|(_, car)| car.vehicle.owner).filter(|owner| *owner < clients);
            commands.extend(drivers.map(|client| Command::Reset { client: ClientId(client) }));
        }
        if tick % 1500 == 1100 {
            commands.push(Command::ResetLevel);
        }
        if tick.is_multiple_of(30) {
            for client in (0..clients).map(ClientId) {
                commands.push(Command::Join { client });
                commands.push(Command::SetClass { client, class: driven[usize::from(client.0) % driven.len()] });
            }
        }
        commands
    }

    /// One tick: every driver holds what it would hold in this very world.
    pub fn step(&mut self) {
        let commands = self.commands();
        let inputs: Vec<(ClientId, Input)> = self
            .drivers
            .iter()
            .enumerate()
            .map(|(client, driver)| (ClientId(client as u16), driver.input(&self.world)))
            .collect();
        self.world.step(&commands, &inputs);
    }
}

/// A driver who goes about alone and hits what stands there: every wall, the lamps, the ramp, the kerb, the parked car.
#[derive(Clone, Copy)]
pub struct Roamer {
    pub client: ClientId,
    pub chance: Chance,
}

impl Roamer {
    /// Ticks for which it is after one thing.
    const TARGET_TICKS: u32 = 150;

    /// What it holds in the next tick of `world`.
    pub fn input(&self, world: &World) -> Input {
        let Some(car) = world.car_of(self.client).and_then(|car| world.vehicle(car)) else {
            return Input::default();
        };
        let (turn, phase) = (world.tick().0 / Roamer::TARGET_TICKS, world.tick().0 % Roamer::TARGET_TICKS);
        let speed = car.motion.velocity.dot(car.motion.rotation * FORWARD);
        if phase < 50 && speed < 2.0 && turn > 0 {
            return Input::from_axes(-1.0, 1.0, Keys(0));
        }
        let target = self.target(turn);
        let motion = car.motion;
        let mut input = steer_towards(motion.position, motion.rotation, motion.velocity, target, f32::INFINITY);
        if self.chance.share(&[turn, 1]) < 0.5 {
            input.keys = input.keys.with(Keys::BOOST);
        }
        input
    }

    fn target(&self, turn: u32) -> Vec3 {
        let lane = |x: f32| Vec3::new(x, 0.0, LANDMARKS.target_z_m + 1.0);
        let things = [
            lane(LANDMARKS.wall_lanes[0].x_m),
            lane(LANDMARKS.wall_lanes[2].x_m),
            lane(LANDMARKS.wall_lanes[4].x_m),
            lane(LANDMARKS.lamp_lane_x_m),
            lane(LANDMARKS.hydrant_lane_x_m),
            lane(LANDMARKS.corner_side_x_m),
            lane(LANDMARKS.parked_lane_x_m),
            Vec3::new(LANDMARKS.scrape_pieces_face_x_m + 2.0, 0.0, LANDMARKS.target_z_m),
            Vec3::new(LANDMARKS.scrape_single_face_x_m + 2.0, 0.0, LANDMARKS.target_z_m),
            Vec3::new(LANDMARKS.kerb_lane_x_m, 0.0, LANDMARKS.kerb_z_m + 20.0),
            Vec3::new(LANDMARKS.ramp_lane_x_m, 0.0, LANDMARKS.ramp_z_m + 40.0),
        ];
        things[self.chance.pick(&[turn, 2], things.len())]
    }
}

/// Someone who cannot drive: holds what chance says for a while, then something else, at full throttle more often than not.
pub struct Wild {
    pub client: ClientId,
    chance: Chance,
    held: Input,
    held_until: u32,
    spans: u32,
    still_ticks: u32,
}

impl Wild {
    /// For how long one thing is held, in ticks.
    const SPAN_TICKS: [f32; 2] = [20.0, 240.0];
    /// Slower than this, in m/s, for so many ticks, it is stuck and tries the other way for as many.
    const STUCK_MPS: f32 = 0.5;
    const STUCK_TICKS: u32 = 60;

    pub fn new(client: ClientId, seed: u64) -> Wild {
        Wild { client, chance: Chance::new(seed), held: Input::default(), held_until: 0, spans: 0, still_ticks: 0 }
    }

    /// What it holds in the next tick of `world`.
    pub fn input(&mut self, world: &World) -> Input {
        let Some(car) = world.car_of(self.client).and_then(|car| world.vehicle(car)) else {
            return Input::default();
        };
        let tick = world.tick().0;
        let is_still = car.motion.velocity.length() < Wild::STUCK_MPS;
        self.still_ticks = if is_still { self.still_ticks + 1 } else { 0 };
        if self.still_ticks >= Wild::STUCK_TICKS {
            self.still_ticks = 0;
            let way = if self.held.drive > 0 { -1.0 } else { 1.0 };
            self.hold(tick + Wild::STUCK_TICKS + (120.0 * self.share(5)) as u32, way);
        } else if tick >= self.held_until {
            let [least, most] = Wild::SPAN_TICKS;
            let span_ticks = least + (most - least) * self.share(0);
            let drive = [1.0, 1.0, 1.0, 0.6, 0.0, -1.0][self.chance.pick(&self.question(1), 6)];
            self.hold(tick + span_ticks as u32, drive);
        }
        self.held
    }

    fn hold(&mut self, until: u32, drive: f32) {
        // Straight on or on full lock more often than between the two.
        let turn = 6.0 * self.share(2) - 3.0;
        let steer = if turn.abs() < 1.2 { 0.0 } else { turn.clamp(-1.0, 1.0) };
        let mut keys = Keys(0);
        if self.share(3) < 0.1 {
            keys = keys.with(Keys::HANDBRAKE);
        }
        if self.share(4) < 0.5 {
            keys = keys.with(Keys::BOOST);
        }
        (self.held, self.held_until) = (Input::from_axes(drive, steer, keys), until);
        self.spans += 1;
    }

    fn question(&self, of: u32) -> [u32; 3] {
        [u32::from(self.client.0), self.spans, of]
    }

    fn share(&self, of: u32) -> f32 {
        self.chance.share(&self.question(of))
    }
}

/// A car of client 0 in a session's world: at `position`, heading by `yaw_rad`, driving at `speed_mps`.
pub fn car_at(position: Vec3, yaw_rad: f32, speed_mps: f32) -> VehicleState {
    let mut state = VehicleState::default();
    state.vehicle.owner = 0;
    state.motion.position = position;
    state.motion.rotation = yaw_rotation(yaw_rad);
    state.motion.velocity = state.motion.rotation * FORWARD * speed_mps;
    state.drive.boost = 1.0;
    state.drive.front_grip = 1.0;
    state.drive.rear_grip = 1.0;
    state.condition.health = 100.0;
    state
}

/// The car of [`car_at`] in a session's world.
pub const CAR: EntityId = EntityId::new(0, 1);

/// Gives `session` everything that moves in `authority`: the cars simulated, people, the torn pieces loose.
pub fn copy_into(session: &mut World, authority: &World) {
    for (entity, state) in authority.vehicles() {
        assert!(session.place_vehicle(entity, &state, false), "no place for {entity}");
    }
    for (entity, state) in authority.people() {
        assert!(session.place_person(entity, &state, false), "no place for {entity}");
    }
    for (entity, state) in authority.loose_pieces() {
        session.place_piece(entity, &state);
    }
}

/// The bits of what a replay integrates: motion, driving and health. The wait until the next reset is not among them: it
/// is the authority's alone.
pub fn driven_bits(state: &VehicleState) -> Vec<u8> {
    postcard::to_allocvec(&(state.motion, state.drive, state.condition.health)).expect("plain numbers")
}

/// Rows of the classes that somebody can drive.
pub fn driven_classes() -> Vec<u8> {
    (0..CLASSES.len()).filter(|row| CLASSES[*row].drives()).map(|row| row as u8).collect()
}
