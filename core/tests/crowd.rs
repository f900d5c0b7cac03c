//! What a crowd costs on the wire: sixty people who walk and forty cars that drive, all sent to one client.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use tacho_core::driver::{Driver, Walker};
use tacho_core::input::Input;
use tacho_core::level::Level;
use tacho_core::level::generators::test_core_gameplay;
use tacho_core::play::{Authority, DrawnRow, Note, Player, Source, TruthRow};
use tacho_core::room::{self, Room};
use tacho_core::session::{Session, Tuning};
use tacho_core::sim::Command;
use tacho_core::sim::ai::Rammer;
use tacho_core::sim::people::FIRST_PERSON_INDEX;
use tacho_core::units::{ClientId, EntityId, Seq, Tick};
use tacho_core::wire::{ClientMessage, InputHistory, ServerMessage};

/// The one whose datagrams are counted. It walks too.
const ME: ClientId = ClientId(0);

/// Those who walk, and those who drive.
const WALKERS: u16 = 60;
const DRIVERS: u16 = 40;

/// Half of 150 ms of round trip, in ticks.
const DELAY_TICKS: u32 = 9 / 2;

/// When everyone is there and under way.
const COUNTED_FROM: Tick = Tick(900);
const SECONDS: u32 = 10;

/// Bytes to one client, a second, where everything that moves is sent with every snapshot: 61,000 were measured.
const MOST_BYTES_PER_S: u32 = 70_000;

/// The world as somebody without a network sees it.
fn frame(truth: &[TruthRow], client: ClientId, tick: Tick) -> Vec<DrawnRow> {
    let row = |row: &TruthRow| DrawnRow {
        entity: row.entity,
        own: row.owner == Some(client),
        position: row.position,
        rotation: row.rotation,
        server_tick: None,
        client_tick: Some(f64::from(tick.0)),
        source: Source::Predicted,
    };
    truth.iter().map(row).collect()
}

#[test]
fn sixty_people_and_forty_cars_come_without_a_second_whole_snapshot() {
    let level = Level::compile(test_core_gameplay(1)).unwrap();
    let mut room = Room::new(Arc::clone(&level), room::Tuning::DEFAULT);
    let mut session = Session::new(level, Tuning::DEFAULT);
    let walkers: Vec<ClientId> = (0..=WALKERS).map(ClientId).collect();
    let drivers: Vec<ClientId> = (100..100 + DRIVERS).map(ClientId).collect();
    let mut feet: BTreeMap<ClientId, Walker> =
        walkers.iter().map(|client| (*client, Walker::new(u64::from(client.0)))).collect();
    let bots: Vec<(ClientId, Rammer)> = drivers.iter().map(|client| (*client, Rammer::new(3, *client))).collect();
    let mut histories: BTreeMap<ClientId, InputHistory> = BTreeMap::new();
    let (mut up, mut down) = (VecDeque::new(), VecDeque::new());
    let (mut whole, mut bytes, mut outcomes) = (0, 0, [0u32; 3]);
    let mut moving = (0, 0);
    let mut truth = Vec::new();
    for tick in (1..=COUNTED_FROM.0 + SECONDS * 60).map(Tick) {
        let now = tick.due();
        // Spawns come free as the cars leave them.
        let present: Vec<ClientId> = room.world().people().map(|(_, state)| ClientId(state.person.owner)).collect();
        let joins = if tick.0 < 200 { &drivers } else { &walkers };
        if let Some(client) = joins.iter().find(|client| !present.contains(client)) {
            room.handle_command(now, &Command::Join { client: *client }.to_bytes()).unwrap();
        }
        let bot_inputs = bots.iter().map(|(client, bot)| (*client, bot.input(room.world())));
        let foot_inputs = feet.iter_mut().filter(|(client, _)| **client != ME);
        let foot_inputs =
            foot_inputs.map(|(client, walker)| (*client, walker.input(tick.0, &frame(&truth, *client, tick))));
        let inputs: Vec<(ClientId, Input)> = bot_inputs.chain(foot_inputs).collect();
        for (client, input) in inputs.into_iter().filter(|(client, _)| present.contains(client)) {
            let history = histories.entry(client).or_default();
            history.record(Seq(tick.0), input);
            room.handle_datagram(now, client, &ClientMessage::Inputs(history.frame(None, 1)).encode());
        }
        while let Some((_, datagram)) = up.pop_front_if(|(at, _): &mut (u32, Vec<u8>)| *at <= tick.0) {
            room.handle_datagram(now, ME, &datagram);
        }
        room.step(now);
        truth.clear();
        room.truth(&mut truth);
        while let Some(datagram) = room.poll_datagram() {
            if datagram.to != ME {
                continue;
            }
            if tick > COUNTED_FROM {
                bytes += datagram.bytes.len() as u32;
                if let Ok(ServerMessage::Snapshot(frame)) = ServerMessage::decode(&datagram.bytes) {
                    whole += u32::from(frame.base.is_none());
                }
            }
            down.push_back((tick.0 + DELAY_TICKS + 1, datagram.bytes));
        }
        while let Some((_, datagram)) = down.pop_front_if(|(at, _): &mut (u32, Vec<u8>)| *at <= tick.0) {
            session.handle_datagram(now, &datagram);
        }
        let mut drawn = Vec::new();
        session.drawn(&mut drawn);
        let walker = feet.get_mut(&ME).unwrap();
        session.handle_frame(now, &mut |_| walker.input(tick.0, &drawn).to_bytes().to_vec());
        while let Some(datagram) = session.poll_datagram() {
            up.push_back((tick.0 + DELAY_TICKS, datagram.bytes));
        }
        while let Some(note) = session.poll_note() {
            if let Note::Reconciled { outcome, .. } = note {
                outcomes[outcome as usize] += 1;
            }
        }
        if tick > COUNTED_FROM {
            for row in truth.iter().filter(|row| row.velocity.iter().any(|part| part.abs() > 0.1)) {
                let is_person = EntityId::from_bits(row.entity).index >= FIRST_PERSON_INDEX;
                *(if is_person { &mut moving.0 } else { &mut moving.1 }) += 1;
            }
        }
    }
    let ticks = SECONDS * 60;
    println!(
        "{} B/s; {} rows, {} people and {} cars of them in motion; stood, rewound, adopted: {outcomes:?}",
        bytes / SECONDS,
        truth.len(),
        moving.0 / ticks,
        moving.1 / ticks,
    );
    assert_eq!(whole, 0, "a whole snapshot after the first");
    assert!(bytes / SECONDS < MOST_BYTES_PER_S, "{} bytes a second", bytes / SECONDS);
    assert_eq!(session.refused_datagrams(), 0);
}
