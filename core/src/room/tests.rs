use super::*;
use crate::input::{GUESS_HOLD_TICKS, Keys};
use crate::level::generators::test_collisions;
use crate::units::Seq;
use crate::wire::{ClientMessage, InputFrame};

const ANN: ClientId = ClientId(0);
const BOB: ClientId = ClientId(1);
const NOW: Micros = Micros(0);

fn room() -> Room {
    Room::new(Level::compile(test_collisions()).unwrap(), Tuning::DEFAULT)
}

fn command(room: &mut Room, command: Command) {
    room.handle_command(NOW, &command.to_bytes()).unwrap();
}

/// A room that these clients have joined.
fn room_with(clients: &[ClientId]) -> Room {
    let mut room = room();
    clients.iter().for_each(|client| command(&mut room, Command::Join { client: *client }));
    step(&mut room);
    room
}

fn pedal(drive: i8) -> Input {
    Input { drive, ..Input::default() }
}

/// The inputs of the client's ticks up to `newest`, oldest first, in one datagram.
fn send(room: &mut Room, client: ClientId, newest: u32, inputs: &[Input]) {
    let inputs = inputs.iter().rev().copied().collect();
    let frame = InputFrame { ack: None, newest: Seq(newest), inputs };
    room.handle_datagram(NOW, client, &ClientMessage::Inputs(frame).encode());
}

/// One tick; the inputs that it ran.
fn step(room: &mut Room) -> Vec<InputRun> {
    room.step(NOW);
    std::iter::from_fn(|| room.poll_input_run()).collect()
}

fn sent_to(room: &mut Room, client: ClientId) -> Vec<ToClient> {
    let sent: Vec<ToClient> = std::iter::from_fn(|| room.poll_datagram()).collect();
    sent.into_iter().filter(|datagram| datagram.to == client).collect()
}

fn controls(room: &Room, client: ClientId) -> f32 {
    room.world().car_of(client).and_then(|car| room.world().vehicle(car)).unwrap().controls.drive
}

fn speed_mps(room: &Room, client: ClientId) -> f32 {
    room.world().car_of(client).and_then(|car| room.world().vehicle(car)).unwrap().motion.velocity.length()
}

fn bytes(input: Input) -> Vec<u8> {
    input.to_bytes().to_vec()
}

#[test]
fn each_tick_runs_exactly_one_tick_of_each_client_however_its_inputs_come() {
    let mut room = room_with(&[ANN, BOB]);
    assert!(step(&mut room).is_empty(), "before its first input a client has no ticks");
    // Ann's inputs come in bursts of three with holes, Bob's one by one.
    let mut runs = Vec::new();
    for tick in 1..=90u32 {
        if tick % 3 == 0 && tick % 7 != 0 {
            send(&mut room, ANN, tick + 2, &[pedal(1); 3]);
        }
        send(&mut room, BOB, 500 + tick, &[pedal(2)]);
        runs.extend(step(&mut room));
    }
    for (client, first) in [(ANN, 3), (BOB, 501)] {
        let mine: Vec<&InputRun> = runs.iter().filter(|run| run.client == client).collect();
        assert!(mine.len() >= 88);
        for (count, run) in (0u32..).zip(&mine) {
            assert_eq!((run.seq, run.tick.since(mine[0].tick)), (Seq(first + count), count));
        }
    }
    assert!(runs.iter().any(|run| run.client == ANN && run.guessed));
    assert!(runs.iter().all(|run| run.client == ANN || !run.guessed));
}

#[test]
fn an_input_that_is_missing_is_guessed_and_its_tick_is_spent() {
    let mut room = room_with(&[ANN]);
    send(&mut room, ANN, 1, &[Input { keys: Keys::HANDBRAKE.with(Keys::HORN), ..pedal(90) }]);
    assert!(!step(&mut room)[0].guessed);
    let run = &step(&mut room)[0];
    let held = Input { keys: Keys::HANDBRAKE, ..pedal(90) };
    assert_eq!((run.seq, run.guessed, &run.input), (Seq(2), true, &bytes(held)), "held, without the press");
    send(&mut room, ANN, 3, &[pedal(-50), pedal(20)]);
    let run = &step(&mut room)[0];
    assert_eq!((run.seq, run.guessed, &run.input), (Seq(3), false, &bytes(pedal(20))), "tick 2 does not run again");
}

#[test]
fn a_silent_clients_car_is_driven_for_half_a_second_and_then_coasts() {
    let mut room = room_with(&[ANN]);
    for tick in 1..=60 {
        send(&mut room, ANN, tick, &[pedal(127)]);
        step(&mut room);
    }
    for silent in 1..=180 {
        step(&mut room);
        let driven = if silent <= GUESS_HOLD_TICKS { 1.0 } else { 0.0 };
        assert_eq!(controls(&room, ANN), driven, "{silent} ticks after the last word");
    }
}

#[test]
fn a_throttle_let_go_during_a_stall_is_let_go_as_soon_as_the_word_comes() {
    let mut room = room_with(&[ANN]);
    for tick in 1..=60 {
        send(&mut room, ANN, tick, &[pedal(127)]);
        step(&mut room);
    }
    // 400 ms of nothing; the player lets go after 10 ticks of it.
    for _ in 61..85 {
        step(&mut room);
        assert_eq!(controls(&room, ANN), 1.0, "the guess is what the player did");
    }
    for tick in 61..85u32 {
        let inputs: Vec<Input> = (tick - 3..=tick).map(|tick| pedal(if tick < 71 { 127 } else { 0 })).collect();
        send(&mut room, ANN, tick, &inputs);
    }
    let top_mps = speed_mps(&room, ANN);
    for _ in 0..180 {
        step(&mut room);
        assert_eq!(controls(&room, ANN), 0.0);
    }
    assert!(speed_mps(&room, ANN) < 0.9 * top_mps, "it coasts: {} of {top_mps} m/s", speed_mps(&room, ANN));
}

#[test]
fn a_client_whose_inputs_all_come_a_little_late_still_drives() {
    let mut room = room_with(&[ANN]);
    send(&mut room, ANN, 1, &[pedal(127)]);
    for tick in 1..=240u32 {
        if let Some(late) = tick.checked_sub(4).filter(|late| *late > 0) {
            send(&mut room, ANN, late, &[pedal(127)]);
        }
        step(&mut room);
        assert_eq!(controls(&room, ANN), 1.0, "tick {tick}");
    }
}

#[test]
fn who_joins_is_welcomed_and_who_leaves_hears_no_more() {
    let mut room = room_with(&[ANN]);
    let welcome = &sent_to(&mut room, ANN)[0];
    assert_eq!(welcome.lane, Lane::Reliable);
    match ServerMessage::decode(&welcome.bytes).unwrap() {
        ServerMessage::Welcome(welcome) => {
            assert_eq!((welcome.client, welcome.tick, welcome.epoch), (ANN, Tick(1), Epoch(1)));
            assert_eq!(welcome.level_hash, room.world().level().hash());
        }
        other => panic!("{other:?}"),
    }
    assert!(room.world().car_of(ANN).is_some());
    (0..3).for_each(|_| drop(step(&mut room)));
    assert_eq!(sent_to(&mut room, ANN).len(), 1, "a snapshot every third tick");

    command(&mut room, Command::Leave { client: ANN });
    (0..6).for_each(|_| assert!(step(&mut room).is_empty()));
    assert!(sent_to(&mut room, ANN).is_empty() && room.world().car_of(ANN).is_none());
}

#[test]
fn one_who_joins_again_counts_from_anew() {
    let mut room = room_with(&[ANN]);
    send(&mut room, ANN, 5000, &[pedal(127)]);
    assert_eq!(step(&mut room)[0].seq, Seq(5000));
    command(&mut room, Command::Leave { client: ANN });
    command(&mut room, Command::Join { client: ANN });
    step(&mut room);
    send(&mut room, ANN, 3, &[pedal(1)]);
    assert_eq!(step(&mut room)[0].seq, Seq(3));
}

#[test]
fn what_is_no_message_of_a_client_is_counted_and_changes_nothing() {
    let mut room = room_with(&[ANN]);
    let digest = room.digest();
    let good = ClientMessage::Inputs(InputFrame { ack: None, newest: Seq(1), inputs: vec![pedal(1)] }).encode();
    for length in 0..good.len() {
        room.handle_datagram(NOW, ANN, &good[..length]);
    }
    room.handle_datagram(NOW, ANN, &[0xff; 2000]);
    room.handle_datagram(NOW, BOB, &good);
    assert_eq!(room.refused_datagrams(), good.len() as u64 + 2);
    assert_eq!(room.digest(), digest);
    assert!(step(&mut room).is_empty(), "nobody has sent an input");
    assert!(room.handle_command(NOW, &[0xff]).is_err());
}

#[test]
fn a_flood_of_inputs_and_of_commands_is_held_to_its_bounds() {
    let mut room = room_with(&[ANN]);
    let before = format!("{:?}", room.clients[&ANN]).len();
    for number in 0..50_000u32 {
        send(&mut room, ANN, number, &[Input { keys: Keys::HORN, ..pedal(1) }; 8]);
    }
    let after = format!("{:?}", room.clients[&ANN]).len();
    assert!(after < before + 20_000, "{after} characters of client");
    let reset = Command::Reset { client: ANN }.to_bytes();
    let taken = (0..5_000).filter(|_| room.handle_command(NOW, &reset).is_ok()).count();
    assert_eq!(taken, MOST_WAITING_COMMANDS);
}
