//! Finds measures for a component, and what its transitions do to them.
//!
//! Measures are what guards keep from being negative, and what such a measure was one or two transitions earlier. Which are of use
//! shows when the graphs are composed.

use base::{Budget, Exhausted, Id};

use super::graphs::{SizeGraph, decrease_forever};
use super::{Arc, Change, SizeChange};
use crate::facts::Facts;
use crate::invariant::Invariants;
use crate::its::{Its, LocationId, Transition};
use crate::linear::{Linear, Relation};
use crate::prove::assumptions;
use crate::rational::Rat;

/// Measures of one location.
const MEASURES: usize = 12;
/// What is compared with larger numbers, like the ends of the integer types, is hardly ever used up.
const LARGEST: i64 = 1 << 30;
/// How many transitions back a measure is followed.
const ROUNDS: usize = 2;

/// A size-change argument for a component, if there is one with these measures.
pub fn find(
    its: &Its,
    known: &Invariants,
    component: &[usize],
    budget: &Budget,
) -> Result<Option<SizeChange>, Exhausted> {
    let mut locations: Vec<LocationId> = component.iter().map(|&index| its.transitions[index].from).collect();
    locations.sort();
    locations.dedup();
    let place = |location| locations.binary_search(&location).expect("a component's ends are in it");
    let measures = measures(its, component, &locations);
    let mut changes = Vec::new();
    for &index in component {
        let transition = &its.transitions[index];
        let (from, to) = (place(transition.from), place(transition.to));
        let facts = Facts::new(its.width(transition), assumptions(known, transition));
        let arcs = arcs(&facts, transition, &measures[from], &measures[to], budget)?;
        changes.push(Change { transition: index, arcs });
    }
    let found = SizeChange { locations, measures, changes };
    Ok(if decreases(its, &found) { Some(thinned(its, found, budget)?) } else { None })
}

/// The same argument with the measures it needs.
fn thinned(its: &Its, mut found: SizeChange, budget: &Budget) -> Result<SizeChange, Exhausted> {
    for place in 0..found.locations.len() {
        // The last come from the others.
        for index in (0..found.measures[place].len()).rev() {
            budget.check()?;
            let less = without(its, &found, place, index);
            if decreases(its, &less) {
                found = less;
            }
        }
    }
    Ok(found)
}

fn decreases(its: &Its, found: &SizeChange) -> bool {
    let graph = |change: &Change| {
        let (from, to) = places(its, found, change);
        let arcs = change.arcs.iter().map(|arc| (arc.from, arc.to, arc.bounded.is_some()));
        SizeGraph::new(from, to, arcs)
    };
    decrease_forever(&found.changes.iter().map(graph).collect::<Vec<_>>()) == Some(true)
}

/// The same with one measure less.
fn without(its: &Its, found: &SizeChange, place: usize, index: usize) -> SizeChange {
    let mut less = found.clone();
    less.measures[place].remove(index);
    for change in &mut less.changes {
        let (from, to) = places(its, found, change);
        change.arcs.retain(|arc| (from, arc.from) != (place, index) && (to, arc.to) != (place, index));
        for arc in &mut change.arcs {
            arc.from -= usize::from(from == place && arc.from > index);
            arc.to -= usize::from(to == place && arc.to > index);
        }
    }
    less
}

/// Where a transition leads from and to.
fn places(its: &Its, found: &SizeChange, change: &Change) -> (usize, usize) {
    let transition = &its.transitions[change.transition];
    let place = |location| found.locations.binary_search(&location).expect("a component's ends are in it");
    (place(transition.from), place(transition.to))
}

/// By location, what its guards bound and what becomes a measure of another location.
fn measures(its: &Its, component: &[usize], locations: &[LocationId]) -> Vec<Vec<Linear>> {
    let mut out: Vec<Vec<Linear>> = vec![Vec::new(); locations.len()];
    let place = |location| locations.binary_search(&location).expect("a component's ends are in it");
    for &index in component {
        let transition = &its.transitions[index];
        let bounds = transition.guard.iter().filter(|fact| fact.relation == Relation::AtLeast);
        for fact in bounds {
            add(its, &mut out[place(transition.from)], transition, fact.linear.clone());
        }
    }
    for _ in 0..ROUNDS {
        for &index in component {
            let transition = &its.transitions[index];
            let earlier: Vec<Linear> =
                out[place(transition.to)].iter().map(|measure| transition.before(measure)).collect();
            earlier.into_iter().for_each(|side| add(its, &mut out[place(transition.from)], transition, side));
        }
    }
    out
}

/// Adds a measure, if it is one of the source's arguments alone and there is room.
fn add(its: &Its, measures: &mut Vec<Linear>, transition: &Transition, measure: Linear) {
    let arity = its.arity(transition.from);
    let is_own = measure.vars().all(|var| var.index() < arity);
    let is_small = measure.constant.abs() < Rat::from(LARGEST);
    if is_own
        && is_small
        && !measure.is_constant()
        && measures.len() < MEASURES
        && !measures.contains(&measure)
    {
        measures.push(measure);
    }
}

/// All that is known of a transition's measures.
fn arcs(
    facts: &Facts,
    transition: &Transition,
    before: &[Linear],
    after: &[Linear],
    budget: &Budget,
) -> Result<Vec<Arc>, Exhausted> {
    let mut out = Vec::new();
    for (from, source) in before.iter().enumerate() {
        budget.check()?;
        let bounded = facts.entail(source);
        for (to, target) in after.iter().enumerate() {
            let decrease = source.minus(&transition.before(target));
            let strict = bounded.as_ref().and_then(|_| facts.entail(&decrease.plus_constant(-1)));
            let arc = match strict {
                Some(decreases) => Some((decreases, bounded.clone())),
                None => facts.entail(&decrease).map(|decreases| (decreases, None)),
            };
            out.extend(arc.map(|(decreases, bounded)| Arc { from, to, decreases, bounded }));
        }
    }
    Ok(out)
}
