//! A game for the rig's own tests: cars on a line. An input is one byte, the metres that the car goes in a tick.
//!
//! The authority runs exactly one of a client's ticks with each of its own, from the first input that comes on, and repeats
//! the last input where one has not come. Each tick it tells every client all positions. A player predicts its own car
//! and draws the others where it last heard they were.

use std::collections::{BTreeMap, VecDeque};

use tacho_core::{
    play::{
        Authority, DrawnRow, InputRun, Lane, Note, Outcome, Player, Refused, Source, StateDigest, ToClient, ToServer,
        TruthRow,
    },
    units::{ClientId, Micros, Seq, Tick},
};

const UNTURNED: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// The command by which a client joins.
pub fn join(client: ClientId) -> Vec<u8> {
    vec![b'J', client.0 as u8]
}

/// The command by which a client leaves.
pub fn leave(client: ClientId) -> Vec<u8> {
    vec![b'L', client.0 as u8]
}

#[derive(Clone, Default)]
struct Car {
    metres: u32,
    queued: BTreeMap<u32, u8>,
    /// The number of the client tick that is due, from its first input on.
    due: Option<u32>,
    last: u8,
}

#[derive(Clone, Default)]
pub struct ToyAuthority {
    tick: Tick,
    cars: BTreeMap<ClientId, Car>,
    commands: VecDeque<Vec<u8>>,
    commands_run: VecDeque<Vec<u8>>,
    inputs_run: VecDeque<InputRun>,
    outbox: VecDeque<ToClient>,
}

impl Authority for ToyAuthority {
    fn handle_datagram(&mut self, _now: Micros, from: ClientId, bytes: &[u8]) {
        let seq = u32::from_le_bytes(bytes[..4].try_into().unwrap());
        if let Some(car) = self.cars.get_mut(&from)
            && seq >= *car.due.get_or_insert(seq)
        {
            car.queued.insert(seq, bytes[4]);
        }
    }

    fn handle_command(&mut self, _now: Micros, bytes: &[u8]) -> Result<(), Refused> {
        if !matches!(bytes, [b'J' | b'L', _]) {
            return Err(Refused(format!("{bytes:?} is no command")));
        }
        self.commands.push_back(bytes.to_vec());
        Ok(())
    }

    fn step(&mut self, _now: Micros) {
        self.tick = self.tick.after(1);
        while let Some(command) = self.commands.pop_front() {
            let client = ClientId(u16::from(command[1]));
            if command[0] == b'J' {
                self.cars.insert(client, Car::default());
            } else {
                self.cars.remove(&client);
            }
            self.commands_run.push_back(command);
        }
        for (&client, car) in &mut self.cars {
            let Some(seq) = car.due else { continue };
            let come = car.queued.remove(&seq);
            let input = come.unwrap_or(car.last);
            car.due = Some(seq + 1);
            car.last = input;
            car.metres += u32::from(input);
            let (seq, input, guessed) = (Seq(seq), vec![input], come.is_none());
            self.inputs_run.push_back(InputRun { tick: self.tick, client, seq, input, guessed });
        }
        for &to in self.cars.keys() {
            let due = self.cars[&to].due.unwrap_or(0);
            let mut bytes = [self.tick.0, due].map(u32::to_le_bytes).concat();
            for (client, car) in &self.cars {
                bytes.extend([u32::from(client.0), car.metres].map(u32::to_le_bytes).concat());
            }
            self.outbox.push_back(ToClient { to, lane: Lane::Unreliable, bytes });
        }
    }

    fn tick(&self) -> Tick {
        self.tick
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
        out.extend(self.cars.iter().map(|(&client, car)| TruthRow {
            entity: u32::from(client.0),
            owner: Some(client),
            position: [car.metres as f32, 0.0, 0.0],
            rotation: UNTURNED,
            velocity: [f32::from(car.last) * 60.0, 0.0, 0.0],
            in_contact: false,
            relocated: false,
        }));
    }

    fn own_field_names(&self) -> &'static [&'static str] {
        &["metres"]
    }

    fn own_fields(&self, client: ClientId, out: &mut Vec<f32>) {
        out.extend(self.cars.get(&client).map(|car| car.metres as f32));
    }

    fn digest(&self) -> StateDigest {
        let start = u64::from(self.tick.0);
        let cars = self.cars.values();
        let total = cars.fold(start, |digest, car| digest.wrapping_mul(1_000_003).wrapping_add(u64::from(car.metres)));
        StateDigest { total, locator: [0; 2] }
    }

    fn component_digests(&self, out: &mut Vec<u64>) {
        out.push(self.digest().total);
    }

    fn save(&self) -> Box<dyn Authority> {
        Box::new(self.clone())
    }
}

#[derive(Clone)]
pub struct ToyPlayer {
    client: ClientId,
    first_frame: Option<Micros>,
    /// Where the own car is after each of the client's ticks so far; tick 0 is before the first.
    predicted: Vec<u32>,
    heard_tick: u32,
    others: BTreeMap<ClientId, u32>,
    notes: VecDeque<Note>,
    outbox: VecDeque<ToServer>,
}

impl ToyPlayer {
    pub fn new(client: ClientId) -> ToyPlayer {
        ToyPlayer {
            client,
            first_frame: None,
            predicted: vec![0],
            heard_tick: 0,
            others: BTreeMap::new(),
            notes: VecDeque::new(),
            outbox: VecDeque::new(),
        }
    }
}

impl Player for ToyPlayer {
    fn handle_datagram(&mut self, _now: Micros, bytes: &[u8]) {
        let mut words = bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap()));
        let (tick, due) = (words.next().unwrap(), words.next().unwrap());
        if tick <= self.heard_tick {
            return;
        }
        self.heard_tick = tick;
        self.others.clear();
        while let (Some(client), Some(metres)) = (words.next(), words.next()) {
            self.others.insert(ClientId(client as u16), metres);
        }
        let own = self.others.remove(&self.client).unwrap();
        let Some(seq) = due.checked_sub(1) else { return };
        let lead_ticks = self.predicted.len() as u32 - 1 - seq.min(self.predicted.len() as u32 - 1);
        let Some(after) = self.predicted.get_mut(seq as usize..) else { return };
        let Some(&before) = after.first() else { return };
        for metres in after {
            *metres = *metres + own - before;
        }
        self.notes.push_back(Note::Reconciled {
            tick: Tick(tick),
            seq: Seq(seq),
            outcome: if own == before { Outcome::Stood } else { Outcome::Rewound },
            correction_m: (own as f32 - before as f32).abs(),
            correction_deg: 0.0,
            snapped: true,
            lead_ticks,
        });
    }

    fn handle_frame(&mut self, now: Micros, keys: &mut dyn FnMut(Seq) -> Vec<u8>) {
        let elapsed = now.since(*self.first_frame.get_or_insert(now));
        let owed = elapsed.as_ticks().round() as usize + 1;
        while self.predicted.len() <= owed {
            let seq = Seq(self.predicted.len() as u32);
            let input = keys(seq)[0];
            let metres = self.predicted[self.predicted.len() - 1] + u32::from(input);
            self.predicted.push(metres);
            self.notes.push_back(Note::Predicted {
                seq,
                position: [metres as f32, 0.0, 0.0],
                rotation: UNTURNED,
                fields: vec![metres as f32],
                guessed: false,
            });
            let bytes = [&seq.0.to_le_bytes()[..], &[input]].concat();
            self.outbox.push_back(ToServer { lane: Lane::Unreliable, bytes });
        }
    }

    fn poll_datagram(&mut self) -> Option<ToServer> {
        self.outbox.pop_front()
    }

    fn drawn(&self, out: &mut Vec<DrawnRow>) {
        let row = |client: ClientId, metres: u32| DrawnRow {
            entity: u32::from(client.0),
            own: false,
            position: [metres as f32, 0.0, 0.0],
            rotation: UNTURNED,
            server_tick: Some(f64::from(self.heard_tick)),
            client_tick: None,
            source: Source::Held,
        };
        let newest = self.predicted.len() - 1;
        out.push(DrawnRow {
            own: true,
            server_tick: None,
            client_tick: Some(newest as f64),
            source: Source::Predicted,
            ..row(self.client, self.predicted[newest])
        });
        out.extend(self.others.iter().map(|(&client, &metres)| row(client, metres)));
    }

    fn poll_note(&mut self) -> Option<Note> {
        self.notes.pop_front()
    }

    fn save(&self) -> Box<dyn Player> {
        Box::new(self.clone())
    }
}
