use super::{words::*, *};

#[test]
fn numbers_are_written_as_people_read_them() {
    assert_eq!([0, 999, 1000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
    assert_eq!(counted(1, "frame", "frames"), "1 frame");
    assert_eq!([0.0, 0.0042, 0.042, 4.2].map(length), ["0", "4.2 mm", "4.2 cm", "4.20 m"]);
    assert_eq!([0.0, 0.000_01, 0.005, 0.5].map(percent), ["0 %", "< 0.01 %", "0.50 %", "50.0 %"]);
    assert_eq!(
        [0.0, 0.0001, 1.5, 15.0, 150.0, 1500.0].map(number),
        ["0", "< 0.001", "1.500", "15.00", "150.0", "1500"]
    );
    assert_eq!([figure(-0.04, 1), figure(-0.06, 1), figure(10.0, 0)], ["0.0", "-0.1", "10"]);
}

#[test]
fn a_verdict_names_each_fault_that_was_found_and_no_other() {
    let mut report = Report::empty();
    report.own.snapshots = 1162;
    report.remotes.all.frames = 100;
    assert_eq!(verdict(&report), "Your car: no correction in 1,162 snapshots. Others: nothing froze, nothing jumped.");

    report.own.corrections = 1;
    report.own.correction_m.max = 0.042;
    report.own.snaps = 1;
    report.remotes.all.freezes = 2;
    report.remotes.all.freeze_longest_ms = 183.3;
    report.remotes.all.missing_share = 0.01;
    assert_eq!(
        verdict(&report),
        "Your car: 1 correction in 1,162 snapshots, the largest 4.2 cm, 1 shown at once. Others: froze 2 times \
         (longest 183 ms), 1.0 % of the time somebody was missing or a ghost."
    );
}
