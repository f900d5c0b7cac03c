//! A world out of a file: into a fresh world of the same level, and on from there as if nothing had been.

use tacho_core::level::generators::test_collisions;
use tacho_core::level::{LevelData, Surface};
use tacho_core::sim::ai::Chance;
use tacho_core::sim::{Event, KeyframeError, NO_HITCH, PieceState, Role, World};
use tacho_core::units::EntityId;

use crate::stage::{self, PileUp};

/// Ticks for which each keyframe is followed.
const FOLLOWED_TICKS: u32 = 300;

/// A pile-up of 23 cars, stopped in a tick with an impact, the `nth` after five seconds.
fn mid_crash(nth: usize) -> PileUp {
    let mut pile_up = PileUp::new(23, 2);
    let mut impacts = 0;
    while impacts <= nth {
        pile_up.step();
        let hit = pile_up.world.events().iter().any(|event| matches!(event, Event::Hit { .. }));
        impacts += usize::from(hit && pile_up.world.tick().0 > 300);
    }
    pile_up
}

#[test]
fn a_keyframe_from_the_middle_of_a_crash_has_the_future_that_the_world_had() {
    for nth in [0, 7, 20, 40] {
        let mut first = mid_crash(nth);
        assert!(first.world.vehicles().any(|(_, state)| state.vehicle.hitched != NO_HITCH), "there is a trailer");
        let bytes = first.world.keyframe();
        let mut fresh = first.afresh();
        // A world that has run elsewhere takes a keyframe as well as a fresh one.
        let mut used = first.afresh();
        (0..100).for_each(|_| used.step());
        for second in [&mut fresh, &mut used] {
            second.world.restore_keyframe(&bytes).expect("the same level and role");
            assert_eq!(second.world.digest(), first.world.digest());
            assert_eq!(second.world.keyframe(), bytes, "a keyframe of what a keyframe gave is the same bytes");
        }
        for ahead in 1..=FOLLOWED_TICKS {
            first.step();
            for second in [&mut fresh, &mut used] {
                second.step();
                let same = second.world.digest() == first.world.digest();
                assert!(same, "{ahead} ticks on: {:#?}", first.world.differences(&second.world));
            }
        }
    }
}

/// A session's world that was told of an authority's, and then of pieces that stand again and of vehicles that are gone: of
/// this the physics takes note in its next step only.
fn just_told() -> World {
    let mut authority = PileUp::new(8, 2);
    while authority.world.loose_pieces().count() < 3 {
        authority.step();
    }
    let mut session = World::new(stage::littered_arena(), Role::Session);
    stage::copy_into(&mut session, &authority.world);
    (0..3).for_each(|_| {
        session.step(&[], &[]);
    });
    let torn: Vec<EntityId> = session.loose_pieces().map(|(piece, _)| piece).collect();
    assert!(torn.len() > 1, "pieces are loose");
    session.plant_piece(torn[0]);
    let gone = session.vehicles().last().expect("it was told of cars").0;
    session.remove_vehicle(gone);
    session
}

#[test]
fn what_was_told_after_the_last_step_is_in_a_save_and_in_a_keyframe() {
    let mut told = just_told();
    let (bytes, save) = (told.keyframe(), told.save());
    let mut fresh = World::new(stage::littered_arena(), Role::Session);
    fresh.restore_keyframe(&bytes).expect("the same level and role");
    assert!(fresh.keyframe() == bytes, "a keyframe of what a keyframe gave is the same bytes");
    // Restored into a world that has gone on, whose pieces stand otherwise.
    let mut used = just_told();
    let torn: Vec<EntityId> = used.loose_pieces().map(|(piece, _)| piece).collect();
    torn.into_iter().for_each(|piece| used.plant_piece(piece));
    (0..50).for_each(|_| {
        used.step(&[], &[]);
    });
    used.restore(&save);
    assert!(used.keyframe() == bytes, "a keyframe of what a save gave is the same bytes");
    for ahead in 1..=FOLLOWED_TICKS {
        told.step(&[], &[]);
        for other in [&mut fresh, &mut used] {
            other.step(&[], &[]);
            assert_eq!(other.digest(), told.digest(), "{ahead} ticks on: {:#?}", told.differences(other));
        }
        if ahead == 1 {
            let (of_file, of_save, bytes) = (fresh.keyframe(), used.keyframe(), told.keyframe());
            assert!(of_file == bytes && of_save == bytes, "the physics differs where no column does yet");
        }
    }
}

#[test]
fn a_chunk_that_was_just_emptied_or_filled_is_so_in_a_keyframe() {
    let mut data = test_collisions();
    data.light_pieces.truncate(1);
    let level = stage::compiled(data);
    let lamp = EntityId::new(0x8000, 1);
    let mut away = PieceState::default();
    away.motion.position.y = 3.0;
    for fills in [false, true] {
        let mut told = World::new(level.clone(), Role::Session);
        if fills {
            told.place_piece(lamp, &away);
            (0..3).for_each(|_| {
                told.step(&[], &[]);
            });
            told.plant_piece(lamp);
        } else {
            told.place_piece(lamp, &away);
        }
        assert_eq!(told.loose_pieces().count(), usize::from(!fills));
        let mut fresh = World::new(level.clone(), Role::Session);
        fresh.restore_keyframe(&told.keyframe()).expect("the same level and role");
        for ahead in 1..=5 {
            told.step(&[], &[]);
            fresh.step(&[], &[]);
            assert!(told.keyframe() == fresh.keyframe(), "{ahead} ticks on, filled {fills}");
        }
    }
}

#[test]
fn a_keyframe_of_another_level_or_role_is_refused_and_changes_nothing() {
    let mut pile_up = mid_crash(3);
    let before = pile_up.world.digest();
    let other_level = stage::compiled(LevelData { ground_surface: Surface::Earth, ..test_collisions() });
    let of_other_level = World::new(other_level.clone(), Role::Authority).keyframe();
    let refused = pile_up.world.restore_keyframe(&of_other_level);
    let wanted = KeyframeError::OtherLevel { expected: pile_up.world.level().hash(), found: other_level.hash() };
    assert_eq!(refused, Err(wanted));

    let of_a_session = World::new(stage::littered_arena(), Role::Session).keyframe();
    assert_eq!(pile_up.world.restore_keyframe(&of_a_session), Err(KeyframeError::OtherShape));

    assert_eq!(pile_up.world.digest(), before);
    let mut untouched = mid_crash(3);
    for _ in 0..60 {
        pile_up.step();
        untouched.step();
    }
    assert_eq!(pile_up.world.digest(), untouched.world.digest());
}

#[test]
fn a_keyframe_that_was_cut_short_is_refused_at_every_length() {
    let mut pile_up = mid_crash(3);
    let before = pile_up.world.digest();
    let bytes = pile_up.world.keyframe();
    // Each of the first and last thousand lengths, and one in a prime number between.
    let lengths = (0..1000).chain((1000..bytes.len()).step_by(997)).chain(bytes.len() - 1000..bytes.len());
    for length in lengths {
        let refused = pile_up.world.restore_keyframe(&bytes[..length]);
        assert!(matches!(refused, Err(KeyframeError::Unreadable(_))), "{length} of {} bytes: {refused:?}", bytes.len());
    }
    assert_eq!(pile_up.world.digest(), before);
    let longer = [bytes.as_slice(), &[0]].concat();
    assert!(pile_up.world.restore_keyframe(&longer).is_err(), "a byte follows the keyframe");
}

#[test]
fn a_keyframe_with_a_flipped_bit_is_refused_or_restored_but_never_a_panic() {
    let bytes = mid_crash(3).world.keyframe();
    let chance = Chance::new(5);
    let mut world = World::new(stage::littered_arena(), Role::Authority);
    let mut flipped = |attempt: u32| {
        let mut bad = bytes.clone();
        bad[chance.pick(&[attempt, 0], bytes.len())] ^= 1 << chance.pick(&[attempt, 1], 8);
        world.restore_keyframe(&bad)
    };
    let refused = (0..500).filter(|attempt| flipped(*attempt).is_err()).count();
    assert!((10..250).contains(&refused), "{refused} of 500 refused");
}
