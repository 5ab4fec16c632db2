//! What a stack of assertions says at first sight: which formulas are among them, and which terms they equate.
//!
//! Entailment is tried here before any layer is asked. It is sound and far from complete.

use rustc_hash::FxHashSet;
use term::{Term, TermKind, Terms};

#[derive(Default)]
pub struct Assumptions {
    known: FxHashSet<Term>,
    trail: Vec<Term>,
    scopes: Vec<usize>,
}

impl Assumptions {
    pub fn push(&mut self) {
        self.scopes.push(self.trail.len());
    }

    pub fn pop(&mut self) {
        let length = self.scopes.pop().expect("each pop has its push");
        for formula in self.trail.drain(length..) {
            self.known.remove(&formula);
        }
    }

    pub fn assume(&mut self, terms: &Terms, formula: Term) {
        if let TermKind::And(parts) = terms.kind(formula) {
            parts.iter().for_each(|&part| self.assume(terms, part));
        } else if self.known.insert(formula) {
            self.trail.push(formula);
        }
    }

    pub fn entail(&self, terms: &Terms, formula: Term) -> bool {
        formula == Terms::TRUE
            || self.known.contains(&formula)
            || self.known.contains(&Terms::FALSE)
            || match terms.kind(formula) {
                TermKind::And(parts) => parts.iter().all(|&part| self.entail(terms, part)),
                TermKind::Or(parts) => parts.iter().any(|&part| self.entail(terms, part)),
                _atoms => false,
            }
    }
}
