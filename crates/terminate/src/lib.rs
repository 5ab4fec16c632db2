//! Termination and non-termination proofs out of graphs.
//!
//! The way in is [`verdict::decide`]. Termination: a graph becomes an integer transition system ([`translate`], [`its`]), which
//! [`prove`] ranks component by component with [`ranking`] functions and [`invariant`]s, all by exact linear programming
//! ([`simplex`], [`facts`]); what recursive calls give back comes from [`summary`]; [`check`] re-checks the result without any of these. Divergence: [`diverge`] runs the program
//! and proves that a run repeats. Nothing here knows bytecode or prints.

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
pub mod simplex;
pub mod size_change;
pub mod summary;
pub mod translate;
pub mod verdict;
