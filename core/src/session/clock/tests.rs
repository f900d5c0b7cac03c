use super::*;

const EPOCH: Epoch = Epoch(1);
const FRAME_MS: f64 = 1000.0 / 60.0;

/// A snapshot on its way: when it comes, in ms of the client's time, and its tick.
#[derive(Clone, Copy)]
struct Arrival {
    at_ms: f64,
    tick: u32,
}

/// Every third tick from 0 on, each `delay_ms` of its number after it was made.
fn snapshots(seconds: u32, delay_ms: impl Fn(u32) -> f64) -> Vec<Arrival> {
    let arrival = |tick| Arrival { at_ms: f64::from(tick) * FRAME_MS + delay_ms(tick), tick };
    (0..seconds * TICK_RATE_HZ).step_by(3).map(arrival).collect()
}

/// Nothing between the two instants; what was on its way comes together at the second.
fn stall(arrivals: &mut [Arrival], from_ms: f64, to_ms: f64) {
    for arrival in arrivals.iter_mut().filter(|arrival| (from_ms..to_ms).contains(&arrival.at_ms)) {
        arrival.at_ms = to_ms;
    }
}

/// A frame's render tick, and the clock after it.
struct Drawn {
    now_ms: f64,
    tick: f64,
    clock: ClientClock,
}

/// Frames that last `frame_ms` of their number, over all the arrivals. What comes in between is read by the next frame.
fn play_frames(arrivals: &[Arrival], tuning: &Tuning, frame_ms: impl Fn(u32) -> f64) -> Vec<Drawn> {
    let mut waiting = arrivals.to_vec();
    waiting.sort_by(|a, b| a.at_ms.total_cmp(&b.at_ms));
    let end_ms = waiting[waiting.len() - 1].at_ms;
    let mut waiting = waiting.into_iter().peekable();
    let (mut clock, mut now_ms, mut drawn) = (ClientClock::new(EPOCH), 0.0, vec![]);
    for frame in 0.. {
        if now_ms > end_ms {
            break;
        }
        let elapsed_ms = frame_ms(frame);
        now_ms += elapsed_ms;
        clock.advance(Micros((elapsed_ms * 1000.0).round() as u64));
        while let Some(arrival) = waiting.next_if(|arrival| arrival.at_ms <= now_ms) {
            clock.observe(EPOCH, Tick(arrival.tick));
        }
        if let Some(tick) = clock.render_tick(tuning) {
            drawn.push(Drawn { now_ms, tick, clock: clock.clone() });
        }
    }
    drawn
}

fn play(arrivals: &[Arrival]) -> Vec<Drawn> {
    play_frames(arrivals, &Tuning::DEFAULT, |_| FRAME_MS)
}

/// Ticks drawn per tick of real time, from one frame to the next, at or after `from_ms`.
fn paces(drawn: &[Drawn], from_ms: f64) -> Vec<f64> {
    let pairs = drawn.windows(2).filter(|pair| pair[0].now_ms >= from_ms);
    pairs.map(|pair| (pair[1].tick - pair[0].tick) / ((pair[1].now_ms - pair[0].now_ms) / FRAME_MS)).collect()
}

fn assert_paces(paces: &[f64], least: f64, most: f64) {
    let low = paces.iter().copied().fold(f64::INFINITY, f64::min);
    let high = paces.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let rounding = 2e-4;
    assert!(low >= least - rounding && high <= most + rounding, "paces from {low} to {high}");
}

/// How far behind real time the last frame is drawn, in ticks.
fn delay_ticks(drawn: &[Drawn]) -> f64 {
    let last = &drawn[drawn.len() - 1];
    last.now_ms / FRAME_MS - last.tick
}

/// A number in 0..1 that looks drawn at random.
fn scattered(number: u32) -> f64 {
    f64::from(number.wrapping_mul(2_654_435_761) >> 8) / f64::from(1u32 << 24)
}

#[test]
fn a_steady_link_is_drawn_at_the_pace_of_real_time() {
    let drawn = play(&snapshots(20, |_| 40.0));
    assert_paces(&paces(&drawn, 100.0), 1.0, 1.0);
    let delay = delay_ticks(&drawn);
    assert!(
        (6.0 + 2.4..6.0 + 2.4 + 2.0).contains(&delay),
        "six ticks and the path, within a frame and the band: {delay}"
    );
}

#[test]
fn a_stall_and_its_burst_move_nothing() {
    let mut arrivals = snapshots(20, |_| 40.0);
    stall(&mut arrivals, 10_000.0, 10_300.0);
    assert_paces(&paces(&play(&arrivals), 100.0), 1.0, 1.0);
}

#[test]
fn jitter_with_rare_early_arrivals_moves_the_pace_by_half_a_per_cent_at_the_most() {
    let delay_ms = |tick| if tick % 303 == 0 { 20.0 } else { 35.0 + 25.0 * scattered(tick) };
    let drawn = play(&snapshots(60, delay_ms));
    let paces = paces(&drawn, 2_000.0);
    assert_paces(&paces, 1.0 - SLEW_DOWN, 1.0 + SLEW_UP);
    let slow = paces.iter().filter(|pace| **pace < 1.0 - SLEW_UP - 1e-3).count();
    assert!(slow * 50 < paces.len(), "{slow} of {} frames came down", paces.len());
}

#[test]
fn jitter_within_the_band_moves_nothing() {
    let drawn = play(&snapshots(30, |tick| 48.0 + 6.0 * scattered(tick)));
    assert_paces(&paces(&drawn, 4_000.0), 1.0, 1.0);
}

#[test]
fn a_path_that_got_slower_for_good_is_followed_at_five_per_cent() {
    let drawn = play(&snapshots(30, |tick| if tick < 600 { 30.0 } else { 110.0 }));
    assert_paces(&paces(&drawn, 100.0), 1.0 - SLEW_DOWN, 1.0);
    let delay = delay_ticks(&drawn);
    assert!((6.0 + 6.6..6.0 + 6.6 + 1.5).contains(&delay), "{delay}");
}

#[test]
fn a_path_that_got_faster_for_good_is_followed_at_half_a_per_cent() {
    let drawn = play(&snapshots(60, |tick| if tick < 600 { 110.0 } else { 30.0 }));
    assert_paces(&paces(&drawn, 100.0), 1.0, 1.0 + SLEW_UP);
    let delay = delay_ticks(&drawn);
    assert!((6.0 + 1.8..6.0 + 1.8 + 2.5).contains(&delay), "{delay}");
    assert!(drawn[900].clock.is_drifting() && !drawn[3_000].clock.is_drifting());
}

#[test]
fn one_snapshot_early_by_mistake_is_not_believed() {
    let mut arrivals = snapshots(20, |_| 40.0);
    arrivals[200].tick += 1_000;
    let drawn = play(&arrivals);
    assert_paces(&paces(&drawn, 100.0), 1.0 - SLEW_DOWN, 1.0 + SLEW_UP);
    assert!((delay_ticks(&drawn) - delay_ticks(&play(&snapshots(20, |_| 40.0)))).abs() < 1.0);
}

#[test]
fn a_jump_that_persists_for_a_whole_window_is_taken_at_once() {
    for jump in [5_000i64, -400] {
        let mut arrivals = snapshots(20, |_| 40.0);
        for arrival in &mut arrivals[200..] {
            arrival.tick = (i64::from(arrival.tick) + jump) as u32;
        }
        let drawn = play(&arrivals);
        let leaps: Vec<_> = drawn.windows(2).filter(|pair| (pair[1].tick - pair[0].tick).abs() > 3.0).collect();
        assert_eq!(leaps.len(), 1, "{jump}");
        let after_ms = leaps[0][1].now_ms - 10_040.0;
        assert!((1_990.0..4_100.0).contains(&after_ms), "{jump}: taken {after_ms} ms after it");
        assert!((delay_ticks(&drawn) + jump as f64 - 9.5).abs() < 1.5, "{jump}");
    }
}

#[test]
fn a_new_epoch_restarts_at_once_and_the_old_one_is_not_heard_any_more() {
    let mut clock = ClientClock::new(Epoch(1));
    clock.observe(Epoch(1), Tick(80_000));
    clock.advance(Micros::from_ms(5_000));
    clock.observe(Epoch(2), Tick(30));
    clock.observe(Epoch(1), Tick(80_300));
    assert_eq!((clock.estimate_tick(), clock.restarts()), (Some(30.0 - BAND_TICKS / 2.0), 2));
}

#[test]
fn snapshots_held_while_the_level_was_built_set_the_clock_in_one_frame() {
    let mut arrivals = snapshots(10, |_| 40.0);
    stall(&mut arrivals, 0.0, 5_000.0);
    let drawn = play(&arrivals);
    assert_paces(&paces(&drawn, 0.0), 1.0, 1.0 + SLEW_UP);
    assert!(delay_ticks(&drawn) < 6.0 + 2.4 + 3.5, "{}", delay_ticks(&drawn));
}

#[test]
fn a_tab_that_was_paused_costs_nothing_afterwards() {
    let drawn =
        play_frames(&snapshots(60, |_| 40.0), &Tuning::DEFAULT, |frame| if frame == 600 { 30_000.0 } else { FRAME_MS });
    assert_paces(&paces(&drawn, 100.0), 1.0 - SLEW_DOWN, 1.0 + SLEW_UP);
    assert!(delay_ticks(&drawn) < 6.0 + 2.4 + 2.0);
}

#[test]
fn a_slow_frame_moves_what_is_drawn_by_its_own_length() {
    let drawn =
        play_frames(&snapshots(20, |_| 40.0), &Tuning::DEFAULT, |frame| if frame == 600 { 116.7 } else { FRAME_MS });
    assert_paces(&paces(&drawn, 100.0), 1.0 - SLEW_DOWN, 1.0 + SLEW_UP);
}

#[test]
fn a_local_clock_that_runs_fast_is_followed_within_its_band() {
    let fast = 1.0 + 200e-6;
    let mut arrivals = snapshots(120, |_| 40.0);
    arrivals.iter_mut().for_each(|arrival| arrival.at_ms *= fast);
    let drawn = play(&arrivals);
    assert_paces(&paces(&drawn, 2_000.0), 1.0 - SLEW_DOWN, 1.0 + SLEW_UP);
    let truth = drawn[drawn.len() - 1].now_ms / fast / FRAME_MS - drawn[drawn.len() - 1].tick;
    assert!((6.0 + 2.4..6.0 + 2.4 + 2.0).contains(&truth), "{truth}");
}

#[test]
fn the_clamped_variant_stands_ten_frames_in_a_stall_and_leaps_after_it() {
    let mut arrivals = snapshots(20, |_| 40.0);
    stall(&mut arrivals, 10_000.0, 10_300.0);
    let mut tuning = Tuning::DEFAULT;
    tuning.faults.clamp_clock_to_newest = true;
    let steps = paces(&play_frames(&arrivals, &tuning, |_| FRAME_MS), 9_000.0);
    let standing = steps.iter().filter(|pace| **pace == 0.0).count();
    let leap = steps.iter().copied().fold(0.0, f64::max);
    assert!((10..=13).contains(&standing), "{standing} frames stood");
    assert!(leap > 9.0, "leapt {leap} ticks");
}

#[test]
fn the_interval_is_bent_only_where_the_queue_is_short_or_long() {
    let scales: Vec<_> = (0..=6).map(tick_scale).collect();
    assert_eq!(scales, [0.97, 0.97, 1.0, 1.0, 1.0, 1.03, 1.03]);
}
