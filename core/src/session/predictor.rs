//! The player's own car, ahead of the authority.
//!
//! The prediction runs the player's inputs in a world of its own, at once, and remembers after each tick what came out. When
//! the authority's word on a tick comes, it is held against what was remembered of that very tick. Where the two are equal,
//! to the byte, the prediction *stands*: nothing is run again. Where they differ the world is *rewound*: the save at or
//! before that tick is restored, run up to it, the word is laid over it, and the inputs since are run again.
//!
//! The save is exact, so a rewind is a pure function: forced where nothing differs, it changes nothing. A rewind that put
//! back poses alone would meet the wall with the contacts of its own future, and every crash would be corrected.

use std::collections::VecDeque;
use std::sync::Arc;

use super::mirror::Mirror;
use super::tuning::Tuning;
use crate::input::{Input, guess};
use crate::level::Level;
use crate::play::Outcome;
use crate::sim::{Event, Motion, Role, Save, VehicleState, World};
use crate::snapshot::{Record, Snapshot};
use crate::units::{ClientId, EntityId, Seq, TICK_RATE_HZ};

/// Client ticks between two saves: a save of every tick would cost more than running two again.
const SAVE_INTERVAL_TICKS: u32 = 3;

/// Ticks run on the guess in one go at most: a quarter of a second. A longer stall gives the prediction up until the next
/// word of the authority: catching up ticks that nobody steered only delays the picture.
pub const MOST_GUESSED_TICKS: u32 = TICK_RATE_HZ / 4;

/// Ticks in flight at most: two seconds. A client further ahead hears nothing from the authority and stops predicting.
const MOST_IN_FLIGHT_TICKS: u32 = 2 * TICK_RATE_HZ;

/// What was run and what came out of one client tick.
#[derive(Clone)]
struct Tick {
    seq: Seq,
    input: Input,
    /// The own car after it, as it would travel, and as it is.
    own: Record,
    motion: Motion,
    /// The same of its trailer.
    trailer: Option<(Record, Motion)>,
    /// The others that were simulated, and the loose pieces in reach, after it.
    near: Vec<Record>,
}

impl Tick {
    /// Whether the own car and its trailer came out as the authority says.
    fn agrees_with(&self, own: &Record, trailer: Option<&Record>) -> bool {
        self.own == *own && self.trailer.as_ref().map(|(record, _)| record) == trailer
    }
}

/// What came of holding the authority's word against the prediction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reconciliation {
    /// Stood, rewound or adopted.
    pub outcome: Outcome,
    /// The own car's present before it, where there was one.
    pub before: Option<Motion>,
    /// The own car's present after it.
    pub after: Motion,
    /// Client ticks in flight.
    pub lead_ticks: u32,
}

/// A crash of the own car that the world ran through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Felt {
    /// The client tick of it.
    pub seq: Seq,
    /// How hard, in points of health.
    pub points: f32,
}

/// See the module.
#[derive(Clone)]
pub struct Predictor {
    client: ClientId,
    world: World,
    mirror: Mirror,
    own: Option<EntityId>,
    /// Oldest first, without a gap; the last is the present. The first is the newest one acknowledged.
    ticks: VecDeque<Tick>,
    saves: VecDeque<(Seq, Save)>,
    /// The newest input that was run as the player gave it: what a guess goes on with.
    last_given: (Seq, Input),
    felt: Vec<Felt>,
}

impl Predictor {
    /// A prediction that has not begun: it begins with the authority's first word.
    pub fn new(level: Arc<Level>, client: ClientId) -> Predictor {
        Predictor {
            client,
            world: World::new(level, Role::Session),
            mirror: Mirror::default(),
            own: None,
            ticks: VecDeque::new(),
            saves: VecDeque::new(),
            last_given: (Seq(0), Input::default()),
            felt: Vec::new(),
        }
    }

    /// Whose prediction it is.
    pub fn client(&self) -> ClientId {
        self.client
    }

    /// The newest client tick that was predicted.
    pub fn present(&self) -> Option<Seq> {
        self.ticks.back().map(|tick| tick.seq)
    }

    /// The own car's trailer after a client tick, where it has one and that is remembered.
    pub fn trailer_motion_at(&self, seq: Seq) -> Option<&Motion> {
        self.tick_at(seq)?.trailer.as_ref().map(|(_, motion)| motion)
    }

    /// The own car after a client tick, where that is remembered.
    pub fn motion_at(&self, seq: Seq) -> Option<&Motion> {
        self.tick_at(seq).map(|tick| &tick.motion)
    }

    /// The own car's state as it is.
    pub fn own_state(&self) -> Option<VehicleState> {
        self.own.and_then(|own| self.world.vehicle(own))
    }

    /// Crashes of the own car since the last call.
    pub fn take_felt(&mut self) -> Vec<Felt> {
        std::mem::take(&mut self.felt)
    }

    /// Runs the next client tick on the player's input. Does nothing where the prediction has not begun, or has run that
    /// tick on the guess already.
    pub fn run_input(&mut self, seq: Seq, input: Input) -> bool {
        if !self.is_next(seq) {
            return false;
        }
        self.last_given = (seq, input);
        self.run(seq, input);
        true
    }

    /// Runs the next client tick on the guess: the player's input for it will not come, or would come too late.
    pub fn run_guess(&mut self, seq: Seq) -> bool {
        if !self.is_next(seq) {
            return false;
        }
        let (given, input) = self.last_given;
        self.run(seq, guess(&input, seq.distance_from(given).unsigned_abs()));
        true
    }

    /// Whether `seq` is the tick to be run now. One that is further on shows that ticks are missing in between: the
    /// prediction cannot go on from here, and begins anew with the authority's next word.
    fn is_next(&mut self, seq: Seq) -> bool {
        let ahead = self.present().map_or(0, |present| seq.distance_from(present));
        if ahead > 1 {
            self.stop();
        }
        ahead == 1
    }

    /// Gives the prediction up until the authority's next word.
    pub fn stop(&mut self) {
        self.ticks.clear();
        self.saves.clear();
    }

    /// Holds the authority's word against the prediction: `snapshot` shows the world after it ran the client's tick
    /// `acknowledged`. `given` are the client's ticks since, with their inputs where they had one, for a prediction that
    /// begins here.
    pub fn reconcile(
        &mut self,
        snapshot: &Snapshot,
        own: &Record,
        acknowledged: Seq,
        given: &VecDeque<(Seq, Option<Input>)>,
        tuning: &Tuning,
    ) -> Reconciliation {
        self.catch_up(acknowledged);
        let before = self.ticks.back().map(|tick| tick.motion);
        let outcome = match self.tick_at(acknowledged).filter(|_| self.own == Some(own.entity)) {
            Some(tick) => {
                let lead_ticks = self.lead_over(acknowledged);
                let plan = Mirror::plan(snapshot, own, lead_ticks);
                let agrees = tick.agrees_with(own, snapshot.own_trailer())
                    && plan.agrees_with(&tick.near)
                    && !self.mirror.simulates_others_than(&plan);
                self.mirror.adopt(plan);
                if agrees && !tuning.faults.always_rewind {
                    self.mirror.lay_rest(&mut self.world);
                    Outcome::Stood
                } else {
                    self.rewind(snapshot, own, acknowledged, tuning);
                    Outcome::Rewound
                }
            }
            None => {
                self.begin(snapshot, own, acknowledged, given);
                Outcome::Adopted
            }
        };
        self.forget_before(acknowledged);
        let after = self.ticks.back().map_or_else(|| own.motion(), |tick| tick.motion);
        let lead_ticks = self.lead_over(acknowledged);
        if lead_ticks > MOST_IN_FLIGHT_TICKS {
            self.stop();
        }
        Reconciliation { outcome, before, after, lead_ticks }
    }

    fn lead_over(&self, acknowledged: Seq) -> u32 {
        self.present().map_or(0, |present| present.distance_from(acknowledged).max(0).unsigned_abs())
    }

    /// The authority has run ticks that the page owed and had not come to: it ran them on the guess, and so does the
    /// prediction, before anything of the word is looked at.
    fn catch_up(&mut self, acknowledged: Seq) {
        let Some(present) = self.present() else {
            return;
        };
        let missing = acknowledged.distance_from(present);
        if missing > 0 && missing.unsigned_abs() <= MOST_GUESSED_TICKS {
            for step in 1..=missing.unsigned_abs() {
                self.run_guess(present.plus(step));
            }
        }
    }

    /// Brings the world back to the acknowledged tick, lays the word over it, and runs the ticks since again.
    fn rewind(&mut self, snapshot: &Snapshot, own: &Record, acknowledged: Seq, tuning: &Tuning) {
        if !tuning.faults.rewind_poses_only {
            self.restore(acknowledged);
        }
        for told in std::iter::once(own).chain(snapshot.own_trailer()) {
            let here = self.look_at(told.entity).map(|(record, _)| record);
            if tuning.faults.rewind_poses_only || here.as_ref() != Some(told) {
                self.world.place_vehicle(told.entity, &vehicle_of(told), false);
            }
        }
        self.mirror.lay_all(&mut self.world);
        let mut later = self.ticks.iter().skip_while(|tick| acknowledged.is_newer_than(tick.seq));
        let input = later.next().map_or_else(Input::default, |tick| tick.input);
        let replay: Vec<(Seq, Input)> = later.map(|tick| (tick.seq, tick.input)).collect();
        self.ticks.retain(|tick| acknowledged.is_newer_than(tick.seq));
        self.saves.retain(|(saved, _)| acknowledged.is_newer_than(*saved));
        self.push_tick(acknowledged, input);
        self.saves.push_back((acknowledged, self.world.save()));
        for (seq, input) in replay {
            self.run(seq, input);
        }
    }

    /// Begins anew from the authority's word.
    fn begin(&mut self, snapshot: &Snapshot, own: &Record, acknowledged: Seq, given: &VecDeque<(Seq, Option<Input>)>) {
        if let Some(old) = self.own.filter(|old| *old != own.entity) {
            self.world.remove_vehicle(old);
        }
        self.stop();
        self.own = Some(own.entity);
        for told in std::iter::once(own).chain(snapshot.own_trailer()) {
            self.world.place_vehicle(told.entity, &vehicle_of(told), false);
        }
        let later = given.iter().filter(|(seq, _)| seq.is_newer_than(acknowledged));
        self.mirror.adopt(Mirror::plan(snapshot, own, later.clone().count() as u32));
        self.mirror.lay_all(&mut self.world);
        self.push_tick(acknowledged, Input::default());
        self.saves.push_back((acknowledged, self.world.save()));
        let earlier = given.iter().rev().filter(|(seq, _)| !seq.is_newer_than(acknowledged));
        if let Some(known) = earlier.filter_map(|(seq, input)| input.map(|input| (*seq, input))).next() {
            self.last_given = known;
        }
        for (seq, input) in later {
            match input {
                Some(input) => self.run_input(*seq, *input),
                None => self.run_guess(*seq),
            };
        }
    }

    /// Runs one tick and remembers what came out.
    fn run(&mut self, seq: Seq, input: Input) {
        let own = self.own;
        let events = self.world.step(&[], &[(self.client, input)]);
        self.felt.extend(events.iter().filter_map(|event| match event {
            Event::Hit { entity, points, .. } if Some(*entity) == own => Some(Felt { seq, points: *points }),
            _ => None,
        }));
        self.push_tick(seq, input);
        if seq.0.is_multiple_of(SAVE_INTERVAL_TICKS) {
            self.saves.push_back((seq, self.world.save()));
        }
    }

    fn push_tick(&mut self, seq: Seq, input: Input) {
        if let Some((own, motion)) = self.own.and_then(|own| self.look_at(own)) {
            let near = self.mirror.records(&self.world, own.entity, &motion);
            let trailer = self.world.hitched_to(own.entity).and_then(|trailer| self.look_at(trailer));
            self.ticks.push_back(Tick { seq, input, own, motion, trailer, near });
        }
    }

    /// Brings the world back to just after `seq`: the save at or before it, and the ticks from there run again.
    fn restore(&mut self, seq: Seq) {
        let newest = self.saves.iter().rev().find(|(saved, _)| !saved.is_newer_than(seq));
        let (saved, save) = newest.expect("a tick is forgotten only after a save at or before the next was made");
        self.world.restore(save);
        let again: Vec<Input> = self
            .ticks
            .iter()
            .filter(|tick| tick.seq.is_newer_than(*saved) && !tick.seq.is_newer_than(seq))
            .map(|tick| tick.input)
            .collect();
        for input in again {
            self.world.step(&[], &[(self.client, input)]);
        }
    }

    /// What is older than the newest acknowledged tick is never asked for again, but for the save that it starts from.
    fn forget_before(&mut self, acknowledged: Seq) {
        while self.saves.get(1).is_some_and(|(saved, _)| !saved.is_newer_than(acknowledged)) {
            self.saves.pop_front();
        }
        let oldest = self.saves.front().map_or(acknowledged, |(saved, _)| *saved);
        while self.ticks.front().is_some_and(|tick| oldest.is_newer_than(tick.seq)) {
            self.ticks.pop_front();
        }
    }

    /// A vehicle as it would travel in full floats, and where it is.
    fn look_at(&self, entity: EntityId) -> Option<(Record, Motion)> {
        let state = self.world.vehicle(entity)?;
        Some((Record::of_vehicle(entity, &state, true), state.motion))
    }

    fn tick_at(&self, seq: Seq) -> Option<&Tick> {
        let back = self.ticks.back()?.seq.distance_from(seq);
        let at = (self.ticks.len() as i64) - 1 - i64::from(back);
        usize::try_from(at).ok().and_then(|at| self.ticks.get(at))
    }
}

fn vehicle_of(record: &Record) -> VehicleState {
    record.vehicle().expect("the own entity is a vehicle: the session looked for one with an owner")
}
