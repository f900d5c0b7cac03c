//! Traces made by driving a world directly.

use std::io::Cursor;

use tacho_core::level::{Level, generators};
use tacho_core::sim::ai::Rammer;
use tacho_core::sim::{Command, Role, World, component_names};
use tacho_core::units::{ClientId, Seq, TICK_RATE_HZ, Tick};
use tacho_replayer::fingerprint;
use tacho_traces::{ComponentDigest, DigestRecord, Hash64, Header, InputRecord, TickRecords, TraceReader, TraceWriter};

pub const LEVEL: &str = "test-collisions";
pub const SEED: u64 = 5;
const DRIVERS: u16 = 6;

pub fn world() -> World {
    tacho_core::sim::golden::world(LEVEL, Role::Authority)
}

pub fn header() -> Header {
    let level = Level::compile(generators::by_name(LEVEL).unwrap()).unwrap();
    Header {
        title: "Six rammers".into(),
        game: fingerprint::GAME.into(),
        level: LEVEL.into(),
        level_hash: Hash64(level.hash()),
        seed: SEED,
        tick_rate_hz: TICK_RATE_HZ,
        rules: fingerprint::rules(),
        build: fingerprint::build(),
        command: "a test".into(),
        components: component_names(),
        ..Header::default()
    }
}

/// `ticks` ticks of rammers. `before_digest` may break the world after each step, before its digests are taken.
pub fn drive(ticks: u32, mut before_digest: impl FnMut(Tick, &mut World)) -> Vec<TickRecords> {
    let mut world = world();
    let drivers: Vec<_> = (0..DRIVERS).map(ClientId).map(|client| (client, Rammer::new(SEED, client))).collect();
    (1..=ticks)
        .map(|tick| {
            let commands: Vec<Command> = match tick {
                1 => drivers.iter().map(|&(client, _)| Command::Join { client }).collect(),
                _ => Vec::new(),
            };
            let inputs: Vec<_> = drivers.iter().map(|(client, driver)| (*client, driver.input(&world))).collect();
            world.step(&commands, &inputs);
            before_digest(Tick(tick), &mut world);
            let digest = world.digest();
            let run = |&(client, input): &(ClientId, tacho_core::input::Input)| InputRecord {
                client,
                seq: Seq(tick),
                input: input.to_bytes().to_vec(),
                guessed: false,
            };
            TickRecords {
                commands: commands.iter().map(Command::to_bytes).collect(),
                inputs: inputs.iter().map(run).collect(),
                digest: Some(DigestRecord {
                    total: digest.total,
                    locator: [digest.locator.sum, digest.locator.weighted],
                }),
                components: if tick % TICK_RATE_HZ == 0 { components(&world) } else { Vec::new() },
                ..TickRecords::new(Tick(tick))
            }
        })
        .collect()
}

fn components(world: &World) -> Vec<ComponentDigest> {
    let digests = world.component_digests();
    digests.into_iter().zip(0..).map(|(digest, component)| ComponentDigest { component, digest }).collect()
}

pub fn write(header: &Header, ticks: &[TickRecords]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let level = generators::by_name(LEVEL).unwrap().to_ron();
    let mut writer = TraceWriter::create(&mut bytes, header, &level).unwrap();
    ticks.iter().for_each(|tick| writer.push_tick(tick).unwrap());
    writer.finish().unwrap();
    bytes
}

pub fn open(bytes: Vec<u8>) -> TraceReader<Cursor<Vec<u8>>> {
    TraceReader::open(Cursor::new(bytes)).unwrap()
}
