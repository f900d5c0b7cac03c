use super::{CAR, car, parked, plate, session, session_with};
use crate::input::{Input, Keys};
use crate::level::{LightKind, LightPiece};
use crate::sim::store::{Rows, Vehicles};
use crate::sim::{Difference, Value, World, component_names};
use crate::units::math::Vec3;
use crate::units::{ClientId, EntityId};

const OTHER: EntityId = EntityId::new(40, 3);

/// Two cars and two light pieces, some ticks on: hardly a word of it is zero.
fn lively() -> World {
    let light = |z| LightPiece { kind: LightKind::Bin, position: Vec3::new(0.0, 0.0, z), yaw_rad: 0.0 };
    let mut world = session_with(plate(vec![], vec![light(4.0), light(200.0)]), &car(0.0, 0.0, 20.0));
    world.place_vehicle(OTHER, &parked(7.0, 5.0), false);
    for _ in 0..30 {
        world.step(&[], &[(ClientId(0), Input::from_axes(0.7, 0.4, Keys::BOOST))]);
    }
    world
}

/// The words of a vehicle's row: component, field, part, bits.
fn words(world: &World, entity: EntityId) -> Vec<(&'static str, &'static str, &'static str, u32)> {
    let mut words = Vec::new();
    let row = world.row_of_vehicle(entity).unwrap();
    world.store.vehicles().visit_row(row, &mut |component, field, part, value| {
        words.push((Vehicles::COMPONENTS[component], field, part, value.bits()));
    });
    words
}

#[test]
fn every_flipped_bit_of_a_vehicle_is_named_with_its_field_and_both_values() {
    let mut world = lively();
    let (save, recorded) = (world.save(), world.digest());
    let mut named = 0;
    for entity in [CAR, OTHER] {
        let before = words(&world, entity);
        for (word, (component, field, part, value)) in before.into_iter().enumerate() {
            for bit in [0, 1, 7, 8, 15, 16, 23, 30, 31] {
                world.restore(&save);
                world.flip_vehicle_bit(entity, word, bit);
                let alive_was_flipped = word == 0 && bit == 0;
                let Some(row) = world.row_of_vehicle(entity).filter(|_| !alive_was_flipped) else {
                    // Another entity now, or an empty row, which has fewer words.
                    assert_ne!(world.digest(), recorded, "{component}.{field}{part}, bit {bit}");
                    assert_eq!(component, "slot");
                    continue;
                };
                let after = words(&world, entity)[word].3;
                if after == value {
                    // Bits beyond the width of a narrow field are not there to be flipped.
                    assert!(world.store.vehicles().slot[row].alive && bit >= 1);
                    assert_eq!(world.digest(), recorded);
                    continue;
                }
                let found = world.locate(recorded).unwrap_or_else(|| panic!("{component}.{field}{part}, bit {bit}"));
                let Difference { left, right, .. } = found;
                let place = (found.entity, found.component, found.field, found.part);
                assert_eq!(place, (entity, component, field, part), "bit {bit}");
                assert_eq!((left.bits(), right.bits()), (after, value), "{component}.{field}{part}, bit {bit}");
                assert_eq!(after ^ value, 1 << bit);
                named += 1;
            }
        }
    }
    assert!(named > 400, "only {named} flips were named");
}

#[test]
fn two_flipped_bits_in_different_words_are_not_taken_for_one() {
    let mut world = lively();
    let (save, recorded) = (world.save(), world.digest());
    let count = words(&world, CAR).len();
    // From the first word of the motion on: those before say whose the row is.
    let mut pairs = 0;
    for (first, second) in (4..count).flat_map(|first| (first + 1..count).map(move |second| (first, second))) {
        for (bit, other_bit) in [(3, 3), (3, 4), (4, 3), (2, 7), (7, 2), (0, 31)] {
            world.restore(&save);
            let before = words(&world, CAR);
            world.flip_vehicle_bit(CAR, first, bit);
            world.flip_vehicle_bit(CAR, second, other_bit);
            let after = words(&world, CAR);
            let changed = before.iter().zip(&after).filter(|(before, after)| before != after).count();
            if changed == 2 {
                let (one, other) = (before[first], before[second]);
                assert_eq!(world.locate(recorded), None, "{one:?} bit {bit} and {other:?} bit {other_bit}");
                pairs += 1;
            }
        }
    }
    assert!(pairs > 1000, "only {pairs} pairs");
}

#[test]
fn equal_worlds_have_no_difference_and_nothing_to_locate() {
    let (left, right) = (lively(), lively());
    assert_eq!(left.digest(), right.digest());
    assert_eq!(left.differences(&right), []);
    assert_eq!(left.locate(right.digest()), None);
}

#[test]
fn a_difference_behind_a_row_that_only_one_world_has_is_still_named() {
    let level = plate(vec![], vec![]);
    let mut fewer = session(level.clone());
    let mut more = session(level);
    let last = EntityId::new(127, 1);
    let (here, there) = (parked(50.0, 0.0), parked(51.0, 0.0));
    fewer.place_vehicle(last, &here, false);
    more.place_vehicle(last, &there, false);
    more.place_vehicle(CAR, &car(0.0, 0.0, 0.0), false);
    let named = |found: &[Difference]| -> Vec<(EntityId, String, f32, f32)> {
        let real = |value: Value| if let Value::Real(real) = value { real } else { f32::NAN };
        let positions = found.iter().filter(|found| found.component == "motion");
        positions.map(|f| (f.entity, format!("{}{}", f.field, f.part), real(f.left), real(f.right))).collect()
    };
    let position = |left, right| vec![(last, "position.x".to_owned(), left, right)];
    assert_eq!(named(&fewer.differences(&more)), position(50.0, 51.0));
    assert_eq!(named(&more.differences(&fewer)), position(51.0, 50.0));
    assert!(fewer.differences(&more).iter().any(|found| found.field == "alive"));
}

#[test]
fn a_component_digest_changes_for_its_own_component_alone() {
    let mut world = lively();
    let before = world.component_digests();
    let word = words(&world, CAR).iter().position(|(_, field, ..)| *field == "boost").unwrap();
    world.flip_vehicle_bit(CAR, word, 12);
    let after = world.component_digests();
    let names = component_names();
    assert_eq!(names.len(), before.len());
    let changed: Vec<&String> = (0..names.len()).filter(|i| before[*i] != after[*i]).map(|i| &names[i]).collect();
    assert_eq!(changed, ["vehicle.drive"]);
}

#[test]
fn a_difference_reads_as_a_sentence() {
    let mut world = lively();
    let recorded = world.digest();
    let word = words(&world, OTHER).iter().position(|(_, field, ..)| *field == "health").unwrap();
    world.flip_vehicle_bit(OTHER, word, 22);
    insta::assert_snapshot!(world.locate(recorded).unwrap(), @"entity 40.3 condition.health: 68.0 (42880000) against 100.0 (42c80000)");
}
