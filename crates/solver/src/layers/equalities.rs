//! Boolean structure and equality of references, decided by case splitting over a union-find.
//!
//! The guards of heap summaries are of this kind: Boolean combinations of `a == b` over references. Formulas outside the
//! fragment (comparisons of numbers, say) count as opaque propositions, functions as opaque references: a contradiction is a
//! contradiction either way, but a solution is a model only if nothing was opaque.
//!
//! What follows from each condition is kept, so that a question that shares its beginning with the one before costs what is new
//! in it.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use term::{Evaluator, Sort, Term, TermKind, Terms, Value};

use crate::answer::Answer;
use crate::chain::{Layer, Query, Rest};
use crate::layers::classes::{Atoms, Conflict, Solution};

/// Decisions before a question is passed on.
const SPLITS: u32 = 400;

/// Decides queries that only equate terms.
#[derive(Default)]
pub struct Equalities {
    atoms: Atoms,
    /// The conditions of the last question, each with what follows from it and those before; nothing if that is a
    /// contradiction.
    levels: Vec<(Term, Option<Solution>)>,
}

impl Layer for Equalities {
    fn check(&mut self, query: &Query, rest: &mut Rest) -> Answer {
        self.decide(query).unwrap_or_else(|| rest.check(query))
    }
}

impl Equalities {
    /// Nothing if the question is outside the fragment, or takes too long.
    pub fn decide(&mut self, query: &Query) -> Option<Answer> {
        let Some(start) = self.follow(query) else { return Some(Answer::Unsat) };
        let mut search = Search::new(query.terms, &mut self.atoms, SPLITS);
        match search.solve(start) {
            Found::Nothing => Some(Answer::Unsat),
            Found::Solution(solution) => {
                let model = solution.model(&self.atoms)?;
                let mut evaluator = Evaluator::new(query.terms, &model);
                debug_assert!(query.conditions.iter().all(|&condition| evaluator.holds(condition)));
                Some(Answer::Sat(Arc::new(model)))
            }
            Found::TooMany => None,
        }
    }

    /// What follows from the conditions.
    fn follow(&mut self, query: &Query) -> Option<Solution> {
        let old = self.levels.iter().map(|(condition, _)| condition);
        let common = old.zip(query.conditions).take_while(|(old, new)| old == new).count();
        self.levels.truncate(common);
        let mut search = Search::new(query.terms, &mut self.atoms, 0);
        for &condition in &query.conditions[common..] {
            let before = last(&self.levels);
            let after = before.and_then(|solution| search.extended(solution, condition, true));
            self.levels.push((condition, after));
        }
        last(&self.levels)
    }
}

/// What follows from all conditions.
fn last(levels: &[(Term, Option<Solution>)]) -> Option<Solution> {
    levels.last().map_or_else(|| Some(Solution::default()), |(_, solution)| solution.clone())
}

enum Found {
    Solution(Solution),
    Nothing,
    TooMany,
}

struct Search<'a> {
    terms: &'a Terms,
    atoms: &'a mut Atoms,
    splits: u32,
    /// What formulas are under so many literals of the solution at hand: guards of summaries share most of their parts.
    values: FxHashMap<Term, Option<bool>>,
    literals: u32,
}

/// A formula as this layer sees it.
enum Shape<'a> {
    And(&'a [Term]),
    Or(&'a [Term]),
    Not(Term),
    Ite(Term, Term, Term),
    Iff(Term, Term),
    /// Two terms of a sort of individuals.
    Equality(Term, Term),
    Constant(bool),
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
        TermKind::Const(value) => Shape::Constant(*value == Value::Bool(true)),
        TermKind::Var(_) | TermKind::Compare(..) => Shape::Proposition,
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

/// The parts of an if-then-else between individuals.
fn choice(terms: &Terms, individual: Term) -> Option<(Term, Term, Term)> {
    let TermKind::Ite(condition, then, otherwise) = terms.kind(individual) else { return None };
    Some((*condition, *then, *otherwise))
}

impl<'a> Search<'a> {
    fn new(terms: &'a Terms, atoms: &'a mut Atoms, splits: u32) -> Self {
        Self { terms, atoms, splits, values: FxHashMap::default(), literals: 0 }
    }

    /// Extends a solution to the formulas it leaves open.
    fn solve(&mut self, solution: Solution) -> Found {
        let Some(&(open, _)) = solution.open.first() else { return Found::Solution(solution) };
        if self.splits == 0 {
            return Found::TooMany;
        }
        self.splits -= 1;
        let literal = self.undecided(&solution, open);
        for truth in [true, false] {
            let Some(extended) = self.extended(solution.clone(), literal, truth) else { continue };
            match self.solve(extended) {
                Found::Nothing => {}
                found @ (Found::Solution(_) | Found::TooMany) => return found,
            }
        }
        Found::Nothing
    }

    /// A solution in which the formula is true or false as well, with all that follows; nothing if there is none.
    fn extended(&mut self, mut solution: Solution, formula: Term, truth: bool) -> Option<Solution> {
        self.values.clear();
        self.require(&mut solution, formula, truth).ok()?;
        loop {
            let before = solution.literals;
            for (formula, truth) in std::mem::take(&mut solution.open) {
                self.require(&mut solution, formula, truth).ok()?;
            }
            if solution.literals == before {
                return Some(solution);
            }
        }
    }

    /// Adds the literals a formula's truth needs; a formula that leaves a choice stays open.
    fn require(&mut self, solution: &mut Solution, formula: Term, truth: bool) -> Result<(), Conflict> {
        match shape(self.terms, formula) {
            Shape::Not(inner) => self.require(solution, inner, !truth),
            Shape::And(parts) if truth => self.require_all(solution, parts, true),
            Shape::Or(parts) if !truth => self.require_all(solution, parts, false),
            Shape::And(parts) | Shape::Or(parts) => self.require_one(solution, formula, parts, truth),
            Shape::Ite(condition, then, otherwise) => match self.value(solution, condition) {
                Some(true) => self.require(solution, then, truth),
                Some(false) => self.require(solution, otherwise, truth),
                None => self.require_either(solution, formula, truth),
            },
            Shape::Iff(lhs, rhs) => match (self.value(solution, lhs), self.value(solution, rhs)) {
                (Some(value), _) => self.require(solution, rhs, value == truth),
                (None, Some(value)) => self.require(solution, lhs, value == truth),
                (None, None) => solution.leave_open(formula, truth),
            },
            Shape::Equality(lhs, rhs) => self.require_equal(solution, formula, (lhs, rhs), truth),
            Shape::Constant(value) if value == truth => Ok(()),
            Shape::Constant(_) => Err(Conflict),
            Shape::Proposition => self.atoms.proposition(self.terms, formula).require(solution, truth),
        }
    }

    fn require_all(&mut self, solution: &mut Solution, parts: &[Term], truth: bool) -> Result<(), Conflict> {
        parts.iter().try_for_each(|part| self.require(solution, *part, truth))
    }

    /// A disjunction holds, or a conjunction fails: the last part left must do it.
    fn require_one(
        &mut self,
        solution: &mut Solution,
        formula: Term,
        parts: &[Term],
        truth: bool,
    ) -> Result<(), Conflict> {
        let mut left = None;
        for &part in parts {
            match self.value(solution, part) {
                Some(value) if value == truth => return Ok(()),
                Some(_) => {}
                None if left.is_some() => {
                    let decided = parts.iter().any(|part| self.value(solution, *part) == Some(truth));
                    if !decided {
                        solution.open.push((formula, truth));
                    }
                    return Ok(());
                }
                None => left = Some(part),
            }
        }
        self.require(solution, left.ok_or(Conflict)?, truth)
    }

    /// An if-then-else whose condition is open: a branch that cannot be decides it.
    fn require_either(
        &mut self,
        solution: &mut Solution,
        formula: Term,
        truth: bool,
    ) -> Result<(), Conflict> {
        let Shape::Ite(condition, then, otherwise) = shape(self.terms, formula) else {
            unreachable!("called for an if-then-else")
        };
        match (self.value(solution, then), self.value(solution, otherwise)) {
            (Some(a), Some(b)) if a == truth && b == truth => Ok(()),
            (Some(value), _) if value != truth => {
                self.require(solution, condition, false)?;
                self.require(solution, otherwise, truth)
            }
            (_, Some(value)) if value != truth => {
                self.require(solution, condition, true)?;
                self.require(solution, then, truth)
            }
            (_, _) => solution.leave_open(formula, truth),
        }
    }

    fn require_equal(
        &mut self,
        solution: &mut Solution,
        formula: Term,
        (lhs, rhs): (Term, Term),
        truth: bool,
    ) -> Result<(), Conflict> {
        let Some((condition, pairs)) = self.choices(lhs, rhs) else {
            return self.atoms.equality(self.terms, lhs, rhs).require(solution, truth);
        };
        match self.value(solution, condition) {
            Some(value) => self.require_equal(solution, formula, pairs[usize::from(!value)], truth),
            None => match self.equal(solution, lhs, rhs) {
                Some(value) if value == truth => Ok(()),
                Some(_) => Err(Conflict),
                None => solution.leave_open(formula, truth),
            },
        }
    }

    /// What a formula is in every extension of the solution, as far as can be seen.
    fn value(&mut self, solution: &Solution, formula: Term) -> Option<bool> {
        if self.literals != solution.literals {
            self.literals = solution.literals;
            self.values.clear();
        }
        if let Some(known) = self.values.get(&formula) {
            return *known;
        }
        let value = self.evaluate(solution, formula);
        self.values.insert(formula, value);
        value
    }

    fn evaluate(&mut self, solution: &Solution, formula: Term) -> Option<bool> {
        match shape(self.terms, formula) {
            Shape::And(parts) => self.junction(solution, parts, false),
            Shape::Or(parts) => self.junction(solution, parts, true),
            Shape::Not(inner) => self.value(solution, inner).map(|value| !value),
            Shape::Ite(condition, then, otherwise) => match self.value(solution, condition) {
                Some(true) => self.value(solution, then),
                Some(false) => self.value(solution, otherwise),
                None => agreed(self.value(solution, then), self.value(solution, otherwise)),
            },
            Shape::Iff(lhs, rhs) => Some(self.value(solution, lhs)? == self.value(solution, rhs)?),
            Shape::Equality(lhs, rhs) => self.equal(solution, lhs, rhs),
            Shape::Constant(value) => Some(value),
            Shape::Proposition => self.atoms.proposition(self.terms, formula).value(solution),
        }
    }

    /// Decided by one part of the value `decisive`, or by all others.
    fn junction(&mut self, solution: &Solution, parts: &[Term], decisive: bool) -> Option<bool> {
        let mut open = false;
        for part in parts {
            match self.value(solution, *part) {
                Some(value) if value == decisive => return Some(decisive),
                Some(_) => {}
                None => open = true,
            }
        }
        (!open).then_some(!decisive)
    }

    fn equal(&mut self, solution: &Solution, lhs: Term, rhs: Term) -> Option<bool> {
        let Some((condition, pairs)) = self.choices(lhs, rhs) else {
            return self.atoms.equality(self.terms, lhs, rhs).value(solution);
        };
        match self.value(solution, condition) {
            Some(value) => {
                let (lhs, rhs) = pairs[usize::from(!value)];
                self.equal(solution, lhs, rhs)
            }
            None => {
                let [then, otherwise] = pairs.map(|(lhs, rhs)| self.equal(solution, lhs, rhs));
                agreed(then, otherwise)
            }
        }
    }

    /// If one side is an if-then-else: its condition, and the sides for either case.
    fn choices(&self, lhs: Term, rhs: Term) -> Option<(Term, [(Term, Term); 2])> {
        if let Some((condition, then, otherwise)) = choice(self.terms, lhs) {
            return Some((condition, [(then, rhs), (otherwise, rhs)]));
        }
        let (condition, then, otherwise) = choice(self.terms, rhs)?;
        Some((condition, [(lhs, then), (lhs, otherwise)]))
    }

    /// A literal inside an open formula that the solution does not decide. The newest part is tried first: among the targets
    /// of a reference the newest is the object nothing else refers to, which contradicts least.
    fn undecided(&mut self, solution: &Solution, formula: Term) -> Term {
        match shape(self.terms, formula) {
            Shape::And(parts) | Shape::Or(parts) => {
                let open = parts.iter().rev().find(|part| self.value(solution, **part).is_none());
                self.undecided(solution, *open.expect("an open formula has an open part"))
            }
            Shape::Not(inner) => self.undecided(solution, inner),
            Shape::Ite(condition, then, otherwise) => {
                let parts = [condition, then, otherwise];
                let open = parts.into_iter().find(|part| self.value(solution, *part).is_none());
                self.undecided(solution, open.expect("an open formula has an open part"))
            }
            Shape::Iff(lhs, rhs) => {
                let side = if self.value(solution, lhs).is_none() { lhs } else { rhs };
                self.undecided(solution, side)
            }
            Shape::Equality(lhs, rhs) => match self.choices(lhs, rhs) {
                None => formula,
                Some((condition, pairs)) => match self.value(solution, condition) {
                    None => self.undecided(solution, condition),
                    Some(value) => {
                        let (lhs, rhs) = pairs[usize::from(!value)];
                        self.undecided(solution, self.terms.eq(lhs, rhs))
                    }
                },
            },
            Shape::Constant(_) | Shape::Proposition => formula,
        }
    }
}

fn agreed(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    if a == b { a } else { None }
}
