use std::io::{self, Cursor, Write};

use tacho_core::input::Input;
use tacho_core::units::{ClientId, Tick};
use tacho_recorder::drive::{Drive, DriveError};
use tacho_replayer::conditions::{ConditionArgs, RunConditions};
use tacho_replayer::exit::Exit;
use tacho_replayer::levels;
use tacho_replayer::verify::{Verdict, verify};
use tacho_traces::{TickRecords, TraceReader};

const DRIVE: Drive = Drive { players: 3, ticks: 600, lead_in_ticks: 120 };

fn conditions(seed: u64) -> RunConditions {
    ConditionArgs { rtt_ms: 80.0, jitter_ms: 10.0, loss_percent: 2.0, seed, ..ConditionArgs::default() }.load().unwrap()
}

fn record_into(sink: impl Write, seed: u64) -> Result<(), DriveError> {
    let level = levels::find("test-collisions").unwrap();
    let header = DRIVE.header(&level, seed, "a drive".into(), "a test".into());
    DRIVE.record(&level, &conditions(seed), &header, sink, &mut |_| {}).map(|_| ())
}

fn recorded(seed: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    record_into(&mut bytes, seed).unwrap();
    bytes
}

fn open(bytes: &[u8]) -> TraceReader<Cursor<&[u8]>> {
    TraceReader::open(Cursor::new(bytes)).unwrap()
}

#[test]
fn a_session_over_a_bad_network_verifies_to_its_last_tick() {
    let report = verify(&mut open(&recorded(1)), &mut |_| {}).unwrap();
    assert_eq!((report.verdict, report.last_checked), (Verdict::Same, Some(Tick(600))));
    assert_eq!(report.exit(), Exit::Good);
}

#[test]
fn the_same_arguments_give_the_same_bytes() {
    assert!(recorded(1) == recorded(1));
    assert!(recorded(1) != recorded(2));
}

#[test]
fn everybody_keeps_their_hands_off_through_the_lead_in_and_drives_after_it() {
    let bytes = recorded(1);
    let ticks: Vec<TickRecords> = open(&bytes).ticks().map(Result::unwrap).collect();
    let idle = Input::default().to_bytes().to_vec();
    for client in (0..DRIVE.players).map(ClientId) {
        let of_client = || {
            ticks
                .iter()
                .flat_map(|tick| tick.inputs.iter().map(move |run| (tick.tick, run)))
                .filter(move |(_, run)| run.client == client)
        };
        assert!(of_client().take_while(|(tick, _)| tick.0 < 120).all(|(_, run)| run.input == idle));
        let driven = of_client().filter(|(_, run)| run.input != idle).count();
        assert!(driven > 400, "{client} drove in {driven} ticks");
    }
}

#[test]
fn each_client_is_named_at_the_tick_of_its_join() {
    let bytes = recorded(1);
    let named: Vec<_> = open(&bytes).ticks().map(Result::unwrap).flat_map(|tick| tick.clients).collect();
    let names: Vec<_> = named.iter().map(|client| (client.name.as_str(), client.joined.0)).collect();
    assert_eq!(names, [("route 0", 1), ("rammer 1", 4), ("route 2", 7)]);
}

/// A disk with room for so many bytes.
struct FullDisk {
    bytes: Vec<u8>,
    room: usize,
}

impl Write for &mut FullDisk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.room {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_ends_the_recording_and_leaves_a_trace_that_verifies_so_far() {
    let mut disk = FullDisk { bytes: Vec::new(), room: recorded(1).len() * 2 / 3 };
    let refused = record_into(&mut disk, 1).unwrap_err();
    assert!(matches!(refused, DriveError::Trace(_)), "{refused}");
    let report = verify(&mut open(&disk.bytes), &mut |_| {}).unwrap();
    assert_eq!((report.verdict, report.exit()), (Verdict::Same, Exit::Lossy));
    assert!(report.ticks_checked >= 120);
}
