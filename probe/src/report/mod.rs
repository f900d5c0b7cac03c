//! The report: everything that was measured, with everything that is needed to measure it again.
//!
//! One value is written twice, as JSON and as a table, so the two cannot tell different stories. The keys of the JSON are
//! stable; what has not been taken is `null` and not left out, so that a script can tell "none" from "unknown".

mod contact;
pub(crate) mod table;
#[cfg(test)]
mod tests;
mod verdict;
pub(crate) mod words;

use std::{collections::BTreeMap, io};

use serde::Serialize;
use tacho_core::link::Counts;
use tacho_measure::{Bands, Clock, FieldError, Measures, Moment, Motion, Own, Quantiles, Remotes};
use tacho_replayer::{closed::Agreement, conditions::ConditionArgs};
use tacho_traces::Hash64;

pub use contact::contact;
pub use table::write_table;
pub use tacho_traces::Build;
pub use verdict::verdict;

/// Names the keys below. Another version would change one.
pub const SCHEMA: &str = "tachograph.report/1";

/// What a report says.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the keys are described where they are defined: in the measures")]
pub struct Report {
    pub schema: &'static str,
    pub verdict: String,
    pub command: String,
    pub trace: Trace,
    pub conditions: ConditionArgs,
    pub seed: u64,
    pub mode: Mode,
    pub build: Build,
    pub viewer: Viewer,
    pub authority: Agreement,
    pub own: Own,
    pub remotes: Bands<Remotes>,
    pub clock: Option<Clock>,
    pub contact: Contact,
    pub motion: Motion,
    pub fields: BTreeMap<String, FieldError>,
    pub bytes: Bytes,
    pub link: Link,
    pub worst: Vec<Moment>,
    pub cautions: Vec<String>,
}

/// What was replayed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trace {
    /// The file, as it was named; nothing where there was none.
    pub file: Option<String>,
    /// The digest of the file.
    pub digest: Option<Hash64>,
    /// What it says it is.
    pub title: Option<String>,
    /// The level it is on.
    pub level: String,
    /// Its ticks.
    pub ticks: u32,
    /// Its length.
    pub seconds: f64,
}

/// How the run was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Room and sessions were run anew on a recording's commands and inputs.
    Closed,
    /// A script drove.
    Impact,
}

/// Whose eyes it was seen with, and when.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Viewer {
    /// The client's number.
    pub client: u16,
    /// How many clients took part.
    pub of_clients: usize,
    /// When measuring began, in seconds from the start of the clip.
    pub from_s: f64,
    /// How long was measured.
    pub seconds: f64,
}

/// Contact and impact. What only a look at every frame tells is taken by `impact` alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[expect(missing_docs, reason = "as for the report")]
pub struct Contact {
    pub touch_gap_m: Option<Quantiles>,
    pub overlap_m: Option<Quantiles>,
    pub felt_delay_frames: Option<Quantiles>,
    pub move_after_stop_m: Option<Quantiles>,
    pub knock_delay_frames: Option<Quantiles>,
    pub knock_through_m: Option<Quantiles>,
    pub told_twice: Option<u64>,
    pub never_confirmed: Option<u64>,
    pub missed: Option<u64>,
    pub camera_stop_frames: Option<Quantiles>,
    pub camera_return_mps: Option<Quantiles>,
}

/// What was sent to and from the viewer while it was measured. By cause: not taken.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[expect(missing_docs, reason = "as for the report")]
pub struct Bytes {
    pub down_per_s: f64,
    pub up_per_s: f64,
    pub by_kind: Option<BTreeMap<String, f64>>,
    pub by_group: Option<BTreeMap<String, f64>>,
    pub by_tier: Option<BTreeMap<String, f64>>,
    pub by_reason: Option<BTreeMap<String, f64>>,
}

/// What the viewer's links did in the whole run. Keyframes and presses: not taken.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[expect(missing_docs, reason = "as for the report")]
pub struct Link {
    pub up: Option<Way>,
    pub down: Option<Way>,
    pub keyframes: Option<BTreeMap<String, u64>>,
    pub presses_sent: Option<u64>,
    pub presses_landed: Option<u64>,
    pub presses_twice: Option<u64>,
}

/// One direction of a link, in datagrams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "as in the link's own counts")]
pub struct Way {
    pub sent: u64,
    pub delivered: u64,
    pub lost: u64,
    pub duplicated: u64,
    pub reordered: u64,
    pub held: u64,
    pub retransmitted: u64,
}

impl From<Counts> for Way {
    fn from(counts: Counts) -> Way {
        let Counts { sent, delivered, lost, duplicated, reordered, held, retransmitted } = counts;
        Way { sent, delivered, lost, duplicated, reordered, held, retransmitted }
    }
}

impl Report {
    /// A report of nothing, made by this build.
    #[must_use]
    pub fn empty() -> Report {
        Report {
            schema: SCHEMA,
            verdict: String::new(),
            command: String::new(),
            trace: Trace { file: None, digest: None, title: None, level: String::new(), ticks: 0, seconds: 0.0 },
            conditions: ConditionArgs::default(),
            seed: 0,
            mode: Mode::Closed,
            build: tacho_replayer::fingerprint::build(),
            viewer: Viewer { client: 0, of_clients: 0, from_s: 0.0, seconds: 0.0 },
            authority: Agreement::default(),
            own: Own::default(),
            remotes: Bands::default(),
            clock: None,
            contact: Contact::default(),
            motion: Motion::default(),
            fields: BTreeMap::new(),
            bytes: Bytes::default(),
            link: Link::default(),
            worst: Vec::new(),
            cautions: Vec::new(),
        }
    }

    /// Writes it as JSON.
    ///
    /// # Errors
    /// Where `out` cannot be written to.
    pub fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *out, self)?;
        writeln!(out)
    }

    /// Puts the measures in.
    pub fn set_measures(&mut self, measures: Measures) {
        let Measures { own, remotes, clock, motion, fields, worst, cautions } = measures;
        (self.own, self.remotes, self.clock) = (own, remotes, clock);
        (self.motion, self.fields, self.worst) = (motion, fields, worst);
        self.cautions.extend(cautions);
    }
}
