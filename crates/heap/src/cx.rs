//! Who a heap asks: the term arena, the class table, the solver, the strategy.

use std::cell::RefCell;

use solver::Solver;
use term::{Term, Terms};

use crate::{Heap, Shape, Strategy, Types, ValueSets};

/// Everything that is the same for all heaps of one exploration.
#[derive(Clone, Copy)]
pub struct Cx<'a> {
    pub terms: &'a Terms,
    pub sets: &'a ValueSets,
    pub types: &'a dyn Types,
    pub oracle: &'a dyn Oracle,
    pub strategy: &'a dyn Strategy,
    pub shape: &'a Shape,
    /// Where applied rules are written down, if somebody wants to see them.
    pub trace: Option<&'a Trace>,
}

/// Whether a condition holds on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    True,
    False,
    /// Either, as far as the solver can tell.
    Open,
}

/// Decides path conditions.
pub trait Oracle {
    /// Whether `path` and all of `extra` can hold together; `true` when in doubt.
    fn is_feasible(&self, terms: &Terms, path: &[Term], extra: &[Term]) -> bool;

    /// Whether nobody waits for answers any more: what a question is made of is then not put together.
    fn is_over(&self) -> bool {
        false
    }
}

/// The solver's layers decide.
impl Oracle for RefCell<Solver> {
    fn is_feasible(&self, terms: &Terms, path: &[Term], extra: &[Term]) -> bool {
        let conditions: Vec<Term> = path.iter().chain(extra).copied().collect();
        self.borrow_mut().solve(terms, &conditions).may_be_sat()
    }
}

/// A rule of a paper that was applied: its name and what it was applied to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub name: &'static str,
    pub subject: String,
}

#[derive(Debug, Default)]
pub struct Trace(RefCell<Vec<Rule>>);

impl Trace {
    pub fn take(&self) -> Vec<Rule> {
        self.0.take()
    }
}

impl Cx<'_> {
    /// Notes that a rule was applied.
    pub fn applied(&self, name: &'static str, subject: impl FnOnce() -> String) {
        if let Some(trace) = self.trace {
            trace.0.borrow_mut().push(Rule { name, subject: subject() });
        }
    }

    pub fn is_feasible(&self, heap: &Heap, extra: &[Term]) -> bool {
        if extra.contains(&Terms::FALSE) {
            return false;
        }
        self.oracle.is_over() || self.strategy.is_feasible(*self, heap, extra)
    }

    pub fn truth(&self, heap: &Heap, condition: Term) -> Truth {
        match condition {
            Terms::TRUE => Truth::True,
            Terms::FALSE => Truth::False,
            open => self.truth_on(heap, open),
        }
    }
    /// What the path says outright is not asked again: an instruction that forked is executed anew on either path.
    fn truth_on(&self, heap: &Heap, condition: Term) -> Truth {
        let negation = self.terms.not(condition);
        let said = heap.path().iter().rev().find(|said| **said == condition || **said == negation);
        match said {
            Some(said) if *said == condition => Truth::True,
            Some(_) => Truth::False,
            None if !self.is_feasible(heap, &[condition]) => Truth::False,
            None if !self.is_feasible(heap, &[negation]) => Truth::True,
            None => Truth::Open,
        }
    }
}
