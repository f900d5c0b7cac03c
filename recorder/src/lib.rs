//! Writes play down: a run of the rig, driven by drivers that see the picture, tick by tick into a trace.

pub mod city;
pub mod drive;
pub mod drivers;
pub mod filming;
pub mod recording;
pub mod traffic;
