//! Summaries: linear relations between what a call is given and what it gives back.
//!
//! They are the invariants of a graph's [activations](crate::translate::activations) at return states, found by the same
//! analysis as other [invariants](crate::invariant), along directions that compare a result with what was passed. They come
//! with evidence, which [`crate::check`] checks.

use base::{Budget, Exhausted, Id};
use serde::{Deserialize, Serialize};

use crate::facts::{Facts, Farkas};
use crate::invariant::{self, Invariants};
use crate::its::{Its, Transition};
use crate::linear::{Constraint, Linear};
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
const DIRECTIONS: usize = 80;
/// More expressions over results are not compared with what was passed, nor these many more over other numbers.
const COMPARISONS: usize = 20;
const FURTHER: usize = 12;

pub fn summarize(activations: &Activations, budget: &Budget) -> Result<Summaries, Exhausted> {
    let its = &activations.its;
    let mut given = vec![Vec::new(); its.locations.len()];
    for end in &activations.ends {
        given[end.location.index()] = comparisons(its, end);
    }
    let directions = invariant::directions(its, given, DIRECTIONS);
    let invariants = invariant::infer_along(its, directions, budget)?;
    let mut kept = Vec::new();
    for transition in &its.transitions {
        budget.check()?;
        let assumed = assumptions(&invariants, transition);
        let facts = Facts::new(its.width(transition), &assumed);
        let why = |invariant: &Constraint| {
            facts.entail(&transition.before(&invariant.linear)).expect("inferred invariants are inductive")
        };
        kept.push(invariants[transition.to.index()].iter().map(why).collect());
    }
    Ok(Summaries { its: its.clone(), invariants, kept })
}

/// All that holds when a transition is taken: its guard, its source's invariants, those of its premises.
pub fn assumptions(invariants: &Invariants, transition: &Transition) -> Vec<Constraint> {
    let mut out: Vec<Constraint> =
        transition.guard.iter().chain(&invariants[transition.from.index()]).cloned().collect();
    for premise in &transition.premises {
        let there = &invariants[premise.location.index()];
        out.extend(there.iter().map(|constraint| premise.instance(constraint)));
    }
    out
}

/// A result against one number that was passed, against two together, and twice the result against one; then what else the return
/// state knows against one; all both ways.
fn comparisons(its: &Its, end: &End) -> Vec<Linear> {
    let mut out = Vec::new();
    for result in end.results.iter().map(|&var| Linear::var(var)) {
        out.extend(end.passed.iter().map(|&passed| result.minus(&Linear::var(passed))));
    }
    for result in end.results.iter().map(|&var| Linear::var(var)) {
        for (index, &first) in end.passed.iter().enumerate() {
            let rest = result.minus(&Linear::var(first));
            out.extend(end.passed[index + 1..].iter().map(|&second| rest.minus(&Linear::var(second))));
        }
    }
    for result in end.results.iter().map(|&var| Linear::var(var)) {
        let twice = result.scaled(&Rat::from(2));
        out.extend(end.passed.iter().map(|&passed| twice.minus(&Linear::var(passed))));
    }
    out.truncate(COMPARISONS);
    for other in
        its.vars_of(end.location).filter(|var| !end.results.contains(var) && !end.passed.contains(var))
    {
        out.extend(end.passed.iter().map(|&passed| Linear::var(other).minus(&Linear::var(passed))));
    }
    out.truncate(COMPARISONS + FURTHER);
    out.iter().flat_map(|direction| [direction.clone(), direction.negated()]).collect()
}
