//! Roads, pavements and areas. What a lane graph is made of has to be bounded before it is made: a few thousand stretches
//! that all cross each other are millions of junctions, and at a junction every lane turns into every other.

use std::fmt::Arguments;

use super::{Fault, LevelError, check_count, check_number, check_position, limits, refuse};
use crate::level::roads::count_junctions;
use crate::level::ways::{Area, Pavement, Road};
use crate::units::math::Vec3;

pub(super) fn check_roads(roads: &[Road]) -> Result<(), LevelError> {
    check_count(format_args!("roads"), roads.len(), 0..=limits::ROADS)?;
    let points = roads.iter().map(|road| road.points.len()).sum();
    check_count(format_args!("points of all roads"), points, 0..=limits::ROAD_POINTS)?;
    for (i, road) in roads.iter().enumerate() {
        check_title(format_args!("roads[{i}].name, in bytes,"), &road.name)?;
        check_line(format_args!("roads[{i}].points"), &road.points, 2)?;
        check_count(format_args!("roads[{i}].forward"), road.forward.into(), 0..=limits::LANES.into())?;
        check_count(format_args!("roads[{i}].backward"), road.backward.into(), 0..=limits::LANES.into())?;
        if road.forward + road.backward == 0 {
            return refuse(format_args!("roads[{i}]"), Fault::NoLanes);
        }
        check_number(format_args!("roads[{i}].lane_width_m"), road.lane_width_m, limits::LANE_WIDTH_M)?;
        check_number(format_args!("roads[{i}].shoulder_m"), road.shoulder_m, limits::SHOULDER_M)?;
        check_number(format_args!("roads[{i}].speed_mps"), road.speed_mps, limits::SPEED_MPS)?;
    }
    let [crossings, junctions, most_arms] = count_junctions(roads);
    check_count(format_args!("crossings of all roads"), crossings, 0..=limits::CROSSINGS)?;
    check_count(format_args!("junctions of all roads"), junctions, 0..=limits::JUNCTIONS)?;
    check_count(format_args!("ends of roads at one junction"), most_arms, 0..=limits::JUNCTION_ARMS)
}

pub(super) fn check_pavements(pavements: &[Pavement]) -> Result<(), LevelError> {
    check_count(format_args!("pavements"), pavements.len(), 0..=limits::PAVEMENTS)?;
    let points = pavements.iter().map(|pavement| pavement.points.len()).sum();
    check_count(format_args!("points of all pavements"), points, 0..=limits::PAVEMENT_POINTS)?;
    for (i, pavement) in pavements.iter().enumerate() {
        check_line(format_args!("pavements[{i}].points"), &pavement.points, 2)?;
        check_number(format_args!("pavements[{i}].width_m"), pavement.width_m, limits::WIDTH_M)?;
    }
    Ok(())
}

pub(super) fn check_areas(areas: &[Area]) -> Result<(), LevelError> {
    check_count(format_args!("areas"), areas.len(), 0..=limits::AREAS)?;
    let points = areas.iter().map(|area| area.outline.len()).sum();
    check_count(format_args!("points of all areas"), points, 0..=limits::AREA_POINTS)?;
    for (i, area) in areas.iter().enumerate() {
        check_title(format_args!("areas[{i}].name, in bytes,"), &area.name)?;
        check_line(format_args!("areas[{i}].outline"), &area.outline, 3)?;
    }
    Ok(())
}

fn check_title(place: Arguments<'_>, title: &str) -> Result<(), LevelError> {
    check_count(place, title.len(), 0..=limits::TITLE_BYTES)
}

/// Points within the level, each some way from the one before across the ground.
fn check_line(place: Arguments<'_>, points: &[Vec3], least: usize) -> Result<(), LevelError> {
    check_count(place, points.len(), least..=limits::PAVEMENT_POINTS)?;
    for (i, point) in points.iter().enumerate() {
        check_position(format_args!("{place}[{i}]"), *point)?;
    }
    for (i, pair) in points.windows(2).enumerate() {
        let stretch_m = ((pair[1] - pair[0]) * Vec3::new(1.0, 0.0, 1.0)).length();
        let place = format_args!("{place}[{}], in metres from the one before,", i + 1);
        check_number(place, stretch_m, limits::STRETCH_M)?;
    }
    Ok(())
}
