//! A wall in pieces must be as smooth as a wall in one. Where pieces are left apart, the faces between them stop a car.

use std::sync::Arc;

use tacho_core::input::{Input, Keys};
use tacho_core::level::generators::{LANDMARKS, test_collisions};
use tacho_core::level::{Level, LevelData, Surface};
use tacho_core::sim::{Role, World};
use tacho_core::units::ClientId;
use tacho_core::units::math::Vec3;

use crate::stage::{self, CAR, car_at};

/// Speed at which the car comes to the wall, in m/s.
const SPEED_MPS: f32 = 22.0;
/// How far it is followed along the wall, in metres.
const SCRAPE_M: f32 = 100.0;

/// Speed at the end of [`SCRAPE_M`] along the wall whose face is at `face_x_m`, in m/s: on a little throttle, steered into the wall. A
/// car that got stuck has none.
fn speed_after_scraping(level: &Arc<Level>, face_x_m: f32) -> f32 {
    let mut session = World::new(level.clone(), Role::Session);
    let start = Vec3::new(face_x_m - 1.1, 0.5, LANDMARKS.scrape_start_z_m + 4.0);
    session.place_vehicle(CAR, &car_at(start, 0.05, SPEED_MPS), false);
    let mut contacts = 0;
    for _ in 0..600 {
        session.step(&[], &[(ClientId(0), Input::from_axes(0.15, 0.2, Keys(0)))]);
        contacts += u32::from(session.in_contact(CAR));
        let motion = session.vehicle(CAR).expect("it was placed").motion;
        assert!(motion.position.x < face_x_m, "the car is in the wall at {}", motion.position);
        if motion.position.z - start.z >= SCRAPE_M {
            assert!(contacts > 60, "it scraped for {contacts} ticks only");
            return motion.velocity.length();
        }
    }
    0.0
}

#[test]
fn a_wall_of_flush_pieces_is_as_smooth_as_a_wall_in_one() {
    let arena = stage::arena();
    let single = speed_after_scraping(&arena, LANDMARKS.scrape_single_face_x_m);
    let pieces = speed_after_scraping(&arena, LANDMARKS.scrape_pieces_face_x_m);
    println!("one wall {single:.2} m/s, 60 pieces {pieces:.2} m/s");
    assert!(single > SPEED_MPS / 2.0, "{single} m/s along one wall");
    assert!((pieces - single).abs() < 0.05 * single, "{pieces} m/s along the pieces, {single} along one wall");
}

#[test]
fn pieces_that_are_kept_apart_stop_the_car() {
    let mut data: LevelData = test_collisions();
    let on_the_wall = |x: f32| (x - LANDMARKS.scrape_pieces_face_x_m - 0.5).abs() < 0.01;
    let pieces = data.pieces.iter_mut().filter(|piece| on_the_wall(piece.position.x));
    // Pieces of different surfaces are not merged.
    let changed = pieces.step_by(2).map(|piece| piece.surface = Surface::Steel).count();
    assert_eq!(changed, 30);
    let apart = stage::compiled(data);
    let single = speed_after_scraping(&apart, LANDMARKS.scrape_single_face_x_m);
    let pieces = speed_after_scraping(&apart, LANDMARKS.scrape_pieces_face_x_m);
    println!("one wall {single:.2} m/s, 60 pieces kept apart {pieces:.2} m/s");
    assert!(pieces < single / 2.0, "{pieces} m/s along pieces with seams, {single} along one wall");
}
