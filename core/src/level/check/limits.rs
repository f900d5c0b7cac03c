//! What a level may have at most. Each bounds the memory and the time that a hostile level can take, and is well above
//! what a real one needs (a city of 8,000 pieces).

use std::ops::RangeInclusive;

/// Bytes of a level's text: a full heightfield at a dozen characters a sample.
pub const TEXT_BYTES: usize = 64 << 20;
/// Bytes of a level's name.
pub const NAME_BYTES: usize = 64;
/// Bytes of a level's title.
pub const TITLE_BYTES: usize = 256;
/// Metres from the origin along any axis. In f32 a position has steps of 0.25 to 0.5 mm out there.
pub const COORDINATE_M: f32 = 4096.0;
/// The smallest half edge of a piece, in metres: thinner ones are passed through between two ticks.
pub const MIN_HALF_M: f32 = 0.005;
/// The largest half edge of a piece, in metres, and the farthest corner of one from its own origin along any axis.
pub const MAX_HALF_M: f32 = 2000.0;
/// Pieces.
pub const PIECES: usize = 65_536;
/// Light pieces.
pub const LIGHT_PIECES: usize = 4096;
/// Places to begin.
pub const SPAWNS: usize = 256;
/// Parked cars.
pub const PARKED: usize = 64;
/// Points of one hull.
pub const HULL_POINTS: usize = 64;
/// Points of all hulls together.
pub const ALL_HULL_POINTS: usize = 1 << 17;
/// Vertices of all meshes together.
pub const MESH_VERTICES: usize = 1 << 18;
/// Triangles of all meshes together.
pub const MESH_TRIANGLES: usize = 1 << 19;
/// The smallest triangle of a mesh, in square metres: a square millimetre. The normal of a smaller one is noise.
pub const MIN_TRIANGLE_M2: f32 = 1e-6;
/// Samples of a heightfield.
pub const HEIGHT_SAMPLES: usize = 1 << 22;
/// Roads.
pub const ROADS: usize = 512;
/// Points of all roads together: crossings are found by holding every stretch against every other.
pub const ROAD_POINTS: usize = 4096;
/// Lanes of a road in one direction.
pub const LANES: u8 = 4;
/// The width of a lane, in metres.
pub const LANE_WIDTH_M: RangeInclusive<f32> = 2.0..=10.0;
/// The width of what lies beside the lanes on either side, in metres.
pub const SHOULDER_M: RangeInclusive<f32> = 0.0..=20.0;
/// Speed limits, in m/s.
pub const SPEED_MPS: RangeInclusive<f32> = 1.0..=100.0;
/// How far apart two neighbouring points of a road, a pavement or an outline are, in metres, across the ground.
pub const STRETCH_M: RangeInclusive<f32> = 0.5..=16_384.0;
/// Times that two stretches of roads meet; a crossing of two roads at a point of each counts four.
pub const CROSSINGS: usize = 1 << 14;
/// Places where roads meet or end.
pub const JUNCTIONS: usize = 1024;
/// Ends of roads at one of them: turns are from each to each.
pub const JUNCTION_ARMS: usize = 8;
/// Pavements.
pub const PAVEMENTS: usize = 4096;
/// Points of all pavements together.
pub const PAVEMENT_POINTS: usize = 1 << 16;
/// The width of a pavement or a strip, in metres.
pub const WIDTH_M: RangeInclusive<f32> = 0.5..=200.0;
/// Areas.
pub const AREAS: usize = 256;
/// Points of all outlines together.
pub const AREA_POINTS: usize = 1 << 14;
/// Strips, ramps and dummies, of each.
pub const MARKS: usize = 256;
/// How high a ramp may be, in metres.
pub const RAMP_HEIGHT_M: RangeInclusive<f32> = 0.1..=50.0;
/// How far the length of a rotation may be from 1.
pub const UNIT_TOLERANCE: f32 = 1e-3;

const _: () = assert!(COORDINATE_M >= 2.0 * MAX_HALF_M, "the largest ground lies within the coordinates");
const _: () = assert!(MAX_HALF_M * 1024.0 < (1 << 21) as f32, "a hull's points on their grid have 21 bits");
