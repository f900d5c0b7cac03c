use super::{Mirror, Plan};
use crate::level::Level;
use crate::level::generators::test_collisions;
use crate::sim::{CLASSES, Command, Role, World};
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
    let snapshot = capture(&world, Some(car));
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
        by_the_trailer_alone += usize::from(near[0] && cab_apart_m > super::NEAR_MARGIN_M);
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
