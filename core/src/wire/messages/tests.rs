use proptest::prelude::*;

use super::*;

fn input() -> impl Strategy<Value = Input> {
    prop::array::uniform11(any::<u8>()).prop_map(Input::from_bytes)
}

/// Any tick but the one that stands for none.
fn tick() -> impl Strategy<Value = Tick> {
    (0..u32::MAX).prop_map(Tick)
}

prop_compose! {
    fn header()(epoch: u16, tick in tick(), last_seq: Option<u32>, queue_len: u8, late: bool) -> SnapshotHeader {
        SnapshotHeader { epoch: Epoch(epoch), tick, last_seq: last_seq.map(Seq), queue_len, late }
    }
}

prop_compose! {
    fn input_frame()(
        ack in prop::option::of(tick()),
        newest: u32,
        inputs in prop::collection::vec(input(), 0..=MAX_FRAME_INPUTS),
    ) -> InputFrame {
        InputFrame { ack, newest: Seq(newest), inputs }
    }
}

fn welcome() -> Welcome {
    Welcome {
        version: CurrentVersion,
        epoch: Epoch(3),
        client: ClientId(2),
        level: LevelName("riverbend".into()),
        level_hash: 0x0123_4567_89ab_cdef,
        tick: Tick(150),
        tick_rate_hz: 60,
    }
}

fn bytes_of(message: &[u8]) -> String {
    message.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), kind in 0u8..9) {
        let mut bytes = bytes;
        let _ = (ClientMessage::decode(&bytes), ServerMessage::decode(&bytes));
        if let Some(first) = bytes.first_mut() {
            *first = kind;
        }
        if let Ok(message) = ClientMessage::decode(&bytes) {
            prop_assert_eq!(ClientMessage::decode(&message.encode()), Ok(message));
        }
        if let Ok(message) = ServerMessage::decode(&bytes) {
            prop_assert_eq!(message.encode(), &bytes[..], "a message has one encoding");
        }
    }

    #[test]
    fn an_input_frame_survives_its_bytes_and_no_prefix_of_them_does(frame in input_frame()) {
        let bytes = ClientMessage::Inputs(frame.clone()).encode();
        prop_assert_eq!(bytes.len(), INPUT_FRAME_HEADER_BYTES + frame.inputs.len() * INPUT_BYTES);
        prop_assert_eq!(ClientMessage::decode(&bytes), Ok(ClientMessage::Inputs(frame)));
        for end in 0..bytes.len() {
            let refused = ClientMessage::decode(&bytes[..end]);
            prop_assert!(matches!(refused, Err(WireError { what: Fault::Cut(_), .. })), "{:?}", refused);
        }
    }

    #[test]
    fn a_snapshot_survives_its_bytes(
        header in header(),
        base in prop::option::of(tick()),
        payload in prop::collection::vec(any::<u8>(), 0..50),
    ) {
        let message = ServerMessage::Snapshot(SnapshotFrame { header, base, payload: &payload });
        let bytes = message.encode();
        prop_assert_eq!(ServerMessage::decode(&bytes), Ok(message));
    }
}

#[test]
fn the_messages_have_these_bytes() {
    let inputs = vec![Input::from_bytes([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])];
    let frame = ClientMessage::Inputs(InputFrame { ack: Some(Tick(258)), newest: Seq(5), inputs });
    insta::assert_snapshot!(bytes_of(&frame.encode()), @"07 02 01 00 00 05 00 00 00 01 01 02 03 04 05 06 07 08 09 0a 0b");
    let alone = ClientMessage::Inputs(InputFrame { ack: None, newest: Seq(5), inputs: vec![] });
    insta::assert_snapshot!(bytes_of(&alone.encode()), @"07 ff ff ff ff 05 00 00 00 00");
    insta::assert_snapshot!(
        bytes_of(&ServerMessage::Welcome(welcome()).encode()),
        @"01 01 00 03 00 02 00 09 72 69 76 65 72 62 65 6e 64 ef cd ab 89 67 45 23 01 96 00 00 00 3c 00"
    );
    let header = SnapshotHeader { epoch: Epoch(3), tick: Tick(300), last_seq: Some(Seq(9)), queue_len: 2, late: true };
    let snapshot = ServerMessage::Snapshot(SnapshotFrame { header, base: Some(Tick(291)), payload: &[0xaa] });
    insta::assert_snapshot!(bytes_of(&snapshot.encode()), @"06 03 00 2c 01 00 00 01 09 00 00 00 02 01 23 01 00 00 aa");
}

#[test]
fn too_many_inputs_are_refused_before_they_are_read() {
    let mut bytes = ClientMessage::Inputs(InputFrame { ack: None, newest: Seq(0), inputs: vec![] }).encode();
    bytes[9] = 9;
    let refused = WireError { what: Fault::Count { count: 9, most: 8 }, at: 9 };
    assert_eq!(ClientMessage::decode(&bytes), Err(refused));
}

#[test]
fn bytes_after_the_last_input_are_refused() {
    let mut bytes = ClientMessage::Inputs(InputFrame { ack: None, newest: Seq(0), inputs: vec![] }).encode();
    bytes.push(0);
    assert_eq!(ClientMessage::decode(&bytes), Err(WireError { what: Fault::Trailing(1), at: 10 }));
}

#[test]
fn another_protocol_version_is_refused_by_its_number() {
    let mut bytes = ServerMessage::Welcome(welcome()).encode();
    assert_eq!(ServerMessage::decode(&bytes), Ok(ServerMessage::Welcome(welcome())));
    bytes[1] = 9;
    bytes.truncate(3);
    let refused = ServerMessage::decode(&bytes).unwrap_err();
    assert_eq!(refused.to_string(), "the other end speaks protocol version 9, this one 1 (at byte 1)");
}

#[test]
fn a_kind_belongs_to_one_direction() {
    let bytes = ServerMessage::Welcome(welcome()).encode();
    assert_eq!(ClientMessage::decode(&bytes), Err(WireError { what: Fault::Kind(1), at: 0 }));
}

#[test]
fn epochs_are_ordered_across_the_wrap() {
    assert!(Epoch(0).is_newer_than(Epoch(u16::MAX)));
    assert!(!Epoch(u16::MAX).is_newer_than(Epoch(0)));
    assert!(!Epoch(4).is_newer_than(Epoch(4)));
}
