//! The streets. Where one ends on another, its end is put onto that one's line, so that the two are joined.
//!
//! A bridge is straight: four points in one line, the river between the two in the middle.

use super::at;
use crate::level::generators::kit::{Site, Street, is_inside, smooth_line, smooth_ring};
use crate::level::roads::line;
use crate::units::math::Vec3;

/// From the river's middle to that of the street along its bank, in metres.
const QUAY_M: f32 = 58.0;

/// Room for parked cars beside the lanes, in metres.
const PARKING_M: f32 = 2.4;

/// The pavements of the quays and of the streets through the old town, in metres.
pub(super) const MAIN_PAVEMENT_M: f32 = 3.0;

/// Every street, the ring first.
pub(super) fn streets(site: &Site, course: &[Vec3]) -> Vec<Street> {
    let ring = ring();
    let mut streets = vec![ring.clone(), broadway(&ring)];
    streets.push(quay("Riverside Drive", course, QUAY_M, &ring));
    streets.push(quay("South Quay", course, -QUAY_M, &ring));
    let [riverside, south_quay] = [2, 3].map(|street| streets[street].clone());

    let market = through(
        "Market Street",
        &ring,
        &ring,
        &[
            at(-445.0, 96.0),
            at(-370.0, 90.0),
            at(-310.0, 102.0),
            at(-250.0, 116.0),
            at(-122.0, 146.0),
            at(-90.0, 153.5),
            at(-10.0, 160.0),
            at(90.0, 140.0),
            at(205.0, 135.0),
            at(320.0, 165.0),
            at(445.0, 190.0),
        ],
    );
    let king = through(
        "King Street",
        &ring,
        &ring,
        &[
            at(265.0, -330.0),
            at(252.0, -255.0),
            at(236.0, -153.0),
            at(232.0, -105.0),
            at(222.0, 15.0),
            at(218.0, 63.0),
            at(205.0, 140.0),
            at(232.0, 245.0),
            at(262.0, 345.0),
        ],
    );
    let south = through(
        "South Avenue",
        &ring,
        &ring,
        &[
            at(-443.0, -120.0),
            at(-250.0, -150.0),
            at(-80.0, -185.0),
            at(100.0, -195.0),
            at(300.0, -185.0),
            at(443.0, -160.0),
        ],
    );
    let canal = through(
        "Canal Street",
        &ring,
        &ring,
        &[at(-425.0, -235.0), at(-200.0, -250.0), at(80.0, -268.0), at(330.0, -258.0), at(425.0, -240.0)],
    );
    let church = through(
        "Church Lane",
        &riverside,
        &ring,
        &[at(-138.0, 240.0), at(0.0, 228.0), at(125.0, 236.0), at(260.0, 246.0), at(440.0, 268.0)],
    );
    let mill = through(
        "Mill Street",
        &riverside,
        &ring,
        &[at(-66.0, 22.0), at(-48.0, 110.0), at(-38.0, 225.0), at(-30.0, 350.0)],
    );
    let west = through(
        "West Street",
        &market,
        &ring,
        &[at(-335.0, 96.0), at(-335.0, -20.0), at(-305.0, -142.0), at(-290.0, -245.0), at(-292.0, -325.0)],
    );
    let cooper =
        through("Cooper's Lane", &mill, &king, &[at(-50.0, 84.0), at(30.0, 84.0), at(120.0, 68.0), at(216.0, 72.0)]);
    let crescent = through(
        "Garden Crescent",
        &west,
        &south,
        &[at(-316.0, -60.0), at(-250.0, -55.0), at(-205.0, -90.0), at(-196.0, -161.0)],
    );
    let foundry = through("Foundry Lane", &west, &south_quay, &[at(-336.0, 25.0), at(-290.0, 38.0), at(-228.0, 30.0)]);
    let east = through(
        "East Street",
        &riverside,
        &ring,
        &[at(335.0, 88.0), at(328.0, 166.0), at(345.0, 256.0), at(395.0, 322.0)],
    );
    let second = through(
        "Second Street",
        &south_quay,
        &ring,
        &[at(104.0, -125.0), at(112.0, -195.0), at(120.0, -268.0), at(130.0, -345.0)],
    );
    let third = through(
        "Third Street",
        &south_quay,
        &ring,
        &[at(-130.0, -75.0), at(-142.0, -172.0), at(-152.0, -254.0), at(-165.0, -342.0)],
    );
    let fourth = through(
        "Fourth Street",
        &south_quay,
        &ring,
        &[at(352.0, -30.0), at(348.0, -182.0), at(346.0, -256.0), at(350.0, -305.0)],
    );
    let north = through("Abbey Street", &church, &ring, &[at(170.0, 239.0), at(180.0, 295.0), at(172.0, 347.0)]);
    let green = through("Green Lane", &canal, &ring, &[at(40.0, -265.0), at(30.0, -305.0), at(38.0, -344.0)]);
    let close = dead_end("Priory Close", &church, &[at(70.0, 232.0), at(76.0, 275.0), at(60.0, 312.0)]);
    let beacon = beacon_road(site, &ring, &south_quay);

    streets.extend([market, king, south].map(|street| main_street(street, MAIN_PAVEMENT_M)));
    streets.extend([canal, second, third, fourth, west, east].map(|street| main_street(street, 2.6)));
    streets.extend([church, mill, cooper, crescent, foundry, north, green, close]);
    streets.push(beacon);
    streets
}

/// A street with room to park, that goes before lanes.
fn main_street(street: Street, pavement_m: f32) -> Street {
    let mut street = Street { pavement_m, ..street };
    if street.road.name == "South Avenue" {
        (street.road.forward, street.road.backward) = (2, 2);
    }
    street.road.shoulder_m = PARKING_M;
    street.road.rank = 1;
    street
}

fn ring() -> Street {
    let points = smooth_ring(&[
        at(-415.0, -285.0),
        at(-300.0, -325.0),
        at(-60.0, -345.0),
        at(180.0, -345.0),
        at(330.0, -318.0),
        at(425.0, -240.0),
        at(445.0, -120.0),
        at(445.0, -30.0),
        at(445.0, 5.0),
        at(445.0, 125.0),
        at(445.0, 160.0),
        at(435.0, 280.0),
        at(370.0, 335.0),
        at(230.0, 348.0),
        at(60.0, 352.0),
        at(-90.0, 345.0),
        at(-120.0, 345.0),
        at(-255.0, 345.0),
        at(-285.0, 345.0),
        at(-395.0, 325.0),
        at(-445.0, 235.0),
        at(-445.0, 60.0),
        at(-445.0, -140.0),
    ]);
    let mut ring = Street::new("Ring Road", points, 2, 2.0);
    // 70 km/h.
    ring.road.speed_mps = 19.4;
    ring.road.rank = 3;
    ring
}

fn broadway(ring: &Street) -> Street {
    let points = [
        at(-110.0, -345.0),
        at(-80.0, -270.0),
        at(-31.0, -186.0),
        at(-12.0, -120.0),
        at(24.0, 5.0),
        at(43.0, 71.0),
        at(85.0, 150.0),
        at(128.0, 240.0),
        at(135.0, 350.0),
    ];
    let mut broadway = through("Broadway", ring, ring, &points);
    (broadway.road.forward, broadway.road.backward) = (3, 3);
    broadway.road.speed_mps = 16.7;
    broadway.road.rank = 2;
    broadway.pavement_m = 6.0;
    broadway
}

/// A street along a bank, from the ring to the ring.
fn quay(name: &str, course: &[Vec3], off_m: f32, ring: &Street) -> Street {
    let bank = line::beside(course, off_m);
    let within = |point: &&Vec3| is_inside(&ring.road.points, **point);
    let mut points: Vec<Vec3> = bank.iter().filter(within).copied().collect();
    let last = points.len() - 1;
    // The points next to the ring give way to those on it.
    (points[0], points[last]) = (on(ring, points[0]), on(ring, points[last]));
    let far_from_ends = |i: usize| {
        i == 0 || i == last || { (points[i] - points[0]).length() > 5.0 && (points[i] - points[last]).length() > 5.0 }
    };
    let points = (0..=last).filter(|i| far_from_ends(*i)).map(|i| points[i]).collect();
    main_street(Street::new(name, points, 1, MAIN_PAVEMENT_M), MAIN_PAVEMENT_M)
}

/// A road over the hill, without pavements.
fn beacon_road(site: &Site, ring: &Street, quay: &Street) -> Street {
    let road = through(
        "Beacon Road",
        ring,
        quay,
        &[
            at(-445.0, 200.0),
            at(-400.0, 205.0),
            at(-358.0, 235.0),
            at(-345.0, 262.0),
            at(-310.0, 285.0),
            at(-252.0, 270.0),
        ],
    );
    let mut road = Street { pavement_m: 0.0, ..road };
    for point in &mut road.road.points {
        point.y = site.ground_m(*point);
    }
    road
}

/// A street of one lane either way that begins on one street and ends on another.
fn through(name: &str, from: &Street, to: &Street, points: &[Vec3]) -> Street {
    let mut points = points.to_vec();
    let last = points.len() - 1;
    (points[0], points[last]) = (on(from, points[0]), on(to, points[last]));
    Street::new(name, smooth_line(&points), 1, 2.0)
}

/// A street that begins on another and ends nowhere.
fn dead_end(name: &str, from: &Street, points: &[Vec3]) -> Street {
    let mut points = points.to_vec();
    points[0] = on(from, points[0]);
    Street::new(name, smooth_line(&points), 1, 2.0)
}

/// The point of a street that is nearest to another.
fn on(street: &Street, point: Vec3) -> Vec3 {
    let along_m = line::nearest(&street.road.points, point).map_or(0.0, |(_, along_m)| along_m);
    line::at(&street.road.points, along_m).0
}
