use crate::fixture::{OWN, Scene};
use crate::quantiles::Quantiles;
use crate::rows::{Outcome, Span};

/// A frame well within the scene.
const FRAME: usize = 300;

#[test]
fn a_prediction_that_is_the_truth_has_no_faults() {
    let measures = Scene::quiet().measure();
    let own = measures.own;
    assert_eq!((own.snapshots, own.stood, own.rewound), (200, 200, 0));
    assert_eq!((own.corrections, own.snaps, own.drawn_jumps, own.late_inputs, own.guessed), (0, 0, 0, 0, 0));
    assert_eq!((own.correction_m.count, own.correction_m.max), (200, 0.0));
    assert_eq!(own.rewind_correction_m, Quantiles::default());
    assert_eq!((own.error_m.count, own.error_m.max), (600, 0.0));
    assert_eq!((own.lead_ticks.p50, own.lead_ticks.max), (7.0, 7.0));
    assert!(own.true_path_m > 100.0);
    assert_eq!(measures.cautions, [""; 0]);
    assert_eq!(measures.worst, []);
}

#[test]
fn a_correction_counts_from_a_millimetre_on() {
    let mut scene = Scene::quiet();
    let mut correct = |place: usize, outcome, correction_m| {
        let row = &mut scene.viewer.reconciliations[place];
        (row.outcome, row.correction_m, row.correction_deg, row.snapped) =
            (outcome, correction_m, 1.5, correction_m > 3.0);
    };
    correct(50, Outcome::Rewound, 0.0009);
    correct(51, Outcome::Rewound, 0.0011);
    correct(100, Outcome::Adopted, 3.5);
    let measures = scene.measure();
    let own = measures.own;
    assert_eq!((own.snapshots, own.stood, own.rewound), (200, 197, 3));
    assert_eq!((own.corrections, own.corrections_per_min, own.snaps), (2, 12.0, 1));
    assert_eq!(own.correction_m, Quantiles { count: 200, p50: 0.0, p95: 0.0, p99: 0.0009, max: 3.5 });
    assert_eq!(own.rewind_correction_m, Quantiles { count: 3, p50: 0.0011, p95: 3.5, p99: 3.5, max: 3.5 });
    assert_eq!((own.correction_deg.p99, own.correction_deg.max), (1.5, 1.5));
    let told: Vec<_> = measures.worst.iter().map(|moment| (moment.value, moment.cause.as_str())).collect();
    assert_eq!(told, [(3.5, "adopted, snapped"), (0.0011, "rewound")]);
}

#[test]
fn not_correcting_is_no_way_to_score() {
    let mut scene = Scene::quiet();
    for own in &mut scene.viewer.own_ticks[100..] {
        own.position[1] += 0.01;
    }
    let own = scene.measure().own;
    assert_eq!(own.corrections, 0);
    assert!((own.error_m.p50 - 0.01).abs() < 1e-9 && (own.error_m.max - 0.01).abs() < 1e-9);
}

#[test]
fn a_jump_of_the_picture_counts_from_two_centimetres_beyond_the_pace_on() {
    // At 12 m/s or more a third of a frame's way is 6 cm: what is added must be beyond that.
    for (hop_m, jumps) in [(0.01, 0), (0.05, 0), (0.3, 2)] {
        let mut scene = Scene::quiet();
        scene.own(FRAME).position[1] += hop_m;
        assert_eq!(scene.measure().own.drawn_jumps, jumps, "{hop_m} m while driving: there and back");
    }
    for (hop_m, jumps) in [(0.019, 0), (0.021, 2)] {
        let mut scene = Scene::new(60.0, 20.0, |_| 0.0);
        scene.own(FRAME).position[1] += hop_m;
        let own = scene.measure().own;
        assert_eq!(own.drawn_jumps, jumps, "{hop_m} m at rest");
        assert!(jumps == 0 || (own.drawn_jump_max_m - hop_m).abs() < 1e-9);
    }
}

#[test]
fn a_reset_by_the_rules_is_neither_a_correction_nor_a_jump_nor_an_error() {
    let mut scene = Scene::quiet();
    let reset = 360;
    for rows in &mut scene.rows[reset..] {
        rows[0].position[1] += 40.0;
    }
    scene.rows[reset][0].relocated = true;
    // The client hears of it twelve ticks later, and is then put right.
    for frame in &mut scene.viewer.frames {
        let own = frame.own.as_mut().unwrap();
        own.position[1] = if own.span.first >= reset as f64 + 12.0 { 40.0 } else { 0.0 };
    }
    for own in &mut scene.viewer.own_ticks {
        own.position[1] = if own.tick >= reset as u32 + 12 { 40.0 } else { 0.0 };
    }
    let snapshot = scene.viewer.reconciliations.iter_mut().find(|row| row.tick as usize == reset).unwrap();
    (snapshot.outcome, snapshot.correction_m, snapshot.snapped) = (Outcome::Rewound, 40.0, true);
    let own = scene.measure().own;
    assert_eq!((own.corrections, own.snaps, own.drawn_jumps, own.error_m.max), (0, 0, 0, 0.0));
    scene.rows[reset][0].relocated = false;
    let own = scene.measure().own;
    assert_eq!((own.corrections, own.snaps, own.drawn_jumps), (1, 1, 1));
    assert!((own.error_m.max - 40.0).abs() < 1e-9);
}

#[test]
fn late_and_guessed_inputs_are_counted_within_the_measured_time() {
    let mut scene = Scene::quiet();
    for place in [10, 400, 401] {
        scene.viewer.inputs[place].guessed = true;
    }
    scene.viewer.inputs[10].late = true;
    scene.viewer.inputs[400].late = true;
    let own = scene.measure().own;
    assert_eq!((own.late_inputs, own.guessed, own.late_share), (2, 3, 2.0 / 600.0));
    scene.settings.from_s += 5.0;
    scene.settings.seconds -= 5.0;
    let own = scene.measure().own;
    assert_eq!((own.late_inputs, own.guessed, own.late_share), (1, 2, 1.0 / 300.0));
}

#[test]
fn the_response_is_the_time_to_the_first_frame_that_shows_the_changed_tick() {
    let scene = Scene::quiet();
    let quiet = scene.measure().own.response_ms;
    // Frames fall 0.3 ticks after the ticks, and the picture is then within the tick that ran the change.
    assert_eq!(quiet.count, 10);
    assert!((quiet.max - 5.0).abs() < 0.01, "{}", quiet.max);
    // A picture that is three ticks behind the prediction answers three frames later.
    let mut behind = Scene::quiet();
    for frame in 0..behind.frames() {
        let tick = behind.own(frame).span.first - 3.0;
        *behind.own(frame) = behind.true_row(OWN, tick);
    }
    let late = behind.measure().own.response_ms;
    assert!((late.p50 - quiet.p50 - 50.0).abs() < 0.01, "{}", late.p50);
}

#[test]
fn a_change_that_is_never_shown_is_told() {
    let mut scene = Scene::quiet();
    let stuck = scene.own(450).span;
    for frame in 450..scene.frames() {
        scene.own(frame).span = Span::at(stuck.first);
    }
    let measures = scene.measure();
    assert_eq!(measures.own.response_ms.count, 8);
    assert_eq!(measures.cautions, ["changes of input not shown before the end: 2"]);
}
