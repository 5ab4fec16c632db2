//! Satisfiability of path conditions through a chain of small layers, with Z3 in-process underneath.
//!
//! A [`Solver`] holds a stack of assertions ([`Solver::push`], [`Solver::assert`], [`Solver::pop`]) and answers
//! [`Solver::check`] and [`Solver::entails`]; [`Solver::solve`] answers for a list of conditions without touching the
//! stack. Every question runs down the chain of [`Layer`]s until one answers; what each cost is in [`Statistics`].
//!
//! An answer is never a guess: `Sat` carries a model that was evaluated on the conditions, `Unsat` is a proof of some
//! layer, and everything else is `Unknown` with a reason. Two exceptions: formulas with quantifiers over infinite
//! sorts, where Z3's word counts, and models of the equality layer, which hold by construction and are evaluated in
//! debug builds only. A solver belongs to one thread and to one [`term::Terms`].

mod answer;
mod assumptions;
mod chain;
mod layers;
mod options;
mod solver;
mod vocabulary;
mod z3;

pub use answer::{Answer, Entailment, Proof, Reason, Unknown};
pub use assumptions::Assumptions;
pub use chain::{Chain, Layer, LayerStatistics, Query, Rest, Statistics};
pub use options::{LayerKind, Limits, Mode, Options};
pub use solver::Solver;
pub use z3::{check_script, stop_all, z3_found};
