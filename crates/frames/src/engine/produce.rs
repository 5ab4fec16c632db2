//! **produce** [IDF12, 4.6]: adds an assertion's chunks and facts to a state, given its snapshot.

use term::Term;

use super::report::Reason;
use super::state::{Location, State};
use super::{Engine, Outcome, Scale};
use crate::core::{Assertion, AssertionKind, Expr, Resource};

impl Engine<'_> {
    /// Produces the clauses one after another, as their separating conjunction.
    pub(super) fn produce(
        &mut self,
        state: State,
        snapshot: Term,
        clauses: &[Assertion],
        scale: Scale,
    ) -> Outcome<Vec<State>> {
        let mut states = vec![state];
        for (clause, snapshot) in clauses.iter().zip(self.split(snapshot, clauses)) {
            let mut next = Vec::new();
            for state in states {
                next.extend(self.produce_one(state, snapshot, clause, scale)?);
            }
            states = next;
        }
        Ok(states)
    }

    pub(super) fn produce_one(
        &mut self,
        mut state: State,
        snapshot: Term,
        assertion: &Assertion,
        scale: Scale,
    ) -> Outcome<Vec<State>> {
        match &assertion.kind {
            AssertionKind::Pure(condition) => {
                let condition = self.eval_part(&mut state, condition)?;
                self.assume(&mut state, condition);
                Ok(vec![state])
            }
            AssertionKind::Access(resource, permission) => {
                self.produce_access(state, snapshot, resource, permission, scale)
            }
            AssertionKind::Star(parts) => self.produce(state, snapshot, parts, scale),
            AssertionKind::Conditional(condition, then, otherwise) => {
                self.produce_conditional(state, snapshot, (condition, then, otherwise.as_deref()), scale)
            }
            AssertionKind::Let { local, value, body } => {
                let value = self.eval_part(&mut state, value)?;
                state.set(*local, value);
                self.produce_one(state, snapshot, body, scale)
            }
            AssertionKind::Untouched(body) => self.produce_untouched(state, body),
            AssertionKind::InhaleExhale(inhaled, _) => self.produce_one(state, snapshot, inhaled, scale),
            AssertionKind::ForAll { quantifier, body } => {
                self.produce_for_all(state, snapshot, (quantifier, body), scale)
            }
            AssertionKind::Unsupported(what) => self.unsupported(*what, &assertion.place),
        }
    }

    /// **produce' acc(e.f)** and **produce' e0.q(e1..en)**.
    fn produce_access(
        &mut self,
        mut state: State,
        snapshot: Term,
        resource: &Resource,
        permission: &Expr,
        scale: Scale,
    ) -> Outcome<Vec<State>> {
        let (location, arguments) = self.locate(&mut state, resource)?;
        self.check_wand_at(&mut state, location, &arguments)?;
        let amount = self.eval_part(&mut state, permission)?;
        let not_negative = self.terms.less_eq(self.terms.fraction(0, 1), amount);
        if !self.mode.trusted {
            self.require(&mut state, not_negative, Reason::NegativePermission, &permission.place)?;
        }
        let amount = if self.mode.reading { self.some_of(&mut state, amount) } else { amount };
        let amount = match scale {
            Scale::Exact(factor) => self.terms.mul(factor, amount),
            Scale::Wildcard => unreachable!("only consumption takes just some of each part"),
        };
        let value = self.snapshot_value(location, snapshot);
        self.assume_bounds(&mut state, location, value);
        if let (Location::Elements(_), false) = (location, self.opening.is_empty()) {
            self.assume_restricted(&mut state, value, &arguments);
        }
        self.add(&mut state, Self::chunk(location, &arguments, value, amount));
        Ok(vec![state])
    }

    /// Some positive amount where `amount` is positive.
    fn some_of(&mut self, state: &mut State, amount: Term) -> Term {
        let some = self.eval_wildcard(state);
        self.terms.ite(self.positive(amount), some, self.terms.fraction(0, 1))
    }

    /// What a snapshot says about a location: *toRef* of the paper, or the predicate's snapshot itself.
    pub(super) fn snapshot_value(&mut self, location: Location, snapshot: Term) -> Term {
        match location {
            Location::Predicate(_) => snapshot,
            Location::Field(field) => {
                let sort = self.sort(&self.program.fields[field].ty);
                self.words.value(snapshot, sort)
            }
            Location::Elements(field) => {
                let element = self.sort(&self.program.fields[field].ty);
                self.words.value(snapshot, self.terms.array_sort(term::Sort::Int, element))
            }
        }
    }

    /// **produce' e1 = e2 ? φ1 : φ2**: both branches, each unless the prover rules it out.
    fn produce_conditional(
        &mut self,
        mut state: State,
        snapshot: Term,
        (condition, then, otherwise): (&Expr, &Assertion, Option<&Assertion>),
        scale: Scale,
    ) -> Outcome<Vec<State>> {
        let condition = self.eval_part(&mut state, condition)?;
        if !then.owns() && otherwise.is_none_or(|otherwise| !otherwise.owns()) {
            return self.produce_pure_conditional(state, condition, then, otherwise);
        }
        let mut out = Vec::new();
        if let Some(state) = self.branch(&state, condition)? {
            out.extend(self.produce_branch(state, snapshot, then, scale)?);
        }
        if let Some(state) = self.branch(&state, self.terms.not(condition))? {
            match otherwise {
                Some(otherwise) => out.extend(self.produce_branch(state, snapshot, otherwise, scale)?),
                None => out.push(self.produce_nothing(state, snapshot)),
            }
        }
        Ok(out)
    }

    pub(super) fn produce_branch(
        &mut self,
        mut state: State,
        snapshot: Term,
        assertion: &Assertion,
        scale: Scale,
    ) -> Outcome<Vec<State>> {
        if !assertion.owns() {
            state = self.produce_nothing(state, snapshot);
        }
        self.produce_one(state, snapshot, assertion, scale)
    }

    /// **produce' true**: the snapshot of what owns nothing is `unit`.
    fn produce_nothing(&mut self, mut state: State, snapshot: Term) -> State {
        let nothing = self.terms.eq(snapshot, self.words.unit());
        self.assume(&mut state, nothing);
        state
    }

    /// A conditional that owns nothing needs no branches: its facts are assumed under the condition.
    fn produce_pure_conditional(
        &mut self,
        mut state: State,
        condition: Term,
        then: &Assertion,
        otherwise: Option<&Assertion>,
    ) -> Outcome<Vec<State>> {
        let one = self.whole();
        for (guard, part) in [(condition, Some(then)), (self.terms.not(condition), otherwise)] {
            let Some(part) = part else { continue };
            if guard == self.terms.bool(false) {
                continue;
            }
            let mut inner = state.clone();
            inner.path.branch(guard);
            let unit = self.words.unit();
            let produced = self.produce_one(inner, unit, part, one)?;
            let branches = produced.into_iter().map(|state| (state, unit)).collect();
            self.join(&mut state, branches);
        }
        Ok(vec![state])
    }

    /// **produce' untouched(φ)**: the snapshots of φ now and in the pre-state are equal.
    fn produce_untouched(&mut self, mut state: State, body: &Assertion) -> Outcome<Vec<State>> {
        let (now, before) = self.untouched_snapshots(&mut state, body)?;
        let same = self.terms.eq(now, before);
        self.assume(&mut state, same);
        Ok(vec![state])
    }

    /// The parts of a snapshot, one for each clause; clauses that own nothing have none.
    pub(super) fn split(&self, snapshot: Term, clauses: &[Assertion]) -> Vec<Term> {
        let mut owners = clauses.iter().filter(|clause| clause.owns()).count();
        let mut rest = snapshot;
        clauses
            .iter()
            .map(|clause| {
                if !clause.owns() {
                    return self.words.unit();
                }
                owners -= 1;
                if owners == 0 {
                    return rest;
                }
                let part = self.words.first(rest);
                rest = self.words.second(rest);
                part
            })
            .collect()
    }
}
