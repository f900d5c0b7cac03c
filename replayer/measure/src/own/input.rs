//! **Late** inputs came when the authority had already run their tick; **guessed** ticks ran without one. Counts, and
//! the share of late ones of all ticks. A late input costs a press its moment, a guess costs a correction.

use super::Own;
use crate::quantiles::share;
use crate::rows::{Settings, Viewer};
use crate::truth::Truth;

pub(super) fn measure(truth: &Truth, viewer: &Viewer, settings: &Settings, own: &mut Own) {
    let is_in_time = |tick| truth.time_us(tick).is_some_and(|time_us| settings.contains(time_us));
    let mut ticks = 0;
    for input in viewer.inputs.iter().filter(|input| is_in_time(input.tick)) {
        ticks += 1;
        own.late_inputs += u64::from(input.late);
        own.guessed += u64::from(input.guessed);
    }
    own.late_share = share(own.late_inputs, ticks);
}
