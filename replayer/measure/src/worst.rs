//! The worst moments. A number says that something is wrong; the moment says where to look.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::track::{Sample, Step};

/// How many moments of one measure are kept: enough to tell a pattern from an accident, few enough to read.
const KEPT_PER_MEASURE: usize = 3;

/// How long one episode is, in seconds: what went wrong again so soon is the same thing, and only its worst is kept.
const EPISODE_S: f64 = 1.0;

/// One moment in which a measure was broken.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moment {
    /// When, in seconds.
    pub t_s: f64,
    /// The authority's tick that was drawn, rounded down.
    pub tick: i64,
    /// What was drawn; nothing where it was the whole picture.
    pub entity: Option<u32>,
    /// Which measure.
    pub measure: &'static str,
    /// How bad, in the measure's own unit.
    pub value: f64,
    /// What the client was doing.
    pub cause: String,
}

/// Collects them.
#[derive(Debug, Default)]
pub(crate) struct Worst(BTreeMap<&'static str, Vec<Moment>>);

impl Worst {
    /// Takes in a moment; it is forgotten if there were enough worse ones.
    pub(crate) fn push(&mut self, moment: Moment) {
        let kept = self.0.entry(moment.measure).or_default();
        let is_same = |other: &Moment| (other.t_s - moment.t_s).abs() < EPISODE_S;
        if kept.iter().any(|other| is_same(other) && other.value >= moment.value) {
            return;
        }
        kept.retain(|other| !is_same(other));
        // Behind those that are as bad: of equals the earliest stays.
        let place = kept.partition_point(|other| other.value >= moment.value);
        kept.insert(place, moment);
        kept.truncate(KEPT_PER_MEASURE);
    }

    /// Takes in a moment of a step from one frame to another.
    pub(crate) fn push_step(&mut self, measure: &'static str, value: f64, step: &Step) {
        self.push(Moment { cause: cause(step), ..moment(measure, value, &step.to) });
    }

    /// All of them: by measure, the worst first.
    pub(crate) fn finish(self) -> Vec<Moment> {
        self.0.into_values().flatten().collect()
    }
}

fn moment(measure: &'static str, value: f64, sample: &Sample) -> Moment {
    Moment {
        t_s: sample.time_us as f64 / 1e6,
        tick: sample.row.span.first.floor() as i64,
        entity: Some(sample.row.entity),
        measure,
        value,
        cause: String::new(),
    }
}

/// What is known of the client's doing in a step, the most telling first.
fn cause(step: &Step) -> String {
    let (before, after) = (step.from.row.source, step.to.row.source);
    if step.to.clock.is_some_and(|clock| clock.restarted) {
        "the render clock was set anew".to_owned()
    } else if step.drift_ticks.abs() > 0.5 {
        format!("drawn {:.1} ticks on in {:.1} ticks of time", step.real_ticks + step.drift_ticks, step.real_ticks)
    } else if before != after {
        format!("{before:?} before, {after:?} now").to_lowercase()
    } else {
        format!("{after:?}").to_lowercase()
    }
}
