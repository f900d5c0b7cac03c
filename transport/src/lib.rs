//! Sockets, the same at both ends.
//!
//! A browser has no UDP and a network may pass nothing but a WebSocket, so a datagram takes the best path that is open
//! at the moment: a data channel that gives up on what is late, or a WebSocket, which is always there and carries what
//! must arrive. A path also dies without a word, long before the system says so; without a watch of its own, a player
//! stares at a frozen street for seconds.
//!
//! This crate is to hold those paths behind one face, an in-memory one for tests among them, and the watch that falls
//! back from one to the other. It carries bytes and knows no game. None of it is written yet.
