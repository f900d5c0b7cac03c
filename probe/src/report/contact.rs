//! What notes alone tell of crashes: whether each was shown once.

use tacho_core::{play::Note, units::ClientId};
use tacho_replayer::{judge::Window, rig::RunLog};

use super::Contact;

/// How far the tick of a crash that was felt and that of the same crash as it was told may be apart.
const SAME_CRASH_TICKS: u32 = 5;

/// The crashes of `client` in a stretch of a run: those shown twice (felt, and again when told), those felt that the authority
/// never told of, and those told that had not been felt.
#[must_use]
pub fn contact(log: &RunLog, client: ClientId, window: Window) -> Contact {
    let frames = log.frames_of(client).filter(|frame| frame.at >= window.from && frame.at < window.until);
    let (mut felt, mut told) = (Vec::new(), Vec::new());
    for note in frames.flat_map(|frame| &frame.notes) {
        match *note {
            Note::CrashFelt { seq, .. } => felt.extend(log.landing(client).and_then(|landing| landing.tick_of(seq))),
            Note::CrashTold { tick, was_felt, .. } => told.push((tick, was_felt)),
            _ => {}
        }
    }
    let was_near = |at: u32| felt.iter().any(|tick| tick.0.abs_diff(at) <= SAME_CRASH_TICKS);
    let matched = told.iter().filter(|(_, was_felt)| *was_felt).count();
    let (told_twice, missed): (Vec<u32>, Vec<u32>) =
        told.iter().filter(|(_, was_felt)| !was_felt).map(|(tick, _)| tick.0).partition(|&tick| was_near(tick));
    Contact {
        told_twice: Some(told_twice.len() as u64),
        never_confirmed: Some(felt.len().saturating_sub(matched) as u64),
        missed: Some(missed.len() as u64),
        ..Contact::default()
    }
}
