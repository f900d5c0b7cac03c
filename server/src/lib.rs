//! The live shell around a room.
//!
//! A room is a machine without a clock: it neither waits nor listens. Something has to call it sixty times a second, on
//! time, with the datagrams that have come, and to catch up one tick at a time where it was late, since a burst of
//! ticks would hold back every client's next snapshot.
//!
//! This crate is to hold that loop, the rooms it drives, the page and the sockets in front of them, what an operator
//! reads (health, metrics), and the flight recorder, so that a bad moment becomes a trace. It decides nothing about the
//! game. None of it is written yet.
