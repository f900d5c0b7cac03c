//! A player on foot, who now and then takes a car.

use super::Driver;
use crate::input::{Input, Keys};
use crate::play::DrawnRow;
use crate::sim::ai::Chance;
use crate::sim::people::FIRST_PERSON_INDEX;
use crate::units::math::{AXLE, Quat, Vec3};
use crate::units::{EntityId, TICK_RATE_HZ};

/// An errand is given up after this many ticks: somebody is in the way.
const ERRAND_TICKS: u32 = 6 * TICK_RATE_HZ;

/// Ticks for which it stays in a seat.
const SEATED_TICKS: u32 = 3 * TICK_RATE_HZ;

/// Ticks between two presses to get out: a car that rolls lets nobody out.
const PRESS_TICKS: u32 = TICK_RATE_HZ;

/// Ticks between two looks at where it goes: a hand does not turn the mouse in every tick.
const LOOK_TICKS: u32 = TICK_RATE_HZ / 4;

/// How far away the places are that it walks to, along each axis, in metres.
const ROAM_M: f32 = 25.0;

/// Nearer than this, in metres, it is there.
const THERE_M: f32 = 0.8;

/// How far from a car's middle one stands at its door, in metres.
const DOOR_M: f32 = 1.5;

/// One errand in so many leads to the nearest car.
const CAR_ERRANDS: usize = 4;

/// Walks and runs from one place to another, and gets into a car now and then, for a few seconds.
#[derive(Clone, Debug)]
pub struct Walker {
    chance: Chance,
    errand: u32,
    begun: u32,
    was_on_foot: bool,
    /// Where it goes to, and whether that is the door of a car.
    goal: Option<(Vec3, bool)>,
    aim: u16,
}

impl Walker {
    /// The walker of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Walker {
        Walker { chance: Chance::new(seed), errand: 0, begun: 0, was_on_foot: false, goal: None, aim: 0 }
    }

    fn begin(&mut self, tick: u32) {
        self.errand += 1;
        self.begun = tick;
        self.goal = None;
    }

    fn walk(&mut self, tick: u32, own: Vec3, frame: &[DrawnRow]) -> Input {
        if tick - self.begun > ERRAND_TICKS {
            self.begin(tick);
        }
        let (goal, is_door) = match self.goal {
            Some(goal) => goal,
            None => *self.goal.insert(self.choose(own, frame)),
        };
        let way = goal - own;
        if Vec3::new(way.x, 0.0, way.z).length() < THERE_M {
            self.begin(tick);
            return Input { keys: if is_door { Keys::ENTER } else { Keys(0) }, ..Input::default() };
        }
        if (tick - self.begun).is_multiple_of(LOOK_TICKS) {
            self.aim = aim_along(way);
        }
        let runs = self.chance.pick(&[self.errand, 1], 2) == 0;
        Input { drive: i8::MAX, aim: self.aim, keys: if runs { Keys::RUN } else { Keys(0) }, ..Input::default() }
    }

    fn choose(&self, own: Vec3, frame: &[DrawnRow]) -> (Vec3, bool) {
        if self.chance.pick(&[self.errand, 0], CAR_ERRANDS) == 0
            && let Some(door) = nearest_door(own, frame)
        {
            return (door, true);
        }
        let offset = [2, 3].map(|axis| (self.chance.share(&[self.errand, axis]) * 2.0 - 1.0) * ROAM_M);
        (own + Vec3::new(offset[0], 0.0, offset[1]), false)
    }

    fn sit(&self, tick: u32) -> Input {
        let seated_ticks = tick - self.begun;
        let presses = seated_ticks >= SEATED_TICKS && (seated_ticks - SEATED_TICKS).is_multiple_of(PRESS_TICKS);
        Input { keys: if presses { Keys::ENTER } else { Keys::HANDBRAKE }, ..Input::default() }
    }
}

impl Driver for Walker {
    fn input(&mut self, tick: u32, frame: &[DrawnRow]) -> Input {
        let own = frame.iter().find(|row| row.own);
        let on_foot = own.filter(|row| !is_vehicle(row)).map(|row| Vec3::from_array(row.position));
        if on_foot.is_some() != self.was_on_foot {
            self.was_on_foot = on_foot.is_some();
            self.begin(tick);
        }
        match on_foot {
            Some(own) => self.walk(tick, own, frame),
            None => self.sit(tick),
        }
    }
}

fn is_vehicle(row: &DrawnRow) -> bool {
    EntityId::from_bits(row.entity).index < FIRST_PERSON_INDEX
}

/// Where one stands at the driver's door of the nearest car.
fn nearest_door(own: Vec3, frame: &[DrawnRow]) -> Option<Vec3> {
    let cars = frame.iter().filter(|row| is_vehicle(row));
    let doors = cars.map(|row| Vec3::from_array(row.position) + Quat::from_array(row.rotation) * AXLE * DOOR_M);
    doors.min_by(|a, b| (*a - own).length().total_cmp(&(*b - own).length()))
}

/// A direction across the ground as an aim.
fn aim_along(way: Vec3) -> u16 {
    (libm::atan2f(way.x, way.z) / std::f32::consts::TAU * 65_536.0).round() as i32 as u16
}
