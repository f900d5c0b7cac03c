use proptest::prelude::*;

use super::*;

proptest! {
    #[test]
    fn an_input_survives_its_bytes(bytes in prop::array::uniform11(any::<u8>())) {
        let input = Input::from_bytes(bytes);
        prop_assert_eq!(Input::from_bytes(input.to_bytes()), input);
        prop_assert!(input.drive_axis().abs() <= 1.0 && input.steer_axis().abs() <= 1.0);
    }

    #[test]
    fn an_axis_is_on_its_grid(drive in -2.0f32..2.0, steer in -2.0f32..2.0) {
        let input = Input::from_axes(drive, steer, Keys(0));
        let again = Input::from_axes(input.drive_axis(), input.steer_axis(), Keys(0));
        prop_assert_eq!(again, input);
    }
}

#[test]
fn an_axis_that_is_not_a_number_is_at_rest() {
    assert_eq!(Input::from_axes(f32::NAN, f32::INFINITY, Keys(0)), Input { steer: 127, ..Input::default() });
}

#[test]
fn a_guess_holds_the_axes_and_drops_what_acts_once() {
    let last = Input::from_axes(1.0, -0.5, Keys::HANDBRAKE.with(Keys::RESET).with(Keys::FIRE));
    let guessed = guess(&last, 1);
    assert_eq!((guessed.drive, guessed.steer), (last.drive, last.steer));
    assert_eq!(guessed.keys, Keys::HANDBRAKE);
}

#[test]
fn a_guess_ends_after_half_a_second() {
    let last = Input::from_axes(1.0, 1.0, Keys::HANDBRAKE.with(Keys::BOOST));
    assert_ne!(guess(&last, GUESS_HOLD_TICKS).drive, 0);
    assert_eq!(guess(&last, GUESS_HOLD_TICKS + 1), Input::default());
}
