//! Which parts are around something that moves: looked up once, and again only when it has moved on.
//!
//! A car or a walker asks the same few parts tick after tick. What is remembered of them follows from the level and the
//! place alone, so it may be forgotten, or be of another time, without a bit of any answer changing.

use rapier3d::parry::bounding_volume::{Aabb, BoundingVolume};

use super::rays::{Hits, Rays};
use super::{Search, SolidHit, SolidTouch, Solids};
use crate::units::math::Vec3;

/// How far beyond what is asked for is looked, in metres: a car at 100 km/h goes four ticks, a walker a second. More means
/// more parts that are asked for nothing.
const MARGIN_M: f32 = 2.0;

/// The parts around one place.
#[derive(Clone, Debug)]
pub struct Nearby {
    /// What was asked for last.
    asked: Aabb,
    /// What is known.
    known: Aabb,
    /// The numbers of the parts that reach into it, ascending.
    parts: Vec<u32>,
}

impl Default for Nearby {
    fn default() -> Nearby {
        // No box lies within one that ends before it begins.
        let nowhere = Aabb::new(Vec3::MAX, Vec3::MIN);
        Nearby { asked: nowhere, known: nowhere, parts: Vec::new() }
    }
}

impl Nearby {
    /// Has all parts known that reach into a box. Questions within it are answered from memory, others by the whole level:
    /// which of the two it is does not depend on what was remembered from before.
    pub fn look(&mut self, solids: &Solids, around: &Aabb) {
        self.asked = *around;
        if self.known.contains(around) {
            return;
        }
        self.known = around.loosened(MARGIN_M);
        self.parts.clear();
        solids.visit_parts(&self.known, |part| self.parts.push(part));
        self.parts.sort_unstable();
    }

    /// [`Solids::cast_ray`].
    #[must_use]
    pub fn cast_ray(&self, solids: &Solids, origin: Vec3, direction: Vec3, reach_m: f32) -> Option<SolidHit> {
        let mut search = Search::new(origin, direction, reach_m);
        if !self.asked.contains(&search.around) {
            return solids.cast_ray(origin, direction, reach_m);
        }
        search.ask(solids, &self.parts);
        search.nearest.map(|(_, hit)| hit)
    }

    /// [`Solids::cast_ray`] by four. They meet nothing beyond what was looked at.
    #[must_use]
    pub fn cast_rays(&self, solids: &Solids, rays: &Rays) -> Hits {
        let (around, mut hits) = (rays.bounds(), Hits::none(rays));
        self.visit(solids, &around, |part| solids.forms[part as usize].cast_rays(rays, &mut hits));
        hits
    }

    /// [`Solids::is_clear`].
    #[must_use]
    pub fn is_clear(&self, solids: &Solids, around: &Aabb) -> bool {
        if !self.asked.contains(around) {
            return solids.is_clear(around);
        }
        let mut clear = true;
        self.visit(solids, around, |part| clear = clear && solids.forms[part as usize].is_below(around));
        clear
    }

    /// [`Solids::touch`].
    pub fn touch(&self, solids: &Solids, centre: Vec3, radius_m: f32, visit: &mut impl FnMut(SolidTouch)) {
        let around = Aabb::from_half_extents(centre, Vec3::splat(radius_m));
        if !self.asked.contains(&around) {
            return solids.touch(centre, radius_m, visit);
        }
        self.visit(solids, &around, |part| solids.forms[part as usize].touch_if_near(&around, centre, radius_m, visit));
    }

    fn visit(&self, solids: &Solids, around: &Aabb, visit: impl FnMut(u32)) {
        self.parts.iter().copied().filter(|part| solids.bounds[*part as usize].intersects(around)).for_each(visit);
    }
}
