//! Satisfiability of path conditions through a chain of layers.
