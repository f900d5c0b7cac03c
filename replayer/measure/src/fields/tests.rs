use super::FieldError;
use crate::fixture::Scene;

#[test]
fn equal_fields_are_equal_in_every_tick() {
    let fields = Scene::quiet().measure().fields;
    assert_eq!(fields.keys().collect::<Vec<_>>(), ["boost", "position", "rotation"]);
    assert!(fields.values().all(|field| *field == FieldError::default()));
}

#[test]
fn a_field_that_differs_by_the_last_bit_is_unequal() {
    let mut scene = Scene::quiet();
    let own = &mut scene.viewer.own_ticks[100];
    own.fields[0] = own.fields[0].next_up();
    own.position[0] = own.position[0].next_up();
    own.rotation = own.rotation.map(|part| -part);
    let fields = scene.measure().fields;
    assert_eq!(fields["boost"].unequal_share, 1.0 / 600.0);
    assert_eq!(fields["position"].unequal_share, 1.0 / 600.0);
    assert_eq!(fields["rotation"].unequal_share, 0.0, "a quaternion and its negative are one rotation");
}

#[test]
fn the_difference_is_in_the_fields_own_unit() {
    let mut scene = Scene::quiet();
    for own in &mut scene.viewer.own_ticks[..60] {
        own.fields[0] -= 0.25;
    }
    assert_eq!(scene.measure().fields["boost"], FieldError { unequal_share: 0.1, p99: 0.25, max: 0.25 });
}
