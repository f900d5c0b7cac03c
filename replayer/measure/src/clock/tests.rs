use crate::fixture::{DELAY_TICKS, Scene};

/// The clock's counts, with each frame's tick changed.
fn counts(change: impl Fn(usize, f64) -> f64) -> (u64, u64) {
    let mut scene = Scene::quiet();
    for (place, frame) in scene.viewer.frames.iter_mut().enumerate() {
        let clock = frame.clock.as_mut().unwrap();
        clock.render_tick = change(place, clock.render_tick);
    }
    let clock = scene.measure().clock.unwrap();
    (clock.off_pace_frames, clock.backward_ticks)
}

#[test]
fn a_clock_that_runs_like_time_has_its_delay_and_no_faults() {
    let clock = Scene::quiet().measure().clock.unwrap();
    assert_eq!((clock.off_pace_frames, clock.backward_ticks, clock.allowed_drift_frames), (0, 0, 0));
    assert!((clock.error_ticks.max - DELAY_TICKS).abs() < 1e-3 && clock.error_ticks.count == 600);
}

#[test]
fn half_a_tick_in_one_frame_is_off_pace_and_a_third_is_not() {
    assert_eq!(counts(|place, tick| if place >= 100 { tick + 0.33 } else { tick }), (0, 0));
    assert_eq!(counts(|place, tick| if place >= 100 { tick + 0.51 } else { tick }), (1, 0));
}

#[test]
fn a_clock_half_a_tick_slow_in_every_frame_is_off_pace_in_every_frame() {
    let slow = |place: usize, tick: f64| tick - 0.5 * place.saturating_sub(99).min(10) as f64;
    assert_eq!(counts(slow), (10, 0));
}

#[test]
fn a_clock_set_back_runs_backward() {
    assert_eq!(counts(|place, tick| if place >= 100 { tick - 1.1 } else { tick }), (1, 1));
}

#[test]
fn a_drift_by_the_rules_is_counted_apart() {
    let mut scene = Scene::quiet();
    for (place, frame) in scene.viewer.frames.iter_mut().enumerate() {
        let clock = frame.clock.as_mut().unwrap();
        clock.drifting = (100..160).contains(&place);
        clock.render_tick -= 0.05 * place.saturating_sub(99).min(60) as f64;
    }
    let clock = scene.measure().clock.unwrap();
    assert_eq!((clock.off_pace_frames, clock.allowed_drift_frames), (0, 60));
}

#[test]
fn a_client_without_a_clock_has_no_measure_of_it() {
    let mut scene = Scene::quiet();
    scene.viewer.frames.iter_mut().for_each(|frame| frame.clock = None);
    assert_eq!(scene.measure().clock, None);
}
