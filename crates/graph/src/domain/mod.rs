//! What is known about numbers: [`interval`]s of each, and [`difference`]s between two.

pub mod difference;
pub mod interval;
