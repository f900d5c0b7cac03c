//! Heights from a function.

use crate::level::Ground;

/// The distance between two samples, in metres: a third of the length of a river's bank.
const SAMPLE_M: f32 = 4.0;

/// A heightfield of that size with the height that `height_m` gives for each x and z.
pub(in crate::level::generators) fn heightfield(
    [size_x_m, size_z_m]: [f32; 2],
    height_m: impl Fn(f32, f32) -> f32,
) -> Ground {
    let [columns, rows] = [size_x_m, size_z_m].map(|size_m| (size_m / SAMPLE_M).round() as u32 + 1);
    let place = |index: u32, count: u32, size_m: f32| (index as f32 / (count - 1) as f32 - 0.5) * size_m;
    let heights_m = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (row, column)))
        // On a grid of millimetres, so that the text stays short.
        .map(|(row, column)| height_m(place(column, columns, size_x_m), place(row, rows, size_z_m)))
        .map(|height_m| (height_m * 1000.0).round() / 1000.0 + 0.0)
        .collect();
    Ground::Heightfield { rows, columns, size_x_m, size_z_m, heights_m }
}

/// 0 up to `low`, 1 from `high`, and smooth between.
pub(in crate::level::generators) fn smooth_step(low: f32, high: f32, value: f32) -> f32 {
    let share = ((value - low) / (high - low)).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}
