use super::{CLASSES, ClassError, read_table};
use crate::units::math::Vec3;

const TEXT: &str = include_str!("../classes.ron");

#[test]
fn the_table_has_twelve_classes_to_drive_and_one_to_pull_and_the_first_is_the_sedan() {
    let names: Vec<&str> = CLASSES.iter().map(|class| class.name.as_str()).collect();
    insta::assert_snapshot!(
        names.join(" "),
        @"sedan hatchback sport pickup van bus tractor truck police taxi muscle buggy trailer"
    );
    let sedan = &CLASSES[0];
    assert_eq!((sedan.half, sedan.spring_rest_m), (Vec3::new(0.9, 0.42, 2.1), 0.35));
}

/// What the table says where the first `from` in it reads `to`.
fn refusal(from: &str, to: &str) -> String {
    assert!(TEXT.contains(from));
    read_table(&TEXT.replacen(from, to, 1)).unwrap_err().to_string()
}

#[test]
fn a_number_that_makes_no_vehicle_is_told_with_its_class_field_value_and_range() {
    let refusals = [
        refusal("mass_kg: 1300.0", "mass_kg: NaN"),
        refusal("drive_front_share: 0.0", "drive_front_share: 1.5"),
        refusal("half_track_m: 0.75", "half_track_m: 0.95"),
        refusal("spring_per_s2: 45.0", "spring_per_s2: 12.0"),
        refusal("hull_up_m: 0.25", "hull_up_m: 0.02"),
        refusal("half: (1.15, 1.2, 4.15)", "half: (1.15, 1.4, 4.4)"),
    ];
    insta::assert_snapshot!(refusals.join("\n"), @r"
    sedan: mass_kg is NaN; allowed is 200 to 20000
    sedan: drive_front_share is 1.5; allowed is 0 to 1
    sedan: half_track_m is 0.95; allowed is 0.3 to 0.9
    sedan: compression at rest is 0.20437503; allowed is 0 to 0.1
    sedan: ground clearance on the stops is -0.019999951; allowed is 0.05 to 1
    bus: reach of the hull is 4.758414; allowed is 0.5 to 4.5
    ");
}

#[test]
fn a_field_too_few_or_too_many_is_no_table() {
    for to in ["", "health: 100.0, wings: 2.0,"] {
        let text = TEXT.replacen("health: 100.0,", to, 1);
        assert!(matches!(read_table(&text), Err(ClassError::Syntax(_))));
    }
}

#[test]
fn a_class_that_pulls_what_cannot_be_pulled_is_refused() {
    let refusals = [
        refusal("class: \"trailer\"", "class: \"sedan\""),
        refusal("class: \"trailer\"", "class: \"caravan\""),
        refusal("towed_hitch: (0.0, -0.2, 5.1)", "towed_hitch: (0.0, -0.2, 3.9)"),
        refusal("hitch: (0.0, -0.2, -2.9)", "hitch: (0.0, 0.2, -2.9)"),
        refusal("axle_shift_m: -1.8", "axle_shift_m: -3.8"),
    ];
    insta::assert_snapshot!(refusals.join("\n"), @r#"
    tractor tows "sedan", which is no class without an engine
    tractor tows "caravan", which is no class without an engine
    tractor: gap between the two hulls is -0.19999981; allowed is 0.2 to 2
    tractor: height of the hitch over that of what is towed is 0.39999998; allowed is -0.1 to 0.1
    trailer: rear axle behind the centre is 4.45; allowed is 0 to 4
    "#);
}

#[test]
fn an_empty_table_and_two_classes_of_one_name_are_refused() {
    assert_eq!(read_table("[]"), Err(ClassError::Count(0)));
    let twins = TEXT.replace("\"taxi\"", "\"sedan\"");
    assert_eq!(read_table(&twins), Err(ClassError::SameName("sedan".into())));
}
