//! (being written)
pub mod input_queue;
