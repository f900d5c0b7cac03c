//! (being written)
pub mod clock;
pub mod frame_loop;
pub mod remotes;
pub mod smoothing;
pub mod tuning;
