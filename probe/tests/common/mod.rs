//! Short recordings, made in the rig on a perfect network.

use std::{fs::File, path::Path, rc::Rc};

use tacho_core::{
    input::{Input, Keys},
    level::{Level, generators},
    play::DrawnRow,
    session,
    sim::Command,
    units::{ClientId, Seq, Tick},
};
use tacho_replayer::{
    closed::Game,
    conditions::ConditionArgs,
    rig::{FrameSeen, InputSource, Plan, Rig, TickSeen, Witness},
};
use tacho_traces::{DigestRecord, Header, InputRecord, TickRecords, TraceWriter};

/// Ten seconds.
pub const TICKS: u32 = 600;

/// What each client holds in each tick.
pub type Drive = fn(ClientId, Tick) -> Input;

/// Cars side by side in their lanes: on the throttle, weaving a little, then on the brake.
pub fn cruise(client: ClientId, tick: Tick) -> Input {
    let drive = match tick.0 {
        0..60 => 0.0,
        60..300 => 0.6,
        300..420 => 0.2,
        _ => -0.4,
    };
    let weave = if (tick.0 / 40 + u32::from(client.0)).is_multiple_of(2) { 0.08 } else { -0.08 };
    Input::from_axes(drive, weave, Keys::default())
}

/// Nobody does anything.
#[allow(dead_code, reason = "not every test that shares this file parks")]
pub fn park(_client: ClientId, _tick: Tick) -> Input {
    Input::default()
}

/// Records `clients` on `test-collisions`.
pub fn record(path: &Path, clients: &[u16], drive: Drive) {
    let level = generators::by_name("test-collisions").unwrap();
    let header = Header { title: "Side by side".into(), level: level.name.clone(), ..Header::default() };
    let text = level.to_ron();
    let level = Level::compile(level).unwrap();
    let game = Game::driving(&level, session::Tuning::DEFAULT);
    let conditions = ConditionArgs::default().load().unwrap();
    let plan = Plan {
        commands: [(
            Tick(1),
            clients.iter().map(|&client| Command::Join { client: ClientId(client) }.to_bytes()).collect(),
        )]
        .into(),
        clients: clients.iter().map(|&client| conditions.client(ClientId(client), Tick(1))).collect(),
        ..Plan::default()
    };
    let mut tape = Tape(TraceWriter::create(File::create(path).unwrap(), &header, &text).unwrap());
    let mut rig = Rig::new(game.authority, plan, Rc::clone(&game.make_player));
    rig.run_until(Tick(TICKS + 1).due(), &mut Script(drive), &mut tape).unwrap();
    tape.0.finish().unwrap();
}

struct Script(Drive);

impl InputSource for Script {
    fn input(&mut self, client: ClientId, _seq: Seq, lands_on: Option<Tick>, _frame: &[DrawnRow]) -> Vec<u8> {
        lands_on.map_or(Input::default(), |tick| (self.0)(client, tick)).to_bytes().to_vec()
    }
}

struct Tape(TraceWriter<File>);

impl Witness for Tape {
    fn on_tick(&mut self, seen: &TickSeen) {
        let inputs = seen.inputs.iter().map(|run| InputRecord {
            client: run.client,
            seq: run.seq,
            input: run.input.clone(),
            guessed: run.guessed,
        });
        let records = TickRecords {
            commands: seen.commands.to_vec(),
            inputs: inputs.collect(),
            digest: Some(DigestRecord { total: seen.digest.total, locator: seen.digest.locator }),
            ..TickRecords::new(seen.tick)
        };
        self.0.push_tick(&records).unwrap();
    }

    fn on_frame(&mut self, _seen: &FrameSeen) {}
}
