//! **Response**, in ms: from a change of input to the first frame that shows any of the tick that ran it. Between two
//! ticks a picture shows part of the later one, so a tick is shown as soon as the picture is past the one before.
//!
//! Up to 50 ms goes unnoticed, and beyond 100 ms driving suffers (Pantel and Wolf 2002).

use crate::quantiles::{Quantiles, Samples};
use crate::rows::{Frame, Settings, Viewer};

pub(super) fn measure(
    viewer: &Viewer,
    frames: &[&Frame],
    settings: &Settings,
    cautions: &mut Vec<String>,
) -> Quantiles {
    let mut response_ms = Samples::default();
    let mut never_shown = 0;
    for change in viewer.input_changes.iter().filter(|change| settings.contains(change.time_us)) {
        let since = frames.partition_point(|frame| frame.time_us < change.time_us);
        let shows = |frame: &&&Frame| frame.own.is_some_and(|own| own.span.last > f64::from(change.tick) - 1.0);
        match frames[since..].iter().find(shows) {
            Some(frame) => response_ms.push((frame.time_us - change.time_us) as f64 / 1e3),
            None => never_shown += 1,
        }
    }
    if never_shown > 0 {
        cautions.push(format!("changes of input not shown before the end: {never_shown}"));
    }
    response_ms.quantiles()
}
