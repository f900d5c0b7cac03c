//! The picture: the own car and its trailer where they are predicted, everyone else where they were measured.

use super::predictor::Predictor;
use super::{Drawn, Session};
use crate::play::Source;
use crate::sim::Motion;
use crate::snapshot::Record;
use crate::units::math::{Pose, Vec3};
use crate::units::{EntityId, Micros, Seq};

impl Session {
    pub(super) fn draw(&mut self, elapsed: Micros) {
        self.offset.decay(elapsed, &self.tuning);
        self.frame.own = self.draw_own();
        self.frame.trailer = self.draw_trailer();
        self.frame.others.clear();
        if let Some(render_tick) = self.clock.render_tick(&self.tuning) {
            self.remotes.draw(render_tick, &self.tuning, &mut self.frame.others);
        }
    }

    /// The own car where it is predicted, with what is left of corrections on top; where nothing is predicted, as it was
    /// measured.
    fn draw_own(&self) -> Option<Drawn> {
        let record = self.reader.shown()?.own()?;
        match self.predicted(Predictor::motion_at) {
            Some((pose, velocity)) => Some(self.drawn_ahead(record.entity, &self.offset.apply(&pose), velocity)),
            None => self.drawn_as_measured(record),
        }
    }

    /// The own car's trailer, in the same way. It hangs on the car in the picture too: a correction that is eased moves
    /// both as one.
    fn draw_trailer(&self) -> Option<Drawn> {
        let record = self.reader.shown()?.own_trailer()?;
        match (self.predicted(Predictor::motion_at), self.predicted(Predictor::trailer_motion_at)) {
            (Some((car, _)), Some((pose, velocity))) => {
                let eased = self.offset.apply(&car) * car.inverse() * pose;
                Some(self.drawn_ahead(record.entity, &eased, velocity))
            }
            _ => self.drawn_as_measured(record),
        }
    }

    /// Between the last two ticks, as far as the next has begun.
    fn predicted(&self, motion_at: impl Fn(&Predictor, Seq) -> Option<&Motion>) -> Option<(Pose, Vec3)> {
        let predictor = self.predictor.as_ref()?;
        let now = motion_at(predictor, self.tick)?;
        let before = motion_at(predictor, self.tick.minus(1)).unwrap_or(now);
        let alpha = self.frame_loop.alpha();
        let position = before.position.lerp(now.position, alpha);
        Some((Pose::from_parts(position, before.rotation.lerp(now.rotation, alpha)), now.velocity))
    }

    fn drawn_ahead(&self, entity: EntityId, pose: &Pose, velocity: Vec3) -> Drawn {
        Drawn {
            entity,
            position: pose.translation,
            rotation: pose.rotation,
            velocity,
            server_tick: None,
            client_tick: Some(f64::from(self.tick.0) - 1.0 + f64::from(self.frame_loop.alpha())),
            source: Source::Predicted,
        }
    }

    fn drawn_as_measured(&self, record: &Record) -> Option<Drawn> {
        let Motion { position, rotation, velocity, .. } = record.motion();
        Some(Drawn {
            entity: record.entity,
            position,
            rotation,
            velocity,
            server_tick: Some(f64::from(self.reader.shown()?.tick.0)),
            client_tick: None,
            source: Source::Held,
        })
    }
}
