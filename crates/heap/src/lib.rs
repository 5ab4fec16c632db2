//! Symbolic heaps, one module per strategy.
