//! Path conditions decided by the solver's chain of layers. What it says is written down, so that a path can be gone again
//! without asking.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use base::Diagnostic;
use heap::Oracle;
use solver::{Answer, Options, Solver, Statistics};
use term::{Model, Term, Terms};

use crate::turns::Said;

pub struct SolverOracle {
    solver: RefCell<Solver>,
    /// Questions the solver gave up on since this was last taken.
    unknown: Cell<u64>,
    /// What was said since this was last taken.
    said: RefCell<Vec<Said>>,
    /// What is to be said again before the solver is asked anything new.
    recalled: RefCell<VecDeque<Said>>,
}

impl SolverOracle {
    pub fn new(options: Options) -> Result<Self, Diagnostic> {
        Ok(Self {
            solver: RefCell::new(Solver::new(options)?),
            unknown: Cell::new(0),
            said: RefCell::default(),
            recalled: RefCell::default(),
        })
    }

    /// A model of the conditions; `Ok(None)` if there is none, `Err` with a reason if the solver gave up.
    pub fn model(&self, terms: &Terms, conditions: &[Term]) -> Result<Option<Model>, String> {
        match self.solver.borrow_mut().solve(terms, conditions) {
            Answer::Sat(model) => Ok(Some((*model).clone())),
            Answer::Unsat => Ok(None),
            Answer::Unknown(unknown) => Err(unknown.reason.to_string()),
        }
    }

    /// Some number the term can have where the conditions hold; nothing if the solver gives up.
    pub fn number(&self, terms: &Terms, conditions: &[Term], term: Term) -> Option<i32> {
        let find = || {
            let model = self.model(terms, conditions).ok()??;
            terms.evaluate(term, &model)?.as_bits().map(|bits| bits.signed() as i32)
        };
        self.say(Said::as_number, || Said::Number(find())).flatten()
    }

    /// Says all this again before the solver is asked.
    pub fn recall(&self, said: impl Iterator<Item = Said>) {
        self.recalled.replace(said.collect());
        self.said.take();
    }

    /// What was said since this was last asked.
    pub fn take_said(&self) -> Vec<Said> {
        self.said.take()
    }

    /// What was said before at this place, or else the answer. What was said to a question of another kind is not repeated;
    /// then the route is not the same again, which is noticed at its end.
    fn say<T>(&self, kind: fn(Said) -> Option<T>, answer: impl FnOnce() -> Said) -> Option<T> {
        let recalled = self.recalled.borrow_mut().pop_front().filter(|said| kind(*said).is_some());
        let said = recalled.unwrap_or_else(answer);
        self.said.borrow_mut().push(said);
        kind(said)
    }

    pub fn queries(&self) -> u64 {
        self.solver.borrow().queries()
    }

    pub fn statistics(&self) -> Statistics {
        self.solver.borrow().statistics()
    }

    /// How often the solver gave up since this was last asked.
    pub fn take_unknown(&self) -> u64 {
        self.unknown.take()
    }
}

impl SolverOracle {
    fn ask(&self, terms: &Terms, path: &[Term], extra: &[Term]) -> bool {
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

impl Oracle for SolverOracle {
    fn is_feasible(&self, terms: &Terms, path: &[Term], extra: &[Term]) -> bool {
        self.say(Said::as_feasible, || Said::Feasible(self.ask(terms, path, extra))).unwrap_or(true)
    }

    fn is_over(&self) -> bool {
        let is_over = self.solver.borrow().limits().is_over();
        self.unknown.set(self.unknown.get() + u64::from(is_over));
        is_over
    }
}
