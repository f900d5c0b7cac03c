//! The verb `impact`: one car, driven straight into something, frame by frame.
//!
//! A crash is where a prediction is easiest caught out: the car is at its fastest, the physics at its stiffest, and the
//! player is looking straight at it. A quantile over a minute of driving hides the one frame in which the car stood in
//! the wall. So here the frames around the impact are shown one by one: what was drawn, what was predicted, when the
//! crash was felt, when the authority told of it, and what each snapshot changed.

mod driver;
mod frames;
mod table;

use std::{io, rc::Rc, sync::Arc};

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use serde::Serialize;
use tacho_core::{
    level::{Level, generators::LANDMARKS},
    session,
    sim::Command,
    units::{ClientId, Micros, Tick},
};
use tacho_replayer::{
    closed::Game,
    conditions::ConditionArgs,
    judge::{Window, judge},
    levels,
    rig::{Direction, Plan, Rig, RunLog},
};

use crate::{
    cli::{Format, OutputArgs},
    exit::Exit,
    report::{self, Bytes, Mode, Report, Trace, Viewer, Way, words},
};

use driver::Driver;
use frames::{Impact, ImpactFrame};

/// How long the car may take to get there.
const MOST_TIME: Micros = Micros::from_ms(60_000);
/// How long the run goes on after the impact: until every crash has been told and what it threw lies still.
const AFTERMATH: Micros = Micros::from_ms(3000);
/// How often it is looked whether the car is there.
const STRIDE: Micros = Micros::from_ms(100);
/// The slowest and the fastest that makes an impact, in km/h.
const SPEEDS_KMH: (f64, f64) = (10.0, 300.0);

/// What is driven into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Scenario {
    /// A wall of concrete, a metre thick.
    Wall,
    /// A lamp post, which breaks off.
    Lamp,
}

/// What `impact` is told.
#[derive(Args, Debug)]
pub struct ImpactArgs {
    /// What is driven into
    #[arg(long, value_enum)]
    scenario: Scenario,

    /// The speed, in km/h, that is held once it is reached [10..300]
    #[arg(long, value_name = "KMH", default_value_t = 80.0, allow_negative_numbers = true)]
    speed: f64,

    /// The level, by a generator's name or the path of a .ron file; it must have the lanes of test-collisions
    #[arg(long, value_name = "NAME", default_value = "test-collisions")]
    level: String,

    /// The network between the player and the server
    #[command(flatten)]
    conditions: ConditionArgs,

    /// How the result is written
    #[command(flatten)]
    output: OutputArgs,
}

/// The report and the frames.
#[derive(Debug, Serialize)]
struct ImpactReport {
    #[serde(flatten)]
    report: Report,
    impact: Option<Impact>,
}

/// Drives, measures, and writes the frames to `out`.
///
/// # Errors
/// Where the usage is bad.
pub fn run(args: &ImpactArgs, out: &mut dyn io::Write) -> Result<Exit> {
    let (least, most) = SPEEDS_KMH;
    ensure!((least..=most).contains(&args.speed), "--speed {}: give a number from {least} to {most}", args.speed);
    let (report, exit) = drive(args)?;
    match args.output.format() {
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, &report)?;
            writeln!(out)?;
        }
        Format::Table => table::write_table(&report, out)?,
    }
    Ok(exit)
}

fn drive(args: &ImpactArgs) -> Result<(ImpactReport, Exit)> {
    let conditions = args.conditions.load()?;
    let level = levels::find(&args.level)?;
    let (lane_x_m, what) = match args.scenario {
        Scenario::Wall => (LANDMARKS.wall_lanes[LANDMARKS.wall_lanes.len() - 1].x_m, "a wall"),
        Scenario::Lamp => (LANDMARKS.lamp_lane_x_m, "a lamp"),
    };
    let client = client_of_lane(&level, lane_x_m)?;
    let game = Game::driving(&level, session::Tuning::DEFAULT);
    let facts = game.facts;
    let plan = Plan {
        seed: conditions.seed,
        commands: [(Tick(1), vec![Command::Join { client }.to_bytes()])].into(),
        clients: vec![conditions.client(client, Tick(1))],
        server_pauses: conditions.server_pauses.clone(),
    };
    let mut rig = Rig::new(game.authority, plan, Rc::clone(&game.make_player));
    let mut driver = Driver::new(args.speed / words::KMH_PER_MPS);
    let mut log = RunLog::default();
    let mut until = Micros(0);
    let mut end = None;
    while until < end.unwrap_or(MOST_TIME) {
        until = until.after(STRIDE);
        rig.run_until(until, &mut driver, &mut log).context("the join of the only car")?;
        if end.is_none() && frames::is_there(&log) {
            end = Some(until.after(AFTERMATH));
        }
    }
    let mut cautions = Vec::new();
    if let Some(end) = end {
        cautions.extend(args.conditions.check_clip(end)?);
    }
    let mut report = empty_report(args, &level, client, &log, cautions);
    let counts = [Direction::Up, Direction::Down].map(|way| rig.link_counts(client, way).map(Way::from));
    [report.link.up, report.link.down] = counts;
    // What is drawn in the last second is ahead of the authority, or late for it.
    let measured_end = Micros(until.0 - 1_000_000);
    let measured = Window::of(&log, client, measured_end).map_err(|nothing| nothing.to_string());
    let impact = measured.and_then(|window| {
        report.viewer.from_s = window.from.as_ms() / 1000.0;
        report.viewer.seconds = window.seconds();
        report.set_measures(judge(&log, client, window, &facts));
        // There is nobody else, and nobody is missed.
        report.cautions.retain(|caution| caution != "no other entity ever moved");
        report.contact = report::contact(&log, client, window);
        let per_s = |direction| {
            let traffic = log.traffic.get(&(client, direction)).copied().unwrap_or_default();
            traffic.sent_bytes as f64 / (until.as_ms() / 1000.0)
        };
        report.bytes = Bytes { down_per_s: per_s(Direction::Down), up_per_s: per_s(Direction::Up), ..Bytes::default() };
        Impact::of(&log, client).ok_or(format!("nothing was hit within {} s", until.as_ms() / 1000.0))
    });
    Ok(match impact {
        Ok(impact) => {
            impact.fill(&mut report.contact);
            if impact.predicted_kmh < 0.95 * args.speed {
                let reached = format!("the car reached {:.0} of {} km/h in the lane", impact.predicted_kmh, args.speed);
                report.cautions.push(reached);
            }
            report.verdict = impact.verdict(what);
            (ImpactReport { report, impact: Some(impact) }, Exit::Good)
        }
        Err(reason) => {
            report.verdict = format!("Nothing was measured: {reason}.");
            (ImpactReport { report, impact: None }, Exit::NothingMeasured(reason))
        }
    })
}

/// The client that is given the spawn of a lane: a client takes the spawn of its own number.
fn client_of_lane(level: &Level, x_m: f32) -> Result<ClientId> {
    match level.data().spawns.iter().position(|spawn| spawn.position.x == x_m) {
        Some(number) => Ok(ClientId(number as u16)),
        None => bail!("level {}: no spawn in the lane at x = {x_m} m", level.data().name),
    }
}

fn empty_report(
    args: &ImpactArgs,
    level: &Arc<Level>,
    client: ClientId,
    log: &RunLog,
    cautions: Vec<String>,
) -> Report {
    let ticks = log.ticks.len() as u32;
    let scenario = match args.scenario {
        Scenario::Wall => "wall",
        Scenario::Lamp => "lamp",
    };
    let mut command = vec!["probe impact --scenario".to_owned(), scenario.to_owned()];
    command.extend(["--speed".to_owned(), args.speed.to_string()]);
    command.extend(args.conditions.to_args());
    command.extend(args.output.to_args().iter().map(|&word| word.to_owned()));
    Report {
        command: command.join(" "),
        trace: Trace {
            file: None,
            digest: None,
            title: Some(format!("a car into a {scenario} at {} km/h", args.speed)),
            level: level.data().name.clone(),
            ticks,
            seconds: Tick(ticks).due().as_ms() / 1000.0,
        },
        conditions: args.conditions.clone(),
        seed: args.conditions.seed,
        mode: Mode::Impact,
        viewer: Viewer { client: client.0, of_clients: 1, from_s: 0.0, seconds: 0.0 },
        cautions,
        ..Report::empty()
    }
}
