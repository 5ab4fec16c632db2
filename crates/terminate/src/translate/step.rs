//! The steps of one edge: what each number of the target is, out of the numbers of the source.
//!
//! A number is what a fact of the edge defines it to be, what it was before and became by a [`Change`], what a call gave back, or else
//! an unknown.

use std::collections::BTreeSet;

use base::Id;
use graph::{Edge, Fact, NodeId, Ref, RefMap};

use super::arith::Cases;
use super::change::Change;
use super::sight::{Argument, Quantity, Sight};
use super::write::{Write, writes};
use super::{Translator, guard, way};
use crate::its::{LocationId, Transition};
use crate::linear::{Constraint, Linear};
use crate::rational::Rat;

/// One case of an edge.
pub struct Step {
    pub transition: Transition,
    pub returned: Option<Returned>,
}

/// The call came back by a return state whose numbers, and then those of the call, are these.
#[derive(Clone)]
pub struct Returned {
    pub node: NodeId,
    pub values: Vec<Linear>,
    /// Which of the return state's numbers only that state knows.
    pub news: BTreeSet<usize>,
}

/// The steps from `source`, which is the edge's own or the call it returns to. `handed` tells which reference of the source a reference
/// of the target was, and what happened to a quantity of it.
pub fn steps(
    translator: &Translator<'_>,
    source: NodeId,
    edge: &Edge,
    handed: impl Fn(Argument) -> Option<(Ref, Change)>,
) -> Vec<Step> {
    let mut stepper = Stepper::new(translator, source, edge);
    let update: Vec<Linear> =
        stepper.to.arguments.iter().map(|&argument| stepper.number(argument, &handed)).collect();
    stepper.guard(&update);
    stepper.finish(source, update)
}

struct Stepper<'t, 'a> {
    translator: &'t Translator<'a>,
    edge: &'t Edge,
    from: &'t Sight<'a>,
    to: &'t Sight<'a>,
    cases: Cases,
    returned: Option<Returned>,
}

impl<'t, 'a> Stepper<'t, 'a> {
    fn new(translator: &'t Translator<'a>, source: NodeId, edge: &'t Edge) -> Self {
        let from = &translator.sights[source.index()];
        let to = &translator.sights[edge.target.index()];
        let mut cases = Cases::new(from.arguments.len());
        let returned = returned(translator, &mut cases, edge);
        Self { translator, edge, from, to, cases, returned }
    }

    /// A number of the target.
    fn number(
        &mut self,
        (r, quantity): Argument,
        handed: &impl Fn(Argument) -> Option<(Ref, Change)>,
    ) -> Linear {
        if let Quantity::Steps(field, end) = quantity {
            let origin = |r| handed((r, Quantity::Value)).map(|old| old.0);
            return way::steps(&mut self.cases, self.from, &self.edge.facts, origin, (r, field, end));
        }
        let old = handed((r, quantity)).and_then(|(origin, change)| {
            Some(Old { origin, number: self.from.number(origin, quantity)?, change })
        });
        if let Some(result) = self.result((r, quantity), old.as_ref()) {
            return result;
        }
        match (definition(&self.edge.facts, r, quantity), old) {
            (Some(fact), _) => self.define(fact),
            (None, Some(old)) => self.changed(quantity, old),
            (None, None) => self.cases.fresh(),
        }
    }

    /// A number as a call gave it back.
    fn result(&mut self, argument: Argument, old: Option<&Old>) -> Option<Linear> {
        let returned = self.returned.as_mut()?;
        let number = result(self.translator, self.edge, returned, argument)?;
        let value = number.substitute(|var| returned.values[var.index()].clone());
        if let Some(Old { number: old, change: Change::None, .. }) = old {
            self.cases.assume(Constraint::eq(old, &value));
            return Some(old.clone());
        }
        returned.news.extend(number.vars().map(Id::index));
        Some(value)
    }

    /// A number that was there before.
    fn changed(&mut self, quantity: Quantity, old: Old) -> Linear {
        match old.change {
            Change::None => old.number,
            Change::Grown => self.grown(quantity, &old.number),
            Change::Replaced => self.replaced(quantity, &old.number),
            Change::Between(low, high) => self.cases.between(&old.number, low, high),
            Change::Exchanged { lost, gained } => {
                let lost = self.equality(lost, old.origin);
                old.number.minus(&lost).plus(&self.equality(gained, old.origin))
            }
            Change::Shrunk => self.cases.at_most(&old.number),
            Change::Lost => self.cases.fresh(),
        }
    }

    /// The number a fact defines.
    fn define(&mut self, fact: &Fact) -> Linear {
        let from = self.from;
        match fact {
            Fact::Define { op, lhs, rhs, wraps, .. } => {
                let side = |operand| (from.value(operand), from.interval(operand));
                self.cases.define(*op, side(*lhs), side(*rhs), *wraps)
            }
            Fact::Realize { object, field, .. } => {
                from.number(*object, Quantity::Content(*field)).unwrap_or_else(|| self.cases.fresh())
            }
            Fact::Length { array, .. } => {
                from.number(*array, Quantity::Length).unwrap_or_else(|| self.cases.fresh())
            }
            Fact::Compare { .. }
            | Fact::Read { .. }
            | Fact::ReadCell { .. }
            | Fact::Write { .. }
            | Fact::WriteCell { .. }
            | Fact::New { .. }
            | Fact::IsNull(_)
            | Fact::Exists(_)
            | Fact::Same(..)
            | Fact::Different(..)
            | Fact::Typed(_) => self.cases.fresh(),
        }
    }

    /// 1 if a content equals a number, otherwise 0.
    fn equality(&mut self, content: Option<Ref>, number: Ref) -> Linear {
        let value = |r| self.from.number(r, Quantity::Value);
        match content.and_then(value).zip(value(number)) {
            Some((content, number)) => self.cases.equality(&content, &number),
            None => self.cases.bit(),
        }
    }

    /// A measure after a write: at most what it was and what was written together.
    fn grown(&mut self, quantity: Quantity, old: &Linear) -> Linear {
        let fresh = self.cases.fresh();
        let mut stored = writes(&self.edge.facts).map(|write| self.from.number(write.value, quantity));
        let most = stored.try_fold(old.clone(), |sum, stored| Some(sum.plus(&stored?)));
        if let Some(most) = most {
            self.cases.assume(Constraint::ge(&most, &fresh));
        }
        fresh
    }

    /// A sum after a write into the object itself.
    fn replaced(&mut self, quantity: Quantity, old: &Linear) -> Linear {
        let (from, fresh) = (self.from, self.cases.fresh());
        let all: Vec<Write> = writes(&self.edge.facts).collect();
        let ([write], Quantity::Measure(index)) = (all.as_slice(), quantity) else { return fresh };
        let weight = Rat::from(self.translator.view.measures[index].weight(write.field));
        let Some(stored) = from.number(write.value, quantity) else { return fresh };
        let with_both = old.plus(&stored.scaled(&weight));
        self.cases.assume(Constraint::ge(&with_both, &fresh));
        let before = write.field.and_then(|field| from.state.field(write.object, field));
        if let Some(before) = before.and_then(|before| from.number(before, quantity)) {
            self.cases.assume(Constraint::eq(&with_both.minus(&before.scaled(&weight)), &fresh));
        }
        fresh
    }

    /// What the source knows, and what the edge establishes.
    fn guard(&mut self, update: &[Linear]) {
        for constraint in &self.from.known {
            self.cases.assume(constraint.clone());
        }
        let view = self.translator.view;
        for fact in &self.edge.facts {
            guard::assume(&mut self.cases, view, self.from, fact);
            guard::relate_part(&mut self.cases, view, (self.from, self.to), update, fact);
        }
    }

    fn finish(self, source: NodeId, update: Vec<Linear>) -> Vec<Step> {
        let (locals, cases) = self.cases.finish();
        let from = LocationId::from_index(source.index());
        let to = LocationId::from_index(self.edge.target.index());
        let step = |guard| Step {
            transition: Transition { from, to, locals, guard, update: update.clone(), premises: Vec::new() },
            returned: self.returned.clone(),
        };
        cases.into_iter().map(step).collect()
    }
}

/// A number of the source, and what becomes of it.
struct Old {
    origin: Ref,
    number: Linear,
    change: Change,
}

/// Unknowns for the numbers of the state an edge returns from, and what was passed to the call.
fn returned(translator: &Translator<'_>, cases: &mut Cases, edge: &Edge) -> Option<Returned> {
    let (call, _) = edge.summarizes().filter(|_| translator.view.summaries)?;
    let seen = &translator.sights[edge.source.index()];
    let mut values: Vec<Linear> = seen.arguments.iter().map(|_| cases.fresh()).collect();
    for constraint in &seen.known {
        cases.assume(constraint.substitute(|var| values[var.index()].clone()));
    }
    let passed = &translator.sights[call.index()];
    for ghost in translator.ghosts.of_callee(passed.state) {
        values.push(ghost.number(passed).unwrap_or_else(|| cases.fresh()));
    }
    Some(Returned { node: edge.source, values, news: BTreeSet::new() })
}

/// A quantity as the return state has it, over that state's arguments. Marks are counted by rules of their own.
fn result(
    translator: &Translator<'_>,
    edge: &Edge,
    returned: &Returned,
    (r, quantity): Argument,
) -> Option<Linear> {
    match quantity {
        Quantity::Marked(_) => None,
        Quantity::Value
        | Quantity::Length
        | Quantity::Measure(_)
        | Quantity::Content(_)
        | Quantity::Steps(..) => {
            translator.sights[returned.node.index()].number(origin(&edge.map, r)?, quantity)
        }
    }
}

/// The reference of the source that a reference of the target was; `null` is always itself.
pub fn origin(map: &RefMap, r: Ref) -> Option<Ref> {
    if r == Ref::NULL { Some(r) } else { map.origin(r) }
}

/// The fact that says what an integer of the target is, if it is computed or comes into sight here.
fn definition(facts: &[Fact], r: Ref, quantity: Quantity) -> Option<&Fact> {
    let defines = |fact: &&Fact| match fact {
        Fact::Define { result, .. } | Fact::Realize { result, .. } | Fact::Length { result, .. } => {
            *result == r
        }
        Fact::Compare { .. }
        | Fact::Read { .. }
        | Fact::ReadCell { .. }
        | Fact::Write { .. }
        | Fact::WriteCell { .. }
        | Fact::New { .. }
        | Fact::IsNull(_)
        | Fact::Exists(_)
        | Fact::Same(..)
        | Fact::Different(..)
        | Fact::Typed(_) => false,
    };
    facts.iter().find(defines).filter(|_| quantity == Quantity::Value)
}
