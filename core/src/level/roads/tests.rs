use std::f32::consts::PI;

use super::*;
use crate::level::generators::{NAMES, by_name};

fn road(points: &[[f32; 2]], forward: u8, backward: u8) -> Road {
    Road {
        name: "Road".into(),
        points: points.iter().map(|[x, z]| Vec3::new(*x, 0.0, *z)).collect(),
        forward,
        backward,
        lane_width_m: 3.5,
        shoulder_m: 0.0,
        speed_mps: 14.0,
        rank: 0,
    }
}

fn crossing() -> Vec<Road> {
    vec![road(&[[0.0, -100.0], [0.0, 100.0]], 1, 1), road(&[[100.0, 0.0], [-100.0, 0.0]], 1, 1)]
}

fn count(graph: &LaneGraph, kind: TurnKind) -> usize {
    graph.turns().iter().filter(|turn| turn.kind == kind).count()
}

#[test]
fn a_crossing_of_two_two_lane_roads_has_twelve_turns() {
    let graph = LaneGraph::new(&crossing());
    assert_eq!(graph.lanes().len(), 8);
    assert_eq!([TurnKind::Straight, TurnKind::Left, TurnKind::Right].map(|kind| count(&graph, kind)), [4, 4, 4]);
    let middle = graph.junctions().iter().find(|junction| junction.arms == 4).unwrap();
    assert_eq!((middle.position, middle.turns.len(), middle.rule), (Vec3::ZERO, 12, RightOfWay::RightBeforeLeft));
    assert_eq!(count(&graph, TurnKind::Back), 4, "one at each dead end");
}

#[test]
fn traffic_keeps_to_the_right() {
    let graph = LaneGraph::new(&crossing());
    // Northwards (+z) the right is -x.
    let place = graph.nearest_lane(Vec3::new(-1.75, 0.0, -50.0)).unwrap();
    assert!(place.distance_m < 1e-4);
    let (point, yaw_rad) = graph.point_at(place.lane, place.along_m);
    assert!((point - Vec3::new(-1.75, 0.0, -50.0)).length() < 1e-4 && yaw_rad == 0.0, "{point} {yaw_rad}");
    let other = graph.nearest_lane(Vec3::new(1.75, 0.0, -50.0)).unwrap();
    assert!((graph.point_at(other.lane, other.along_m).1.abs() - PI).abs() < 1e-6);
}

#[test]
fn the_nearest_lane_is_the_nearest_of_all() {
    let level = crate::level::Level::compile(by_name("test-traffic-junction").unwrap()).unwrap();
    let graph = level.lanes();
    for (x, z) in (-20..20).flat_map(|x| (-20..20).map(move |z| (x, z))) {
        let point = Vec3::new(x as f32 * 13.7, 0.3, z as f32 * 11.3);
        let all = graph.lanes().iter().map(|lane| lane.nearest_m(point));
        let (first, nearest) = all.enumerate().min_by(|(_, a), (_, b)| a.0.total_cmp(&b.0)).unwrap();
        let found = graph.nearest_lane(point).unwrap();
        assert_eq!((found.lane, (found.distance_m, found.along_m)), (LaneId(first as u32), nearest), "{point}");
    }
}

#[test]
fn a_turn_starts_where_a_lane_ends_and_ends_where_the_next_starts() {
    for name in NAMES {
        let graph = LaneGraph::new(&by_name(name).unwrap().roads);
        for (turn, number) in graph.turns().iter().zip(0..) {
            let (from, to) = (graph.lane(turn.from), graph.lane(turn.to));
            assert_eq!((turn.points.first(), turn.points.last()), (from.points.last(), to.points.first()));
            assert!(from.successors.contains(&TurnId(number)) && to.predecessors.contains(&TurnId(number)));
            assert_eq!((from.to, to.from), (turn.junction, turn.junction));
        }
    }
}

#[test]
fn a_ring_leads_round_without_end() {
    let mut ring = road(&[[60.0, 60.0], [-60.0, 60.0], [-60.0, -60.0], [60.0, -60.0], [60.0, 60.0]], 2, 1);
    ring.rank = 4;
    let graph = LaneGraph::new(&[ring]);
    assert_eq!((graph.lanes().len(), graph.junctions().len()), (3, 1));
    for lane in graph.lanes() {
        let [only] = lane.successors[..] else { panic!("one way on") };
        assert_eq!(graph.lane(graph.turn(only).to), lane);
    }
    assert_eq!(graph.junctions()[0].rule, RightOfWay::Free);
    let [outer, inner] = [0, 1].map(|lane| &graph.lanes()[lane]);
    assert_eq!((outer.left, inner.right), (Some(LaneId(1)), Some(LaneId(0))));
}

#[test]
fn an_end_on_another_road_is_a_junction_and_one_beside_it_is_a_dead_end() {
    let main = road(&[[0.0, -100.0], [0.0, 100.0]], 1, 1);
    let joined = LaneGraph::new(&[main.clone(), road(&[[0.3, 10.0], [80.0, 10.0]], 1, 1)]);
    assert_eq!(joined.junctions().iter().filter(|junction| junction.arms == 3).count(), 1);
    let apart = LaneGraph::new(&[main, road(&[[2.0, 10.0], [80.0, 10.0]], 1, 1)]);
    assert!(apart.junctions().iter().all(|junction| junction.arms == 1));
}

#[test]
fn a_bridge_over_a_road_is_no_junction() {
    let mut roads = crossing();
    roads[1].points.iter_mut().for_each(|point| point.y = 6.0);
    let graph = LaneGraph::new(&roads);
    assert_eq!((graph.lanes().len(), graph.junctions().len()), (4, 4));
}

/// The turn that begins at a heading and is of a kind.
fn turn_from(graph: &LaneGraph, heading_rad: f32, kind: TurnKind) -> TurnId {
    let is_it =
        |turn: &Turn| turn.kind == kind && wrap_angle(end_heading(graph.lane(turn.from)) - heading_rad).abs() < 0.1;
    TurnId(graph.turns().iter().position(is_it).unwrap() as u32)
}

#[test]
fn who_comes_from_the_right_goes_first_and_who_turns_left_waits() {
    let graph = LaneGraph::new(&crossing());
    let north = turn_from(&graph, 0.0, TurnKind::Straight);
    // Who drives to the west (+x) comes from the right of who drives to the north.
    let west = turn_from(&graph, PI / 2.0, TurnKind::Straight);
    assert!(graph.gives_way(north, west) && !graph.gives_way(west, north));
    let left = turn_from(&graph, 0.0, TurnKind::Left);
    let oncoming = turn_from(&graph, PI, TurnKind::Straight);
    assert!(graph.gives_way(left, oncoming) && !graph.gives_way(oncoming, left));
}

#[test]
fn the_road_of_a_higher_rank_goes_first() {
    let mut roads = crossing();
    roads[0].rank = 1;
    let graph = LaneGraph::new(&roads);
    let (north, west) = (turn_from(&graph, 0.0, TurnKind::Straight), turn_from(&graph, PI / 2.0, TurnKind::Straight));
    assert!(graph.gives_way(west, north) && !graph.gives_way(north, west));
    assert!(graph.junctions().iter().any(|junction| junction.rule == RightOfWay::Priority));
}

#[test]
fn a_level_without_roads_has_no_lanes() {
    let graph = LaneGraph::new(&[]);
    assert_eq!(graph, LaneGraph::default());
    assert_eq!(graph.nearest_lane(Vec3::ZERO), None);
}

#[test]
fn turns_that_cross_or_meet_are_in_conflict_and_those_that_pass_are_not() {
    let graph = LaneGraph::new(&crossing());
    let conflicts = |a: TurnId, b: TurnId| {
        assert_eq!(graph.turn(a).conflicts.contains(&b), graph.turn(b).conflicts.contains(&a));
        graph.turn(a).conflicts.contains(&b)
    };
    let north = turn_from(&graph, 0.0, TurnKind::Straight);
    let south = turn_from(&graph, PI, TurnKind::Straight);
    assert!(conflicts(north, turn_from(&graph, PI / 2.0, TurnKind::Straight)), "they cross");
    assert!(conflicts(north, turn_from(&graph, PI, TurnKind::Left)), "they cross");
    assert!(!conflicts(north, south), "they pass");
    assert!(!conflicts(north, turn_from(&graph, 0.0, TurnKind::Left)), "they come out of one lane");
    assert!(graph.turns().iter().any(|turn| {
        let meets = |other: &TurnId| graph.turn(*other).to == turn.to;
        turn.conflicts.iter().any(meets)
    }));
}

#[test]
fn a_lane_is_slow_in_its_bend_and_slows_before_it() {
    let bend = road(&[[0.0, -200.0], [0.0, 0.0], [200.0, 0.0]], 1, 1);
    let graph = LaneGraph::new(&[bend]);
    let lane = graph.lane(LaneId(0));
    let [far, near, within] = [50.0, 185.0, 200.0].map(|along_m| lane.pace_mps(along_m));
    assert!(far == lane.speed_mps && near < far && within < near, "{far} {near} {within}");
    assert!(within > 2.0);
}

#[test]
fn a_way_round_at_a_dead_end_is_wide_enough_for_a_car() {
    let graph = LaneGraph::new(&crossing());
    for turn in graph.turns().iter().filter(|turn| turn.kind == TurnKind::Back) {
        assert!(turn.radius_m > 3.4 && turn.length_m > 20.0, "{} m, {} m", turn.radius_m, turn.length_m);
    }
}
