use std::collections::VecDeque;

use super::*;
use crate::input::Keys;
use crate::level::generators::{padded, test_collisions};
use crate::play::{Authority, Outcome, Source};
use crate::room::{self, Room};
use crate::sim::Command;
use crate::snapshot::State;
use crate::units::ClientId;
use crate::units::Tick;

const ME: ClientId = ClientId(0);

fn level() -> Arc<Level> {
    Level::compile(test_collisions()).unwrap()
}

fn idle(_: Seq) -> Vec<u8> {
    Input::default().to_bytes().to_vec()
}

fn pedal_down(_: Seq) -> Vec<u8> {
    Input { drive: 127, ..Input::default() }.to_bytes().to_vec()
}

/// A room and a session, `delay_ticks` apart each way, a frame in each tick.
struct Pair {
    room: Room,
    session: Session,
    delay_ticks: u64,
    now: u64,
    up: VecDeque<(u64, Vec<u8>)>,
    down: VecDeque<(u64, Vec<u8>)>,
    notes: Vec<Note>,
}

impl Pair {
    fn new(delay_ticks: u64) -> Pair {
        let level = level();
        let mut room = Room::new(Arc::clone(&level), room::Tuning::DEFAULT);
        room.handle_command(Micros(0), &Command::Join { client: ME }.to_bytes()).unwrap();
        let session = Session::new(level, Tuning::DEFAULT);
        let (up, down) = (VecDeque::new(), VecDeque::new());
        Pair { room, session, delay_ticks, now: 0, up, down, notes: Vec::new() }
    }

    fn run(&mut self, ticks: u32, keys: fn(Seq) -> Vec<u8>) {
        for _ in 0..ticks {
            self.now += 1;
            let now = Tick(self.now as u32).due();
            while let Some((_, bytes)) = self.up.pop_front_if(|(at, _)| *at <= self.now) {
                self.room.handle_datagram(now, ME, &bytes);
            }
            self.room.step(now);
            while let Some(datagram) = self.room.poll_datagram() {
                self.down.push_back((self.now + self.delay_ticks, datagram.bytes));
            }
            while let Some((_, bytes)) = self.down.pop_front_if(|(at, _)| *at <= self.now) {
                self.session.handle_datagram(now, &bytes);
            }
            self.session.handle_frame(now, &mut |seq| keys(seq));
            while let Some(datagram) = self.session.poll_datagram() {
                self.up.push_back((self.now + self.delay_ticks, datagram.bytes));
            }
            self.notes.extend(std::iter::from_fn(|| self.session.poll_note()));
        }
    }

    /// The snapshots held against the prediction since the last call.
    fn outcomes(&mut self) -> Vec<(Tick, Outcome, f32)> {
        std::mem::take(&mut self.notes)
            .into_iter()
            .filter_map(|note| match note {
                Note::Reconciled { tick, outcome, correction_m, .. } => Some((tick, outcome, correction_m)),
                _ => None,
            })
            .collect()
    }

    fn own_z(&self) -> f32 {
        self.session.frame().own.unwrap().position.z
    }
}

fn all_stood(outcomes: &[(Tick, Outcome, f32)]) -> bool {
    outcomes.iter().all(|(_, outcome, correction_m)| *outcome == Outcome::Stood && *correction_m == 0.0)
}

#[test]
fn after_the_first_word_every_snapshot_stands() {
    let mut pair = Pair::new(5);
    pair.run(300, pedal_down);
    let outcomes = pair.outcomes();
    assert!(outcomes.len() > 80 && outcomes[0].1 == Outcome::Adopted && all_stood(&outcomes[1..]), "{outcomes:?}");
    assert!(pair.own_z() > -90.0, "the car is at {}", pair.own_z());
}

#[test]
fn a_change_of_class_is_adopted_from_one_snapshot_and_then_the_prediction_stands() {
    let press_once = |seq: Seq| {
        let keys = if seq == Seq(150) { Keys::CHANGE_CLASS } else { Keys(0) };
        Input { drive: 127, keys, ..Input::default() }.to_bytes().to_vec()
    };
    let mut pair = Pair::new(5);
    pair.run(100, pedal_down);
    pair.outcomes();
    pair.run(200, press_once);
    let outcomes = pair.outcomes();
    let rewound: Vec<usize> = (0..outcomes.len()).filter(|at| outcomes[*at].1 != Outcome::Stood).collect();
    assert!(outcomes.len() > 60 && rewound.len() == 1 && outcomes[rewound[0]].2 < 0.5, "{outcomes:?}");
    match pair.session.predictor.as_ref().and_then(Predictor::own_state) {
        Some(State::Vehicle(own)) => assert_eq!(own.vehicle.class, 1),
        other => panic!("the own car is {other:?}"),
    }
}

#[test]
fn a_room_that_begins_a_new_life_is_followed_at_once() {
    let mut pair = Pair::new(5);
    pair.run(300, pedal_down);
    let before = pair.own_z();
    pair.outcomes();
    pair.room.restart();
    assert_eq!(pair.room.tick(), Tick(0));
    // A join, a trip, two snapshots.
    pair.run(1 + 5 + 6, idle);
    assert!(pair.own_z() < before - 10.0, "drawn at {} where it was before the restart", pair.own_z());
    let shown = pair.session.reader.shown().unwrap().tick;
    assert!(shown < Tick(15), "{shown} is of the old life");
    let estimate = pair.session.clock.estimate_tick().unwrap();
    assert!((estimate - f64::from(shown.0)).abs() < 4.0, "the clock says {estimate}, {shown} has come");
    pair.run(30, idle);
    pair.outcomes();
    pair.run(200, pedal_down);
    let outcomes = pair.outcomes();
    assert!(outcomes.len() > 60 && all_stood(&outcomes), "{outcomes:?}");
    assert!(pair.session.frame().own.is_some_and(|own| own.source == Source::Predicted));
}

#[test]
fn a_word_of_the_old_life_that_comes_late_says_nothing() {
    let mut pair = Pair::new(0);
    pair.run(60, idle);
    let old = {
        pair.run(2, idle);
        pair.room.step(Micros(0));
        let datagrams: Vec<Vec<u8>> = std::iter::from_fn(|| pair.room.poll_datagram()).map(|sent| sent.bytes).collect();
        datagrams.into_iter().next().unwrap()
    };
    pair.room.restart();
    pair.run(30, idle);
    let before = pair.session.reader.shown().cloned();
    pair.session.handle_datagram(Micros(0), &old);
    pair.session.read_inbox();
    assert_eq!(pair.session.reader.shown().cloned(), before);
    assert_eq!(pair.session.epoch, Epoch(2));
}

#[test]
fn a_level_that_is_not_the_servers_is_refused_and_nothing_is_predicted_on_it() {
    let mut pair = Pair::new(0);
    let other = Level::compile(padded(test_collisions(), 200, 1)).unwrap();
    pair.session = Session::new(other, Tuning::DEFAULT);
    pair.run(60, pedal_down);
    assert!(matches!(pair.session.refused(), Some(RefusedWelcome::OtherLevel { .. })));
    assert_eq!(*pair.session.frame(), Frame::default());
    assert!(pair.up.is_empty(), "it sends nothing");
}

#[test]
fn what_is_no_message_of_a_server_is_counted_and_changes_nothing() {
    let mut pair = Pair::new(2);
    pair.run(120, pedal_down);
    let mut other = pair.session.clone();
    let now = Tick(121).due();
    let good = pair.down.back().unwrap().1.clone();
    for length in 0..good.len() {
        other.handle_datagram(now, &good[..length]);
    }
    other.handle_datagram(now, &[0xff; 3000]);
    // More than wait at once, so in two frames.
    other.handle_frame(now, &mut |seq| pedal_down(seq));
    pair.session.handle_frame(now, &mut |seq| pedal_down(seq));
    assert_eq!(other.refused_datagrams() + other.dropped_datagrams(), good.len() as u64 + 1);
    assert_eq!(other.frame(), pair.session.frame());
}

#[test]
fn a_page_that_runs_no_frames_keeps_the_newest_datagrams_and_its_welcome() {
    let mut pair = Pair::new(0);
    let waiting: u32 = 3 * (MOST_WAITING as u32 + 100);
    for tick in 1..=waiting {
        pair.room.step(Tick(tick).due());
        while let Some(datagram) = pair.room.poll_datagram() {
            pair.session.handle_datagram(Tick(tick).due(), &datagram.bytes);
        }
    }
    assert_eq!((pair.session.inbox.len(), pair.session.dropped_datagrams()), (MOST_WAITING, 101));
    pair.session.handle_frame(Tick(waiting).due(), &mut |seq| idle(seq));
    assert_eq!(pair.session.reader.shown().unwrap().tick, Tick(waiting));
    assert!(pair.session.frame().own.is_some(), "the welcome was read");
}
