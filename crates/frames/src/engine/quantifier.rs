//! Quantifiers: the body is evaluated once, for arbitrary values of the bound variables.

use base::Place;
use rustc_hash::FxHashMap;
use term::{Quantifier as Kind, Term, TermKind, Trigger};

use super::state::{Location, State};
use super::{Engine, Outcome};
use crate::core::{BinaryOp, Expr, ExprKind, Quantifier, Resource};

impl Engine<'_> {
    pub(super) fn eval_quantified(
        &mut self,
        state: &mut State,
        quantifier: &Quantifier,
        place: &Place,
    ) -> Outcome<Term> {
        let mark = self.report.mark();
        let (mut inner, bound) = self.bind(state, quantifier);
        let last = self.terms.len();
        let triggers = self.eval_triggers(&inner, &quantifier.triggers)?;
        let body = self.eval(&mut inner, &quantifier.body)?;
        if self.mentions_newer(body, last) && self.report.lapsed_since(&mark) {
            // What is undefined has any value.
            return Ok(self.terms.fresh_var("v", term::Sort::Bool));
        }
        if self.mentions_newer(body, last) {
            return self.unsupported("this expression below a quantifier", place);
        }
        self.learn_for_all(state, &inner, &bound, last);
        let triggers = self.usable(triggers, &bound, last);
        let kind = if quantifier.existential { Kind::Exists } else { Kind::Forall };
        let whole = self.terms.quantify(kind, &bound, triggers.into(), body);
        self.assume_at_chunks(state, quantifier, &bound, body, whole);
        Ok(whole)
    }

    /// `forperm x [r(x)] :: e`: if it holds, `e` holds for what chunks give permission to. The solver would not look there.
    fn assume_at_chunks(
        &mut self,
        state: &mut State,
        quantifier: &Quantifier,
        bound: &[Term],
        body: Term,
        whole: Term,
    ) {
        if quantifier.existential {
            return;
        }
        let ExprKind::Binary(BinaryOp::Implies, guard, _) = &quantifier.body.kind else { return };
        let ExprKind::Binary(BinaryOp::Less, _, held) = &guard.kind else { return };
        let ExprKind::PermOf(resource) = &held.kind else { return };
        let (location, arguments): (Location, Vec<&Expr>) = match &**resource {
            Resource::Field { receiver, field } => (Location::Field(*field), vec![receiver]),
            Resource::Predicate { predicate, arguments } => {
                (Location::Predicate(*predicate), arguments.iter().collect())
            }
            Resource::Elements { .. } => return,
        };
        let mut positions = Vec::new();
        for &local in &quantifier.bound {
            let is_it = |argument: &&Expr| matches!(argument.kind, ExprKind::Local(other) if other == local);
            let Some(position) = arguments.iter().position(is_it) else { return };
            positions.push(position);
        }
        let heap = self.holding.clone().unwrap_or_else(|| state.heap.clone());
        for (_, chunk) in heap.at(location) {
            let values = positions.iter().map(|&position| chunk.arguments[position]);
            let map: FxHashMap<Term, Term> = bound.iter().copied().zip(values).collect();
            let there = self.terms.substitute(body, &map);
            self.assume(state, self.terms.implies(whole, there));
        }
    }

    /// A copy of the state in which the bound variables are fresh.
    pub(super) fn bind(&mut self, state: &State, quantifier: &Quantifier) -> (State, Vec<Term>) {
        let mut inner = state.clone();
        let mut bound = Vec::new();
        for &local in &quantifier.bound {
            let declared = &self.locals(state.store.owner)[local];
            let ty = declared.ty.instantiate(&self.type_arguments);
            let variable = self.terms.fresh_var(&declared.name, self.sort(&ty));
            inner.set(local, variable);
            bound.push(variable);
        }
        (inner, bound)
    }

    /// Triggers are only patterns: what they need is not checked here but where the body mentions it.
    pub(super) fn eval_triggers(&mut self, state: &State, triggers: &[Vec<Expr>]) -> Outcome<Vec<Vec<Term>>> {
        let mut out = Vec::new();
        for trigger in triggers {
            let mark = self.report.mark();
            let mut scratch = state.clone();
            let terms = self.eval_all(&mut scratch, trigger)?;
            let failed = self.report.lapsed_since(&mark);
            self.report.withdraw(&mark);
            if !failed {
                out.push(terms);
            }
        }
        Ok(out)
    }

    /// Triggers the solver accepts: applications that together mention every bound variable.
    pub(super) fn usable(&self, triggers: Vec<Vec<Term>>, bound: &[Term], last: usize) -> Vec<Trigger> {
        let is_pattern = |&term: &Term| {
            matches!(self.terms.kind(term), TermKind::Apply(..) | TermKind::Select(..))
                && !self.mentions_newer(term, last)
        };
        let covers = |trigger: &Vec<Term>| {
            bound
                .iter()
                .all(|variable| trigger.iter().any(|&term| self.terms.free_vars(term).contains(variable)))
        };
        triggers
            .into_iter()
            .filter(|trigger| trigger.iter().all(is_pattern) && covers(trigger))
            .map(Vec::into_boxed_slice)
            .collect()
    }

    /// Facts met while the body was evaluated hold for all values of the bound variables.
    pub(super) fn learn_for_all(&mut self, state: &mut State, inner: &State, bound: &[Term], last: usize) {
        let (conditions, facts) = inner.path.since(state.path.len());
        debug_assert!(conditions.is_empty(), "evaluation joins its branches");
        for fact in facts {
            if !self.mentions_newer(fact, last) {
                let fact = self.generalised(fact, bound);
                self.assume(state, fact);
            }
        }
    }

    /// A fact for all values of variables; one quantifier rather than two, if the triggers of an inner one mention them all.
    fn generalised(&self, fact: Term, bound: &[Term]) -> Term {
        let free = self.terms.free_vars(fact);
        let bound: Vec<Term> = bound.iter().copied().filter(|variable| free.contains(variable)).collect();
        if let TermKind::Quantified(inner) = self.terms.kind(fact)
            && inner.quantifier == Kind::Forall
            && !inner.triggers.is_empty()
        {
            let mentions = |trigger: &Trigger| {
                let free: Vec<_> = trigger.iter().map(|&term| self.terms.free_vars(term)).collect();
                bound.iter().all(|variable| free.iter().any(|free| free.contains(variable)))
            };
            if inner.triggers.iter().all(mentions) {
                let all = [&bound, &*inner.bound].concat();
                return self.terms.quantify(Kind::Forall, &all, inner.triggers.clone(), inner.body);
            }
        }
        self.terms.forall(&bound, &[], fact)
    }

    /// Whether a variable made after the first `last` terms occurs: it may depend on the bound ones.
    pub(super) fn mentions_newer(&self, term: Term, last: usize) -> bool {
        self.terms.free_vars(term).iter().any(|variable| variable.0 as usize >= last)
    }
}
