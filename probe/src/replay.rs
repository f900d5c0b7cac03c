//! The verb `replay`: a recording under any network, as one of its players saw it.

use std::{
    fs::File,
    io::{self, BufReader, IsTerminal},
    path::PathBuf,
    sync::Arc,
};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use tacho_core::{
    level::{Level, LevelData},
    session,
    units::{ClientId, Micros},
};
use tacho_replayer::{
    closed::{Clip, Game, Replay},
    conditions::ConditionArgs,
    judge::{Window, judge, nothing_happened},
    rig::Direction,
};

use crate::{
    cli::{Format, OutputArgs},
    exit::Exit,
    report::{self, Report, Trace, Viewer, Way},
};

/// What `replay` is told.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The recording, a *.trace file
    #[arg(value_name = "FILE")]
    pub trace: PathBuf,

    /// The player through whose eyes it is seen, by number; without it, the first that joins
    #[arg(long, value_name = "N")]
    pub client: Option<u16>,

    /// The network between the players and the server
    #[command(flatten)]
    pub conditions: ConditionArgs,

    /// How the result is written
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Replays, measures, and writes the report to `out`.
///
/// # Errors
/// Where the usage is bad or the recording cannot be replayed.
pub fn run(args: &ReplayArgs, out: &mut dyn io::Write) -> Result<Exit> {
    let (report, exit) = replay(args)?;
    match args.output.format() {
        Format::Json => report.write_json(out)?,
        Format::Table => report::write_table(&report, out)?,
    }
    Ok(exit)
}

fn replay(args: &ReplayArgs) -> Result<(Report, Exit)> {
    let path = args.trace.display();
    let conditions = args.conditions.load()?;
    let file = File::open(&args.trace).map_err(|error| anyhow!("{path}: {error}; give a file that can be read"))?;
    let clip = Clip::read(BufReader::new(file)).with_context(|| format!("{path}"))?;
    let level = LevelData::from_ron(&clip.level).and_then(Level::compile);
    let level = level.with_context(|| format!("{path}: its level is refused; it was made by another build"))?;
    let mut cautions = args.conditions.check_clip(clip.end())?;
    cautions.extend(clip.loss.iter().map(ToString::to_string));

    let client = ClientId(match args.client {
        Some(client) => client,
        None => clip.parts().first().map_or(0, |part| part.client.0),
    });
    let game = Game::driving(&level, session::Tuning::DEFAULT);
    let facts = game.facts;
    let progress = progress(clip.end());
    let replay = Replay::run(&clip, &conditions, game, client, |at| progress.set_position(at.0 / 1000))
        .with_context(|| format!("{path}: it holds the commands of another game, or of other rules"))?;
    progress.finish_and_clear();

    let mut report = empty_report(args, &clip, &level, client, cautions);
    report.authority = replay.agreement;
    let window = match Window::of(&replay.log, client, clip.end()) {
        Ok(window) => window,
        Err(nothing) => {
            let reason = format!("{nothing}{}", who_took_part(&clip));
            report.verdict = format!("Nothing was measured: {reason}.");
            return Ok((report, Exit::NothingMeasured(reason)));
        }
    };
    report.viewer.from_s = window.from.as_ms() / 1000.0;
    report.viewer.seconds = window.seconds();
    let measures = judge(&replay.log, client, window, &facts);
    let nothing = nothing_happened(&measures);
    report.set_measures(measures);
    report.contact = report::contact(&replay.log, client, window);
    report.bytes.down_per_s = replay.bytes_per_s(Direction::Down, window);
    report.bytes.up_per_s = replay.bytes_per_s(Direction::Up, window);
    let [up, down] = replay.links;
    (report.link.up, report.link.down) = (up.map(Way::from), down.map(Way::from));
    report.verdict = match nothing {
        Some(reason) => format!("Nothing was measured: {reason}."),
        None => report::verdict(&report),
    };
    let exit = match (nothing, &clip.loss) {
        (Some(reason), _) => Exit::NothingMeasured(format!("{reason}; take another clip, or another --client")),
        (None, Some(loss)) => Exit::Lossy(format!("{path}: {loss}")),
        (None, None) => Exit::Good,
    };
    Ok((report, exit))
}

fn empty_report(args: &ReplayArgs, clip: &Clip, level: &Arc<Level>, client: ClientId, cautions: Vec<String>) -> Report {
    let title = Some(clip.header.title.clone()).filter(|title| !title.is_empty());
    Report {
        command: command(args),
        trace: Trace {
            file: Some(args.trace.display().to_string()),
            digest: Some(clip.digest),
            title,
            level: level.data().name.clone(),
            ticks: clip.ticks.len() as u32,
            seconds: clip.end().as_ms() / 1000.0,
        },
        conditions: args.conditions.clone(),
        seed: args.conditions.seed,
        viewer: Viewer { client: client.0, of_clients: clip.parts().len(), from_s: 0.0, seconds: 0.0 },
        cautions,
        ..Report::empty()
    }
}

/// The command that gives the same report again.
fn command(args: &ReplayArgs) -> String {
    let mut words = vec!["probe".to_owned(), "replay".to_owned(), args.trace.display().to_string()];
    words.extend(args.client.iter().flat_map(|client| ["--client".to_owned(), client.to_string()]));
    words.extend(args.conditions.to_args());
    words.extend(args.output.to_args().iter().map(|&word| word.to_owned()));
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:=,+@".contains(letter);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

fn who_took_part(clip: &Clip) -> String {
    let clients: Vec<String> = clip.parts().iter().map(|part| part.client.0.to_string()).collect();
    match clients.as_slice() {
        [] => "; nobody takes part in this clip".to_owned(),
        clients => format!("; those who take part are {}", clients.join(", ")),
    }
}

/// Virtual time so far, on a terminal; nothing elsewhere.
fn progress(end: Micros) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {percent:>3} %  {elapsed}").expect("the template is in order");
    ProgressBar::new(end.0 / 1000).with_style(style)
}
