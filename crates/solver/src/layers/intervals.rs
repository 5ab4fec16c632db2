//! Bounds of integers: a contradiction of bounds is a proof, and values within the bounds are worth a try as a model.
//!
//! Ranges (see `ranges`) of all terms are computed from their children, conditions narrow them, and both repeat for a few
//! rounds. Machine integers are ranges of their signed values; an operation that may wrap around gets its sort's full range.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use term::{Comparison, Evaluator, Model, Sort, Term, TermKind, Terms, Value};

use super::ranges::{Empty, Range, Ranges, shift};
use crate::answer::Answer;
use crate::chain::{Layer, Query, Rest};

/// Times the conditions are gone through.
const ROUNDS: usize = 4;
/// Questions about more terms than this are passed on.
const SIZE_LIMIT: usize = 4000;

/// Looks at the ranges of numbers.
pub struct Intervals;

impl Layer for Intervals {
    fn check(&mut self, query: &Query, rest: &mut Rest) -> Answer {
        let reachable = query.terms.reachable(query.conditions);
        let talks_of_integers = reachable.iter().any(|&term| is_integer(query.terms.sort(term)));
        if !talks_of_integers || reachable.len() > SIZE_LIMIT {
            return rest.check(query);
        }
        let Ok(ranges) = narrow(query, &reachable) else { return Answer::Unsat };
        match guess(query, &reachable, &ranges) {
            Some(model) => Answer::Sat(Arc::new(model)),
            None => rest.check(query),
        }
    }
}

fn is_integer(sort: Sort) -> bool {
    matches!(sort, Sort::Int | Sort::BitVec(_))
}

fn narrow(query: &Query, reachable: &[Term]) -> Result<Ranges, Empty> {
    let mut ranges = Ranges::default();
    for _ in 0..ROUNDS {
        ranges.compute(query.terms, reachable)?;
        let before = ranges.changes;
        for &condition in query.conditions {
            assume(query.terms, &mut ranges, condition, true)?;
        }
        if ranges.changes == before {
            break;
        }
    }
    Ok(ranges)
}

/// Narrows by a formula that has the given truth value.
fn assume(terms: &Terms, ranges: &mut Ranges, formula: Term, value: bool) -> Result<(), Empty> {
    if let TermKind::Not(inner) = terms.kind(formula) {
        return assume(terms, ranges, *inner, !value);
    }
    match truth(terms, ranges, formula) {
        Some(known) if known != value => return Err(Empty),
        Some(_) | None => {}
    }
    if let TermKind::Compare(op, lhs, rhs) = terms.kind(formula)
        && is_integer(terms.sort(*lhs))
    {
        return if value { assume_order(terms, ranges, *op, *lhs, *rhs) } else { Ok(()) };
    }
    if let TermKind::Eq(lhs, rhs) = terms.kind(formula)
        && is_integer(terms.sort(*lhs))
    {
        return if value {
            assume_equal(terms, ranges, *lhs, *rhs)
        } else {
            assume_different(terms, ranges, *lhs, *rhs)
        };
    }
    if let TermKind::Or(parts) = terms.kind(formula)
        && value
    {
        let mut open = parts.iter().filter(|&&part| truth(terms, ranges, part) != Some(false));
        if let (Some(&last), None) = (open.next(), open.next()) {
            return assume(terms, ranges, last, true);
        }
    }
    Ok(())
}

fn assume_order(
    terms: &Terms,
    ranges: &mut Ranges,
    op: Comparison,
    lhs: Term,
    rhs: Term,
) -> Result<(), Empty> {
    let (left, right) = (ranges.of(terms, lhs), ranges.of(terms, rhs));
    let gap = match op {
        Comparison::Less | Comparison::UnsignedLess => 1,
        Comparison::LessEq | Comparison::UnsignedLessEq => 0,
        Comparison::FloatLess | Comparison::FloatLessEq | Comparison::FloatEq => return Ok(()),
    };
    let unsigned = matches!(op, Comparison::UnsignedLess | Comparison::UnsignedLessEq);
    if unsigned && right.low < 0 {
        return Ok(());
    }
    let floor = if unsigned { 0 } else { Range::ALL.low };
    ranges.narrow(terms, lhs, Range { low: floor, high: shift(right.high, -gap) })?;
    ranges.narrow(terms, rhs, Range { low: shift(left.low.max(floor), gap), high: Range::ALL.high })
}

fn assume_equal(terms: &Terms, ranges: &mut Ranges, lhs: Term, rhs: Term) -> Result<(), Empty> {
    let common = ranges.of(terms, lhs).intersect(ranges.of(terms, rhs))?;
    ranges.narrow(terms, lhs, common)?;
    ranges.narrow(terms, rhs, common)
}

/// A value at the end of the other side's range is cut off.
fn assume_different(terms: &Terms, ranges: &mut Ranges, lhs: Term, rhs: Term) -> Result<(), Empty> {
    for (side, other) in [(lhs, rhs), (rhs, lhs)] {
        let (range, other) = (ranges.of(terms, side), ranges.of(terms, other));
        if other.low != other.high {
            continue;
        }
        if range.low == other.low {
            ranges.narrow(terms, side, Range { low: range.low + 1, high: range.high })?;
        } else if range.high == other.high {
            ranges.narrow(terms, side, Range { low: range.low, high: range.high - 1 })?;
        }
    }
    Ok(())
}

/// The truth of a formula as far as ranges tell.
fn truth(terms: &Terms, ranges: &Ranges, formula: Term) -> Option<bool> {
    if let TermKind::Not(inner) = terms.kind(formula) {
        return truth(terms, ranges, *inner).map(|value| !value);
    }
    if let TermKind::Eq(lhs, rhs) = terms.kind(formula)
        && is_integer(terms.sort(*lhs))
    {
        let (lhs, rhs) = (ranges.of(terms, *lhs), ranges.of(terms, *rhs));
        return match lhs.intersect(rhs) {
            Err(Empty) => Some(false),
            Ok(_) => (lhs.low == lhs.high && lhs == rhs).then_some(true),
        };
    }
    if let TermKind::Compare(op, lhs, rhs) = terms.kind(formula)
        && is_integer(terms.sort(*lhs))
    {
        let (lhs, rhs) = (ranges.of(terms, *lhs), ranges.of(terms, *rhs));
        let comparable = match op {
            Comparison::Less | Comparison::LessEq => true,
            Comparison::UnsignedLess | Comparison::UnsignedLessEq => lhs.low >= 0 && rhs.low >= 0,
            Comparison::FloatLess | Comparison::FloatLessEq | Comparison::FloatEq => false,
        };
        let strict = matches!(op, Comparison::Less | Comparison::UnsignedLess);
        let always = if strict { lhs.high < rhs.low } else { lhs.high <= rhs.low };
        let never = if strict { rhs.high <= lhs.low } else { rhs.high < lhs.low };
        return (comparable && (always || never)).then_some(always);
    }
    None
}

/// A model within the ranges, if an obvious one satisfies everything.
fn guess(query: &Query, reachable: &[Term], ranges: &Ranges) -> Option<Model> {
    let literals: FxHashMap<Term, bool> = (query.conditions.iter())
        .map(|&condition| {
            if let TermKind::Not(inner) = query.terms.kind(condition) {
                (*inner, false)
            } else {
                (condition, true)
            }
        })
        .collect();
    let choices: [fn(Range) -> i128; 3] =
        [|range| 0.clamp(range.low, range.high), |range| range.low, |range| range.high];
    choices.into_iter().find_map(|choose| {
        let mut model = Model::default();
        for &variable in reachable.iter().filter(|&&term| query.terms.var_name(term).is_some()) {
            let value = match query.terms.sort(variable) {
                sort @ (Sort::Int | Sort::BitVec(_)) => ranges.of(query.terms, variable).value(choose, sort),
                Sort::Bool => Value::Bool(literals.get(&variable) == Some(&true)),
                sort @ (Sort::Real | Sort::Float32 | Sort::Float64) => query.terms.default_value(sort),
                sort @ (Sort::Ref | Sort::Uninterpreted(_) | Sort::Array(_)) => {
                    query.terms.default_value(sort)
                }
            };
            model.variables.insert(variable, value);
        }
        let mut evaluator = Evaluator::new(query.terms, &model);
        let holds = query.conditions.iter().all(|&condition| evaluator.holds(condition));
        holds.then_some(model)
    })
}
