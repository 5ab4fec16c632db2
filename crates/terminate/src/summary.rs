//! Summaries: linear relations between what a call is given and what it gives back.
//!
//! They are the invariants of a graph's [activations](crate::translate::activations) at return states, found by the same
//! analysis as other [invariants](crate::invariant), along directions that compare a result with what was passed. They come
//! with evidence, which [`crate::check`] checks.

use base::{Budget, Exhausted, Id};
use serde::{Deserialize, Serialize};

use crate::facts::Farkas;
use crate::invariant::{self, Invariants};
use crate::its::Its;
use crate::linear::{Linear, Var};
use crate::rational::Rat;
use crate::translate::{Activations, End};

/// A system with premises and what always holds in it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Summaries {
    pub its: Its,
    pub invariants: Invariants,
    /// By transition and by invariant of its target: why the invariant is kept.
    pub kept: Vec<Vec<Farkas>>,
}

/// More directions than these per location are not followed.
const DIRECTIONS: usize = 110;
/// More expressions over results are not compared with what was passed, nor these many more over other numbers.
const COMPARISONS: usize = 36;
const FURTHER: usize = 12;

pub fn summarize(activations: &Activations, budget: &Budget) -> Result<Summaries, Exhausted> {
    let its = &activations.its;
    let mut given = vec![Vec::new(); its.locations.len()];
    for end in &activations.ends {
        given[end.location.index()] = comparisons(its, end);
    }
    let directions = invariant::directions(its, given, DIRECTIONS);
    let invariants = invariant::infer_along(its, directions, budget)?;
    let (invariants, kept) = invariant::with_evidence(its, invariants, budget)?;
    Ok(Summaries { its: its.clone(), invariants, kept })
}

/// Expressions worth bounding at a return state: first those over results, then what else the state knows against one number
/// that was passed; all both ways.
fn comparisons(its: &Its, end: &End) -> Vec<Linear> {
    let mut out: Vec<Linear> = Vec::new();
    for shape in [one, both, twice, difference] {
        out.extend(end.results.iter().flat_map(|&result| shape(&Linear::var(result), &end.passed)));
    }
    out.truncate(COMPARISONS);
    let is_other = |var: &Var| !end.results.contains(var) && !end.passed.contains(var);
    for other in its.vars_of(end.location).filter(is_other) {
        out.extend(one(&Linear::var(other), &end.passed));
    }
    out.truncate(COMPARISONS + FURTHER);
    out.iter().flat_map(|direction| [direction.clone(), direction.negated()]).collect()
}

/// A result against one number that was passed.
fn one(result: &Linear, passed: &[Var]) -> Vec<Linear> {
    passed.iter().map(|&passed| result.minus(&Linear::var(passed))).collect()
}

/// A result against two numbers together.
fn both(result: &Linear, passed: &[Var]) -> Vec<Linear> {
    let pairs = passed.iter().enumerate().flat_map(|(index, &first)| {
        passed[index + 1..].iter().map(move |&second| Linear::var(first).plus(&Linear::var(second)))
    });
    pairs.map(|sum| result.minus(&sum)).collect()
}

/// Twice a result against one number, and the other way round.
fn twice(result: &Linear, passed: &[Var]) -> Vec<Linear> {
    let two = Rat::from(2);
    let pair = |&passed: &Var| {
        let passed = Linear::var(passed);
        [result.scaled(&two).minus(&passed), result.minus(&passed.scaled(&two))]
    };
    passed.iter().flat_map(pair).collect()
}

/// A result against what one number is more than another.
fn difference(result: &Linear, passed: &[Var]) -> Vec<Linear> {
    let pairs = passed.iter().flat_map(|&first| passed.iter().map(move |&second| (first, second)));
    let apart = pairs.filter(|(first, second)| first != second);
    apart.map(|(first, second)| result.minus(&Linear::var(first)).plus(&Linear::var(second))).collect()
}
