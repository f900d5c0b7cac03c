//! Light pieces: they stand like walls until something brings more energy than holds them.
//!
//! A lamp that is a wall stops a lorry; a lamp that is always a loose body costs every save and falls over by itself. So a
//! standing piece is part of a collider without a body, and one rule decides, before the physics sees the blow: a vehicle
//! whose motion towards the piece holds more energy than the piece's foot tears it loose, and is slowed by just that
//! energy. The rule reads nothing but the vehicle, the piece and the level, so authority and session tear the same piece on
//! the same tick.

use super::component::{Motion, Piece, Rest, Slot};
use super::event::Event;
use super::physics::{Hull, LOOSE_FRICTION, LOOSE_RESTITUTION, Physics, Pool};
use super::store::Store;
use super::vehicle::{CLASSES, Class};
use super::world::Role;
use crate::level::{Level, LightPiece, LightProperties};
use crate::units::math::{UP, Vec3};
use crate::units::{EntityId, TICK_RATE_HZ, TICK_SECONDS};

/// Entity index of the level's first light piece; vehicles and people have those below.
pub const FIRST_PIECE_INDEX: u16 = 0x8000;

/// Side of a cell of the search grid, in metres.
const CELL_M: f32 = 16.0;

/// A vehicle slower than this tears nothing loose, in m/s: the lightest piece holds against it anyway.
const SLOWEST_KNOCK_MPS: f32 = 1.0;

/// How close a hull must come, beyond what it covers in a tick, to be at a piece, in metres.
const TOUCH_M: f32 = 0.05;

/// Share of the vehicle's velocity that a torn piece flies off with.
const THROWN_SHARE: f32 = 0.9;

/// Speed upwards that it gets besides, in m/s.
const THROWN_UP_MPS: f32 = 1.5;

/// Slower than this, in m/s, a piece lies still.
const STILL_MPS: f32 = 0.2;

/// Ticks that a piece lies still before it is planted again: ten seconds.
pub const STILL_TICKS: u16 = 10 * TICK_RATE_HZ as u16;

/// Ticks after which a piece is planted again even if it still rolls: a minute.
pub const LOOSE_MOST_TICKS: u32 = 60 * TICK_RATE_HZ;

/// A piece is not planted again under a vehicle: none may be nearer than this, in metres.
const PLANTING_ROOM_M: f32 = 5.0;

/// Which light pieces stand near a place. Made of the level, and shared by every world on it.
pub struct PieceGrid {
    /// The corner with the lowest x and z, in metres.
    corner: [f32; 2],
    /// Cells along x and z: no more than a few hundred, since a level ends at 4 km.
    sides: [usize; 2],
    /// For each cell, line after line along z, where its pieces begin; at the end, where the last one's end.
    starts: Vec<u16>,
    pieces: Vec<u16>,
}

impl PieceGrid {
    /// The grid of a level's light pieces.
    pub fn new(level: &Level) -> PieceGrid {
        let lights = &level.data().light_pieces;
        let places = || lights.iter().map(|light| light.position);
        let (low, high) =
            (places().reduce(Vec3::min).unwrap_or_default(), places().reduce(Vec3::max).unwrap_or_default());
        let corner = [low.x, low.z].map(|at_m| (at_m / CELL_M).floor() * CELL_M);
        let sides = [high.x - corner[0], high.z - corner[1]].map(|extent_m| (extent_m / CELL_M) as usize + 1);
        let mut grid = PieceGrid { corner, sides, starts: Vec::new(), pieces: (0..lights.len() as u16).collect() };
        let cells: Vec<usize> = places().map(|at| grid.index(grid.cell_of(at))).collect();
        grid.pieces.sort_by_key(|piece| cells[usize::from(*piece)]);
        let begins = |cell| grid.pieces.partition_point(|piece| cells[usize::from(*piece)] < cell) as u16;
        grid.starts = (0..=sides[0] * sides[1]).map(begins).collect();
        grid
    }

    /// Indices of the pieces within `reach_m` across the ground, and some beyond, in a fixed order. Looks at no more cells
    /// than there are: a velocity from outside may reach anywhere.
    pub fn near(&self, at: Vec3, reach_m: f32) -> impl Iterator<Item = u16> + '_ {
        let reach = Vec3::new(reach_m, 0.0, reach_m);
        let (from, to) = (self.cell_of(at - reach), self.cell_of(at + reach));
        (from[0]..=to[0]).flat_map(move |x| {
            let (first, last) = (self.index([x, from[1]]), self.index([x, to[1]]));
            self.pieces[usize::from(self.starts[first])..usize::from(self.starts[last + 1])].iter().copied()
        })
    }

    /// The cell of a place; at the grid's rim for what lies beyond.
    fn cell_of(&self, at: Vec3) -> [usize; 2] {
        let cell = |at_m: f32, axis: usize| (((at_m - self.corner[axis]) / CELL_M) as usize).min(self.sides[axis] - 1);
        [cell(at.x, 0), cell(at.z, 1)]
    }

    fn index(&self, [x, z]: [usize; 2]) -> usize {
        x * self.sides[1] + z
    }
}

/// The entity that a light piece of the level is in a given life.
#[must_use]
pub fn piece_entity(piece: usize, generation: u8) -> EntityId {
    EntityId::new(FIRST_PIECE_INDEX + piece as u16, generation)
}

/// Which light piece of the level an entity is, if it is one.
#[must_use]
pub fn piece_of(entity: EntityId) -> Option<usize> {
    entity.index.checked_sub(FIRST_PIECE_INDEX).map(usize::from)
}

/// Hull of a loose piece.
fn hull(light: &LightPiece) -> Hull {
    let properties = light.kind.properties();
    Hull {
        half: properties.half_m,
        centre: Vec3::ZERO,
        mass_kg: properties.mass_kg,
        friction: LOOSE_FRICTION,
        restitution: LOOSE_RESTITUTION,
    }
}

/// Tears loose every piece that a simulated vehicle drives into hard enough in this tick.
pub fn knock(level: &Level, grid: &PieceGrid, store: &mut Store, physics: &mut Physics, events: &mut Vec<Event>) {
    for (row, piece) in knocks(level, grid, store, physics) {
        let light = &level.data().light_pieces[piece];
        let vehicles = store.vehicles();
        let (slot, class) = (vehicles.slot[row], &CLASSES[usize::from(vehicles.vehicle[row].class)]);
        // Asked again, since the vehicle may be slower by now for another piece, and the piece torn by another vehicle.
        let motion = physics.motion(Pool::Vehicles, row);
        let Some(slowed) =
            velocity_after_tearing(class, &motion, light).filter(|_| !store.standing().piece[piece].loose)
        else {
            continue;
        };
        physics.body_mut(Pool::Vehicles, row).set_linvel(slowed, false);
        let motion = Motion {
            position: light.pose().translation,
            rotation: light.pose().rotation,
            velocity: motion.velocity * THROWN_SHARE + UP * THROWN_UP_MPS,
            spin: Vec3::ZERO,
            asleep: false,
        };
        let generation = store.standing().piece[piece].generation.wrapping_add(1);
        loosen(level, store, physics, piece, generation, &motion);
        events.push(Event::Knock {
            piece: piece_entity(piece, generation),
            by: EntityId::new(slot.index, slot.generation),
        });
    }
}

/// Rows of the simulated vehicles, each with the standing pieces that it tears as fast as it is, in a fixed order.
fn knocks(level: &Level, grid: &PieceGrid, store: &Store, physics: &Physics) -> Vec<(usize, usize)> {
    let (vehicles, standing) = (store.vehicles(), store.standing().piece);
    let mut knocks = Vec::new();
    for (row, _) in vehicles.slot.iter().enumerate().filter(|(_, slot)| slot.alive && !slot.proxy) {
        let speed_mps = physics.body(Pool::Vehicles, row).linvel().length();
        if speed_mps < SLOWEST_KNOCK_MPS {
            continue;
        }
        let motion = physics.motion(Pool::Vehicles, row);
        let class = &CLASSES[usize::from(vehicles.vehicle[row].class)];
        let reach_m = class.half.length() + speed_mps * TICK_SECONDS + 1.0;
        // Not a loop: that would ask before each piece which line of cells it is from.
        grid.near(motion.position, reach_m).map(usize::from).for_each(|piece| {
            let tears = || velocity_after_tearing(class, &motion, &level.data().light_pieces[piece]).is_some();
            if !standing[piece].loose && tears() {
                knocks.push((row, piece));
            }
        });
    }
    knocks
}

/// What a vehicle that drives into a piece in this tick goes on with, in m/s, if it is hard enough to tear it.
fn velocity_after_tearing(class: &Class, vehicle: &Motion, light: &LightPiece) -> Option<Vec3> {
    let (rotation, velocity) = (vehicle.rotation, vehicle.velocity);
    let LightProperties { half_m: half, break_energy_j: needed_j, .. } = light.kind.properties();
    let middle = light.position + UP * half.y;
    let local = rotation.conjugate() * (middle - vehicle.position) - Vec3::Y * class.hull_up_m;
    let way = rotation.conjugate() * velocity * TICK_SECONDS;
    let foot_m = half.x.max(half.z);
    let reaches = local.x.abs() <= class.half.x + foot_m + way.x.abs() + TOUCH_M
        && local.y.abs() <= class.half.y + half.y + way.y.abs() + TOUCH_M
        && local.z.abs() <= class.half.z + foot_m + way.z.abs() + TOUCH_M;
    if !reaches {
        return None;
    }
    let across = Vec3::new(local.x, 0.0, local.z);
    let hull_point = across.clamp(-class.half, class.half);
    let towards = rotation * (across - hull_point).normalize_or(across.normalize_or_zero());
    let closing_mps = velocity.dot(towards);
    let energy_j = 0.5 * class.mass_kg * closing_mps * closing_mps;
    let kept = (1.0 - needed_j / (0.5 * class.mass_kg * velocity.length_squared())).max(0.0).sqrt();
    (closing_mps > 0.0 && energy_j >= needed_j).then_some(velocity * kept)
}

/// Takes a piece from its place and gives it a body. Its row follows from its number where that row is free; where none is
/// free, the piece that is loose the longest gives up its own.
///
/// The order of rows is the order in which the physics pushes bodies apart, so a car that pushes three pieces at once needs
/// them in one order in every world. A session has a row for each remainder by its number of rows, and the authority several
/// next to each other for each: pieces of different remainders, such as those of one row of bollards, are in the same order
/// in both.
pub fn loosen(level: &Level, store: &mut Store, physics: &mut Physics, piece: usize, generation: u8, motion: &Motion) {
    let rows = store.loose().slot.len();
    let loose = store.loose();
    let remainders = Role::Session.loose_rows();
    let for_each = rows / remainders;
    let preferred = piece % remainders * for_each + piece / remainders % for_each;
    let free = (0..rows).map(|step| (preferred + step) % rows).find(|row| !loose.slot[*row].alive);
    let oldest = (0..rows).max_by_key(|row| loose.rest[*row].age_ticks).unwrap_or(0);
    let row = free.unwrap_or(oldest);
    if free.is_none() {
        clear(store, physics, row);
    }
    physics.activate(Pool::Loose, row, &hull(&level.data().light_pieces[piece]));
    physics.set_motion(Pool::Loose, row, motion);
    set_piece(level, store, physics, piece, Piece { loose: true, generation });
    let loose = store.loose_mut();
    let entity = piece_entity(piece, generation);
    loose.slot[row] = Slot { alive: true, index: entity.index, generation, proxy: false };
    loose.motion[row] = physics.motion(Pool::Loose, row);
    loose.rest[row] = Rest::default();
}

/// Plants a loose piece again.
pub fn plant(level: &Level, store: &mut Store, physics: &mut Physics, piece: usize) {
    let index = FIRST_PIECE_INDEX + piece as u16;
    if let Some(row) = store.loose().slot.iter().position(|slot| slot.alive && slot.index == index) {
        clear(store, physics, row);
    }
    let generation = store.standing().piece[piece].generation;
    set_piece(level, store, physics, piece, Piece { loose: false, generation });
}

/// Notes that a piece stands or is loose, and makes its chunk of what stands now.
fn set_piece(level: &Level, store: &mut Store, physics: &mut Physics, piece: usize, now: Piece) {
    let before = std::mem::replace(&mut store.standing_mut().piece[piece], now);
    // Even the same shape, set again, loses the contacts of what leans on the chunk.
    if before.loose != now.loose {
        physics.set_light_chunk(level, level.light_chunk_of(piece), store.standing().piece);
    }
}

/// Takes the body from a row of loose pieces. The piece itself stays out of its place.
fn clear(store: &mut Store, physics: &mut Physics, row: usize) {
    physics.park(Pool::Loose, row);
    let loose = store.loose_mut();
    loose.slot[row] = Slot { generation: loose.slot[row].generation, ..Slot::default() };
    loose.motion[row] = Motion::default();
    loose.rest[row] = Rest::default();
}

/// Ages the loose pieces, and plants those that have lain still or rolled for long enough and have room in their place.
pub fn age(level: &Level, store: &mut Store, physics: &mut Physics) {
    let loose = store.loose_mut();
    let mut due = Vec::new();
    for ((slot, motion), rest) in
        loose.slot.iter().zip(&*loose.motion).zip(loose.rest).filter(|((slot, _), _)| slot.alive)
    {
        rest.age_ticks += 1;
        let still = motion.velocity.length() < STILL_MPS;
        rest.still_ticks = if still { rest.still_ticks.saturating_add(1) } else { 0 };
        if rest.still_ticks >= STILL_TICKS || rest.age_ticks >= LOOSE_MOST_TICKS {
            due.push(usize::from(slot.index - FIRST_PIECE_INDEX));
        }
    }
    for piece in due {
        if has_room(store, level.data().light_pieces[piece].position) {
            plant(level, store, physics, piece);
        }
    }
    // A piece whose body was given to another waits out of its place until the way is clear.
    let (standing, loose) = (store.standing(), store.loose());
    let bodies = loose.slot.iter().filter(|slot| slot.alive).count();
    if standing.piece.iter().filter(|piece| piece.loose).count() == bodies {
        return;
    }
    let bodiless = |piece: &usize| {
        let index = FIRST_PIECE_INDEX + *piece as u16;
        standing.piece[*piece].loose && !loose.slot.iter().any(|slot| slot.alive && slot.index == index)
    };
    let waiting: Vec<usize> = (0..level.data().light_pieces.len()).filter(bodiless).collect();
    for piece in waiting {
        if has_room(store, level.data().light_pieces[piece].position) {
            plant(level, store, physics, piece);
        }
    }
}

fn has_room(store: &Store, place: Vec3) -> bool {
    let vehicles = store.vehicles();
    let mut taken = vehicles.slot.iter().zip(vehicles.motion).filter(|(slot, _)| slot.alive);
    taken.all(|(_, motion)| (motion.position - place).length() > PLANTING_ROOM_M)
}
