use tacho_core::units::{EntityId, Tick};
use tacho_replayer::exit::Exit;
use tacho_replayer::verify::{Components, Report, Unverifiable, Verdict, verify};
use tacho_traces::{Hash64, Header, TickRecords};

use super::fixture::{drive, header, open, write};

const TICKS: u32 = 400;

fn clean() -> Vec<TickRecords> {
    drive(TICKS, |_, _| {})
}

fn report(header: &Header, ticks: &[TickRecords]) -> Report {
    verify(&mut open(write(header, ticks)), &mut |_| {}).unwrap()
}

/// A word of the first car's row: fill of the boost meter.
const BOOST_WORD: usize = 29;

#[test]
fn a_recorded_run_verifies_up_to_its_last_tick() {
    let report = report(&header(), &clean());
    assert_eq!((report.verdict, report.ticks_checked, report.last_checked), (Verdict::Same, TICKS, Some(Tick(TICKS))));
    assert_eq!(report.exit(), Exit::Good);
}

#[test]
fn a_bit_that_flipped_while_recording_is_found_at_its_tick_with_its_field() {
    let ticks = drive(TICKS, |tick, world| {
        if tick == Tick(217) {
            let (car, _) = world.vehicles().next().unwrap();
            world.flip_vehicle_bit(car, BOOST_WORD, 3);
        }
    });
    let report = report(&header(), &ticks);
    let found = report.divergence.as_ref().unwrap();
    assert_eq!((report.verdict, report.exit(), found.tick), (Verdict::Differs, Exit::Finding, Tick(217)));
    let word = found.word.as_ref().unwrap();
    assert_eq!((word.entity.as_str(), word.component, word.field.as_str()), ("0.1", "drive", "boost"));
    let bits = [&word.left_bits, &word.right_bits].map(|bits| u32::from_str_radix(bits, 16).unwrap());
    assert_eq!(bits[0] ^ bits[1], 1 << 3);
}

#[test]
fn two_flipped_words_are_narrowed_down_to_their_component_at_the_next_whole_second() {
    let ticks = drive(TICKS, |tick, world| {
        if tick == Tick(230) {
            let cars: Vec<EntityId> = world.vehicles().map(|(car, _)| car).take(2).collect();
            cars.iter().for_each(|car| world.flip_vehicle_bit(*car, BOOST_WORD, 3));
        }
    });
    let found = report(&header(), &ticks).divergence.unwrap();
    assert_eq!((found.tick, found.word), (Tick(230), None));
    let Components { tick, names } = found.components.unwrap();
    assert_eq!(tick, Tick(240));
    assert!(names.contains(&"vehicle.drive".to_owned()), "{names:?}");
}

#[test]
fn a_digest_changed_in_the_middle_or_in_the_last_tick_is_named_exactly() {
    for tick in [200, TICKS] {
        let mut ticks = clean();
        ticks[tick as usize - 1].digest.as_mut().unwrap().total ^= 1;
        let report = report(&header(), &ticks);
        let found = report.divergence.as_ref().unwrap();
        assert_eq!((report.verdict, found.tick), (Verdict::Differs, Tick(tick)));
        assert_eq!(found.recorded.0 ^ found.computed.0, 1);
        assert_eq!(found.word, None);
    }
}

#[test]
fn a_recorded_digest_that_alone_is_other_is_told_from_a_state_that_is() {
    let mut ticks = clean();
    ticks[199].digest.as_mut().unwrap().total ^= 1;
    let found = report(&header(), &ticks).divergence.unwrap();
    assert_eq!(found.components, Some(Components { tick: Tick(240), names: vec![] }));
}

#[test]
fn other_rules_are_called_so() {
    let header = Header { rules: Hash64(1), ..header() };
    let report = report(&header, &clean());
    assert_eq!((report.verdict, report.exit()), (Verdict::OtherRules, Exit::Finding));
    assert!(report.to_string().contains("recorded under other rules\n"), "{report}");
}

#[test]
fn a_level_that_compiles_to_another_hash_is_a_finding() {
    let header = Header { level_hash: Hash64(1), ..header() };
    assert_eq!(report(&header, &clean()).verdict, Verdict::OtherLevel);
}

#[test]
fn a_cut_trace_is_verified_up_to_its_last_whole_chunk() {
    let mut bytes = write(&header(), &clean());
    bytes.truncate(bytes.len() * 4 / 5);
    let report = verify(&mut open(bytes), &mut |_| {}).unwrap();
    assert_eq!((report.verdict, report.exit()), (Verdict::Same, Exit::Lossy));
    let last = report.last_checked.unwrap();
    assert!(last >= Tick(120) && last < Tick(TICKS));
    assert_eq!(report.unchecked.unwrap(), format!("the file was cut: nothing after {last} can be read"));
}

#[test]
fn a_tick_that_is_missing_ends_the_check_and_is_told() {
    let mut ticks = clean();
    ticks.remove(99);
    let report = report(&header(), &ticks);
    assert_eq!((report.last_checked, report.exit()), (Some(Tick(99)), Exit::Lossy));
    assert_eq!(report.unchecked.unwrap(), "ticks 100 to 100 were not recorded");
}

#[test]
fn an_end_without_digests_is_not_called_verified() {
    let mut ticks = clean();
    ticks[398].digest = None;
    ticks[399].digest = None;
    let report = report(&header(), &ticks);
    assert_eq!(report.exit(), Exit::Lossy);
    assert_eq!(report.unchecked.unwrap(), "ticks 399 to 400 have no digest");
}

#[test]
fn without_a_digest_nothing_was_measured() {
    let mut ticks = clean();
    ticks.iter_mut().for_each(|tick| tick.digest = None);
    assert_eq!(report(&header(), &ticks).exit(), Exit::Nothing);
    assert_eq!(report(&header(), &[]).exit(), Exit::Nothing);
}

#[test]
fn a_trace_that_begins_in_the_middle_cannot_be_checked() {
    let report = report(&header(), &clean()[100..]);
    assert_eq!(report.exit(), Exit::Nothing);
    assert_eq!(report.unchecked.unwrap(), "ticks 1 to 100 were not recorded");
}

#[test]
fn what_is_no_input_or_command_of_this_game_is_refused() {
    let refusal = |change: fn(&mut TickRecords)| {
        let mut ticks = clean();
        change(&mut ticks[9]);
        verify(&mut open(write(&header(), &ticks)), &mut |_| {}).unwrap_err()
    };
    let input = refusal(|tick| tick.inputs[1].input.truncate(4));
    assert_eq!(input.to_string(), "tick 10: the input of client 1 has 4 bytes, and one has 11");
    let command = refusal(|tick| tick.commands.push(vec![99]));
    assert!(matches!(command, Unverifiable::Command { tick: Tick(10), .. }), "{command}");
}

#[test]
fn a_trace_of_another_game_is_refused() {
    let header = Header { game: "pong".into(), ..header() };
    let refusal = verify(&mut open(write(&header, &clean())), &mut |_| {}).unwrap_err();
    assert_eq!(refusal.to_string(), "the trace is of the game \"pong\", and this program runs \"tachograph\"");
}
