//! Strips, ramps and dummies: each name once, each number in its range.

use std::collections::BTreeSet;
use std::fmt::Arguments;

use super::{
    Fault, LevelError, check_count, check_name, check_number, check_place, check_position, check_rotation, limits,
    refuse,
};
use crate::level::marks::{Dummy, Ramp, Strip};

pub(super) fn check_strips(strips: &[Strip]) -> Result<(), LevelError> {
    check_count(format_args!("strips"), strips.len(), 0..=limits::MARKS)?;
    check_names("strips", strips.iter().map(|strip| strip.name.as_str()))?;
    for (i, strip) in strips.iter().enumerate() {
        check_position(format_args!("strips[{i}].start"), strip.start)?;
        check_position(format_args!("strips[{i}].end"), strip.end)?;
        let length_m = (strip.end - strip.start).length();
        check_number(format_args!("strips[{i}], its length in metres,"), length_m, limits::STRETCH_M)?;
        check_number(format_args!("strips[{i}].width_m"), strip.width_m, limits::WIDTH_M)?;
    }
    Ok(())
}

pub(super) fn check_ramps(ramps: &[Ramp]) -> Result<(), LevelError> {
    check_count(format_args!("ramps"), ramps.len(), 0..=limits::MARKS)?;
    check_names("ramps", ramps.iter().map(|ramp| ramp.name.as_str()))?;
    for (i, ramp) in ramps.iter().enumerate() {
        check_place(format_args!("ramps[{i}]"), ramp.lip, ramp.yaw_rad)?;
        check_number(format_args!("ramps[{i}].height_m"), ramp.height_m, limits::RAMP_HEIGHT_M)?;
    }
    Ok(())
}

pub(super) fn check_dummies(dummies: &[Dummy]) -> Result<(), LevelError> {
    check_count(format_args!("dummies"), dummies.len(), 0..=limits::MARKS)?;
    check_names("dummies", dummies.iter().map(|dummy| dummy.name.as_str()))?;
    for (i, dummy) in dummies.iter().enumerate() {
        check_position(format_args!("dummies[{i}].position"), dummy.position)?;
        check_rotation(format_args!("dummies[{i}].rotation"), dummy.rotation)?;
    }
    Ok(())
}

fn check_names<'a>(list: &str, names: impl Iterator<Item = &'a str>) -> Result<(), LevelError> {
    let mut seen = BTreeSet::new();
    for (i, name) in names.enumerate() {
        let place: Arguments<'_> = format_args!("{list}[{i}].name");
        check_name(place, name)?;
        if !seen.insert(name) {
            return refuse(place, Fault::NameTwice { name: name.into() });
        }
    }
    Ok(())
}
