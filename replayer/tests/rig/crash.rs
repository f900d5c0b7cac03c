//! A car driven alone into something: what the prediction must have right to the bit.

use tacho_core::input::{Input, Keys};
use tacho_core::play::Outcome;
use tacho_core::session::Tuning;
use tacho_core::session::tuning::Faults;
use tacho_core::sim::FIRST_PIECE_INDEX;
use tacho_core::units::{ClientId, EntityId, Tick};

use crate::scene::{FULL, Run, START, client, pedals, rtt_ms, run};

const RTTS_MS: [u64; 5] = [0, 60, 150, 250, 350];
/// Spawns of lanes with a wall of 5 cm, with one of a metre, with a lamp, and into a corner.
const THIN_WALL: u16 = 0;
const THICK_WALL: u16 = 4;
const LAMP: u16 = 5;
const CORNER: u16 = 7;

/// What the driver does in a tick of the authority.
type Hands = fn(ClientId, Tick) -> Input;

/// How the driver gets to about 80 km/h at the end of a lane, and to 110.
fn at_80(_: ClientId, tick: Tick) -> Input {
    if tick < START { Input::default() } else { pedals(58, 0) }
}

fn at_110(_: ClientId, tick: Tick) -> Input {
    match tick {
        tick if tick < START => Input::default(),
        tick if tick < START.after(60) => Input { keys: Keys::BOOST, ..pedals(FULL, 0) },
        _ => pedals(FULL, 0),
    }
}

const SPEEDS: [(f32, Hands); 2] = [(80.0, at_80), (110.0, at_110)];

fn drive(spawn: u16, rtt: u64, tuning: Tuning, driver: Hands) -> Run {
    run(vec![client(spawn, &rtt_ms(rtt))], tuning, 13, &driver)
}

/// Every tick as first predicted, and every tick as it was: the same bits.
fn assert_predicted_is_true(run: &Run, spawn: u16) {
    let predicted = run.predicted_bits(spawn);
    assert!(predicted.len() > 700, "only {} ticks were predicted", predicted.len());
    for (tick, bits) in predicted {
        if let Some(truth) = run.true_bits(spawn, tick) {
            assert_eq!(bits, truth, "{tick} was predicted otherwise than it came");
        }
    }
}

/// Felt once a blow, and told as felt.
fn assert_crashes_were_felt(run: &Run, spawn: u16, rtt: u64) {
    let (felt, told) = (run.felt(spawn), run.told(spawn));
    assert!(!felt.is_empty(), "nothing was felt");
    assert_eq!(felt.len(), told.len(), "felt {felt:?}, told {told:?}");
    for (felt, told) in felt.iter().zip(&told) {
        assert_eq!(felt.tick, told.tick);
        assert!(told.was_felt);
        assert!(felt.at.0 + rtt * 1000 < told.at.0 + 1, "felt at {:?}, told at {:?}", felt.at, told.at);
    }
}

#[test]
fn a_car_driven_alone_into_a_wall_is_never_corrected_at_any_round_trip() {
    for rtt in RTTS_MS {
        for spawn in [THIN_WALL, THICK_WALL, CORNER] {
            for (kmh, driver) in SPEEDS {
                let run = drive(spawn, rtt, Tuning::DEFAULT, driver);
                let top = run.top_kmh(spawn);
                assert!((top - kmh).abs() < 4.0, "{top} km/h instead of {kmh}");
                assert_eq!(run.not_stood(spawn), [], "spawn {spawn} at {kmh} km/h and {rtt} ms");
                assert_predicted_is_true(&run, spawn);
                assert_crashes_were_felt(&run, spawn, rtt);
            }
        }
    }
}

/// The lamp that stands in the lane, once it is loose.
fn lamp_is_loose(run: &Run) -> bool {
    let pieces = run.log.ticks.iter().flat_map(|tick| &tick.truth);
    pieces.into_iter().any(|row| EntityId::from_bits(row.entity).index >= FIRST_PIECE_INDEX)
}

#[test]
fn a_lamp_knocked_over_is_predicted_too_at_any_round_trip() {
    for rtt in RTTS_MS {
        for drive_by in [80, FULL] {
            let run = run(vec![client(LAMP, &rtt_ms(rtt))], Tuning::DEFAULT, 14, &crate::scene::from_start(drive_by));
            assert!(lamp_is_loose(&run), "the lamp stands");
            assert_eq!(run.not_stood(LAMP), [], "pedal at {drive_by}, {rtt} ms");
            assert_predicted_is_true(&run, LAMP);
        }
    }
}

const REWINDING: Tuning = Tuning { faults: Faults { always_rewind: true, ..Faults::NONE }, ..Tuning::DEFAULT };

#[test]
fn a_rewind_where_nothing_differs_changes_no_bit_through_a_crash() {
    for rtt in RTTS_MS {
        for (spawn, driver) in [(THIN_WALL, at_110 as Hands), (CORNER, at_80), (LAMP, at_110)] {
            let (straight, rewound) =
                (drive(spawn, rtt, Tuning::DEFAULT, driver), drive(spawn, rtt, REWINDING, driver));
            let held = rewound.reconciled(spawn);
            assert!(held.len() > 200 && held[1..].iter().all(|held| held.outcome == Outcome::Rewound));
            let moved = held.iter().find(|held| held.correction_m != 0.0 || held.correction_deg != 0.0);
            assert_eq!(moved, None, "spawn {spawn}, {rtt} ms");
            assert_eq!(straight.predicted_bits(spawn), rewound.predicted_bits(spawn), "spawn {spawn}, {rtt} ms");
            assert_eq!(straight.felt(spawn), rewound.felt(spawn), "a replay feels no crash twice");
            assert_eq!(straight.told(spawn), rewound.told(spawn));
        }
    }
}

// ---- the control: a rewind that restores poses and nothing else ----

const POSES_ONLY: Tuning =
    Tuning { faults: Faults { always_rewind: true, rewind_poses_only: true, ..Faults::NONE }, ..Tuning::DEFAULT };

#[test]
fn a_rewind_of_poses_alone_is_off_by_centimetres_where_a_lamp_was_knocked() {
    // Ten times what is counted as a correction. How much it is follows from the one crash, which every change of the rules
    // makes another.
    let least_m = 0.01;
    for rtt in [0, 150, 350] {
        assert_eq!(drive(LAMP, rtt, REWINDING, at_110).corrections(LAMP), (0.0, 0));
        let (most_m, count) = drive(LAMP, rtt, POSES_ONLY, at_110).corrections(LAMP);
        assert!(most_m > least_m && count > 50, "{count} corrections of up to {most_m} m at {rtt} ms");
    }
}
