use super::*;

const FRAME: Micros = Micros(16_667);

fn ticks(count: u64) -> Micros {
    Micros(count * 1_000_000 / 60 + 1)
}

#[test]
fn a_second_of_frames_runs_sixty_ticks_at_any_frame_rate() {
    for fps in [30u64, 60, 75, 144] {
        let mut frames = FrameLoop::default();
        let run: u32 = (0..fps * 10).map(|_| frames.advance(Micros(1_000_000 / fps), 1.0).run).sum();
        assert!((599..=600).contains(&run), "{run} ticks at {fps} frames a second");
        assert_eq!(frames.skipped_ticks(), 0);
    }
}

#[test]
fn a_slow_frame_runs_three_ticks_and_owes_three() {
    let mut frames = FrameLoop::default();
    let slow = frames.advance(ticks(6), 1.0);
    assert_eq!((slow, frames.alpha()), (FrameTicks { skipped: 0, run: 3 }, 1.0));
    assert_eq!(frames.advance(Micros(0), 1.0), FrameTicks { skipped: 0, run: 3 });
    assert_eq!(frames.advance(Micros(0), 1.0), FrameTicks::default());
}

#[test]
fn a_stall_skips_its_oldest_ticks_and_no_number_is_lost() {
    let mut frames = FrameLoop::default();
    assert_eq!(frames.advance(ticks(20), 1.0), FrameTicks { skipped: 14, run: 3 });
    assert_eq!(frames.skipped_ticks(), 14);
    let after: u32 = (0..60).map(|_| frames.advance(FRAME, 1.0)).map(|ticks| ticks.run + ticks.skipped).sum();
    assert_eq!(14 + 3 + after, 20 + 60);
}

#[test]
fn a_longer_interval_runs_fewer_ticks() {
    let run = |scale| {
        let mut frames = FrameLoop::default();
        (0..6_000).map(|_| frames.advance(FRAME, scale).run).sum::<u32>()
    };
    for scale in [0.97, 1.0, 1.03] {
        assert!((f64::from(run(scale)) * scale - 6_000.0).abs() < 2.0, "{scale}");
    }
}

#[test]
fn alpha_is_the_fraction_of_the_tick_begun() {
    let mut frames = FrameLoop::default();
    frames.advance(Micros(1_000_000 / 240), 1.0);
    assert!((frames.alpha() - 0.25).abs() < 1e-4);
}

#[test]
fn a_tab_that_slept_for_a_week_is_no_overflow() {
    let week = FrameLoop::default().advance(Micros::from_ms(7 * 24 * 3_600_000), 1.0);
    assert_eq!(week.run, 3);
}

#[test]
fn a_stall_is_not_nudged_for_all_its_length() {
    let mut frames = FrameLoop::default();
    let ticks = frames.advance(Micros::from_ms(10_000), 0.97);
    assert_eq!(ticks.skipped + ticks.run + MOST_OWED_TICKS, 600);
}
