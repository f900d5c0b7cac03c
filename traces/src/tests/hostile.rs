//! Files whose check sums are right and whose contents are not.

use super::*;

/// A trace put together by hand: every chunk sealed properly, whatever it holds.
struct Forge {
    bytes: Vec<u8>,
    previous: u64,
    index: Vec<ChunkEntry>,
}

impl Forge {
    fn new() -> Forge {
        let bytes = header().encode().unwrap();
        let previous = digest([&bytes, &[]]);
        let mut forge = Forge { bytes, previous, index: Vec::new() };
        forge.chunk(LEVEL, (0, 0), LEVEL_RON.as_bytes());
        forge.index.clear();
        forge
    }

    fn chunk(&mut self, kind: [u8; 4], (first, last): (u32, u32), contents: &[u8]) {
        let (first, last) = (Tick(first), Tick(last));
        let (chunk, digest) = seal(kind, (first, last), self.previous, contents).unwrap();
        self.index.push(ChunkEntry { kind, offset: self.bytes.len() as u64, first, last });
        self.bytes.extend(chunk);
        self.previous = digest;
    }

    /// A chunk whose head says `head`.
    fn lying_chunk(&mut self, head: ChunkHead, stored: &[u8]) {
        let head = ChunkHead { previous: self.previous, stored_crc: crc32fast::hash(stored), ..head };
        let entry = ChunkEntry { kind: head.kind, offset: self.bytes.len() as u64, first: head.first, last: head.last };
        self.index.push(entry);
        self.bytes.extend(head.encode());
        self.bytes.extend(stored);
    }

    fn finish(mut self) -> Vec<u8> {
        let tail_offset = self.bytes.len() as u64;
        let tail = Tail { index: self.index.clone(), summary: Summary::default() };
        self.chunk(TAIL, (0, 0), &postcard::to_stdvec(&tail).unwrap());
        self.bytes.extend(encode_trailer(tail_offset));
        self.bytes
    }
}

fn record(kind: u8, contents: &[u8]) -> Vec<u8> {
    [&[kind][..], &postcard::to_stdvec(&(contents.len() as u32)).unwrap(), contents].concat()
}

/// The ticks of a trace with one body of these records, or the first error.
fn read_body(records: &[Vec<u8>]) -> Result<Vec<TickRecords>, TraceError> {
    let mut forge = Forge::new();
    forge.chunk(BODY, (5, 10), &records.concat());
    open(&forge.finish()).unwrap().ticks().collect()
}

#[test]
fn an_unknown_record_or_chunk_is_skipped() {
    let mut forge = Forge::new();
    forge.chunk(*b"KEYF", (0, 0), b"a keyframe of a later version");
    forge.chunk(BODY, (5, 10), &[record(0, &[0]), record(200, b"later"), record(3, &[9]), record(0, &[2])].concat());
    let bytes = forge.finish();
    let mut trace = open(&bytes).unwrap();
    let read: Vec<_> = trace.ticks().map(Result::unwrap).collect();
    assert_eq!(read, [TickRecords { dropped: 9, ..TickRecords::new(Tick(5)) }, TickRecords::new(Tick(7))]);
}

#[test]
fn records_without_sense_are_refused() {
    let tick = || record(0, &[0]);
    let cases = [
        ("a record before the first tick", vec![record(3, &[9])]),
        ("two records of a kind in one tick", vec![tick(), record(3, &[9]), record(3, &[9])]),
        ("its ticks do not count up within the range that it states", vec![tick(), record(0, &[0])]),
        ("its ticks do not count up within the range that it states", vec![tick(), record(0, &[6])]),
        ("its ticks do not count up within the range that it states", vec![record(0, &[255, 255, 255, 255, 15])]),
        ("a record with bytes left over", vec![tick(), record(3, &[9, 9])]),
        ("a record that does not decode", vec![tick(), record(3, &[])]),
        ("a record that does not decode", vec![tick(), record(4, &[255, 255, 255, 255, 15])]),
        ("a record without a length", vec![tick(), vec![3]]),
        ("a record longer than its chunk", vec![tick(), vec![200, 3, 1, 2]]),
        ("a record longer than the format allows", vec![tick(), record(200, &vec![0; MAX_RECORD_BYTES + 1])]),
        ("more records than the format allows", vec![tick(), record(200, &[]).repeat(1 << 17)]),
        ("an unknown tag of an input", vec![tick(), record(5, &[1, 1, 3, 1, 16, 0, 0, 0])]),
        ("not one tag for each input", vec![tick(), record(5, &[1, 1, 3, 2, 0, 0, 0, 0, 0])]),
        ("fewer changes than changed inputs", vec![tick(), record(5, &[1, 1, 3, 1, 1, 0, 0, 0])]),
        ("more changes than changed inputs", vec![tick(), record(5, &[1, 1, 3, 0, 0, 0, 1, 9])]),
        ("an input longer than the format allows", vec![tick(), record(5, &[1, 1, 3, 1, 4, 0, 1, 129, 2, 0])]),
    ];
    for (reason, records) in cases {
        match read_body(&records) {
            Err(TraceError::Malformed { what, .. }) => assert_eq!(what, reason),
            other => panic!("{reason}: {other:?}"),
        }
    }
}

#[test]
fn chunks_whose_ticks_go_back_are_refused() {
    for (first, last) in [(10, 12), (3, 4), (13, 12)] {
        let mut forge = Forge::new();
        forge.chunk(BODY, (5, 10), &record(0, &[0]));
        forge.chunk(BODY, (first, last), &record(0, &[0]));
        let bytes = forge.finish();
        let second = open(&bytes).unwrap().ticks().nth(1);
        let is_named = matches!(second, Some(Err(TraceError::Malformed { place: Place::Chunk { number: 1, .. }, .. })));
        assert!(is_named, "{first} to {last}: {second:?}");
    }
}

#[test]
fn a_length_above_its_limit_is_refused_before_anything_is_allocated() {
    let mut header_bytes = header().encode().unwrap();
    header_bytes[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
    let longer = "the length of its text is more than the format allows";
    assert!(matches!(open(&header_bytes), Err(TraceError::Damaged { what, .. }) if what == longer));

    let head = ChunkHead {
        kind: BODY,
        stored_bytes: 9,
        inflated_bytes: MAX_CHUNK_BYTES as u32 + 1,
        first: Tick(0),
        last: Tick(1),
        previous: 0,
        stored_crc: 0,
    };
    for (head, what) in [
        (head, "it states that it inflates to more than the format allows"),
        (
            ChunkHead { stored_bytes: u32::MAX, inflated_bytes: 9, ..head },
            "it states more stored bytes than the format allows",
        ),
    ] {
        let mut forge = Forge::new();
        forge.lying_chunk(head, b"nine bytes");
        let bytes = forge.finish();
        match open(&bytes).unwrap().ticks().next() {
            Some(Err(TraceError::Malformed { what: refused, .. })) => assert_eq!(refused, what),
            other => panic!("{what}: {other:?}"),
        };
    }
}

#[test]
fn a_chunk_is_given_no_more_room_than_it_claims() {
    let bomb = zstd::bulk::compress(&vec![0; 1 << 20], 3).unwrap();
    for inflated_bytes in [100, (1 << 20) - 1, (1 << 20) + 1] {
        let mut forge = Forge::new();
        let (first, last, previous, stored_crc) = (Tick(0), Tick(1), 0, 0);
        let stored_bytes = bomb.len() as u32;
        forge.lying_chunk(
            ChunkHead { kind: BODY, stored_bytes, inflated_bytes, first, last, previous, stored_crc },
            &bomb,
        );
        let bytes = forge.finish();
        let first = open(&bytes).unwrap().ticks().next();
        assert!(matches!(first, Some(Err(TraceError::Malformed { .. }))), "{first:?}");
    }
}

#[test]
fn an_index_that_lies_is_found() {
    let mut forge = Forge::new();
    forge.chunk(BODY, (5, 10), &record(0, &[0]));
    let honest = forge.index[0];
    for lie in [
        ChunkEntry { offset: u64::MAX, ..honest },
        ChunkEntry { offset: honest.offset + 1, ..honest },
        ChunkEntry { first: Tick(4), ..honest },
        ChunkEntry { kind: *b"KEYF", ..honest },
    ] {
        let (bytes, previous) = (forge.bytes.clone(), forge.previous);
        let bytes = Forge { bytes, previous, index: vec![lie] }.finish();
        assert!(open(&bytes).unwrap().ticks().next().unwrap().is_err(), "{lie:?}");
    }
    let (bytes, previous) = (forge.bytes.clone(), forge.previous);
    let without = Forge { bytes, previous, index: vec![] }.finish();
    assert!(matches!(open(&without).unwrap().check(), Err(TraceError::BrokenChain { place: Place::End, .. })));
    let (bytes, previous) = (forge.bytes.clone(), forge.previous);
    let twice = Forge { bytes, previous, index: vec![honest; 2] }.finish();
    assert!(open(&twice).unwrap().check().is_err());
}

#[test]
fn a_summary_that_lies_is_found() {
    let mut forge = Forge::new();
    forge.chunk(BODY, (5, 10), &record(0, &[0]));
    let what = "the summary is not what the chunks hold";
    let checked = open(&forge.finish()).unwrap().check();
    assert!(matches!(checked, Err(TraceError::Malformed { place: Place::End, what: why, .. }) if why == what));
}

#[test]
fn a_trailer_may_point_anywhere() {
    let (mut bytes, _) = write(&header(), &some_ticks(10));
    let trailer_at = bytes.len() - TRAILER_BYTES;
    for offset in (0..bytes.len() as u64).chain([u64::MAX, u64::MAX - 40]) {
        let is_right = bytes[trailer_at..] == encode_trailer(offset);
        let right = bytes[trailer_at..].to_vec();
        bytes[trailer_at..].copy_from_slice(&encode_trailer(offset));
        assert_eq!(open(&bytes).unwrap().is_complete(), is_right);
        assert_eq!(open(&bytes).unwrap().ticks().filter(Result::is_ok).count(), 10);
        bytes[trailer_at..].copy_from_slice(&right);
    }
}

#[test]
fn another_major_version_is_refused_and_a_later_minor_one_is_read() {
    let (mut bytes, _) = write(&header(), &some_ticks(3));
    bytes[8] = 9;
    assert!(matches!(open(&bytes), Err(TraceError::OtherVersion { major: 9, minor: 0 })));
    let mut later = header().encode().unwrap();
    later[10] = 7;
    let crc = crc32fast::hash(&[&later[8..16], &later[20..]].concat());
    later[16..20].copy_from_slice(&crc.to_le_bytes());
    assert_eq!(Header::read_from(&later[..]).unwrap(), header());
}

#[test]
fn a_header_of_nested_brackets_is_refused() {
    let text = format!("(weather: {})", "[".repeat(500_000));
    let mut bytes = [&header().encode().unwrap()[..12], &(text.len() as u32).to_le_bytes()].concat();
    let crc = crc32fast::hash(&[&bytes[8..], text.as_bytes()].concat());
    bytes.extend(crc.to_le_bytes());
    bytes.extend(text.as_bytes());
    assert!(matches!(Header::read_from(&bytes[..]), Err(TraceError::HeaderText(_))));
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let with_header = [&header().encode().unwrap()[..], &bytes].concat();
        for bytes in [bytes, with_header] {
            prop_assert!(open(&bytes).is_err());
        }
    }

    #[test]
    fn any_body_is_read_or_refused(contents in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut forge = Forge::new();
        forge.chunk(BODY, (5, 10), &contents);
        let _ = open(&forge.finish()).unwrap().ticks().count();
    }

    #[test]
    fn any_record_is_read_or_refused(kind in 0_u8..9, contents in prop::collection::vec(any::<u8>(), 0..60)) {
        let _ = read_body(&[record(0, &[0]), record(kind, &contents)]);
    }

    #[test]
    fn any_tail_is_read_or_ignored(contents in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut forge = Forge::new();
        let tail_offset = forge.bytes.len() as u64;
        forge.chunk(TAIL, (0, 0), &contents);
        forge.bytes.extend(encode_trailer(tail_offset));
        let _ = open(&forge.bytes).unwrap().ticks().count();
    }
}
