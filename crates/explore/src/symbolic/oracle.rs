//! Path conditions decided by the solver's chain of layers.

use std::cell::{Cell, RefCell};

use base::Diagnostic;
use heap::Oracle;
use solver::{Answer, Options, Solver, Statistics};
use term::{Model, Term, Terms};

pub struct SolverOracle {
    solver: RefCell<Solver>,
    /// Questions the solver gave up on since this was last taken.
    unknown: Cell<u64>,
}

impl SolverOracle {
    pub fn new(options: Options) -> Result<Self, Diagnostic> {
        Ok(Self { solver: RefCell::new(Solver::new(options)?), unknown: Cell::new(0) })
    }

    /// A model of the conditions; `Ok(None)` if there is none, `Err` with a reason if the solver gave up.
    pub fn model(&self, terms: &Terms, conditions: &[Term]) -> Result<Option<Model>, String> {
        match self.solver.borrow_mut().solve(terms, conditions) {
            Answer::Sat(model) => Ok(Some((*model).clone())),
            Answer::Unsat => Ok(None),
            Answer::Unknown(unknown) => Err(unknown.reason.to_string()),
        }
    }

    pub fn queries(&self) -> u64 {
        self.solver.borrow().statistics().queries
    }

    pub fn statistics(&self) -> Statistics {
        self.solver.borrow().statistics()
    }

    /// How often the solver gave up since this was last asked.
    pub fn take_unknown(&self) -> u64 {
        self.unknown.take()
    }
}

impl Oracle for SolverOracle {
    fn is_feasible(&self, terms: &Terms, path: &[Term], extra: &[Term]) -> bool {
        let conditions: Vec<Term> = path.iter().chain(extra).copied().collect();
        match self.solver.borrow_mut().solve(terms, &conditions) {
            Answer::Sat(_) => true,
            Answer::Unsat => false,
            Answer::Unknown(_) => {
                self.unknown.set(self.unknown.get() + 1);
                true
            }
        }
    }
}
