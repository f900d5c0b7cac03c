use super::*;
use crate::units::math::{angle_between, yaw_rotation};

const TUNING: Tuning = Tuning::DEFAULT;

fn pose(x: f32, yaw_rad: f32) -> Pose {
    Pose::from_parts(Vec3::new(x, 0.0, 0.0), yaw_rotation(yaw_rad))
}

/// The offset after the pose was moved from one to the other.
fn corrected(before: Pose, after: Pose) -> SmoothingOffset {
    let mut offset = SmoothingOffset::default();
    assert!(!offset.correct(&before, &after, TUNING.snap_m));
    offset
}

#[test]
fn what_is_drawn_does_not_move_as_it_is_corrected() {
    let (before, after) = (pose(1.0, 0.2), pose(1.1, -0.1));
    let mut offset = corrected(before, after);
    let shown = offset.apply(&after);
    assert!((shown.translation - before.translation).length() < 1e-6);
    assert!(angle_between(shown.rotation, before.rotation) < 1e-6);
    offset.decay(Micros::from_ms(20), &TUNING);
    let shown = offset.apply(&after);
    offset.correct(&after, &pose(1.3, 0.0), TUNING.snap_m);
    let again = offset.apply(&pose(1.3, 0.0));
    assert!((shown.translation - again.translation).length() < 1e-6);
    assert!(angle_between(shown.rotation, again.rotation) < 1e-6);
}

#[test]
fn the_decay_is_the_same_at_any_frame_rate() {
    let mut whole = corrected(pose(0.1, 0.5), pose(0.0, 0.0));
    let mut parts = whole;
    whole.decay(Micros::from_ms(50), &TUNING);
    (0..10).for_each(|_| parts.decay(Micros::from_ms(5), &TUNING));
    assert!((whole.position() - parts.position()).length() < 1e-6);
    assert!((whole.angle_rad() - parts.angle_rad()).abs() < 1e-6);
    assert!((whole.position().x - 0.1 / std::f32::consts::E).abs() < 1e-6, "1/e of it after 50 ms");
}

#[test]
fn a_correction_beyond_what_the_pace_hides_is_taken_at_once() {
    assert!((snaps_at_m(0.0, &TUNING) - 0.0125).abs() < 1e-6, "1.25 cm at rest");
    assert!((snaps_at_m(80.0 / 3.6, &TUNING) - 0.2778).abs() < 1e-3, "28 cm at 80 km/h");
    assert_eq!(snaps_at_m(1e6, &TUNING), 3.0, "3 m at any pace");
    let mut offset = SmoothingOffset::default();
    assert!(offset.correct(&pose(0.4, 0.1), &pose(0.0, 0.0), snaps_at_m(0.0, &TUNING)));
    assert_eq!(offset, SmoothingOffset::default());
}

#[test]
fn an_eased_correction_adds_no_more_than_a_quarter_to_the_pace() {
    for pace_mps in [0.0, 5.0, 22.0, 60.0] {
        let mut offset = corrected(pose(snaps_at_m(pace_mps, &TUNING) * 0.999, 0.0), pose(0.0, 0.0));
        for _ in 0..30 {
            let before = offset.position().x;
            offset.decay(Micros(16_667), &TUNING);
            let added_mps = (before - offset.position().x) * 60.0;
            assert!(added_mps <= TUNING.blend_mps(pace_mps) + 1e-4, "{added_mps} at {pace_mps}");
        }
    }
}

#[test]
fn a_neighbours_offset_goes_by_its_pace_however_large_it_is() {
    let mut offset = corrected(pose(1.0, 0.3), pose(0.0, 0.0));
    let mut frames = 0;
    while offset.position().x > 1e-3 {
        let before = offset.position().x;
        offset.decay_at_pace(Micros(16_667), 10.0, &TUNING);
        assert!((before - offset.position().x) * 60.0 <= 2.5 + 1e-3);
        frames += 1;
    }
    assert!((24..50).contains(&frames), "0.4 s at 2.5 m/s, and the tail: {frames} frames");
}

#[test]
fn a_turn_takes_the_shorter_way_round() {
    let before = Pose::from_parts(Vec3::ZERO, -yaw_rotation(0.2));
    assert!((corrected(before, pose(0.0, 0.0)).angle_rad() - 0.2).abs() < 1e-6);
}
