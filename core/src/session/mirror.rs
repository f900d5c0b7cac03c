//! Everyone else in the local world: who is simulated there, who only stands, and who is left out.
//!
//! Other cars must have bodies here, or the player drives through them until a correction comes. But simulating a city to
//! predict one car would cost more than a frame has. So on every snapshot those that might touch the own car before the
//! next one are simulated, coasting as they were measured; the nearest of the rest are *proxies*, solid and unmoved where
//! they were measured; and what is further off has no body here at all.

use crate::sim::{Motion, PieceState, REACH_MOST_M, World};
use crate::snapshot::{Record, Snapshot, State};
use crate::units::{EntityId, TICK_SECONDS};

#[cfg(test)]
mod tests;

/// Ticks until the next snapshot, and one more for its lateness.
const NEXT_SNAPSHOT_TICKS: u32 = 4;

/// Reach of the two longest bodies, in metres: what two cars may be apart, centre to centre, and touch.
const NEAR_MARGIN_M: f32 = 2.0 * REACH_MOST_M;

/// Vehicles with a body here at most, the own one aside. The local world has a place more than this for each change of
/// hands within one snapshot.
const MOST_BODIES: usize = 20;

/// Loose pieces further off than this, in metres, are no business of the prediction.
const PIECE_REACH_M: f32 = 60.0;

/// Loose pieces simulated here at most: the nearest. Fewer than the local world has places for.
const MOST_PIECES: usize = 12;

/// What of a snapshot has a body in the local world, by rising entity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// The player's own, and what hangs on it.
    own: Vec<EntityId>,
    /// Simulated.
    near: Vec<Record>,
    /// Solid and unmoved.
    proxies: Vec<Record>,
    /// Loose pieces in reach.
    pieces: Vec<Record>,
}

/// Another's vehicle, as a plan looks at it.
struct Other<'a> {
    apart_m: f32,
    is_near: bool,
    hitched_index: Option<u16>,
    record: &'a Record,
}

impl Other<'_> {
    /// A pair is simulated whole or not at all: half of one would drive as nothing does.
    fn is_simulated_among(&self, others: &[Other<'_>]) -> bool {
        match self.hitched_index {
            Some(index) => others
                .iter()
                .find(|other| other.record.entity.index == index)
                .is_some_and(|other| self.is_near || other.is_near),
            None => self.is_near,
        }
    }
}

impl Plan {
    /// Whether the local world had everything that is simulated just as it was measured.
    pub fn agrees_with(&self, local: &[Record]) -> bool {
        let said = self.near.iter().chain(&self.pieces);
        local.len() == self.near.len() + self.pieces.len() && said.zip(local).all(|(said, local)| said == local)
    }

    fn simulates(&self) -> impl Iterator<Item = EntityId> + '_ {
        self.near.iter().map(|record| record.entity)
    }
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct Mirror {
    plan: Plan,
}

impl Mirror {
    /// Sorts a snapshot: who may touch the own car or its trailer within the ticks in flight and the wait for the next
    /// snapshot.
    pub fn plan(snapshot: &Snapshot, own: &Record, lead_ticks: u32) -> Plan {
        let horizon_s = (lead_ticks + NEXT_SNAPSHOT_TICKS) as f32 * TICK_SECONDS;
        let own_motion = own.motion();
        let trailer = snapshot.own_trailer();
        let trailer_position = trailer.map_or(own_motion.position, |trailer| trailer.motion().position);
        let mut vehicles: Vec<Other<'_>> = Vec::new();
        let own: Vec<EntityId> = std::iter::once(own).chain(trailer).map(|record| record.entity).collect();
        let mut plan = Plan { own, ..Plan::default() };
        let mut pieces: Vec<(f32, &Record)> = Vec::new();
        for record in snapshot.records.iter().filter(|record| !plan.own.contains(&record.entity)) {
            let motion = record.motion();
            let apart_m = (motion.position - own_motion.position).length();
            match record.state() {
                State::Vehicle(state) => {
                    let covered_m = (motion.velocity.length() + own_motion.velocity.length()) * horizon_s;
                    let apart_m = apart_m.min((motion.position - trailer_position).length());
                    let is_near = apart_m < NEAR_MARGIN_M + covered_m;
                    vehicles.push(Other { apart_m, is_near, hitched_index: state.vehicle.hitched_index(), record });
                }
                State::Piece(_) if apart_m < PIECE_REACH_M => pieces.push((apart_m, record)),
                State::Piece(_) => {}
            }
        }
        vehicles.sort_by(|a, b| a.apart_m.total_cmp(&b.apart_m));
        vehicles.truncate(MOST_BODIES);
        for other in &vehicles {
            let list = if other.is_simulated_among(&vehicles) { &mut plan.near } else { &mut plan.proxies };
            list.push(other.record.clone());
        }
        pieces.sort_by(|a, b| a.0.total_cmp(&b.0));
        plan.pieces = pieces.into_iter().take(MOST_PIECES).map(|(_, record)| record.clone()).collect();
        for list in [&mut plan.near, &mut plan.proxies, &mut plan.pieces] {
            list.sort_by_key(|record| record.entity.index);
        }
        plan
    }

    /// Whether another set of entities is simulated than `plan` says.
    pub fn simulates_others_than(&self, plan: &Plan) -> bool {
        !self.plan.simulates().eq(plan.simulates())
    }

    /// Takes a plan over.
    pub fn adopt(&mut self, plan: Plan) {
        self.plan = plan;
    }

    /// Lays only what is not simulated over the world: the proxies stand where they were measured, and who is in no list
    /// has no body. Where a proxy goes until the next snapshot is no concern of the prediction's.
    pub fn lay_rest(&self, world: &mut World) {
        let plan = &self.plan;
        let mut listed = plan.simulates().chain(plan.proxies.iter().map(|record| record.entity)).collect::<Vec<_>>();
        listed.extend(&plan.own);
        let gone: Vec<EntityId> =
            world.vehicles().map(|(entity, _)| entity).filter(|entity| !listed.contains(entity)).collect();
        gone.into_iter().for_each(|entity| world.remove_vehicle(entity));
        for record in &plan.proxies {
            let here = world.vehicle(record.entity).filter(|_| world.is_proxy(record.entity));
            if let State::Vehicle(state) = record.state()
                && here.is_none_or(|here| (here.motion, here.vehicle) != (state.motion, state.vehicle))
            {
                world.place_vehicle(record.entity, &state, true);
            }
        }
    }

    /// Lays everything over a world that stands at the snapshot's tick. What already is as it was measured is not touched.
    pub fn lay_all(&self, world: &mut World) {
        self.lay_rest(world);
        for record in &self.plan.near {
            let here = world.vehicle(record.entity).map(|state| Record::of_vehicle(record.entity, &state, false));
            if let State::Vehicle(state) = record.state()
                && (world.is_proxy(record.entity) || here.as_ref() != Some(record))
            {
                world.place_vehicle(record.entity, &state, false);
            }
        }
        self.lay_pieces(world);
    }

    fn lay_pieces(&self, world: &mut World) {
        let planted: Vec<EntityId> = world
            .loose_pieces()
            .map(|(entity, _)| entity)
            .filter(|entity| !self.plan.pieces.iter().any(|record| record.entity.index == entity.index))
            .collect();
        planted.into_iter().for_each(|entity| world.plant_piece(entity));
        for record in &self.plan.pieces {
            let here = world.loose_piece(record.entity).map(|state| Record::of_piece(record.entity, &state));
            if let State::Piece(state) = record.state()
                && here.as_ref() != Some(record)
            {
                world.place_piece(record.entity, &state);
            }
        }
    }

    /// What is simulated in the local world beside the own car and its trailer, and the loose pieces in reach, by rising
    /// entity: to be held against a later word.
    pub fn records(&self, world: &World, own: EntityId, own_motion: &Motion) -> Vec<Record> {
        let trailer = world.hitched_to(own);
        let vehicles = world
            .vehicles()
            .filter(|(entity, _)| *entity != own && Some(*entity) != trailer && !world.is_proxy(*entity))
            .map(|(entity, state)| Record::of_vehicle(entity, &state, false));
        let mut pieces: Vec<(f32, EntityId, PieceState)> = world
            .loose_pieces()
            .map(|(entity, state)| ((state.motion.position - own_motion.position).length(), entity, state))
            .filter(|(apart_m, ..)| *apart_m < PIECE_REACH_M)
            .collect();
        pieces.sort_by(|a, b| a.0.total_cmp(&b.0));
        let nearest = pieces.iter().take(MOST_PIECES).map(|(_, entity, state)| Record::of_piece(*entity, state));
        let mut records: Vec<Record> = vehicles.chain(nearest).collect();
        records.sort_by_key(|record| record.entity.index);
        records
    }
}
