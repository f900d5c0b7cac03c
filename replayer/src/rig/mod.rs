//! The rig: one authority, its players and the links between them, in virtual time and in one thread.
//!
//! What a player saw under a bad network depends on when each datagram was sent, held, read and drawn, to the
//! microsecond. Run live, that is decided by two machines' schedulers and never happens twice. Here there is no clock:
//! time is the instant of the next event, in whole microseconds on the timeline on which tick 0 is due at 0. A run is a
//! pure function of the authority, the [`Plan`], the inputs and the players' factory, and a [`Rig::save`] of it goes on
//! exactly as it would have.
//!
//! **The tie-break.** At one instant: the authority reads what has reached it; it runs one tick; the players read what has
//! reached them; they run their frames. Within each, by the number of the client; of one client and direction, in the order
//! in which the link hands it out. (`event.rs` is that order.)
//!
//! The rig knows no game: it drives the two traits of [`tacho_core::play`].

use std::{collections::BTreeMap, iter, rc::Rc};

use tacho_core::{
    link::Counts,
    play::{Authority, InputRun, Player, Refused, TruthRow},
    units::{ClientId, Micros, TICK_RATE_HZ, Tick},
};

use event::Event;
use seat::Seat;

mod event;
mod inputs;
mod landing;
mod log;
mod pauses;
mod seat;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod toy;
mod way;
mod witness;

pub use inputs::{InputSource, RecordedInputs};
pub use landing::Landing;
pub use log::{FrameLog, RunLog, TickLog, Traffic};
pub use pauses::Pauses;
pub use seat::ClientPlan;
pub use witness::{DatagramSeen, Direction, FrameSeen, TickSeen, Witness};

/// The shortest time from one tick's run to the next. A server behind its schedule runs one tick a turn and reads its
/// sockets in between; a turn of a full room is about a millisecond of work. In no time at all, nothing could come in
/// between.
pub const TURN: Micros = Micros::from_ms(1);
const _: () = assert!(TURN.0 < 1_000_000 / TICK_RATE_HZ as u64, "a server must be able to catch up");

/// Makes the player of a client when it joins. Pure: a saved rig may call it too.
pub type PlayerFactory = dyn Fn(ClientId) -> Box<dyn Player>;

/// What is settled before a run.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Decides every throw of the dice in the links, and nothing else.
    pub seed: u64,
    /// The commands of each tick, in the game's encoding, in order.
    pub commands: BTreeMap<Tick, Vec<Vec<u8>>>,
    /// The clients that take part.
    pub clients: Vec<ClientPlan>,
    /// When the server is blocked: no tick runs and nothing that arrives is read.
    pub server_pauses: Pauses,
}

/// A planned command that the authority would not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("command {index} of {tick} was refused: {refused}")]
pub struct CommandRefused {
    /// The tick that it was planned for.
    pub tick: Tick,
    /// Which of that tick's commands it was, from 0.
    pub index: usize,
    /// Why, in the authority's words.
    pub refused: Refused,
}

/// A run in progress.
pub struct Rig {
    plan: Rc<Plan>,
    make_player: Rc<PlayerFactory>,
    authority: Box<dyn Authority>,
    /// The clients that have joined and not left.
    seats: BTreeMap<ClientId, Seat>,
    now: Micros,
    next_step: Micros,
}

impl Rig {
    /// A run that begins with `authority` as it is: the next tick it runs is the one after [`Authority::tick`].
    ///
    /// # Panics
    /// Where the plan has a client twice, one that joins at a tick already run or leaves before it joins, or one without
    /// frames.
    #[must_use]
    pub fn new(authority: Box<dyn Authority>, plan: Plan, make_player: Rc<PlayerFactory>) -> Rig {
        let tick = authority.tick();
        for (index, client) in plan.clients.iter().enumerate() {
            let id = client.client;
            assert!(client.joins > tick, "{id} joins at {}, but {tick} has been run", client.joins);
            assert!(client.leaves.is_none_or(|leaves| leaves > client.joins), "{id} leaves before it has joined");
            assert!(client.fps > 0, "{id} runs no frames");
            assert!(plan.clients[..index].iter().all(|other| other.client != id), "{id} is planned twice");
        }
        let next_step = plan.server_pauses.awake_from(tick.after(1).due());
        Rig { plan: Rc::new(plan), make_player, authority, seats: BTreeMap::new(), now: tick.due(), next_step }
    }

    /// Lets everything happen that happens before `end`.
    ///
    /// # Errors
    /// Where the authority refuses a command of the plan. The run stands still there.
    pub fn run_until(
        &mut self,
        end: Micros,
        inputs: &mut dyn InputSource,
        witness: &mut dyn Witness,
    ) -> Result<(), CommandRefused> {
        loop {
            let (at, event) = self.next_event();
            if at >= end {
                return Ok(());
            }
            assert!(at >= self.now, "{event:?} at {at:?} lies before {:?}", self.now);
            self.now = at;
            match event {
                Event::AuthorityReads(client) => self.authority_reads(client, witness),
                Event::Step => self.step(witness)?,
                Event::PlayerReads(client) => self.player_reads(client, witness),
                Event::Frame(client) => self.frame(client, inputs, witness),
            }
        }
    }

    /// The instant of the last event.
    #[must_use]
    pub fn now(&self) -> Micros {
        self.now
    }

    /// The authority.
    #[must_use]
    pub fn authority(&self) -> &dyn Authority {
        &*self.authority
    }

    /// What a link of a client that takes part has done so far; `None` for one that does not.
    #[must_use]
    pub fn link_counts(&self, client: ClientId, direction: Direction) -> Option<Counts> {
        let seat = self.seats.get(&client)?;
        Some(match direction {
            Direction::Up => seat.up.counts(),
            Direction::Down => seat.down.counts(),
        })
    }

    /// A copy that goes on exactly as this one would, given the same inputs. The inputs' source and the witness are the
    /// caller's; a source with a memory has to be copied along.
    #[must_use]
    pub fn save(&self) -> Rig {
        Rig {
            plan: Rc::clone(&self.plan),
            make_player: Rc::clone(&self.make_player),
            authority: self.authority.save(),
            seats: self.seats.iter().map(|(&client, seat)| (client, seat.save())).collect(),
            now: self.now,
            next_step: self.next_step,
        }
    }

    /// The queue: the first of what each part has next. What reaches a paused machine waits for the end of the pause.
    fn next_event(&self) -> (Micros, Event) {
        let step = (self.next_step, Event::Step);
        let of_seats = self.seats.iter().flat_map(|(&client, seat)| {
            let read_up = |at| (self.plan.server_pauses.awake_from(at), Event::AuthorityReads(client));
            let read_down = |at| (seat.plan.page_pauses.awake_from(at), Event::PlayerReads(client));
            [
                seat.up.next_arrival().map(read_up),
                seat.down.next_arrival().map(read_down),
                Some((seat.next_frame, Event::Frame(client))),
            ]
        });
        of_seats.flatten().fold(step, Ord::min)
    }

    fn authority_reads(&mut self, client: ClientId, witness: &mut dyn Witness) {
        let now = self.now;
        let bytes = self.seat(client).up.read(now, witness);
        self.authority.handle_datagram(now, client, &bytes);
        self.send_down(witness);
    }

    /// One tick: its commands, the step, the players that join by it, what it sends, the players that leave by it.
    fn step(&mut self, witness: &mut dyn Witness) -> Result<(), CommandRefused> {
        let plan = Rc::clone(&self.plan);
        let tick = self.authority.tick().after(1);
        for (index, bytes) in plan.commands.get(&tick).into_iter().flatten().enumerate() {
            self.authority.handle_command(self.now, bytes).map_err(|refused| CommandRefused {
                tick,
                index,
                refused,
            })?;
        }
        for client in plan.clients.iter().filter(|client| client.joins == tick) {
            let player = (self.make_player)(client.client);
            self.seats.insert(client.client, Seat::new(client.clone(), player, plan.seed, self.now));
        }
        self.authority.step(self.now);
        assert_eq!(self.authority.tick(), tick, "a step runs one tick");
        self.show_tick(witness);
        self.send_down(witness);
        for client in plan.clients.iter().filter(|client| client.leaves == Some(tick)) {
            self.seats.remove(&client.client);
        }
        let earliest = tick.after(1).due().max(self.now.after(TURN));
        self.next_step = plan.server_pauses.awake_from(earliest);
        Ok(())
    }

    fn show_tick(&mut self, witness: &mut dyn Witness) {
        let inputs: Vec<InputRun> = iter::from_fn(|| self.authority.poll_input_run()).collect();
        let commands: Vec<Vec<u8>> = iter::from_fn(|| self.authority.poll_command_run()).collect();
        for run in &inputs {
            if let Some(seat) = self.seats.get_mut(&run.client) {
                seat.landing.record(run);
            }
        }
        let mut truth: Vec<TruthRow> = Vec::new();
        self.authority.truth(&mut truth);
        let own_fields: Vec<(ClientId, Vec<f32>)> = self
            .seats
            .keys()
            .map(|&client| {
                let mut fields = Vec::new();
                self.authority.own_fields(client, &mut fields);
                (client, fields)
            })
            .collect();
        let tick = self.authority.tick();
        let components = tick.0.is_multiple_of(TICK_RATE_HZ).then(|| {
            let mut components = Vec::new();
            self.authority.component_digests(&mut components);
            components
        });
        witness.on_tick(&TickSeen {
            tick,
            at: self.now,
            commands: &commands,
            inputs: &inputs,
            digest: self.authority.digest(),
            components: components.as_deref(),
            truth: &truth,
            own_fields: &own_fields,
        });
    }

    /// What is sent to a client that takes no part, having left, goes nowhere.
    fn send_down(&mut self, witness: &mut dyn Witness) {
        while let Some(datagram) = self.authority.poll_datagram() {
            if let Some(seat) = self.seats.get_mut(&datagram.to) {
                seat.down.send(self.now, datagram.lane, datagram.bytes, witness);
            }
        }
    }

    fn player_reads(&mut self, client: ClientId, witness: &mut dyn Witness) {
        let now = self.now;
        let seat = self.seat(client);
        let bytes = seat.down.read(now, witness);
        seat.player.handle_datagram(now, &bytes);
        seat.collect_notes();
        seat.send_up(now, witness);
    }

    fn frame(&mut self, client: ClientId, inputs: &mut dyn InputSource, witness: &mut dyn Witness) {
        let now = self.now;
        let seat = self.seat(client);
        let Seat { player, landing, drawn, .. } = seat;
        player.handle_frame(now, &mut |seq| inputs.input(client, seq, landing.tick_of(seq), drawn));
        drawn.clear();
        player.drawn(drawn);
        seat.collect_notes();
        witness.on_frame(&FrameSeen { client, at: now, drawn: &seat.drawn, notes: &seat.notes });
        seat.notes.clear();
        seat.next_frame = seat.plan.frame_from(Micros(now.0 + 1));
        seat.send_up(now, witness);
    }

    fn seat(&mut self, client: ClientId) -> &mut Seat {
        self.seats.get_mut(&client).expect("events are of clients that take part")
    }
}
