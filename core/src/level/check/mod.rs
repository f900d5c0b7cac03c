//! The door: what is refused, and in which words.
//!
//! A level comes from outside, and what is made of it has no error path: the physics panics on an empty compound, never
//! ends on a number that is none, and lets a car through a mesh that is inside out. So everything is looked at here,
//! counts first, and the first fault is told with its place, its value and what would be allowed.

use std::f32::consts::TAU;
use std::fmt::Arguments;
use std::ops::RangeInclusive;

use super::data::{LevelData, Piece, Rotation, Shape};
use super::ground::Ground;
use super::hull::convex_hull;
use crate::units::math::Vec3;

pub mod limits;
mod marks;
mod mesh;
#[cfg(test)]
mod tests;
mod ways;

/// Why a level is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LevelError {
    /// The text is too long to be looked at.
    #[error("the text has {bytes} bytes; allowed are at most {}", limits::TEXT_BYTES)]
    TextTooLong {
        /// How long it is.
        bytes: usize,
    },
    /// The text is no level.
    #[error("line {line}, column {column}: {reason}")]
    Syntax {
        /// Where reading ended, from 1.
        line: usize,
        /// The column of that line, from 1.
        column: usize,
        /// What was wrong there.
        reason: String,
    },
    /// The level has a fault.
    #[error("{place} {fault}")]
    Refused {
        /// The field, as one would write it: `pieces[17].shape.half.y`.
        place: String,
        /// What is wrong with it.
        fault: Fault,
    },
}

/// What is wrong with one field of a level.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Fault {
    /// A number out of its range, or none at all.
    #[error("is {value}; allowed is {min} to {max}")]
    Number {
        /// The number.
        value: f32,
        /// The least allowed.
        min: f32,
        /// The most allowed.
        max: f32,
    },
    /// Too few or too many of something.
    #[error("counts {count}; allowed are {min} to {max}")]
    Count {
        /// How many there are.
        count: usize,
        /// The fewest allowed.
        min: usize,
        /// The most allowed.
        max: usize,
    },
    /// A name that could not be typed or be part of a file's name.
    #[error("is {start:?}; allowed are 1 to {} of a-z, 0-9 and -", limits::NAME_BYTES)]
    Name {
        /// The name, or the start of a long one.
        start: String,
    },
    /// A name that another of the list has.
    #[error("is {name:?}, as another of the list; allowed is each name once")]
    NameTwice {
        /// The name.
        name: String,
    },
    /// A road that nobody can drive on.
    #[error("has no lanes; allowed is at least one, forward or backward")]
    NoLanes,
    /// A quaternion that is no rotation.
    #[error("has the length {length}; allowed is 1, give or take {}", limits::UNIT_TOLERANCE)]
    NotUnit {
        /// The length.
        length: f32,
    },
    /// A heightfield whose samples do not fill its grid.
    #[error("counts {count}; {rows} rows of {columns} are {}", u64::from(*rows) * u64::from(*columns))]
    Heights {
        /// How many heights there are.
        count: usize,
        /// Samples along z.
        rows: u32,
        /// Samples along x.
        columns: u32,
    },
    /// A hull without a volume.
    #[error("lie in one plane; allowed are at least four that do not")]
    FlatHull,
    /// A triangle with a corner that does not exist.
    #[error("has the corner {index}; allowed is 0 to {}", vertices.saturating_sub(1))]
    NoSuchVertex {
        /// The corner's index.
        index: u32,
        /// How many vertices the mesh has.
        vertices: usize,
    },
    /// A triangle that is next to nothing.
    #[error("has an area of {area_m2} m2; allowed is at least {} (leave the triangle out)", limits::MIN_TRIANGLE_M2)]
    Sliver {
        /// Its area.
        area_m2: f32,
    },
    /// An edge with a triangle on one side only.
    #[error(
        "has no neighbour along its edge from vertex {from} to {to}; allowed are closed meshes (fill the hole, or turn \
         the neighbour round if it is wound the other way)"
    )]
    OpenEdge {
        /// Where the edge starts, in the order of the triangle.
        from: u32,
        /// Where it ends.
        to: u32,
    },
    /// An edge with more than two triangles.
    #[error(
        "shares its edge from vertex {from} to {to} with too many; allowed are two triangles an edge, in opposite \
         directions (turn round the one that is wound the other way, or leave out a doubled one)"
    )]
    CrowdedEdge {
        /// Where the edge starts, in the order of the triangle.
        from: u32,
        /// Where it ends.
        to: u32,
    },
    /// A mesh that is inside out: bodies would fall into it.
    #[error(
        "is part of a surface wound inwards (its volume is {volume_m3:.3} m3); allowed is counter-clockwise as seen from \
         outside (swap the last two indices of every triangle of it)"
    )]
    WoundInwards {
        /// The signed volume.
        volume_m3: f64,
    },
}

impl LevelData {
    /// Looks at everything, in the order of the fields.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self) -> Result<(), LevelError> {
        check_name(format_args!("name"), &self.name)?;
        check_count(format_args!("title, in bytes,"), self.title.len(), 0..=limits::TITLE_BYTES)?;
        check_ground(&self.ground)?;
        check_pieces(&self.pieces)?;
        check_count(format_args!("light_pieces"), self.light_pieces.len(), 0..=limits::LIGHT_PIECES)?;
        for (i, light) in self.light_pieces.iter().enumerate() {
            check_place(format_args!("light_pieces[{i}]"), light.position, light.yaw_rad)?;
        }
        check_count(format_args!("spawns"), self.spawns.len(), 1..=limits::SPAWNS)?;
        for (i, spawn) in self.spawns.iter().enumerate() {
            check_place(format_args!("spawns[{i}]"), spawn.position, spawn.yaw_rad)?;
        }
        check_count(format_args!("parked"), self.parked.len(), 0..=limits::PARKED)?;
        for (i, parked) in self.parked.iter().enumerate() {
            check_place(format_args!("parked[{i}]"), parked.position, parked.yaw_rad)?;
        }
        ways::check_roads(&self.roads)?;
        ways::check_pavements(&self.pavements)?;
        ways::check_areas(&self.areas)?;
        marks::check_strips(&self.strips)?;
        marks::check_ramps(&self.ramps)?;
        marks::check_dummies(&self.dummies)
    }
}

fn check_name(place: Arguments<'_>, name: &str) -> Result<(), LevelError> {
    let plain = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    if plain && (1..=limits::NAME_BYTES).contains(&name.len()) {
        return Ok(());
    }
    refuse(place, Fault::Name { start: name.chars().take(limits::NAME_BYTES).collect() })
}

fn check_ground(ground: &Ground) -> Result<(), LevelError> {
    let half = 1.0..=limits::MAX_HALF_M;
    match ground {
        Ground::Flat { half_x_m, half_z_m } => {
            check_number(format_args!("ground.half_x_m"), *half_x_m, half.clone())?;
            check_number(format_args!("ground.half_z_m"), *half_z_m, half)
        }
        Ground::Heightfield { rows, columns, size_x_m, size_z_m, heights_m } => {
            let size = 2.0 * half.start()..=2.0 * half.end();
            check_count(format_args!("ground.rows"), *rows as usize, 2..=limits::HEIGHT_SAMPLES / 2)?;
            check_count(format_args!("ground.columns"), *columns as usize, 2..=limits::HEIGHT_SAMPLES / 2)?;
            check_number(format_args!("ground.size_x_m"), *size_x_m, size.clone())?;
            check_number(format_args!("ground.size_z_m"), *size_z_m, size)?;
            check_count(format_args!("ground.heights_m"), heights_m.len(), 4..=limits::HEIGHT_SAMPLES)?;
            if heights_m.len() as u64 != u64::from(*rows) * u64::from(*columns) {
                let fault = Fault::Heights { count: heights_m.len(), rows: *rows, columns: *columns };
                return refuse(format_args!("ground.heights_m"), fault);
            }
            let height = -limits::COORDINATE_M..=limits::COORDINATE_M;
            heights_m
                .iter()
                .enumerate()
                .try_for_each(|(i, value)| check_number(format_args!("ground.heights_m[{i}]"), *value, height.clone()))
        }
    }
}

fn check_pieces(pieces: &[Piece]) -> Result<(), LevelError> {
    check_count(format_args!("pieces"), pieces.len(), 0..=limits::PIECES)?;
    let (mut hull_points, mut vertices, mut triangles) = (0, 0, 0);
    for piece in pieces {
        match &piece.shape {
            Shape::Cuboid { .. } | Shape::Ramp { .. } => {}
            Shape::Hull { points } => hull_points += points.len(),
            Shape::Mesh { vertices: v, triangles: t } => {
                vertices += v.len();
                triangles += t.len();
            }
        }
    }
    check_count(format_args!("the points of all hulls"), hull_points, 0..=limits::ALL_HULL_POINTS)?;
    check_count(format_args!("the vertices of all meshes"), vertices, 0..=limits::MESH_VERTICES)?;
    check_count(format_args!("the triangles of all meshes"), triangles, 0..=limits::MESH_TRIANGLES)?;
    pieces.iter().enumerate().try_for_each(|(i, piece)| check_piece(format_args!("pieces[{i}]"), piece))
}

fn check_piece(place: Arguments<'_>, piece: &Piece) -> Result<(), LevelError> {
    let corner = -limits::MAX_HALF_M..=limits::MAX_HALF_M;
    match &piece.shape {
        Shape::Cuboid { half } | Shape::Ramp { half } => {
            check_vector(format_args!("{place}.shape.half"), *half, limits::MIN_HALF_M..=limits::MAX_HALF_M)?;
        }
        Shape::Hull { points } => {
            check_count(format_args!("{place}.shape.points"), points.len(), 4..=limits::HULL_POINTS)?;
            for (i, point) in points.iter().enumerate() {
                check_vector(format_args!("{place}.shape.points[{i}]"), *point, corner.clone())?;
            }
            if convex_hull(points).is_none() {
                return refuse(format_args!("{place}.shape.points"), Fault::FlatHull);
            }
        }
        Shape::Mesh { vertices, triangles } => {
            check_count(format_args!("{place}.shape.vertices"), vertices.len(), 4..=limits::MESH_VERTICES)?;
            check_count(format_args!("{place}.shape.triangles"), triangles.len(), 4..=limits::MESH_TRIANGLES)?;
            for (i, vertex) in vertices.iter().enumerate() {
                check_vector(format_args!("{place}.shape.vertices[{i}]"), *vertex, corner.clone())?;
            }
            if let Err((triangle, fault)) = mesh::check_surface(vertices, triangles) {
                return refuse(format_args!("{place}.shape.triangles[{triangle}]"), fault);
            }
        }
    }
    check_position(format_args!("{place}.position"), piece.position)?;
    check_rotation(format_args!("{place}.rotation"), piece.rotation)
}

fn check_rotation(place: Arguments<'_>, rotation: Rotation) -> Result<(), LevelError> {
    match rotation {
        Rotation::Yaw(yaw_rad) => check_number(place, yaw_rad, -TAU..=TAU),
        Rotation::Full(quat) => {
            let length = quat.length();
            if (length - 1.0).abs() <= limits::UNIT_TOLERANCE {
                return Ok(());
            }
            refuse(place, Fault::NotUnit { length })
        }
    }
}

fn check_place(place: Arguments<'_>, position: Vec3, yaw_rad: f32) -> Result<(), LevelError> {
    check_position(format_args!("{place}.position"), position)?;
    check_number(format_args!("{place}.yaw_rad"), yaw_rad, -TAU..=TAU)
}

fn check_position(place: Arguments<'_>, position: Vec3) -> Result<(), LevelError> {
    check_vector(place, position, -limits::COORDINATE_M..=limits::COORDINATE_M)
}

fn check_vector(place: Arguments<'_>, vector: Vec3, allowed: RangeInclusive<f32>) -> Result<(), LevelError> {
    check_number(format_args!("{place}.x"), vector.x, allowed.clone())?;
    check_number(format_args!("{place}.y"), vector.y, allowed.clone())?;
    check_number(format_args!("{place}.z"), vector.z, allowed)
}

/// What is not a number is in no range, so it is refused here as well.
fn check_number(place: Arguments<'_>, value: f32, allowed: RangeInclusive<f32>) -> Result<(), LevelError> {
    if allowed.contains(&value) {
        return Ok(());
    }
    refuse(place, Fault::Number { value, min: *allowed.start(), max: *allowed.end() })
}

fn check_count(place: Arguments<'_>, count: usize, allowed: RangeInclusive<usize>) -> Result<(), LevelError> {
    if allowed.contains(&count) {
        return Ok(());
    }
    refuse(place, Fault::Count { count, min: *allowed.start(), max: *allowed.end() })
}

fn refuse(place: Arguments<'_>, fault: Fault) -> Result<(), LevelError> {
    Err(LevelError::Refused { place: place.to_string(), fault })
}
