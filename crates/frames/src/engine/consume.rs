//! **consume** [IDF12, 4.6]: proves an assertion's facts, removes its chunks, returns its snapshot.
//!
//! Expressions are evaluated in the heap consumption started with, chunks are taken from the shrinking one.

use base::Place;
use term::Term;

use super::heap::Amount;
use super::mode::Mode;
use super::report::Reason;
use super::state::{Heap, Location, OldKey, State};
use super::{Engine, Outcome, Scale};
use crate::core::{Assertion, AssertionKind, Expr, ExprKind, Resource};

impl Engine<'_> {
    pub(super) fn consume(
        &mut self,
        state: State,
        clauses: &[Assertion],
        scale: Scale,
    ) -> Outcome<Vec<(State, Term)>> {
        let within = state.heap.clone();
        self.showing(&within, |engine| engine.consume_all(state, &within, clauses, scale))
    }

    /// Runs a consumption; what fails in it is shown with the heap it started with.
    pub(super) fn showing<T>(&mut self, heap: &Heap, rule: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.consuming.replace(heap.clone());
        let out = rule(self);
        self.consuming = outer;
        out
    }

    /// **consume' φ1 * φ2**: left to right; snapshots of parts that own something are paired.
    pub(super) fn consume_all(
        &mut self,
        state: State,
        within: &Heap,
        clauses: &[Assertion],
        scale: Scale,
    ) -> Outcome<Vec<(State, Term)>> {
        let mut branches = vec![(state, Vec::new())];
        for clause in clauses {
            let mut next = Vec::new();
            for (state, snapshots) in branches {
                for (state, snapshot) in self.consume_one(state, within, clause, scale)? {
                    let mut snapshots = snapshots.clone();
                    if clause.owns() {
                        snapshots.push(snapshot);
                    }
                    next.push((state, snapshots));
                }
            }
            branches = next;
        }
        Ok(branches.into_iter().map(|(state, snapshots)| (state, self.combine(&snapshots))).collect())
    }

    fn combine(&self, snapshots: &[Term]) -> Term {
        match snapshots.split_last() {
            None => self.words.unit(),
            Some((&last, others)) => {
                others.iter().rev().fold(last, |rest, &snapshot| self.words.pair(snapshot, rest))
            }
        }
    }

    pub(super) fn consume_one(
        &mut self,
        mut state: State,
        within: &Heap,
        assertion: &Assertion,
        scale: Scale,
    ) -> Outcome<Vec<(State, Term)>> {
        match &assertion.kind {
            AssertionKind::Pure(condition) => {
                let goal = self.eval_within(&mut state, within, condition)?;
                match self.mode.assuming {
                    true => self.assume(&mut state, goal),
                    false => self.require(&mut state, goal, Reason::AssertionFalse, &condition.place)?,
                }
                Ok(vec![(state, self.words.unit())])
            }
            AssertionKind::Access(resource, permission) => {
                self.consume_access(state, within, resource, permission, scale, &assertion.place)
            }
            AssertionKind::Star(parts) => self.consume_all(state, within, parts, scale),
            AssertionKind::Conditional(condition, then, otherwise) => {
                let condition = self.eval_within(&mut state, within, condition)?;
                self.consume_conditional(state, within, condition, (then, otherwise.as_deref()), scale)
            }
            AssertionKind::Let { local, value, body } => {
                let value = self.eval_within(&mut state, within, value)?;
                state.set(*local, value);
                self.consume_one(state, within, body, scale)
            }
            AssertionKind::Untouched(body) => self.consume_untouched(state, within, body),
            AssertionKind::InhaleExhale(_, exhaled) => self.consume_one(state, within, exhaled, scale),
            AssertionKind::ForAll { quantifier, body } => {
                self.consume_for_all(state, within, (quantifier, body), scale, &assertion.place)
            }
            AssertionKind::Unsupported(what) => self.unsupported(*what, &assertion.place),
        }
    }

    /// **consume' acc(e.f)** and **consume' e0.q(e1..en)**.
    fn consume_access(
        &mut self,
        mut state: State,
        within: &Heap,
        resource: &Resource,
        permission: &Expr,
        scale: Scale,
        place: &Place,
    ) -> Outcome<Vec<(State, Term)>> {
        if let ExprKind::Conditional(condition, then, otherwise) = &permission.kind {
            // `wildcard` may stand in one branch only, so each branch is an access of its own.
            let condition = self.eval_within(&mut state, within, condition)?;
            let access = |amount: &Expr| Assertion::access(resource.clone(), amount.clone(), place);
            let (then, otherwise) = (access(then), access(otherwise));
            return self.consume_conditional(state, within, condition, (&then, Some(&otherwise)), scale);
        }
        let (location, arguments) =
            self.in_heap(&mut state, within, |engine, state| engine.locate(state, resource))?;
        self.check_wand_at(&mut state, location, &arguments)?;
        let amount = self.amount(&mut state, within, permission, scale)?;
        if let Amount::Exact(amount) = amount
            && amount == self.terms.fraction(0, 1)
        {
            return Ok(vec![(state, self.words.unit())]);
        }
        let (value, _) = match location {
            Location::Elements(_) => self.take_elements(&mut state, location, &arguments, amount, place)?,
            Location::Field(_) | Location::Predicate(_) => {
                self.take(&mut state, location, &arguments, amount, place)?
            }
        };
        let value = match location {
            Location::Elements(_) if self.mode.closing => {
                self.restricted(&state, value, arguments[1], arguments[2])
            }
            Location::Elements(_) | Location::Field(_) | Location::Predicate(_) => value,
        };
        let mut snapshot = self.words.snap(value);
        if let Amount::Exact(amount) = amount {
            // Where nothing is taken there is nothing to remember.
            let some = self.positive(amount);
            if some != self.terms.bool(true) && !self.entails(&state, some)? {
                snapshot = self.terms.ite(some, snapshot, self.words.unit());
            }
        }
        Ok(vec![(state, snapshot)])
    }

    /// How much an access takes. Functions only read, so for their preconditions any part will do.
    fn amount(
        &mut self,
        state: &mut State,
        within: &Heap,
        permission: &Expr,
        scale: Scale,
    ) -> Outcome<Amount> {
        if matches!(permission.kind, ExprKind::Wildcard) {
            return Ok(if self.mode.reading { Amount::Peek } else { Amount::Some });
        }
        let amount = self.eval_within(state, within, permission)?;
        let zero = self.terms.fraction(0, 1);
        if !self.mode.trusted {
            let not_negative = self.terms.less_eq(zero, amount);
            self.require(state, not_negative, Reason::NegativePermission, &permission.place)?;
        }
        if amount == zero {
            return Ok(Amount::Exact(zero));
        }
        match scale {
            Scale::Exact(_) if self.mode.reading && self.entails(state, self.positive(amount))? => {
                Ok(Amount::Peek)
            }
            Scale::Exact(factor) => Ok(Amount::Exact(self.terms.mul(factor, amount))),
            Scale::Wildcard => Ok(Amount::Some),
        }
    }

    /// **consume' e1 = e2 ? φ1 : φ2**.
    fn consume_conditional(
        &mut self,
        state: State,
        within: &Heap,
        condition: Term,
        (then, otherwise): (&Assertion, Option<&Assertion>),
        scale: Scale,
    ) -> Outcome<Vec<(State, Term)>> {
        let mut out = Vec::new();
        if let Some(state) = self.branch(&state, condition)? {
            out.extend(self.consume_one(state, within, then, scale)?);
        }
        if let Some(state) = self.branch(&state, self.terms.not(condition))? {
            match otherwise {
                Some(otherwise) => out.extend(self.consume_one(state, within, otherwise, scale)?),
                None => out.push((state, self.words.unit())),
            }
        }
        Ok(out)
    }

    /// **consume' untouched(φ)**: the snapshots of φ now and in the pre-state must be equal.
    fn consume_untouched(
        &mut self,
        mut state: State,
        within: &Heap,
        body: &Assertion,
    ) -> Outcome<Vec<(State, Term)>> {
        let own = std::mem::replace(&mut state.heap, within.clone());
        let snapshots = self.untouched_snapshots(&mut state, body);
        state.heap = own;
        let (now, before) = snapshots?;
        let goal = self.words.same(now, before);
        self.require(&mut state, goal, Reason::AssertionFalse, &body.place)?;
        Ok(vec![(state, self.words.unit())])
    }

    /// Snapshots of an assertion in the present heap and in the pre-state's; neither heap changes.
    pub(super) fn untouched_snapshots(
        &mut self,
        state: &mut State,
        body: &Assertion,
    ) -> Outcome<(Term, Term)> {
        let now = self.snapshot_of(state, state.heap.clone(), body)?;
        let heap = state.old(OldKey::Pre).cloned().unwrap_or_default();
        let before = self.snapshot_of(state, heap, body)?;
        Ok((now, before))
    }

    fn snapshot_of(&mut self, state: &mut State, heap: Heap, body: &Assertion) -> Outcome<Term> {
        let mut inner = state.clone();
        inner.heap = heap;
        let one = self.whole();
        let consumed = self.consume(inner, std::slice::from_ref(body), one)?;
        Ok(self.join(state, consumed).unwrap_or_else(|| self.words.unit()))
    }

    /// Assumes an assertion and keeps the heap: `acc` says how much is held and gives nothing.
    pub(super) fn assume_held(&mut self, state: &mut State, assertion: &Assertion) -> Outcome<()> {
        let one = self.whole();
        let mode = Mode { assuming: true, ..self.mode };
        let clauses = std::slice::from_ref(assertion);
        let consumed = self.doing(mode, |engine| engine.consume(state.clone(), clauses, one))?;
        self.join(state, consumed);
        Ok(())
    }

    /// Proves an assertion and keeps the heap. What it says is known afterwards.
    pub(super) fn assert(&mut self, state: &mut State, assertion: &Assertion) -> Outcome<()> {
        let one = self.whole();
        let consumed = self.consume(state.clone(), std::slice::from_ref(assertion), one)?;
        self.join(state, consumed);
        Ok(())
    }
}
