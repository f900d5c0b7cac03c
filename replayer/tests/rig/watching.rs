//! A spectator and a driver: how the driver's car looks at any frame rate and over any link.

use tacho_core::input::{Input, Keys};
use tacho_core::link::{Conditions, LinkTrace};
use tacho_core::play::{self, Note};
use tacho_core::session::Tuning;
use tacho_core::session::tuning::Faults;
use tacho_core::units::{ClientId, Micros, TICK_RATE_HZ, Tick};
use tacho_measure::{ClockRow, DrawnRow, Frame, Remotes, Settings, Source, Span, Truth, TruthRow, Viewer, measure};
use tacho_replayer::rig::{ClientPlan, FrameLog};

use crate::scene::{FULL, Run, START, client, pedals, rtt_ms, run};

/// In lanes of their own.
const DRIVER: u16 = 0;
const SPECTATOR: u16 = 5;

/// Gains speed, weaves, brakes, stands, and starts again.
fn drive(client: ClientId, tick: Tick) -> Input {
    if client != ClientId(DRIVER) || tick < START {
        return Input::default();
    }
    match tick.since(START) {
        0..120 => pedals(FULL, 0),
        120..160 => pedals(60, 12),
        160..240 => pedals(60, -12),
        240..280 => pedals(60, 12),
        280..400 => Input { keys: Keys::HANDBRAKE, ..Input::default() },
        400..430 => Input::default(),
        _ => pedals(80, 0),
    }
}

const fn vector([x, y, z]: [f32; 3]) -> [f64; 3] {
    [x as f64, y as f64, z as f64]
}

fn quaternion(rotation: [f32; 4]) -> [f64; 4] {
    rotation.map(f64::from)
}

fn truth_of(run: &Run) -> Truth {
    let mut truth = Truth::new(f64::from(TICK_RATE_HZ));
    for log in &run.log.ticks {
        let rows: Vec<TruthRow> = log
            .truth
            .iter()
            .map(|row| TruthRow {
                entity: row.entity,
                position: vector(row.position),
                rotation: quaternion(row.rotation),
                in_contact: row.in_contact,
                relocated: row.relocated,
            })
            .collect();
        truth.push_tick(log.tick.0, log.at.0, &rows);
    }
    truth
}

fn drawn_row(run: &Run, row: &play::DrawnRow) -> Option<DrawnRow> {
    let span = run.log.span(ClientId(SPECTATOR), row)?;
    Some(DrawnRow {
        entity: row.entity,
        position: vector(row.position),
        rotation: quaternion(row.rotation),
        span: Span::between(span.from, span.to),
        source: match row.source {
            play::Source::Predicted => Source::Predicted,
            play::Source::Interpolated => Source::Interpolated,
            play::Source::Extrapolated => Source::Extrapolated,
            play::Source::Held => Source::Held,
            play::Source::Blending => Source::Blending,
        },
    })
}

fn frame(run: &Run, log: &FrameLog) -> Frame {
    let clock = log.notes.iter().find_map(|note| match *note {
        Note::Clock { render_tick, drifting, restarted } => Some(ClockRow { render_tick, drifting, restarted }),
        _ => None,
    });
    let own = log.drawn.iter().find(|row| row.own).and_then(|row| drawn_row(run, row));
    Frame {
        time_us: log.at.0,
        viewpoint: own.map(|own| own.entity),
        own,
        remotes: log.drawn.iter().filter(|row| !row.own).filter_map(|row| drawn_row(run, row)).collect(),
        clock,
    }
}

/// What the spectator sees from the third second to the eleventh, over a link of its own.
fn watch(fps: u32, down: Conditions, tuning: Tuning) -> Remotes {
    let spectator = ClientPlan { fps, down, phase: Micros(3_000), ..client(SPECTATOR, &rtt_ms(80)) };
    let run = run(vec![client(DRIVER, &rtt_ms(80)), spectator], tuning, 12, &drive);
    let frames = run.log.frames_of(ClientId(SPECTATOR)).map(|log| frame(&run, log)).collect();
    let settings = Settings { from_s: 3.0, seconds: 8.0, interest_m: 250.0, wire_quantum_m: 0.002 };
    let remotes = measure(&truth_of(&run), &Viewer { frames, ..Viewer::default() }, &settings).remotes.all;
    assert!(remotes.frames > 7 * u64::from(fps), "only {} rows", remotes.frames);
    assert!(remotes.true_path_m > 60.0, "the others went {} m", remotes.true_path_m);
    remotes
}

fn assert_smooth(remotes: &Remotes, what: &str) {
    assert_eq!(
        (remotes.freezes, remotes.teleports, remotes.backward),
        (0, 0, 0),
        "{what}: freezes, teleports, backward"
    );
    assert!(remotes.speed_ratio.max <= 1.3, "{what}: drawn at {} times its speed", remotes.speed_ratio.max);
    assert_eq!(remotes.missing_share, 0.0, "{what}");
}

#[test]
fn a_driver_looks_the_same_at_any_frame_rate() {
    for fps in [30, 60, 144, 240] {
        assert_smooth(&watch(fps, rtt_ms(80), Tuning::DEFAULT), &format!("{fps} frames a second"));
    }
}

/// A link on which, every 50 ms, chance may hold everything sent for `extra` as long.
fn spells(rtt_ms: u32, extra_ms: u32, one_in: u32) -> LinkTrace {
    let mut csv = String::from("t_s,rtt_ms,lost\n");
    let mut state = 12_345u32;
    for spell in 0..400u32 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let held = if (state >> 16).is_multiple_of(one_in) { 2 * extra_ms } else { 0 };
        csv.push_str(&format!("{:.3},{},0\n", f64::from(spell) * 0.05, rtt_ms + held));
    }
    LinkTrace::from_csv(&csv).unwrap()
}

#[test]
fn a_driver_never_freezes_though_a_tenth_of_the_datagrams_is_held_50_ms() {
    for keep_order in [true, false] {
        let link = Conditions { trace: Some(spells(70, 50, 10)), keep_order, ..Conditions::default() };
        assert_smooth(&watch(60, link, Tuning::DEFAULT), &format!("held, in order: {keep_order}"));
    }
}

#[test]
fn a_driver_never_warps_though_snapshots_come_unevenly_over_long_links() {
    for one_way_ms in [50, 100, 200] {
        let link =
            Conditions { delay_us: one_way_ms * 1000, jitter_us: 16_000, keep_order: true, ..Conditions::default() };
        assert_smooth(&watch(60, link, Tuning::DEFAULT), &format!("uneven, {} ms", 2 * one_way_ms));
    }
}

#[test]
fn a_driver_never_freezes_or_dashes_though_a_fifth_of_the_snapshots_is_lost() {
    for loss_share in [0.05, 0.2] {
        let link = Conditions { jitter_us: 20_000, loss_share, ..rtt_ms(80) };
        let remotes = watch(60, link, Tuning::DEFAULT);
        assert_smooth(&remotes, &format!("{loss_share} lost"));
    }
}

#[test]
fn the_measure_sees_a_clamped_clock_on_such_a_link() {
    let clamped = Tuning { faults: Faults { clamp_clock_to_newest: true, ..Faults::NONE }, ..Tuning::DEFAULT };
    let link = Conditions { delay_us: 100_000, jitter_us: 40_000, keep_order: true, ..Conditions::default() };
    let remotes = watch(60, link, clamped);
    assert!(remotes.speed_ratio.max > 1.5, "{:?}", remotes.speed_ratio);
}
