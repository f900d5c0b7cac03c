//! The written form of a level, and its RON.
//!
//! Everything here is what an author means: single pieces, as small as they are placed. What the physics gets is made
//! from it by `compile`, and what traffic drives on by `roads`. The lists that a small level does without may be left out.
//!
//! The text may be hostile. A list is read one entry at a time and refused at the first one too many, so what is held in
//! memory is bounded by the limits and by the length of the text, not by what the text claims.

use std::fmt;
use std::marker::PhantomData;

use rapier3d::glamx::DQuat;
use ron::ser::PrettyConfig;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::check::{LevelError, limits};
use super::ground::Ground;
use super::light::LightPiece;
use super::marks::{Dummy, Ramp, Strip};
use super::ways::{Area, Pavement, Road};
use crate::units::math::{Pose, Quat, Vec3, yaw_rotation};

/// A level as it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelData {
    /// What commands and recordings call it: lower case, digits and dashes.
    pub name: String,
    /// What people are shown.
    pub title: String,
    /// What everything stands on.
    pub ground: Ground,
    /// What the ground is made of.
    pub ground_surface: Surface,
    /// What stands for good.
    #[serde(deserialize_with = "at_most::<_, _, { limits::PIECES }>")]
    pub pieces: Vec<Piece>,
    /// What stands until something hits it hard enough.
    #[serde(deserialize_with = "at_most::<_, _, { limits::LIGHT_PIECES }>")]
    pub light_pieces: Vec<LightPiece>,
    /// Where players begin.
    #[serde(deserialize_with = "at_most::<_, _, { limits::SPAWNS }>")]
    pub spawns: Vec<Spawn>,
    /// Cars that nobody drives.
    #[serde(deserialize_with = "at_most::<_, _, { limits::PARKED }>")]
    pub parked: Vec<Parked>,
    /// What traffic drives on.
    #[serde(default, deserialize_with = "at_most::<_, _, { limits::ROADS }>")]
    pub roads: Vec<Road>,
    /// What a crowd walks along.
    #[serde(default, deserialize_with = "at_most::<_, _, { limits::PAVEMENTS }>")]
    pub pavements: Vec<Pavement>,
    /// What the ground is where it is neither: water, parks, squares.
    #[serde(default, deserialize_with = "at_most::<_, _, { limits::AREAS }>")]
    pub areas: Vec<Area>,
    /// Stretches to measure on.
    #[serde(default, deserialize_with = "at_most::<_, _, { limits::MARKS }>")]
    pub strips: Vec<Strip>,
    /// Jumps.
    #[serde(default, deserialize_with = "at_most::<_, _, { limits::MARKS }>")]
    pub ramps: Vec<Ramp>,
    /// Poses that something is called by: targets, cameras.
    #[serde(default, deserialize_with = "at_most::<_, _, { limits::MARKS }>")]
    pub dummies: Vec<Dummy>,
}

/// One thing that stands for good.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Its form, around its own origin.
    pub shape: Shape,
    /// Where that origin is, in metres.
    pub position: Vec3,
    /// How it is turned.
    pub rotation: Rotation,
    /// What it is to whoever finds a way around it.
    pub kind: PieceKind,
    /// What it is made of.
    pub surface: Surface,
}

/// The form of a piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Shape {
    /// A box.
    Cuboid {
        /// Half its edges, in metres.
        half: Vec3,
    },
    /// A wedge: flat below, rising from its lower edge at -z to its full height at +z.
    Ramp {
        /// Half the edges of the box around it, in metres.
        half: Vec3,
    },
    /// The smallest convex body around some points.
    Hull {
        /// The points, in metres. Rounded to 1/1024 m when the level is compiled.
        #[serde(deserialize_with = "at_most::<_, _, { limits::HULL_POINTS }>")]
        points: Vec<Vec3>,
    },
    /// A closed surface, of any form.
    Mesh {
        /// Its corners, in metres.
        vertices: Vec<Vec3>,
        /// Indices of the corners of each triangle, counter-clockwise as seen from outside.
        triangles: Vec<[u32; 3]>,
    },
}

/// How a piece is turned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Rotation {
    /// About +y, in radians; positive turns +z towards +x.
    Yaw(f32),
    /// Any way, as a unit quaternion x y z w.
    Full(Quat),
}

/// What a piece is, for navigation. The physics does not look at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each is what its name says")]
pub enum PieceKind {
    Wall,
    Building,
    Kerb,
    Ramp,
    Bridge,
    Barrier,
    Other,
    Tree,
}

/// What something is made of: its class of friction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each is what its name says")]
pub enum Surface {
    Asphalt,
    Concrete,
    Steel,
    Earth,
}

/// Where a player's car begins.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spawn {
    /// The car's origin, in metres: about half a metre above the ground.
    pub position: Vec3,
    /// Its heading, in radians.
    pub yaw_rad: f32,
}

/// A car that nobody drives.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parked {
    /// The car's origin, in metres: about half a metre above the ground.
    pub position: Vec3,
    /// Its heading, in radians.
    pub yaw_rad: f32,
}

impl Surface {
    /// The coefficient of friction that a body scraping over it meets. Wheels do not use it: they are rays with a grip of
    /// their own.
    #[must_use]
    pub const fn friction(self) -> f32 {
        match self {
            // A car on its roof slides some 40 m from 80 km/h.
            Surface::Asphalt => 0.6,
            // A car that scrapes along a wall at 22 m/s keeps three quarters of its speed over 100 m.
            Surface::Concrete => 0.3,
            Surface::Steel => 0.2,
            Surface::Earth => 0.8,
        }
    }
}

impl Rotation {
    /// The unit quaternion. Computed in f64 where it is normalised, so that it is unit to f32's last bit.
    #[must_use]
    pub fn to_quat(self) -> Quat {
        match self {
            Rotation::Yaw(yaw_rad) => yaw_rotation(yaw_rad),
            Rotation::Full(quat) => {
                DQuat::from_xyzw(quat.x.into(), quat.y.into(), quat.z.into(), quat.w.into()).normalize().as_quat()
            }
        }
    }
}

impl Piece {
    /// Where it stands and how it is turned.
    #[must_use]
    pub fn pose(&self) -> Pose {
        Pose::from_parts(self.position, self.rotation.to_quat())
    }
}

impl LevelData {
    /// A level with nothing on its ground yet.
    #[must_use]
    pub fn bare(name: &str, title: &str, ground: Ground, ground_surface: Surface) -> LevelData {
        LevelData {
            name: name.into(),
            title: title.into(),
            ground,
            ground_surface,
            pieces: Vec::new(),
            light_pieces: Vec::new(),
            spawns: Vec::new(),
            parked: Vec::new(),
            roads: Vec::new(),
            pavements: Vec::new(),
            areas: Vec::new(),
            strips: Vec::new(),
            ramps: Vec::new(),
            dummies: Vec::new(),
        }
    }

    /// Reads a level's text. What is read is not yet checked.
    ///
    /// # Errors
    /// Where the text is too long, or is no level; with the line and column where reading ended.
    pub fn from_ron(text: &str) -> Result<LevelData, LevelError> {
        if text.len() > limits::TEXT_BYTES {
            return Err(LevelError::TextTooLong { bytes: text.len() });
        }
        ron::from_str(text).map_err(|error| LevelError::Syntax {
            line: error.span.start.line,
            column: error.span.start.col,
            reason: error.code.to_string(),
        })
    }

    /// The level's text: one line a piece.
    #[must_use]
    pub fn to_ron(&self) -> String {
        let one_line_an_entry = PrettyConfig::new().depth_limit(2).separate_tuple_members(false);
        ron::ser::to_string_pretty(self, one_line_an_entry).expect("plain data without maps is always RON")
    }
}

/// Reads a list of `MAX` entries at most. Nothing is reserved ahead: a claimed length is only a claim.
pub(super) fn at_most<'de, D, T, const MAX: usize>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    struct Entries<T, const MAX: usize>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>, const MAX: usize> Visitor<'de> for Entries<T, MAX> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a list of at most {MAX} entries")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
            let mut entries = Vec::new();
            while let Some(entry) = seq.next_element()? {
                if entries.len() == MAX {
                    return Err(A::Error::custom(format_args!("the list has more than {MAX} entries")));
                }
                entries.push(entry);
            }
            Ok(entries)
        }
    }

    deserializer.deserialize_seq(Entries::<T, MAX>(PhantomData))
}
