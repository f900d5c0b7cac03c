//! Everyone but the player's own entity: one row per entity per frame, by true distance.
//!
//! Each file below is one measure: it says what it counts, from where on, and why from there.

mod age;
mod backward;
mod freeze;
mod heading_step;
pub(crate) mod off_pace;
mod position;
mod presence;
mod run_of_pace;
mod source;
mod speed_error;
mod speed_ratio;
mod speed_spike;
mod stale_sample;
mod teleport;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use serde::Serialize;

pub use source::Sources;

use crate::band::Bands;
use crate::quantiles::Quantiles;
use crate::rows::{Frame, Settings, Viewer};
use crate::track::{Track, tracks};
use crate::truth::Truth;
use crate::worst::Worst;

/// What is said of the entities of one band. `frames` are entity-frames.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Remotes {
    /// Different entities that were drawn.
    pub entities: u64,
    /// Rows that were drawn.
    pub frames: u64,
    /// How far truth went while they were drawn, all together, in metres. 0 says that nothing ever moved, and that the
    /// rest of the numbers says nothing.
    pub true_path_m: f64,
    /// See `presence`.
    pub missing_share: f64,
    /// See `presence`.
    pub ghost_share: f64,
    /// See `age`.
    pub age_ms: Quantiles,
    /// See `speed_ratio`.
    pub speed_ratio: Quantiles,
    /// The same while truth touches something.
    pub contact_speed_ratio: Quantiles,
    /// See `speed_error`.
    pub speed_error: Quantiles,
    /// See `speed_spike`: per minute of the clip.
    pub spikes_per_min: f64,
    /// Per minute of an entity being drawn.
    pub spikes_per_entity_min: f64,
    /// The same while truth touches something, per minute of the clip.
    pub contact_spikes_per_min: f64,
    /// See `run_of_pace`.
    pub bursts: u64,
    /// The longest of them.
    pub burst_longest_ms: f64,
    /// See `run_of_pace`.
    pub drags: u64,
    /// See `teleport`.
    pub teleports: u64,
    /// The furthest, beyond what the pace allowed.
    pub teleport_max_m: f64,
    /// See `freeze`.
    pub freezes: u64,
    /// The share of the drawn time that was frozen.
    pub freeze_share: f64,
    /// The longest of them.
    pub freeze_longest_ms: f64,
    /// See `backward`.
    pub backward: u64,
    /// Animation against motion. Not taken: the rows have no animation.
    pub slide_share: Option<f64>,
    /// See `heading_step`.
    pub heading_steps: u64,
    /// See `off_pace`.
    pub off_pace_frames: u64,
    /// See `stale_sample`; nothing where the client does not tell its samples.
    pub stale_samples: Option<u64>,
    /// See `position`.
    pub position_error_m: Quantiles,
    /// See `position`.
    pub position_lag_m: Quantiles,
    /// See `source`.
    pub sources: Sources,
}

/// What is counted of one band while the rows go by.
#[derive(Debug, Default)]
struct Tally {
    entities: BTreeSet<u32>,
    frames: u64,
    /// The time that entities were drawn for, all together.
    seconds: f64,
    true_path_m: f64,
    presence: presence::Presence,
    age: age::Age,
    ratio: speed_ratio::SpeedRatio,
    error: speed_error::SpeedError,
    spikes: speed_spike::SpeedSpikes,
    runs: run_of_pace::RunsOfPace,
    teleports: teleport::Teleports,
    freezes: freeze::Freezes,
    backward: u64,
    heading_steps: u64,
    off_pace_frames: u64,
    stale_samples: Option<u64>,
    position: position::Position,
    sources: source::SourceCounts,
}

/// Measures all of them.
pub(crate) fn measure(
    truth: &Truth,
    viewer: &Viewer,
    frames: &[&Frame],
    settings: &Settings,
    worst: &mut Worst,
    cautions: &mut Vec<String>,
) -> Bands<Remotes> {
    let mut bands = Bands::<Tally>::default();
    presence::measure(truth, frames, settings, |band, is_drawn| {
        bands.update(band, |tally| tally.presence.take_known(is_drawn));
    });
    if let Some(samples) = &viewer.samples {
        for tally in [&mut bands.near, &mut bands.mid, &mut bands.far, &mut bands.all] {
            tally.stale_samples = Some(0);
        }
        stale_sample::measure(truth, samples, frames, settings, |band| {
            bands.update(band, |tally| tally.stale_samples = tally.stale_samples.map(|count| count + 1));
        });
    }
    for track in tracks(truth, frames, |frame| &frame.remotes) {
        measure_rows(truth, &track, &mut bands);
        measure_steps(truth, &track, settings, &mut bands, worst);
        measure_runs(&track, &mut bands, worst);
    }
    let beyond = bands.all.frames - bands.all.presence.judged();
    if beyond > 0 {
        cautions.push(format!("entity-frames drawn at ticks that truth does not have, not judged: {beyond}"));
    }
    if bands.all.true_path_m == 0.0 {
        cautions.push("no other entity ever moved".to_owned());
    }
    bands.map(|tally| tally.finish(settings))
}

fn measure_rows(truth: &Truth, track: &Track, bands: &mut Bands<Tally>) {
    for (place, sample) in track.samples.iter().enumerate() {
        let shown_s =
            place.checked_sub(1).map_or(0, |before| sample.time_us - track.samples[before].time_us) as f64 / 1e6;
        let true_m = track.frame_steps[place].and_then(|step| step.truth_drawn_m).unwrap_or_default();
        bands.update(sample.band, |tally| {
            tally.entities.insert(sample.row.entity);
            tally.frames += 1;
            tally.seconds += shown_s;
            tally.true_path_m += true_m;
            tally.presence.take_drawn(truth, sample);
            tally.age.take(truth, sample);
            tally.position.take(truth, sample);
            tally.sources.take(sample);
        });
    }
}

fn measure_steps(truth: &Truth, track: &Track, settings: &Settings, bands: &mut Bands<Tally>, worst: &mut Worst) {
    for stride in track.strides.iter().flatten() {
        let before = track.strides[stride.from_place].as_ref();
        bands.update(stride.to.band, |tally| {
            tally.ratio.take(stride);
            tally.error.take(stride);
            tally.spikes.take(before, stride);
        });
        speed_ratio::note_worst(stride, worst);
    }
    let mut off_pace = off_pace::OffPace::new(truth.ticks_per_s());
    for step in track.frame_steps.iter().flatten() {
        let is_off_pace = off_pace.take(step.real_ticks, step.drift_ticks);
        let is_backward = backward::is_backward(truth, step, settings);
        let is_heading_step = heading_step::is_heading_step(step);
        let teleport_m = teleport::teleport_m(step);
        bands.update(step.to.band, |tally| {
            tally.off_pace_frames += u64::from(is_off_pace);
            tally.backward += u64::from(is_backward);
            tally.heading_steps += u64::from(is_heading_step);
            tally.teleports.take(teleport_m);
        });
        if let Some(beyond_m) = teleport_m {
            worst.push_step("teleport_m", beyond_m, step);
        }
        if is_off_pace {
            worst.push_step("off_pace_ticks", step.drift_ticks.abs(), step);
        }
        if is_backward {
            worst.push_step("backward_m", step.moved_m, step);
        }
    }
}

fn measure_runs(track: &Track, bands: &mut Bands<Tally>, worst: &mut Worst) {
    for freeze in freeze::freezes(track) {
        bands.update(freeze.last.to.band, |tally| tally.freezes.take(&freeze));
        worst.push_step("freeze_ms", freeze.ms(), &freeze.last);
    }
    for (kind, run) in run_of_pace::runs_of_pace(track) {
        bands.update(run.last.to.band, |tally| tally.runs.take(kind, &run));
        worst.push_step(kind.name(), run.ms(), &run.last);
    }
}

impl Tally {
    fn finish(self, settings: &Settings) -> Remotes {
        let per = |count: u64, minutes: f64| if minutes > 0.0 { count as f64 / minutes } else { 0.0 };
        Remotes {
            entities: self.entities.len() as u64,
            frames: self.frames,
            true_path_m: self.true_path_m,
            missing_share: self.presence.missing_share(),
            ghost_share: self.presence.ghost_share(),
            age_ms: self.age.ms.quantiles(),
            speed_ratio: self.ratio.free.quantiles(),
            contact_speed_ratio: self.ratio.in_contact.quantiles(),
            speed_error: self.error.share.quantiles(),
            spikes_per_min: per(self.spikes.free, settings.minutes()),
            spikes_per_entity_min: per(self.spikes.free, self.seconds / 60.0),
            contact_spikes_per_min: per(self.spikes.in_contact, settings.minutes()),
            bursts: self.runs.bursts,
            burst_longest_ms: self.runs.burst_longest_ms,
            drags: self.runs.drags,
            teleports: self.teleports.count,
            teleport_max_m: self.teleports.max_m,
            freezes: self.freezes.count,
            freeze_share: if self.seconds > 0.0 { self.freezes.seconds / self.seconds } else { 0.0 },
            freeze_longest_ms: self.freezes.longest_ms,
            backward: self.backward,
            slide_share: None,
            heading_steps: self.heading_steps,
            off_pace_frames: self.off_pace_frames,
            stale_samples: self.stale_samples,
            position_error_m: self.position.error_m.quantiles(),
            position_lag_m: self.position.lag_m.quantiles(),
            sources: self.sources.shares(),
        }
    }
}
