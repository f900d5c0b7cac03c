//! The picture: the own car where it is predicted, everyone else where they were measured.

use super::{Drawn, Session};
use crate::play::Source;
use crate::sim::Motion;
use crate::units::Micros;
use crate::units::math::Pose;

impl Session {
    pub(super) fn draw(&mut self, elapsed: Micros) {
        self.offset.decay(elapsed, &self.tuning);
        self.frame.own = self.draw_own();
        self.frame.others.clear();
        if let Some(render_tick) = self.clock.render_tick(&self.tuning) {
            self.remotes.draw(render_tick, &self.tuning, &mut self.frame.others);
        }
    }

    /// The own car between its last two ticks, as far as the next has begun, with what is left of corrections on top; where
    /// nothing is predicted, as it was measured.
    fn draw_own(&self) -> Option<Drawn> {
        let predictor = self.predictor.as_ref()?;
        let shown = self.reader.shown()?;
        let own = shown.own()?;
        let Some(now) = predictor.motion_at(self.tick) else {
            let Motion { position, rotation, velocity, .. } = own.motion();
            return Some(Drawn {
                entity: own.entity,
                position,
                rotation,
                velocity,
                server_tick: Some(f64::from(shown.tick.0)),
                client_tick: None,
                source: Source::Held,
            });
        };
        let before = predictor.motion_at(self.tick.minus(1)).unwrap_or(now);
        let alpha = self.frame_loop.alpha();
        let position = before.position.lerp(now.position, alpha);
        let drawn = self.offset.apply(&Pose::from_parts(position, before.rotation.lerp(now.rotation, alpha)));
        Some(Drawn {
            entity: own.entity,
            position: drawn.translation,
            rotation: drawn.rotation,
            velocity: now.velocity,
            server_tick: None,
            client_tick: Some(f64::from(self.tick.0) - 1.0 + f64::from(alpha)),
            source: Source::Predicted,
        })
    }
}
