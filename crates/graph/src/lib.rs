//! Symbolic execution graphs.
