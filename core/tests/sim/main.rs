//! What a whole world promises, tried on hours of crashes.
//!
//! A prediction that is off by one bit looks right until the next wall. So nothing here asks whether two worlds look alike:
//! digests and states are compared to the bit, tick by tick, and each promise has a negative control beside it that shows
//! that the comparison would have seen it broken.

mod city;
mod controls;
mod handling;
mod joins;
mod keyframes;
mod levels;
mod same_bits;
mod same_digest;
mod seams;
mod stage;
mod streets;
mod synctest;
mod trailers;
mod wild;
