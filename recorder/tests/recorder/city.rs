use tacho_core::sim::Population;
use tacho_core::units::Tick;
use tacho_recorder::city::City;
use tacho_recorder::drivers::Drivers;
use tacho_replayer::levels;
use tacho_replayer::picture::{Kind, Paths, Trail};

/// Players among six cars on a junction, for so many seconds.
fn watched(players: u16, seconds: u32) -> Paths {
    let level = levels::find("test-traffic-junction").unwrap();
    let population = Population { seed: 3, traffic: 6, ..Population::default() };
    let mut city = City::new(&level, players, Drivers::new(&level, players, 3, Tick(0)), population);
    (0..10).for_each(|_| city.warm_up_second());
    (0..seconds).for_each(|_| city.watch_second());
    city.into_paths(String::new())
}

fn of_kind(paths: &Paths, kind: Kind) -> impl Iterator<Item = &Trail> {
    paths.trails.iter().filter(move |trail| trail.kind == kind)
}

#[test]
fn players_and_traffic_have_paths_of_their_own_kinds() {
    let paths = watched(2, 10);
    assert_eq!(paths.counts[Kind::Player as usize], 2);
    assert!(paths.counts[Kind::Traffic as usize] >= 6);
    assert!(of_kind(&paths, Kind::Traffic).any(|trail| trail.is_open));
    assert_eq!(of_kind(&paths, Kind::Walker).count(), 0);
}

#[test]
fn no_path_leads_over_a_gap() {
    let paths = watched(6, 60);
    // Who is put back or leaves and comes again goes on elsewhere: more paths than there are cars.
    assert!(of_kind(&paths, Kind::Player).count() > 6, "nobody was put back, so nothing was tested");
    for trail in &paths.trails {
        for pair in trail.moments.windows(2) {
            let went_m = (pair[1].position - pair[0].position).length();
            let fastest_mps = pair[0].speed_mps.max(pair[1].speed_mps);
            assert!(went_m < 2.0 + fastest_mps * 0.4, "{:?}: {pair:?}", trail.kind);
        }
    }
}
