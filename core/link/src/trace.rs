//! A measured link: what pings over a real network took, and which of them never came back.
//!
//! Invented jitter is independent from one datagram to the next; real delay is not: it climbs, stays, and falls. A
//! measured link keeps that shape. A datagram sent at t takes half the round trip of the newest measurement not later than
//! t, and is lost where that one was lost, so one lost ping stands for all that is sent until the next.
//!
//! Its timeline begins at its first measurement, whatever time that one bears, and meets the link's timeline there:
//! link time 0 is the first measurement, or a later place chosen by [`LinkTrace::starting_at`]. Past its end it repeats
//! from its first measurement; the last measurement lasts as long as a measurement does on average.

use std::sync::Arc;

use crate::parse::excerpt;

/// Measurements that a trace may hold: 15 hours of 18 a second, and 24 MB.
pub const MAX_MEASUREMENTS: usize = 1_000_000;
/// The longest round trip, in milliseconds.
pub const MAX_RTT_MS: f64 = 60_000.0;
/// The latest time, in seconds: the year 2096, for traces that count from 1970. Its microseconds are exact in an f64.
pub const MAX_T_S: f64 = 4e9;
const _: () = assert!(MAX_T_S * 1e6 < (1_u64 << 53) as f64);

/// How long a trace of one measurement is, in microseconds. It says the same at any time, so any length would do.
const LONE_MEASUREMENT_US: u64 = 1_000_000;

/// One measurement, as it applies to one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measurement {
    /// When it was taken, in microseconds since the first.
    pub at_us: u64,
    /// Half its round trip, in microseconds.
    pub delay_us: u64,
    /// Whether it was lost.
    pub lost: bool,
}

/// A measured link. Cheap to clone: clones share the measurements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkTrace {
    /// In order of time; never empty; the first is at 0.
    measurements: Arc<[Measurement]>,
    /// The place in the trace that is link time 0, in microseconds.
    start_us: u64,
}

/// Why a text is no link trace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TraceError {
    /// No measurement in it.
    #[error(
        "there is no measurement; allowed: a header line with t_s, rtt_ms and lost, and at least one line below it"
    )]
    Empty,
    /// A header that does not name each needed column once.
    #[error("line {line}: the header {header:?} names {column} {times} times; allowed: t_s, rtt_ms and lost once each")]
    Header {
        /// The line, from 1.
        line: usize,
        /// The header, shortened.
        header: String,
        /// The column.
        column: &'static str,
        /// How often it is named.
        times: usize,
    },
    /// A field that is missing or makes no sense.
    #[error("line {line}: {field} is {value:?}; allowed: {allowed}")]
    Field {
        /// The line, from 1.
        line: usize,
        /// The field.
        field: &'static str,
        /// Its value, shortened; empty where the line ends before it.
        value: String,
        /// What would be accepted.
        allowed: String,
    },
    /// More lines than [`MAX_MEASUREMENTS`].
    #[error("line {line}: too many measurements; allowed: at most {MAX_MEASUREMENTS}")]
    TooMany {
        /// The first line too many.
        line: usize,
    },
}

impl LinkTrace {
    /// Reads comma-separated text whose first line names the columns `t_s` (seconds, not falling), `rtt_ms` (milliseconds)
    /// and `lost` (0 or 1), in any order. Other columns and blank lines are ignored; quotes have no meaning. `rtt_ms` may
    /// be empty where `lost` is 1, and is then that of the line before (0 in the first).
    ///
    /// # Errors
    /// Where the text is anything else, with the line, the field, its value and what is allowed.
    pub fn from_csv(text: &str) -> Result<LinkTrace, TraceError> {
        let text = text.trim_start_matches('\u{feff}');
        let mut rows = (1..).zip(text.lines()).filter(|(_, row)| !row.trim().is_empty());
        let (line, header) = rows.next().ok_or(TraceError::Empty)?;
        let columns = Columns::find(line, header)?;

        let mut measurements: Vec<Measurement> = Vec::new();
        let mut origin_us = 0;
        for (line, row) in rows {
            if measurements.len() == MAX_MEASUREMENTS {
                return Err(TraceError::TooMany { line });
            }
            let mut measurement = columns.read(line, row, measurements.last())?;
            if measurements.is_empty() {
                origin_us = measurement.at_us;
            }
            let newest_us = origin_us + measurements.last().map_or(0, |newest| newest.at_us);
            if measurement.at_us < newest_us {
                let allowed = format!("a time not before {} s, that of the line before", newest_us as f64 / 1e6);
                return Err(columns.t_s.refuse(line, row, allowed));
            }
            measurement.at_us -= origin_us;
            measurements.push(measurement);
        }
        if measurements.is_empty() {
            return Err(TraceError::Empty);
        }
        Ok(LinkTrace { measurements: measurements.into(), start_us: 0 })
    }

    /// The same trace, entered at `start_us` after its first measurement: that is what link time 0 sees. Clients given
    /// different starts do not all meet the same fault at once.
    #[must_use]
    pub fn starting_at(self, start_us: u64) -> LinkTrace {
        LinkTrace { start_us: start_us % self.length_us(), ..self }
    }

    /// How long the trace is until it repeats, in microseconds.
    #[must_use]
    pub fn length_us(&self) -> u64 {
        let last_us = self.measurements[self.measurements.len() - 1].at_us;
        let gaps = self.measurements.len() as u64 - 1;
        // A trace that stands at one time all along is one measurement: the last of them.
        if last_us == 0 { LONE_MEASUREMENT_US } else { last_us + last_us.div_ceil(gaps) }
    }

    /// The measurements, in order of time.
    #[must_use]
    pub fn measurements(&self) -> &[Measurement] {
        &self.measurements
    }

    /// The measurement that a datagram sent at `sent_us` of the link's timeline meets.
    #[must_use]
    pub fn measurement_at(&self, sent_us: u64) -> Measurement {
        let length_us = self.length_us();
        let at_us = (sent_us % length_us + self.start_us) % length_us;
        let later = self.measurements.partition_point(|measurement| measurement.at_us <= at_us);
        // The first measurement is at 0, so at least one is not later.
        self.measurements[later - 1]
    }
}

/// Where the needed columns are in a row.
struct Columns {
    t_s: Column,
    rtt_ms: Column,
    lost: Column,
}

impl Columns {
    fn find(line: usize, header: &str) -> Result<Columns, TraceError> {
        let find = |name| Column::find(line, header, name);
        Ok(Columns { t_s: find("t_s")?, rtt_ms: find("rtt_ms")?, lost: find("lost")? })
    }

    /// One row, its time still as the file counts it.
    fn read(&self, line: usize, row: &str, before: Option<&Measurement>) -> Result<Measurement, TraceError> {
        let lost = match self.lost.text(row) {
            "0" => false,
            "1" => true,
            _ => return Err(self.lost.refuse(line, row, "0 or 1".into())),
        };
        let delay_us = if lost && self.rtt_ms.text(row).is_empty() {
            before.map_or(0, |measurement| measurement.delay_us)
        } else {
            (self.rtt_ms.number(line, row, MAX_RTT_MS)? * 1000.0 / 2.0).round() as u64
        };
        let at_us = (self.t_s.number(line, row, MAX_T_S)? * 1e6).round() as u64;
        Ok(Measurement { at_us, delay_us, lost })
    }
}

/// One column: its name and its place in a row.
struct Column {
    name: &'static str,
    index: usize,
}

impl Column {
    fn find(line: usize, header: &str, name: &'static str) -> Result<Column, TraceError> {
        let named = || header.split(',').enumerate().filter(|(_, column)| column.trim() == name);
        match (named().next(), named().count()) {
            (Some((index, _)), 1) => Ok(Column { name, index }),
            (_, times) => Err(TraceError::Header { line, header: excerpt(header), column: name, times }),
        }
    }

    /// The column's text in a row; empty where the row ends before it.
    fn text<'a>(&self, row: &'a str) -> &'a str {
        row.split(',').nth(self.index).unwrap_or("").trim()
    }

    fn number(&self, line: usize, row: &str, max: f64) -> Result<f64, TraceError> {
        match self.text(row).parse::<f64>() {
            Ok(number) if (0.0..=max).contains(&number) => Ok(number),
            _ => Err(self.refuse(line, row, format!("a number from 0 to {max}"))),
        }
    }

    fn refuse(&self, line: usize, row: &str, allowed: String) -> TraceError {
        TraceError::Field { line, field: self.name, value: excerpt(self.text(row)), allowed }
    }
}
