//! What stands along streets: lamps, hydrants, bins, signs, trees, parked cars. And where players begin.

use super::plane::{Owner, Rect};
use super::site::Site;
use super::streets::KERB_M;
use crate::level::generators::SplitMix64;
use crate::level::roads::{LaneGraph, line};
use crate::level::{LightKind, LightPiece, Parked, PieceKind, Spawn, Surface, limits};
use crate::units::math::{Vec3, wrap_angle};

/// A car's origin above the ground, in metres.
const CAR_ORIGIN_M: f32 = 0.5;

/// Half the width and half the length of the room of a parked car, in metres.
const PARKED_HALF_M: [f32; 2] = [0.95, 2.4];

/// The length of a parking place, in metres.
const PARKING_M: f32 = 6.5;

/// No light piece stands nearer to another thing than this, in metres.
const LIGHT_ROOM_M: f32 = 0.15;

impl Site {
    /// Stands a light piece on the ground or, `lift_m` above it, on a pavement, if there is room. Says whether.
    pub(in crate::level::generators) fn add_light(
        &mut self,
        kind: LightKind,
        at: Vec3,
        lift_m: f32,
        direction: Vec3,
    ) -> bool {
        let half_m = kind.properties().half_m;
        let foot = Rect::new(at, direction, [half_m.x, half_m.z]).grown(LIGHT_ROOM_M);
        if !self.has_room(&foot) {
            return false;
        }
        let position = at.with_y(self.ground_m(at).max(0.0) + lift_m);
        self.data.light_pieces.push(LightPiece { kind, position, yaw_rad: foot.yaw_rad() });
        self.take(foot);
        true
    }

    /// A row of light pieces along each pavement, `from_m` after its start and every `every_m`; `side` is how far across
    /// the pavement, from -1 at one edge to 1 at the other.
    pub(in crate::level::generators) fn line_pavements(
        &mut self,
        kind: LightKind,
        from_m: f32,
        every_m: f32,
        side: f32,
    ) {
        for pavement in self.data.pavements.clone() {
            let row = line::beside(&pavement.points, side * pavement.width_m / 2.0);
            let length_m = line::length(&row);
            let count = ((length_m - from_m) / every_m).floor();
            for i in 0..=count.max(-1.0) as i32 {
                let (place, direction) = line::at(&row, from_m + i as f32 * every_m);
                self.add_light(kind, place.with_y(0.0), KERB_M, direction);
            }
        }
    }

    /// A tree, if there is room. Says whether.
    pub(in crate::level::generators) fn plant_tree(&mut self, at: Vec3, random: &mut SplitMix64) -> bool {
        let turn = random.between(0.0, 3.0);
        let along = Vec3::new(libm::sinf(turn), 0.0, libm::cosf(turn));
        let (height_m, reach_m) = (random.between(7.0, 11.0), random.between(1.4, 2.6));
        let [trunk, crown] = [0.2, reach_m].map(|half_m| Rect::new(at, along, [half_m, half_m]));
        if !self.has_room(&trunk.grown(0.5)) || !self.carriageways.is_free(&crown, |_, _| false) {
            return false;
        }
        let low_m = self.ground_m(at);
        self.add_box(PieceKind::Tree, Surface::Earth, trunk, [low_m - 0.3, low_m + height_m * 0.5]);
        // Above every car and lorry.
        let waist_m = height_m * 0.3;
        let ring = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]].map(|[left, ahead]| [left, waist_m, ahead]);
        let points = [&ring[..], &[[0.0, 0.0, 0.0], [0.0, height_m * 0.55, 0.0]]].concat();
        self.add_hull(PieceKind::Tree, Surface::Earth, crown, low_m + height_m * 0.45, &points);
        self.take(trunk);
        true
    }

    /// Cars on the shoulders of the streets that are wide enough for them, spread over all of them.
    pub(in crate::level::generators) fn park_cars(&mut self, most: usize, random: &mut SplitMix64) {
        let mut places = Vec::new();
        for (number, road) in self.data.roads.iter().enumerate() {
            if road.shoulder_m < 2.0 * PARKED_HALF_M[0] {
                continue;
            }
            for left in [1.0, -1.0] {
                let row = line::beside(&road.points, left * (road.width_m() - road.shoulder_m) / 2.0);
                for i in 1..(line::length(&row) / PARKING_M) as u32 {
                    let (place, direction) = line::at(&row, i as f32 * PARKING_M);
                    // Parked as traffic goes: on the left it comes towards us.
                    let rect = Rect::new(place, direction * -left, PARKED_HALF_M);
                    let is_own = |owner: Owner, _: &Rect| owner == Owner::Road(number);
                    let is_pavement = |owner: Owner, _: &Rect| owner == Owner::Pavement;
                    let room = rect.grown(0.3);
                    if self.carriageways.is_free(&room, is_own) && self.taken.is_free(&room, is_pavement) {
                        places.push((random.next_u64(), rect));
                    }
                }
            }
        }
        places.sort_by_key(|place| place.0);
        for (_, rect) in places.into_iter().take(most) {
            let position = rect.centre.with_y(self.ground_m(rect.centre) + CAR_ORIGIN_M);
            self.data.parked.push(Parked { position, yaw_rad: rect.yaw_rad() });
        }
    }

    /// Places to begin on the lanes, `apart_m` from each other, the first ones nearest to `centre`.
    pub(in crate::level::generators) fn place_spawns(&mut self, centre: Vec3, most: usize, apart_m: f32) {
        let graph = LaneGraph::new(&self.data.roads);
        let mut spawns: Vec<Spawn> = Vec::new();
        for lane in graph.lanes() {
            for i in 0..(lane.length_m / apart_m) as u32 {
                let (point, direction) = line::at(&lane.points, (i as f32 + 0.5) * apart_m);
                let position = point + Vec3::Y * CAR_ORIGIN_M;
                if spawns.iter().all(|spawn| (spawn.position - position).length() > apart_m * 0.5) {
                    spawns.push(Spawn { position, yaw_rad: wrap_angle(line::heading(direction)) });
                }
            }
        }
        let from_centre_m = |spawn: &Spawn| (spawn.position - centre).length();
        spawns.sort_by(|a, b| from_centre_m(a).total_cmp(&from_centre_m(b)));
        spawns.truncate(most.min(limits::SPAWNS));
        self.data.spawns = spawns;
    }
}
