//! Re-checks a size-change argument: each arc by its factors, then the composition of all ways.

use base::Id;

use super::{Flaw, after, facts, is_linear, shows};
use crate::its::LocationId;
use crate::linear::Linear;
use crate::prove::Proof;
use crate::size_change::graphs::{SizeGraph, decrease_forever};
use crate::size_change::{Change, SizeChange};

/// The transitions a size change deletes, if all it claims is so: those of the components within its locations.
pub fn check(proof: &Proof, number: usize, change: &SizeChange, alive: &[usize]) -> Result<Vec<usize>, Flaw> {
    let its = &proof.its;
    let fits = |(location, measures): (&LocationId, &Vec<Linear>)| {
        let arity = its.locations.get(location.index()).map(|location| location.vars.len());
        arity.is_some_and(|arity| measures.iter().all(|measure| is_linear(measure, arity)))
    };
    if change.measures.len() != change.locations.len()
        || !change.locations.iter().zip(&change.measures).all(fits)
    {
        return Err(Flaw::Malformed("measures do not fit the locations"));
    }
    let place = |location: LocationId| change.locations.iter().position(|other| *other == location);
    let mut graphs = Vec::new();
    let mut deleted = Vec::new();
    for component in its.components(alive) {
        let ends = |&index: &usize| {
            let transition = &its.transitions[index];
            place(transition.from).zip(place(transition.to))
        };
        let inside: Vec<(usize, usize)> = component.iter().filter_map(ends).collect();
        if inside.is_empty() {
            continue;
        }
        if inside.len() < component.len() {
            return Err(Flaw::PartOnly(number));
        }
        for (&index, places) in component.iter().zip(inside) {
            let said = change.changes.iter().find(|said| said.transition == index);
            let said = said.ok_or(Flaw::SilentChange(number, index))?;
            graphs.push(check_change(proof, change, said, places).ok_or(Flaw::WrongArc(number, index))?);
        }
        deleted.extend(component);
    }
    match decrease_forever(&graphs) {
        Some(true) => Ok(deleted),
        Some(false) | None => Err(Flaw::NoDescent(number)),
    }
}

/// What a transition does to measures, if it does what is claimed.
fn check_change(
    proof: &Proof,
    change: &SizeChange,
    said: &Change,
    (from, to): (usize, usize),
) -> Option<SizeGraph> {
    let transition = &proof.its.transitions[said.transition];
    let facts = facts(&proof.invariants, transition);
    let mut arcs = Vec::new();
    for arc in &said.arcs {
        let source = change.measures[from].get(arc.from)?;
        let target = change.measures[to].get(arc.to)?;
        let decrease = source.minus(&after(transition, target));
        let holds = match &arc.bounded {
            None => shows(&facts, &arc.decreases, &decrease),
            Some(bounded) => {
                shows(&facts, &arc.decreases, &decrease.plus_constant(-1)) && shows(&facts, bounded, source)
            }
        };
        arcs.push(holds.then_some((arc.from, arc.to, arc.bounded.is_some()))?);
    }
    Some(SizeGraph::new(from, to, arcs))
}
