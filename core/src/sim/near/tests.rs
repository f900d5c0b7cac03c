use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

fn at([x, z]: [f32; 2]) -> Vec3 {
    Vec3::new(x, 0.0, z)
}

fn motions(places: &[[f32; 2]]) -> Vec<Motion> {
    places.iter().map(|place| Motion { position: at(*place), ..Motion::default() }).collect()
}

fn place() -> impl Strategy<Value = [f32; 2]> {
    let coordinate = || prop_oneof![9 => -200.0_f32..200.0, 1 => any::<f32>()];
    [coordinate(), coordinate()]
}

proptest! {
    #[test]
    fn a_question_finds_all_who_are_within_reach(places in vec(place(), 0..60), from in place(), reach_m in 0.0_f32..80.0) {
        let motions = motions(&places);
        let found: Vec<usize> = within(&sorted(0..motions.len(), &motions), at(from), reach_m).collect();
        for (row, [x, z]) in places.iter().enumerate() {
            let off_m = (x - from[0]).abs().max((z - from[1]).abs());
            prop_assert!(off_m > reach_m - 1e-3 || found.contains(&row), "{row} at {x} {z}");
        }
    }

    #[test]
    fn a_question_finds_nobody_who_is_more_than_a_cell_beyond_reach(
        places in vec([-200.0_f32..200.0, -200.0_f32..200.0], 0..60),
        from in [-200.0_f32..200.0, -200.0_f32..200.0],
        reach_m in 0.0_f32..80.0,
    ) {
        let motions = motions(&places);
        for row in within(&sorted(0..motions.len(), &motions), at(from), reach_m) {
            let off = motions[row].position - at(from);
            prop_assert!(off.x.abs().max(off.z.abs()) < reach_m + CELL_M + 0.1, "{row} is {off} off");
        }
    }
}

#[test]
fn neighbours_come_by_rows_of_cells_and_within_a_cell_by_their_rows() {
    let motions = motions(&[[1.0, 20.0], [20.0, 1.0], [2.0, 1.0], [1.0, 2.0], [-1.0, 1.0]]);
    let found: Vec<usize> = within(&sorted(0..motions.len(), &motions), Vec3::ZERO, 30.0).collect();
    assert_eq!(found, [4, 2, 3, 1, 0]);
}
