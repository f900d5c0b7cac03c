//! Everything that comes from outside: link traces, short forms, and conditions put together by hand.

use super::*;

fn delays_at(trace: &LinkTrace, times_us: &[u64]) -> Vec<u64> {
    times_us.iter().map(|at_us| trace.measurement_at(*at_us).delay_us).collect()
}

/// Three measurements, 100 ms apart, from a file that counts from 5 s: 40 ms, a loss without a time, 60 ms.
const SHORT: &str = "rtt_ms,cell,lost,t_s\r\n40,a,0,5.0\r\n\r\n,b,1,5.1\r\n60.5,c,0,5.2\r\n";

#[test]
fn a_trace_is_read_in_any_column_order_from_its_first_time_on() {
    let trace = LinkTrace::from_csv(SHORT).unwrap();
    assert_eq!(
        trace.measurements(),
        [
            Measurement { at_us: 0, delay_us: 20_000, lost: false },
            Measurement { at_us: 100_000, delay_us: 20_000, lost: true },
            Measurement { at_us: 200_000, delay_us: 30_250, lost: false },
        ]
    );
    assert_eq!(LinkTrace::from_csv("\u{feff}t_s , rtt_ms,lost\n0,1,0").unwrap().measurements()[0].delay_us, 500);
}

#[test]
fn a_trace_holds_each_measurement_until_the_next_and_then_repeats() {
    let trace = LinkTrace::from_csv(SHORT).unwrap();
    assert_eq!(trace.length_us(), 300_000);
    assert_eq!(delays_at(&trace, &[0, 199_999, 200_000, 299_999, 300_000]), [20_000, 20_000, 30_250, 30_250, 20_000]);
    assert!(trace.measurement_at(3_100_000).lost && !trace.measurement_at(3_099_999).lost);
}

#[test]
fn a_trace_may_be_entered_later_and_past_its_end() {
    let trace = LinkTrace::from_csv(SHORT).unwrap();
    for start_us in [150_000, 450_000] {
        let later = trace.clone().starting_at(start_us);
        assert_eq!(delays_at(&later, &[0, 50_000, 149_999, 150_000]), [20_000, 30_250, 30_250, 20_000]);
    }
}

#[test]
fn a_trace_that_stands_at_one_time_is_its_last_measurement() {
    let trace = LinkTrace::from_csv("t_s,rtt_ms,lost\n3,10,0\n3,20,0\n").unwrap();
    assert_eq!(delays_at(&trace, &[0, 1, 10_000_000]), [10_000; 3]);
}

#[test]
fn a_measured_link_stands_for_delay_and_loss() {
    let trace = LinkTrace::from_csv(SHORT).unwrap();
    let link = sent(Conditions { trace: Some(trace), ..Conditions::default() }, 1, 8, 50 * MS);
    // Those sent at 100 and 150 ms meet the loss, and the trace is over at 300 ms.
    assert_eq!(arrivals(link), [(0, 20_000), (1, 70_000), (4, 230_250), (5, 280_250), (6, 320_000), (7, 370_000)]);
}

#[test]
fn a_reliable_datagram_outlasts_a_measured_loss() {
    let trace = LinkTrace::from_csv(SHORT).unwrap();
    let mut link = Link::new(Conditions { trace: Some(trace), ..Conditions::default() }, 1);
    link.handle_reliable(100_000, numbered(0));
    assert_eq!(link.next_delivery(), Some(100_000 + 3 * 20_000 + RETRANSMISSION_US));
}

#[test]
fn a_trace_that_makes_no_sense_is_refused_with_line_field_value_and_what_is_allowed() {
    let long = format!("t_s,rtt_ms,lost\n0,{},0", "9".repeat(1000));
    let table: String = [
        "",
        " \n\n",
        "t_s,rtt_ms,lost\n",
        "t_s,rtt,lost\n0,1,0",
        "t_s,rtt_ms,lost,t_s\n0,1,0,0",
        "0.0,32,0\n0.1,30,0",
        "t_s,rtt_ms,lost\n0,1,0\n\nx,1,0",
        "t_s,rtt_ms,lost\n-1,1,0",
        "t_s,rtt_ms,lost\n5e9,1,0",
        "t_s,rtt_ms,lost\n0,NaN,0",
        "t_s,rtt_ms,lost\n0,,0",
        "t_s,rtt_ms,lost\n0,-3,1",
        "t_s,rtt_ms,lost\n0,60001,0",
        "t_s,rtt_ms,lost\n0,1,2",
        "t_s,rtt_ms,lost\n0,1",
        "t_s,rtt_ms,lost\n7,1,0\n8.5,1,0\n8.4,1,0",
        &long,
    ]
    .into_iter()
    .map(|text| format!("{}\n", LinkTrace::from_csv(text).unwrap_err()))
    .collect();
    insta::assert_snapshot!(table, @r#"
    there is no measurement; allowed: a header line with t_s, rtt_ms and lost, and at least one line below it
    there is no measurement; allowed: a header line with t_s, rtt_ms and lost, and at least one line below it
    there is no measurement; allowed: a header line with t_s, rtt_ms and lost, and at least one line below it
    line 1: the header "t_s,rtt,lost" names rtt_ms 0 times; allowed: t_s, rtt_ms and lost once each
    line 1: the header "t_s,rtt_ms,lost,t_s" names t_s 2 times; allowed: t_s, rtt_ms and lost once each
    line 1: the header "0.0,32,0" names t_s 0 times; allowed: t_s, rtt_ms and lost once each
    line 4: t_s is "x"; allowed: a number from 0 to 4000000000
    line 2: t_s is "-1"; allowed: a number from 0 to 4000000000
    line 2: t_s is "5e9"; allowed: a number from 0 to 4000000000
    line 2: rtt_ms is "NaN"; allowed: a number from 0 to 60000
    line 2: rtt_ms is ""; allowed: a number from 0 to 60000
    line 2: rtt_ms is "-3"; allowed: a number from 0 to 60000
    line 2: rtt_ms is "60001"; allowed: a number from 0 to 60000
    line 2: lost is "2"; allowed: 0 or 1
    line 2: lost is ""; allowed: 0 or 1
    line 4: t_s is "8.4"; allowed: a time not before 8.5 s, that of the line before
    line 2: rtt_ms is "9999999999999999999999999999999999999999"; allowed: a number from 0 to 60000
    "#);
}

#[test]
fn a_trace_may_be_only_so_long() {
    let longest = "t_s,rtt_ms,lost\n".to_owned() + &"0,1,0\n".repeat(MAX_MEASUREMENTS);
    assert_eq!(LinkTrace::from_csv(&longest).unwrap().measurements().len(), MAX_MEASUREMENTS);
    let line = MAX_MEASUREMENTS + 2;
    assert_eq!(LinkTrace::from_csv(&(longest + "0,1,0\n")), Err(TraceError::TooMany { line }));
}

proptest! {
    #[test]
    fn reading_a_trace_never_panics(rows in "[-0-9a-z,.e \n]{0,200}", any_text: String) {
        let _ = LinkTrace::from_csv(&any_text);
        if let Ok(trace) = LinkTrace::from_csv(&format!("t_s,rtt_ms,lost\n{rows}")) {
            prop_assert!(trace.measurement_at(u64::MAX).at_us < trace.length_us());
        }
    }

    #[test]
    fn a_stall_is_read_back_from_its_short_form(at_ms in 0..1_000_000_000_u64, length_ms in 0..1_000_000_u64) {
        let stall = Stall { at_us: at_ms * MS, length_us: length_ms * MS };
        prop_assert_eq!(parse_stall(&format!("{at_ms}:{length_ms}")), Ok(stall));
    }
}

#[test]
fn short_forms_are_read() {
    assert_eq!(parse_stall("40000:300"), Ok(Stall { at_us: 40_000_000, length_us: 300_000 }));
    for (text, share) in [("5", 0.05), ("5%", 0.05), (" 0.5 % ", 0.005), ("0", 0.0), ("100%", 1.0)] {
        assert_eq!(parse_share(text), Ok(share), "{text}");
    }
}

#[test]
fn short_forms_that_make_no_sense_are_refused() {
    let stalls = ["", "40000", "40000:", ":300", "40000:300:1", "-1:300", "4.5:300", "40s:300ms", "9999999999999999:1"];
    let shares = ["", "%", "5%%", "-1", "101", "NaN", "inf", "five"];
    let stalls = stalls.map(|text| parse_stall(text).unwrap_err().to_string());
    let shares = shares.map(|text| parse_share(text).unwrap_err().to_string());
    insta::assert_snapshot!(format!("{}\n\n{}", stalls.join("\n"), shares.join("\n")), @r#"
    "" is no stall; allowed: AT_MS:LENGTH_MS in whole milliseconds, such as 40000:300
    "40000" is no stall; allowed: AT_MS:LENGTH_MS in whole milliseconds, such as 40000:300
    "40000:" is no stall; allowed: AT_MS:LENGTH_MS in whole milliseconds, such as 40000:300
    ":300" is no stall; allowed: AT_MS:LENGTH_MS in whole milliseconds, such as 40000:300
    "40000:300:1" is no stall; allowed: AT_MS:LENGTH_MS in whole milliseconds, such as 40000:300
    "-1:300" is no stall; allowed: AT_MS:LENGTH_MS in whole milliseconds, such as 40000:300
    "4.5:300" is no stall; allowed: AT_MS:LENGTH_MS in whole milliseconds, such as 40000:300
    "40s:300ms" is no stall; allowed: AT_MS:LENGTH_MS in whole milliseconds, such as 40000:300
    "9999999999999999:1" is no stall; allowed: AT_MS:LENGTH_MS in whole milliseconds, such as 40000:300

    "" is no share; allowed: a number of percent from 0 to 100, such as 5 or 5%
    "%" is no share; allowed: a number of percent from 0 to 100, such as 5 or 5%
    "5%%" is no share; allowed: a number of percent from 0 to 100, such as 5 or 5%
    "-1" is no share; allowed: a number of percent from 0 to 100, such as 5 or 5%
    "101" is no share; allowed: a number of percent from 0 to 100, such as 5 or 5%
    "NaN" is no share; allowed: a number of percent from 0 to 100, such as 5 or 5%
    "inf" is no share; allowed: a number of percent from 0 to 100, such as 5 or 5%
    "five" is no share; allowed: a number of percent from 0 to 100, such as 5 or 5%
    "#);
}

#[test]
fn conditions_that_make_no_sense_are_refused() {
    let trace = LinkTrace::from_csv(SHORT).unwrap();
    let refused = [
        Conditions { loss_share: 1.5, ..Conditions::default() },
        Conditions { loss_share: f64::NAN, ..Conditions::default() },
        Conditions { duplicate_share: -0.1, ..Conditions::default() },
        Conditions { delay_us: MAX_DELAY_US + 1, ..Conditions::default() },
        Conditions { jitter_us: u64::MAX, ..Conditions::default() },
        Conditions { stalls: vec![Stall { at_us: u64::MAX, length_us: 1 }], ..Conditions::default() },
        Conditions { stalls: vec![Stall { at_us: MAX_TIME_US, length_us: 1 }], ..Conditions::default() },
        Conditions { trace: Some(trace.clone()), jitter_us: 1, ..Conditions::default() },
        Conditions { trace: Some(trace.clone()), loss_share: 0.1, ..Conditions::default() },
    ];
    let table: String =
        refused.map(|conditions| format!("{}\n", conditions.check().unwrap_err())).into_iter().collect();
    insta::assert_snapshot!(table, @"
    loss_share is 1.5; allowed: a share from 0 to 1
    loss_share is NaN; allowed: a share from 0 to 1
    duplicate_share is -0.1; allowed: a share from 0 to 1
    delay_us is 60000001 us; allowed: at most 60000000 us
    jitter_us is 18446744073709551615 us; allowed: at most 60000000 us
    the stall at 18446744073709551615 us of 1 us ends too late; allowed: an end of at most 4611686018427387904 us
    the stall at 4611686018427387904 us of 1 us ends too late; allowed: an end of at most 4611686018427387904 us
    jitter_us is set beside a measured link, which replaces it; allowed: either of the two
    loss_share is set beside a measured link, which replaces it; allowed: either of the two
    ");

    assert_eq!(Conditions::default().check(), Ok(()));
    let measured = Conditions { trace: Some(trace), duplicate_share: 1.0, keep_order: true, ..Conditions::default() };
    assert_eq!(measured.check(), Ok(()));
}
