//! What can be seen by looking: nothing to satisfy, `false`, or a condition next to its negation.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use term::{Model, Term, TermKind, Terms};

use crate::answer::Answer;
use crate::chain::{Layer, Query, Rest};

pub struct Syntactic;

impl Layer for Syntactic {
    fn check(&mut self, query: &Query, rest: &mut Rest) -> Answer {
        if query.conditions.is_empty() {
            return Answer::Sat(Arc::new(Model::default()));
        }
        if query.conditions == [Terms::FALSE] || is_contradictory(query.terms, query.conditions) {
            return Answer::Unsat;
        }
        rest.check(query)
    }
}

/// A condition and its negation, or a disjunction all of whose parts are denied.
fn is_contradictory(terms: &Terms, conditions: &[Term]) -> bool {
    let known: FxHashSet<Term> = conditions.iter().copied().collect();
    conditions.iter().any(|&condition| {
        if let TermKind::Or(parts) = terms.kind(condition) {
            parts.iter().all(|&part| known.contains(&terms.not(part)))
        } else {
            known.contains(&terms.not(condition))
        }
    })
}
