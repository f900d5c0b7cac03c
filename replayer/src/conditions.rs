//! The conditions of a run as every program takes them on its command line, and as plain values.
//!
//! The same words in five programs drift apart: one takes a stall in seconds, the next forgets to refuse a loss of 500 %, a
//! third cannot say how it was called. So there is one [`ConditionArgs`]. What it holds is checked in one place
//! ([`ConditionArgs::load`]), written back as arguments in one form ([`ConditionArgs::to_args`]), and reported under one
//! set of names (its `Serialize`).
//!
//! All instants are on the timeline of the run, on which the authority's tick 0 is due at 0.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use clap::Args;
use serde::{Serialize, Serializer, ser::SerializeSeq};
use tacho_core::{
    link::{self, LinkTrace, Stall, TraceError, parse_stall},
    units::{ClientId, Micros, Tick},
};

use crate::rig::{ClientPlan, Pauses};

#[cfg(test)]
mod tests;

/// The longest round trip and the greatest jitter, in milliseconds. A minute is far beyond what play survives.
pub const MAX_DELAY_MS: f64 = 60_000.0;
const _: () = assert!(MAX_DELAY_MS as u64 * 1000 <= link::MAX_DELAY_US);

/// The most frames a second: the fastest screens show 500.
pub const MAX_FPS: u32 = 1000;

/// The heading of these flags in a program's help. Said for each: clap's `next_help_heading` would go on to the flags that a
/// program has after them.
const HEADING: &str = "Conditions";

/// Conditions as they stand on a command line.
#[derive(Args, Clone, Debug, PartialEq, Serialize)]
pub struct ConditionArgs {
    /// Round trip in milliseconds, half of it each way [0..60000]
    #[arg(help_heading = HEADING, long = "rtt", value_name = "MS", default_value_t = 0.0, allow_negative_numbers = true)]
    pub rtt_ms: f64,

    /// Each way, each datagram takes up to this many milliseconds less or more, evenly spread; one that takes less
    /// overtakes. No delay falls below 0 [0..60000]
    #[arg(help_heading = HEADING, long = "jitter", value_name = "MS", default_value_t = 0.0, allow_negative_numbers = true)]
    pub jitter_ms: f64,

    /// Datagrams lost in percent, each way, each on its own [0..100]
    #[arg(help_heading = HEADING, long = "loss", value_name = "PERCENT", default_value_t = 0.0, allow_negative_numbers = true)]
    pub loss_percent: f64,

    /// Nothing reaches the clients for so many milliseconds from AT (milliseconds from the start of the clip) on; all of
    /// it is delivered together at the end. May be given again
    #[arg(help_heading = HEADING, long = "stall", value_name = "AT:MS", value_parser = parse_stall)]
    #[serde(serialize_with = "stalls_in_ms")]
    pub stalls: Vec<Stall>,

    /// The same on the way to the server
    #[arg(help_heading = HEADING, long = "stall-up", value_name = "AT:MS", value_parser = parse_stall)]
    #[serde(serialize_with = "stalls_in_ms")]
    pub stalls_up: Vec<Stall>,

    /// The clients run no frame and read nothing for so many milliseconds from AT on; the next frame covers all the time
    #[arg(help_heading = HEADING, long = "page-stall", value_name = "AT:MS", value_parser = parse_stall)]
    #[serde(serialize_with = "stalls_in_ms")]
    pub page_stalls: Vec<Stall>,

    /// The server runs no tick and reads nothing for so many milliseconds from AT on; it then catches up one tick a
    /// millisecond
    #[arg(help_heading = HEADING, long = "server-stall", value_name = "AT:MS", value_parser = parse_stall)]
    #[serde(serialize_with = "stalls_in_ms")]
    pub server_stalls: Vec<Stall>,

    /// A measured link in place of --rtt, --jitter and --loss, both ways: lines of comma-separated t_s, rtt_ms and lost
    /// (0 or 1) under a header that names them
    #[arg(help_heading = HEADING, long, value_name = "FILE.csv")]
    pub link_trace: Option<PathBuf>,

    /// Decides which datagrams are lost and how each is delayed; the same seed, the same run
    #[arg(help_heading = HEADING, long, value_name = "N", default_value_t = 0)]
    #[serde(skip)]
    pub seed: u64,

    /// Frames a second that each client draws [1..1000]
    #[arg(help_heading = HEADING, long, value_name = "N", default_value_t = 60)]
    pub fps: u32,
}

impl Default for ConditionArgs {
    /// A perfect network, machines that never pause, 60 frames a second.
    fn default() -> ConditionArgs {
        ConditionArgs {
            rtt_ms: 0.0,
            jitter_ms: 0.0,
            loss_percent: 0.0,
            stalls: Vec::new(),
            stalls_up: Vec::new(),
            page_stalls: Vec::new(),
            server_stalls: Vec::new(),
            link_trace: None,
            seed: 0,
            fps: 60,
        }
    }
}

/// Conditions of a run as plain values, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct RunConditions {
    /// Of each client's link to the authority.
    pub up: link::Conditions,
    /// Of each client's link from the authority.
    pub down: link::Conditions,
    /// When the clients' pages are blocked.
    pub page_pauses: Pauses,
    /// When the server is blocked.
    pub server_pauses: Pauses,
    /// Frames a second.
    pub fps: u32,
    /// Decides every throw of the dice.
    pub seed: u64,
}

impl RunConditions {
    /// A client under these conditions that joins in the commands of tick `joins` and stays.
    #[must_use]
    pub fn client(&self, client: ClientId, joins: Tick) -> ClientPlan {
        ClientPlan {
            client,
            joins,
            leaves: None,
            fps: self.fps,
            phase: Micros(0),
            page_pauses: self.page_pauses.clone(),
            up: self.up.clone(),
            down: self.down.clone(),
        }
    }
}

/// Why conditions are refused: where, and what would be accepted.
#[derive(Debug, thiserror::Error)]
pub enum BadConditions {
    /// A number outside its range.
    #[error("{flag} {value}: give a number from {least} to {most}")]
    OutOfRange {
        /// The flag.
        flag: &'static str,
        /// What was given.
        value: f64,
        /// The least that is accepted.
        least: f64,
        /// The most that is accepted.
        most: f64,
    },
    /// A stall without a length.
    #[error("{flag} {stall}: it lasts no time; give a length of at least 1 ms, or leave it out", stall = stall_text(*.stall))]
    EmptyStall {
        /// The flag.
        flag: &'static str,
        /// The stall.
        stall: Stall,
    },
    /// A stall that the run never comes to.
    #[error("{flag} {stall}: the clip ends at {end_ms} ms; give an earlier start", stall = stall_text(*.stall))]
    StallAfterEnd {
        /// The flag.
        flag: &'static str,
        /// The stall.
        stall: Stall,
        /// The end of the clip, in milliseconds.
        end_ms: f64,
    },
    /// Two flags that say the same thing differently.
    #[error("{flag} and --link-trace both set the link; leave one of them out")]
    BesideLinkTrace {
        /// The flag beside `--link-trace`.
        flag: &'static str,
    },
    /// A link trace that cannot be read.
    #[error("--link-trace {}: {error}; give a file that can be read", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// A file that is no link trace.
    #[error("--link-trace {}: {error}", .path.display())]
    NoLinkTrace {
        /// The file.
        path: PathBuf,
        /// Where and why.
        #[source]
        error: TraceError,
    },
}

impl ConditionArgs {
    /// The plain values. Reads the link trace, if one is named.
    ///
    /// # Errors
    /// The first value that is refused.
    pub fn load(&self) -> Result<RunConditions, BadConditions> {
        self.check()?;
        let trace = self.link_trace.as_deref().map(read_link_trace).transpose()?;
        let way = |stalls: &[Stall]| link::Conditions {
            delay_us: micros(self.rtt_ms / 2.0),
            jitter_us: micros(self.jitter_ms),
            loss_share: self.loss_percent / 100.0,
            stalls: stalls.to_vec(),
            trace: trace.clone(),
            ..link::Conditions::default()
        };
        Ok(RunConditions {
            up: way(&self.stalls_up),
            down: way(&self.stalls),
            page_pauses: Pauses::new(self.page_stalls.clone()),
            server_pauses: Pauses::new(self.server_stalls.clone()),
            fps: self.fps,
            seed: self.seed,
        })
    }

    /// Holds the stalls against the end of a clip. One that would outlast it is returned as a caution, in words.
    ///
    /// # Errors
    /// Where a stall would begin at the end or later: the run would look as if it had survived it.
    pub fn check_clip(&self, end: Micros) -> Result<Vec<String>, BadConditions> {
        let mut cautions = Vec::new();
        for (flag, stall) in self.all_stalls() {
            if stall.at_us >= end.0 {
                return Err(BadConditions::StallAfterEnd { flag, stall, end_ms: end.as_ms() });
            }
            if stall.end_us() > end.0 {
                cautions.push(format!(
                    "{flag} {} outlasts the clip, which ends at {} ms",
                    stall_text(stall),
                    end.as_ms()
                ));
            }
        }
        Ok(cautions)
    }

    /// The arguments that give these conditions again: those that differ from the default, always in the same order and
    /// form, and the seed always.
    #[must_use]
    pub fn to_args(&self) -> Vec<String> {
        let mut args = Vec::new();
        let mut push = |flag: &str, value: String| args.extend([flag.to_owned(), value]);
        for (flag, value) in self.link_numbers().into_iter().filter(|&(_, value)| value != 0.0) {
            push(flag, value.to_string());
        }
        for (flag, stall) in self.all_stalls() {
            push(flag, stall_text(stall));
        }
        if let Some(path) = &self.link_trace {
            push("--link-trace", path.display().to_string());
        }
        if self.fps != ConditionArgs::default().fps {
            push("--fps", self.fps.to_string());
        }
        push("--seed", self.seed.to_string());
        args
    }

    fn check(&self) -> Result<(), BadConditions> {
        let most = [MAX_DELAY_MS, MAX_DELAY_MS, 100.0];
        for ((flag, value), most) in self.link_numbers().into_iter().zip(most) {
            if !(0.0..=most).contains(&value) {
                return Err(BadConditions::OutOfRange { flag, value, least: 0.0, most });
            }
            if value != 0.0 && self.link_trace.is_some() {
                return Err(BadConditions::BesideLinkTrace { flag });
            }
        }
        if !(1..=MAX_FPS).contains(&self.fps) {
            let (value, most) = (f64::from(self.fps), f64::from(MAX_FPS));
            return Err(BadConditions::OutOfRange { flag: "--fps", value, least: 1.0, most });
        }
        match self.all_stalls().find(|(_, stall)| stall.length_us == 0) {
            Some((flag, stall)) => Err(BadConditions::EmptyStall { flag, stall }),
            None => Ok(()),
        }
    }

    /// What a link trace replaces.
    fn link_numbers(&self) -> [(&'static str, f64); 3] {
        [("--rtt", self.rtt_ms), ("--jitter", self.jitter_ms), ("--loss", self.loss_percent)]
    }

    fn all_stalls(&self) -> impl Iterator<Item = (&'static str, Stall)> {
        let flags = [
            ("--stall", &self.stalls),
            ("--stall-up", &self.stalls_up),
            ("--page-stall", &self.page_stalls),
            ("--server-stall", &self.server_stalls),
        ];
        flags.into_iter().flat_map(|(flag, stalls)| stalls.iter().map(move |&stall| (flag, stall)))
    }
}

/// Reads a measured link from a file.
///
/// # Errors
/// Where the file cannot be read or is no link trace.
pub fn read_link_trace(path: &Path) -> Result<LinkTrace, BadConditions> {
    let text = fs::read_to_string(path).map_err(|error| BadConditions::Unreadable { path: path.into(), error })?;
    LinkTrace::from_csv(&text).map_err(|error| BadConditions::NoLinkTrace { path: path.into(), error })
}

/// Milliseconds, checked, as whole microseconds.
fn micros(ms: f64) -> u64 {
    (ms * 1000.0).round() as u64
}

/// A stall as it is written on a command line, which takes whole milliseconds.
fn stall_text(stall: Stall) -> String {
    format!("{}:{}", stall.at_us / 1000, stall.length_us / 1000)
}

/// Stalls in a report.
fn stalls_in_ms<S: Serializer>(stalls: &[Stall], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct InMs {
        at_ms: u64,
        length_ms: u64,
    }
    let mut seq = serializer.serialize_seq(Some(stalls.len()))?;
    for stall in stalls {
        seq.serialize_element(&InMs { at_ms: stall.at_us / 1000, length_ms: stall.length_us / 1000 })?;
    }
    seq.end()
}
