use super::{
    AHEAD, BACK, LEFT, bare, dog, fire, health, hits, hold, lamp, lengths_m, level, parked, person, sit, stand, wait,
    wall, with_cars, world_of,
};
use crate::input::Keys;
use crate::sim::weapons::{Cause, FISTS, PISTOL, Ray, Shot, WEAPONS};
use crate::sim::{Command, Event, World};
use crate::units::math::Vec3;
use crate::units::{ClientId, EntityId};

const SHOTGUN: usize = 2;

fn ray(weapon: usize) -> Ray {
    match WEAPONS[weapon].shot {
        Shot::Ray(ray) => ray,
        other => panic!("{other:?} is no ray"),
    }
}

#[test]
fn a_pistol_hits_the_first_of_two_in_line_and_nobody_else() {
    let mut world = bare();
    let shooter = stand(&mut world, 0.0, 0.0);
    let (_far, near) = (stand(&mut world, 0.0, 20.0), stand(&mut world, 0.2, 10.0));
    stand(&mut world, 0.5, 5.0);
    stand(&mut world, 0.0, -5.0);
    let events = fire(&mut world, shooter, PISTOL, AHEAD);
    let [(who, with, points)] = hits(&events)[..] else { panic!("{events:?}") };
    assert_eq!((who, with), (near, Cause::Pistol));
    // The capsule's side, 22 cm before its middle at 20 cm off the line.
    let length_m = 10.0 - (0.3f32 * 0.3 - 0.2 * 0.2).sqrt();
    assert!((lengths_m(&events)[0] - length_m).abs() < 1e-3, "{events:?}");
    assert!((points - 20.0 * (1.0 - 0.5 * length_m / 80.0)).abs() < 1e-3, "{points}");
    assert_eq!(health(&world, near), 100.0 - points);
    assert_eq!(person(&world, near).fight.hurt_by, shooter.index);
}

#[test]
fn an_aim_is_a_65536th_of_a_turn_from_z_towards_x() {
    for (aim, x_m, z_m) in [(AHEAD, 0.0, 9.0), (LEFT, 9.0, 0.0), (BACK, 0.0, -9.0), (LEFT + BACK, -9.0, 0.0)] {
        let mut world = bare();
        let shooter = stand(&mut world, 0.0, 0.0);
        let other = stand(&mut world, x_m, z_m);
        assert_eq!(hits(&fire(&mut world, shooter, PISTOL, aim))[0].0, other, "{aim}");
    }
}

#[test]
fn a_wall_of_five_centimetres_stops_a_bullet() {
    let mut world = world_of(level(vec![wall(5.0, 0.05)], vec![], &[]));
    let shooter = stand(&mut world, 0.0, 0.0);
    stand(&mut world, 0.0, 5.4);
    let events = fire(&mut world, shooter, PISTOL, AHEAD);
    assert_eq!(hits(&events), []);
    assert!((lengths_m(&events)[0] - 4.975).abs() < 1e-3, "{events:?}");
}

#[test]
fn a_lamp_in_its_place_stops_a_bullet() {
    let mut world = world_of(level(vec![], vec![lamp(0.0, 5.0)], &[]));
    let shooter = stand(&mut world, 0.0, 0.0);
    stand(&mut world, 0.0, 8.0);
    let events = fire(&mut world, shooter, PISTOL, AHEAD);
    assert_eq!(hits(&events), []);
    assert!((lengths_m(&events)[0] - 4.9).abs() < 1e-3, "{events:?}");
}

#[test]
fn a_vehicle_stops_a_bullet_and_takes_a_fifth_of_it() {
    let mut world = with_cars(&[(0.0, 10.0)]);
    let shooter = stand(&mut world, 0.0, 0.0);
    stand(&mut world, 0.0, 14.0);
    // The roof of a sedan is below a raised hand: from a pit it is not.
    let row = world.row_of_person_entity(shooter).unwrap();
    world.store.people_mut().motion[row].position.y = -0.7;
    let events = fire(&mut world, shooter, PISTOL, AHEAD);
    let [(who, _, points)] = hits(&events)[..] else { panic!("{events:?}") };
    assert_eq!(who, parked(&world, 0));
    assert!((3.5..4.0).contains(&points), "{points}");
    assert_eq!(world.vehicle(who).unwrap().condition.health, 100.0 - points);
}

#[test]
fn who_lies_is_shot_over() {
    let mut world = bare();
    let shooter = stand(&mut world, 0.0, 0.0);
    let other = stand(&mut world, 0.0, 5.0);
    let row = world.row_of_person_entity(other).unwrap();
    world.store.people_mut().walk[row].limp_ticks = 100;
    assert_eq!(hits(&fire(&mut world, shooter, PISTOL, AHEAD)), []);
}

#[test]
fn a_bullet_ends_at_its_range_with_half_of_its_points() {
    let range_m = ray(PISTOL).range_m;
    for (z_m, points) in [(1.0, 20.0), (range_m / 2.0, 15.0), (range_m, 10.0)] {
        let mut world = bare();
        let shooter = stand(&mut world, 0.0, 0.0);
        stand(&mut world, 0.0, z_m);
        let hit = hits(&fire(&mut world, shooter, PISTOL, AHEAD))[0].2;
        assert!((hit - points).abs() < 0.2, "{hit} at {z_m} m");
    }
    let mut world = bare();
    let shooter = stand(&mut world, 0.0, 0.0);
    stand(&mut world, 0.0, range_m + 0.5);
    let events = fire(&mut world, shooter, PISTOL, AHEAD);
    assert_eq!((hits(&events).len(), lengths_m(&events)), (0, vec![range_m]));
}

#[test]
fn a_trigger_held_fires_at_the_interval() {
    let mut world = bare();
    let shooter = stand(&mut world, 0.0, 0.0);
    hold(&mut world, shooter, PISTOL, AHEAD, Keys::FIRE);
    let shots: Vec<u32> = wait(&mut world, 50).into_iter().map(|(tick, _)| tick.0).collect();
    assert_eq!(shots, [0, 15, 30, 45].map(|ticks| shots[0] + ticks));
}

#[test]
fn a_shotgun_sends_eight_pellets_and_tells_of_one_shot() {
    let mut world = bare();
    let shooter = stand(&mut world, 0.0, 0.0);
    let other = stand(&mut world, 0.0, 2.0);
    let events = fire(&mut world, shooter, SHOTGUN, AHEAD);
    assert_eq!(lengths_m(&events).len(), 1);
    // The eighth finds a dead one: it is not told.
    assert_eq!(hits(&events).len(), 8);
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Death { .. })).count(), 1);
    assert_eq!(health(&world, other), 0.0);
}

#[test]
fn pellets_spread_by_the_citys_seed_and_the_tick_and_alike_every_time() {
    let spread = |seed: u32, ticks: u32| {
        // The city takes away who stands far from everything: the first spawn is its middle.
        let mut data = level(vec![], vec![], &[]);
        data.spawns[0].position = Vec3::new(60.0, 0.5, 0.0);
        let mut world = world_of(data);
        world.store.city_mut().seed = seed;
        let shooter = stand(&mut world, 0.0, 0.0);
        for i in 0..25 {
            stand(&mut world, -2.4 + 0.2 * i as f32, 15.0 + 0.5 * i as f32);
        }
        wait(&mut world, ticks);
        hits(&fire(&mut world, shooter, SHOTGUN, AHEAD)).into_iter().map(|hit| hit.0).collect::<Vec<EntityId>>()
    };
    let once = spread(1, 0);
    assert!(once.iter().any(|hit| *hit != once[0]), "no spread: {once:?}");
    assert_eq!(spread(1, 0), once);
    assert!(spread(2, 0) != once && spread(1, 1) != once);
}

#[test]
fn fists_reach_an_arm_ahead_and_make_no_shot() {
    let struck = |x_m: f32, z_m: f32| {
        let mut world = bare();
        let fighter = stand(&mut world, 0.0, 0.0);
        stand(&mut world, x_m, z_m);
        let events = fire(&mut world, fighter, FISTS, AHEAD);
        assert_eq!(lengths_m(&events), []);
        hits(&events).iter().map(|hit| (hit.1, hit.2)).collect::<Vec<_>>()
    };
    let blow = [(Cause::Fists, 15.0)];
    assert_eq!(struck(0.0, 1.0), blow);
    assert_eq!(struck(0.4, 1.2), blow);
    assert_eq!(struck(0.0, 2.0), []);
    assert_eq!(struck(0.0, -1.0), []);
    assert_eq!(struck(1.0, 0.0), []);
}

#[test]
fn an_unknown_slot_is_fists_and_so_is_every_slot_of_a_dog() {
    let mut world = bare();
    let fighter = stand(&mut world, 0.0, 0.0);
    let dog = dog(&mut world, 0.0, 0.9);
    for slot in WEAPONS.len()..16 {
        let events = fire(&mut world, fighter, slot, AHEAD);
        assert!(hits(&events).iter().all(|hit| hit.1 == Cause::Fists) && lengths_m(&events).is_empty());
        wait(&mut world, 5);
    }
    assert!(health(&world, dog) < 40.0);
    let events = fire(&mut world, dog, PISTOL, BACK);
    assert_eq!(lengths_m(&events), []);
}

#[test]
fn who_is_dead_lies_or_pulls_at_a_door_does_not_fire() {
    let fires = |spoil: fn(&mut World, usize)| {
        let mut world = bare();
        let shooter = stand(&mut world, 0.0, 0.0);
        let row = world.row_of_person_entity(shooter).unwrap();
        spoil(&mut world, row);
        !lengths_m(&fire(&mut world, shooter, PISTOL, AHEAD)).is_empty()
    };
    assert!(fires(|_, _| {}));
    assert!(!fires(|world, row| world.store.people_mut().fight[row].dead_ticks = 1));
    assert!(!fires(|world, row| world.store.people_mut().walk[row].limp_ticks = 9));
    assert!(!fires(|world, row| world.store.people_mut().walk[row].jacking_ticks = 9));
    assert!(!fires(|world, row| world.store.people_mut().fight[row].wait_ticks = 9));
}

#[test]
fn from_every_seat_it_is_the_pistol_alone_and_straight_ahead_alone() {
    for seat in [0, 1] {
        let mut world = with_cars(&[(0.0, 0.0)]);
        let shooter = sit(&mut world, 0, seat);
        let (ahead, _aside) = (stand(&mut world, 0.0, 12.0), stand(&mut world, 12.0, 0.0));
        let events = fire(&mut world, shooter, PISTOL, LEFT);
        assert_eq!(hits(&events).iter().map(|hit| hit.0).collect::<Vec<_>>(), [ahead], "{events:?}");
        for weapon in (0..WEAPONS.len()).filter(|weapon| *weapon != PISTOL) {
            wait(&mut world, 60);
            assert_eq!(fire(&mut world, shooter, weapon, AHEAD), []);
        }
        assert_eq!(world.projectiles().count(), 0);
    }
}

#[test]
fn a_clients_own_input_fires_its_pistol_through_its_windscreen() {
    let mut world = bare();
    let client = ClientId(0);
    world.step(&[Command::Join { client }], &[]);
    let mut input = crate::input::Input { items: (PISTOL as u8) << 4, ..Default::default() };
    input.keys = Keys::FIRE;
    let events = world.step(&[], &[(client, input)]).to_vec();
    let [Event::Shot { by, origin, .. }] = events[..] else { panic!("{events:?}") };
    assert_eq!(Some(by), world.person_of(client));
    assert!((origin - Vec3::new(790.0, 0.75, 790.0)).length() < 0.2, "{origin}");
}
