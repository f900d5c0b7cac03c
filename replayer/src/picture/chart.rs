//! Figures over time, as lines.

use plotters::chart::{ChartBuilder, SeriesLabelPosition};
use plotters::prelude::{BLACK, DrawingBackend, IntoDrawingArea, IntoFont, PathElement, RGBColor, WHITE};
use plotters::style::Color;

use super::{FONT_FAMILY, Painting, PictureError};

/// The size of a chart, in pixels.
pub(super) const SIZE_PX: (u32, u32) = (1400, 700);

/// Sizes of its texts, in pixels.
const TITLE_PX: u32 = 26;
const TEXT_PX: u32 = 18;

/// The colours of its lines, in order.
const COLOURS: [RGBColor; 4] =
    [RGBColor(20, 90, 200), RGBColor(230, 140, 20), RGBColor(200, 40, 40), RGBColor(60, 140, 60)];

/// Figures over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// What it is of.
    pub title: String,
    /// What it shows in a sentence.
    pub caption: String,
    /// What is counted to the right.
    pub x_label: String,
    /// What is counted upwards.
    pub y_label: String,
    /// The lines: what each is called, and its points from left to right.
    pub lines: Vec<(String, Vec<(f32, f32)>)>,
}

impl Painting for Chart {
    fn draw<B: DrawingBackend>(&self, backend: B) -> Result<(), PictureError> {
        let failed =
            |error: plotters::drawing::DrawingAreaErrorKind<B::ErrorType>| PictureError::Draw(error.to_string());
        let area = backend.into_drawing_area();
        area.fill(&WHITE).map_err(failed)?;
        let points = || self.lines.iter().flat_map(|(_, points)| points);
        let [right, top] = [
            points().map(|point| point.0).fold(1.0, f32::max),
            points().map(|point| point.1).fold(1.0, f32::max) * 1.1,
        ];
        let title = format!("{}: {}", self.title, self.caption);
        let mut chart = ChartBuilder::on(&area)
            .margin(20)
            .caption(title, (FONT_FAMILY, TITLE_PX).into_font())
            .x_label_area_size(50)
            .y_label_area_size(60)
            .build_cartesian_2d(0.0..right, 0.0..top)
            .map_err(failed)?;
        chart
            .configure_mesh()
            .x_desc(&self.x_label)
            .y_desc(&self.y_label)
            .label_style((FONT_FAMILY, TEXT_PX).into_font())
            .axis_desc_style((FONT_FAMILY, TEXT_PX).into_font())
            .light_line_style(BLACK.mix(0.05))
            .draw()
            .map_err(failed)?;
        for ((name, points), colour) in self.lines.iter().zip(COLOURS.into_iter().cycle()) {
            chart
                .draw_series([PathElement::new(points.clone(), colour.stroke_width(2))])
                .map_err(failed)?
                .label(name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .label_font((FONT_FAMILY, TEXT_PX).into_font())
            .background_style(WHITE.mix(0.85))
            .border_style(BLACK.mix(0.3))
            .draw()
            .map_err(failed)?;
        area.present().map_err(failed)
    }
}
