//! The two ends of a game, about to start.

use std::{rc::Rc, sync::Arc};

use tacho_core::{
    level::Level,
    play::Authority,
    room::{self, Room},
    session::{self, Session},
    snapshot::POSITION_STEP_M,
};

use crate::{judge::Facts, rig::PlayerFactory};

/// The end of the furthest tier: what is further away need not be told of, in metres.
const INTEREST_M: f64 = 250.0;

/// An authority before its first tick, and what makes its players.
pub struct Game {
    /// The authority.
    pub authority: Box<dyn Authority>,
    /// Makes each client's player.
    pub make_player: Rc<PlayerFactory>,
    /// What the measures must be told of it.
    pub facts: Facts,
}

impl Game {
    /// This project's own: a room on a level, and sessions with `tuning`.
    #[must_use]
    pub fn driving(level: &Arc<Level>, tuning: session::Tuning) -> Game {
        let room = Room::new(Arc::clone(level), room::Tuning::DEFAULT);
        let facts = Facts {
            field_names: room.own_field_names(),
            interest_m: INTEREST_M,
            wire_quantum_m: f64::from(POSITION_STEP_M),
        };
        let level = Arc::clone(level);
        let make_player = Rc::new(move |_| Box::new(Session::new(Arc::clone(&level), tuning)) as Box<_>);
        Game { authority: Box::new(room), make_player, facts }
    }
}
