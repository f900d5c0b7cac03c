//! The frames around an impact.

use std::collections::BTreeSet;

use serde::Serialize;
use tacho_core::{
    level::generators::LANDMARKS,
    play::{DrawnRow, Note, Outcome},
    units::{ClientId, Micros, Seq, TICK_RATE_HZ},
};
use tacho_measure::{Quantiles, Samples, Truth};
use tacho_replayer::{
    judge,
    rig::{FrameLog, RunLog},
};

use crate::report::{
    Contact,
    words::{KMH_PER_MPS, counted, length},
};

/// Frames that are shown before the stop and after it.
const FRAMES: (usize, usize) = (10, 30);
/// How far before the target the car is taken to be about to hit it, in metres: its nose is two metres ahead of it.
const NEAR_M: f32 = 6.0;

/// What was seen of an impact.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Impact {
    /// When the predicted car was stopped, in seconds from the start of the run.
    pub t_s: f64,
    /// The authority's tick that is.
    pub tick: Option<u32>,
    /// Its predicted speed before it, in km/h.
    pub predicted_kmh: f64,
    /// Frames from the stop to the crash being felt; nothing where it was not felt.
    pub felt_delay_frames: Option<i64>,
    /// How hard it was felt, in hit points.
    pub felt_points: Option<f32>,
    /// Frames from the stop to the authority's word on it.
    pub told_delay_frames: Option<i64>,
    /// How far the car was drawn to go on after its stop, beyond truth's, in metres.
    pub move_after_stop_m: f64,
    /// Frames from the stop to what was knocked loose being drawn; nothing where nothing was.
    pub knock_delay_frames: Option<i64>,
    /// How far the car was drawn to go on until then, in metres.
    pub knock_through_m: Option<f64>,
    /// Snapshots in the frames that are shown that said what had been predicted.
    pub stood: u64,
    /// Those that did not.
    pub rewound: u64,
    /// The largest correction in the frames that are shown, in metres.
    pub correction_max_m: f64,
    /// Frame by frame.
    pub frames: Vec<ImpactFrame>,
}

/// One frame near an impact.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct ImpactFrame {
    /// Frames after the one in which the predicted car was stopped.
    pub frame: i64,
    /// Milliseconds after that frame.
    pub t_ms: f64,
    /// The client's tick that is drawn.
    pub client_tick: Option<f64>,
    /// The speed from the frame before to this one, in km/h.
    pub drawn_kmh: Option<f64>,
    /// How far the drawn car is from where it is stopped, in metres.
    pub to_stop_m: Option<f64>,
    /// The speed of the newest predicted tick, in km/h.
    pub predicted_kmh: Option<f64>,
    /// A crash felt in this frame, in hit points.
    pub felt_points: Option<f32>,
    /// A crash that the authority told of, in hit points.
    pub told_points: Option<f32>,
    /// Whether that had been felt.
    pub told_was_felt: Option<bool>,
    /// What the last snapshot did to the prediction.
    pub outcome: Option<&'static str>,
    /// How far that moved the car, in millimetres.
    pub correction_mm: Option<f64>,
}

/// A predicted tick of the own car.
#[derive(Clone, Copy, Debug)]
struct Predicted {
    /// The frame that ran it.
    frame: usize,
    seq: Seq,
    place: [f32; 3],
    /// Along the lane, since the tick before.
    speed_mps: f64,
}

/// Whether a car has hit something, or is past where it was to be hit.
pub(super) fn is_there(log: &RunLog) -> bool {
    let felt = |note: &Note| matches!(note, Note::CrashFelt { .. });
    let past = |row: &DrawnRow| row.own && row.position[2] > LANDMARKS.target_z_m;
    log.frames.iter().any(|frame| frame.notes.iter().any(felt) || frame.drawn.iter().any(past))
}

impl Impact {
    /// What `client` saw of its impact; nothing where it never came near the target.
    pub(super) fn of(log: &RunLog, client: ClientId) -> Option<Impact> {
        let frames: Vec<&FrameLog> = log.frames_of(client).collect();
        let predicted = predicted(&frames);
        let near = predicted.windows(2).filter(|pair| pair[1].place[2] > LANDMARKS.target_z_m - NEAR_M);
        let lost_mps = |pair: &&[Predicted]| pair[0].speed_mps - pair[1].speed_mps;
        let [before, stop] = near.max_by(|a, b| lost_mps(a).total_cmp(&lost_mps(b)))? else { return None };
        let shown = stop.frame.saturating_sub(FRAMES.0)..(stop.frame + FRAMES.1 + 1).min(frames.len());
        let rows: Vec<ImpactFrame> = shown.map(|at| row(&frames, at, stop, &predicted)).collect();
        let delay = |has: &dyn Fn(&ImpactFrame) -> bool| rows.iter().find(|row| has(row)).map(|row| row.frame);
        let knocked = knocked_frame(log, &frames).map(|at| at as i64 - stop.frame as i64);
        let through = |delay: i64| {
            let at = usize::try_from(stop.frame as i64 + delay).ok()?;
            Some(apart_m(own(frames.get(at)?)?.position, own(frames[stop.frame])?.position))
        };
        let outcomes = |name| rows.iter().filter(|row| row.outcome == Some(name)).count() as u64;
        let correction_mm = rows.iter().filter_map(|row| row.correction_mm).fold(0.0, f64::max);
        Some(Impact {
            t_s: frames[stop.frame].at.as_ms() / 1000.0,
            tick: log.landing(client).and_then(|landing| landing.tick_of(stop.seq)).map(|tick| tick.0),
            predicted_kmh: before.speed_mps * KMH_PER_MPS,
            felt_delay_frames: delay(&|row| row.felt_points.is_some()),
            felt_points: rows.iter().filter_map(|row| row.felt_points).reduce(f32::max),
            told_delay_frames: delay(&|row| row.told_points.is_some()),
            move_after_stop_m: move_after_stop_m(log, client, &frames, stop),
            knock_delay_frames: knocked,
            knock_through_m: knocked.and_then(through),
            stood: outcomes("stood"),
            rewound: outcomes("rewound") + outcomes("adopted"),
            correction_max_m: correction_mm / 1000.0,
            frames: rows,
        })
    }

    /// Puts in what only a look at every frame tells.
    pub(super) fn fill(&self, contact: &mut Contact) {
        let one = |value: Option<f64>| {
            let mut samples = Samples::default();
            samples.extend(value);
            Some(samples.quantiles())
        };
        let frames = |delay: Option<i64>| one(delay.map(|frames| frames as f64)) as Option<Quantiles>;
        contact.felt_delay_frames = frames(self.felt_delay_frames);
        contact.move_after_stop_m = one(Some(self.move_after_stop_m));
        contact.knock_delay_frames = frames(self.knock_delay_frames);
        contact.knock_through_m = one(self.knock_through_m);
    }

    /// What a person would say of it.
    pub(super) fn verdict(&self, what: &str) -> String {
        let felt = match self.felt_delay_frames {
            None => "it was not felt".to_owned(),
            Some(0) => "felt in the frame of the hit".to_owned(),
            Some(frames) => {
                format!("felt {} after the hit", counted(frames.unsigned_abs(), "frame", "frames"))
            }
        };
        let moved = match self.move_after_stop_m {
            moved_m if moved_m < 0.001 => "the car then moved as truth did".to_owned(),
            moved_m => format!("the car was then drawn {} too far", length(moved_m)),
        };
        let snapshots = counted(self.stood + self.rewound, "snapshot", "snapshots");
        let corrected = match (self.rewound, self.correction_max_m) {
            (0, _) => format!("and all {snapshots} around it changed nothing"),
            (rewound, max_m) if max_m < 0.001 => format!("{rewound} of {snapshots} rewound, none by a millimetre"),
            (rewound, max_m) => format!("{rewound} of {snapshots} rewound, by up to {}", length(max_m)),
        };
        format!("Into {what} at {:.0} km/h: {felt}, {moved}, {corrected}.", self.predicted_kmh)
    }
}

fn own(frame: &FrameLog) -> Option<&DrawnRow> {
    frame.drawn.iter().find(|row| row.own)
}

/// Every tick as first predicted, with the frame that ran it.
fn predicted(frames: &[&FrameLog]) -> Vec<Predicted> {
    let mut ticks: Vec<Predicted> = Vec::new();
    for (frame, log) in frames.iter().enumerate() {
        for note in &log.notes {
            let &Note::Predicted { seq, position: place, .. } = note else { continue };
            let before = ticks.last().filter(|before| seq == before.seq.next());
            let moved_m = before.map_or(0.0, |before| f64::from(place[2] - before.place[2]));
            ticks.push(Predicted { frame, seq, place, speed_mps: moved_m * f64::from(TICK_RATE_HZ) });
        }
    }
    ticks
}

fn row(frames: &[&FrameLog], at: usize, stop: &Predicted, predicted: &[Predicted]) -> ImpactFrame {
    let frame = frames[at];
    let row = own(frame);
    let before = at.checked_sub(1).map(|before| frames[before]);
    let drawn_mps = before.and_then(|before| {
        let seconds = frame.at.since(before.at).as_ms() / 1000.0;
        Some(f64::from(row?.position[2] - own(before)?.position[2]) / seconds)
    });
    let newest = predicted.iter().rfind(|tick| tick.frame == at);
    let mut shown = ImpactFrame {
        frame: at as i64 - stop.frame as i64,
        t_ms: ms_between(frames[stop.frame].at, frame.at),
        client_tick: row.and_then(|row| row.client_tick),
        drawn_kmh: drawn_mps.map(|mps| mps * KMH_PER_MPS),
        to_stop_m: row.map(|row| f64::from(stop.place[2] - row.position[2])),
        predicted_kmh: newest.map(|tick| tick.speed_mps * KMH_PER_MPS),
        felt_points: None,
        told_points: None,
        told_was_felt: None,
        outcome: None,
        correction_mm: None,
    };
    for note in &frame.notes {
        match *note {
            Note::CrashFelt { points, .. } => shown.felt_points = Some(points),
            Note::CrashTold { points, was_felt, .. } => {
                (shown.told_points, shown.told_was_felt) = (Some(points), Some(was_felt));
            }
            Note::Reconciled { outcome, correction_m, .. } => {
                shown.outcome = Some(match outcome {
                    Outcome::Stood => "stood",
                    Outcome::Rewound => "rewound",
                    Outcome::Adopted => "adopted",
                });
                shown.correction_mm = Some(f64::from(correction_m) * 1000.0);
            }
            Note::Predicted { .. } | Note::Sampled { .. } | Note::Clock { .. } => {}
        }
    }
    shown
}

/// The greatest that the drawn car went on after its stop beyond what truth did in the same ticks.
fn move_after_stop_m(log: &RunLog, client: ClientId, frames: &[&FrameLog], stop: &Predicted) -> f64 {
    let truth = judge::truth(log);
    let is_stopped = |row: &&DrawnRow| row.client_tick.is_some_and(|tick| tick >= f64::from(stop.seq.0));
    let drawn = frames[stop.frame..].iter().take(FRAMES.1 + 1).filter_map(|frame| own(frame)).filter(is_stopped);
    let mut rows = drawn.filter_map(|row| Some((row, true_place(log, client, &truth, row)?)));
    let Some((first, first_true)) = rows.next() else { return 0.0 };
    let beyond_m =
        |(row, place): (&DrawnRow, [f64; 3])| apart_m(row.position, first.position) - distance_m(place, first_true);
    rows.map(beyond_m).fold(0.0, f64::max)
}

/// Where a drawn row's entity truly was at the tick that it is drawn at.
fn true_place(log: &RunLog, client: ClientId, truth: &Truth, row: &DrawnRow) -> Option<[f64; 3]> {
    truth.position_at(row.entity, log.span(client, row)?.from)
}

/// The first frame that draws what was not there when the run began: a piece that was knocked loose.
fn knocked_frame(log: &RunLog, frames: &[&FrameLog]) -> Option<usize> {
    let first: BTreeSet<u32> = log.ticks.first()?.truth.iter().map(|row| row.entity).collect();
    frames.iter().position(|frame| frame.drawn.iter().any(|row| !first.contains(&row.entity)))
}

fn apart_m(a: [f32; 3], b: [f32; 3]) -> f64 {
    distance_m(a.map(f64::from), b.map(f64::from))
}

fn distance_m(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

fn ms_between(from: Micros, to: Micros) -> f64 {
    if to >= from { to.since(from).as_ms() } else { -from.since(to).as_ms() }
}
