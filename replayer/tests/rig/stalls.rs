//! Pages that hang, links that hang, links that lose: what the guess and the frame loop must bridge.

use tacho_core::input::Input;
use tacho_core::link::{Conditions, LinkTrace, Stall};
use tacho_core::play::{Outcome, Source};
use tacho_core::session::Tuning;
use tacho_core::session::tuning::Faults;
use tacho_core::units::{ClientId, Micros, Tick};
use tacho_replayer::rig::{ClientPlan, Pauses};

use crate::scene::{FULL, START, client, distance, from_start, length, pedals, rtt_ms, run, stall_ms};

/// A lane with a wall at its end, which full throttle reaches after about nine seconds.
const LANE: u16 = 0;

fn with_page_pauses(pauses: Vec<Stall>, plan: ClientPlan) -> ClientPlan {
    ClientPlan { page_pauses: Pauses::new(pauses), ..plan }
}

#[test]
fn a_page_that_hangs_for_up_to_a_quarter_of_a_second_needs_no_correction() {
    for rtt in [0, 60, 150, 250, 350] {
        for hang_ms in [100, 200, 250] {
            let plan = with_page_pauses(vec![stall_ms(5000, hang_ms)], client(LANE, &rtt_ms(rtt)));
            let run = run(vec![plan], Tuning::DEFAULT, 8, &from_start(FULL));
            let (_, row) = run.truth(LANE).find(|(tick, _)| tick.due() >= Micros::from_ms(5000)).unwrap();
            let kmh = length(row.velocity) * 3.6;
            assert!((50.0..70.0).contains(&kmh), "{kmh} km/h when the page hangs");
            assert_eq!(run.not_stood(LANE), [], "{hang_ms} ms at {rtt} ms of round trip");
            assert!(hang_ms < 200 || rtt > 150 || run.guessed(LANE).0 > 0, "the hang was to be noticed");
        }
    }
}

#[test]
fn a_page_that_hangs_around_a_crash_needs_no_correction() {
    for hang_ms in [67, 100, 200] {
        for offset_ms in (0..400).step_by(34) {
            let plan = with_page_pauses(vec![stall_ms(8800 + offset_ms, hang_ms)], client(LANE, &rtt_ms(150)));
            let run = run(vec![plan], Tuning::DEFAULT, 11, &from_start(FULL));
            assert_eq!(run.felt(LANE).len(), 1);
            assert_eq!(run.not_stood(LANE), [], "{hang_ms} ms, {offset_ms} ms after 8.8 s");
        }
    }
}

#[test]
fn a_page_that_hangs_for_longer_begins_its_prediction_anew_at_most_once_and_is_right_again() {
    for hang_ms in [400, 1000, 2500, 4000] {
        for rtt in [0, 150, 350] {
            let plan = with_page_pauses(vec![stall_ms(4000, hang_ms)], client(LANE, &rtt_ms(rtt)));
            // Hands off before the hang and after it, so that the guess is what the player does.
            let driver = |_, tick: Tick| match tick {
                tick if (START..START.after(60)).contains(&tick) => pedals(FULL, 0),
                _ => Input::default(),
            };
            let run = run(vec![plan], Tuning::DEFAULT, 12, &driver);
            let held = run.reconciled(LANE).into_iter();
            let after: Vec<_> = held.filter(|held| held.at >= Micros::from_ms(4000)).collect();
            let adopted = after.iter().filter(|held| held.outcome == Outcome::Adopted).count();
            // Anew only where more ticks are missing than are guessed at once.
            assert_eq!(adopted, usize::from(rtt > 250), "{hang_ms} ms, {rtt} ms: begun anew {adopted} times");
            let settled = after.iter().filter(|held| held.at.0 >= (4000 + hang_ms + rtt + 200) * 1000);
            assert!(settled.clone().count() > 60);
            let differs: Vec<_> = settled.filter(|held| held.outcome != Outcome::Stood).collect();
            assert!(
                differs.is_empty(),
                "{hang_ms} ms, {rtt} ms: {} {:?}",
                differs.len(),
                &differs[..differs.len().min(5)]
            );
            let last = run.log.frames_of(ClientId(LANE)).last().unwrap();
            let own = last.drawn.iter().find(|row| row.own).unwrap();
            assert_eq!(own.source, Source::Predicted, "{hang_ms} ms, {rtt} ms: the prediction never came back");
        }
    }
}

#[test]
fn a_page_of_slow_frames_is_as_right_as_a_fast_one() {
    // 40 to 60 ms a frame for ten seconds.
    let mut pauses = Vec::new();
    let (mut at_us, mut step) = (3_000_000u64, 0u64);
    while at_us < 13_000_000 {
        let frame_us = 40_000 + step * 7 % 21 * 1000;
        pauses.push(Stall { at_us: at_us + 1, length_us: frame_us - 1 });
        (at_us, step) = (at_us + frame_us, step + 1);
    }
    for rtt in [0, 60, 150] {
        let plan = ClientPlan { fps: 1000, ..with_page_pauses(pauses.clone(), client(LANE, &rtt_ms(rtt))) };
        let run = run(vec![plan], Tuning::DEFAULT, 15, &from_start(40));
        let slow = run.log.frames_of(ClientId(LANE)).filter(|frame| (3_100_000..13_000_000).contains(&frame.at.0));
        assert!((190..230).contains(&slow.count()));
        assert_eq!(run.not_stood(LANE), [], "{rtt} ms");
        assert!(run.top_kmh(LANE) > 50.0);
    }
}

#[test]
fn a_page_at_one_frame_a_second_is_right_again_as_soon_as_it_is_fast() {
    let pauses = (0..5).map(|second| Stall { at_us: 4_000_000 + second * 1_000_000 + 1, length_us: 999_999 }).collect();
    let run = run(vec![with_page_pauses(pauses, client(LANE, &rtt_ms(60)))], Tuning::DEFAULT, 14, &from_start(20));
    let settled = run.reconciled(LANE).into_iter().filter(|held| held.at > Micros::from_ms(9_300));
    assert!(settled.clone().count() > 80);
    let bad: Vec<_> = settled.filter(|held| held.outcome != Outcome::Stood).collect();
    assert_eq!(bad, []);
}

#[test]
fn losses_are_bridged_by_the_inputs_that_travel_again() {
    for (loss_share, most_guessed) in [(0.05, 3), (0.2, 20)] {
        let link = Conditions { loss_share, ..rtt_ms(150) };
        let run = run(vec![client(LANE, &link)], Tuning::DEFAULT, 12, &from_start(FULL));
        let (guessed, all) = run.guessed(LANE);
        assert!(guessed <= most_guessed, "{guessed} of {all} ticks were guessed at {loss_share}");
        assert_eq!(run.not_stood(LANE), [], "loss of {loss_share}");
        assert_eq!(run.felt(LANE).len(), 1);
    }
    let once = Tuning { frame_inputs: 1, ..Tuning::DEFAULT };
    let run = run(vec![client(LANE, &Conditions { loss_share: 0.2, ..rtt_ms(150) })], once, 14, &from_start(FULL));
    assert!(run.guessed(LANE).0 > 100, "sent once, a fifth of the inputs is to be missed");
}

// ---- the render clock ----

/// What the spectator sees of the driver around the stall: frames in which it stands, and the longest
/// step of a frame as a multiple of the true one.
fn seen_around_the_stall(tuning: Tuning) -> (usize, f32) {
    let (driver, spectator) = (0, 5);
    let stalled = Conditions { stalls: vec![stall_ms(7000, 300)], ..rtt_ms(60) };
    let clients = vec![client(driver, &rtt_ms(60)), ClientPlan { down: stalled, ..client(spectator, &rtt_ms(60)) }];
    let drive = |client, tick| if client == ClientId(driver) { from_start(60)(client, tick) } else { Input::default() };
    let run = run(clients, tuning, 10, &drive);
    let car = run.truth(driver).last().map(|(_, row)| row.entity).unwrap();
    let frames = run.log.frames_of(ClientId(spectator)).filter(|frame| (6_900_000..7_900_000).contains(&frame.at.0));
    let seen: Vec<_> = frames.map(|frame| frame.drawn.iter().find(|row| row.entity == car).unwrap().position).collect();
    let (_, row) = run.truth(driver).find(|(tick, _)| tick.due() >= Micros::from_ms(7200)).unwrap();
    let true_step_m = length(row.velocity) / 60.0;
    let steps = seen.windows(2).map(|pair| distance(pair[0], pair[1]) / true_step_m);
    (steps.clone().filter(|step| *step < 0.1).count(), steps.fold(0.0, f32::max))
}

#[test]
fn through_a_stall_of_the_link_the_others_go_on_and_with_a_clamped_clock_they_freeze_and_leap() {
    let (frozen, longest) = seen_around_the_stall(Tuning::DEFAULT);
    // 300 ms are 18 ticks; the delay and the extrapolation bridge all but the last.
    assert!(frozen <= 3, "stood for {frozen} frames");
    assert!(longest <= 1.3, "leapt {longest} steps in a frame");
    let clamped = Faults { clamp_clock_to_newest: true, ..Faults::NONE };
    let (frozen, longest) = seen_around_the_stall(Tuning { faults: clamped, ..Tuning::DEFAULT });
    assert!((8..=14).contains(&frozen), "the fault is to freeze, and froze {frozen} frames");
    assert!(longest > 5.0, "the fault is to leap, and leapt {longest} steps");
}

#[test]
fn a_link_that_becomes_slower_for_good_never_takes_the_players_foot_off_the_pedal() {
    // 150 ms more each way from 5 s on: every input comes late until the client's clock has caught up with it.
    let slower = LinkTrace::from_csv("t_s,rtt_ms,lost\n0,60,0\n5,360,0\n60,360,0").unwrap();
    let link = Conditions { trace: Some(slower), keep_order: true, ..Conditions::default() };
    let run = run(vec![client(LANE, &link)], Tuning::DEFAULT, 10, &from_start(FULL));
    assert!(run.guessed(LANE).0 > 60, "the inputs were to be late: {:?}", run.guessed(LANE));
    assert_eq!(run.not_stood(LANE), []);
    assert_eq!(run.felt(LANE).len(), 1);
}
