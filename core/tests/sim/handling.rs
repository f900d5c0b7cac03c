//! How each class drives, in figures that people know of real vehicles.
//!
//! A table of forty numbers a class says nothing of what comes of them. These are measured by driving: a change of the
//! table or of the rules shows here as a bus that turns like a taxi.

use std::sync::Arc;

use tacho_core::input::{Input, Keys};
use tacho_core::level::{Ground, Level, LevelData, Piece, PieceKind, Rotation, Shape, Spawn, Surface};
use tacho_core::sim::{CLASSES, Class, NO_OWNER, Role, Vehicle, VehicleState, World};
use tacho_core::units::math::{AXLE, FORWARD, UP, Vec3, axis_rotation};
use tacho_core::units::{ClientId, EntityId, TICK_RATE_HZ};

use crate::stage::{self, CAR};
use crate::trailers;

const KMH_MPS: f32 = 1.0 / 3.6;
/// Half the plate, in metres.
const HALF_M: f32 = 2000.0;
const NO_KEYS: Keys = Keys(0);
/// What hangs on [`CAR`].
const TRAILER: EntityId = EntityId::new(100, 1);

fn plate(pieces: Vec<Piece>) -> Arc<Level> {
    stage::compiled(LevelData {
        pieces,
        spawns: vec![Spawn { position: Vec3::new(1900.0, 0.5, 1900.0), yaw_rad: 0.0 }],
        ..LevelData::bare("plate", "Plate", Ground::Flat { half_x_m: HALF_M, half_z_m: HALF_M }, Surface::Asphalt)
    })
}

/// The classes that can be driven, with their rows: one that is only pulled does nothing alone.
fn driven() -> impl Iterator<Item = (usize, &'static Class)> {
    CLASSES.iter().enumerate().filter(|(_, class)| class.drives())
}

/// A vehicle of a class in a world of its own.
struct Drive {
    world: World,
}

impl Drive {
    /// On its wheels at the origin but for `z_m`, heading along +z at `speed_mps`.
    fn begin(level: &Arc<Level>, class: usize, z_m: f32, speed_mps: f32) -> Drive {
        let position = Vec3::new(0.0, CLASSES[class].ride_height_m(), z_m);
        let mut state = stage::car_at(position, 0.0, speed_mps);
        state.vehicle.class = class as u8;
        state.condition.health = CLASSES[class].health;
        Drive::from(level, &state)
    }

    /// The same of the class that pulls, with its trailer straight behind it.
    fn begin_hitched(level: &Arc<Level>, z_m: f32, speed_mps: f32) -> Drive {
        let tractor = trailers::tractor();
        let mut cab = Drive::begin(level, usize::from(tractor), z_m, speed_mps).state();
        let tow = CLASSES[usize::from(tractor)].tows.as_ref().expect("it pulls");
        let mut trailer = cab;
        let row = CLASSES.iter().position(|class| class.name == tow.class).expect("the table checks it");
        let position = tow.straight_behind(cab.motion.position, cab.motion.rotation);
        trailer.vehicle = Vehicle { class: row as u8, owner: NO_OWNER, home: 0, hitched: CAR.index + 1 };
        trailer.motion.position = position;
        cab.vehicle.hitched = TRAILER.index + 1;
        let mut drive = Drive::from(level, &cab);
        assert!(drive.world.place_vehicle(TRAILER, &trailer, false));
        drive
    }

    fn from(level: &Arc<Level>, state: &VehicleState) -> Drive {
        let mut world = World::new(level.clone(), Role::Session);
        assert!(world.place_vehicle(CAR, state, false));
        Drive { world }
    }

    fn state(&self) -> VehicleState {
        self.world.vehicle(CAR).expect("nobody takes it away")
    }

    /// Puts all of it back by the length of the plate, but for its margins.
    fn move_back(&mut self) {
        for (entity, mut state) in self.world.vehicles().collect::<Vec<_>>() {
            state.motion.position.z -= 2.0 * (HALF_M - 100.0);
            self.world.place_vehicle(entity, &state, false);
        }
    }

    fn tick(&mut self, drive: f32, steer: f32, keys: Keys) -> VehicleState {
        self.world.step(&[], &[(ClientId(0), Input::from_axes(drive, steer, keys))]);
        self.state()
    }
}

fn speed_mps(state: &VehicleState) -> f32 {
    state.motion.velocity.dot(state.motion.rotation * FORWARD)
}

/// Makes a drive that begins at this z, in metres, and speed, in m/s.
type Begin<'a> = &'a dyn Fn(f32, f32) -> Drive;

/// The first columns of a row.
fn figures(name: &str, begin: Begin) -> String {
    let (to_100_s, top_kmh) = full_throttle(begin);
    let to_100_s = to_100_s.map_or("-".into(), |seconds| format!("{seconds:.1}"));
    let (braking_m, circle_m) = (braking_m(begin), turning_circle_m(begin));
    format!("{name:10} {to_100_s:>7}  {braking_m:>7.1}  {circle_m:>8.1}  {top_kmh:>8.0}")
}

/// Seconds from rest to 100 km/h, and km/h after a minute.
fn full_throttle(begin: Begin) -> (Option<f32>, f32) {
    let mut drive = begin(100.0 - HALF_M, 0.0);
    let mut to_100_s = None;
    for tick in 1..=60 * TICK_RATE_HZ {
        let state = drive.tick(1.0, 0.0, NO_KEYS);
        if speed_mps(&state) >= 100.0 * KMH_MPS {
            to_100_s.get_or_insert(tick as f32 / TICK_RATE_HZ as f32);
        }
        if state.motion.position.z > HALF_M - 100.0 {
            drive.move_back();
        }
    }
    (to_100_s, speed_mps(&drive.state()) / KMH_MPS)
}

/// Metres from 100 km/h to rest.
fn braking_m(begin: Begin) -> f32 {
    let mut drive = begin(0.0, 100.0 * KMH_MPS);
    while speed_mps(&drive.tick(-1.0, 0.0, NO_KEYS)) > 1.0 {}
    drive.state().motion.position.z
}

/// Diameter of the circle on full lock at 10 km/h, in metres.
fn turning_circle_m(begin: Begin) -> f32 {
    let target_mps = 10.0 * KMH_MPS;
    let mut drive = begin(0.0, target_mps);
    let mut xs = Vec::new();
    for tick in 0..30 * TICK_RATE_HZ {
        let wanted = (0.5 * (target_mps - speed_mps(&drive.state()))).clamp(-0.3, 1.0);
        let state = drive.tick(wanted, 1.0, NO_KEYS);
        if tick > 5 * TICK_RATE_HZ {
            xs.push(state.motion.position.x);
        }
    }
    let (least, most) = xs.iter().fold((f32::MAX, f32::MIN), |(least, most), x| (least.min(*x), most.max(*x)));
    most - least
}

/// Angle between heading and motion, in degrees, that a driver holds who lets the handbrake go, stays on the throttle and
/// steers against the slide: the mean over a second that begins half a second later.
fn drift_deg(level: &Arc<Level>, class: usize) -> f32 {
    let mut drive = Drive::begin(level, class, 0.0, 20.0);
    for _ in 0..20 {
        drive.tick(0.0, 1.0, Keys::HANDBRAKE);
    }
    let mut slip_rad = 0.0f32;
    let mut angles = Vec::new();
    for _ in 0..90 {
        let motion = drive.tick(1.0, (2.0 * slip_rad).clamp(-1.0, 1.0), NO_KEYS).motion;
        let along_mps = motion.velocity.dot(motion.rotation * FORWARD);
        slip_rad = libm::atan2f(motion.velocity.dot(motion.rotation * AXLE), along_mps);
        angles.push(slip_rad.abs().to_degrees());
    }
    angles[30..].iter().sum::<f32>() / 60.0
}

/// Ticks of stun after a jump that falls 10 m, and how upright the vehicle stands two seconds later (1 is upright).
fn landing(level: &Arc<Level>, class: usize) -> (u8, f32) {
    let mut state = Drive::begin(level, class, 0.0, 20.0).state();
    state.motion.position.y += 10.0;
    let mut drive = Drive::from(level, &state);
    let stun = (0..4 * TICK_RATE_HZ).map(|_| drive.tick(0.0, 0.0, NO_KEYS).drive.stun_ticks).max();
    (stun.unwrap_or(0), (drive.state().motion.rotation * UP).y)
}

/// A wall of 25 cm across the way, 10 m high.
fn wall() -> Piece {
    Piece {
        shape: Shape::Cuboid { half: Vec3::new(60.0, 5.0, 0.125) },
        position: Vec3::new(0.0, 5.0, 0.0),
        rotation: Rotation::Yaw(0.0),
        kind: PieceKind::Wall,
        surface: Surface::Concrete,
    }
}

/// Whether the wall holds the class at 300 km/h, wherever before it the third tick ends: a millimetre decides whether the
/// physics sees the contact coming.
fn wall_holds(level: &Arc<Level>, class: usize) -> bool {
    let speed_mps = 300.0 * KMH_MPS;
    let third_tick_m = -0.125 - CLASSES[class].half.z - 3.0 * speed_mps / TICK_RATE_HZ as f32;
    (0..60).all(|gap_mm| {
        let mut drive = Drive::begin(level, class, third_tick_m - gap_mm as f32 / 1000.0, speed_mps);
        (0..60).all(|_| drive.tick(1.0, 0.0, NO_KEYS).motion.position.z < 0.0)
    })
}

#[test]
fn each_class_drives_as_its_kind_does() {
    let (open, walled) = (plate(vec![]), plate(vec![wall()]));
    let mut table = "class      0-100 s  100-0 m  circle m  top km/h  drift deg  stun  up    25 cm wall\n".to_string();
    for (row, class) in driven() {
        let (stun_ticks, up) = landing(&open, row);
        table += &format!(
            "{}  {:>9.0}  {stun_ticks:>4}  {up:.2}  {}\n",
            figures(&class.name, &|z_m, speed_mps| Drive::begin(&open, row, z_m, speed_mps)),
            drift_deg(&open, row),
            if wall_holds(&walled, row) { "holds" } else { "is passed" },
        );
    }
    table += &figures("+ trailer", &|z_m, speed_mps| Drive::begin_hitched(&open, z_m, speed_mps));
    insta::assert_snapshot!(table, @r"
    class      0-100 s  100-0 m  circle m  top km/h  drift deg  stun  up    25 cm wall
    sedan          6.2     40.5       9.7       187         55    60  1.00  holds
    hatchback      8.2     39.4       8.4       168         52    60  1.00  holds
    sport          3.0     32.1       9.2       263         19    60  1.00  holds
    pickup         7.5     44.1      12.5       171         27    60  1.00  holds
    van           11.3     44.6      12.5       146         15    60  1.00  holds
    bus           26.3     51.9      18.6       118          0    60  1.00  holds
    tractor       13.6     51.0      13.8       129          0    60  1.00  holds
    truck         20.8     51.4      17.8       121          0    60  1.00  holds
    police         4.1     35.1      10.3       235         28    60  1.00  holds
    taxi           8.2     41.1       9.1       174         29    60  1.00  holds
    muscle         4.0     38.6       9.8       260         48    60  1.00  holds
    buggy          4.6     43.5       7.6       160         33    60  1.00  holds
    + trailer     28.5     54.2      15.6       114
    ");
}

#[test]
fn each_class_that_is_parked_on_a_slope_stays_there_and_sleeps() {
    let slope = axis_rotation(AXLE, -15f32.to_radians());
    let slab = Piece {
        shape: Shape::Cuboid { half: Vec3::new(20.0, 0.5, 20.0) },
        position: Vec3::new(0.0, 8.0, 0.0),
        rotation: Rotation::Full(slope),
        kind: PieceKind::Ramp,
        surface: Surface::Asphalt,
    };
    let level = plate(vec![slab.clone()]);
    for (row, class) in driven() {
        let above = slope * (UP * (0.5 + class.ride_height_m()));
        let mut state = Drive::begin(&level, row, 0.0, 0.0).state();
        state.vehicle.owner = NO_OWNER;
        state.motion.position = slab.position + above;
        state.motion.rotation = slope;
        let mut drive = Drive::from(&level, &state);
        let after = (0..8 * TICK_RATE_HZ).map(|_| drive.tick(0.0, 0.0, NO_KEYS)).last().expect("eight seconds").motion;
        let moved_m = (after.position - state.motion.position).length();
        assert!(after.asleep && moved_m < 0.25, "{} moved {moved_m} m: {after:?}", class.name);
    }
}
