//! Whether a recording still is what happens: its commands and inputs are run again, and every digest is compared.
//!
//! A recording whose digests nobody compares proves nothing, and the tick that is forgotten is always the last one. So each
//! tick that has a digest is counted, and where the last one was not among them the report says so. The first tick that
//! differs is named with the field that differs, since "out of sync" alone sends people searching for days.

use std::fmt;
use std::io::{Read, Seek};

use serde::Serialize;
use tacho_core::input::Input;
use tacho_core::level::{Level, LevelData, LevelError};
use tacho_core::sim::{self, Command, CommandError, Digest, Locator, Role, World};
use tacho_core::units::{ClientId, TICK_RATE_HZ, Tick};
use tacho_traces::{Build, ComponentDigest, DigestRecord, End, Hash64, InputRecord, TickRecords, TraceReader};

use crate::exit::Exit;
use crate::fingerprint;
use crate::word::Word;

/// What verifying came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// In a word.
    pub verdict: Verdict,
    /// The level's name.
    pub level: String,
    /// The hash that the level had where it was recorded.
    pub level_hash_recorded: Hash64,
    /// The hash that it has here.
    pub level_hash: Hash64,
    /// The recording's seed.
    pub seed: u64,
    /// Ticks whose digests were compared.
    pub ticks_checked: u32,
    /// The last of them.
    pub last_checked: Option<Tick>,
    /// How long these last in the game, in seconds.
    pub game_seconds: f64,
    /// The world's digest after the last tick that was run.
    pub digest: Hash64,
    /// The first tick that differs.
    pub divergence: Option<Divergence>,
    /// Why ticks of the recording could not be checked, where some could not.
    pub unchecked: Option<String>,
    /// What recorded it.
    pub recorded_by: Fingerprint,
    /// What ran it again.
    pub here: Fingerprint,
}

/// A report in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Every digest is as recorded.
    Same,
    /// The recording was made under other rules than this build's.
    OtherRules,
    /// The recording's level compiles to something else here.
    OtherLevel,
    /// A tick differs under the same rules.
    Differs,
    /// There was no digest to compare.
    NothingChecked,
}

/// What a build is, and its rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fingerprint {
    /// What compiled it.
    pub build: Build,
    /// The digest of a short run.
    pub rules: Hash64,
}

/// The first tick that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Divergence {
    /// The tick.
    pub tick: Tick,
    /// The digest that it was recorded with.
    pub recorded: Hash64,
    /// The digest that it has here.
    pub computed: Hash64,
    /// The only word that differs, where it is one: `left` is the value here, `right` the recorded one.
    pub word: Option<Word>,
    /// Otherwise, the components that differ at the next tick at which they were recorded one by one.
    pub components: Option<Components>,
}

/// The components that differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Components {
    /// At which tick.
    pub tick: Tick,
    /// Their names. None where the state is as recorded again, and so only the recorded digest was other.
    pub names: Vec<String>,
}

/// Why a trace cannot be run again.
#[derive(Debug, thiserror::Error)]
pub enum Unverifiable {
    /// Another game's.
    #[error("the trace is of the game {0:?}, and this program runs {game:?}", game = fingerprint::GAME)]
    OtherGame(String),
    /// The level in it is none.
    #[error("the trace's level: {0}")]
    Level(#[from] LevelError),
    /// A command is none.
    #[error("{tick}: {error}")]
    Command {
        /// The tick that holds it.
        tick: Tick,
        /// Why.
        error: CommandError,
    },
    /// An input is none.
    #[error("{tick}: the input of {client} has {bytes} bytes, and one has 11")]
    Input {
        /// The tick that holds it.
        tick: Tick,
        /// Whose.
        client: ClientId,
        /// How many it has.
        bytes: usize,
    },
}

/// Runs a trace again. `after_tick` is told of each tick that was run.
///
/// # Errors
/// Where the trace is of another game or holds what is no level, command or input of this one. Damage and a cut are none:
/// what is before them is checked.
pub fn verify<R: Read + Seek>(
    trace: &mut TraceReader<R>,
    after_tick: &mut dyn FnMut(Tick),
) -> Result<Report, Unverifiable> {
    let header = trace.header().clone();
    if header.game != fingerprint::GAME {
        return Err(Unverifiable::OtherGame(header.game));
    }
    let level = Level::compile(LevelData::from_ron(trace.level())?)?;
    let level_hash = Hash64(level.hash());
    let mut check = Check::new(World::new(level, Role::Authority), header.components.clone());
    let mut unchecked = cut_words(trace.end());
    for records in trace.ticks() {
        let next = check.world.tick().after(1);
        match records {
            Err(damage) => unchecked = Some(damage.to_string()),
            Ok(records) if records.tick != next => {
                unchecked = Some(format!("ticks {} to {} were not recorded", next.0, records.tick.0 - 1));
            }
            Ok(records) => {
                check.run(&records)?;
                after_tick(records.tick);
                if !check.is_done() {
                    continue;
                }
            }
        }
        break;
    }
    let recorded_by = Fingerprint { build: header.build, rules: header.rules };
    let here = Fingerprint { build: fingerprint::build(), rules: fingerprint::rules() };
    let verdict = if recorded_by.rules != here.rules {
        Verdict::OtherRules
    } else if header.level_hash != level_hash {
        Verdict::OtherLevel
    } else if check.divergence.is_some() {
        Verdict::Differs
    } else if check.ticks_checked == 0 {
        Verdict::NothingChecked
    } else {
        Verdict::Same
    };
    Ok(Report {
        verdict,
        level: header.level,
        level_hash_recorded: header.level_hash,
        level_hash,
        seed: header.seed,
        ticks_checked: check.ticks_checked,
        last_checked: check.last_checked,
        game_seconds: f64::from(check.ticks_checked) / f64::from(TICK_RATE_HZ),
        digest: Hash64(check.world.digest().total),
        unchecked: unchecked.or_else(|| check.undigested_end()),
        divergence: check.divergence,
        recorded_by,
        here,
    })
}

fn cut_words(end: End) -> Option<String> {
    match end {
        End::Complete => None,
        End::Cut { after: Some(tick), .. } => Some(format!("the file was cut: nothing after {tick} can be read")),
        End::Cut { after: None, .. } => Some("the file was cut: no tick can be read".into()),
    }
}

/// A world that is run along a recording.
struct Check {
    world: World,
    component_names: Vec<String>,
    ticks_checked: u32,
    last_checked: Option<Tick>,
    divergence: Option<Divergence>,
}

impl Check {
    fn new(world: World, component_names: Vec<String>) -> Check {
        Check { world, component_names, ticks_checked: 0, last_checked: None, divergence: None }
    }

    /// Runs a tick and compares it. After the first difference it only looks for the components that differ.
    fn run(&mut self, records: &TickRecords) -> Result<(), Unverifiable> {
        let commands = commands_of(records)?;
        let inputs = inputs_of(records)?;
        self.world.step(&commands, &inputs);
        if let (None, Some(recorded)) = (&self.divergence, records.digest) {
            self.ticks_checked += 1;
            self.last_checked = Some(records.tick);
            self.divergence = self.compare(records.tick, recorded);
        }
        if let Some(divergence) = &mut self.divergence
            && !records.components.is_empty()
        {
            let names = differing(&self.world, &records.components, &self.component_names);
            divergence.components = Some(Components { tick: records.tick, names });
        }
        Ok(())
    }

    fn compare(&self, tick: Tick, recorded: DigestRecord) -> Option<Divergence> {
        let computed = self.world.digest().total;
        let [sum, weighted] = recorded.locator;
        let word = || self.world.locate(Digest { total: recorded.total, locator: Locator { sum, weighted } });
        (computed != recorded.total).then(|| Divergence {
            tick,
            recorded: Hash64(recorded.total),
            computed: Hash64(computed),
            word: word().as_ref().map(Word::from),
            components: None,
        })
    }

    /// Whether all is known that can be.
    fn is_done(&self) -> bool {
        self.divergence.as_ref().is_some_and(|found| found.word.is_some() || found.components.is_some())
    }

    /// The ticks after the last that has a digest.
    fn undigested_end(&self) -> Option<String> {
        let (last_checked, last) = (self.last_checked?, self.world.tick());
        let is_missing = self.divergence.is_none() && last_checked < last;
        is_missing.then(|| format!("ticks {} to {} have no digest", last_checked.0 + 1, last.0))
    }
}

/// The names of those components whose digests are not the recorded ones.
fn differing(world: &World, recorded: &[ComponentDigest], recorded_names: &[String]) -> Vec<String> {
    let names = sim::component_names();
    let computed = world.component_digests();
    let computed_of = |name: &String| names.iter().position(|known| known == name).map(|at| computed[at]);
    let name_of = |component: u16| recorded_names.get(usize::from(component)).cloned();
    let differs =
        |record: &&ComponentDigest| name_of(record.component).as_ref().and_then(computed_of) != Some(record.digest);
    let named = |record: &ComponentDigest| name_of(record.component).unwrap_or_else(|| record.component.to_string());
    recorded.iter().filter(differs).map(named).collect()
}

fn commands_of(records: &TickRecords) -> Result<Vec<Command>, Unverifiable> {
    let refused = |error| Unverifiable::Command { tick: records.tick, error };
    records.commands.iter().map(|bytes| Command::from_bytes(bytes).map_err(refused)).collect()
}

fn inputs_of(records: &TickRecords) -> Result<Vec<(ClientId, Input)>, Unverifiable> {
    let input_of = |InputRecord { client, input, .. }: &InputRecord| {
        let refused = |_| Unverifiable::Input { tick: records.tick, client: *client, bytes: input.len() };
        let bytes = input.as_slice().try_into().map_err(refused)?;
        Ok((*client, Input::from_bytes(bytes)))
    };
    records.inputs.iter().map(input_of).collect()
}

impl Report {
    /// How a program ends that has nothing but this to tell.
    #[must_use]
    pub fn exit(&self) -> Exit {
        match self.verdict {
            Verdict::OtherRules | Verdict::OtherLevel | Verdict::Differs => Exit::Finding,
            Verdict::NothingChecked => Exit::Nothing,
            Verdict::Same if self.unchecked.is_some() => Exit::Lossy,
            Verdict::Same => Exit::Good,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "level      {} {}", self.level, self.level_hash)?;
        writeln!(f, "seed       {}", self.seed)?;
        writeln!(f, "checked    {} ticks, {:.1} s of the game", self.ticks_checked, self.game_seconds)?;
        writeln!(f, "digest     {}", self.digest)?;
        if let Some(unchecked) = &self.unchecked {
            writeln!(f, "unchecked  {unchecked}")?;
        }
        match (self.verdict, self.last_checked) {
            (Verdict::Same, Some(last)) => writeln!(f, "result     every digest is as recorded, up to {last}")?,
            (Verdict::Same | Verdict::NothingChecked, _) => writeln!(f, "result     no digest could be compared")?,
            (Verdict::OtherRules, _) => writeln!(f, "result     recorded under other rules")?,
            (Verdict::OtherLevel, _) => {
                writeln!(f, "result     the level was {} where it was recorded", self.level_hash_recorded)?;
            }
            (Verdict::Differs, _) => writeln!(f, "result     differs under the same rules")?,
        }
        if let Some(divergence) = &self.divergence {
            write!(f, "{divergence}")?;
        }
        if self.exit() == Exit::Finding {
            writeln!(f, "recorded   {}", self.recorded_by)?;
            writeln!(f, "here       {}", self.here)?;
        }
        Ok(())
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "first at   {}: {} here, recorded {}", self.tick, self.computed, self.recorded)?;
        match (&self.word, &self.components) {
            (Some(word), _) => writeln!(f, "only word  {word} recorded"),
            (None, Some(Components { tick, names })) if names.is_empty() => {
                writeln!(f, "components all as recorded at {tick}: the recorded digest alone is other")
            }
            (None, Some(Components { tick, names })) => {
                writeln!(f, "components {} differ at {tick}", names.join(", "))
            }
            (None, None) => writeln!(f, "components none were recorded from there on"),
        }
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Build { version, rustc, target, features, rapier } = &self.build;
        write!(f, "version {version}, {rustc}, {target}, rapier {rapier}")?;
        if !features.is_empty() {
            write!(f, ", features {}", features.join(" "))?;
        }
        write!(f, ", rules {}", self.rules)
    }
}
