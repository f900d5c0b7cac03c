use super::*;
use crate::input::Keys;

fn steering(steer: i8) -> Input {
    Input { steer, keys: Keys(0), ..Input::default() }
}

fn history(numbers: impl IntoIterator<Item = u8>) -> InputHistory {
    let mut history = InputHistory::default();
    for number in numbers {
        history.record(Seq(number.into()), steering(number as i8));
    }
    history
}

fn steers(frame: &InputFrame) -> Vec<i8> {
    frame.inputs.iter().map(|input| input.steer).collect()
}

#[test]
fn a_frame_holds_the_last_inputs_newest_first() {
    let frame = history(1..=20).frame(Some(Tick(7)), 4);
    assert_eq!((frame.ack, frame.newest, steers(&frame)), (Some(Tick(7)), Seq(20), vec![20, 19, 18, 17]));
}

#[test]
fn a_frame_never_holds_more_than_the_wire_takes() {
    assert_eq!(steers(&history(1..=20).frame(None, 100)).len(), MAX_FRAME_INPUTS);
}

#[test]
fn a_short_history_makes_a_short_frame() {
    assert_eq!(steers(&history(0..=1).frame(None, 4)), [1, 0]);
    assert_eq!(steers(&history([]).frame(None, 4)), [0; 0]);
}

#[test]
fn an_acknowledgement_travels_alone() {
    let frame = history(1..=3).frame(Some(Tick(9)), 0);
    assert_eq!((frame.newest, frame.inputs.len()), (Seq(3), 0));
}

#[test]
fn inputs_from_before_a_gap_are_not_sent_after_it() {
    assert_eq!(steers(&history([1, 2, 3, 9, 10]).frame(None, 4)), [10, 9]);
}

#[test]
#[should_panic(expected = "in their order")]
fn inputs_are_recorded_in_their_order() {
    history([3, 2]);
}
