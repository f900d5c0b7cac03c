use super::*;
use crate::fixture::{OTHER, Scene};

fn other_tracks(scene: &Scene) -> Vec<Track> {
    let frames: Vec<_> = scene.viewer.frames.iter().collect();
    tracks(&scene.truth(), &frames, |frame| &frame.remotes).collect()
}

#[test]
fn a_frame_without_an_entity_ends_its_track() {
    let mut scene = Scene::quiet();
    scene.viewer.frames[100].remotes.clear();
    let lengths: Vec<_> = other_tracks(&scene).iter().map(|track| track.samples.len()).collect();
    assert_eq!(lengths, [100, 499]);
}

#[test]
fn a_stride_is_one_frame_at_sixty_a_second_and_four_at_two_hundred_and_forty() {
    for (fps, frames) in [(30.0, 1), (60.0, 1), (144.0, 3), (240.0, 4)] {
        let track = other_tracks(&Scene::new(fps, 20.0, |seconds| 15.0 * seconds)).remove(0);
        assert_eq!(50 - track.strides[50].unwrap().from_place, frames, "at {fps}");
        assert_eq!(track.frame_steps[50].unwrap().from_place, 49);
        assert!((track.strides[50].unwrap().speed_mps() - 15.0).abs() < 0.01);
    }
}

#[test]
fn a_leap_is_allowed_only_what_truth_did_in_real_time() {
    // Slow for five seconds, then fast: the clock leaps from the one into the other.
    let mut scene = Scene::new(60.0, 20.0, |seconds| seconds + (seconds - 5.0).max(0.0) * 20.0);
    scene.render_at(100, 400.0);
    let step = other_tracks(&scene)[0].frame_steps[100].unwrap();
    assert!((step.near.greatest_mps - 1.0).abs() < 0.01, "{}", step.near.greatest_mps);
    assert!(step.drift_ticks > 200.0 && (step.real_ticks - 1.0).abs() < 1e-3);
}

#[test]
fn a_blend_drifts_by_the_better_of_its_two_ticks() {
    let mut scene = Scene::quiet();
    let behind = scene.render_tick(100);
    scene.other(100).span = Span { first: behind, last: behind + 15.0 };
    scene.other(101).span = Span::at(behind + 16.0);
    let track = other_tracks(&scene).remove(0);
    assert!(track.frame_steps[100].unwrap().drift_ticks.abs() < 1e-3);
    assert!(track.frame_steps[101].unwrap().drift_ticks.abs() < 1e-3);
}

#[test]
fn the_band_is_of_the_true_distance_and_not_of_the_drawn_one() {
    let mut scene = Scene::new(60.0, 100.0, |seconds| 15.0 * seconds);
    scene.other(100).position = [0.0; 3];
    let samples = &other_tracks(&scene)[0].samples;
    assert!(samples.iter().all(|sample| sample.row.entity == OTHER && sample.band == Some(Band::Mid)));
}
