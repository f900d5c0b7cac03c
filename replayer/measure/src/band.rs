//! Distance bands. A car that is a metre off is another matter at 20 m than at 200, so everyone but the player's own
//! entity is measured by how far from it they truly are; each also counts in `all`, whatever the distance.

use serde::Serialize;

/// How far an entity truly is from the viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Band {
    /// Below 80 m.
    Near,
    /// From 80 to 160 m.
    Mid,
    /// From 160 to 250 m.
    Far,
}

impl Band {
    /// The band of a distance in metres. Nothing beyond the last one.
    #[must_use]
    pub fn of(distance_m: f64) -> Option<Self> {
        match distance_m {
            d if d < 80.0 => Some(Self::Near),
            d if d < 160.0 => Some(Self::Mid),
            d if d <= 250.0 => Some(Self::Far),
            _ => None,
        }
    }
}

/// One of something for each band and one for all of them together.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Bands<T> {
    /// Below 80 m.
    pub near: T,
    /// From 80 to 160 m.
    pub mid: T,
    /// From 160 to 250 m.
    pub far: T,
    /// Everyone, those beyond the last band too.
    pub all: T,
}

impl<T> Bands<T> {
    /// Changes that of a band and that of all.
    pub(crate) fn update(&mut self, band: Option<Band>, mut change: impl FnMut(&mut T)) {
        match band {
            Some(Band::Near) => change(&mut self.near),
            Some(Band::Mid) => change(&mut self.mid),
            Some(Band::Far) => change(&mut self.far),
            None => {}
        }
        change(&mut self.all);
    }

    /// The same of something else.
    pub(crate) fn map<U>(self, into: impl Fn(T) -> U) -> Bands<U> {
        Bands { near: into(self.near), mid: into(self.mid), far: into(self.far), all: into(self.all) }
    }
}
