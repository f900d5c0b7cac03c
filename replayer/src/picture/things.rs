//! What stands on the ground: buildings by their height, walls, ramps, trees, light pieces, cars, and where players begin.

use plotters::prelude::{DrawingBackend, RGBColor};
use plotters::style::Color;
use tacho_core::level::{Level, LightKind, Piece, PieceKind, Shape};
use tacho_core::units::math::{Vec3, yaw_rotation};

use super::PictureError;
use super::land::mixed;
use super::sketch::Sketch;
use super::streets::{BRIDGE, OVERHEAD_M};

pub(super) const LOW: RGBColor = RGBColor(232, 202, 168);
pub(super) const MIDDLE: RGBColor = RGBColor(188, 118, 92);
pub(super) const HIGH: RGBColor = RGBColor(84, 58, 92);
pub(super) const WALL: RGBColor = RGBColor(92, 84, 80);
pub(super) const RAMP: RGBColor = RGBColor(240, 140, 40);
pub(super) const TREE: RGBColor = RGBColor(86, 142, 78);
pub(super) const PARKED: RGBColor = RGBColor(36, 92, 176);
pub(super) const SPAWN: RGBColor = RGBColor(208, 24, 120);
const SHADOW: RGBColor = RGBColor(70, 66, 72);
const EDGE: RGBColor = RGBColor(96, 74, 62);

/// The height at which a building's colour is half-way, and from which it is the darkest, in metres.
pub(super) const HEIGHTS_M: [f32; 2] = [15.0, 60.0];

/// How far a shadow falls, as a share of the height, and at most, in metres.
const SHADOW_SHARE: f32 = 0.25;
const SHADOW_MOST_M: f32 = 9.0;

/// Half the width and half the length of a car, in metres.
const CAR_HALF_M: [f32; 2] = [0.9, 2.1];

pub(super) fn colour_of_light(kind: LightKind) -> RGBColor {
    match kind {
        LightKind::Lamp => RGBColor(250, 205, 30),
        LightKind::Hydrant => RGBColor(214, 44, 36),
        LightKind::Bin => RGBColor(60, 120, 60),
        LightKind::Sign => RGBColor(30, 90, 200),
        LightKind::Bollard => RGBColor(20, 20, 20),
        LightKind::Stall => RGBColor(232, 110, 150),
    }
}

pub(super) fn colour_of_height(height_m: f32) -> RGBColor {
    let [middle_m, high_m] = HEIGHTS_M;
    if height_m < middle_m {
        mixed(LOW, MIDDLE, height_m / middle_m)
    } else {
        mixed(MIDDLE, HIGH, (height_m - middle_m) / (high_m - middle_m))
    }
}

pub(super) fn draw<B: DrawingBackend>(level: &Level, sketch: &Sketch<'_, B>) -> Result<(), PictureError> {
    let mut pieces: Vec<&Piece> = level.data().pieces.iter().filter(|piece| is_thing(piece)).collect();
    // What is higher covers what is lower.
    pieces.sort_by(|a, b| extent_m(a)[1].total_cmp(&extent_m(b)[1]));
    for piece in pieces.iter().filter(|piece| piece.kind == PieceKind::Building) {
        let reach_m = (extent_m(piece)[1] * SHADOW_SHARE).min(SHADOW_MOST_M);
        let fall = Vec3::new(-reach_m, 0.0, -reach_m * 0.6);
        let shadow: Vec<Vec3> = footprint(piece).iter().flat_map(|point| [*point, *point + fall]).collect();
        sketch.polygon(&outline(shadow), SHADOW.mix(0.35))?;
    }
    pieces.iter().try_for_each(|piece| draw_piece(sketch, piece))?;
    for light in &level.data().light_pieces {
        sketch.disc(light.position, 0.45, 2, colour_of_light(light.kind))?;
    }
    for car in &level.data().parked {
        sketch.polygon(&car_shape(car.position, car.yaw_rad, false), PARKED.filled())?;
    }
    for spawn in &level.data().spawns {
        sketch.polygon(&car_shape(spawn.position, spawn.yaw_rad, true), SPAWN.filled())?;
    }
    Ok(())
}

fn is_thing(piece: &Piece) -> bool {
    match piece.kind {
        PieceKind::Kerb => false,
        PieceKind::Bridge => extent_m(piece)[0] >= OVERHEAD_M,
        _ => true,
    }
}

fn draw_piece<B: DrawingBackend>(sketch: &Sketch<'_, B>, piece: &Piece) -> Result<(), PictureError> {
    let shape = footprint(piece);
    let ring: Vec<Vec3> = shape.iter().chain(shape.first()).copied().collect();
    match piece.kind {
        PieceKind::Building => {
            sketch.polygon(&shape, colour_of_height(extent_m(piece)[1]).filled())?;
            sketch.line(&ring, 0.1, EDGE)?;
            draw_ridge(sketch, piece)
        }
        PieceKind::Tree => sketch.polygon(&shape, TREE.mix(0.85)),
        PieceKind::Ramp => {
            sketch.polygon(&shape, RAMP.filled())?;
            let tip = piece.pose().rotation * Vec3::Z;
            let reach_m = (piece.pose().translation - shape[0]).length() * 0.6;
            sketch.line(&[piece.position - tip * reach_m, piece.position + tip * reach_m], 0.4, WALL)?;
            sketch.disc(piece.position + tip * reach_m, 0.8, 2, WALL)
        }
        PieceKind::Bridge => {
            sketch.polygon(&shape, BRIDGE.mix(0.75))?;
            sketch.line(&ring, 0.3, WALL)
        }
        _ => {
            sketch.polygon(&shape, WALL.filled())?;
            // What is thinner than a pixel would not be there.
            sketch.line(&ring, 0.0, WALL)
        }
    }
}

/// The line along the top of a sloped roof.
fn draw_ridge<B: DrawingBackend>(sketch: &Sketch<'_, B>, piece: &Piece) -> Result<(), PictureError> {
    let Shape::Hull { .. } = piece.shape else { return Ok(()) };
    let points = corners(piece);
    let top_m = extent_m(piece)[1];
    let ridge: Vec<Vec3> = points.iter().copied().filter(|point| point.y > top_m - 0.01).collect();
    match ridge[..] {
        [a, b] => sketch.line(&[a, b], 0.2, EDGE),
        [peak] => {
            let eaves = footprint(piece);
            eaves.iter().try_for_each(|corner| sketch.line(&[peak, *corner], 0.1, EDGE))
        }
        _ => Ok(()),
    }
}

/// A car seen from above; with a nose where it is to be seen which way it looks.
fn car_shape(position: Vec3, yaw_rad: f32, nose: bool) -> Vec<Vec3> {
    let [x, z] = CAR_HALF_M;
    let outline: &[[f32; 2]] = if nose {
        &[[-1.3 * x, -z], [0.0, -0.6 * z], [1.3 * x, -z], [0.0, 1.5 * z]]
    } else {
        &[[-x, -z], [x, -z], [x, z], [-x, z]]
    };
    let turn = yaw_rotation(yaw_rad);
    outline.iter().map(|[x, z]| position + turn * Vec3::new(*x, 0.0, *z)).collect()
}

/// The corners of a piece, in the world.
fn corners(piece: &Piece) -> Vec<Vec3> {
    let own: Vec<Vec3> = match &piece.shape {
        Shape::Cuboid { half } | Shape::Ramp { half } => (0..8)
            .map(|i| Vec3::from_array([0, 1, 2].map(|axis| if i >> axis & 1 == 1 { 1.0 } else { -1.0 })) * *half)
            .collect(),
        Shape::Hull { points } => points.clone(),
        Shape::Mesh { vertices, .. } => vertices.clone(),
    };
    let pose = piece.pose();
    own.iter().map(|corner| pose.translation + pose.rotation * *corner).collect()
}

/// The lowest and the highest point of a piece, in metres.
pub(super) fn extent_m(piece: &Piece) -> [f32; 2] {
    let heights = corners(piece).into_iter().map(|corner| corner.y);
    heights.fold([f32::MAX, f32::MIN], |[low, high], height| [low.min(height), high.max(height)])
}

/// The outline of a piece as seen from above; of a mesh, that of the convex body around it.
pub(super) fn footprint(piece: &Piece) -> Vec<Vec3> {
    outline(corners(piece))
}

/// The convex outline of some points, seen from above: the lower chain from left to right, then the upper one back.
fn outline(mut points: Vec<Vec3>) -> Vec<Vec3> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.z.total_cmp(&b.z)));
    let chain = |points: &mut dyn Iterator<Item = Vec3>| {
        let mut chain: Vec<Vec3> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..] {
                if (b.x - a.x) * (point.z - a.z) - (b.z - a.z) * (point.x - a.x) > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    [chain(&mut points.iter().copied()), chain(&mut points.iter().rev().copied())].concat()
}
