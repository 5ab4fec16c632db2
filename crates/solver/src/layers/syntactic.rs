//! What can be seen by looking: nothing to satisfy, `false`, or a condition next to its negation.
//!
//! The layer remembers the conditions of the question before, so a path that grows costs one look per new condition.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use term::{Model, Term, Terms};

use crate::answer::Answer;
use crate::chain::{Layer, Query, Rest};

/// Sees what is plain from the formula's shape.
#[derive(Default)]
pub struct Syntactic {
    /// The conditions looked at, up to a contradiction.
    seen: Vec<Term>,
    /// Their negations.
    negations: FxHashSet<Term>,
}

impl Layer for Syntactic {
    fn check(&mut self, query: &Query, rest: &mut Rest) -> Answer {
        if query.conditions.is_empty() {
            return Answer::Sat(Arc::new(Model::default()));
        }
        if self.is_contradictory(query.terms, query.conditions) {
            return Answer::Unsat;
        }
        rest.check(query)
    }
}

impl Syntactic {
    fn is_contradictory(&mut self, terms: &Terms, conditions: &[Term]) -> bool {
        let common = self.seen.iter().zip(conditions).take_while(|(old, new)| old == new).count();
        for gone in self.seen.drain(common..) {
            self.negations.remove(&terms.not(gone));
        }
        for &condition in &conditions[common..] {
            if condition == Terms::FALSE || self.negations.contains(&condition) {
                return true;
            }
            self.negations.insert(terms.not(condition));
            self.seen.push(condition);
        }
        false
    }
}
