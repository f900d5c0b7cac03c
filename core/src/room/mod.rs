//! The authority: one world, its clients' inputs in, each client's snapshots out. No clock, no socket, no thread.
//!
//! A server that runs whatever inputs have come, whenever they come, lets a client that stalls drive its car twice over:
//! once on the server's guess and once on the inputs it stood for. So time here is the room's alone. Each of its ticks runs
//! exactly one tick of each client, the one that is due, on the input that was sent for it or, where that has not come, on
//! the guess; and that client tick is then spent.
//!
//! The flow of a tick, in order: what came for it is in the queues already ([`Room::handle_datagram`](crate::play::Authority))
//! -> one client tick each -> the world's step -> every third tick, each client's snapshot.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use crate::input::Input;
use crate::level::Level;
use crate::play::{Authority, InputRun, Lane, Refused, StateDigest, ToClient, TruthRow};
use crate::sim::{Command, Digest, Event, Motion, NOT_A_CLIENT, OWN_FIELD_NAMES, Role, World};
use crate::snapshot::State;
use crate::units::{ClientId, EntityId, Micros, TICK_RATE_HZ, Tick};
use crate::wire::{CurrentVersion, Epoch, LevelName, ServerMessage, Welcome};

mod client;
pub mod input_queue;
#[cfg(test)]
mod tests;
mod tuning;

use client::RoomClient;
pub use tuning::Tuning;

/// Commands that may wait for one tick. More is no play, it is an attack.
const MOST_WAITING_COMMANDS: usize = 1024;

/// See the module.
#[derive(Clone)]
pub struct Room {
    tuning: Tuning,
    level: Arc<Level>,
    epoch: Epoch,
    world: World,
    clients: BTreeMap<ClientId, RoomClient>,
    waiting: Vec<Command>,
    inputs_run: VecDeque<InputRun>,
    commands_run: VecDeque<Vec<u8>>,
    outbox: VecDeque<ToClient>,
    refused_datagrams: u64,
}

impl Room {
    /// A room on a level, at tick 0, in its first life.
    #[must_use]
    pub fn new(level: Arc<Level>, tuning: Tuning) -> Room {
        tuning.check();
        Room {
            tuning,
            epoch: Epoch(1),
            world: World::new(Arc::clone(&level), Role::Authority),
            level,
            clients: BTreeMap::new(),
            waiting: Vec::new(),
            inputs_run: VecDeque::new(),
            commands_run: VecDeque::new(),
            outbox: VecDeque::new(),
            refused_datagrams: 0,
        }
    }

    /// Begins a new life: a fresh world at tick 0, whose first commands are the joins of the clients that are here. Each is
    /// welcomed anew, under the new epoch. Commands that waited were meant for the old life and are dropped.
    pub fn restart(&mut self) {
        self.epoch = Epoch(self.epoch.0.wrapping_add(1));
        self.world = World::new(Arc::clone(&self.level), Role::Authority);
        self.waiting = self.clients.keys().map(|client| Command::Join { client: *client }).collect();
        self.clients.clear();
    }

    /// The world as it is.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Datagrams that were no message of a client, so far.
    #[must_use]
    pub fn refused_datagrams(&self) -> u64 {
        self.refused_datagrams
    }

    /// One tick of each client: the inputs of this tick.
    fn run_clients(&mut self) -> Vec<(ClientId, Input)> {
        let tick = self.world.tick().after(1);
        let mut inputs = Vec::with_capacity(self.clients.len());
        for (client, kept) in &mut self.clients {
            let Some(run) = kept.step() else {
                continue;
            };
            inputs.push((*client, run.input));
            self.inputs_run.push_back(InputRun {
                tick,
                client: *client,
                seq: run.seq,
                input: run.input.to_bytes().to_vec(),
                guessed: run.guessed,
            });
        }
        inputs
    }

    /// Clients come and go with their commands.
    fn admit(&mut self, commands: &[Command]) {
        for command in commands {
            match command {
                Command::Join { client } => {
                    self.clients.insert(*client, RoomClient::default());
                    self.welcome(*client);
                }
                Command::Leave { client } => {
                    self.clients.remove(client);
                }
                Command::Reset { .. } | Command::ResetLevel | Command::SetClass { .. } | Command::Populate(_) => {}
            }
        }
    }

    fn welcome(&mut self, client: ClientId) {
        let welcome = Welcome {
            version: CurrentVersion,
            epoch: self.epoch,
            client,
            level: LevelName(self.world.level().data().name.clone()),
            level_hash: self.world.level().hash(),
            tick: self.world.tick(),
            tick_rate_hz: TICK_RATE_HZ as u16,
        };
        let bytes = ServerMessage::Welcome(welcome).encode();
        self.outbox.push_back(ToClient { to: client, lane: Lane::Reliable, bytes });
    }

    fn send_snapshots(&mut self) {
        for (client, kept) in &mut self.clients {
            let bytes = kept.snapshot(*client, self.epoch, &self.world);
            self.outbox.push_back(ToClient { to: *client, lane: Lane::Unreliable, bytes });
        }
    }
}

impl Authority for Room {
    fn handle_datagram(&mut self, _now: Micros, from: ClientId, bytes: &[u8]) {
        let taken = self.clients.get_mut(&from).map(|client| client.handle_datagram(bytes));
        if !matches!(taken, Some(Ok(()))) {
            self.refused_datagrams += 1;
        }
    }

    fn handle_command(&mut self, _now: Micros, bytes: &[u8]) -> Result<(), Refused> {
        if self.waiting.len() == MOST_WAITING_COMMANDS {
            return Err(Refused(format!("{MOST_WAITING_COMMANDS} commands wait for the next tick already")));
        }
        let command = Command::from_bytes(bytes).map_err(|error| Refused(error.to_string()))?;
        if let Command::Join { client } = command
            && client.0 >= NOT_A_CLIENT
        {
            return Err(Refused(format!("{client} stands for no client and cannot join")));
        }
        self.waiting.push(command);
        Ok(())
    }

    fn step(&mut self, _now: Micros) {
        let commands = std::mem::take(&mut self.waiting);
        self.inputs_run.clear();
        self.commands_run = commands.iter().map(Command::to_bytes).collect();
        let inputs = self.run_clients();
        self.world.step(&commands, &inputs);
        self.admit(&commands);
        for event in self.world.events() {
            self.clients.values_mut().for_each(|client| client.handle_event(&self.world, *event));
        }
        if self.world.tick().0.is_multiple_of(self.tuning.snapshot_interval_ticks) {
            self.send_snapshots();
        }
    }

    fn tick(&self) -> Tick {
        self.world.tick()
    }

    fn poll_datagram(&mut self) -> Option<ToClient> {
        self.outbox.pop_front()
    }

    fn poll_input_run(&mut self) -> Option<InputRun> {
        self.inputs_run.pop_front()
    }

    fn poll_command_run(&mut self) -> Option<Vec<u8>> {
        self.commands_run.pop_front()
    }

    fn truth(&self, out: &mut Vec<TruthRow>) {
        let relocated = |entity: EntityId| self.world.events().contains(&Event::Relocated { entity });
        let owners: BTreeMap<EntityId, ClientId> =
            self.world.controlled().map(|(client, entity)| (entity, client)).collect();
        let row = |entity: EntityId, motion: &Motion, in_contact| TruthRow {
            entity: entity.bits(),
            owner: owners.get(&entity).copied(),
            position: motion.position.to_array(),
            rotation: motion.rotation.to_array(),
            velocity: motion.velocity.to_array(),
            in_contact,
            relocated: relocated(entity),
        };
        let vehicles = self.world.vehicles();
        out.extend(vehicles.map(|(entity, state)| row(entity, &state.motion, self.world.in_contact(entity))));
        let on_foot = self.world.people().filter(|(_, state)| state.person.is_on_foot());
        out.extend(on_foot.map(|(entity, state)| row(entity, &State::Person(state).motion(), false)));
        out.extend(self.world.projectiles().map(|(entity, state)| row(entity, &state.motion, false)));
        out.extend(self.world.loose_pieces().map(|(entity, state)| row(entity, &state.motion, true)));
    }

    fn own_field_names(&self) -> &'static [&'static str] {
        &OWN_FIELD_NAMES
    }

    fn own_fields(&self, client: ClientId, out: &mut Vec<f32>) {
        let Some(own) = self.world.controlled_by(client) else {
            return;
        };
        let of_vehicle = self.world.vehicle(own).map(|state| state.fields());
        let of_person = || self.world.person(own).map(|state| state.fields());
        out.extend(of_vehicle.or_else(of_person).into_iter().flatten());
    }

    fn digest(&self) -> StateDigest {
        let Digest { total, locator } = self.world.digest();
        StateDigest { total, locator: [locator.sum, locator.weighted] }
    }

    fn component_digests(&self, out: &mut Vec<u64>) {
        out.extend(self.world.component_digests());
    }

    fn save(&self) -> Box<dyn Authority> {
        Box::new(self.clone())
    }
}
