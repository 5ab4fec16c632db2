//! Termination and non-termination proofs out of graphs.
