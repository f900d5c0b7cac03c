use std::io::Cursor;

use proptest::prelude::*;
use tacho_core::units::{ClientId, Seq, Tick};

use super::*;
use crate::chunk::{BODY, ChunkHead, HEAD_BYTES, LEVEL, TAIL, digest, seal};
use crate::summary::{ChunkEntry, TRAILER_BYTES, Tail, encode_trailer};

mod damage;
mod hostile;
mod size;

fn header() -> Header {
    Header {
        title: "Market gate, six cars".into(),
        game: "tachograph".into(),
        level: "riverbend".into(),
        level_hash: Hash64(0x00c0_ffee),
        seed: 7,
        tick_rate_hz: 60,
        rules: Hash64(u64::MAX),
        build: Build {
            version: "0.1.0".into(),
            rustc: "rustc 1.95.0".into(),
            target: "x86_64-unknown-linux-gnu".into(),
            features: vec!["window".into()],
            rapier: "0.36.1".into(),
        },
        started: "2026-01-31T12:00:00Z".into(),
        command: "recorder drive --level riverbend --seed 7".into(),
        components: vec!["pose".into(), "velocity".into()],
        markers: vec![Marker { tick: Tick(600), text: "the \"gate\"".into() }],
    }
}

const LEVEL_RON: &str = "(name: \"riverbend\", pieces: [])";

fn write(header: &Header, ticks: &[TickRecords]) -> (Vec<u8>, Summary) {
    let mut bytes = Vec::new();
    let mut writer = TraceWriter::create(&mut bytes, header, LEVEL_RON).unwrap();
    ticks.iter().for_each(|tick| writer.push_tick(tick).unwrap());
    let summary = writer.finish().unwrap();
    (bytes, summary)
}

fn open(bytes: &[u8]) -> Result<TraceReader<Cursor<&[u8]>>, TraceError> {
    TraceReader::open(Cursor::new(bytes))
}

/// Numbers without a pattern, the same in every run.
fn noise(of: u64) -> u64 {
    let mixed = (of ^ of >> 30).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// A tick of two clients that press something now and then.
fn some_tick(tick: u32) -> TickRecords {
    let run = |client: u16| InputRecord {
        client: ClientId(client),
        seq: Seq(tick + 1000),
        input: vec![127, (tick / 50) as u8, 0, client as u8],
        guessed: tick.is_multiple_of(40),
    };
    TickRecords {
        clients: if tick == 0 {
            vec![ClientRecord { client: ClientId(1), name: "ann".into(), joined: Tick(0) }]
        } else {
            vec![]
        },
        markers: if tick == 70 { vec!["here".into()] } else { vec![] },
        dropped: u32::from(tick == 90) * 3,
        commands: if tick == 10 { vec![vec![1, 2, 3], vec![]] } else { vec![] },
        inputs: vec![run(1), run(2)],
        digest: Some(DigestRecord { total: noise(u64::from(tick)), locator: [tick, !tick] }),
        components: if tick.is_multiple_of(60) { vec![ComponentDigest { component: 1, digest: 5 }] } else { vec![] },
        ..TickRecords::new(Tick(tick))
    }
}

fn some_ticks(count: u32) -> Vec<TickRecords> {
    (0..count).map(some_tick).collect()
}

fn any_tick() -> impl Strategy<Value = TickRecords> {
    let bytes = || prop::collection::vec(any::<u8>(), 0..20);
    let client = (any::<u16>(), ".{0,8}", any::<u32>()).prop_map(|(client, name, joined)| ClientRecord {
        client: ClientId(client),
        name,
        joined: Tick(joined),
    });
    let input = (0_u16..5, any::<u32>(), bytes(), any::<bool>()).prop_map(|(client, seq, input, guessed)| {
        InputRecord { client: ClientId(client), seq: Seq(seq), input, guessed }
    });
    let digest = (any::<u64>(), any::<[u32; 2]>()).prop_map(|(total, locator)| DigestRecord { total, locator });
    let component = (any::<u16>(), any::<u64>()).prop_map(|(component, digest)| ComponentDigest { component, digest });
    (
        1_u32..90,
        prop::collection::vec(client, 0..2),
        prop::collection::vec(".{0,8}", 0..2),
        prop::option::weighted(0.1, any::<u32>()),
        prop::collection::vec(bytes(), 0..3),
        prop::collection::vec(input, 0..8),
        prop::option::of(digest),
        prop::collection::vec(component, 0..3),
    )
        .prop_map(|(step, clients, markers, dropped, commands, inputs, digest, components)| TickRecords {
            tick: Tick(step),
            clients,
            markers,
            dropped: dropped.unwrap_or(0),
            commands,
            inputs,
            digest,
            components,
        })
}

/// Ticks with gaps between them.
fn any_ticks() -> impl Strategy<Value = Vec<TickRecords>> {
    prop::collection::vec(any_tick(), 0..30).prop_map(|mut ticks| {
        let mut now = 0;
        for tick in &mut ticks {
            now += tick.tick.0;
            tick.tick = Tick(now);
        }
        ticks
    })
}

proptest! {
    #[test]
    fn what_is_written_is_what_is_read(ticks in any_ticks()) {
        let (bytes, summary) = write(&header(), &ticks);
        let mut trace = open(&bytes).unwrap();
        prop_assert!(trace.is_complete());
        prop_assert_eq!(trace.header(), &header());
        prop_assert_eq!(trace.level(), LEVEL_RON);
        prop_assert_eq!(trace.summary(), Some(&summary));
        prop_assert_eq!(trace.check().unwrap(), summary);
        let read: Vec<_> = trace.ticks().map(Result::unwrap).collect();
        prop_assert_eq!(read, ticks);
    }

    #[test]
    fn reading_from_a_tick_is_reading_all_and_passing_over(ticks in any_ticks(), from in 0_u32..3000) {
        let (bytes, _) = write(&header(), &ticks);
        let read: Vec<_> = open(&bytes).unwrap().ticks_from(Tick(from)).map(Result::unwrap).collect();
        let wanted: Vec<_> = ticks.into_iter().filter(|records| records.tick >= Tick(from)).collect();
        prop_assert_eq!(read, wanted);
    }
}

#[test]
fn the_header_is_text_that_a_person_can_read() {
    insta::assert_snapshot!(header().to_ron());
}

#[test]
fn the_header_is_read_without_anything_behind_it() {
    let (bytes, _) = write(&header(), &some_ticks(3));
    let alone = header().encode().unwrap();
    assert!(bytes.starts_with(&alone));
    assert_eq!(Header::read_from(&alone[..]).unwrap(), header());
}

#[test]
fn a_field_of_a_later_header_is_ignored_and_a_missing_one_is_empty() {
    let header: Header = ron::from_str("(title: \"t\", weather: (rain: [1, 2]), seed: 9)").unwrap();
    assert_eq!(header, Header { title: "t".into(), seed: 9, ..Header::default() });
}

#[test]
fn a_trace_is_written_to_a_file_and_read_from_it() {
    let mut file = tempfile::tempfile().unwrap();
    let mut writer = TraceWriter::create(&mut file, &header(), LEVEL_RON).unwrap();
    some_ticks(130).iter().for_each(|tick| writer.push_tick(tick).unwrap());
    writer.finish().unwrap();
    let mut trace = TraceReader::open(file).unwrap();
    assert!(trace.is_complete());
    assert!(trace.ticks().map(Result::unwrap).eq(some_ticks(130)));
}

#[test]
fn an_empty_trace_is_complete() {
    let (bytes, summary) = write(&header(), &[]);
    let mut trace = open(&bytes).unwrap();
    assert_eq!(trace.check().unwrap(), summary);
    assert_eq!((summary, trace.end()), (Summary::default(), End::Complete));
}

#[test]
fn the_summary_counts() {
    let (_, summary) = write(&header(), &some_ticks(250));
    assert_eq!(summary.range, Some((Tick(0), Tick(249))));
    assert_eq!((summary.ticks, summary.clients, summary.commands), (250, 2, 2));
    assert_eq!((summary.inputs, summary.guessed, summary.dropped), (500, 14, 3));
    let sizes = &summary.sizes;
    assert_eq!(
        (sizes.chunks, sizes.of(RecordKind::Inputs).records, sizes.of(RecordKind::Components).records),
        (3, 250, 5)
    );
    assert_eq!(sizes.streams.values().map(|stream| stream.bytes).sum::<u64>(), sizes.inflated_bytes);
}

#[test]
fn the_digest_names_the_contents() {
    let (bytes, _) = write(&header(), &some_ticks(250));
    let (same, _) = write(&header(), &some_ticks(250));
    let mut other_ticks = some_ticks(250);
    other_ticks[3].inputs[0].guessed = true;
    let (other, _) = write(&header(), &other_ticks);
    let name = |bytes: &[u8]| open(bytes).unwrap().digest();
    assert_eq!(name(&bytes), name(&same));
    assert_ne!(name(&bytes), name(&other));
}

#[test]
#[should_panic(expected = "is recorded after")]
fn a_tick_is_not_recorded_twice() {
    let mut writer = TraceWriter::create(Vec::new(), &header(), LEVEL_RON).unwrap();
    writer.push_tick(&some_tick(3)).unwrap();
    let _ = writer.push_tick(&some_tick(3));
}

#[test]
fn a_tick_above_a_limit_is_refused_and_leaves_the_trace_whole() {
    let mut bytes = Vec::new();
    let mut writer = TraceWriter::create(&mut bytes, &header(), LEVEL_RON).unwrap();
    writer.push_tick(&some_tick(0)).unwrap();
    let mut long_input = some_tick(1);
    long_input.inputs[1].input = vec![1; MAX_INPUT_BYTES + 1];
    let many_inputs = TickRecords { inputs: vec![InputRecord::default(); MAX_RUNS_PER_TICK + 1], ..some_tick(1) };
    let long_command = TickRecords { commands: vec![vec![0; MAX_RECORD_BYTES]], ..some_tick(1) };
    for refused in [long_input, many_inputs, long_command] {
        assert!(matches!(writer.push_tick(&refused), Err(TraceError::TooLarge { .. })));
    }
    writer.push_tick(&some_tick(1)).unwrap();
    writer.finish().unwrap();
    let read: Vec<_> = open(&bytes).unwrap().ticks().map(Result::unwrap).collect();
    assert_eq!(read, some_ticks(2));
}

#[test]
fn the_largest_allowed_ticks_fit_their_chunks() {
    let large = |tick: u32| {
        let run = |place: usize| InputRecord {
            client: ClientId(u16::MAX - place as u16),
            seq: Seq(!tick),
            input: vec![tick as u8 + 1; MAX_INPUT_BYTES],
            guessed: tick.is_multiple_of(2),
        };
        TickRecords {
            inputs: (0..MAX_RUNS_PER_TICK).map(run).collect(),
            commands: vec![vec![9; MAX_RECORD_BYTES - 10]],
            ..TickRecords::new(Tick(tick))
        }
    };
    let ticks: Vec<_> = (0..6).map(large).collect();
    let (bytes, summary) = write(&header(), &ticks);
    assert_eq!(summary.sizes.chunks, 3, "a chunk is closed by its bytes too");
    let read: Vec<_> = open(&bytes).unwrap().ticks().map(Result::unwrap).collect();
    assert_eq!(read, ticks);
}
