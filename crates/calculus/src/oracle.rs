//! The solver as heaps want to ask it.

use std::cell::RefCell;

use base::Diagnostic;
use heap::Oracle;
use solver::{Options, Solver};
use term::{Term, Terms};

/// Decides path conditions with the solver's layers; in doubt a path is feasible.
pub struct SolverOracle(RefCell<Solver>);

impl SolverOracle {
    pub fn new() -> Result<Self, Diagnostic> {
        Ok(Self(RefCell::new(Solver::new(Options::paths())?)))
    }
}

impl Oracle for SolverOracle {
    fn is_feasible(&self, terms: &Terms, path: &[Term], extra: &[Term]) -> bool {
        let conditions: Vec<Term> = path.iter().chain(extra).copied().collect();
        self.0.borrow_mut().solve(terms, &conditions).may_be_sat()
    }
}
