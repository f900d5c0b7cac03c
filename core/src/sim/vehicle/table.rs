//! The table of classes, and its door.
//!
//! The table is text, so that a class can be tuned without a line of code. But a class decides bits, and a number that makes
//! no vehicle (a spring that cannot carry it, a hull that stands on the ground) would show only where someone drives it.
//! So the text is read once and every number looked at; the first that is out of its range is told with its class, its
//! field, its value and what would be allowed. A number is the f32 nearest to what is written, on every target.

use std::sync::LazyLock;

use super::class::{Class, Tow};

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
    /// A class that pulls what nobody can pull.
    #[error("{class} tows {towed:?}, which is no class without an engine")]
    Towed {
        /// The class that pulls.
        class: String,
        /// What it pulls.
        towed: String,
    },
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
        if let Some(tow) = &class.tows {
            check_tow(class, tow, &classes)?;
        }
    }
    Ok(classes)
}

/// The row of the class with this name.
pub fn row_of(name: &str) -> Option<u8> {
    CLASSES.iter().position(|class| class.name == name).map(|row| row as u8)
}

/// A number with its name and its range.
type Ranged = (&'static str, f32, f32, f32);

fn check_ranges(class: &Class, numbers: &[Ranged]) -> Result<(), ClassError> {
    match numbers.iter().find(|(_, value, min, max)| !(*min..=*max).contains(value)) {
        Some(&(field, value, min, max)) => {
            Err(ClassError::Number { class: class.name.clone(), field, value, min, max })
        }
        None => Ok(()),
    }
}

fn check_tow(class: &Class, tow: &Tow, classes: &[Class]) -> Result<(), ClassError> {
    let towed = classes.iter().find(|towed| towed.name == tow.class && !towed.drives());
    let Some(towed) = towed.filter(|_| class.drives()) else {
        return Err(ClassError::Towed { class: class.name.clone(), towed: tow.class.clone() });
    };
    let level_m = class.ride_height_m() + tow.hitch.y - (towed.ride_height_m() + tow.towed_hitch.y);
    let gap_m = tow.towed_hitch.z - tow.hitch.z - towed.half.z - class.half.z;
    check_ranges(
        class,
        &[
            ("tows.hitch.x", tow.hitch.x, 0.0, 0.0),
            ("tows.hitch.z", tow.hitch.z, -class.half.z, 0.0),
            ("tows.towed_hitch.x", tow.towed_hitch.x, 0.0, 0.0),
            // More than a lever of the hull's own length would lift the one end when the other brakes.
            ("tows.towed_hitch.z", tow.towed_hitch.z, 0.0, 2.0 * towed.half.z),
            ("height of the hitch over that of what is towed", level_m, -0.1, 0.1),
            ("gap between the two hulls", gap_m, 0.2, 2.0),
            ("tows.fold_rad", tow.fold_rad, 0.2, 1.4),
            ("tows.bend_rad", tow.bend_rad, 0.1, 0.8),
            ("tows.lean_rad", tow.lean_rad, 0.05, 0.8),
        ],
    )
}

fn check(class: &Class) -> Result<(), ClassError> {
    let rest_compression_m = class.spring_rest_m - (class.ride_height_m() + class.spring_up_m - class.wheel_radius_m);
    let stops_m = class.spring_rest_m - class.spring_travel_m + class.wheel_radius_m - class.spring_up_m;
    // Without an engine at all it is a class that is only pulled.
    let (least_n, least_w) = if class.engine_n == 0.0 { (0.0, 0.0) } else { (500.0, 5_000.0) };
    let forward_m = class.axle_shift_m + class.half_base_m;
    let backward_m = class.half_base_m - class.axle_shift_m;
    let numbers = [
        ("mass_kg", class.mass_kg, 200.0, 20_000.0),
        ("half.x", class.half.x, 0.3, 1.5),
        ("half.y", class.half.y, 0.2, 2.0),
        ("half.z", class.half.z, 0.5, REACH_MOST_M),
        ("reach of the hull", class.half.length(), 0.5, REACH_MOST_M),
        ("hull_up_m", class.hull_up_m, 0.0, 1.5),
        ("half_track_m", class.half_track_m, 0.3, class.half.x),
        ("half_base_m", class.half_base_m, 0.3, class.half.z),
        ("front axle before the centre", forward_m, -class.half.z, class.half.z),
        ("rear axle behind the centre", backward_m, 0.0, class.half.z),
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
        ("engine_n", class.engine_n, least_n, 100_000.0),
        ("power_w", class.power_w, least_w, 1_000_000.0),
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
    ];
    check_ranges(class, &numbers)
}
