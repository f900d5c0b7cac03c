//! Pictures of levels: a map, drawn from the same data that the physics is made of.
//!
//! A level that is code cannot be looked at, and a mistake in one (a street that ends at a wall, a bridge beside the river)
//! is found by driving into it. A picture shows it at a glance, and stays true because there is no second source for it.
//!
//! North, +z, is up, so +x points to the left. The font is carried in the sources, and nothing here asks the system for
//! anything: the same level gives the same bytes everywhere.
//!
//! | part | what it is |
//! |---|---|
//! | `sketch` | shapes in metres onto a drawing in pixels |
//! | `land` | ground, water, parks |
//! | `streets` | roads, lanes, pavements, bridges |
//! | `things` | pieces, light pieces, cars, spawns |
//! | `legend` | title, scale, names, what the colours mean |
//! | `film` | a drive over the map |
//! | `paths` | everything that moved, over a quiet map |
//! | `chart` | figures over time |

use std::io::{self, Write};
use std::path::Path;

use plotters::prelude::{BitMapBackend, DrawingBackend, IntoDrawingArea, SVGBackend};
use plotters::style::{FontStyle, register_font};
use tacho_core::level::Level;
use tacho_core::units::math::Vec3;

use sketch::{Frame, Sketch};

mod chart;
mod film;
mod land;
mod legend;
mod paths;
mod sketch;
mod streets;
#[cfg(test)]
mod tests;
mod things;

pub use chart::Chart;
pub use film::{Film, Moment};
pub use paths::{Kind, Mark, Paths, Trail};

/// What every text is set in.
const FONT: &[u8] = include_bytes!("font/DejaVuSans.ttf");

/// The name by which drawings call for the font.
const FONT_FAMILY: &str = "DejaVu Sans";

/// The form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// Scalable, as text.
    Svg,
    /// Pixels.
    Png,
}

impl PictureFormat {
    /// The form that a file's name asks for; `None` where it ends neither in .svg nor in .png.
    #[must_use]
    pub fn of_name(path: &Path) -> Option<PictureFormat> {
        match path.extension()?.to_str()? {
            "svg" => Some(PictureFormat::Svg),
            "png" => Some(PictureFormat::Png),
            _ => None,
        }
    }
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// It could not be written.
    #[error("the picture cannot be written: {0}")]
    Write(#[from] io::Error),
    /// It could not be encoded.
    #[error("the picture cannot be encoded: {0}")]
    Encode(#[from] png::EncodingError),
    /// It could not be drawn.
    #[error("the picture cannot be drawn: {0}")]
    Draw(String),
}

/// Draws a level from above.
///
/// # Errors
/// Where `out` does not take it.
pub fn level_picture(level: &Level, out: &mut impl Write, format: PictureFormat) -> Result<(), PictureError> {
    picture(level, None, out, format)
}

/// Draws a drive over its level: the paths by their speed, and the speed over time.
///
/// # Errors
/// Where `out` does not take it.
pub fn film_picture(
    level: &Level,
    film: &Film,
    out: &mut impl Write,
    format: PictureFormat,
) -> Result<(), PictureError> {
    picture(level, Some(film), out, format)
}

/// Draws the paths of everything that moved, over a part of its level: around `around`, a place and a radius in metres, or
/// wherever something moved.
///
/// # Errors
/// Where `out` does not take it.
pub fn paths_picture(
    level: &Level,
    paths: &Paths,
    around: Option<(Vec3, f32)>,
    out: &mut impl Write,
    format: PictureFormat,
) -> Result<(), PictureError> {
    let frame = match around {
        Some((middle, radius_m)) => {
            let reach = Vec3::new(radius_m, 0.0, radius_m);
            Frame::between(middle - reach, middle + reach)
        }
        None => paths.extent().map_or(Frame::around(level), |[low, high]| Frame::between(low, high)),
    };
    paint(&paths::Scene { level, paths, frame }, frame.size_px(), out, format)
}

/// Draws figures over time.
///
/// # Errors
/// Where `out` does not take it.
pub fn chart_picture(chart: &Chart, out: &mut impl Write, format: PictureFormat) -> Result<(), PictureError> {
    paint(chart, chart::SIZE_PX, out, format)
}

fn picture(
    level: &Level,
    film: Option<&Film>,
    out: &mut impl Write,
    format: PictureFormat,
) -> Result<(), PictureError> {
    let frame = Frame::around(level).with_foot_room(film.map_or(0, |_| film::STRIP_PX));
    paint(&Map { level, film, frame }, frame.size_px(), out, format)
}

/// What can be drawn in every format.
trait Painting {
    fn draw<B: DrawingBackend>(&self, backend: B) -> Result<(), PictureError>;
}

fn paint(
    painting: &impl Painting,
    (width, height): (u32, u32),
    out: &mut impl Write,
    format: PictureFormat,
) -> Result<(), PictureError> {
    register_font(FONT_FAMILY, FontStyle::Normal, FONT)
        .map_err(|_| PictureError::Draw("the font that is carried along is broken".into()))?;
    match format {
        PictureFormat::Svg => {
            let mut text = String::new();
            painting.draw(SVGBackend::with_string(&mut text, (width, height)))?;
            out.write_all(text.as_bytes())?;
        }
        PictureFormat::Png => {
            let mut pixels = vec![0; (width * height * 3) as usize];
            painting.draw(BitMapBackend::with_buffer(&mut pixels, (width, height)))?;
            let mut encoder = png::Encoder::new(out, width, height);
            encoder.set_color(png::ColorType::Rgb);
            encoder.set_depth(png::BitDepth::Eight);
            encoder.write_header()?.write_image_data(&pixels)?;
        }
    }
    Ok(())
}

/// A level from above, and a drive over it.
struct Map<'a> {
    level: &'a Level,
    film: Option<&'a Film>,
    frame: Frame,
}

impl Painting for Map<'_> {
    /// Every layer, from the ground up.
    fn draw<B: DrawingBackend>(&self, backend: B) -> Result<(), PictureError> {
        let Map { level, film, frame } = *self;
        let area = backend.into_drawing_area();
        let sketch = Sketch::new(&area, frame);
        land::draw(level, &sketch)?;
        streets::draw(level, &sketch)?;
        things::draw(level, &sketch)?;
        if let Some(film) = film {
            film::draw_paths(film, &sketch)?;
        }
        legend::draw(level, &sketch)?;
        if let Some(film) = film {
            film::draw_words(film, &sketch)?;
        }
        area.present().map_err(|error| PictureError::Draw(error.to_string()))
    }
}
