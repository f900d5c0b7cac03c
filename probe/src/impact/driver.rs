//! A foot on the throttle: straight ahead, up to a speed, and then at that speed.

use tacho_core::{
    input::{Input, Keys},
    play::DrawnRow,
    units::{ClientId, Seq, TICK_RATE_HZ, Tick},
};
use tacho_replayer::rig::InputSource;

/// Throttle for each m/s that is missing.
const THROTTLE_PER_MPS: f32 = 0.5;

/// Reads its speed off the picture, as a person would.
pub(super) struct Driver {
    target_mps: f64,
    /// The client's tick and the place of the last picture.
    seen: Option<(f64, [f32; 3])>,
    speed_mps: f64,
}

impl Driver {
    pub(super) fn new(target_mps: f64) -> Driver {
        Driver { target_mps, seen: None, speed_mps: 0.0 }
    }

    fn look(&mut self, frame: &[DrawnRow]) {
        let own = frame.iter().find(|row| row.own).and_then(|row| Some((row.client_tick?, row.position)));
        let Some((tick, place)) = own else { return };
        if let Some((tick_before, before)) = self.seen
            && tick > tick_before
        {
            let seconds = (tick - tick_before) / f64::from(TICK_RATE_HZ);
            self.speed_mps = f64::from(place[2] - before[2]) / seconds;
        }
        self.seen = Some((tick, place));
    }
}

impl InputSource for Driver {
    fn input(&mut self, _client: ClientId, _seq: Seq, _lands_on: Option<Tick>, frame: &[DrawnRow]) -> Vec<u8> {
        self.look(frame);
        let missing_mps = (self.target_mps - self.speed_mps) as f32;
        let throttle = (missing_mps * THROTTLE_PER_MPS).clamp(0.0, 1.0);
        Input::from_axes(throttle, 0.0, Keys::default()).to_bytes().to_vec()
    }
}
