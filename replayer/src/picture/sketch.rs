//! Shapes in metres onto a drawing in pixels.

use plotters::coord::Shift;
use plotters::element::{Drawable, PointCollection};
use plotters::prelude::{
    Circle, DrawingArea, DrawingBackend, IntoFont, PathElement, Polygon, RGBAColor, RGBColor, Rectangle, ShapeStyle,
    Text, TextStyle,
};
use plotters::style::Color;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use tacho_core::level::{Ground, Level};
use tacho_core::units::math::Vec3;

use super::{FONT_FAMILY, PictureError};

/// The longer side of the map, in pixels.
const MAP_PX: f32 = 2400.0;

/// Half the side of the smallest part that is shown, in metres.
const LEAST_HALF_M: f32 = 40.0;

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
    middle: Vec3,
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
        Frame::of(Vec3::ZERO, half_x_m, half_z_m)
    }

    /// A part of it, between two corners.
    pub(super) fn between(low: Vec3, high: Vec3) -> Frame {
        let half = (high - low) / 2.0;
        Frame::of((low + high) / 2.0, half.x.max(LEAST_HALF_M), half.z.max(LEAST_HALF_M))
    }

    fn of(middle: Vec3, half_x_m: f32, half_z_m: f32) -> Frame {
        let px_per_m = (MAP_PX / (2.0 * half_x_m.max(half_z_m))).min(MOST_PX_PER_M);
        Frame { middle, half_x_m, half_z_m, px_per_m, foot_room_px: 0 }
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
    pub(super) fn place(&self, point: Vec3) -> (i32, i32) {
        let across = (self.middle.x + self.half_x_m - point.x) * self.px_per_m;
        let down = (self.middle.z + self.half_z_m - point.z) * self.px_per_m;
        (MARGIN_PX + across.round() as i32, TITLE_PX + down.round() as i32)
    }

    /// Whether the box around some places on the drawing reaches into the map.
    fn shows(&self, places: &[(i32, i32)]) -> bool {
        let [left, top, right, foot] = self.map_box_px();
        let spans = |part: fn(&(i32, i32)) -> i32, from: i32, to: i32| {
            places.iter().any(|place| part(place) >= from) && places.iter().any(|place| part(place) <= to)
        };
        spans(|place| place.0, left, right) && spans(|place| place.1, top, foot)
    }
}

/// A drawing on which places are given in metres.
pub(super) struct Sketch<'a, B: DrawingBackend> {
    area: &'a DrawingArea<B, Shift>,
    pub(super) frame: Frame,
    /// Whether all is pale and grey.
    quiet: bool,
}

/// How much of its lightness's difference to white a colour keeps where all is quiet.
const QUIET_SHARE: f32 = 0.4;

/// How a text stands to its place.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Left,
    Middle,
}

impl<'a, B: DrawingBackend> Sketch<'a, B> {
    pub(super) fn new(area: &'a DrawingArea<B, Shift>, frame: Frame) -> Sketch<'a, B> {
        Sketch { area, frame, quiet: false }
    }

    /// The same drawing, on which everything is pale and grey from now on: what lies under other things.
    pub(super) fn quiet(&self) -> Sketch<'a, B> {
        Sketch { quiet: true, ..*self }
    }

    /// A colour as it is drawn.
    fn toned(&self, colour: RGBAColor) -> RGBAColor {
        if !self.quiet {
            return colour;
        }
        let RGBAColor(red, green, blue, alpha) = colour;
        let light = 0.3 * f32::from(red) + 0.59 * f32::from(green) + 0.11 * f32::from(blue);
        let grey = (255.0 - (255.0 - light) * QUIET_SHARE).round() as u8;
        RGBAColor(grey, grey, grey, alpha)
    }

    /// A style as it is drawn.
    fn toned_style(&self, style: impl Into<ShapeStyle>) -> ShapeStyle {
        let style = style.into();
        ShapeStyle { color: self.toned(style.color), ..style }
    }

    pub(super) fn clear(&self, colour: RGBColor) -> Result<(), PictureError> {
        self.area.fill(&colour).map_err(|error| PictureError::Draw(error.to_string()))
    }

    /// Takes away what reaches out of the map.
    pub(super) fn clear_around_map(&self, colour: RGBColor) -> Result<(), PictureError> {
        let [left, top, right, foot] = self.frame.map_box_px();
        let [width, height] = [self.frame.size_px().0 as i32, self.frame.size_px().1 as i32];
        let around = [
            [0, 0, width, top - 1],
            [0, foot + 1, width, height],
            [0, 0, left - 1, height],
            [right + 1, 0, width, height],
        ];
        around.into_iter().try_for_each(|block| self.block(block, colour))
    }

    /// A filled polygon, in metres.
    pub(super) fn polygon(&self, points: &[Vec3], style: impl Into<ShapeStyle>) -> Result<(), PictureError> {
        let points: Vec<(i32, i32)> = points.iter().map(|point| self.frame.place(*point)).collect();
        self.put_on_map(&points, Polygon::new(points.clone(), self.toned_style(style)))
    }

    /// A line of some width, in metres, and never thinner than a pixel.
    pub(super) fn line(&self, points: &[Vec3], width_m: f32, colour: impl Color) -> Result<(), PictureError> {
        let points: Vec<(i32, i32)> = points.iter().map(|point| self.frame.place(*point)).collect();
        let width_px = (width_m * self.frame.px_per_m).round().max(1.0) as u32;
        self.put_on_map(&points, PathElement::new(points.clone(), self.toned_style(colour.stroke_width(width_px))))
    }

    /// A disc: its radius in metres, and never less than `least_px`.
    pub(super) fn disc(&self, at: Vec3, radius_m: f32, least_px: i32, colour: RGBColor) -> Result<(), PictureError> {
        let radius_px = ((radius_m * self.frame.px_per_m).round() as i32).max(least_px);
        let place = self.frame.place(at);
        self.put_on_map(&[place], Circle::new(place, radius_px, self.toned_style(colour.filled())))
    }

    /// A text at a place in metres, on a pale ground so that it can be read over anything.
    pub(super) fn name(&self, at: Vec3, text: &str) -> Result<(), PictureError> {
        self.sized_name(at, text, 17, RGBColor(30, 30, 40))
    }

    /// The same in any size and colour.
    pub(super) fn sized_name(&self, at: Vec3, text: &str, size_px: i32, colour: RGBColor) -> Result<(), PictureError> {
        let (x, y) = self.frame.place(at);
        if !self.frame.shows(&[(x, y)]) {
            return Ok(());
        }
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
        let colour = self.toned(colour.to_rgba());
        let style =
            TextStyle::from((FONT_FAMILY, size_px).into_font()).color(&colour).pos(Pos::new(horizontal, VPos::Center));
        self.put(Text::new(text.to_string(), at, style))
    }

    /// A line, in pixels.
    pub(super) fn stroke(&self, points: &[(i32, i32)], width_px: u32, colour: RGBColor) -> Result<(), PictureError> {
        self.put(PathElement::new(points.to_vec(), self.toned_style(colour.stroke_width(width_px))))
    }

    /// A filled rectangle, in pixels.
    pub(super) fn block(&self, [left, top, right, bottom]: [i32; 4], colour: impl Color) -> Result<(), PictureError> {
        self.put(Rectangle::new([(left, top), (right, bottom)], self.toned_style(colour.filled())))
    }

    /// A filled rectangle between two corners in metres.
    pub(super) fn field(&self, low: Vec3, high: Vec3, colour: RGBColor) -> Result<(), PictureError> {
        let ((left, bottom), (right, top)) =
            (self.frame.place(high.with_z(low.z)), self.frame.place(low.with_z(high.z)));
        self.block([left, top, right, bottom], colour)
    }

    /// Draws what stands at some places, unless none of it is on the map.
    fn put_on_map<E>(&self, places: &[(i32, i32)], element: E) -> Result<(), PictureError>
    where
        E: Drawable<B>,
        for<'b> &'b E: PointCollection<'b, (i32, i32)>,
    {
        if self.frame.shows(places) { self.put(element) } else { Ok(()) }
    }

    fn put<E>(&self, element: E) -> Result<(), PictureError>
    where
        E: Drawable<B>,
        for<'b> &'b E: PointCollection<'b, (i32, i32)>,
    {
        self.area.draw(&element).map_err(|error| PictureError::Draw(error.to_string()))
    }
}
