//! Paths that speak of nothing but references: decided here as a whole, before anything is cut up or looked up.
//!
//! [`Equalities`] keeps what follows from a path's conditions, so a condition more costs only what is new in it. Cutting the path
//! into slices would lose that. One condition about numbers, and the layer steps aside.

use rustc_hash::FxHashMap;
use term::{Sort, Term, TermKind, Terms};

use crate::answer::Answer;
use crate::chain::{Layer, Query, Rest};
use crate::layers::Equalities;

/// Decides queries about references alone.
#[derive(Default)]
pub struct References {
    equalities: Equalities,
    /// Whether a condition speaks of references and truth values alone.
    pure: FxHashMap<Term, bool>,
}

impl Layer for References {
    fn check(&mut self, query: &Query, rest: &mut Rest) -> Answer {
        if !query.conditions.iter().all(|&condition| self.is_pure(query.terms, condition)) {
            return rest.check(query);
        }
        self.equalities.decide(query).unwrap_or_else(|| rest.check(query))
    }
}

impl References {
    fn is_pure(&mut self, terms: &Terms, condition: Term) -> bool {
        let look = || terms.reachable(&[condition]).into_iter().all(|term| is_plain(terms, term));
        *self.pure.entry(condition).or_insert_with(look)
    }
}

fn is_plain(terms: &Terms, term: Term) -> bool {
    let is_opaque =
        matches!(terms.kind(term), TermKind::Apply(..) | TermKind::Select(..) | TermKind::Quantified(_));
    !is_opaque && matches!(terms.sort(term), Sort::Bool | Sort::Ref | Sort::Uninterpreted(_))
}
