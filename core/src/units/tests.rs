use super::math::*;
use super::*;

#[test]
fn sequence_numbers_are_ordered_across_the_wrap() {
    let last = Seq(u32::MAX);
    assert!(last.next().is_newer_than(last));
    assert!(!last.is_newer_than(last.next()));
    assert_eq!(last.next().distance_from(last), 1);
    assert_eq!(last.minus(3).distance_from(last), -3);
    assert!(!last.is_newer_than(last));
}

#[test]
fn a_tick_is_due_without_accumulated_error() {
    assert_eq!(Tick(60 * 3600).due(), Micros(3600 * 1_000_000));
    assert_eq!(Tick(1).due(), Micros(16_666));
    assert_eq!(Tick(3).due(), Micros(50_000));
}

#[test]
fn an_entity_id_survives_its_bits() {
    let id = EntityId::new(65_535, 254);
    assert_eq!(EntityId::from_bits(id.bits()), id);
    assert_ne!(EntityId::new(3, 1).bits(), EntityId::new(3, 2).bits());
}

#[test]
fn yaw_is_read_back_from_its_rotation() {
    for degrees in (-179..180).step_by(7) {
        let yaw = (degrees as f32).to_radians();
        assert!((yaw_of(yaw_rotation(yaw)) - yaw).abs() < 1e-5, "{degrees}");
    }
    let left = yaw_rotation(std::f32::consts::FRAC_PI_2) * FORWARD;
    assert!((left - AXLE).length() < 1e-6, "a positive yaw turns +z towards +x, got {left}");
}

#[test]
fn a_small_angle_between_rotations_is_not_lost_to_rounding() {
    let small = 0.0005;
    let angle = angle_between(yaw_rotation(1.0), yaw_rotation(1.0 + small));
    assert!((angle - small).abs() < 1e-6, "{angle}");
    assert_eq!(angle_between(yaw_rotation(1.0), yaw_rotation(1.0)), 0.0);
}

#[test]
fn an_angle_is_wrapped_into_one_turn() {
    use std::f32::consts::PI;
    assert!((wrap_angle(3.0 * PI) - PI).abs() < 1e-5);
    assert!((wrap_angle(-0.5) + 0.5).abs() < 1e-6);
    assert!(wrap_angle(100.0).abs() <= PI);
}
