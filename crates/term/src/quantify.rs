//! Quantified formulas. Bound variables are ordinary `Var` terms that the quantifier captures; substitution renames
//! them where it must.

use crate::{Quantified, Quantifier, Sort, Term, TermKind, Terms, Trigger};

impl Terms {
    /// For all values of the variables; triggers say for which ones a solver should think of it.
    pub fn forall(&self, bound: &[Term], triggers: &[&[Term]], body: Term) -> Term {
        self.quantify(
            Quantifier::Forall,
            bound,
            triggers.iter().map(|&trigger| trigger.into()).collect(),
            body,
        )
    }

    /// For some values of the variables.
    pub fn exists(&self, bound: &[Term], triggers: &[&[Term]], body: Term) -> Term {
        self.quantify(
            Quantifier::Exists,
            bound,
            triggers.iter().map(|&trigger| trigger.into()).collect(),
            body,
        )
    }

    /// A quantifier over a constant body, or over no variable, is its body: no sort is empty.
    pub fn quantify(
        &self,
        quantifier: Quantifier,
        bound: &[Term],
        triggers: Box<[Trigger]>,
        body: Term,
    ) -> Term {
        debug_assert!(
            bound.iter().all(|&variable| self.var_name(variable).is_some()),
            "bound terms are variables"
        );
        debug_assert_eq!(self.sort(body), Sort::Bool, "a quantifier's body is a formula");
        if bound.is_empty() || self.value(body).is_some() {
            return body;
        }
        let quantified = Quantified { quantifier, bound: bound.into(), triggers, body };
        self.intern(TermKind::Quantified(Box::new(quantified)), Sort::Bool)
    }
}
