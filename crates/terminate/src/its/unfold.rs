//! Unfolding: a location is told apart by the transition one came through.
//!
//! What cannot follow each other then does not: cycles that alternate or come in a fixed order fall into components of
//! their own, and invariants may differ between the copies. Every run of the old system is one of the new.

use base::Id;

use super::simplify::compose;
use super::{Its, Location, LocationId, Transition};

/// Larger results are not worth it.
const MOST_TRANSITIONS: usize = 150;

/// The system with the locations of a component copied for each transition of the component that enters them; `None`
/// if that tells nothing apart or too much.
pub fn unfold(its: &Its, component: &[usize]) -> Option<Its> {
    let mut out = its.clone();
    let copy = |index: usize| {
        let location = &its.locations[its.transitions[index].to.index()];
        Location { name: location.name.clone(), vars: location.vars.clone() }
    };
    out.locations.extend(component.iter().map(|&index| copy(index)));
    let copy_of = |index: usize| {
        let position = component.iter().position(|&other| other == index)?;
        Some(LocationId::from_index(its.locations.len() + position))
    };
    for (index, transition) in out.transitions.iter_mut().enumerate() {
        transition.to = copy_of(index).unwrap_or(transition.to);
    }
    let mut apart = false;
    for &first in component {
        let here = copy_of(first).expect("every transition of the component has a copy of its target");
        for (second, transition) in its.transitions.iter().enumerate() {
            if transition.from != its.transitions[first].to {
                continue;
            }
            if compose(its, &its.transitions[first], transition).facts(its).is_feasible() {
                let to = copy_of(second).unwrap_or(transition.to);
                out.transitions.push(Transition { from: here, to, ..transition.clone() });
            } else {
                apart = true;
            }
        }
    }
    (apart && out.transitions.len() <= MOST_TRANSITIONS).then_some(out)
}
