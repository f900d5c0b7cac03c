use proptest::prelude::*;

use super::*;
use crate::wire::InputHistory;

/// An input that can be told from others by its steering.
fn steering(steer: i8) -> Input {
    Input { steer, ..Input::default() }
}

fn pressing(keys: Keys) -> Input {
    Input { keys, ..Input::default() }
}

/// A frame of inputs given oldest first.
fn frame(newest: u32, inputs: &[Input]) -> InputFrame {
    InputFrame { ack: None, newest: Seq(newest), inputs: inputs.iter().rev().copied().collect() }
}

fn queue_with(frames: &[InputFrame]) -> InputQueue {
    let mut queue = InputQueue::default();
    frames.iter().for_each(|frame| queue.handle_frame(frame));
    queue
}

fn step(queue: &mut InputQueue) -> Run {
    queue.step().unwrap()
}

fn steps(queue: &mut InputQueue, count: usize) {
    for _ in 0..count {
        queue.step();
    }
}

#[test]
fn nothing_runs_before_the_first_input() {
    let mut queue = queue_with(&[frame(5, &[])]);
    assert_eq!((queue.step(), queue.last_seq()), (None, None));
}

#[test]
fn inputs_run_by_their_numbers_whatever_order_they_came_in() {
    let mut queue = queue_with(&[frame(10, &[steering(10)]), frame(12, &[steering(12)]), frame(11, &[steering(11)])]);
    assert_eq!(queue.len(), 3);
    let runs: Vec<_> = (0..3).map(|_| step(&mut queue)).map(|run| (run.seq.0, run.input.steer, run.guessed)).collect();
    assert_eq!(runs, [(10, 10, false), (11, 11, false), (12, 12, false)]);
    assert_eq!((queue.last_seq(), queue.counts()), (Some(Seq(12)), InputCounts::default()));
}

#[test]
fn a_missing_input_is_guessed_and_its_tick_is_spent() {
    let mut queue = queue_with(&[frame(1, &[steering(9)]), frame(3, &[steering(3)])]);
    step(&mut queue);
    assert_eq!(step(&mut queue), Run { seq: Seq(2), input: steering(9), guessed: true });
    queue.handle_frame(&frame(2, &[steering(2)]));
    assert_eq!(step(&mut queue), Run { seq: Seq(3), input: steering(3), guessed: false });
    assert_eq!(queue.counts(), InputCounts { guessed: 1, late: 1, ..InputCounts::default() });
}

#[test]
fn a_late_input_keeps_only_its_presses_and_a_copy_of_it_nothing() {
    let late = Input { steer: 50, keys: Keys::RESET.with(Keys::HANDBRAKE), ..Input::default() };
    let mut queue = queue_with(&[frame(1, &[steering(9)])]);
    step(&mut queue);
    step(&mut queue);
    queue.handle_frame(&frame(2, &[late]));
    queue.handle_frame(&frame(3, &[late, steering(3)]));
    assert_eq!(step(&mut queue).input, Input { keys: Keys::RESET, ..steering(3) });
    queue.handle_frame(&frame(2, &[late]));
    assert_eq!(step(&mut queue).input, steering(3), "a guess on what was sent, not on what was carried to it");
    assert_eq!((queue.counts().late, queue.counts().duplicate), (1, 2));
}

#[test]
fn two_late_presses_of_one_key_are_two_presses() {
    let mut queue = queue_with(&[frame(1, &[Input::default()])]);
    steps(&mut queue, 3);
    queue.handle_frame(&frame(3, &[pressing(Keys::ENTER), pressing(Keys::ENTER.with(Keys::HORN))]));
    assert_eq!(step(&mut queue).input.keys, Keys::ENTER.with(Keys::HORN));
    assert_eq!(step(&mut queue).input.keys, Keys::ENTER);
    assert_eq!(step(&mut queue).input.keys, Keys(0));
}

#[test]
fn a_client_too_far_ahead_loses_its_oldest_inputs_but_no_press() {
    let mut queue = queue_with(&[frame(1, &[pressing(Keys::ENTER)])]);
    (2..=11).for_each(|number| queue.handle_frame(&frame(number, &[steering(number as i8)])));
    assert_eq!((queue.len(), queue.counts().dropped), (8, 3));
    let run = step(&mut queue);
    assert_eq!((run.seq, run.input), (Seq(4), Input { keys: Keys::ENTER, ..steering(4) }));
    queue.handle_frame(&frame(1, &[pressing(Keys::ENTER)]));
    assert_eq!(step(&mut queue).input, steering(5), "the copy of an input that was given up presses nothing");
}

#[test]
fn numbers_that_a_stalled_client_leaves_out_are_guessed() {
    let mut queue = queue_with(&[frame(1, &[steering(9)]), frame(4, &[steering(4)])]);
    let guessed: Vec<_> = (0..4).map(|_| step(&mut queue).guessed).collect();
    assert_eq!(guessed, [false, true, true, false]);
}

#[test]
fn a_silent_client_lets_go_of_the_controls_after_half_a_second() {
    let mut queue = queue_with(&[frame(1, &[Input { drive: 127, ..Input::default() }])]);
    let driven = (0..200).take_while(|_| step(&mut queue).input.drive != 0).count();
    assert_eq!(driven, 1 + crate::input::GUESS_HOLD_TICKS as usize);
}

#[test]
fn an_input_older_than_the_memory_presses_nothing() {
    let mut queue = queue_with(&[frame(100, &[Input::default()])]);
    steps(&mut queue, MEMORY_TICKS + 1);
    queue.handle_frame(&frame(100, &[pressing(Keys::RESET)]));
    assert_eq!((step(&mut queue).input.keys, queue.counts().dropped), (Keys(0), 1));
}

#[test]
fn one_number_far_astray_changes_nothing() {
    let mut queue = queue_with(&[frame(10, &[steering(10)]), frame(1_000_000, &[steering(99)])]);
    for number in 11..100 {
        assert_eq!(step(&mut queue).input, steering(number as i8 - 1));
        queue.handle_frame(&frame(number, &[steering(number as i8)]));
    }
    assert_eq!(queue.counts(), InputCounts { dropped: 1, ..InputCounts::default() });
}

#[test]
fn a_client_that_counts_from_elsewhere_is_followed_after_half_a_second() {
    for elsewhere in [1u32, 50_000] {
        let mut queue = queue_with(&[frame(10_000, &[steering(1)])]);
        let mut followed_after = None;
        for tick in 0..100 {
            queue.handle_frame(&frame(elsewhere + tick, &[steering(7)]));
            if step(&mut queue).seq == Seq(elsewhere + tick) {
                followed_after = followed_after.or(Some(tick));
            }
        }
        assert_eq!(followed_after, Some(RESTART_TICKS), "from {elsewhere}");
        assert!(!step(&mut queue).input.keys.holds(Keys::RESET));
    }
}

#[test]
fn the_burst_that_ends_a_long_stall_does_not_turn_the_count_back() {
    let mut queue = queue_with(&[frame(0, &[steering(1)])]);
    steps(&mut queue, 200);
    (1..=202).for_each(|number| queue.handle_frame(&frame(number, &[steering(2)])));
    assert_eq!(step(&mut queue), Run { seq: Seq(200), input: steering(2), guessed: false });
}

/// What the link does to one frame: the ticks that each copy of it takes; no copy where it is lost.
fn link(most_ticks: usize) -> impl Strategy<Value = Vec<Vec<usize>>> {
    let copies = prop::collection::vec(0..=most_ticks, 0..3);
    prop::collection::vec(copies, 150)
}

/// A client that sends its last four inputs every tick, over `link`, to a queue that is stepped every tick. Yields the
/// runs, and how many presses reached the queue in at least one copy.
fn play(link: &[Vec<usize>], presses: &[bool]) -> (Vec<Run>, usize, InputQueue) {
    let (mut history, mut queue, mut runs) = (InputHistory::default(), InputQueue::default(), vec![]);
    let mut in_flight: Vec<Vec<InputFrame>> = vec![vec![]; link.len() + 20];
    let mut arrived = vec![false; link.len()];
    for (tick, copies) in link.iter().enumerate() {
        history.record(Seq(tick as u32), pressing(if presses[tick] { Keys::ENTER } else { Keys(0) }));
        for ticks in copies {
            in_flight[tick + ticks].push(history.frame(None, 4));
            arrived[tick.saturating_sub(3)..=tick].fill(true);
        }
        in_flight[tick].iter().for_each(|frame| queue.handle_frame(frame));
        runs.extend(queue.step());
    }
    for frames in &in_flight[link.len()..] {
        frames.iter().for_each(|frame| queue.handle_frame(frame));
    }
    (0..300).for_each(|_| runs.extend(queue.step()));
    let reached = presses.iter().zip(&arrived).filter(|(pressed, arrived)| **pressed && **arrived).count();
    (runs, reached, queue)
}

proptest! {
    #[test]
    fn each_press_that_arrives_acts_once(
        link in link(15),
        presses in prop::collection::vec(prop::bool::weighted(0.1), 150),
    ) {
        let (runs, reached, _) = play(&link, &presses);
        let acted = runs.iter().filter(|run| run.input.keys.holds(Keys::ENTER)).count();
        prop_assert_eq!(acted, reached);
        prop_assert!(runs.windows(2).all(|pair| pair[1].seq.is_newer_than(pair[0].seq)));
    }

    #[test]
    fn each_step_runs_the_next_tick(link in link(4), presses in prop::collection::vec(any::<bool>(), 150)) {
        let (runs, _, queue) = play(&link, &presses);
        prop_assert!(runs.windows(2).all(|pair| pair[1].seq == pair[0].seq.next()));
        prop_assert_eq!(queue.counts().dropped, 0);
        prop_assert!(queue.waiting.len() <= QUEUE_TICKS);
    }

    #[test]
    fn any_numbers_keep_the_queue_in_its_bounds(newest in prop::collection::vec(any::<u32>(), 50), close: bool) {
        let mut queue = InputQueue::default();
        for number in newest {
            let number = if close { number % 200 } else { number };
            queue.handle_frame(&frame(number, &[pressing(Keys::PRESSES); 8]));
            queue.step();
            prop_assert!(queue.waiting.len() <= QUEUE_TICKS && queue.carried.len() <= CARRIED_INPUTS);
        }
    }
}
