//! The table of classes, and its door.
//!
//! The table is text, so that a class can be tuned without a line of code. But a class decides bits, and a number that makes
//! no vehicle (a spring that cannot carry it, a hull that stands on the ground) would show only where someone drives it.
//! So the text is read once and every number looked at; the first that is out of its range is told with its class, its
//! field, its value and what would be allowed. A number is the f32 nearest to what is written, on every target.

use std::sync::LazyLock;

use super::Class;

#[cfg(test)]
mod tests;

/// The classes. A vehicle's class is its row.
pub static CLASSES: LazyLock<Vec<Class>> = LazyLock::new(|| {
    read_table(include_str!("classes.ron")).expect("the table is part of the program, and a test reads it")
});

/// Rows at most: a class is a byte on the wire.
const MOST_CLASSES: usize = u8::MAX as usize;

/// Reach of the longest hull from its middle, in metres.
pub const REACH_MOST_M: f32 = 4.5;

/// Why a table is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ClassError {
    /// The text is no table.
    #[error("the table of classes cannot be read: {0}")]
    Syntax(String),
    /// No class, or too many.
    #[error("the table has {0} classes; allowed are 1 to {MOST_CLASSES}")]
    Count(usize),
    /// Two classes of one name.
    #[error("two classes are called {0:?}")]
    SameName(String),
    /// A number out of its range.
    #[error("{class}: {field} is {value}; allowed is {min} to {max}")]
    Number {
        /// The class.
        class: String,
        /// The field, or what follows from several.
        field: &'static str,
        /// The number.
        value: f32,
        /// The least allowed.
        min: f32,
        /// The most allowed.
        max: f32,
    },
}

/// Reads a table and looks at every number in it.
///
/// # Errors
/// The first thing that is refused.
fn read_table(text: &str) -> Result<Vec<Class>, ClassError> {
    let classes: Vec<Class> = ron::from_str(text).map_err(|error| ClassError::Syntax(error.to_string()))?;
    if classes.is_empty() || classes.len() > MOST_CLASSES {
        return Err(ClassError::Count(classes.len()));
    }
    for (row, class) in classes.iter().enumerate() {
        if classes[..row].iter().any(|other| other.name == class.name) {
            return Err(ClassError::SameName(class.name.clone()));
        }
        check(class)?;
    }
    Ok(classes)
}

fn check(class: &Class) -> Result<(), ClassError> {
    let rest_compression_m = class.spring_rest_m - (class.ride_height_m() + class.spring_up_m - class.wheel_radius_m);
    let stops_m = class.spring_rest_m - class.spring_travel_m + class.wheel_radius_m - class.spring_up_m;
    let numbers = [
        ("mass_kg", class.mass_kg, 200.0, 20_000.0),
        ("half.x", class.half.x, 0.3, 1.5),
        ("half.y", class.half.y, 0.2, 2.0),
        ("half.z", class.half.z, 0.5, REACH_MOST_M),
        ("reach of the hull", class.half.length(), 0.5, REACH_MOST_M),
        ("hull_up_m", class.hull_up_m, 0.0, 1.5),
        ("half_track_m", class.half_track_m, 0.3, class.half.x),
        ("half_base_m", class.half_base_m, 0.3, class.half.z),
        ("wheel_radius_m", class.wheel_radius_m, 0.15, 0.8),
        ("spring_up_m", class.spring_up_m, 0.0, class.hull_up_m + class.half.y),
        ("spring_rest_m", class.spring_rest_m, 0.1, 1.0),
        ("spring_travel_m", class.spring_travel_m, 0.05, class.spring_rest_m),
        ("spring_per_s2", class.spring_per_s2, 10.0, 200.0),
        // Half of the travel is left for bumps.
        ("compression at rest", rest_compression_m, 0.0, class.spring_travel_m / 2.0),
        ("ground clearance on the stops", stops_m + class.hull_up_m - class.half.y, 0.05, 1.0),
        // Four springs that took more than the whole closing speed in a tick would throw the vehicle up.
        ("damping_in_per_s", class.damping_in_per_s, 0.5, 10.0),
        ("damping_out_per_s", class.damping_out_per_s, 0.5, 10.0),
        ("engine_n", class.engine_n, 500.0, 100_000.0),
        ("power_w", class.power_w, 5_000.0, 1_000_000.0),
        ("drive_front_share", class.drive_front_share, 0.0, 1.0),
        ("reverse_share", class.reverse_share, 0.1, 1.0),
        ("reverse_mps", class.reverse_mps, 2.0, 30.0),
        ("engine_brake_n", class.engine_brake_n, 0.0, class.brake_n),
        ("brake_n", class.brake_n, 500.0, 200_000.0),
        ("brake_front_share", class.brake_front_share, 0.0, 1.0),
        ("boost_factor", class.boost_factor, 1.0, 3.0),
        ("boost_s", class.boost_s, 0.5, 60.0),
        ("boost_refill_s", class.boost_refill_s, 0.5, 120.0),
        ("tyre_friction", class.tyre_friction, 0.3, 2.0),
        ("handbrake_grip", class.handbrake_grip, 0.05, 1.0),
        ("power_slide_grip", class.power_slide_grip, 0.05, 1.0),
        ("sliding_front_grip", class.sliding_front_grip, 0.05, 1.0),
        ("slide_share", class.slide_share, 0.05, 1.0),
        // The wire's grid ends at 1 rad and at 255 points.
        ("steering_rad", class.steering_rad, 0.1, 1.0),
        ("steering_radps", class.steering_radps, 0.2, 20.0),
        ("steering_halved_at_mps", class.steering_halved_at_mps, 2.0, 100.0),
        ("drag_n_per_mps2", class.drag_n_per_mps2, 0.05, 20.0),
        ("rolling_n_per_mps", class.rolling_n_per_mps, 0.0, 500.0),
        ("health", class.health, 1.0, 255.0),
        ("seats", f32::from(class.seats), 0.0, 16.0),
    ];
    match numbers.into_iter().find(|(_, value, min, max)| !(*min..=*max).contains(value)) {
        Some((field, value, min, max)) => Err(ClassError::Number { class: class.name.clone(), field, value, min, max }),
        None => Ok(()),
    }
}
