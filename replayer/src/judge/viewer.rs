//! One client's frames and notes as the rows that the measures take.
//!
//! A client counts its own ticks. Everything here is told in the authority's: a predicted tick is the tick that ran its
//! input, which is known once the run is over.

use std::collections::{BTreeMap, BTreeSet};

use tacho_core::{
    play::{self, InputRun, Note},
    units::{ClientId, Micros, Seq, Tick},
};
use tacho_measure::{
    ClockRow, DrawnRow, Frame, InputChange, InputRow, Outcome, OwnTick, Reconciliation, SampleRow, Source, Span, Viewer,
};

use crate::rig::{FrameLog, RunLog, TickLog};

/// Everything that `client` drew and noticed in a run.
pub(super) fn viewer(log: &RunLog, client: ClientId, field_names: &[&str]) -> Viewer {
    let scribe = Scribe::new(log, client);
    let mut viewer = Viewer {
        field_names: field_names.iter().map(|&name| name.to_owned()).collect(),
        inputs: scribe.inputs(),
        ..Viewer::default()
    };
    for frame in log.frames_of(client) {
        viewer.frames.push(scribe.frame(frame));
        for note in &frame.notes {
            scribe.take_note(frame.at, note, &mut viewer);
        }
    }
    viewer
}

/// What one client's rows are told by.
struct Scribe<'a> {
    log: &'a RunLog,
    client: ClientId,
    /// Its inputs as the authority ran them, by their numbers.
    runs: BTreeMap<u32, &'a InputRun>,
    /// The ticks that it ran itself on an input of its own, so that it sent one.
    sent: BTreeSet<u32>,
}

impl<'a> Scribe<'a> {
    fn new(log: &'a RunLog, client: ClientId) -> Scribe<'a> {
        let runs = log.ticks.iter().flat_map(|tick| &tick.inputs).filter(|run| run.client == client);
        let notes = log.frames_of(client).flat_map(|frame| &frame.notes);
        let sent = notes.filter_map(|note| match note {
            Note::Predicted { seq, guessed: false, .. } => Some(seq.0),
            _ => None,
        });
        Scribe { log, client, runs: runs.map(|run| (run.seq.0, run)).collect(), sent: sent.collect() }
    }

    fn frame(&self, frame: &FrameLog) -> Frame {
        let own = frame.drawn.iter().find(|row| row.own).and_then(|row| self.drawn_row(row));
        let remotes = frame.drawn.iter().filter(|row| !row.own).filter_map(|row| self.drawn_row(row));
        let clock = frame.notes.iter().rev().find_map(|note| match *note {
            Note::Clock { render_tick, drifting, restarted } => Some(ClockRow { render_tick, drifting, restarted }),
            _ => None,
        });
        Frame { time_us: frame.at.0, viewpoint: own.map(|own| own.entity), own, remotes: remotes.collect(), clock }
    }

    /// Nothing where no tick of the authority stands for the row, as before the client's first input was run.
    fn drawn_row(&self, row: &play::DrawnRow) -> Option<DrawnRow> {
        let span = self.log.span(self.client, row)?;
        Some(DrawnRow {
            entity: row.entity,
            position: row.position.map(f64::from),
            rotation: row.rotation.map(f64::from),
            span: Span { first: span.from, last: span.to },
            source: source(row.source),
        })
    }

    fn take_note(&self, at: Micros, note: &Note, viewer: &mut Viewer) {
        match note {
            Note::Predicted { seq, position, rotation, fields, .. } => {
                viewer.own_ticks.extend(self.own_tick(at, *seq, *position, *rotation, fields));
                viewer.input_changes.extend(self.input_change(at, *seq));
            }
            &Note::Reconciled { tick, outcome, correction_m, correction_deg, snapped, lead_ticks, .. } => {
                let Some(entity) = self.own_entity(tick) else { return };
                viewer.reconciliations.push(Reconciliation {
                    time_us: at.0,
                    entity,
                    tick: tick.0,
                    outcome: match outcome {
                        play::Outcome::Stood => Outcome::Stood,
                        play::Outcome::Rewound => Outcome::Rewound,
                        play::Outcome::Adopted => Outcome::Adopted,
                    },
                    correction_m: f64::from(correction_m),
                    correction_deg: f64::from(correction_deg),
                    snapped,
                    lead_ticks,
                });
            }
            &Note::Sampled { entity, tick, position } => {
                let position = position.map(f64::from);
                viewer.samples.get_or_insert_default().push(SampleRow {
                    time_us: at.0,
                    entity,
                    tick: tick.0,
                    position,
                });
            }
            // The clock is told with its frame; crashes are the impact's business.
            Note::Clock { .. } | Note::CrashFelt { .. } | Note::CrashTold { .. } => {}
        }
    }

    /// Nothing where the authority never ran that input: it came to it after the end, or gave it up.
    fn own_tick(
        &self,
        at: Micros,
        seq: Seq,
        position: [f32; 3],
        rotation: [f32; 4],
        fields: &[f32],
    ) -> Option<OwnTick> {
        let tick = self.runs.get(&seq.0)?.tick;
        let (_, true_fields) = self.tick(tick)?.own_fields.iter().find(|(client, _)| *client == self.client)?;
        if fields.len() != true_fields.len() {
            return None;
        }
        Some(OwnTick {
            time_us: at.0,
            entity: self.own_entity(tick)?,
            tick: tick.0,
            position: position.map(f64::from),
            rotation: rotation.map(f64::from),
            fields: fields.iter().copied().map(f64::from).collect(),
            true_fields: true_fields.iter().copied().map(f64::from).collect(),
        })
    }

    /// The keys are read in the frame that runs their tick first: that frame is when the player pressed.
    fn input_change(&self, at: Micros, seq: Seq) -> Option<InputChange> {
        let (before, run) = (self.runs.get(&seq.minus(1).0)?, self.runs.get(&seq.0)?);
        let is_change = !before.guessed && !run.guessed && before.input != run.input;
        is_change.then_some(InputChange { time_us: at.0, tick: run.tick.0 })
    }

    /// An input counts as late where the authority guessed a tick that the client ran on an input of its own: what was sent
    /// came after its tick, or was lost in every copy.
    fn inputs(&self) -> Vec<InputRow> {
        let ticks = self.log.ticks.iter().flat_map(|tick| &tick.inputs).filter(|run| run.client == self.client);
        let row = |run: &InputRun| InputRow {
            tick: run.tick.0,
            guessed: run.guessed,
            late: run.guessed && self.sent.contains(&run.seq.0),
        };
        ticks.map(row).collect()
    }

    fn own_entity(&self, tick: Tick) -> Option<u32> {
        self.tick(tick)?.truth.iter().find(|row| row.owner == Some(self.client)).map(|row| row.entity)
    }

    fn tick(&self, tick: Tick) -> Option<&'a TickLog> {
        let first = self.log.ticks.first()?.tick;
        self.log.ticks.get(tick.0.checked_sub(first.0)? as usize)
    }
}

fn source(source: play::Source) -> Source {
    match source {
        play::Source::Predicted => Source::Predicted,
        play::Source::Interpolated => Source::Interpolated,
        play::Source::Extrapolated => Source::Extrapolated,
        play::Source::Held => Source::Held,
        play::Source::Blending => Source::Blending,
    }
}
