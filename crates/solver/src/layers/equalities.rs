//! Boolean structure and equality of references, decided by case splitting over a union-find.
//!
//! The guards of heap summaries are of this kind: Boolean combinations of `a == b` over references. Formulas outside the
//! fragment (comparisons of numbers, say) count as opaque propositions, functions as opaque references: a contradiction is a
//! contradiction either way, but a solution is a model only if nothing was opaque, and is evaluated before it is believed.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use term::{Evaluator, Model, Sort, Term, TermKind, Terms, Value};

use crate::answer::Answer;
use crate::chain::{Layer, Query, Rest};

/// Decisions before a question is passed on.
const SPLITS: u32 = 400;

pub struct Equalities;

impl Layer for Equalities {
    fn check(&mut self, query: &Query, rest: &mut Rest) -> Answer {
        let mut search = Search { terms: query.terms, splits: SPLITS, simplified: FxHashMap::default() };
        match search.solve(Solution::default(), query.conditions.to_vec()) {
            Found::Nothing => Answer::Unsat,
            Found::Solution(solution) => match solution.model(query) {
                Some(model) => Answer::Sat(Arc::new(model)),
                None => rest.check(query),
            },
            Found::TooMany => rest.check(query),
        }
    }
}

enum Found {
    Solution(Box<Solution>),
    Nothing,
    TooMany,
}

struct Search<'a> {
    terms: &'a Terms,
    splits: u32,
    /// What formulas simplify to under the literals chosen so far: guards of summaries share most of their parts.
    simplified: FxHashMap<Term, Term>,
}

/// A consistent choice of literals.
#[derive(Clone, Default)]
struct Solution {
    propositions: FxHashMap<Term, bool>,
    /// Towards the representative; absent for representatives.
    parents: FxHashMap<Term, Term>,
    different: Vec<(Term, Term)>,
    /// A literal outside the fragment was chosen.
    is_opaque: bool,
}

struct Conflict;

/// A formula as this layer sees it.
enum Shape<'a> {
    And(&'a [Term]),
    Or(&'a [Term]),
    Not(Term),
    Ite(Term, Term, Term),
    Iff(Term, Term),
    /// Two terms of a sort of individuals.
    Equality(Term, Term),
    Proposition,
}

fn shape(terms: &Terms, formula: Term) -> Shape<'_> {
    match terms.kind(formula) {
        TermKind::And(parts) => Shape::And(parts),
        TermKind::Or(parts) => Shape::Or(parts),
        TermKind::Not(inner) => Shape::Not(*inner),
        TermKind::Ite(condition, then, otherwise) => Shape::Ite(*condition, *then, *otherwise),
        TermKind::Eq(lhs, rhs) => match terms.sort(*lhs) {
            Sort::Bool => Shape::Iff(*lhs, *rhs),
            Sort::Ref | Sort::Uninterpreted(_) => Shape::Equality(*lhs, *rhs),
            Sort::Int | Sort::Real | Sort::BitVec(_) => Shape::Proposition,
            Sort::Float32 | Sort::Float64 | Sort::Array(_) => Shape::Proposition,
        },
        TermKind::Const(_) | TermKind::Var(_) | TermKind::Compare(..) => Shape::Proposition,
        TermKind::Select(..) | TermKind::Apply(..) | TermKind::Quantified(_) => Shape::Proposition,
        TermKind::Add(_)
        | TermKind::Mul(..)
        | TermKind::Divide(..)
        | TermKind::Bits(..)
        | TermKind::Concat(..)
        | TermKind::Float(..)
        | TermKind::FloatUnary(..)
        | TermKind::Convert(..)
        | TermKind::Store(..)
        | TermKind::ConstArray(_) => unreachable!("{} is not a formula", terms.infix(formula)),
    }
}

impl Search<'_> {
    /// Extends a solution to all formulas.
    fn solve(&mut self, mut solution: Solution, mut formulas: Vec<Term>) -> Found {
        let Ok(choice) = self.propagate(&mut solution, &mut formulas) else { return Found::Nothing };
        let Some(choice) = choice else { return Found::Solution(Box::new(solution)) };
        if self.splits == 0 {
            return Found::TooMany;
        }
        self.splits -= 1;
        for literal in [choice, self.terms.not(choice)] {
            let mut extended = solution.clone();
            if extended.choose(self.terms, literal).is_err() {
                continue;
            }
            match self.solve(extended, formulas.clone()) {
                Found::Nothing => {}
                found @ (Found::Solution(_) | Found::TooMany) => return found,
            }
        }
        Found::Nothing
    }

    /// Chooses every literal that must hold, until nothing changes. Returns a literal to split on if formulas remain.
    fn propagate(
        &mut self,
        solution: &mut Solution,
        formulas: &mut Vec<Term>,
    ) -> Result<Option<Term>, Conflict> {
        self.simplified.clear();
        loop {
            let mut progress = false;
            let mut remaining = Vec::new();
            let mut choice = None;
            while let Some(formula) = formulas.pop() {
                match self.simplify(solution, formula) {
                    Terms::TRUE => {}
                    Terms::FALSE => return Err(Conflict),
                    simple => {
                        if let TermKind::And(parts) = self.terms.kind(simple) {
                            formulas.extend(parts);
                        } else if let Some(literal) = self.open_literal(simple) {
                            choice = Some(literal);
                            remaining.push(simple);
                        } else {
                            solution.choose(self.terms, simple)?;
                            self.simplified.clear();
                            progress = true;
                        }
                    }
                }
            }
            *formulas = remaining;
            if !progress {
                return Ok(choice);
            }
        }
    }

    /// A literal inside a formula that is not one itself.
    fn open_literal(&self, formula: Term) -> Option<Term> {
        match shape(self.terms, formula) {
            Shape::And(parts) | Shape::Or(parts) => Some(self.some_literal(parts[0])),
            Shape::Ite(condition, ..) => Some(self.some_literal(condition)),
            Shape::Iff(lhs, _) => Some(self.some_literal(lhs)),
            Shape::Not(inner) => self.open_literal(inner),
            Shape::Equality(..) | Shape::Proposition => None,
        }
    }

    fn some_literal(&self, formula: Term) -> Term {
        self.open_literal(formula).unwrap_or(formula)
    }

    /// The formula with decided literals replaced; `true` or `false` if that decides it.
    fn simplify(&mut self, solution: &Solution, formula: Term) -> Term {
        if let Some(&known) = self.simplified.get(&formula) {
            return known;
        }
        let simple = self.simplify_parts(solution, formula);
        self.simplified.insert(formula, simple);
        simple
    }

    fn simplify_parts(&mut self, solution: &Solution, formula: Term) -> Term {
        let t = self.terms;
        let mut part = |formula: Term| self.simplify(solution, formula);
        match shape(t, formula) {
            Shape::And(parts) => t.and(self.simplify_until(solution, parts, Terms::FALSE)),
            Shape::Or(parts) => t.or(self.simplify_until(solution, parts, Terms::TRUE)),
            Shape::Not(inner) => t.not(part(inner)),
            Shape::Ite(condition, then, otherwise) => t.ite(part(condition), part(then), part(otherwise)),
            Shape::Iff(lhs, rhs) => t.eq(part(lhs), part(rhs)),
            Shape::Equality(lhs, rhs) => {
                if let TermKind::Ite(condition, then, otherwise) = t.kind(lhs) {
                    return part(t.ite(*condition, t.eq(*then, rhs), t.eq(*otherwise, rhs)));
                }
                if let TermKind::Ite(condition, then, otherwise) = t.kind(rhs) {
                    return part(t.ite(*condition, t.eq(lhs, *then), t.eq(lhs, *otherwise)));
                }
                solution.equality(t, lhs, rhs).map_or(formula, |value| t.bool(value))
            }
            Shape::Proposition => solution.proposition(t, formula).map_or(formula, |value| t.bool(value)),
        }
    }

    /// The simplified parts, up to one that decides them all.
    fn simplify_until(&mut self, solution: &Solution, parts: &[Term], decisive: Term) -> Vec<Term> {
        let mut out = Vec::with_capacity(parts.len());
        for &part in parts {
            let simple = self.simplify(solution, part);
            if simple == decisive {
                return vec![decisive];
            }
            out.push(simple);
        }
        out
    }
}

impl Solution {
    /// Adds a literal.
    fn choose(&mut self, terms: &Terms, literal: Term) -> Result<(), Conflict> {
        let (atom, value) =
            if let TermKind::Not(inner) = terms.kind(literal) { (*inner, false) } else { (literal, true) };
        if let Shape::Equality(lhs, rhs) = shape(terms, atom) {
            for side in [lhs, rhs] {
                self.is_opaque |= terms.value(side).is_none() && terms.var_name(side).is_none();
            }
            return if value { self.merge(terms, lhs, rhs) } else { self.separate(terms, lhs, rhs) };
        }
        self.is_opaque |= terms.var_name(atom).is_none();
        match self.proposition(terms, atom) {
            Some(known) if known != value => Err(Conflict),
            Some(_) => Ok(()),
            None => {
                self.propositions.insert(atom, value);
                Ok(())
            }
        }
    }

    /// What is known of an atom; a comparison is also known by its opposite.
    fn proposition(&self, terms: &Terms, atom: Term) -> Option<bool> {
        if let Some(&value) = self.propositions.get(&atom) {
            return Some(value);
        }
        if matches!(terms.kind(atom), TermKind::Compare(..)) {
            return self.propositions.get(&terms.not(atom)).map(|value| !value);
        }
        None
    }

    fn equality(&self, terms: &Terms, lhs: Term, rhs: Term) -> Option<bool> {
        let (lhs, rhs) = (self.find(lhs), self.find(rhs));
        if lhs == rhs {
            return Some(true);
        }
        let are_constants = terms.value(lhs).is_some() && terms.value(rhs).is_some();
        let are_separate = self.different.iter().any(|&(a, b)| {
            let (a, b) = (self.find(a), self.find(b));
            (a, b) == (lhs, rhs) || (b, a) == (lhs, rhs)
        });
        (are_constants || are_separate).then_some(false)
    }

    /// Constants stay representatives.
    fn merge(&mut self, terms: &Terms, lhs: Term, rhs: Term) -> Result<(), Conflict> {
        match self.equality(terms, lhs, rhs) {
            Some(true) => Ok(()),
            Some(false) => Err(Conflict),
            None => {
                let (lhs, rhs) = (self.find(lhs), self.find(rhs));
                let (from, to) = if terms.value(lhs).is_some() { (rhs, lhs) } else { (lhs, rhs) };
                self.parents.insert(from, to);
                Ok(())
            }
        }
    }

    fn separate(&mut self, terms: &Terms, lhs: Term, rhs: Term) -> Result<(), Conflict> {
        match self.equality(terms, lhs, rhs) {
            Some(true) => Err(Conflict),
            Some(false) => Ok(()),
            None => {
                self.different.push((lhs, rhs));
                Ok(())
            }
        }
    }

    fn find(&self, mut term: Term) -> Term {
        while let Some(&parent) = self.parents.get(&term) {
            term = parent;
        }
        term
    }

    /// One individual per class, checked against the conditions.
    fn model(&self, query: &Query) -> Option<Model> {
        if self.is_opaque {
            return None;
        }
        let terms = query.terms;
        let mut model = Model::default();
        for (&atom, &value) in &self.propositions {
            model.variables.insert(atom, Value::Bool(value));
        }
        let mut members: Vec<Term> = (self.different.iter().flat_map(|&(a, b)| [a, b]))
            .chain(self.parents.iter().flat_map(|(&a, &b)| [a, b]))
            .collect();
        members.sort_unstable();
        members.dedup();
        let constants =
            terms.reachable(query.conditions).into_iter().filter_map(|term| individual(terms, term));
        let mut next = constants.max().unwrap_or(0) + 1;
        let mut chosen: FxHashMap<Term, Value> = FxHashMap::default();
        for member in members.into_iter().filter(|&member| terms.var_name(member).is_some()) {
            let representative = self.find(member);
            let value = chosen.entry(representative).or_insert_with(|| match terms.value(representative) {
                Some(value) => value.clone(),
                None => {
                    next += 1;
                    fresh(terms.sort(representative), next - 1)
                }
            });
            model.variables.insert(member, value.clone());
        }
        let mut evaluator = Evaluator::new(terms, &model);
        let holds = query.conditions.iter().all(|&condition| evaluator.holds(condition));
        holds.then_some(model)
    }
}

fn individual(terms: &Terms, term: Term) -> Option<u32> {
    match terms.value(term) {
        Some(Value::Ref(number) | Value::Element(_, number)) => Some(*number),
        Some(_) | None => None,
    }
}

fn fresh(sort: Sort, number: u32) -> Value {
    match sort {
        Sort::Ref => Value::Ref(number),
        Sort::Uninterpreted(name) => Value::Element(name, number),
        Sort::Bool
        | Sort::Int
        | Sort::Real
        | Sort::BitVec(_)
        | Sort::Float32
        | Sort::Float64
        | Sort::Array(_) => {
            unreachable!("{sort:?} is not a sort of individuals")
        }
    }
}
