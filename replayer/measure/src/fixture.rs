//! A quiet scene for the tests: the player's car and another drive the same curve side by side, ten seconds long, and
//! both are drawn exactly where truth has them. A test breaks one thing of it.

use crate::geometry::{Quaternion, Vector, lerp};
use crate::rows::{
    ClockRow, DrawnRow, Frame, InputChange, InputRow, Outcome, OwnTick, Reconciliation, Settings, Source, Span, Viewer,
};
use crate::truth::{Truth, TruthRow};
use crate::{Measures, measure};

pub(crate) const OWN: u32 = 1;
pub(crate) const OTHER: u32 = 7;
pub(crate) const TICKS_PER_S: f64 = 60.0;
/// How far in the past the other car is drawn, and how far ahead the player's.
pub(crate) const DELAY_TICKS: f64 = 9.25;
pub(crate) const LEAD_TICKS: f64 = 6.5;
/// Truth's ticks, and those of them at which frames are drawn and rows noticed.
const TICKS: u32 = 720;
const FIRST: u32 = 60;
const LAST: u32 = 660;
/// The radius of the curve.
const RADIUS_M: f64 = 60.0;

pub(crate) struct Scene {
    pub rows: Vec<Vec<TruthRow>>,
    pub viewer: Viewer,
    pub settings: Settings,
}

/// How far along the curve a car is after so many seconds, in metres: 15 m/s, give or take 3.
fn cruise(seconds: f64) -> f64 {
    15.0 * seconds - 3.0 * seconds.cos()
}

fn pose(along_m: f64) -> (Vector, Quaternion) {
    let angle = along_m / RADIUS_M;
    ([RADIUS_M * angle.cos(), 0.0, RADIUS_M * angle.sin()], [0.0, (-angle / 2.0).sin(), 0.0, (-angle / 2.0).cos()])
}

fn tick_us(tick: f64) -> u64 {
    (tick * 1e6 / TICKS_PER_S).round() as u64
}

impl Scene {
    /// At 60 frames a second, the other car 20 m away.
    pub(crate) fn quiet() -> Self {
        Self::new(60.0, 20.0, cruise)
    }

    pub(crate) fn new(fps: f64, distance_m: f64, along_m: fn(f64) -> f64) -> Self {
        let row = |tick: u32, entity: u32| {
            let (mut position, rotation) = pose(along_m(f64::from(tick) / TICKS_PER_S));
            position[1] = if entity == OTHER { distance_m } else { 0.0 };
            TruthRow { entity, position, rotation, in_contact: false, relocated: false }
        };
        let rows = (0..TICKS).map(|tick| vec![row(tick, OWN), row(tick, OTHER)]).collect();
        let settings = Settings { from_s: 0.0, seconds: 10.0, interest_m: 250.0, wire_quantum_m: 0.005 };
        let mut scene = Self { rows, viewer: Viewer::default(), settings };
        scene.settings.from_s = f64::from(FIRST) / TICKS_PER_S;
        scene.viewer.field_names = vec!["boost".to_owned()];
        let ticks_per_frame = TICKS_PER_S / fps;
        for place in 0..(f64::from(LAST - FIRST) / ticks_per_frame) as u32 {
            scene.draw(f64::from(FIRST) + 0.3 + f64::from(place) * ticks_per_frame);
        }
        for tick in FIRST..LAST {
            scene.notice(tick);
        }
        scene
    }

    /// Adds a frame in which all is well.
    fn draw(&mut self, now_tick: f64) {
        let render_tick = now_tick - DELAY_TICKS;
        let own = DrawnRow { source: Source::Predicted, ..self.true_row(OWN, now_tick + LEAD_TICKS) };
        self.viewer.frames.push(Frame {
            time_us: tick_us(now_tick),
            viewpoint: Some(OWN),
            own: Some(own),
            remotes: vec![self.true_row(OTHER, render_tick)],
            clock: Some(ClockRow { render_tick, drifting: false, restarted: false }),
        });
    }

    /// Adds what is noticed in a tick in which all is well.
    fn notice(&mut self, tick: u32) {
        let time_us = tick_us(f64::from(tick));
        let TruthRow { position, rotation, .. } = self.rows[tick as usize][0];
        let (fields, true_fields) = (vec![0.5], vec![0.5]);
        self.viewer.own_ticks.push(OwnTick { time_us, entity: OWN, tick, position, rotation, fields, true_fields });
        self.viewer.inputs.push(InputRow { tick, guessed: false, late: false });
        if tick.is_multiple_of(3) {
            self.viewer.reconciliations.push(Reconciliation {
                time_us,
                entity: OWN,
                tick,
                outcome: Outcome::Stood,
                correction_m: 0.0,
                correction_deg: 0.0,
                snapped: false,
                lead_ticks: 7,
            });
        }
        if tick.is_multiple_of(60) {
            // Pressed now, run as far ahead as the client predicts.
            self.viewer.input_changes.push(InputChange { time_us, tick: tick + LEAD_TICKS.ceil() as u32 });
        }
    }

    /// An entity as it truly is at a fraction of a tick.
    pub(crate) fn true_row(&self, entity: u32, tick: f64) -> DrawnRow {
        let place = usize::from(entity == OTHER);
        let before = &self.rows[tick.floor() as usize][place];
        let after = &self.rows[tick.ceil() as usize][place];
        let position = lerp(before.position, after.position, tick.fract());
        let part = |part: usize| before.rotation[part] + (after.rotation[part] - before.rotation[part]) * tick.fract();
        let rotation = std::array::from_fn(part);
        DrawnRow { entity, position, rotation, span: Span::at(tick), source: Source::Interpolated }
    }

    /// Where the other car is at a tick.
    pub(crate) fn other_at(&self, tick: f64) -> Vector {
        self.true_row(OTHER, tick).position
    }

    /// The other car in a frame.
    pub(crate) fn other(&mut self, frame: usize) -> &mut DrawnRow {
        &mut self.viewer.frames[frame].remotes[0]
    }

    /// The player's car in a frame.
    pub(crate) fn own(&mut self, frame: usize) -> &mut DrawnRow {
        self.viewer.frames[frame].own.as_mut().expect("the scene has an own car")
    }

    /// Draws a frame's picture of the others at another tick, as a render clock at that tick would.
    pub(crate) fn render_at(&mut self, frame: usize, tick: f64) {
        *self.other(frame) = self.true_row(OTHER, tick);
        self.viewer.frames[frame].clock.as_mut().expect("the scene has a clock").render_tick = tick;
    }

    /// The tick that a frame's picture of the others is drawn at.
    pub(crate) fn render_tick(&self, frame: usize) -> f64 {
        self.viewer.frames[frame].remotes[0].span.first
    }

    pub(crate) fn frames(&self) -> usize {
        self.viewer.frames.len()
    }

    pub(crate) fn truth(&self) -> Truth {
        let mut truth = Truth::new(TICKS_PER_S);
        for (tick, rows) in self.rows.iter().enumerate() {
            truth.push_tick(tick as u32, tick_us(tick as f64), rows);
        }
        truth
    }

    pub(crate) fn measure(&self) -> Measures {
        measure(&self.truth(), &self.viewer, &self.settings)
    }
}
