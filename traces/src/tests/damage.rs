//! Files that were cut or whose bytes changed.

use super::*;

/// Ticks of the chunks that end within the first `bytes` of a file.
fn whole_ticks(ticks: &[TickRecords], chunk_ends: &[u64], bytes: usize) -> Vec<TickRecords> {
    let whole = chunk_ends.iter().filter(|&&end| end <= bytes as u64).count();
    ticks.iter().take(whole * CHUNK_TICKS as usize).cloned().collect()
}

/// Where each body chunk of a file ends.
fn chunk_ends(bytes: &[u8]) -> Vec<u64> {
    let mut ends = Vec::new();
    let mut at = header().encode().unwrap().len();
    loop {
        let head = ChunkHead::decode(bytes[at..at + HEAD_BYTES].try_into().unwrap()).unwrap();
        at += head.file_bytes() as usize;
        match head.kind {
            BODY => ends.push(at as u64),
            TAIL => return ends,
            _ => {}
        }
    }
}

#[test]
fn a_file_cut_anywhere_is_readable_up_to_its_last_whole_chunk() {
    let ticks = some_ticks(300);
    let (bytes, _) = write(&header(), &ticks);
    let ends = chunk_ends(&bytes);
    let level_at = header().encode().unwrap().len();
    let mut readable = 0;
    for length in 0..bytes.len() {
        match open(&bytes[..length]) {
            Err(TraceError::NotATrace) => assert!(length < 8),
            Err(TraceError::Cut { place: Place::Header, at_byte }) => {
                assert!((8..level_at).contains(&length) && at_byte == length as u64);
            }
            Err(TraceError::Cut { place: Place::Level, .. }) => assert!(length >= level_at),
            Err(error) => panic!("cut at {length}: {error}"),
            Ok(mut trace) => {
                readable += 1;
                let read: Vec<_> = trace.ticks().map(Result::unwrap).collect();
                assert_eq!(read, whole_ticks(&ticks, &ends, length));
                let End::Cut { after, at_byte } = trace.end() else { panic!("cut at {length}, and taken as whole") };
                assert_eq!(after, read.last().map(|records| records.tick));
                assert!(at_byte <= length as u64);
                assert_eq!(trace.summary(), None);
                assert_eq!(trace.check().unwrap().ticks, read.len() as u64);
            }
        }
    }
    assert!(readable > bytes.len() / 2);
}

#[test]
fn a_file_that_ends_in_zeros_is_readable_up_to_its_last_whole_chunk() {
    let (bytes, _) = write(&header(), &some_ticks(300));
    let [first, second, ..] = chunk_ends(&bytes)[..] else { panic!("three chunks") };
    let zeroed_from = |from: u64| {
        let mut bytes = bytes.clone();
        bytes[from as usize..].fill(0);
        let mut trace = open(&bytes).unwrap();
        let read = trace.ticks().map(Result::unwrap).count();
        (read, trace.end(), trace.digest())
    };
    let cut_after_first = open(&bytes[..first as usize]).unwrap();
    let expected = (120, End::Cut { after: Some(Tick(119)), at_byte: first }, cut_after_first.digest());
    assert_eq!(zeroed_from(first), expected);
    assert_eq!(zeroed_from(second - 1), expected);
    assert_ne!(zeroed_from(second), expected);
}

#[test]
fn every_flipped_bit_is_refused_or_found() {
    let ticks = some_ticks(130);
    let (mut bytes, _) = write(&header(), &ticks);
    for at in 0..bytes.len() {
        for bit in 0..8 {
            bytes[at] ^= 1 << bit;
            let unnoticed =
                open(&bytes).is_ok_and(|mut trace| trace.is_complete() && trace.ticks().all(|records| records.is_ok()));
            assert!(!unnoticed, "bit {bit} of byte {at}");
            bytes[at] ^= 1 << bit;
        }
    }
    assert!(open(&bytes).unwrap().check().is_ok());
}

#[test]
fn a_damaged_chunk_is_named_and_the_next_is_read() {
    let ticks = some_ticks(360);
    let (bytes, _) = write(&header(), &ticks);
    let second = chunk_ends(&bytes)[0];
    for (at, what) in [(second + 60, "its CRC"), (second + 5, "its head's CRC")] {
        let mut bytes = bytes.clone();
        bytes[at as usize] ^= 4;
        let mut trace = open(&bytes).unwrap();
        let (read, errors): (Vec<_>, Vec<_>) = trace.ticks().partition(Result::is_ok);
        assert_eq!(read.len(), 240);
        let message = errors[0].as_ref().unwrap_err().to_string();
        assert_eq!(errors.len(), 1);
        let named = format!("chunk 1 (ticks 120 to 239), at byte {second}, is damaged: {what} does not match");
        assert!(message.starts_with(&named), "{message}");
    }
}

#[test]
fn a_chunk_that_is_missing_or_another_traces_breaks_the_chain() {
    let (bytes, _) = write(&header(), &some_ticks(360));
    let ends = chunk_ends(&bytes).iter().map(|&end| end as usize).collect::<Vec<_>>();
    let missing = [&bytes[..ends[0]], &bytes[ends[1]..]].concat();
    let errors: Vec<_> = open(&missing).unwrap().ticks().filter_map(Result::err).collect();
    assert!(
        matches!(errors[..], [TraceError::BrokenChain { place: Place::Chunk { number: 1, .. }, .. }]),
        "{errors:?}"
    );

    let mut other_ticks = some_ticks(360);
    other_ticks[0].dropped = 1;
    let (other, _) = write(&header(), &other_ticks);
    let other_ends = chunk_ends(&other);
    let mixed = [&bytes[..ends[0]], &other[other_ends[0] as usize..]].concat();
    assert!(matches!(open(&mixed).unwrap().check(), Err(TraceError::BrokenChain { .. })));
}
