//! What the rules are doing, beyond the state they work on.
//!
//! A mode is a value. It holds for what happens below, and for nothing after: whoever needs another one makes it from its own and runs
//! a rule in it by [`Engine::doing`], the only place where modes change.

use super::{Engine, Outcome};
use crate::core::{Assertion, Expr};
use crate::engine::state::{Heap, State};
use term::Term;

/// What holds for the rules below.
#[derive(Clone, Copy, Default)]
pub(super) struct Mode {
    /// Assertions at hand come from contracts whose well-formedness is checked elsewhere.
    pub trusted: bool,
    /// An expression of a trusted assertion is being evaluated: it is defined, so nothing is checked.
    pub quiet: bool,
    /// Functions only read: permission amounts of their preconditions stand for any positive amount.
    pub reading: bool,
    /// An assertion is being assumed, not proven: there is as much permission as it says, or this point is not reached.
    pub assuming: bool,
    /// The body of a function is being evaluated: postconditions of the functions being defined hold for the calls in it,
    /// and only for these.
    pub inducing: bool,
    /// The function being defined calls itself and relies on a heap that becomes smaller: what is opened is gone.
    pub shrinking: bool,
    /// The body of a predicate is being consumed for its snapshot, which others may compare.
    pub closing: bool,
}

impl Engine<'_> {
    /// Runs a rule in a mode.
    pub(super) fn doing<T>(&mut self, mode: Mode, rule: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.mode, mode);
        let outcome = rule(self);
        self.mode = outer;
        outcome
    }

    /// The mode of what belongs to a function: functions only read.
    pub(super) fn reading(&self) -> Mode {
        Mode { reading: !self.options.exact_function_permissions, ..self.mode }
    }

    /// Runs a rule on an assertion of a contract whose well-formedness is checked elsewhere.
    pub(super) fn trusting<T>(&mut self, rule: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        self.doing(Mode { trusted: true, ..self.mode }, rule)
    }

    /// Runs a rule that consumes clauses of a contract. Well-formedness is checked where they are produced: where they
    /// have another meaning when consumed, that says nothing, and they are checked here.
    pub(super) fn trusting_to_consume<T>(
        &mut self,
        clauses: &[Assertion],
        rule: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        if clauses.iter().any(Assertion::has_two_meanings) {
            return self.doing(Mode { trusted: false, quiet: false, ..self.mode }, rule);
        }
        self.trusting(rule)
    }

    /// Evaluates a part of an assertion: quietly, if the assertion is trusted.
    pub(super) fn quietly<T>(&mut self, rule: impl FnOnce(&mut Self) -> T) -> T {
        self.doing(Mode { quiet: self.mode.quiet || self.mode.trusted, ..self.mode }, rule)
    }

    /// Evaluates an expression of an assertion.
    pub(super) fn eval_part(&mut self, state: &mut State, expr: &Expr) -> Outcome<Term> {
        self.quietly(|engine| engine.eval(state, expr))
    }

    /// Evaluates a part of an assertion that is being consumed, in the heap consumption started with: `perm` is about what is left.
    pub(super) fn in_heap<T>(
        &mut self,
        state: &mut State,
        heap: &Heap,
        rule: impl FnOnce(&mut Self, &mut State) -> T,
    ) -> T {
        let own = std::mem::replace(&mut state.heap, heap.clone());
        let holding = self.holding.replace(own.clone());
        let outcome = self.doing(Mode { assuming: false, ..self.mode }, |engine| rule(engine, state));
        self.holding = holding;
        state.heap = own;
        outcome
    }
}
