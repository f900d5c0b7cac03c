use proptest::prelude::*;

use super::*;

mod faults;
mod readers;

const MS: u64 = 1000;

/// Bytes that tell datagrams apart.
fn numbered(number: u64) -> Vec<u8> {
    number.to_le_bytes().to_vec()
}

fn number_of(delivery: &Delivery) -> u64 {
    u64::from_le_bytes(delivery.bytes.as_slice().try_into().unwrap())
}

/// Sends `count` numbered datagrams, one every `gap_us` from 0.
fn sent(conditions: Conditions, seed: u64, count: u64, gap_us: u64) -> Link {
    let mut link = Link::new(conditions, seed);
    for number in 0..count {
        link.handle_datagram(number * gap_us, numbered(number));
    }
    link
}

/// Everything still under way, in order of arrival.
fn rest(link: &mut Link) -> Vec<Delivery> {
    std::iter::from_fn(|| link.poll_delivery(MAX_TIME_US)).collect()
}

fn arrivals(mut link: Link) -> Vec<(u64, u64)> {
    rest(&mut link).iter().map(|delivery| (number_of(delivery), delivery.at_us)).collect()
}

#[test]
fn a_perfect_link_hands_over_at_once_and_unchanged() {
    let mut link = Link::new(Conditions::default(), 1);
    for number in 0..100 {
        link.handle_datagram(number * 7, numbered(number));
        assert_eq!(link.next_delivery(), Some(number * 7));
        let delivery = link.poll_delivery(number * 7).unwrap();
        assert_eq!(
            delivery,
            Delivery { at_us: number * 7, sent_us: number * 7, lane: Lane::Unreliable, bytes: numbered(number) }
        );
        assert_eq!(link.poll_delivery(number * 7), None);
    }
    assert_eq!(link.next_delivery(), None);
    assert_eq!(link.counts(), Counts { sent: 100, delivered: 100, ..Counts::default() });
}

#[test]
fn a_delay_is_exact_to_the_microsecond() {
    let mut link = Link::new(Conditions { delay_us: 75_123, ..Conditions::default() }, 1);
    link.handle_datagram(1000, numbered(0));
    assert_eq!(link.next_delivery(), Some(76_123));
    assert_eq!(link.poll_delivery(76_122), None);
    assert_eq!(link.poll_delivery(80_000).unwrap().at_us, 76_123);
}

#[test]
fn a_clone_goes_on_as_the_original_does() {
    let conditions = Conditions { jitter_us: 20 * MS, loss_share: 0.3, duplicate_share: 0.2, ..Conditions::default() };
    let mut original = sent(conditions, 5, 50, MS);
    let mut clone = original.clone();
    for link in [&mut original, &mut clone] {
        for number in 50..100 {
            link.handle_datagram(number * MS, numbered(number));
        }
    }
    assert_eq!(rest(&mut original), rest(&mut clone));
    assert_eq!(original.counts(), clone.counts());
}

#[test]
#[should_panic(expected = "time runs backwards: 9 us after 10 us")]
fn time_that_runs_backwards_is_a_bug_of_the_caller() {
    let mut link = Link::new(Conditions::default(), 1);
    link.handle_datagram(10, Vec::new());
    link.poll_delivery(9);
}

#[test]
#[should_panic(expected = "conditions reach a link checked: loss_share is 2")]
fn unchecked_conditions_are_a_bug_of_the_caller() {
    let _ = Link::new(Conditions { loss_share: 2.0, ..Conditions::default() }, 1);
}

#[test]
fn the_reliable_lane_is_delayed_and_held_but_neither_lost_nor_doubled() {
    let conditions = Conditions {
        delay_us: 10 * MS,
        duplicate_share: 1.0,
        stalls: vec![Stall { at_us: 100 * MS, length_us: 50 * MS }],
        ..Conditions::default()
    };
    let mut link = Link::new(conditions, 1);
    link.handle_reliable(0, numbered(0));
    link.handle_reliable(100 * MS, numbered(1));
    let delivered = rest(&mut link);
    assert!(delivered.iter().all(|delivery| delivery.lane == Lane::Reliable));
    assert_eq!(delivered.iter().map(|delivery| delivery.at_us).collect::<Vec<_>>(), [10 * MS, 150 * MS]);
}

#[test]
fn a_reliable_datagram_arrives_even_where_everything_is_lost() {
    let mut link = Link::new(Conditions { delay_us: 30 * MS, loss_share: 1.0, ..Conditions::default() }, 1);
    link.handle_reliable(0, numbered(0));
    link.handle_datagram(0, numbered(1));
    assert_eq!(arrivals(link), [(0, 3 * 30 * MS + RETRANSMISSION_US)]);
}

#[test]
fn what_follows_a_lost_reliable_datagram_waits_for_it_and_the_other_lane_does_not() {
    let lost_at_first = LinkTrace::from_csv("t_s,rtt_ms,lost\n0,60,1\n0.1,60,0").unwrap();
    let mut link = Link::new(Conditions { trace: Some(lost_at_first), ..Conditions::default() }, 1);
    link.handle_reliable(0, numbered(0));
    link.handle_reliable(100 * MS, numbered(1));
    link.handle_datagram(100 * MS, numbered(2));
    let late_us = 3 * 30 * MS + RETRANSMISSION_US;
    assert_eq!(arrivals(link.clone()), [(2, 130 * MS), (0, late_us), (1, late_us)]);

    rest(&mut link);
    let counts = Counts { sent: 3, delivered: 3, retransmitted: 1, ..Counts::default() };
    assert_eq!(link.counts(), counts, "neither lost, nor does one lane overtake the other");
}

#[test]
fn reliable_traffic_does_not_change_the_fates_of_the_other_lane() {
    let lossy = Conditions { jitter_us: 5 * MS, loss_share: 0.5, ..Conditions::default() };
    let alone = arrivals(sent(lossy.clone(), 3, 200, MS));
    let mut link = Link::new(lossy, 3);
    for number in 0..200 {
        link.handle_reliable(number * MS, numbered(1000));
        link.handle_datagram(number * MS, numbered(number));
    }
    let beside: Vec<_> = arrivals(link).into_iter().filter(|(number, _)| *number < 1000).collect();
    assert_eq!(alone, beside);
}

fn any_conditions() -> impl Strategy<Value = Conditions> {
    let delay = (0..200 * MS, 0..100 * MS, prop_oneof![Just(Distribution::Uniform), Just(Distribution::Normal)]);
    let shares = (prop_oneof![Just(0.0), Just(1.0), 0.0..1.0], prop_oneof![Just(0.0), 0.0..=1.0], any::<bool>());
    let stall = (0..1000 * MS, 0..300 * MS).prop_map(|(at_us, length_us)| Stall { at_us, length_us });
    let stalls = prop::collection::vec(stall, 0..4);
    (delay, shares, stalls).prop_map(|(delay, shares, stalls)| Conditions {
        delay_us: delay.0,
        jitter_us: delay.1,
        distribution: delay.2,
        loss_share: shares.0,
        duplicate_share: shares.1,
        keep_order: shares.2,
        stalls,
        trace: None,
    })
}

proptest! {
    /// Whatever the conditions and however often it is polled: nothing comes before it was sent or within a stall, nothing
    /// comes twice without duplication, and what is not lost comes.
    #[test]
    fn a_link_keeps_its_promises(
        conditions in any_conditions(),
        seed: u64,
        sends in prop::collection::vec((0..30 * MS, any::<bool>(), any::<bool>()), 1..80),
    ) {
        let mut link = Link::new(conditions.clone(), seed);
        let mut deliveries = Vec::new();
        let mut now_us = 0;
        for (number, &(gap_us, reliable, poll)) in (0_u64..).zip(&sends) {
            now_us += gap_us;
            if reliable {
                link.handle_reliable(now_us, numbered(number));
            } else {
                link.handle_datagram(now_us, numbered(number));
            }
            if poll {
                deliveries.extend(std::iter::from_fn(|| link.poll_delivery(now_us)));
                prop_assert!(link.next_delivery().is_none_or(|at_us| at_us > now_us));
            }
        }
        deliveries.extend(rest(&mut link));

        prop_assert!(deliveries.is_sorted_by_key(|delivery| delivery.at_us));
        for delivery in &deliveries {
            prop_assert!(delivery.at_us >= delivery.sent_us);
            prop_assert!(!conditions.stalls.iter().any(|stall| stall.holds(delivery.at_us)));
        }
        let counts = link.counts();
        let of = |lane| deliveries.iter().filter(move |delivery| delivery.lane == lane).map(number_of).collect::<Vec<_>>();
        let of_reliable: Vec<u64> = (0..).zip(&sends).filter(|(_, send)| send.1).map(|(number, _)| number).collect();
        prop_assert_eq!(of(Lane::Reliable), of_reliable.clone());

        let mut unreliable = of(Lane::Unreliable);
        if conditions.keep_order {
            prop_assert!(unreliable.is_sorted());
            prop_assert_eq!(counts.reordered, 0);
        }
        let copies = unreliable.len();
        unreliable.sort_unstable();
        unreliable.dedup();
        prop_assert_eq!(copies - unreliable.len(), counts.duplicated as usize);
        prop_assert!(conditions.duplicate_share > 0.0 || counts.duplicated == 0);
        prop_assert_eq!(unreliable.len() + of_reliable.len() + counts.lost as usize, sends.len());
        prop_assert_eq!(counts.sent, sends.len() as u64);
        prop_assert_eq!(counts.sent + counts.duplicated, counts.lost + counts.delivered);
        prop_assert_eq!(counts.delivered, deliveries.len() as u64);
    }
}
