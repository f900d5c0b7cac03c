use super::{Mirror, Plan};
use crate::level::Level;
use crate::level::generators::test_collisions;
use crate::sim::people::FIRST_PERSON_INDEX;
use crate::sim::{CLASSES, Command, Motion, NO_VEHICLE, Person, PersonState, REACH_MOST_M, Role, World};
use crate::snapshot::{Record, Snapshot, capture};
use crate::units::math::Vec3;
use crate::units::{ClientId, EntityId};

const ME: ClientId = ClientId(0);
const OTHER: ClientId = ClientId(6);

/// The own car at `at`, and another's tractor with its trailer, all at rest.
fn plan(at: Vec3, own_pulls: bool) -> (Plan, Snapshot) {
    let mut world = World::new(Level::compile(test_collisions()).unwrap(), Role::Authority);
    let class = CLASSES.iter().position(|class| class.tows.is_some()).unwrap() as u8;
    let mut commands =
        vec![Command::Join { client: ME }, Command::Join { client: OTHER }, Command::SetClass { client: OTHER, class }];
    if own_pulls {
        commands.push(Command::SetClass { client: ME, class });
    }
    world.step(&commands, &[]);
    let car = world.car_of(ME).unwrap();
    let mut state = world.vehicle(car).unwrap();
    let snapshot = capture(&world, ME);
    state.motion.position = at;
    (Mirror::plan(&snapshot, &Record::of_vehicle(car, &state, true), 9), snapshot)
}

fn others_pair(snapshot: &Snapshot) -> [EntityId; 2] {
    let is_others = |record: &&Record| record.vehicle().is_some_and(|state| state.vehicle.owner == OTHER.0);
    let cab = snapshot.records.iter().find(is_others).unwrap();
    let trailer = snapshot.at_index(cab.vehicle().unwrap().vehicle.hitched_index().unwrap()).unwrap();
    [cab.entity, trailer.entity]
}

#[test]
fn anothers_pair_is_simulated_whole_or_not_at_all() {
    let holds = |list: &[Record], entity| list.iter().any(|record| record.entity == entity);
    let (mut whole, mut not_at_all, mut by_the_trailer_alone) = (0, 0, 0);
    let home = test_collisions().spawns[usize::from(OTHER.0)].position;
    for metres in 0..40 {
        let at = home - Vec3::Z * metres as f32;
        let (plan, snapshot) = plan(at, false);
        let [cab, trailer] = others_pair(&snapshot);
        let near = [cab, trailer].map(|entity| holds(&plan.near, entity));
        let proxies = [cab, trailer].map(|entity| holds(&plan.proxies, entity));
        assert!(near[0] == near[1] && proxies[0] == proxies[1] && near[0] != proxies[0], "{metres} m: {near:?}");
        whole += usize::from(near[0]);
        not_at_all += usize::from(proxies[0]);
        let cab_apart_m = (snapshot.of(cab).unwrap().motion().position - at).length();
        by_the_trailer_alone += usize::from(near[0] && cab_apart_m > 2.0 * REACH_MOST_M);
    }
    assert!(whole > 10 && not_at_all > 10 && by_the_trailer_alone > 3, "{whole} {not_at_all} {by_the_trailer_alone}");
}

#[test]
fn the_own_trailer_is_no_other() {
    let (plan, snapshot) = plan(Vec3::ZERO, true);
    let trailer = snapshot.own_trailer().unwrap().entity;
    assert!(plan.own.contains(&trailer));
    assert!(plan.near.iter().chain(&plan.proxies).all(|record| record.entity != trailer));
}

fn person(number: u16, at: Vec3, vehicle: u16) -> Record {
    let state = PersonState {
        person: Person { vehicle, ..Person::default() },
        motion: Motion { position: at, ..Motion::default() },
        ..PersonState::default()
    };
    Record::of_person(EntityId::new(FIRST_PERSON_INDEX + number, 1), &state, number == 0)
}

#[test]
fn of_a_crowd_the_nearest_are_here_and_who_sits_is_not() {
    // The own walker, and a row of others that goes away from it, every third of them in a seat.
    let records: Vec<Record> = (0..100)
        .map(|number| {
            let sits = number % 3 == 1;
            person(number, Vec3::X * f32::from(number) * 0.5, if sits { 0 } else { NO_VEHICLE })
        })
        .collect();
    let snapshot = Snapshot { records, ..Snapshot::default() };
    let plan = Mirror::plan(&snapshot, snapshot.own().unwrap(), 9);
    let on_foot = (1..100).filter(|number| number % 3 != 1).take(super::MOST_PEOPLE);
    let mut here: Vec<u16> =
        plan.near.iter().chain(&plan.proxies).map(|record| record.entity.index - FIRST_PERSON_INDEX).collect();
    here.sort_unstable();
    assert_eq!(here, on_foot.collect::<Vec<u16>>());
    // It stands and may run: five metres of reach, and 13 ticks at 5.5 m/s.
    let farthest_m = plan.near.iter().map(|record| record.motion().position.x).fold(0.0, f32::max);
    assert!(farthest_m > 5.0 && farthest_m < 7.0, "simulated up to {farthest_m} m");
    assert!(!plan.proxies.is_empty());
}

#[test]
fn people_are_laid_over_a_world_and_taken_away_again() {
    let mut world = World::new(Level::compile(test_collisions()).unwrap(), Role::Session);
    let crowd = |numbers: &[u16]| Snapshot {
        records: numbers.iter().map(|number| person(*number, Vec3::X * f32::from(*number), NO_VEHICLE)).collect(),
        ..Snapshot::default()
    };
    let here =
        |world: &World| world.people().map(|(entity, _)| entity.index - FIRST_PERSON_INDEX).collect::<Vec<u16>>();
    let mut mirror = Mirror::default();
    for (numbers, left) in [(vec![0, 1, 2, 40], vec![1, 2, 40]), (vec![0, 2], vec![2]), (vec![0], vec![])] {
        let snapshot = crowd(&numbers);
        let own = snapshot.own().unwrap();
        mirror.adopt(Mirror::plan(&snapshot, own, 9));
        mirror.lay_all(&mut world);
        let mut others = here(&world);
        others.sort_unstable();
        assert_eq!(others, left);
        let records = mirror.records(&world, own.entity, &own.motion());
        assert!(mirror.plan.agrees_with(&records), "{records:?}");
    }
}
