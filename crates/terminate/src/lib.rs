//! Termination and non-termination proofs out of graphs.

pub mod certificate;
pub mod check;
pub mod diverge;
pub mod facts;
pub mod invariant;
pub mod its;
pub mod linear;
pub mod prove;
pub mod ranking;
pub mod rational;
mod scc;
pub mod simplex;
pub mod translate;
pub mod verdict;
