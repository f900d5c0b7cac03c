//! What the generators build with.
//!
//! A city is made of the same few things a thousand times over: a kerb along a line, a house in a gap, a lamp every so many
//! metres. And everything that is placed must leave the streets free. So there is one [`Site`]: it holds the level that is
//! being made and knows which ground is taken, and each part of the kit is one kind of thing that it can place.
//!
//! | part | what it is |
//! |---|---|
//! | `plane` | rectangles on the ground, and which of them are taken |
//! | `curve` | smooth lines through a few points |
//! | `site` | the level in the making |
//! | `streets` | carriageways, pavements with kerbs, bridges |
//! | `houses` | buildings of many forms |
//! | `furniture` | lamps, hydrants, bins, signs, trees, parked cars, spawns |
//! | `terrain` | heights from a function |

mod curve;
mod furniture;
mod houses;
mod plane;
mod site;
mod streets;
mod terrain;

pub(super) use curve::{smooth_line, smooth_ring};
pub(super) use houses::{House, Style};
pub(super) use plane::{Rect, is_inside};
pub(super) use site::Site;
pub(super) use streets::Street;
pub(super) use terrain::{heightfield, smooth_step};
