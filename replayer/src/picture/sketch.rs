//! Shapes in metres onto a drawing in pixels.

use plotters::coord::Shift;
use plotters::element::{Drawable, PointCollection};
use plotters::prelude::{
    Circle, DrawingArea, DrawingBackend, IntoFont, PathElement, Polygon, RGBColor, Rectangle, ShapeStyle, Text,
    TextStyle,
};
use plotters::style::Color;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use tacho_core::level::{Ground, Level};
use tacho_core::units::math::Vec3;

use super::{FONT_FAMILY, PictureError};

/// The longer side of the map, in pixels.
const MAP_PX: f32 = 2400.0;

/// The most pixels that a metre gets.
const MOST_PX_PER_M: f32 = 10.0;

/// The margin around the map and the width of the legend on its right, in pixels.
const MARGIN_PX: i32 = 24;
const LEGEND_PX: i32 = 330;

/// Room for the title above the map, in pixels.
const TITLE_PX: i32 = 64;

/// The least height of a drawing, in pixels: the legend's.
const LEAST_HEIGHT_PX: i32 = 760;

/// What part of the world is shown, and where on the drawing.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    half_x_m: f32,
    half_z_m: f32,
    pub(super) px_per_m: f32,
    /// Room under the map, in pixels.
    foot_room_px: i32,
}

impl Frame {
    /// The whole ground of a level.
    pub(super) fn around(level: &Level) -> Frame {
        let (half_x_m, half_z_m) = match &level.data().ground {
            Ground::Flat { half_x_m, half_z_m } => (*half_x_m, *half_z_m),
            Ground::Heightfield { size_x_m, size_z_m, .. } => (size_x_m / 2.0, size_z_m / 2.0),
        };
        let px_per_m = (MAP_PX / (2.0 * half_x_m.max(half_z_m))).min(MOST_PX_PER_M);
        Frame { half_x_m, half_z_m, px_per_m, foot_room_px: 0 }
    }

    /// The same with room under the map.
    pub(super) fn with_foot_room(self, foot_room_px: i32) -> Frame {
        Frame { foot_room_px, ..self }
    }

    pub(super) fn size_px(&self) -> (u32, u32) {
        let [width, height] = self.map_px();
        let height = (height + TITLE_PX + MARGIN_PX).max(LEAST_HEIGHT_PX) + self.foot_room_px;
        ((width + LEGEND_PX + 3 * MARGIN_PX) as u32, height as u32)
    }

    /// The left upper corner of the legend.
    pub(super) fn legend_px(&self) -> (i32, i32) {
        (2 * MARGIN_PX + self.map_px()[0], TITLE_PX)
    }

    /// The left lower corner of the map.
    pub(super) fn foot_px(&self) -> (i32, i32) {
        (MARGIN_PX, TITLE_PX + self.map_px()[1])
    }

    /// The map: left, top, right, foot.
    pub(super) fn map_box_px(&self) -> [i32; 4] {
        let [width, height] = self.map_px();
        [MARGIN_PX, TITLE_PX, MARGIN_PX + width, TITLE_PX + height]
    }

    fn map_px(&self) -> [i32; 2] {
        [self.half_x_m, self.half_z_m].map(|half_m| (2.0 * half_m * self.px_per_m).round() as i32)
    }

    /// North is up, and then +x is to the left.
    fn place(&self, point: Vec3) -> (i32, i32) {
        let across = (self.half_x_m - point.x) * self.px_per_m;
        let down = (self.half_z_m - point.z) * self.px_per_m;
        (MARGIN_PX + across.round() as i32, TITLE_PX + down.round() as i32)
    }
}

/// A drawing on which places are given in metres.
pub(super) struct Sketch<'a, B: DrawingBackend> {
    area: &'a DrawingArea<B, Shift>,
    pub(super) frame: Frame,
}

/// How a text stands to its place.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Left,
    Middle,
}

impl<'a, B: DrawingBackend> Sketch<'a, B> {
    pub(super) fn new(area: &'a DrawingArea<B, Shift>, frame: Frame) -> Sketch<'a, B> {
        Sketch { area, frame }
    }

    pub(super) fn clear(&self, colour: RGBColor) -> Result<(), PictureError> {
        self.area.fill(&colour).map_err(|error| PictureError::Draw(error.to_string()))
    }

    /// A filled polygon, in metres.
    pub(super) fn polygon(&self, points: &[Vec3], style: impl Into<ShapeStyle>) -> Result<(), PictureError> {
        let points: Vec<(i32, i32)> = points.iter().map(|point| self.frame.place(*point)).collect();
        self.put(Polygon::new(points, style))
    }

    /// A line of some width, in metres, and never thinner than a pixel.
    pub(super) fn line(&self, points: &[Vec3], width_m: f32, colour: impl Color) -> Result<(), PictureError> {
        let points: Vec<(i32, i32)> = points.iter().map(|point| self.frame.place(*point)).collect();
        let width_px = (width_m * self.frame.px_per_m).round().max(1.0) as u32;
        self.put(PathElement::new(points, colour.stroke_width(width_px)))
    }

    /// A disc: its radius in metres, and never less than `least_px`.
    pub(super) fn disc(&self, at: Vec3, radius_m: f32, least_px: i32, colour: RGBColor) -> Result<(), PictureError> {
        let radius_px = ((radius_m * self.frame.px_per_m).round() as i32).max(least_px);
        self.put(Circle::new(self.frame.place(at), radius_px, colour.filled()))
    }

    /// A text at a place in metres, on a pale ground so that it can be read over anything.
    pub(super) fn name(&self, at: Vec3, text: &str) -> Result<(), PictureError> {
        self.sized_name(at, text, 17, RGBColor(30, 30, 40))
    }

    /// The same in any size and colour.
    pub(super) fn sized_name(&self, at: Vec3, text: &str, size_px: i32, colour: RGBColor) -> Result<(), PictureError> {
        let (x, y) = self.frame.place(at);
        for (dx, dy) in [(-1, -1), (1, -1), (-1, 1), (1, 1), (2, 0), (-2, 0), (0, 2), (0, -2)] {
            self.text((x + dx, y + dy), text, size_px, Anchor::Middle, RGBColor(255, 255, 255))?;
        }
        self.text((x, y), text, size_px, Anchor::Middle, colour)
    }

    /// A text at a place in pixels.
    pub(super) fn text(
        &self,
        at: (i32, i32),
        text: &str,
        size_px: i32,
        anchor: Anchor,
        colour: RGBColor,
    ) -> Result<(), PictureError> {
        let horizontal = match anchor {
            Anchor::Left => HPos::Left,
            Anchor::Middle => HPos::Center,
        };
        let style =
            TextStyle::from((FONT_FAMILY, size_px).into_font()).color(&colour).pos(Pos::new(horizontal, VPos::Center));
        self.put(Text::new(text.to_string(), at, style))
    }

    /// A filled rectangle, in pixels.
    pub(super) fn block(&self, [left, top, right, bottom]: [i32; 4], colour: impl Color) -> Result<(), PictureError> {
        self.put(Rectangle::new([(left, top), (right, bottom)], colour.filled()))
    }

    /// A filled rectangle between two corners in metres.
    pub(super) fn field(&self, low: Vec3, high: Vec3, colour: RGBColor) -> Result<(), PictureError> {
        let ((left, bottom), (right, top)) =
            (self.frame.place(high.with_z(low.z)), self.frame.place(low.with_z(high.z)));
        self.block([left, top, right, bottom], colour)
    }

    fn put<E>(&self, element: E) -> Result<(), PictureError>
    where
        E: Drawable<B>,
        for<'b> &'b E: PointCollection<'b, (i32, i32)>,
    {
        self.area.draw(&element).map_err(|error| PictureError::Draw(error.to_string()))
    }
}
