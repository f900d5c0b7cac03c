//! The entity that the player controls: how it answers, how often it is put right, and how far off it was.

mod correction;
mod drawn_jump;
mod error;
mod input;
mod response;

#[cfg(test)]
mod tests;

use serde::Serialize;

use crate::quantiles::Quantiles;
use crate::rows::{Frame, Settings, Viewer};
use crate::track::tracks;
use crate::truth::Truth;
use crate::worst::Worst;

/// What is said of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Own {
    /// How far truth went while it was drawn, in metres. 0 says that the player never moved.
    pub true_path_m: f64,
    /// See `correction`: snapshots that were held against the prediction.
    pub snapshots: u64,
    /// Those that said what had been predicted.
    pub stood: u64,
    /// Those that did not.
    pub rewound: u64,
    /// How far the present pose was moved, over all snapshots.
    pub correction_m: Quantiles,
    /// The same over those that rewound.
    pub rewind_correction_m: Quantiles,
    /// How far it was turned, over all snapshots.
    pub correction_deg: Quantiles,
    /// Those beyond a millimetre.
    pub corrections: u64,
    /// The same per minute.
    pub corrections_per_min: f64,
    /// See `error`.
    pub error_m: Quantiles,
    /// Corrections that were shown at once.
    pub snaps: u64,
    /// See `drawn_jump`.
    pub drawn_jumps: u64,
    /// The furthest, beyond what the pace allowed.
    pub drawn_jump_max_m: f64,
    /// See `input`: inputs that came when their tick had run.
    pub late_inputs: u64,
    /// Their share of all ticks.
    pub late_share: f64,
    /// Ticks that ran on a guess.
    pub guessed: u64,
    /// See `response`.
    pub response_ms: Quantiles,
    /// Ticks predicted and not yet acknowledged, at each snapshot.
    pub lead_ticks: Quantiles,
}

/// Measures it.
pub(crate) fn measure(
    truth: &Truth,
    viewer: &Viewer,
    frames: &[&Frame],
    settings: &Settings,
    worst: &mut Worst,
    cautions: &mut Vec<String>,
) -> Own {
    let tracks: Vec<_> = tracks(truth, frames, |frame| &frame.own).collect();
    let steps = || tracks.iter().flat_map(|track| track.frame_steps.iter().flatten());
    let mut own = Own {
        true_path_m: steps().filter_map(|step| step.truth_drawn_m).sum(),
        error_m: error::measure(truth, viewer, settings, worst),
        response_ms: response::measure(viewer, frames, settings, cautions),
        ..Own::default()
    };
    correction::measure(truth, viewer, settings, &mut own, worst);
    input::measure(truth, viewer, settings, &mut own);
    for step in steps() {
        if let Some(beyond_m) = drawn_jump::drawn_jump_m(step) {
            own.drawn_jumps += 1;
            own.drawn_jump_max_m = own.drawn_jump_max_m.max(beyond_m);
            worst.push_step("drawn_jump_m", beyond_m, step);
        }
    }
    if own.true_path_m == 0.0 {
        cautions.push("the player's own entity never moved".to_owned());
    }
    own
}
