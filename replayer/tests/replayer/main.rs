//! Traces written by a driven world and read back, by the library and by the program.

mod fixture;
mod program;
mod synctest;
mod verify;
