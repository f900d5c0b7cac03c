use super::*;
use crate::units::math::{angle_between, yaw_rotation};

const TUNING: Tuning = Tuning::DEFAULT;

/// A measurement on the z axis.
fn at(tick: u32, z: f32, speed_mps: f32) -> Measurement {
    Measurement {
        tick: Tick(tick),
        position: Vec3::new(0.0, 0.0, z),
        rotation: Quat::IDENTITY,
        velocity: Vec3::new(0.0, 0.0, speed_mps),
        spin: Vec3::ZERO,
    }
}

fn buffer(kind: PathKind, measurements: &[Measurement]) -> RemoteBuffer {
    let mut buffer = RemoteBuffer::new(kind, measurements[0], 0);
    measurements[1..].iter().for_each(|measured| assert!(buffer.push(*measured, &TUNING)));
    buffer
}

/// Places along z, a tick apart.
fn places(buffer: &RemoteBuffer, ticks: std::ops::RangeInclusive<u32>, tuning: &Tuning) -> Vec<f32> {
    ticks.map(|tick| buffer.pose_at(f64::from(tick), tuning).position.z).collect()
}

/// Speeds along z from one place to the next, in m/s.
fn speeds(places: &[f32]) -> Vec<f32> {
    places.windows(2).map(|pair| (pair[1] - pair[0]) / TICK_SECONDS).collect()
}

fn greatest_step(speeds: &[f32]) -> f32 {
    speeds.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max)
}

/// Frames a tick apart that draw an entity six ticks behind, where it is measured every third tick and a measurement
/// comes `late_ticks` of its tick after it. The frame of tick t is at index t - `from`.
fn drive(
    from: u32,
    frames: u32,
    truth: impl Fn(u32) -> Measurement,
    late_ticks: impl Fn(u32) -> u32,
    tuning: &Tuning,
) -> Vec<RemotePose> {
    let mut buffer = RemoteBuffer::new(PathKind::Curve, truth(from - 9), 0);
    let frame = |now: u32| {
        for measured in (from - 6..=now).step_by(3).filter(|tick| tick + late_ticks(*tick) <= now) {
            buffer.push(truth(measured), tuning);
        }
        buffer.draw(f64::from(now) - 6.0, tuning)
    };
    (from..from + frames).map(frame).collect()
}

/// A car that is measured at 15 m/s.
fn steady(tick: u32) -> Measurement {
    at(tick, tick as f32 * 0.25, 15.0)
}

/// Lateness through a stall in which nothing comes from tick 120 to tick 138, and everything then.
fn stalled(tick: u32) -> u32 {
    if (120..138).contains(&tick) { 138 - tick } else { 0 }
}

#[test]
fn a_car_gaining_speed_is_drawn_without_steps_of_its_speed() {
    let far_apart: Vec<_> = (0..6)
        .map(|turn| {
            let seconds = (turn * 12) as f32 * TICK_SECONDS;
            at(turn * 12, 5.0 * seconds + 1.25 * seconds * seconds, 5.0 + 2.5 * seconds)
        })
        .collect();
    let car = buffer(PathKind::Curve, &far_apart);
    let curve = greatest_step(&speeds(&places(&car, 0..=60, &TUNING)));
    let mut straight = TUNING;
    straight.faults.straight_lines = true;
    let line = greatest_step(&speeds(&places(&car, 0..=60, &straight)));
    assert!(curve < 0.06, "2.5 m/s² is 0.042 m/s a tick; drawn {curve}");
    assert!((0.45..0.55).contains(&line), "the straight line steps by {line}");
}

#[test]
fn a_car_that_hits_a_wall_never_goes_past_it_nor_back() {
    let car = buffer(PathKind::Curve, &[at(0, 0.0, 10.0), at(3, 0.2, 0.0), at(6, 0.2, 0.0)]);
    let places = places(&car, 0..=6, &TUNING);
    assert!(places.windows(2).all(|pair| pair[1] >= pair[0]), "{places:?}");
    assert!(places.iter().all(|z| *z <= 0.2));
    assert_eq!(places[2], 0.2, "it stops when its pace has brought it there, it does not crawl");
}

#[test]
fn a_car_that_brakes_is_drawn_slower_and_slower() {
    let braking = |tick: u32| {
        let seconds = tick as f32 * TICK_SECONDS;
        at(tick, 2.0 * seconds - 5.0 * seconds * seconds, 2.0 - 10.0 * seconds)
    };
    let car = buffer(PathKind::Curve, &[braking(0), braking(12)]);
    let speeds = speeds(&places(&car, 0..=12, &TUNING));
    assert!(speeds.windows(2).all(|pair| pair[1] < pair[0]) && speeds[11] >= 0.0, "{speeds:?}");
}

#[test]
fn a_blow_is_drawn_on_a_straight_line() {
    let car = buffer(PathKind::Curve, &[at(0, 0.0, 10.0), at(3, 0.1, -12.0)]);
    let mid = car.pose_at(1.5, &TUNING);
    assert!((mid.position.z - 0.05).abs() < 1e-6 && (mid.velocity.z - 2.0).abs() < 1e-4);
}

#[test]
fn a_start_is_not_spread_over_the_stand_before_it() {
    for kind in [PathKind::Curve, PathKind::Line] {
        let entity = buffer(kind, &[at(0, 0.0, 0.0), at(600, 0.06, 1.4)]);
        assert_eq!(entity.pose_at(597.0, &TUNING).position.z, 0.0, "{kind:?}");
        assert!((entity.pose_at(599.999, &TUNING).position.z - 0.06).abs() < 1e-3, "{kind:?}");
    }
}

#[test]
fn a_walker_stops_at_its_own_pace() {
    let ten_ticks = 1.4 * 10.0 * TICK_SECONDS;
    let walker = buffer(PathKind::Line, &[at(0, 0.0, 1.4), at(12, ten_ticks, 0.0)]);
    let speeds = speeds(&places(&walker, 0..=12, &TUNING));
    assert!(speeds[..10].iter().all(|speed| (speed - 1.4).abs() < 1e-3), "{speeds:?}");
    assert!(speeds[10..].iter().all(|speed| speed.abs() < 1e-3), "{speeds:?}");
}

#[test]
fn what_moves_is_carried_on_for_nine_ticks_and_then_held() {
    let car = buffer(PathKind::Curve, &[steady(0), steady(3)]);
    let pose = |tick: f64| car.pose_at(tick, &TUNING);
    assert_eq!((pose(2.0).source, pose(2.0).from, pose(2.0).to), (Source::Interpolated, Tick(0), Tick(3)));
    assert_eq!((pose(8.0).source, pose(8.0).position.z), (Source::Extrapolated, 0.75 + 5.0 * 0.25));
    assert_eq!(pose(12.0).source, Source::Held);
    assert_eq!((pose(12.0).position.z, pose(40.0).position.z), (3.0, 3.0));
    assert_eq!(pose(40.0).velocity, Vec3::ZERO);
}

#[test]
fn what_spins_is_turned_on() {
    let spinning = Measurement { spin: Vec3::Y, ..steady(3) };
    let car = buffer(PathKind::Curve, &[steady(0), spinning]);
    assert!(angle_between(car.pose_at(9.0, &TUNING).rotation, yaw_rotation(0.1)) < 1e-5);
}

#[test]
fn what_is_at_rest_is_held_where_it_was_measured() {
    let parked = buffer(PathKind::Curve, &[at(0, 5.0, REST_MPS)]);
    assert_eq!(parked.pose_at(4.0, &TUNING).position.z, 5.0);
    assert_eq!(parked.pose_at(4.0, &TUNING).source, Source::Held);
    assert!(!at(0, 5.0, REST_MPS + 0.01).is_at_rest());
}

#[test]
fn a_measurement_that_is_no_news_is_ignored_and_eight_are_kept() {
    let mut car = buffer(PathKind::Curve, &(0..20).map(|turn| steady(turn * 3)).collect::<Vec<_>>());
    assert!(!car.push(at(57, 9.0, 0.0), &TUNING) && !car.push(at(30, 9.0, 0.0), &TUNING));
    assert_eq!(car.newest(), &steady(57));
    assert_eq!((car.measurements.len(), car.pose_at(0.0, &TUNING).from), (MEASUREMENTS, Tick(36)));
}

#[test]
fn a_steady_car_on_a_steady_link_is_drawn_where_it_was() {
    for pose in drive(60, 120, steady, |_| 2, &TUNING) {
        assert!((pose.position.z as f64 - pose.tick * 0.25).abs() < 1e-4);
        assert_eq!(pose.source, Source::Interpolated);
    }
}

#[test]
fn after_a_stall_a_car_catches_up_at_a_quarter_again_its_pace() {
    let drawn = drive(60, 240, steady, stalled, &TUNING);
    let speeds = speeds(&drawn.iter().map(|pose| pose.position.z).collect::<Vec<_>>());
    let fastest = speeds.iter().copied().fold(0.0, f32::max);
    assert!((18.7..15.0 * 1.25 + 0.01).contains(&fastest), "{fastest}");
    assert!(speeds.iter().all(|speed| *speed >= 0.0));
    assert_eq!(speeds.iter().filter(|speed| **speed == 0.0).count(), 5, "held past the nine ticks");
    let last = drawn[drawn.len() - 1];
    assert!((last.position.z as f64 - last.tick * 0.25).abs() < 1e-3 && last.source == Source::Interpolated);
    assert!(drawn.iter().any(|pose| pose.source == Source::Blending));
}

#[test]
fn the_velocity_of_a_pose_is_the_one_it_is_drawn_moving_at() {
    let drawn = drive(60, 240, steady, stalled, &TUNING);
    for pair in drawn.windows(2).filter(|pair| pair[1].source == Source::Blending) {
        let moved = (pair[1].position.z - pair[0].position.z) / TICK_SECONDS;
        let jumped_in = pair[0].source != Source::Blending;
        assert!(jumped_in || (moved - pair[1].velocity.z).abs() < 0.02, "{moved} against {}", pair[1].velocity.z);
    }
}

#[test]
fn without_smoothing_a_late_measurement_is_a_leap() {
    let mut tuning = TUNING;
    tuning.faults.no_smoothing = true;
    let drawn = drive(60, 240, steady, stalled, &tuning);
    let places: Vec<_> = drawn.iter().map(|pose| pose.position.z).collect();
    assert!(speeds(&places).iter().copied().fold(0.0, f32::max) > 50.0);
}

#[test]
fn a_fixed_blend_dashes() {
    let mut tuning = TUNING;
    tuning.faults.fixed_blend = true;
    let drawn = drive(60, 240, steady, stalled, &tuning);
    let places: Vec<_> = drawn.iter().map(|pose| pose.position.z).collect();
    assert!(speeds(&places).iter().copied().fold(0.0, f32::max) > 15.0 * 1.25);
}

#[test]
fn a_small_difference_is_drawn_away_over_six_ticks() {
    let mut car = buffer(PathKind::Curve, &[steady(0), steady(3)]);
    car.draw(6.0, &TUNING);
    car.push(at(6, 1.5 + 0.02, 15.0), &TUNING);
    let left: Vec<_> = (7..=13).map(|tick| car.draw(f64::from(tick), &TUNING)).collect();
    let offset = |pose: &RemotePose| (pose.tick as f32 * 0.25 + 0.02 - pose.position.z).abs();
    assert!(left.windows(2).all(|pair| offset(&pair[1]) <= offset(&pair[0]) + 1e-5));
    assert!(offset(&left[2]) > 0.005 && offset(&left[5]) < 1e-4);
}

#[test]
fn a_difference_of_metres_is_taken_at_once() {
    let mut parked = buffer(PathKind::Curve, &[at(0, 0.0, 0.0)]);
    parked.draw(2.0, &TUNING);
    parked.push(at(1, 5.0, 0.0), &TUNING);
    assert_eq!(parked.draw(3.0, &TUNING).position.z, 5.0);

    let mut car = buffer(PathKind::Curve, &[steady(0)]);
    car.draw(6.0, &TUNING);
    car.push(at(3, 40.0, 15.0), &TUNING);
    assert_eq!(car.draw(6.0, &TUNING).position.z, 40.75, "moving or not");
}

#[test]
fn a_car_that_crashed_unheard_of_is_not_drawn_crawling_back() {
    let mut car = buffer(PathKind::Curve, &[at(0, 0.0, 30.0)]);
    assert_eq!(car.draw(9.0, &TUNING).position.z, 4.5);
    car.push(at(3, 0.5, 0.0), &TUNING);
    assert_eq!(car.draw(10.0, &TUNING).position.z, 0.5);
}

#[test]
fn a_difference_of_rotation_turns_by_less_than_is_noticed() {
    let mut car = buffer(PathKind::Curve, &[steady(0), steady(3)]);
    let mut before = car.draw(9.0, &TUNING);
    car.push(Measurement { rotation: yaw_rotation(0.5), ..steady(6) }, &TUNING);
    for tick in 10..60 {
        let pose = car.draw(f64::from(tick), &TUNING);
        assert!(angle_between(before.rotation, pose.rotation).to_degrees() < 1.6);
        before = pose;
    }
    assert!(angle_between(before.rotation, yaw_rotation(0.5)) < 1e-3);
}

#[test]
fn the_delay_follows_the_tier_at_five_per_cent() {
    let mut car = buffer(PathKind::Curve, &(0..8).map(|turn| steady(turn * 30)).collect::<Vec<_>>());
    car.draw(10.0, &TUNING);
    car.set_tier_delay(3);
    let ticks: Vec<_> = (11..=80).map(|tick| car.draw(f64::from(tick), &TUNING).tick).collect();
    assert!(ticks.windows(2).all(|pair| (0.95 - 1e-9..=1.0 + 1e-9).contains(&(pair[1] - pair[0]))));
    assert!((car.delay_ticks() - 3.0).abs() < 1e-9);
    car.set_tier_delay(0);
    let back = car.draw(81.0, &TUNING).tick - ticks[ticks.len() - 1];
    assert!((back - 1.05).abs() < 1e-9);
}
