use super::*;
use crate::fixture::{DELAY_TICKS, LEAD_TICKS, OTHER, Scene};
use crate::geometry::lerp;
use crate::rows::{DrawnRow, SampleRow, Source, Span};

/// The other car's numbers in its own band.
fn near(scene: &Scene) -> Remotes {
    let measures = scene.measure();
    assert_eq!(measures.remotes.near.frames, measures.remotes.all.frames, "the car is near all the time");
    measures.remotes.near
}

/// Every count that a faultless picture must leave at 0.
fn faults(remotes: &Remotes) -> [u64; 8] {
    [
        remotes.teleports,
        remotes.freezes,
        remotes.backward,
        remotes.heading_steps,
        remotes.off_pace_frames,
        remotes.bursts,
        remotes.drags,
        (remotes.spikes_per_min + remotes.contact_spikes_per_min).ceil() as u64,
    ]
}

#[test]
fn a_true_picture_has_no_faults_at_any_frame_rate() {
    for fps in [20.0, 30.0, 60.0, 90.0, 144.0, 240.0] {
        let mut scene = Scene::new(fps, 20.0, |seconds| 15.0 * seconds - 3.0 * seconds.cos());
        scene.settings.wire_quantum_m = 0.0;
        let remotes = near(&scene);
        assert_eq!(faults(&remotes), [0; 8], "at {fps} frames a second");
        assert!((0.9..1.01).contains(&remotes.speed_ratio.p50) && remotes.speed_ratio.max < 1.01, "at {fps}");
        // A frame's time is rounded to a microsecond.
        assert!(remotes.speed_error.max < 0.01 && remotes.position_error_m.max < 1e-9, "at {fps}");
        assert_eq!((remotes.missing_share, remotes.ghost_share, remotes.freeze_share), (0.0, 0.0, 0.0));
        assert_eq!(remotes.sources.interpolated, 1.0);
        assert!(remotes.true_path_m > 100.0);
    }
}

#[test]
fn uneven_frames_are_no_fault() {
    let mut scene = Scene::quiet();
    // A frame of 100 ms, and every other frame dropped for a while.
    scene.viewer.frames.drain(100..105);
    for place in 200..220 {
        scene.viewer.frames.remove(place);
    }
    assert_eq!(faults(&near(&scene)), [0; 8]);
}

#[test]
fn a_clamped_clock_freezes_and_leaps() {
    let mut scene = Scene::quiet();
    let clamped = scene.render_tick(100);
    for frame in 101..=110 {
        scene.render_at(frame, clamped);
    }
    let remotes = near(&scene);
    assert_eq!(remotes.freezes, 1);
    assert!((160.0..175.0).contains(&remotes.freeze_longest_ms), "{}", remotes.freeze_longest_ms);
    assert!((remotes.freeze_share - 10.0 / 599.0).abs() < 1e-4);
    assert_eq!(remotes.teleports, 1);
    assert!((2.0..3.0).contains(&remotes.teleport_max_m), "{}", remotes.teleport_max_m);
    assert!(remotes.speed_ratio.max > 10.0);
    assert_eq!(remotes.off_pace_frames, 11);
    assert_eq!(remotes.position_error_m.max, 0.0, "each frame shows a true place: only time is broken");
}

#[test]
fn a_pose_that_stands_while_its_tick_runs_on_is_a_freeze_from_two_frames_on() {
    for (frames, freezes) in [(1, 0), (2, 1)] {
        let mut scene = Scene::quiet();
        let position = scene.other(100).position;
        for frame in 101..=100 + frames {
            *scene.other(frame) = DrawnRow { position, source: Source::Held, ..*scene.other(frame) };
        }
        assert_eq!(near(&scene).freezes, freezes, "{frames} frames");
    }
}

#[test]
fn a_freeze_is_found_at_a_high_frame_rate_and_as_long() {
    for fps in [30.0, 144.0, 240.0] {
        let mut scene = Scene::new(fps, 20.0, |seconds| 15.0 * seconds);
        let clamped = scene.render_tick(100);
        let frames = (fps * 0.15).ceil() as usize;
        for frame in 101..=100 + frames {
            scene.render_at(frame, clamped);
        }
        let remotes = near(&scene);
        assert_eq!((remotes.freezes, remotes.teleports), (1, 1), "at {fps}");
        assert!((130.0..190.0).contains(&remotes.freeze_longest_ms), "at {fps}: {}", remotes.freeze_longest_ms);
    }
}

#[test]
fn a_slow_clock_is_off_pace_from_eight_percent_on() {
    for (slow_ticks, is_off) in [(0.05, false), (0.08, true), (0.5, true)] {
        let mut scene = Scene::quiet();
        for frame in 100..140 {
            let tick = scene.render_tick(frame) - slow_ticks * (frame - 99) as f64;
            scene.render_at(frame, tick);
        }
        // And back to time, at a pace that is allowed.
        let behind = slow_ticks * 40.0;
        for frame in 140..scene.frames() {
            let tick = scene.render_tick(frame) - (behind - 0.05 * (frame - 139) as f64).max(0.0);
            scene.render_at(frame, tick);
        }
        let off_pace_frames = near(&scene).off_pace_frames;
        assert_eq!(off_pace_frames > 30, is_off, "{slow_ticks} ticks: {off_pace_frames} frames");
        assert!(is_off || off_pace_frames == 0);
    }
}

#[test]
fn a_hop_is_a_teleport_from_a_limit_that_grows_with_the_distance() {
    // A hop sideways of the pace's allowance and the limit, a little less and a little more.
    for (distance_m, hop_m, teleports) in
        [(20.0, 0.3, 0), (20.0, 0.6, 2), (100.0, 0.6, 0), (100.0, 0.9, 2), (200.0, 0.9, 0), (200.0, 1.4, 2)]
    {
        let mut scene = Scene::new(60.0, distance_m, |seconds| 15.0 * seconds);
        scene.other(100).position[1] += hop_m;
        let measures = scene.measure();
        assert_eq!(measures.remotes.all.teleports, teleports, "{hop_m} m at {distance_m} m: there and back");
        let bands = measures.remotes;
        assert_eq!(bands.near.teleports + bands.mid.teleports + bands.far.teleports, teleports);
        assert!((bands.all.position_error_m.max - hop_m).abs() < 1e-9);
    }
}

#[test]
fn a_speed_ratio_beyond_the_bound_is_seen_and_told_apart_in_contact() {
    let mut scene = Scene::quiet();
    // 1.4 times the pace for one frame, then at the true pace from there on.
    let ahead = 0.4;
    for frame in 100..scene.frames() {
        let tick = scene.render_tick(frame) + ahead;
        scene.other(frame).position = scene.other_at(tick);
    }
    let free = near(&scene);
    assert!((1.3..1.5).contains(&free.speed_ratio.max), "{}", free.speed_ratio.max);
    assert_eq!(free.contact_speed_ratio.count, 0);
    scene.rows.iter_mut().for_each(|rows| rows[1].in_contact = true);
    let touching = near(&scene);
    assert_eq!(touching.speed_ratio.count, 0);
    assert_eq!(touching.contact_speed_ratio, free.speed_ratio);
}

/// A car that accelerates at 2.5 m/s², measured every fifth of a second.
fn accelerating(between: impl Fn(&Scene, f64, f64) -> crate::geometry::Vector) -> Remotes {
    let mut scene = Scene::new(60.0, 200.0, |seconds| 2.0 * seconds + 1.25 * seconds * seconds);
    for frame in 0..scene.frames() {
        let tick = scene.render_tick(frame);
        scene.other(frame).position = between(&scene, (tick / 12.0).floor() * 12.0, tick % 12.0 / 12.0);
    }
    scene.measure().remotes.far
}

#[test]
fn straight_lines_between_far_measurements_are_spikes() {
    let remotes = accelerating(|scene, start, share| lerp(scene.other_at(start), scene.other_at(start + 12.0), share));
    assert!(remotes.spikes_per_min > 200.0, "{} of 300 measurements a minute", remotes.spikes_per_min);
    assert!((remotes.spikes_per_entity_min / remotes.spikes_per_min - 1.0).abs() < 0.01, "one entity, all the time");
}

#[test]
fn a_curve_through_far_measurements_has_no_spikes() {
    let remotes = accelerating(|scene, start, share| {
        let (a, b) = (scene.other_at(start), scene.other_at(start + 12.0));
        let velocity =
            |tick: f64, axis: usize| 12.0 * (scene.other_at(tick + 1.0)[axis] - scene.other_at(tick - 1.0)[axis]) / 2.0;
        let (s2, s3) = (share * share, share * share * share);
        std::array::from_fn(|axis| {
            (2.0 * s3 - 3.0 * s2 + 1.0) * a[axis]
                + (s3 - 2.0 * s2 + share) * velocity(start, axis)
                + (3.0 * s2 - 2.0 * s3) * b[axis]
                + (s3 - s2) * velocity(start + 12.0, axis)
        })
    });
    assert_eq!(remotes.spikes_per_min, 0.0);
}

#[test]
fn a_car_drawn_against_its_way_goes_backward() {
    for (back_m, backward) in [(0.009, 0), (0.02, 1)] {
        let mut scene = Scene::new(60.0, 20.0, |seconds| 2.0 * seconds);
        let before = scene.other(99).position;
        let towards = scene.other_at(scene.render_tick(99) - 10.0);
        let share = back_m / crate::geometry::distance(before, towards);
        scene.other(100).position = lerp(before, towards, share);
        assert_eq!(near(&scene).backward, backward, "{back_m} m, by quanta of 5 mm");
    }
}

#[test]
fn a_turn_beyond_truths_is_a_heading_step_from_two_degrees_on() {
    for (turn_deg, steps) in [(1.5_f64, 0), (2.6, 1)] {
        let mut scene = Scene::quiet();
        let half = (turn_deg / 2.0).to_radians();
        for frame in 100..scene.frames() {
            let [_, y, _, w] = scene.other(frame).rotation;
            scene.other(frame).rotation = [0.0, y * half.cos() - w * half.sin(), 0.0, w * half.cos() + y * half.sin()];
        }
        assert_eq!(near(&scene).heading_steps, steps, "{turn_deg} degrees");
    }
}

#[test]
fn a_longer_delay_is_told_as_age_and_lag_and_as_nothing_else() {
    let mut scene = Scene::quiet();
    let quiet = near(&scene);
    assert!((quiet.age_ms.p50 - DELAY_TICKS / 60.0 * 1e3).abs() < 0.1);
    for frame in 0..scene.frames() {
        let tick = scene.render_tick(frame) - DELAY_TICKS;
        scene.render_at(frame, tick);
    }
    let late = near(&scene);
    assert!((late.age_ms.p50 / quiet.age_ms.p50 - 2.0).abs() < 0.01);
    assert!((late.position_lag_m.p50 / quiet.position_lag_m.p50 - 2.0).abs() < 0.1);
    assert_eq!(faults(&late), [0; 8]);
}

#[test]
fn a_hidden_entity_is_missing_once_it_must_be_known() {
    let mut scene = Scene::quiet();
    for frame in 0..60 {
        scene.viewer.frames[frame].remotes.clear();
    }
    assert_eq!(near(&scene).missing_share, 0.0, "within the first second nobody is known");
    for frame in 300..303 {
        scene.viewer.frames[frame].remotes.clear();
    }
    let remotes = near(&scene);
    assert!((remotes.missing_share - 3.0 / 540.0).abs() < 1e-4, "{}", remotes.missing_share);
    assert_eq!(faults(&remotes), [0; 8], "a gap is no freeze and its end no teleport");
}

#[test]
fn an_entity_drawn_after_its_end_is_a_ghost_and_one_drawn_in_its_past_is_not() {
    let mut scene = Scene::quiet();
    // Gone at tick 300, but a frame shows what was nine ticks ago.
    scene.rows[300..].iter_mut().for_each(|rows| rows.truncate(1));
    let ghosts = near(&scene).ghost_share;
    let past = scene.viewer.frames.iter().filter(|frame| frame.remotes[0].span.first.floor() >= 300.0).count();
    assert!((ghosts - past as f64 / 600.0).abs() < 1e-9, "{ghosts}");
    for frame in &mut scene.viewer.frames {
        frame.remotes.retain(|row| row.span.first < 300.0);
    }
    assert_eq!(near(&scene).ghost_share, 0.0);
}

#[test]
fn truths_own_relocations_are_left_out() {
    let mut scene = Scene::quiet();
    for rows in &mut scene.rows[300..] {
        rows[1].position[1] += 30.0;
    }
    scene.rows[300][1].relocated = true;
    for frame in 0..scene.frames() {
        let tick = scene.render_tick(frame);
        // Shown eight ticks late: the news was that long on its way.
        let shown_up = if tick >= 308.0 { 50.0 } else { 20.0 };
        scene.other(frame).position = scene.other_at(tick);
        scene.other(frame).position[1] = shown_up;
    }
    let remotes = near(&scene);
    assert_eq!(faults(&remotes), [0; 8]);
    assert_eq!(remotes.position_error_m.max, 0.0);
    scene.rows[300][1].relocated = false;
    assert!(near(&scene).teleports > 0, "the same without the authority's word is a fault");
}

/// The other car drawn from its delayed timeline to the predicted one within so many frames.
fn blended(frames: usize) -> Remotes {
    let mut scene = Scene::quiet();
    for frame in 100..scene.frames() {
        let (behind, ahead) = (scene.render_tick(frame), scene.render_tick(frame) + DELAY_TICKS + LEAD_TICKS);
        let share = (frame - 99) as f64 / frames as f64;
        *scene.other(frame) = if share < 1.0 {
            let position = lerp(scene.other_at(behind), scene.other_at(ahead), share);
            let rotation = scene.true_row(OTHER, behind + (ahead - behind) * share).rotation;
            DrawnRow { entity: OTHER, position, rotation, span: Span::between(behind, ahead), source: Source::Blending }
        } else {
            DrawnRow { source: Source::Predicted, ..scene.true_row(OTHER, ahead) }
        };
    }
    near(&scene)
}

#[test]
fn a_blend_at_a_quarter_again_the_pace_is_no_fault_and_one_in_a_quarter_second_is_a_burst() {
    let gentle = blended(64);
    // Its beginning and its end are changes of speed by a quarter at once: two spikes in ten seconds.
    assert_eq!(faults(&gentle), [0, 0, 0, 0, 0, 0, 0, 12]);
    assert!((1.2..1.3).contains(&gentle.speed_ratio.max));
    assert!(gentle.sources.blending > 0.0 && gentle.sources.predicted > 0.0);
    let fixed = blended(15);
    assert_eq!((fixed.bursts, fixed.freezes, fixed.off_pace_frames), (1, 0, 0));
    assert!((240.0..270.0).contains(&fixed.burst_longest_ms), "{}", fixed.burst_longest_ms);
    assert!(fixed.speed_ratio.max > 1.9);
}

#[test]
fn three_frames_at_half_the_pace_are_a_drag() {
    for (frames, drags) in [(2, 0), (3, 1)] {
        let mut scene = Scene::quiet();
        for frame in 100..scene.frames() {
            let behind = 0.5 * (frame - 99).min(frames) as f64;
            scene.other(frame).position = scene.other_at(scene.render_tick(frame) - behind);
        }
        let remotes = near(&scene);
        assert_eq!(remotes.drags, drags, "{frames} frames");
        assert!(remotes.speed_error.max > 0.4);
    }
}

#[test]
fn a_car_that_pulls_away_stops_and_reverses_as_it_truly_does_has_no_faults() {
    // Ten metres to and fro every six seconds.
    let scene = Scene::new(60.0, 20.0, |seconds| 10.0 * (seconds * std::f64::consts::TAU / 6.0).sin());
    assert_eq!(faults(&near(&scene)), [0; 8]);
}

#[test]
fn a_run_in_which_nothing_moves_says_so() {
    let measures = Scene::new(60.0, 20.0, |_| 0.0).measure();
    assert_eq!(measures.remotes.all.true_path_m, 0.0);
    assert_eq!(measures.cautions, ["the player's own entity never moved", "no other entity ever moved"]);
}

#[test]
fn what_is_drawn_beyond_truths_last_tick_is_not_judged_and_is_told() {
    let mut scene = Scene::quiet();
    scene.other(599).span = Span::at(5000.0);
    let measures = scene.measure();
    assert_eq!(measures.remotes.all.ghost_share, 0.0);
    assert_eq!(measures.cautions, ["entity-frames drawn at ticks that truth does not have, not judged: 1"]);
}

#[test]
fn a_sample_that_is_filled_in_is_stale() {
    let mut scene = Scene::quiet();
    assert_eq!(near(&scene).stale_samples, None, "nothing is known of the samples");
    let sample = |scene: &Scene, tick: u32, measured: f64| SampleRow {
        time_us: u64::from(tick) * 16_667 + 50_000,
        entity: OTHER,
        tick,
        position: scene.other_at(measured).map(|part| (part / 0.005).round() * 0.005),
    };
    let mut samples: Vec<_> = (60..600).step_by(3).map(|tick| sample(&scene, tick, f64::from(tick))).collect();
    scene.viewer.samples = Some(samples.clone());
    assert_eq!(near(&scene).stale_samples, Some(0));
    samples[50] = sample(&scene, 210, 209.0);
    scene.viewer.samples = Some(samples);
    assert_eq!(near(&scene).stale_samples, Some(1));
    assert_eq!(scene.measure().remotes.far.stale_samples, Some(0));
}
