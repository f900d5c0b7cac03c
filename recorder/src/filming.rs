//! A run of the rig, kept as paths: what player 0 saw of its own car, and where the others truly were.

use std::collections::BTreeMap;

use tacho_core::units::math::Vec3;
use tacho_core::units::{ClientId, Micros};
use tacho_replayer::picture::{Film, Moment};
use tacho_replayer::rig::{FrameSeen, TickSeen, Witness};

/// Whose picture it is.
const WATCHED: ClientId = ClientId(0);

/// From one moment of a path to the next: long enough for a speed that does not jitter, short enough for a smooth path.
const EVERY: Micros = Micros::from_ms(100);

/// Watches a run for a film of it.
#[derive(Debug, Default)]
pub struct Filming {
    own: Vec<Moment>,
    others: BTreeMap<ClientId, Vec<Moment>>,
}

impl Filming {
    /// The paths, under a caption.
    #[must_use]
    pub fn into_film(self, caption: String) -> Film {
        Film { caption, own: self.own, others: self.others.into_values().collect() }
    }
}

impl Witness for Filming {
    fn on_tick(&mut self, seen: &TickSeen) {
        for row in seen.truth {
            if let Some(owner) = row.owner.filter(|owner| *owner != WATCHED) {
                push(self.others.entry(owner).or_default(), seen.at, row.position);
            }
        }
    }

    fn on_frame(&mut self, seen: &FrameSeen) {
        if seen.client == WATCHED
            && let Some(own) = seen.drawn.iter().find(|row| row.own)
        {
            push(&mut self.own, seen.at, own.position);
        }
    }
}

/// Adds a moment where it is time for one.
fn push(path: &mut Vec<Moment>, at: Micros, position: [f32; 3]) {
    let (t_s, position) = (at.0 as f32 / 1e6, Vec3::from_array(position));
    let speed_mps = match path.last() {
        // Frames fall a little before or after; half a frame decides.
        Some(last) if t_s - last.t_s < EVERY.0 as f32 / 1e6 - 0.008 => return,
        Some(last) => (position - last.position).length() / (t_s - last.t_s),
        None => 0.0,
    };
    path.push(Moment { t_s, position, speed_mps });
}
