//! From a run to its numbers: what one client drew and noticed, held against what the authority knew.
//!
//! The measures know nothing of a rig, and a rig nothing of measures. What lies between them is small and easily got
//! wrong: which tick of the authority a predicted pose stands for, from when on a client's picture says something about
//! its netcode rather than about its join, and which of a game's numbers a measure needs. That is settled here, once.
//!
//! **When measuring starts.** A client that has just joined has no car, then a car and no history, then a clock that has
//! seen three snapshots. So it is measured from [`SETTLING`] after the first frame that draws its own entity, which is
//! itself a round trip or more after its join, to the end of the clip or to its last frame, whichever comes first.

mod viewer;

#[cfg(test)]
mod tests;

use tacho_core::{
    play,
    units::{ClientId, Micros, TICK_RATE_HZ},
};
use tacho_measure::{Measures, Settings, Truth, TruthRow, measure};

use crate::rig::RunLog;

/// How long a client has drawn its own entity before it is measured: the two seconds that a session's clock looks back.
pub const SETTLING: Micros = Micros::from_ms(2000);

/// What the measures must be told of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts {
    /// The names of the own entity's fields, as [`play::Authority::own_field_names`] gives them.
    pub field_names: &'static [&'static str],
    /// The greatest distance at which a client is meant to be told of an entity, in metres.
    pub interest_m: f64,
    /// The step in which positions travel, in metres.
    pub wire_quantum_m: f64,
}

/// The stretch of a run in which a client is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first moment that counts.
    pub from: Micros,
    /// The first that does not any more.
    pub until: Micros,
}

impl Window {
    /// The stretch in which `client` is measured in a clip that ends at `end`.
    ///
    /// # Errors
    /// Where there is none.
    pub fn of(log: &RunLog, client: ClientId, end: Micros) -> Result<Window, NothingToMeasure> {
        let mut frames = log.frames_of(client).peekable();
        frames.peek().ok_or(NothingToMeasure::NeverJoined(client))?;
        let first = frames.find(|frame| frame.drawn.iter().any(|row| row.own));
        let first = first.ok_or(NothingToMeasure::NeverDrawn(client))?.at;
        let last = log.frames_of(client).last().map_or(first, |frame| frame.at);
        let window = Window { from: first.after(SETTLING), until: end.min(last) };
        if window.from >= window.until {
            return Err(NothingToMeasure::TooShort { client, drawn_ms: window.until.since(first).as_ms() });
        }
        Ok(window)
    }

    /// How long it is, in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.until.since(self.from).as_ms() / 1000.0
    }
}

/// Why a client cannot be measured at all.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum NothingToMeasure {
    /// It ran no frame.
    #[error("{0} never joined")]
    NeverJoined(ClientId),
    /// It had nothing of its own to show.
    #[error("{0} joined and never drew an entity of its own: it was never welcomed, or no place was free")]
    NeverDrawn(ClientId),
    /// It was over before its clock had settled.
    #[error(
        "{client} drew its own entity for {drawn_ms:.0} ms, and measuring starts after {} ms; take a longer clip",
        SETTLING.as_ms()
    )]
    TooShort {
        /// Who.
        client: ClientId,
        /// From its first frame with an entity of its own to the end, in milliseconds.
        drawn_ms: f64,
    },
}

/// Measures what `client` was shown in `window`.
#[must_use]
pub fn judge(log: &RunLog, client: ClientId, window: Window, facts: &Facts) -> Measures {
    let settings = Settings {
        from_s: window.from.as_ms() / 1000.0,
        seconds: window.seconds(),
        interest_m: facts.interest_m,
        wire_quantum_m: facts.wire_quantum_m,
    };
    measure(&truth(log), &viewer::viewer(log, client, facts.field_names), &settings)
}

/// Why what was measured says nothing, where that is so: in a clip in which nothing moves, every count is 0.
#[must_use]
pub fn nothing_happened(measures: &Measures) -> Option<&'static str> {
    if measures.own.true_path_m == 0.0 {
        return Some("the player never moved");
    }
    (measures.remotes.all.true_path_m == 0.0).then_some("no other entity ever moved")
}

/// What the authority knew, tick by tick.
#[must_use]
pub fn truth(log: &RunLog) -> Truth {
    let mut truth = Truth::new(f64::from(TICK_RATE_HZ));
    for tick in &log.ticks {
        let rows: Vec<TruthRow> = tick.truth.iter().map(truth_row).collect();
        truth.push_tick(tick.tick.0, tick.at.0, &rows);
    }
    truth
}

fn truth_row(row: &play::TruthRow) -> TruthRow {
    TruthRow {
        entity: row.entity,
        position: row.position.map(f64::from),
        rotation: row.rotation.map(f64::from),
        in_contact: row.in_contact,
        relocated: row.relocated,
    }
}
