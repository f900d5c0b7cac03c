//! What is kept of an entity: plain columns of `Copy` values whose every field has a name.
//!
//! When two runs part, "the digests differ" helps nobody. What helps is: car 4, `drive.boost`, 0.71 here and 0.70 there.
//! So a component can list its fields by name, and digests, differences and recordings are all made from that one list: a
//! field that is added is hashed, compared and named from the start.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::units::math::{Quat, Vec3};

/// One 32-bit word of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A number with a fraction.
    Real(f32),
    /// A whole number or a flag.
    Whole(u32),
}

impl Value {
    /// The bits that are hashed and compared.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self {
            Value::Real(real) => real.to_bits(),
            Value::Whole(whole) => whole,
        }
    }

    /// The same kind of value with other bits.
    #[must_use]
    pub fn with_bits(self, bits: u32) -> Value {
        match self {
            Value::Real(_) => Value::Real(f32::from_bits(bits)),
            Value::Whole(_) => Value::Whole(bits),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Real(real) => write!(f, "{real:?}"),
            Value::Whole(whole) => write!(f, "{whole}"),
        }
    }
}

/// A type that a component's field can have: a fixed number of words, each with the name of its part ("" for a single one).
pub trait Field: Copy {
    /// The words in order, to read.
    fn visit(&self, visit: &mut impl FnMut(&'static str, Value));
    /// The words in order, to change: what `edit` returns is written back.
    fn edit(&mut self, edit: &mut dyn FnMut(Value) -> Value);
}

macro_rules! whole_field {
    ($($type:ty),*) => {$(
        impl Field for $type {
            fn visit(&self, visit: &mut impl FnMut(&'static str, Value)) {
                visit("", Value::Whole(u32::from(*self)));
            }
            fn edit(&mut self, edit: &mut dyn FnMut(Value) -> Value) {
                *self = edit(Value::Whole(u32::from(*self))).bits() as $type;
            }
        }
    )*};
}
whole_field!(u8, u16, u32);

impl Field for bool {
    fn visit(&self, visit: &mut impl FnMut(&'static str, Value)) {
        visit("", Value::Whole(u32::from(*self)));
    }
    fn edit(&mut self, edit: &mut dyn FnMut(Value) -> Value) {
        *self = edit(Value::Whole(u32::from(*self))).bits() & 1 == 1;
    }
}

impl Field for f32 {
    fn visit(&self, visit: &mut impl FnMut(&'static str, Value)) {
        visit("", Value::Real(*self));
    }
    fn edit(&mut self, edit: &mut dyn FnMut(Value) -> Value) {
        *self = f32::from_bits(edit(Value::Real(*self)).bits());
    }
}

impl Field for Vec3 {
    fn visit(&self, visit: &mut impl FnMut(&'static str, Value)) {
        visit(".x", Value::Real(self.x));
        visit(".y", Value::Real(self.y));
        visit(".z", Value::Real(self.z));
    }
    fn edit(&mut self, edit: &mut dyn FnMut(Value) -> Value) {
        self.x.edit(edit);
        self.y.edit(edit);
        self.z.edit(edit);
    }
}

impl Field for Quat {
    fn visit(&self, visit: &mut impl FnMut(&'static str, Value)) {
        visit(".x", Value::Real(self.x));
        visit(".y", Value::Real(self.y));
        visit(".z", Value::Real(self.z));
        visit(".w", Value::Real(self.w));
    }
    fn edit(&mut self, edit: &mut dyn FnMut(Value) -> Value) {
        self.x.edit(edit);
        self.y.edit(edit);
        self.z.edit(edit);
        self.w.edit(edit);
    }
}

impl Field for [f32; 4] {
    fn visit(&self, visit: &mut impl FnMut(&'static str, Value)) {
        for (part, real) in ["[0]", "[1]", "[2]", "[3]"].into_iter().zip(self) {
            visit(part, Value::Real(*real));
        }
    }
    fn edit(&mut self, edit: &mut dyn FnMut(Value) -> Value) {
        for real in self {
            real.edit(edit);
        }
    }
}

/// A column's value: plain, copied by assignment, every field named.
pub trait Component: Copy + Default + PartialEq + Send + Sync + 'static {
    /// The component's name in differences.
    const NAME: &'static str;
    /// Every word in order: field, part, value.
    fn visit(&self, visit: &mut impl FnMut(&'static str, &'static str, Value));
    /// Every word in order, to change.
    fn edit(&mut self, edit: &mut dyn FnMut(Value) -> Value);
}

/// Declares components: the struct, its traits and the list of its fields, written once.
macro_rules! components {
    ($($(#[$doc:meta])* $label:literal $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
        pub struct $name { $($(#[$field_doc])* pub $field: $type,)* }

        impl Component for $name {
            const NAME: &'static str = $label;
            fn visit(&self, visit: &mut impl FnMut(&'static str, &'static str, Value)) {
                $(Field::visit(&self.$field, &mut |part, value| visit(stringify!($field), part, value));)*
            }
            fn edit(&mut self, edit: &mut dyn FnMut(Value) -> Value) {
                $(Field::edit(&mut self.$field, edit);)*
            }
        }
    )*};
}

components! {
    /// Who sits in a slot of a pool.
    "slot" Slot {
        /// Whether anybody does.
        alive: bool,
        /// Index of the entity that does, see [`crate::units::EntityId`].
        index: u16,
        /// Its generation. Kept when the slot empties, so that the next tenant gets another.
        generation: u8,
        /// Whether it only stands where the authority's word put it and is not simulated here.
        proxy: bool,
    }

    /// Where a body is and how it moves, read back from the physics after every step.
    "motion" Motion {
        /// Position of the body's origin, in metres.
        position: Vec3,
        /// Rotation, a unit quaternion.
        rotation: Quat,
        /// Velocity of the centre of mass, in m/s.
        velocity: Vec3,
        /// Spin in rad/s, about the world's axes.
        spin: Vec3,
        /// Whether the physics has put it to sleep.
        asleep: bool,
    }

    /// What a vehicle is and whose.
    "vehicle" Vehicle {
        /// Row of the class table.
        class: u8,
        /// The client that drives it, [`NOT_A_CLIENT`] where the simulation itself does, [`NO_OWNER`] for nobody.
        owner: u16,
        /// The spawn or parking place it came from, where a reset puts it back.
        home: u16,
        /// What hangs on it or it hangs on: the other's entity index, counted from 1; [`NO_HITCH`] for nothing.
        hitched: u16,
    }

    /// What a driver or a walker holds in this tick, on the input's grid.
    "controls" Controls {
        /// Throttle and brake, -1..=1; on foot, forwards and back.
        drive: f32,
        /// Steering, -1..=1; on foot, sideways.
        steer: f32,
        /// Keys down.
        keys: u16,
        /// Where one looks and aims, in 65,536ths of a turn: 0 along +z, a quarter along +x.
        aim: u16,
        /// How hard a grenade is thrown, 0..=255.
        throw: u8,
        /// The slot of the weapon in hand.
        slot: u8,
    }

    /// Who a person is and where it belongs.
    "person" Person {
        /// Row of [`crate::sim::people::KINDS`].
        kind: u8,
        /// The client whose it is, [`NOT_A_CLIENT`] for one of the simulation's own.
        owner: u16,
        /// Index of the vehicle it sits in, [`NO_VEHICLE`] on foot.
        vehicle: u16,
        /// The seat there; 0 is the driver's.
        seat: u8,
        /// The spawn where a client's person begins again; of no meaning for others.
        home: u16,
    }

    /// What of walking integrates over time. All of it travels: a replay runs it again.
    "walk" Walk {
        /// Where the body faces, in radians about the vertical, 0 along +z and positive towards +x.
        yaw_rad: f32,
        /// Ticks since the feet last stood, held at 255.
        airborne_ticks: u8,
        /// Ticks that it still lies where a car threw it.
        limp_ticks: u16,
        /// Ticks that it has yet to stand at a door and pull the driver out, 0 for not at it.
        jacking_ticks: u8,
        /// Index of the vehicle whose driver it pulls out.
        jacking: u16,
    }

    /// What fighting makes of a person.
    "fight" Fight {
        /// Ticks until the weapon fires again.
        wait_ticks: u8,
        /// Ticks until the next press that the authority decides (seat, class, reset) counts. The authority's alone.
        press_wait_ticks: u8,
        /// Ticks since death, 0 for the living.
        dead_ticks: u16,
        /// Index of the entity that last hurt it, [`NOBODY`] for none. The authority's alone.
        hurt_by: u16,
    }

    /// What moves one of the simulation's own people. The authority's alone.
    "mind" Mind {
        /// What it is after, a [`crate::sim::ai::Profile`].
        profile: u8,
        /// Index of the entity that it is after or flees from, [`NOBODY`] for none.
        target: u16,
        /// Number of the lane that it drives on or the pavement that it walks along.
        way: u16,
        /// How far along it, in metres.
        along_m: f32,
        /// Ticks for which it is alarmed, or angry.
        alarm_ticks: u16,
        /// Ticks for which it has not got on, though nothing was in its way.
        stuck_ticks: u16,
        /// Ticks for which it has stood because of others.
        wait_ticks: u16,
        /// Lanes that it has driven: what it asks chance about its turns by.
        legs: u16,
        /// Number of the turn that it makes at the end of its lane.
        turn: u16,
        /// Whether that turn is its own to make: nobody else is let onto a way that crosses it.
        may_turn: bool,
        /// Whether it walks against the order of its pavement's points.
        is_backwards: bool,
    }

    /// What the city has to know of a vehicle, to take it away again. The authority's alone.
    "upkeep" Upkeep {
        /// Whether the city put it out.
        of_city: bool,
        /// Seconds for which nobody has driven it or been near, held at 255.
        idle_s: u8,
    }

    /// What flies.
    "projectile" Projectile {
        /// Rocket or grenade.
        kind: u8,
        /// Index of the person that sent it.
        by: u16,
        /// Its generation: another may have its place since.
        by_generation: u8,
        /// Ticks since it was sent.
        age_ticks: u16,
    }

    /// What the city is to be filled with, and how far that is.
    "city" City {
        /// Where its chance comes from.
        seed: u32,
        /// Cars in traffic that are wanted.
        traffic: u16,
        /// Walkers that are wanted.
        walkers: u16,
        /// Chasers that are wanted.
        chasers: u16,
        /// Brawlers that are wanted.
        brawlers: u16,
        /// Index of the client's person that the police come after.
        wanted: u16,
        /// Ticks for which they still do.
        wanted_ticks: u16,
    }

    /// What of the driving integrates over time. All of it travels: a replay runs it again.
    "drive" Drive {
        /// Angle of the front wheels, in radians, positive towards +x.
        steering: f32,
        /// Fill of the boost meter, 0..=1.
        boost: f32,
        /// Whether the meter ran dry and must first refill.
        boost_spent: bool,
        /// Ticks until the engine pulls again after a hard landing.
        stun_ticks: u8,
        /// Ticks since a wheel last touched the ground, held at 255.
        airborne_ticks: u8,
        /// Ticks that it has lain on its side or roof.
        upset_ticks: u8,
        /// Speed downwards in the last tick in the air, in m/s.
        fall_mps: f32,
        /// Hold of the front tyres, 0..=1 of their best.
        front_grip: f32,
        /// Hold of the rear tyres, 0..=1 of their best.
        rear_grip: f32,
    }

    /// The wheels as they stand, for drawing: worked out anew in every tick.
    "wheels" Wheels {
        /// Compression of each spring, in metres: front +x, front -x, rear +x, rear -x.
        compression: [f32; 4],
        /// Roll of each wheel, in radians.
        roll: [f32; 4],
    }

    /// How much a vehicle or a person can still take.
    "condition" Condition {
        /// Health in points; at 0 a vehicle is a wreck and its engine dead, and a person is dead.
        health: f32,
        /// Ticks for which a vehicle without health has burnt; at [`crate::sim::weapons::BURN_TICKS`] it has burnt out. The
        /// authority's alone.
        burnt_ticks: u16,
    }

    /// A light piece of the level in its place, one row each.
    "piece" Piece {
        /// Whether it was torn loose.
        loose: bool,
        /// How often it came loose: its generation as an entity.
        generation: u8,
    }

    /// The life of a loose piece.
    "rest" Rest {
        /// Ticks since it came loose.
        age_ticks: u32,
        /// Ticks that it has lain still.
        still_ticks: u16,
    }
}

/// [`Vehicle::owner`] of a vehicle that nobody drives.
pub const NO_OWNER: u16 = u16::MAX;

/// The owner of what the simulation itself moves: no client has this number.
pub const NOT_A_CLIENT: u16 = u16::MAX - 1;

/// [`Person::vehicle`] of a person on foot.
pub const NO_VEHICLE: u16 = u16::MAX;

/// The index of no entity.
pub const NOBODY: u16 = u16::MAX;

/// [`Vehicle::hitched`] of a vehicle that stands alone: the default, so that an empty row is hitched to nothing.
pub const NO_HITCH: u16 = 0;

impl Vehicle {
    /// The entity index of what it is hitched to.
    #[must_use]
    pub fn hitched_index(&self) -> Option<u16> {
        self.hitched.checked_sub(1)
    }
}
