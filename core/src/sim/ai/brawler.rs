//! Brawlers: they hit whom they meet.
//!
//! Fists for who is near; the pistol for who has hurt them from further off than an arm reaches. Between two fights a brawler
//! walks the pavements as everybody does.

use super::mind::View;
use super::on_foot::{attack_along, walk_along};
use super::{Profile, crowd};
use crate::input::{Input, Keys};
use crate::sim::component::{Mind, NOBODY};
use crate::sim::weapons::{FISTS, PISTOL};
use crate::units::math::{UP, Vec3};

/// Somebody nearer than this, in metres, is met.
const MEETS_M: f32 = 25.0;

/// Whom it is after it follows so far, in metres.
const FOLLOWS_M: f32 = 35.0;

/// It strikes from so near, in metres: an arm, a fist's girth and the other's body.
const STRIKES_M: f32 = 1.3;

/// Who hurts it from further off than this, in metres, is shot at; as far as that.
const SHOT_AT_FROM_M: f32 = 5.0;
const SHOOTS_WITHIN_M: f32 = 60.0;

/// Height of the muzzle, in metres.
const MUZZLE_M: f32 = 1.4;

/// What a brawler does next.
pub fn brawl(view: &View<'_>, mind: &mut Mind) -> Input {
    let people = &view.people;
    let at = people.motion[view.row].position;
    let way_to = |row: usize| (people.motion[row].position - at).with_y(0.0);
    if let Some(row) = view.living(mind.target).filter(|_| mind.alarm_ticks > 0) {
        let way = way_to(row);
        if (SHOT_AT_FROM_M..SHOOTS_WITHIN_M).contains(&way.length()) {
            let sees = view.is_open(at + UP * MUZZLE_M, people.motion[row].position + UP * MUZZLE_M);
            return match sees {
                true => attack_along(way, 1.0, PISTOL, Keys::FIRE.with(Keys::AIM)),
                false => walk_along(way, 1.0, Keys::RUN),
            };
        }
    }
    mind.target = prey(view, mind.target, at);
    let Some(row) = view.living(mind.target) else { return crowd::walk(view, mind) };
    let way = way_to(row);
    match way.length() < STRIKES_M {
        true => attack_along(way, if way.length() > STRIKES_M / 2.0 { 0.5 } else { 0.0 }, FISTS, Keys::FIRE),
        false => walk_along(way, 1.0, Keys::RUN),
    }
}

/// The one that it is after already, or the nearest on foot; never one of its own.
fn prey(view: &View<'_>, target: u16, at: Vec3) -> u16 {
    let people = &view.people;
    let away_m = |row: usize| (people.motion[row].position - at).length();
    let is_fair = |row: usize, within_m: f32| {
        let is_one_of_us = Profile::of(&view.minds[row]) == Profile::Brawler;
        view.is_living(row) && people.person[row].is_on_foot() && !is_one_of_us && away_m(row) < within_m
    };
    if view.living(target).is_some_and(|row| is_fair(row, FOLLOWS_M)) {
        return target;
    }
    let met = view.near.people(at, MEETS_M).filter(|row| is_fair(*row, MEETS_M) && sees(view, at, *row));
    met.min_by(|a, b| away_m(*a).total_cmp(&away_m(*b))).map_or(NOBODY, |row| people.slot[row].index)
}

fn sees(view: &View<'_>, at: Vec3, row: usize) -> bool {
    view.is_open(at + UP * MUZZLE_M, view.people.motion[row].position + UP * MUZZLE_M)
}
