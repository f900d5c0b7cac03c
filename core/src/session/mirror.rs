//! Everyone else in the local world: who is simulated there, who only stands, and who is left out.
//!
//! Other cars and people must be here, or the player goes through them until a correction comes. But simulating a city to
//! predict one car would cost more than a frame has. So on every snapshot those that might touch what the player controls
//! before the next one are simulated, coasting as they were measured: a car holds its wheel, a walker walks on. The nearest
//! of the rest are *proxies*, solid and unmoved where they were measured; and what is further off is not here at all. Who
//! sits in a seat is part of the vehicle, and what flies is the authority's alone: neither is ever here.

use super::twin;
use crate::sim::people::KINDS;
use crate::sim::{Motion, PieceState, REACH_MOST_M, World};
use crate::snapshot::{Form, Record, Snapshot, State};
use crate::units::math::Vec3;
use crate::units::{EntityId, TICK_SECONDS};

#[cfg(test)]
mod tests;

/// Ticks until the next snapshot, and one more for its lateness.
const NEXT_SNAPSHOT_TICKS: u32 = 4;

/// Reach of a person from its feet, in metres: its height, and an arm's length more.
const PERSON_REACH_M: f32 = 2.5;

/// Vehicles with a body here at most, the own one aside. The local world has a place more than this for each change of
/// hands within one snapshot.
const MOST_VEHICLES: usize = 20;

/// People here at most, the own one aside: as many as the local world has places for, less a change of hands.
const MOST_PEOPLE: usize = 30;

/// Loose pieces further off than this, in metres, are no business of the prediction.
const PIECE_REACH_M: f32 = 60.0;

/// Loose pieces simulated here at most: the nearest. Fewer than the local world has places for.
const MOST_PIECES: usize = 12;

/// What of a snapshot is in the local world, by rising entity.
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

/// Another vehicle or person, as a plan looks at it.
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

/// From where, and over how long, a plan looks at the others.
struct Sight {
    own: Motion,
    trailer_position: Vec3,
    /// How far the own body reaches, in metres, and how fast it may go, in m/s.
    reach_m: f32,
    pace_mps: f32,
    horizon_s: f32,
}

impl Sight {
    fn new(snapshot: &Snapshot, own: &Record, lead_ticks: u32) -> Sight {
        let motion = own.motion();
        // A walker is at its full pace within two or three ticks of standing.
        let run_mps = own.person().map_or(0.0, |state| KINDS[usize::from(state.person.kind)].run_mps);
        Sight {
            trailer_position: snapshot.own_trailer().map_or(motion.position, |trailer| trailer.motion().position),
            reach_m: reach_m(own.form),
            pace_mps: motion.velocity.length().max(run_mps),
            horizon_s: (lead_ticks + NEXT_SNAPSHOT_TICKS) as f32 * TICK_SECONDS,
            own: motion,
        }
    }

    fn look_at<'a>(&self, record: &'a Record) -> Other<'a> {
        let motion = record.motion();
        let apart_m =
            (motion.position - self.own.position).length().min((motion.position - self.trailer_position).length());
        let covered_m = (motion.velocity.length() + self.pace_mps) * self.horizon_s;
        Other {
            apart_m,
            is_near: apart_m < self.reach_m + reach_m(record.form) + covered_m,
            hitched_index: record.vehicle().and_then(|state| state.vehicle.hitched_index()),
            record,
        }
    }
}

/// How far from its place a body may touch another, in metres.
fn reach_m(form: Form) -> f32 {
    match form {
        Form::Vehicle | Form::OwnVehicle => REACH_MOST_M,
        _ => PERSON_REACH_M,
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
    /// Sorts a snapshot: who may touch what the player controls, or its trailer, within the ticks in flight and the wait for
    /// the next snapshot.
    pub fn plan(snapshot: &Snapshot, own: &Record, lead_ticks: u32) -> Plan {
        let sight = Sight::new(snapshot, own, lead_ticks);
        let trailer = snapshot.own_trailer();
        let mut plan =
            Plan { own: std::iter::once(own).chain(trailer).map(|record| record.entity).collect(), ..Plan::default() };
        let (mut vehicles, mut people, mut pieces) = (Vec::new(), Vec::new(), Vec::new());
        for record in snapshot.records.iter().filter(|record| !plan.own.contains(&record.entity)) {
            match record.form {
                Form::Vehicle | Form::OwnVehicle => vehicles.push(sight.look_at(record)),
                Form::Person | Form::OwnPerson => people.push(sight.look_at(record)),
                Form::Piece => pieces.push(sight.look_at(record)),
                Form::Seated | Form::Projectile => {}
            }
        }
        pieces.retain(|piece| piece.apart_m < PIECE_REACH_M);
        for (others, most) in [(&mut vehicles, MOST_VEHICLES), (&mut people, MOST_PEOPLE), (&mut pieces, MOST_PIECES)] {
            others.sort_by(|a, b| a.apart_m.total_cmp(&b.apart_m));
            others.truncate(most);
        }
        for other in vehicles.iter().chain(&people) {
            let list = if other.is_simulated_among(&vehicles) { &mut plan.near } else { &mut plan.proxies };
            list.push(other.record.clone());
        }
        plan.pieces = pieces.into_iter().map(|piece| piece.record.clone()).collect();
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
        let gone = twin::all(world).into_iter().filter(|entity| !listed.contains(entity));
        gone.for_each(|entity| twin::remove(world, entity));
        for record in &plan.proxies {
            if !twin::stands_at(world, record) {
                twin::place(world, record, true);
            }
        }
    }

    /// Lays everything over a world that stands at the snapshot's tick. What already is as it was measured is not touched.
    pub fn lay_all(&self, world: &mut World) {
        self.lay_rest(world);
        for record in &self.plan.near {
            let here = twin::look(world, record.entity, false).map(|(here, _)| here);
            if world.is_proxy(record.entity) || here.as_ref() != Some(record) {
                twin::place(world, record, false);
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

    /// What is simulated in the local world beside what the player controls and its trailer, and the loose pieces in reach,
    /// by rising entity: to be held against a later word.
    pub fn records(&self, world: &World, own: EntityId, own_motion: &Motion) -> Vec<Record> {
        let trailer = world.hitched_to(own);
        let others = twin::all(world).into_iter().filter(|entity| *entity != own && Some(*entity) != trailer);
        let near = others.filter(|entity| !world.is_proxy(*entity));
        let near = near.filter_map(|entity| twin::look(world, entity, false).map(|(record, _)| record));
        let mut pieces: Vec<(f32, EntityId, PieceState)> = world
            .loose_pieces()
            .map(|(entity, state)| ((state.motion.position - own_motion.position).length(), entity, state))
            .filter(|(apart_m, ..)| *apart_m < PIECE_REACH_M)
            .collect();
        pieces.sort_by(|a, b| a.0.total_cmp(&b.0));
        let nearest = pieces.iter().take(MOST_PIECES).map(|(_, entity, state)| Record::of_piece(*entity, state));
        let mut records: Vec<Record> = near.chain(nearest).collect();
        records.sort_by_key(|record| record.entity.index);
        records
    }
}
