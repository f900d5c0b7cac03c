//! A recording as a replay needs it: every tick from the first on, and who took part when.

use std::io::{Read, Seek};

use tacho_core::{
    sim::Command,
    units::{ClientId, Micros, Tick},
};
use tacho_traces::{End, Hash64, Header, TickRecords, TraceError, TraceReader};

/// What can be replayed of a recording.
#[derive(Clone, Debug)]
pub struct Clip {
    /// What it says about itself.
    pub header: Header,
    /// Its name in reports.
    pub digest: Hash64,
    /// The level as RON text.
    pub level: String,
    /// The ticks from the first on, none left out.
    pub ticks: Vec<TickRecords>,
    /// Why it ends before the recording did, where it does.
    pub loss: Option<Loss>,
    parts: Vec<Part>,
}

/// A client's part in a clip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Who.
    pub client: ClientId,
    /// The tick whose commands hold its join.
    pub joins: Tick,
    /// The tick whose commands hold its leave.
    pub leaves: Option<Tick>,
}

/// Why a clip is shorter than its recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The file ends early.
    Cut,
    /// The recorder lost ticks after this one.
    Dropped(Tick),
    /// The file is damaged after this tick, and how.
    Damaged(Tick, String),
}

/// Why a recording cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ClipError {
    /// It cannot be read.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// It holds nothing.
    #[error("it holds no tick: nothing was recorded, or all of it was lost; record again")]
    Empty,
    /// It begins in the middle of a session.
    #[error("it begins at {0}, and a replay has to begin at tick 1; record from the start of a session")]
    BeginsLate(Tick),
    /// A client takes part twice.
    #[error("{0} leaves and joins again at {1}, which a replay cannot do yet; take another clip")]
    JoinsAgain(ClientId, Tick),
}

impl Clip {
    /// Reads a recording up to its end or to the first thing that is missing.
    ///
    /// # Errors
    /// Where nothing of it can be replayed.
    pub fn read(source: impl Read + Seek) -> Result<Clip, ClipError> {
        let mut reader = TraceReader::open(source)?;
        let header = reader.header().clone();
        let (digest, level, end) = (reader.digest(), reader.level().to_owned(), reader.end());
        let mut ticks: Vec<TickRecords> = Vec::new();
        let mut loss = (end != End::Complete).then_some(Loss::Cut);
        for records in reader.ticks() {
            let last = ticks.last().map(|records| records.tick);
            match records {
                Ok(records) if last.is_none_or(|last| records.tick == last.after(1)) => ticks.push(records),
                Ok(_) => {
                    loss = Some(Loss::Dropped(last.unwrap_or_default()));
                    break;
                }
                Err(error) => {
                    loss = Some(Loss::Damaged(last.unwrap_or_default(), error.to_string()));
                    break;
                }
            }
        }
        let first = ticks.first().ok_or(ClipError::Empty)?.tick;
        if first != Tick(1) {
            return Err(ClipError::BeginsLate(first));
        }
        let parts = parts(&ticks)?;
        Ok(Clip { header, digest, level, ticks, loss, parts })
    }

    /// When it ends.
    #[must_use]
    pub fn end(&self) -> Micros {
        self.ticks.last().map_or(Micros(0), |last| last.tick.due())
    }

    /// Who takes part, in the order in which they join.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }
}

/// Reads joins and leaves off the commands. What is no command at all is left to the authority to refuse.
fn parts(ticks: &[TickRecords]) -> Result<Vec<Part>, ClipError> {
    let mut parts: Vec<Part> = Vec::new();
    for records in ticks {
        let tick = records.tick;
        for command in records.commands.iter().filter_map(|bytes| Command::from_bytes(bytes).ok()) {
            match command {
                Command::Join { client } => match parts.iter().find(|part| part.client == client) {
                    Some(part) if part.leaves.is_some() => return Err(ClipError::JoinsAgain(client, tick)),
                    Some(_) => {}
                    None => parts.push(Part { client, joins: tick, leaves: None }),
                },
                Command::Leave { client } => {
                    if let Some(part) = parts.iter_mut().find(|part| part.client == client) {
                        part.leaves.get_or_insert(tick);
                    }
                }
                Command::Reset { .. } | Command::ResetLevel | Command::SetClass { .. } | Command::Populate(_) => {}
            }
        }
    }
    // One that leaves in the tick in which it joins was never there.
    parts.retain(|part| part.leaves != Some(part.joins));
    Ok(parts)
}

impl std::fmt::Display for Loss {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Loss::Cut => write!(f, "the trace was cut; it is replayed up to its last whole chunk"),
            Loss::Dropped(tick) => write!(f, "the recorder lost ticks after {tick}; it is replayed up to there"),
            Loss::Damaged(tick, how) => write!(f, "it is replayed up to {tick}: {how}"),
        }
    }
}
