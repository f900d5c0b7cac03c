use proptest::prelude::*;

use super::*;

fn round_trip<T: Wire + PartialEq + std::fmt::Debug>(value: T) {
    let mut writer = Writer::default();
    writer.put(&value);
    let bytes = writer.into_bytes();
    let mut reader = Reader::new(&bytes);
    assert_eq!(reader.get::<T>(), Ok(value));
    assert_eq!(reader.finish(), Ok(()));
}

proptest! {
    #[test]
    fn a_value_survives_its_bytes(a: u8, b: u16, c: u32, d: u64, e: i16, f: bool) {
        round_trip(a);
        round_trip(b);
        round_trip(d);
        round_trip(e);
        round_trip(f);
        round_trip(Seq(c));
        round_trip(Some(Seq(c)));
        round_trip(Some(Tick(c.min(u32::MAX - 1))));
    }
}

#[test]
fn what_is_missing_survives_its_bytes() {
    round_trip(None::<Tick>);
    round_trip(None::<Seq>);
}

#[test]
fn numbers_are_little_endian() {
    let mut writer = Writer::default();
    writer.put(&0x0102_0304u32);
    assert_eq!(writer.into_bytes(), [4, 3, 2, 1]);
}

#[test]
fn a_refusal_says_where_and_by_how_much() {
    let mut reader = Reader::new(&[1, 2, 3]);
    assert_eq!(reader.get(), Ok(1u8));
    let error = reader.get::<u32>().unwrap_err();
    assert_eq!(error, WireError { what: Fault::Cut(2), at: 1 });
    assert_eq!(error.to_string(), "the message ends 2 bytes early (at byte 1)");
    assert_eq!(reader.finish(), Err(WireError { what: Fault::Trailing(2), at: 1 }));
}

#[test]
fn a_flag_is_yes_or_no() {
    assert_eq!(Reader::new(&[2]).get::<bool>(), Err(WireError { what: Fault::Flag(2), at: 0 }));
}

#[test]
#[should_panic(expected = "stands for none")]
fn the_tick_that_stands_for_none_is_never_written() {
    Writer::default().put(&Some(Tick(u32::MAX)));
}
