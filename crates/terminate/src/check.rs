//! Re-checks a proof: additions, multiplications and comparisons of exact numbers, no search.
//!
//! The checker trusts nothing the prover computed. It shares with it only the data types and [`Rat`]. What it establishes: the
//! transition system written in the proof has no infinite run from its start. How that system came out of the program's graph is followed step by
//! step as well ([`rewrite`], [`unfold`]).
//!
//! 1. Invariants: none is claimed at the start, and every transition keeps those of its target. The same for summaries, where
//!    premises may be used.
//! 2. Steps, in order: the step's functions do not increase on any remaining transition between its locations,
//!    decrease in phases on those it deletes, and are bounded there; the deleted transitions' components lie within
//!    the step's locations.
//! 3. Size changes: every arc between measures is as claimed, and composed along all ways they decrease forever.
//! 4. What remains has no cycle.

pub mod rewrite;
mod size_change;
pub mod start;
pub mod unfold;

use base::Id;
use base::components::components_of;

use crate::facts::Farkas;
use crate::invariant::Invariants;
use crate::its::{Its, LocationId, Premise, Transition};
use crate::linear::{Constraint, Linear, Relation, Var};
use crate::prove::{Evidence, Proof, Step};
use crate::rational::Rat;

/// What is wrong with a proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    #[error("malformed: {0}")]
    Malformed(&'static str),
    #[error("an invariant is claimed at the start")]
    StartInvariant,
    #[error("transition {0} does not keep an invariant of its target")]
    InvariantLost(usize),
    #[error("summaries: {0}")]
    Summary(Box<Flaw>),
    #[error("step {0} says nothing about transition {1}")]
    Silent(usize, usize),
    #[error(
        "step {0}: a function may increase on transition {1}, or does not decrease although it is deleted"
    )]
    NotDecreasing(usize, usize),
    #[error("step {0}: the last function may be negative when transition {1} is taken")]
    Unbounded(usize, usize),
    #[error("step {0} deletes transition {1}, whose cycles leave the step's locations")]
    Escapes(usize, usize),
    #[error("size change {0} says nothing about transition {1}")]
    SilentChange(usize, usize),
    #[error("size change {0}: a measure changes otherwise on transition {1}")]
    WrongArc(usize, usize),
    #[error("size change {0} leaves a way around on which no measure decreases forever")]
    NoDescent(usize),
    #[error("size change {0} is about part of a component")]
    PartOnly(usize),
    #[error("a cycle remains after the last step")]
    CycleRemains,
    #[error("the way to the transition system: {0}")]
    Rewrite(&'static str),
}

pub fn check(proof: &Proof) -> Result<(), Flaw> {
    well_formed(&proof.its)?;
    if proof.its.transitions.iter().any(|transition| !transition.premises.is_empty()) {
        return Err(Flaw::Malformed("a premise outside of summaries"));
    }
    check_invariants(&proof.its, &proof.invariants, &proof.kept)?;
    if let Some(summaries) = &proof.summaries {
        well_formed(&summaries.its)?;
        check_invariants(&summaries.its, &summaries.invariants, &summaries.kept)
            .map_err(|flaw| Flaw::Summary(Box::new(flaw)))?;
    }
    let mut alive: Vec<usize> = (0..proof.its.transitions.len()).collect();
    for (number, step) in proof.steps.iter().enumerate() {
        let deleted = check_step(proof, number, step, &alive)?;
        alive.retain(|index| !deleted.contains(index));
    }
    for (number, change) in proof.size_changes.iter().enumerate() {
        let deleted = size_change::check(proof, number, change, &alive)?;
        alive.retain(|index| !deleted.contains(index));
    }
    match proof.its.components(&alive).is_empty() {
        true => Ok(()),
        false => Err(Flaw::CycleRemains),
    }
}

/// Every index the proof uses exists, so the rest of the checker may index freely.
fn well_formed(its: &Its) -> Result<(), Flaw> {
    let known = |location: LocationId| location.index() < its.locations.len();
    if !known(its.start) {
        return Err(Flaw::Malformed("unknown start"));
    }
    for transition in &its.transitions {
        if !known(transition.from) || !known(transition.to) {
            return Err(Flaw::Malformed("unknown location"));
        }
        if transition.locals > u16::MAX as usize {
            return Err(Flaw::Malformed("too many local unknowns"));
        }
        let width = its.width(transition);
        let guard = transition.guard.iter().map(|constraint| &constraint.linear);
        if transition.update.len() != its.arity(transition.to) {
            return Err(Flaw::Malformed("wrong number of updates"));
        }
        let fits = |premise: &Premise| {
            known(premise.location) && premise.values.len() == its.arity(premise.location)
        };
        if !transition.premises.iter().all(fits) {
            return Err(Flaw::Malformed("a premise that does not fit its location"));
        }
        if !guard.chain(transition.outputs()).all(|linear| is_linear(linear, width)) {
            return Err(Flaw::Malformed("an expression with unknown or unsorted variables"));
        }
    }
    Ok(())
}

fn is_linear(linear: &Linear, width: usize) -> bool {
    linear.terms.windows(2).all(|pair| pair[0].0 < pair[1].0) && linear.vars().all(|var| var.index() < width)
}

fn check_invariants(its: &Its, invariants: &Invariants, kept: &[Vec<Farkas>]) -> Result<(), Flaw> {
    if invariants.len() != its.locations.len() || kept.len() != its.transitions.len() {
        return Err(Flaw::Malformed("invariants do not fit the locations"));
    }
    for (location, invariants) in invariants.iter().enumerate() {
        let arity = its.arity(LocationId::from_index(location));
        let usable = |invariant: &Constraint| {
            invariant.relation == Relation::AtLeast && is_linear(&invariant.linear, arity)
        };
        if !invariants.iter().all(usable) {
            return Err(Flaw::Malformed("an invariant that is no inequality over its location"));
        }
    }
    if !invariants[its.start.index()].is_empty() {
        return Err(Flaw::StartInvariant);
    }
    for (number, (transition, kept)) in its.transitions.iter().zip(kept).enumerate() {
        let claimed = &invariants[transition.to.index()];
        let facts = facts(invariants, transition);
        let holds = |(invariant, why): (&Constraint, &Farkas)| {
            shows(&facts, why, &after(transition, &invariant.linear))
        };
        if claimed.len() != kept.len() || !claimed.iter().zip(kept).all(holds) {
            return Err(Flaw::InvariantLost(number));
        }
    }
    Ok(())
}

/// The transitions a step deletes, if all it claims is so.
fn check_step(proof: &Proof, number: usize, step: &Step, alive: &[usize]) -> Result<Vec<usize>, Flaw> {
    let its = &proof.its;
    let fits = |functions: &Vec<Linear>| {
        let arity = |location: &LocationId| its.locations.get(location.index()).map(|l| l.vars.len());
        let pairs = functions.iter().zip(&step.locations);
        functions.len() == step.locations.len()
            && pairs
                .into_iter()
                .all(|(function, location)| arity(location).is_some_and(|a| is_linear(function, a)))
    };
    if step.functions.is_empty() || !step.functions.iter().all(fits) {
        return Err(Flaw::Malformed("functions do not fit the locations"));
    }
    let place = |location: LocationId| step.locations.iter().position(|other| *other == location);
    let mut deleted = Vec::new();
    for &index in alive {
        let transition = &its.transitions[index];
        let (Some(from), Some(to)) = (place(transition.from), place(transition.to)) else { continue };
        let evidence = step.evidence.iter().find(|evidence| evidence.transition == index);
        let evidence = evidence.ok_or(Flaw::Silent(number, index))?;
        check_evidence(proof, number, step, evidence, (from, to))?;
        if evidence.bounded.is_some() {
            deleted.push(index);
        }
    }
    stays_inside(its, number, step, alive, &deleted)?;
    Ok(deleted)
}

fn check_evidence(
    proof: &Proof,
    number: usize,
    step: &Step,
    evidence: &Evidence,
    (from, to): (usize, usize),
) -> Result<(), Flaw> {
    let transition = &proof.its.transitions[evidence.transition];
    if evidence.decreases.len() != step.functions.len() {
        return Err(Flaw::Malformed("evidence for another number of phases"));
    }
    let facts = facts(&proof.invariants, transition);
    for (phase, (functions, why)) in step.functions.iter().zip(&evidence.decreases).enumerate() {
        let mut goal = functions[from].minus(&after(transition, &functions[to]));
        if evidence.bounded.is_some() {
            goal = goal.plus_constant(-1);
            if phase > 0 {
                goal = goal.plus(&step.functions[phase - 1][from]);
            }
        }
        if !shows(&facts, why, &goal) {
            return Err(Flaw::NotDecreasing(number, evidence.transition));
        }
    }
    match (&evidence.bounded, step.functions.last()) {
        (Some(why), Some(last)) if !shows(&facts, why, &last[from]) => {
            Err(Flaw::Unbounded(number, evidence.transition))
        }
        _ => Ok(()),
    }
}

/// A deleted transition's component, among what was alive, must lie within the step's locations.
fn stays_inside(
    its: &Its,
    number: usize,
    step: &Step,
    alive: &[usize],
    deleted: &[usize],
) -> Result<(), Flaw> {
    let ends = |&index: &usize| (its.transitions[index].from.index(), its.transitions[index].to.index());
    let component = components_of(its.locations.len(), alive.iter().map(ends));
    for index in deleted {
        let (from, to) = ends(index);
        let outside = |location: usize| {
            component[location] == component[from]
                && !step.locations.contains(&LocationId::from_index(location))
        };
        if component[from] == component[to] && (0..its.locations.len()).any(outside) {
            return Err(Flaw::Escapes(number, *index));
        }
    }
    Ok(())
}

/// An expression over the target's arguments, in the transition's variables.
fn after(transition: &Transition, linear: &Linear) -> Linear {
    let mut out = Linear::constant(linear.constant.clone());
    for (var, coefficient) in &linear.terms {
        out = out.plus_scaled(&transition.update[var.index()], coefficient);
    }
    out
}

/// What holds when a transition is taken: its guard, its source's invariants, those of its premises.
fn facts(invariants: &Invariants, transition: &Transition) -> Vec<Constraint> {
    let own = transition.guard.iter().chain(&invariants[transition.from.index()]).cloned();
    let elsewhere = transition.premises.iter().flat_map(|premise| {
        let there = &invariants[premise.location.index()];
        there.iter().map(|constraint| premise.instance(constraint))
    });
    own.chain(elsewhere).collect()
}

/// Whether the factors show that `goal ≥ 0` follows from the facts.
fn shows(facts: &[Constraint], why: &Farkas, goal: &Linear) -> bool {
    let (Farkas::Entailed(factors) | Farkas::Contradiction(factors)) = why;
    let legal =
        |(fact, factor): (&Constraint, &Rat)| fact.relation == Relation::Zero || !factor.is_negative();
    if factors.len() != facts.len() || !facts.iter().zip(factors).all(legal) {
        return false;
    }
    let pairs = facts.iter().zip(factors);
    let sum = pairs.fold(Linear::constant(0), |sum, (fact, factor)| sum.plus_scaled(&fact.linear, factor));
    match why {
        Farkas::Contradiction(_) => sum.is_constant() && sum.constant.is_negative(),
        Farkas::Entailed(_) => {
            let rest = goal.minus(&sum);
            rest.is_constant() && rest.constant > if is_integral(goal) { Rat::from(-1) } else { Rat::ZERO }
                || rest.is_constant() && rest.constant.is_zero()
        }
    }
}

/// Whether the expression is an integer for integer arguments: then "above -1" is "at least 0".
fn is_integral(linear: &Linear) -> bool {
    linear.constant.is_integer()
        && linear.terms.iter().all(|(_, coefficient): &(Var, Rat)| coefficient.is_integer())
}
