//! The live shell around a session.
//!
//! A session says what a player should see and hear as one `Frame`. The measures judge that very frame, so whatever the
//! picture made up on top of it (a smoothing, a guess of its own) would be seen by players and measured by nobody.
//!
//! This crate is to hold what draws the frame and nothing more: the window, the picture, sound and keys; headless
//! players that join as the real client does; and the watching of a trace. It never knows the server. None of it is
//! written yet.
