use tacho_core::level::{Level, generators};
use tacho_core::sim::{Role, World};
use tacho_core::units::math::*;
fn main() {
    let level = Level::compile(generators::riverbend(1)).unwrap();
    let mut world = World::new(level.clone(), Role::Authority);
    let want = Vec3::new(-33.34, 0.0, 156.67);
    for (i, p) in level.data().pieces.iter().enumerate() {
        if (p.position - want).with_y(0.0).length() < 6.0 {
            println!("piece {i} {:?} {:?} {:?} {:?}", p.kind, p.shape, p.position, p.rotation);
        }
    }
    for p in &level.data().light_pieces {
        if (p.position - want).length() < 5.0 {
            println!("light {p:?}");
        }
    }
    for t in 0..2000 {
        for (e, v) in world.vehicles() {
            let g = level.ground_height(v.motion.position.x, v.motion.position.z).unwrap();
            if t < 14 && e.index == 101 {
                println!("{t} {e} {:?} {:?} up {:?}", v.motion.position, v.motion.velocity, v.motion.rotation * UP);
            }
            if (t == 60 || t == 1999) && (v.motion.position.y - g < 0.45 || (v.motion.rotation * UP).y < 0.99) {
                println!(
                    "{t} {e} low {:?} {} up {:?}",
                    v.motion.position,
                    v.motion.position.y - g,
                    v.motion.rotation * UP
                );
            }
        }
        world.step(&[], &[]);
    }
}
