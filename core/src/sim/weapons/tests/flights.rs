use super::{AHEAD, bare, fire, first_blast, hits, hold, level, person, stand, wait, wall, world_of};
use crate::input::{Input, Keys};
use crate::sim::component::NO_VEHICLE;
use crate::sim::weapons::{FIRST_PROJECTILE_INDEX, FLIGHTS, GRENADE, ROCKET, ROCKET_MPS, WEAPONS};
use crate::sim::{Command, Event, World};
use crate::units::math::Vec3;
use crate::units::{ClientId, EntityId, TICK_SECONDS};

const LAUNCHER: usize = 3;
const GRENADES: usize = 4;

#[test]
fn a_rocket_flies_straight_at_its_speed_and_ends_after_four_seconds() {
    let mut world = bare();
    let shooter = stand(&mut world, 0.0, 0.0);
    assert_eq!(fire(&mut world, shooter, LAUNCHER, AHEAD), []);
    let (rocket, sent) = world.projectiles().next().unwrap();
    assert_eq!((rocket, sent.kind), (EntityId::new(FIRST_PROJECTILE_INDEX, 1), ROCKET));
    for ticks in 2..60 {
        assert_eq!(wait(&mut world, 1), []);
        let at = world.projectiles().next().unwrap().1.motion.position;
        let wanted = Vec3::new(0.0, WEAPONS[LAUNCHER].height_m, ROCKET_MPS * TICK_SECONDS * ticks as f32);
        assert!((at - wanted).length() < 1e-3, "{at} is not {wanted}");
    }
    let (tick, at) = first_blast(&wait(&mut world, 200)).unwrap();
    assert_eq!(tick.0, u32::from(FLIGHTS[0].fuse_ticks));
    assert!((at.z - 160.0).abs() < 0.01, "{at}");
    assert_eq!(world.projectiles().count(), 0);
}

#[test]
fn a_rocket_ends_at_a_thin_wall_and_at_a_person_but_not_at_who_sent_it() {
    let mut world = world_of(level(vec![wall(20.0, 0.05)], vec![], &[]));
    let shooter = stand(&mut world, 0.0, 0.0);
    fire(&mut world, shooter, LAUNCHER, AHEAD);
    let (_, at) = first_blast(&wait(&mut world, 60)).unwrap();
    assert!((at.z - 19.925).abs() < 0.01, "{at}");
    let other = stand(&mut world, 0.0, 12.0);
    wait(&mut world, 60);
    fire(&mut world, shooter, LAUNCHER, AHEAD);
    let events = wait(&mut world, 60);
    let (_, at) = first_blast(&events).unwrap();
    assert!((at.z - 11.65).abs() < 0.01, "{at}");
    assert_eq!(hits(events.iter().map(|(_, event)| event))[0].0, other);
}

/// Lets a person let go of a grenade, thrown so hard.
fn throw(world: &mut World, thrower: EntityId, throw: u8) {
    let row = world.row_of_person_entity(thrower).unwrap();
    hold(world, thrower, GRENADES, AHEAD, Keys(0));
    world.store.people_mut().controls[row].throw = throw;
    super::super::let_go(world, row);
}

/// Where a grenade is in each tick until it blows up, and where that is.
fn flight_of(world: &mut World) -> (Vec<Vec3>, Vec3) {
    let mut places = Vec::new();
    loop {
        let events = wait(world, 1);
        if let Some((_, at)) = first_blast(&events) {
            return (places, at);
        }
        places.extend(world.projectiles().map(|(_, state)| state.motion.position));
        assert!(places.len() < 1_000);
    }
}

#[test]
fn a_grenade_flies_in_an_arc_bounces_and_ends_after_two_and_a_half_seconds() {
    let mut world = bare();
    let thrower = stand(&mut world, 0.0, 0.0);
    throw(&mut world, thrower, 0);
    let (places, end) = flight_of(&mut world);
    assert_eq!(world.tick().0, u32::from(FLIGHTS[usize::from(GRENADE)].fuse_ticks));
    let top_m = places.iter().map(|at| at.y).fold(0.0, f32::max);
    assert!((4.0..6.0).contains(&top_m), "{top_m}");
    let touches = places.windows(3).filter(|at| at[1].y < at[0].y && at[1].y < at[2].y).count();
    assert!(touches >= 1, "it never bounced");
    assert!(places.iter().all(|at| at.y > 0.0) && end.y > 0.0);
    assert!((15.0..30.0).contains(&end.z), "{end}");
}

#[test]
fn a_grenade_bounces_back_from_a_wall() {
    let mut world = world_of(level(vec![wall(4.0, 0.05)], vec![], &[]));
    let thrower = stand(&mut world, 0.0, 0.0);
    throw(&mut world, thrower, 20);
    let (places, end) = flight_of(&mut world);
    let furthest_m = places.iter().map(|at| at.z).fold(0.0, f32::max);
    assert!((3.0..3.975).contains(&furthest_m) && end.z < furthest_m - 0.2, "{furthest_m} then {end}");
}

#[test]
fn the_harder_the_throw_the_farther_it_lands() {
    let landing_m = |strength: u8| {
        let mut world = bare();
        let thrower = stand(&mut world, 0.0, 0.0);
        throw(&mut world, thrower, strength);
        flight_of(&mut world).0.into_iter().find(|at| at.y < 0.5).unwrap().z
    };
    let [least, unsaid, most] = [1, 0, 255].map(landing_m);
    assert!(least < 5.0 && (15.0..25.0).contains(&unsaid) && most > 30.0, "{least} {unsaid} {most}");
}

#[test]
fn a_grenade_goes_when_it_is_let_go_and_not_while_the_trigger_winds_up() {
    let mut world = bare();
    let client = ClientId(0);
    world.step(&[Command::Join { client }], &[]);
    let row = world.row_of_person(client).unwrap();
    let input = |keys: Keys| Input { keys, items: (GRENADES as u8) << 4, ..Input::default() };
    for on_foot in [false, true] {
        if on_foot {
            world.store.people_mut().person[row].vehicle = NO_VEHICLE;
        }
        for _ in 0..40 {
            world.step(&[], &[(client, input(Keys::FIRE))]);
        }
        assert_eq!(world.projectiles().count(), 0);
        world.step(&[], &[(client, input(Keys::FIRE.with(Keys::THROW)))]);
        assert_eq!(world.projectiles().count(), usize::from(on_foot));
        world.step(&[], &[(client, input(Keys::THROW))]);
        assert_eq!(world.projectiles().count(), usize::from(on_foot), "the next pin takes a second");
    }
}

#[test]
fn where_no_place_is_left_the_oldest_blows_up() {
    let mut world = bare();
    let places = world.store.projectiles().slot.len();
    let shooters: Vec<EntityId> = (0..=places).map(|i| stand(&mut world, 5.0 * i as f32 - 160.0, 0.0)).collect();
    fire(&mut world, shooters[0], LAUNCHER, AHEAD);
    for shooter in &shooters[1..places] {
        hold(&mut world, *shooter, LAUNCHER, AHEAD, Keys::FIRE);
    }
    assert_eq!(wait(&mut world, 1), []);
    assert_eq!(world.projectiles().count(), places);
    let events = fire(&mut world, shooters[places], LAUNCHER, AHEAD);
    let [Event::Blast { at, .. }, ..] = events[..] else { panic!("{events:?}") };
    assert!((at.x - -160.0).abs() < 0.01 && at.z > 1.0, "{at}");
    let first = world.projectiles().next().unwrap();
    assert_eq!(first.0, EntityId::new(FIRST_PROJECTILE_INDEX, 2));
    assert_eq!(world.projectiles().count(), places);
}

#[test]
fn a_blast_whose_sender_has_gone_is_the_projectiles_own() {
    let mut world = world_of(level(vec![wall(20.0, 0.5)], vec![], &[]));
    let shooter = stand(&mut world, 0.0, 0.0);
    let victim = stand(&mut world, 1.0, 19.0);
    fire(&mut world, shooter, LAUNCHER, AHEAD);
    let row = world.row_of_person_entity(shooter).unwrap();
    crate::sim::people::empty(&mut world.store, row);
    let tenant = stand(&mut world, 0.0, -50.0);
    assert_eq!(tenant.index, shooter.index);
    let rocket = world.projectiles().next().unwrap().0;
    let events = wait(&mut world, 60);
    let by = events.iter().find_map(|(_, event)| match event {
        Event::Hit { by, .. } => Some(*by),
        _ => None,
    });
    assert_eq!(by, Some(Some(rocket)));
    assert_eq!(person(&world, victim).fight.hurt_by, rocket.index);
}
