//! The bar: the authority's side of 64 clients under ten kilobytes a second.

use super::*;

const CLIENTS: u16 = 64;
const SECONDS: u32 = 60;
const BAR_BYTES_PER_SECOND: usize = 10_000;

/// Bytes a second of a minute in which `input` is what a client does at a tick, digests included.
fn bytes_per_second(input: impl Fn(u32, u16) -> Vec<u8>) -> usize {
    let ticks: Vec<_> = (0..SECONDS * 60)
        .map(|tick| TickRecords {
            inputs: (0..CLIENTS)
                .map(|client| InputRecord {
                    client: ClientId(client),
                    seq: Seq(tick + 100 * u32::from(client)),
                    input: input(tick, client),
                    guessed: false,
                })
                .collect(),
            digest: Some(DigestRecord {
                total: noise(u64::from(tick)),
                locator: [1, 2].map(|half| noise(u64::from(tick) << 8 | half) as u32),
            }),
            components: (0..if tick % 60 == 0 { 30 } else { 0 })
                .map(|component| ComponentDigest {
                    component,
                    digest: noise(u64::from(tick) * 99 + u64::from(component)),
                })
                .collect(),
            ..TickRecords::new(Tick(tick))
        })
        .collect();
    let (bytes, summary) = write(&header(), &ticks);
    let per_second = bytes.len() / SECONDS as usize;
    println!("{per_second} bytes a second; before compression:");
    for kind in RecordKind::ALL {
        println!("{:>10}: {}", kind.name(), summary.sizes.of(kind).bytes / u64::from(SECONDS));
    }
    per_second
}

#[test]
fn held_inputs_cost_next_to_nothing() {
    let per_second = bytes_per_second(|_, client| vec![127, 0, 0, 0, 0, 0, 255, 255, 0, 0, client as u8]);
    assert!(per_second < 2_000, "{per_second}");
}

#[test]
fn sixty_four_drivers_who_steer_at_every_tick_stay_under_the_bar() {
    // A stick that swings slowly and trembles by a step, and a key that goes down and up twice a second.
    let per_second = bytes_per_second(|tick, client| {
        let phase = f64::from(tick) / (20.0 + f64::from(client));
        let steer = (phase.sin() * 100.0) as i8 + (noise(u64::from(tick) << 16 | u64::from(client)) % 3) as i8;
        let boost = u8::from((tick + u32::from(client)) % 30 < 7) * 2;
        vec![127, steer as u8, boost, 0, 0, 0, 255, 255, 0, 0, 0]
    });
    assert!(per_second < BAR_BYTES_PER_SECOND, "{per_second}");
}
