//! A scene for the rig: a level, clients on links, a driver, and what is read off the log afterwards.

use std::rc::Rc;
use std::sync::Arc;

use tacho_core::input::Input;
use tacho_core::level::Level;
use tacho_core::level::generators::test_collisions;
use tacho_core::link::{Conditions, Stall};
use tacho_core::play::{DrawnRow, Note, Outcome, TruthRow};
use tacho_core::room::{self, Room};
use tacho_core::session::{Session, Tuning};
use tacho_core::sim::Command;
use tacho_core::units::{ClientId, Micros, Seq, Tick};
use tacho_replayer::rig::{ClientPlan, InputSource, Pauses, Plan, Rig, RunLog};

/// A pedal all the way down.
pub const FULL: i8 = 127;

/// The tick in which the drivers begin to press: by then the longest link in use has settled.
pub const START: Tick = Tick(120);

/// What a driver does in the tick of the authority that will run it.
pub type Driver<'a> = &'a dyn Fn(ClientId, Tick) -> Input;

pub fn pedals(drive: i8, steer: i8) -> Input {
    Input { drive, steer, ..Input::default() }
}

/// Nobody presses anything before [`START`].
pub fn from_start(drive: i8) -> impl Fn(ClientId, Tick) -> Input {
    move |_, tick| if tick < START { Input::default() } else { pedals(drive, 0) }
}

/// Asks a driver by the tick of the authority, so that the same drive is driven over any link.
struct ByTick<'a>(Driver<'a>);

impl InputSource for ByTick<'_> {
    fn input(&mut self, client: ClientId, _seq: Seq, lands_on: Option<Tick>, _frame: &[DrawnRow]) -> Vec<u8> {
        lands_on.map_or_else(Input::default, |tick| (self.0)(client, tick)).to_bytes().to_vec()
    }
}

pub fn level() -> Arc<Level> {
    Level::compile(test_collisions()).expect("a level of this house is sound")
}

pub fn stall_ms(at_ms: u64, length_ms: u64) -> Stall {
    Stall { at_us: at_ms * 1000, length_us: length_ms * 1000 }
}

/// Half of a round trip, to be given to both directions.
pub fn rtt_ms(rtt_ms: u64) -> Conditions {
    Conditions { delay_us: rtt_ms * 500, ..Conditions::default() }
}

/// One client at spawn `spawn` of the level, on this link both ways.
pub fn client(spawn: u16, link: &Conditions) -> ClientPlan {
    ClientPlan {
        client: ClientId(spawn),
        joins: Tick(1),
        leaves: None,
        fps: 60,
        phase: Micros(0),
        page_pauses: Pauses::default(),
        up: link.clone(),
        down: link.clone(),
    }
}

/// Runs the clients for a while and keeps everything.
pub fn run(clients: Vec<ClientPlan>, tuning: Tuning, seconds: u64, driver: Driver) -> Run {
    let level = level();
    let mut commands = std::collections::BTreeMap::<Tick, Vec<Vec<u8>>>::new();
    for plan in &clients {
        commands.entry(plan.joins).or_default().push(Command::Join { client: plan.client }.to_bytes());
        if let Some(leaves) = plan.leaves {
            commands.entry(leaves).or_default().push(Command::Leave { client: plan.client }.to_bytes());
        }
    }
    let plan = Plan { seed: 7, commands, clients, server_pauses: Pauses::default() };
    let room = Box::new(Room::new(Arc::clone(&level), room::Tuning::DEFAULT));
    let mut rig = Rig::new(room, plan, Rc::new(move |_| Box::new(Session::new(Arc::clone(&level), tuning))));
    let mut log = RunLog::default();
    rig.run_until(Micros::from_ms(seconds * 1000), &mut ByTick(driver), &mut log)
        .expect("the commands are this game's");
    Run { log }
}

/// What was left of a run.
pub struct Run {
    pub log: RunLog,
}

/// A snapshot held against the prediction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reconciled {
    pub at: Micros,
    pub tick: Tick,
    pub outcome: Outcome,
    pub correction_m: f32,
    pub correction_deg: f32,
    pub lead_ticks: u32,
}

/// A crash, as felt (by the client's tick, placed on the authority's timeline) or as told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crash {
    pub at: Micros,
    pub tick: Tick,
    pub was_felt: bool,
}

impl Run {
    pub fn notes(&self, client: u16) -> impl Iterator<Item = (Micros, &Note)> {
        self.log.frames_of(ClientId(client)).flat_map(|frame| frame.notes.iter().map(|note| (frame.at, note)))
    }

    pub fn reconciled(&self, client: u16) -> Vec<Reconciled> {
        self.notes(client)
            .filter_map(|(at, note)| match *note {
                Note::Reconciled { tick, outcome, correction_m, correction_deg, lead_ticks, .. } => {
                    Some(Reconciled { at, tick, outcome, correction_m, correction_deg, lead_ticks })
                }
                _ => None,
            })
            .collect()
    }

    /// Those after the first, which must have begun the prediction, that did anything.
    pub fn not_stood(&self, client: u16) -> Vec<Reconciled> {
        let all = self.reconciled(client);
        assert!(all.len() > 40, "only {} snapshots came", all.len());
        assert_eq!(all[0].outcome, Outcome::Adopted);
        let stood = |held: &Reconciled| {
            held.outcome == Outcome::Stood && held.correction_m == 0.0 && held.correction_deg == 0.0
        };
        all.into_iter().skip(1).filter(|held| !stood(held)).collect()
    }

    /// The largest correction in metres and how many there were above nothing.
    pub fn corrections(&self, client: u16) -> (f32, usize) {
        let held = self.reconciled(client);
        assert!(held.iter().all(|held| held.correction_m.is_finite() && held.correction_deg.is_finite()));
        let corrected = held.iter().filter(|held| held.correction_m > 0.0);
        (corrected.clone().map(|held| held.correction_m).fold(0.0, f32::max), corrected.count())
    }

    pub fn felt(&self, client: u16) -> Vec<Crash> {
        let landing = self.log.landing(ClientId(client)).expect("the client's ticks were run");
        self.notes(client)
            .filter_map(|(at, note)| match *note {
                Note::CrashFelt { seq, .. } => Some(Crash {
                    at,
                    tick: landing.tick_of(seq).expect("a crash comes after the first input"),
                    was_felt: true,
                }),
                _ => None,
            })
            .collect()
    }

    pub fn told(&self, client: u16) -> Vec<Crash> {
        self.notes(client)
            .filter_map(|(at, note)| match *note {
                Note::CrashTold { tick, was_felt, .. } => Some(Crash { at, tick, was_felt }),
                _ => None,
            })
            .collect()
    }

    /// The own car's bits after each of the client's ticks as first predicted, by the authority's tick.
    pub fn predicted_bits(&self, client: u16) -> Vec<(Tick, Vec<u32>)> {
        let landing = self.log.landing(ClientId(client)).expect("the client's ticks were run");
        self.notes(client)
            .filter_map(|(_, note)| match note {
                Note::Predicted { seq, position, rotation, fields, .. } => {
                    let bits = position.iter().chain(rotation).chain(fields).map(|word| word.to_bits()).collect();
                    landing.tick_of(*seq).map(|tick| (tick, bits))
                }
                _ => None,
            })
            .collect()
    }

    /// The same as the authority has them.
    pub fn true_bits(&self, client: u16, tick: Tick) -> Option<Vec<u32>> {
        let log = self.log.ticks.iter().find(|log| log.tick == tick)?;
        let row = log.truth.iter().find(|row| row.owner == Some(ClientId(client)))?;
        let (_, fields) = log.own_fields.iter().find(|(of, _)| *of == ClientId(client))?;
        Some(row.position.iter().chain(&row.rotation).chain(fields).map(|word| word.to_bits()).collect())
    }

    /// The client's own car, tick by tick.
    pub fn truth(&self, client: u16) -> impl Iterator<Item = (Tick, &TruthRow)> {
        self.log.ticks.iter().filter_map(move |log| {
            log.truth.iter().find(|row| row.owner == Some(ClientId(client))).map(|row| (log.tick, row))
        })
    }

    pub fn top_kmh(&self, client: u16) -> f32 {
        self.truth(client).map(|(_, row)| length(row.velocity)).fold(0.0, f32::max) * 3.6
    }

    /// Ticks of the client that ran on a guess, and all.
    pub fn guessed(&self, client: u16) -> (usize, usize) {
        let runs = self.log.ticks.iter().flat_map(|tick| &tick.inputs).filter(|run| run.client == ClientId(client));
        (runs.clone().filter(|run| run.guessed).count(), runs.count())
    }
}

pub fn length(vector: [f32; 3]) -> f32 {
    vector.iter().map(|part| part * part).sum::<f32>().sqrt()
}

pub fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
    length([a[0] - b[0], a[1] - b[1], a[2] - b[2]])
}
