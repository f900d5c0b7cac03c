use std::collections::{BTreeMap, BTreeSet, VecDeque};

use proptest::prelude::*;

use super::*;
use crate::level::generators::SplitMix64;
use crate::sim::people::{FIRST_PERSON_INDEX, KINDS};
use crate::sim::weapons::Cause;
use crate::sim::weapons::FIRST_PROJECTILE_INDEX;
use crate::sim::{
    CLASSES, Condition, Controls, Drive, Event, FIRST_PIECE_INDEX, Fight, Motion, NO_VEHICLE, Person, PersonState,
    PieceState, ProjectileState, Vehicle, VehicleState, Walk,
};
use crate::units::math::{Quat, Vec3, angle_between, yaw_rotation};
use crate::units::{EntityId, Seq, Tick};
use crate::wire::{Epoch, Fault, ServerMessage, SnapshotFrame, SnapshotHeader, WireError};

/// Frames that the encoder keeps, and the reader.
const KEPT_BY_ENCODER: usize = 32;
const KEPT_BY_READER: u32 = 64;

// ---- the wire between the two ----

/// A frame as a datagram.
fn datagram(tick: Tick, base: Option<Tick>, payload: &[u8]) -> Vec<u8> {
    let header = SnapshotHeader { epoch: Epoch(1), tick, last_seq: Some(Seq(9)), queue_len: 2, late: false };
    ServerMessage::Snapshot(SnapshotFrame { header, base, payload }).encode()
}

fn read(reader: &mut SnapshotReader, datagram: &[u8]) -> Result<ReadOutcome, WireError> {
    match ServerMessage::decode(datagram)? {
        ServerMessage::Snapshot(frame) => reader.handle(&frame),
        other => panic!("{other:?} is no snapshot"),
    }
}

fn encode(encoder: &mut SnapshotEncoder, snapshot: &Snapshot) -> (Option<Tick>, Vec<u8>) {
    let (base, payload) = encoder.encode(snapshot.clone());
    (base, datagram(snapshot.tick, base, &payload))
}

fn shown(outcome: Result<ReadOutcome, WireError>) -> News {
    match outcome {
        Ok(ReadOutcome::Shown(news)) => news,
        other => panic!("not shown: {other:?}"),
    }
}

fn car(index: u16, z: f32) -> Record {
    let motion = Motion { position: Vec3::new(0.0, 0.5, z), ..Motion::default() };
    Record::of_vehicle(EntityId::new(index, 1), &VehicleState { motion, ..VehicleState::default() }, false)
}

fn snapshot(tick: u32, records: Vec<Record>) -> Snapshot {
    Snapshot { tick: Tick(tick), records }
}

// ---- made-up worlds ----

fn vector(dice: &mut SplitMix64, most: f32) -> Vec3 {
    Vec3::new(dice.between(-most, most), dice.between(-most, most), dice.between(-most, most))
}

fn motion(dice: &mut SplitMix64) -> Motion {
    let quat = Quat::from_xyzw(
        dice.between(-1.0, 1.0),
        dice.between(-1.0, 1.0),
        dice.between(-1.0, 1.0),
        dice.between(0.1, 1.0),
    );
    Motion {
        position: vector(dice, 2000.0),
        rotation: quat.normalize(),
        velocity: vector(dice, 80.0),
        spin: vector(dice, 20.0),
        asleep: chance(dice, 0.2),
    }
}

fn vehicle(dice: &mut SplitMix64) -> VehicleState {
    VehicleState {
        vehicle: Vehicle {
            class: 0,
            owner: dice.next_u64() as u16,
            home: dice.next_u64() as u16,
            hitched: dice.next_u64() as u16,
        },
        motion: motion(dice),
        controls: Controls {
            drive: dice.between(-1.0, 1.0),
            steer: dice.between(-1.0, 1.0),
            keys: dice.next_u64() as u16,
            ..Controls::default()
        },
        drive: Drive {
            steering: dice.between(-1.0, 1.0),
            boost: dice.between(0.0, 1.0),
            boost_spent: chance(dice, 0.5),
            stun_ticks: dice.next_u64() as u8,
            airborne_ticks: dice.next_u64() as u8,
            upset_ticks: dice.next_u64() as u8,
            fall_mps: dice.between(0.0, 30.0),
            front_grip: dice.between(0.0, 1.0),
            rear_grip: dice.between(0.0, 1.0),
        },
        condition: Condition { health: dice.between(0.0, 255.0), burnt_ticks: 0 },
    }
}

fn person(dice: &mut SplitMix64) -> PersonState {
    let vehicle = if chance(dice, 0.3) { dice.next_u64() as u16 % FIRST_PERSON_INDEX } else { NO_VEHICLE };
    PersonState {
        person: Person {
            kind: (dice.next_u64() % KINDS.len() as u64) as u8,
            owner: dice.next_u64() as u16,
            vehicle,
            seat: dice.next_u64() as u8 % 4,
            home: dice.next_u64() as u16,
        },
        motion: motion(dice),
        controls: Controls {
            drive: dice.between(-1.0, 1.0),
            steer: dice.between(-1.0, 1.0),
            keys: dice.next_u64() as u16,
            aim: dice.next_u64() as u16,
            throw: dice.next_u64() as u8,
            slot: dice.next_u64() as u8,
        },
        walk: Walk {
            yaw_rad: dice.between(-10.0, 10.0),
            airborne_ticks: dice.next_u64() as u8,
            limp_ticks: dice.next_u64() as u16,
            jacking_ticks: dice.next_u64() as u8,
            jacking: dice.next_u64() as u16,
        },
        condition: Condition { health: dice.between(0.0, 100.0), ..Condition::default() },
        fight: Fight { dead_ticks: u16::from(chance(dice, 0.3)) * 77, ..Fight::default() },
    }
}

/// Somebody or something new of the kind that an index is for.
fn tenant(dice: &mut SplitMix64, index: u16) -> State {
    match index {
        FIRST_PIECE_INDEX.. => State::Piece(PieceState { motion: motion(dice) }),
        FIRST_PROJECTILE_INDEX.. => {
            State::Projectile(ProjectileState { kind: dice.next_u64() as u8 % 2, motion: motion(dice) })
        }
        FIRST_PERSON_INDEX.. => State::Person(person(dice)),
        _ => State::Vehicle(vehicle(dice)),
    }
}

fn chance(dice: &mut SplitMix64, share: f32) -> bool {
    dice.between(0.0, 1.0) < share
}

/// Entities that come, move, change, leave and return, with no physics behind them.
struct Cast {
    dice: SplitMix64,
    states: BTreeMap<u16, (u8, State)>,
    generations: BTreeMap<u16, u8>,
    own: Option<u16>,
}

impl Cast {
    fn new(seed: u64) -> Cast {
        Cast { dice: SplitMix64::new(seed), states: BTreeMap::new(), generations: BTreeMap::new(), own: None }
    }

    fn step(&mut self) {
        let dice = &mut self.dice;
        let firsts = [(0, 12), (FIRST_PERSON_INDEX, 10), (FIRST_PROJECTILE_INDEX, 3), (FIRST_PIECE_INDEX, 4)];
        for index in firsts.into_iter().flat_map(|(first, count)| first..first + count) {
            let fate = dice.between(0.0, 1.0);
            match self.states.get_mut(&index) {
                None if fate < 0.1 => {
                    let generation = self.generations.entry(index).or_default();
                    *generation = generation.wrapping_add(1);
                    self.states.insert(index, (*generation, tenant(dice, index)));
                }
                None => {}
                Some(_) if fate < 0.03 => drop(self.states.remove(&index)),
                // Another tenant between two snapshots: never seen to leave.
                Some((generation, state)) if fate < 0.05 => {
                    *generation = generation.wrapping_add(1);
                    self.generations.insert(index, *generation);
                    *state = tenant(dice, index);
                }
                // Walks on, gets in or out, dies: whatever becomes of a person or of what flies.
                Some((_, State::Person(state))) if fate < 0.3 => state.motion = motion(dice),
                Some((_, State::Person(state))) if fate < 0.4 => state.walk = person(dice).walk,
                Some((_, State::Person(state))) if fate < 0.45 => *state = person(dice),
                Some((_, State::Projectile(state))) if fate < 0.6 => state.motion = motion(dice),
                Some((_, State::Vehicle(state))) if fate < 0.4 => state.motion = motion(dice),
                Some((_, State::Piece(state))) if fate < 0.4 => state.motion = motion(dice),
                Some((_, State::Vehicle(state))) if fate < 0.5 => state.drive = vehicle(dice).drive,
                Some((_, State::Vehicle(state))) if fate < 0.55 => state.condition.health = dice.between(0.0, 255.0),
                Some((_, State::Vehicle(state))) if fate < 0.58 => state.vehicle = vehicle(dice).vehicle,
                Some(_) => {}
            }
        }
        if chance(dice, 0.05) {
            let held: Vec<u16> = self.states.keys().copied().filter(|index| *index < FIRST_PROJECTILE_INDEX).collect();
            self.own = (!held.is_empty()).then(|| held[dice.next_u64() as usize % held.len()]);
        }
    }

    fn snapshot(&self, tick: Tick) -> Snapshot {
        let record = |(index, (generation, state)): (&u16, &(u8, State))| {
            let entity = EntityId::new(*index, *generation);
            record(entity, state, self.own == Some(*index))
        };
        Snapshot { tick, records: self.states.iter().map(record).collect() }
    }
}

/// A channel that loses, doubles and delays what it carries by up to five steps.
struct Channel<T> {
    dice: SplitMix64,
    loss: f32,
    waiting: VecDeque<(u32, T)>,
}

impl<T: Clone> Channel<T> {
    fn new(seed: u64) -> Channel<T> {
        let mut dice = SplitMix64::new(seed);
        let loss = dice.between(0.0, 0.35);
        Channel { dice, loss, waiting: VecDeque::new() }
    }

    fn send(&mut self, step: u32, item: &T) {
        if chance(&mut self.dice, self.loss) {
            return;
        }
        for _ in 0..if chance(&mut self.dice, 0.1) { 2 } else { 1 } {
            let late = self.dice.next_u64() % 6;
            self.waiting.push_back((step + late as u32, item.clone()));
        }
    }

    fn arrivals(&mut self, step: u32) -> Vec<T> {
        let (now, later) = self.waiting.drain(..).partition(|(at, _)| *at <= step);
        self.waiting = later;
        let now: VecDeque<(u32, T)> = now;
        now.into_iter().map(|(_, item)| item).collect()
    }
}

#[derive(Default)]
struct Tally {
    shown: u32,
    stale: u32,
    whole: u32,
    events_shown: usize,
    events_lost: usize,
}

/// One world through one pair of channels, every law held at every frame.
fn carry(seed: u64) -> Tally {
    const FRAMES: u32 = 300;
    let mut cast = Cast::new(seed);
    let (mut down, mut up) = (Channel::new(seed ^ 0xd0), Channel::<Tick>::new(seed ^ 0x0b));
    let (mut encoder, mut reader) = (SnapshotEncoder::default(), SnapshotReader::default());
    let mut sent = BTreeMap::new();
    let mut first_frame_of_event = Vec::new();
    let mut shown_ticks = BTreeSet::new();
    let mut told = BTreeMap::<u32, u32>::new();
    let mut unacknowledged = None;
    let mut tally = Tally::default();
    for frame in 0..FRAMES {
        let tick = Tick(3 * (frame + 1));
        for tick in up.arrivals(frame) {
            encoder.handle_ack(tick);
            unacknowledged = Some(unacknowledged.map_or(0, |frames: u32| frames.min((3 * frame - tick.0) / 3)));
        }
        cast.step();
        for _ in 0..cast.dice.next_u64() % 3 {
            let serial = first_frame_of_event.len();
            encoder.handle_event(tick, Event::Relocated { entity: EntityId::new(serial as u16, 0) });
            first_frame_of_event.push(frame);
        }
        let snapshot = cast.snapshot(tick);
        let (base, bytes) = encode(&mut encoder, &snapshot);
        if base.is_none() {
            tally.whole += 1;
            let excused = unacknowledged.is_none_or(|frames| frames as usize >= KEPT_BY_ENCODER);
            assert!(excused, "seed {seed}, frame {frame}: whole, {unacknowledged:?} frames after the newest ack");
        }
        unacknowledged = unacknowledged.map(|frames| frames + 1);
        sent.insert(tick, snapshot);
        down.send(frame, &bytes);

        for bytes in down.arrivals(frame) {
            match read(&mut reader, &bytes).expect("the encoder's frames are readable") {
                ReadOutcome::Shown(news) => {
                    tally.shown += 1;
                    let shown = reader.shown().unwrap();
                    assert_eq!(*shown, sent[&shown.tick], "seed {seed}: {} is not the authority's", shown.tick);
                    assert!(shown_ticks.last().is_none_or(|last| *last < shown.tick), "shown in order");
                    shown_ticks.insert(shown.tick);
                    news.events.iter().for_each(|event| *told.entry(event.serial).or_default() += 1);
                }
                ReadOutcome::Stale => tally.stale += 1,
                ReadOutcome::NoBase => panic!("seed {seed}, frame {frame}: a base that the reader does not have"),
            }
        }
        if let Some(shown) = reader.shown() {
            up.send(frame, &shown.tick);
        }
    }
    for (serial, first) in first_frame_of_event.into_iter().enumerate() {
        let said_in = first..first + EVENT_FRAMES;
        let came = said_in.clone().any(|frame| shown_ticks.contains(&Tick(3 * (frame + 1))));
        let times = told.get(&(serial as u32)).copied().unwrap_or(0);
        assert_eq!(times, u32::from(came), "seed {seed}: event {serial}, said in the frames {said_in:?}");
        tally.events_shown += times as usize;
        tally.events_lost += usize::from(!came && said_in.end < FRAMES);
    }
    tally
}

#[test]
fn whatever_is_lost_every_frame_shown_is_the_authoritys_and_every_event_is_told_once() {
    let mut sum = Tally::default();
    for seed in 0..60 {
        let tally = carry(seed);
        assert!(tally.whole <= 12, "seed {seed}: {} whole snapshots", tally.whole);
        sum.shown += tally.shown;
        sum.stale += tally.stale;
        sum.events_shown += tally.events_shown;
        sum.events_lost += tally.events_lost;
    }
    assert!(sum.shown > 60 * 80, "the channels let only {} frames be shown", sum.shown);
    assert!(sum.stale > 60 * 20, "the channels were to reorder and double, and only {} came stale", sum.stale);
    assert!(sum.events_shown > 60 * 200, "only {} events were told", sum.events_shown);
    assert_eq!(sum.events_lost, 0, "twenty frames in a row are not all lost at 35 %");
}

#[test]
fn two_groups_that_change_in_different_frames_both_arrive_though_one_frame_is_lost() {
    let entity = EntityId::new(4, 1);
    let mut state =
        VehicleState { vehicle: Vehicle { class: 0, owner: 7, home: 7, hitched: 0 }, ..VehicleState::default() };
    let record = |state: &VehicleState| vec![Record::of_vehicle(entity, state, false)];
    let (mut encoder, mut reader) = (SnapshotEncoder::default(), SnapshotReader::default());
    let first = encode(&mut encoder, &snapshot(3, record(&state))).1;
    shown(read(&mut reader, &first));
    encoder.handle_ack(Tick(3));

    state.motion.position.z = 10.0;
    drop(encode(&mut encoder, &snapshot(6, record(&state))));
    state.condition.health = 40.0;
    let third = encode(&mut encoder, &snapshot(9, record(&state))).1;
    shown(read(&mut reader, &third));
    encoder.handle_ack(Tick(9));
    state.drive.steering = 0.5;
    let (base, fourth) = encode(&mut encoder, &snapshot(12, record(&state)));
    assert_eq!(base, Some(Tick(9)));
    shown(read(&mut reader, &fourth));

    let held = reader.shown().unwrap().of(entity).unwrap();
    assert_eq!(*held, record(&state)[0]);
    assert_eq!((held.motion().position.z, held.vehicle().unwrap().condition.health), (10.0, 40.0));
}

#[test]
fn a_frame_tells_what_it_measured_and_removed_against_the_last_one_shown() {
    let (mut encoder, mut reader) = (SnapshotEncoder::default(), SnapshotReader::default());
    let frame = |encoder: &mut SnapshotEncoder, reader: &mut SnapshotReader, tick, records| {
        let bytes = encode(encoder, &snapshot(tick, records)).1;
        shown(read(reader, &bytes))
    };
    let id = |index| EntityId::new(index, 1);
    assert_eq!(frame(&mut encoder, &mut reader, 3, vec![car(1, 0.0), car(2, 0.0)]).measured, [id(1), id(2)]);
    // Nothing is acknowledged: the whole frame says everything again, and nothing of it is news.
    assert_eq!(frame(&mut encoder, &mut reader, 6, vec![car(1, 0.0), car(2, 0.0)]), News::default());
    let news = frame(&mut encoder, &mut reader, 9, vec![car(2, 1.0)]);
    assert_eq!((news.measured, news.removed), (vec![id(2)], vec![id(1)]));
}

#[test]
fn one_that_is_its_places_next_tenant_is_removed_and_measured_in_one_frame() {
    let (mut encoder, mut reader) = (SnapshotEncoder::default(), SnapshotReader::default());
    let first = encode(&mut encoder, &snapshot(3, vec![car(1, 0.0)])).1;
    shown(read(&mut reader, &first));
    encoder.handle_ack(Tick(3));
    let mut next = car(1, 0.0);
    next.entity = EntityId::new(1, 2);
    let second = encode(&mut encoder, &snapshot(6, vec![next.clone()])).1;
    let news = shown(read(&mut reader, &second));
    assert_eq!((news.measured, news.removed), (vec![EntityId::new(1, 2)], vec![EntityId::new(1, 1)]));
    assert_eq!(reader.shown().unwrap().records, [next]);
}

// ---- memory ----

#[test]
fn the_encoder_forgets_what_is_too_far_back_and_then_sends_a_whole_one_until_it_is_answered() {
    let mut encoder = SnapshotEncoder::default();
    let mut bases = Vec::new();
    for frame in 1..=40 {
        bases.push(encode(&mut encoder, &snapshot(frame, vec![])).0);
        if frame == 1 {
            encoder.handle_ack(Tick(1));
        }
    }
    assert_eq!(bases[1..=KEPT_BY_ENCODER], vec![Some(Tick(1)); KEPT_BY_ENCODER]);
    assert_eq!(bases[KEPT_BY_ENCODER + 1..], vec![None; 39 - KEPT_BY_ENCODER]);
    encoder.handle_ack(Tick(5));
    assert_eq!(encode(&mut encoder, &snapshot(41, vec![])).0, None, "tick 5 is forgotten");
    encoder.handle_ack(Tick(39));
    assert_eq!(encode(&mut encoder, &snapshot(42, vec![])).0, Some(Tick(39)));
    encoder.handle_ack(Tick(30));
    encoder.handle_ack(Tick(u32::MAX));
    assert_eq!(
        encode(&mut encoder, &snapshot(43, vec![])).0,
        Some(Tick(39)),
        "an old word and a made-up one say nothing"
    );
}

#[test]
fn the_reader_keeps_twice_what_the_encoder_does_and_no_more() {
    let mut reader = SnapshotReader::default();
    let nothing = encode(&mut SnapshotEncoder::default(), &snapshot(1, vec![])).1;
    let payload = &nothing[datagram(Tick(1), None, &[]).len()..];
    for tick in 1..=KEPT_BY_READER + 1 {
        shown(read(&mut reader, &datagram(Tick(tick), None, payload)));
    }
    assert_eq!(read(&mut reader, &datagram(Tick(100), Some(Tick(1)), payload)), Ok(ReadOutcome::NoBase));
    shown(read(&mut reader, &datagram(Tick(100), Some(Tick(2)), payload)));
}

#[test]
fn events_that_nobody_hears_do_not_pile_up() {
    let mut encoder = SnapshotEncoder::default();
    for number in 0..10_000 {
        encoder.handle_event(Tick(1), Event::Relocated { entity: EntityId::new(number, 0) });
    }
    let bytes = encode(&mut encoder, &snapshot(3, vec![])).1;
    assert!(bytes.len() < 255 * 12 + 40, "{} bytes", bytes.len());
    let news = shown(read(&mut SnapshotReader::default(), &bytes));
    assert_eq!(news.events.len(), 255);
    assert_eq!(news.events[254].serial, 9_999, "the newest are kept");
    for tick in 4..4 + EVENT_FRAMES {
        drop(encode(&mut encoder, &snapshot(tick, vec![])));
    }
    let later = encode(&mut encoder, &snapshot(90, vec![])).1;
    assert!(shown(read(&mut SnapshotReader::default(), &later)).events.is_empty(), "a second later they are no news");
}

#[test]
fn frames_onto_each_other_cannot_grow_a_snapshot_beyond_its_bound() {
    let mut reader = SnapshotReader::default();
    let mut refused = false;
    for (tick, first) in (1u32..).zip((0..60_000u16).step_by(4_000)) {
        let records: Vec<Record> = (first..first + 4_000).map(|index| car(index, 0.0)).collect();
        let mut encoder = SnapshotEncoder::default();
        let payload = encoder.encode(snapshot(tick, records)).1;
        let base = (tick > 1).then(|| Tick(tick - 1));
        match read(&mut reader, &datagram(Tick(tick), base, &payload)) {
            Ok(_) => {}
            Err(error) => {
                assert!(matches!(error.what, Fault::Count { .. }), "{error}");
                refused = true;
                break;
            }
        }
    }
    assert!(refused, "{} records", reader.shown().unwrap().records.len());
}

fn record(entity: EntityId, state: &State, own: bool) -> Record {
    match state {
        State::Vehicle(state) => Record::of_vehicle(entity, state, own),
        State::Person(state) => Record::of_person(entity, state, own),
        State::Projectile(state) => Record::of_projectile(entity, state),
        State::Piece(state) => Record::of_piece(entity, state),
    }
}

// ---- bytes that are none of ours ----

/// A reader that shows a busy world, and the next frame onto it.
fn busy() -> (SnapshotReader, Vec<u8>) {
    let mut cast = Cast::new(5);
    let (mut encoder, mut reader) = (SnapshotEncoder::default(), SnapshotReader::default());
    (0..40).for_each(|_| cast.step());
    let first = encode(&mut encoder, &cast.snapshot(Tick(3))).1;
    shown(read(&mut reader, &first));
    encoder.handle_ack(Tick(3));
    (0..10).for_each(|_| cast.step());
    for entity in 0..3 {
        let at = Vec3::new(1.0, 2.0, 3.0);
        encoder.handle_event(
            Tick(5),
            Event::Hit { entity: EntityId::new(entity, 0), by: None, with: Cause::Crash, points: 12.5, at },
        );
    }
    encoder.handle_event(Tick(6), Event::Knock { piece: EntityId::new(900, 1), by: EntityId::new(1, 1) });
    let second = encode(&mut encoder, &cast.snapshot(Tick(6))).1;
    assert!(second.len() > 300, "{} bytes are a poor target", second.len());
    (reader, second)
}

/// Reads bytes; what is refused must have changed nothing.
fn try_read(reader: &SnapshotReader, before: &str, bytes: &[u8]) -> bool {
    let mut reader = reader.clone();
    let refused = match ServerMessage::decode(bytes) {
        Ok(ServerMessage::Snapshot(frame)) => reader.handle(&frame).is_err(),
        Ok(ServerMessage::Welcome(_)) | Err(_) => true,
    };
    if refused {
        assert_eq!(format!("{reader:?}"), before);
    } else {
        // Whatever was taken can be asked for its states.
        let positions = reader.shown().unwrap().records.iter().map(|record| record.motion().position);
        assert!(positions.into_iter().all(|position| position.is_finite()));
    }
    refused
}

#[test]
fn a_frame_cut_at_any_length_is_refused_and_changes_nothing() {
    let (reader, bytes) = busy();
    let before = format!("{reader:?}");
    assert!(!try_read(&reader, &before, &bytes));
    for length in 0..bytes.len() {
        assert!(try_read(&reader, &before, &bytes[..length]), "{length} of {} bytes were taken", bytes.len());
    }
    assert!(try_read(&reader, &before, &[&bytes[..], &[0]].concat()), "a byte too many was taken");
}

#[test]
fn no_flipped_bit_is_a_panic() {
    let (reader, bytes) = busy();
    let before = format!("{reader:?}");
    let mut refused = 0;
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        refused += usize::from(try_read(&reader, &before, &flipped));
    }
    assert!(refused > 100, "only {refused} flips were noticed");
}

proptest! {
    #[test]
    fn no_bytes_are_a_panic(payload in proptest::collection::vec(any::<u8>(), 0..200), onto in any::<bool>()) {
        let (reader, _) = busy();
        let before = format!("{reader:?}");
        try_read(&reader, &before, &datagram(Tick(9), onto.then_some(Tick(3)), &payload));
        try_read(&reader, &before, &payload);
    }

    #[test]
    fn no_damage_inside_a_frame_is_a_panic(at in 0usize..10_000, junk in proptest::collection::vec(any::<u8>(), 1..12)) {
        let (reader, mut bytes) = busy();
        let before = format!("{reader:?}");
        let at = at % (bytes.len() - junk.len());
        bytes[at..at + junk.len()].copy_from_slice(&junk);
        try_read(&reader, &before, &bytes);
    }
}

fn refusal_of(state: &VehicleState, own: bool) -> Option<WireError> {
    let record = Record::of_vehicle(EntityId::new(1, 1), state, own);
    let bytes = encode(&mut SnapshotEncoder::default(), &snapshot(3, vec![record])).1;
    read(&mut SnapshotReader::default(), &bytes).err()
}

#[test]
fn what_no_world_holds_is_refused() {
    let sound = vehicle(&mut SplitMix64::new(1));
    assert_eq!(refusal_of(&sound, true), None);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30] {
        let broken: [&dyn Fn(&mut VehicleState); 7] = [
            &|state| state.motion.position.y = bad,
            &|state| state.motion.velocity.x = bad,
            &|state| state.motion.spin.z = bad,
            &|state| state.motion.rotation.w = bad,
            &|state| state.drive.boost = bad,
            &|state| state.drive.rear_grip = bad,
            &|state| state.condition.health = bad,
        ];
        for (number, break_it) in broken.into_iter().enumerate() {
            let mut state = sound;
            break_it(&mut state);
            assert!(refusal_of(&state, true).is_some(), "{bad} in field {number} was taken");
        }
    }
    let mut absurd = sound;
    absurd.vehicle.class = CLASSES.len() as u8;
    for own in [false, true] {
        let error = refusal_of(&absurd, own).unwrap();
        assert_eq!(error.what, Fault::Value("no vehicle has this class"));
    }
    let mut stretched = sound;
    stretched.motion.rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 1.2);
    assert!(refusal_of(&stretched, true).is_some());
}

/// What a reader says to a person.
fn refusal_of_person(state: &PersonState, own: bool) -> Option<Fault> {
    let record = Record::of_person(EntityId::new(FIRST_PERSON_INDEX, 1), state, own);
    let bytes = encode(&mut SnapshotEncoder::default(), &snapshot(3, vec![record])).1;
    read(&mut SnapshotReader::default(), &bytes).err().map(|error| error.what)
}

#[test]
fn what_no_person_is_is_refused() {
    let mut sound = person(&mut SplitMix64::new(1));
    sound.person.vehicle = NO_VEHICLE;
    let seated = PersonState { person: Person { vehicle: 7, seat: 1, ..sound.person }, ..sound };
    for own in [false, true] {
        assert_eq!((refusal_of_person(&sound, own), refusal_of_person(&seated, own)), (None, None));
        for state in [sound, seated] {
            let nobody = PersonState { person: Person { kind: KINDS.len() as u8, ..state.person }, ..state };
            assert_eq!(refusal_of_person(&nobody, own), Some(Fault::Value("no person is of this kind")));
        }
    }
    let in_a_person = PersonState { person: Person { vehicle: FIRST_PERSON_INDEX, ..seated.person }, ..seated };
    assert_eq!(refusal_of_person(&in_a_person, false), Some(Fault::Value("who sits sits in a vehicle")));
    let on_no_seat = PersonState { person: Person { seat: 200, ..seated.person }, ..seated };
    assert_eq!(refusal_of_person(&on_no_seat, false), Some(Fault::Value("no vehicle has this seat")));
    for bad in [f32::NAN, f32::INFINITY, 1e30] {
        let broken: [&dyn Fn(&mut PersonState); 4] = [
            &|state| state.motion.position.y = bad,
            &|state| state.motion.velocity.x = bad,
            &|state| state.walk.yaw_rad = bad,
            &|state| state.condition.health = bad,
        ];
        for (number, break_it) in broken.into_iter().enumerate() {
            let mut state = sound;
            break_it(&mut state);
            assert!(refusal_of_person(&state, true).is_some(), "{bad} in field {number} was taken");
        }
    }
    let flying = ProjectileState { kind: 2, motion: Motion::default() };
    let record = Record::of_projectile(EntityId::new(FIRST_PROJECTILE_INDEX, 1), &flying);
    let bytes = encode(&mut SnapshotEncoder::default(), &snapshot(3, vec![record])).1;
    let refused = read(&mut SnapshotReader::default(), &bytes).err().map(|error| error.what);
    assert_eq!(refused, Some(Fault::Value("nothing of this kind flies")));
}

#[test]
fn who_has_a_share_of_a_point_left_is_not_sent_as_dead() {
    let mut state =
        PersonState { person: Person { vehicle: NO_VEHICLE, ..Person::default() }, ..PersonState::default() };
    state.condition.health = 0.2;
    let sent = Record::of_person(EntityId::new(FIRST_PERSON_INDEX, 1), &state, false).person().unwrap();
    assert_eq!((sent.condition.health, sent.fight.dead_ticks), (1.0, 0));
}

#[test]
fn who_gets_out_is_measured_and_who_gets_in_is_not_and_is_no_more_removed_than_before() {
    let (mut encoder, mut reader) = (SnapshotEncoder::default(), SnapshotReader::default());
    let entity = EntityId::new(FIRST_PERSON_INDEX, 1);
    let mut state = person(&mut SplitMix64::new(1));
    let mut frame = |tick, vehicle| {
        state.person = Person { vehicle, seat: 0, ..state.person };
        let news = shown(read(
            &mut reader,
            &encode(&mut encoder, &snapshot(tick, vec![Record::of_person(entity, &state, false)])).1,
        ));
        encoder.handle_ack(Tick(tick));
        (news.measured, news.removed)
    };
    assert_eq!(frame(3, 9), (vec![], vec![]), "who sits is not measured");
    assert_eq!(frame(6, NO_VEHICLE), (vec![entity], vec![]));
    assert_eq!(frame(9, 9), (vec![], vec![]));
}

#[test]
fn on_the_grid_nothing_reads_as_a_number_that_is_none() {
    let mut state = vehicle(&mut SplitMix64::new(1));
    state.motion.velocity = Vec3::new(f32::NAN, f32::INFINITY, f32::NEG_INFINITY);
    let Motion { velocity, .. } = Record::of_vehicle(EntityId::new(1, 1), &state, false).motion();
    assert!(velocity.is_finite(), "{velocity}");
}

// ---- the grid ----

/// The record of what a record says.
fn again(said: &Record) -> Record {
    record(said.entity, &said.state(), said.form.is_exact())
}

#[test]
fn a_record_of_what_a_record_says_is_that_record() {
    let mut dice = SplitMix64::new(3);
    for _ in 0..20_000 {
        let state = vehicle(&mut dice);
        let records = [
            Record::of_vehicle(EntityId::new(1, 1), &state, false),
            Record::of_vehicle(EntityId::new(1, 1), &state, true),
            Record::of_piece(EntityId::new(FIRST_PIECE_INDEX, 1), &PieceState { motion: state.motion }),
        ];
        for record in records {
            assert_eq!(again(&record), record, "{:?}", state.motion.rotation);
        }
        let state = person(&mut dice);
        for own in [false, true] {
            let record = Record::of_person(EntityId::new(FIRST_PERSON_INDEX, 1), &state, own);
            assert_eq!(again(&record), record, "{state:?}");
        }
    }
}

#[test]
fn a_car_at_a_right_angle_is_its_own_record_too() {
    // Two parts of such a rotation are equal: which one is the largest must not depend on the last bit.
    let mut turned = 0;
    for step in -7200..=7200i32 {
        let rotation = yaw_rotation(step as f32 / 7200.0 * std::f32::consts::PI);
        for tilt in [Quat::IDENTITY, Quat::from_xyzw(1e-5, 0.0, -2e-5, 1.0), Quat::from_xyzw(0.5, 0.5, 0.5, 0.5)] {
            let motion = Motion { rotation: (rotation * tilt).normalize(), ..Motion::default() };
            let record = Record::of_piece(EntityId::new(FIRST_PIECE_INDEX, 1), &PieceState { motion });
            assert_eq!(again(&record), record, "{:?}", motion.rotation);
            turned += 1;
        }
    }
    assert_eq!(turned, 14_401 * 3);
}

#[test]
fn what_the_grid_loses_is_half_a_step() {
    let mut dice = SplitMix64::new(4);
    for _ in 0..20_000 {
        let motion = motion(&mut dice);
        let read = Record::of_piece(EntityId::new(FIRST_PIECE_INDEX, 1), &PieceState { motion }).motion();
        let off = |a: Vec3, b: Vec3| (a - b).abs().max_element();
        // Half a step, and what an f32 itself cannot tell apart at two kilometres.
        assert!(off(read.position, motion.position) <= POSITION_STEP_M / 2.0 + 2e-4);
        assert!(off(read.velocity, motion.velocity) <= VELOCITY_STEP_MPS / 2.0 + 1e-5);
        assert!(off(read.spin, motion.spin) <= SPIN_STEP_RADPS / 2.0 + 1e-5);
        assert!(angle_between(read.rotation, motion.rotation) < 1e-4, "{:?}", motion.rotation);
        assert!((read.rotation.length() - 1.0).abs() < 1e-4);
    }
    let far = Motion { position: Vec3::new(1e6, -1e6, 0.0), ..Motion::default() };
    let read = Record::of_piece(EntityId::new(FIRST_PIECE_INDEX, 1), &PieceState { motion: far }).motion();
    assert!(
        read.position.x > 16_000.0 && read.position.x < 17_000.0 && read.position.y < -16_000.0,
        "held at the edge"
    );
}
