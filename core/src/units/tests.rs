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

#[test]
fn lanes_choose_compare_and_add_up_each_by_itself() {
    use super::lanes::{Vec3x4, f32x4, greater, lesser};
    use super::math::Vec3;

    let (a, b) = (f32x4::from([1.0, f32::NAN, -0.0, 5.0]), f32x4::from([2.0, 3.0, 0.0, -5.0]));
    assert_eq!(lesser(a, b).to_array()[0], 1.0);
    assert!(lesser(a, b).to_array()[1].is_nan(), "the first where one is no number");
    assert_eq!((lesser(b, a).to_array()[1], greater(b, a).to_array()[1]), (3.0, 3.0));
    assert_eq!((lesser(a, b).to_array()[3], greater(a, b).to_array()[3]), (-5.0, 5.0));

    let vectors = [Vec3::X, Vec3::new(1e8, 2.0, 0.0), Vec3::new(-1e8, 0.0, 3.0), Vec3::ONE];
    let four = Vec3x4::from(vectors);
    assert_eq!([0, 1, 2, 3].map(|lane| four.lane(lane)), vectors);
    assert_eq!(four.sum(), ((vectors[0] + vectors[1]) + vectors[2]) + vectors[3], "in their order");
    assert_eq!(four.bounds(), (Vec3::new(-1e8, 0.0, 0.0), Vec3::new(1e8, 2.0, 3.0)));
    let mask = greater(b, f32x4::ZERO).simd_gt(f32x4::from([2.5, 2.5, -1.0, -1.0]));
    assert_eq!([0, 1, 2].map(|lane| four.or(mask, Vec3x4::ZERO).lane(lane)), [Vec3::ZERO, vectors[1], vectors[2]]);
    assert_eq!(four.cross(Vec3x4::splat(Vec3::Y)).lane(0), Vec3::Z);
    assert_eq!(Vec3x4::splat(Vec3::new(0.0, 3.0, 4.0)).normalize().lane(3), Vec3::new(0.0, 0.6, 0.8));
}
