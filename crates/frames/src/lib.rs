//! Contracts with implicit dynamic frames.
