//! Whether a rewind is exact: a world is driven through crashes, and every stretch of it is run twice.
//!
//! A save that forgets one word is a fault that no player can describe: the car is where it should be, and half a second
//! later it is not. So here every tenth tick is saved; half a second on, the save is restored and the same commands and inputs
//! are run again; and each tick must come out with the digest that it had. A difference is named down to the field. What was
//! run again is gone on with, so that an error that no digest shows has time to grow into one that it does.

use std::collections::VecDeque;
use std::fmt;

use serde::Serialize;
use tacho_core::input::Input;
use tacho_core::sim::ai::Rammer;
use tacho_core::sim::{Command, Difference, Event, Save, World};
use tacho_core::units::{ClientId, TICK_RATE_HZ, Tick};
use tacho_traces::Hash64;

use crate::word::Word;

/// Ticks after which a driver that has no car asks for one again. A level may have fewer spawns than there are drivers.
const JOIN_EVERY_TICKS: u32 = TICK_RATE_HZ;

/// Differences that are listed at most.
pub const LISTED_DIFFERENCES: usize = 20;

/// What is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Options {
    /// Ticks.
    pub ticks: u32,
    /// Of the drivers.
    pub seed: u64,
    /// Ticks from one save to the next.
    pub every: u32,
    /// Ticks that are run again from each save.
    pub window: u32,
    /// Cars that are driven into things.
    pub drivers: u16,
}

impl Default for Options {
    fn default() -> Options {
        Options { ticks: 3600, seed: 1, every: 10, window: 30, drivers: 23 }
    }
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// What was run.
    pub options: Options,
    /// Ticks run, each counted once.
    pub ticks: u32,
    /// Saves made and restored.
    pub restored: u32,
    /// Ticks run again and compared.
    pub compared: u64,
    /// Blows above the threshold of a crash.
    pub crashes: u64,
    /// The world's digest after the last tick.
    pub digest: Hash64,
    /// The first tick that came out otherwise.
    pub divergence: Option<Divergence>,
}

/// A tick that did not come out as it had before.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Divergence {
    /// The tick that was restored.
    pub saved_at: Tick,
    /// The tick that differed.
    pub tick: Tick,
    /// Ticks between the two.
    pub offset: u32,
    /// Words that differ.
    pub words: usize,
    /// The first of them: `left` is the first run's, `right` the second's.
    pub differences: Vec<Word>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options { seed, every, window, drivers, .. } = self.options;
        writeln!(f, "driven    {} ticks by {drivers} drivers of seed {seed}: {} crashes", self.ticks, self.crashes)?;
        writeln!(f, "restored  {} saves, one every {every} ticks", self.restored)?;
        writeln!(f, "compared  {} ticks, {window} from each save", self.compared)?;
        writeln!(f, "digest    {}", self.digest)?;
        match &self.divergence {
            None => writeln!(f, "result    every tick came out as before"),
            Some(divergence) => write!(f, "{divergence}"),
        }
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Divergence { saved_at, tick, offset, words, differences } = self;
        writeln!(f, "result    {tick}, {offset} after the save of {saved_at}, came out otherwise in {words} words")?;
        for word in differences {
            writeln!(f, "          {word}")?;
        }
        if differences.len() < *words {
            writeln!(f, "          and {} more", words - differences.len())?;
        }
        Ok(())
    }
}

/// Which step has just been run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A tick, for the first time.
    First(Tick),
    /// A tick, again.
    Again(Tick),
}

/// Runs the test on worlds that `make_world` makes, all alike.
///
/// `after_step` is called with the world after each step, to show progress. It may also break the world, which a test of
/// this test does.
pub fn run(make_world: &dyn Fn() -> World, options: &Options, after_step: &mut dyn FnMut(Step, &mut World)) -> Report {
    let mut course = Course::new(make_world(), *options);
    while course.report.divergence.is_none() && course.report.ticks < options.ticks {
        course.advance(after_step);
        if let Some(found) = course.rewind_if_due(after_step) {
            let first = first_time(make_world, options, found.tick);
            course.report.divergence = Some(found.named(&first, &course.world));
        }
    }
    course.report.digest = Hash64(course.world.digest().total);
    course.report
}

/// The world as it was after `tick` when that was run for the first time: by running all of it anew up to there.
fn first_time(make_world: &dyn Fn() -> World, options: &Options, tick: Tick) -> World {
    let mut course = Course::new(make_world(), *options);
    loop {
        course.advance(&mut |_, _| {});
        if course.world.tick() == tick {
            return course.world;
        }
        course.rewind_if_due(&mut |_, _| {});
    }
}

/// A tick that came out otherwise, not yet looked into.
struct Found {
    saved_at: Tick,
    tick: Tick,
}

impl Found {
    fn named(&self, first: &World, again: &World) -> Divergence {
        let differences: Vec<Difference> = first.differences(again);
        Divergence {
            saved_at: self.saved_at,
            tick: self.tick,
            offset: self.tick.since(self.saved_at),
            words: differences.len(),
            differences: differences.iter().take(LISTED_DIFFERENCES).map(Word::from).collect(),
        }
    }
}

/// What one tick was run on and what it came to.
struct Ran {
    commands: Vec<Command>,
    inputs: Vec<(ClientId, Input)>,
    digest: u64,
}

/// A run under way.
struct Course {
    options: Options,
    world: World,
    drivers: Vec<(ClientId, Rammer)>,
    /// The last `window` ticks, oldest first.
    ran: VecDeque<Ran>,
    /// The saves that are not yet restored, oldest first.
    saves: VecDeque<Save>,
    report: Report,
}

impl Course {
    fn new(world: World, options: Options) -> Course {
        let clients = (0..options.drivers).map(ClientId);
        Course {
            options,
            world,
            drivers: clients.map(|client| (client, Rammer::new(options.seed, client))).collect(),
            ran: VecDeque::new(),
            saves: VecDeque::new(),
            report: Report {
                options,
                ticks: 0,
                restored: 0,
                compared: 0,
                crashes: 0,
                digest: Hash64::default(),
                divergence: None,
            },
        }
    }

    /// Runs a tick for the first time.
    fn advance(&mut self, after_step: &mut dyn FnMut(Step, &mut World)) {
        if self.world.tick().0.is_multiple_of(self.options.every) {
            self.saves.push_back(self.world.save());
        }
        let (commands, inputs) = (self.commands(), self.inputs());
        let events = self.world.step(&commands, &inputs);
        self.report.crashes += events.iter().filter(|event| matches!(event, Event::Hit { .. })).count() as u64;
        self.report.ticks += 1;
        let tick = self.world.tick();
        after_step(Step::First(tick), &mut self.world);
        self.ran.push_back(Ran { commands, inputs, digest: self.world.digest().total });
        if self.ran.len() > self.options.window as usize {
            self.ran.pop_front();
        }
    }

    /// Where the oldest save is `window` ticks old: restores it and runs those ticks again, up to the first that differs.
    fn rewind_if_due(&mut self, after_step: &mut dyn FnMut(Step, &mut World)) -> Option<Found> {
        let now = self.world.tick();
        let save = self.saves.pop_front_if(|save| now.since(save.tick()) >= self.options.window)?;
        self.world.restore(&save);
        self.report.restored += 1;
        for ran in &self.ran {
            self.world.step(&ran.commands, &ran.inputs);
            let tick = self.world.tick();
            after_step(Step::Again(tick), &mut self.world);
            self.report.compared += 1;
            if self.world.digest().total != ran.digest {
                return Some(Found { saved_at: save.tick(), tick });
            }
        }
        None
    }

    /// Once a second, a car for each driver that has none.
    fn commands(&self) -> Vec<Command> {
        if !self.world.tick().0.is_multiple_of(JOIN_EVERY_TICKS) {
            return Vec::new();
        }
        let without_car = self.drivers.iter().filter(|(client, _)| self.world.car_of(*client).is_none());
        without_car.map(|(client, _)| Command::Join { client: *client }).collect()
    }

    fn inputs(&self) -> Vec<(ClientId, Input)> {
        self.drivers.iter().map(|(client, driver)| (*client, driver.input(&self.world))).collect()
    }
}
