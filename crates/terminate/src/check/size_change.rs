//! Re-checks a size-change argument: each arc by its factors, then the composition of all ways, with tables instead of the prover's
//! sets of arcs.

use std::collections::BTreeSet;

use base::Id;

use super::{Flaw, after, facts, is_linear, shows};
use crate::its::LocationId;
use crate::linear::Linear;
use crate::prove::Proof;
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
    let mut ways: Vec<Way> = Vec::new();
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
            ways.push(check_change(proof, change, said, places).ok_or(Flaw::WrongArc(number, index))?);
        }
        deleted.extend(component);
    }
    match all_descend(&ways) {
        true => Ok(deleted),
        false => Err(Flaw::NoDescent(number)),
    }
}

/// What a transition does to measures, if it does what is claimed.
fn check_change(
    proof: &Proof,
    change: &SizeChange,
    said: &Change,
    (from, to): (usize, usize),
) -> Option<Way> {
    let transition = &proof.its.transitions[said.transition];
    let facts = facts(&proof.invariants, transition);
    let sizes = (change.measures[from].len(), change.measures[to].len());
    let mut table = vec![vec![Size::Any; sizes.1]; sizes.0];
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
        let size = if arc.bounded.is_some() { Size::Smaller } else { Size::NotLarger };
        let entry = holds.then_some(&mut table[arc.from][arc.to])?;
        *entry = size.max(*entry);
    }
    Some(Way { from, to, table })
}

/// What is known of a measure afterwards compared with one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Size {
    Any,
    NotLarger,
    Smaller,
}

impl Size {
    /// First this, then the other.
    fn then(self, next: Size) -> Size {
        match (self, next) {
            (Size::Any, _) | (_, Size::Any) => Size::Any,
            (Size::NotLarger, Size::NotLarger) => Size::NotLarger,
            (Size::Smaller, _) | (_, Size::Smaller) => Size::Smaller,
        }
    }
}

/// A way from one location to another: by measure before and after.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    from: usize,
    to: usize,
    table: Vec<Vec<Size>>,
}

impl Way {
    /// This way and then the other, which begins where this one ends.
    fn then(&self, next: &Way) -> Way {
        let width = next.table.first().map_or(0, Vec::len);
        let through = |row: &[Size], column: usize| {
            let sizes = row.iter().zip(&next.table).map(|(first, second)| first.then(second[column]));
            sizes.max().unwrap_or(Size::Any)
        };
        let row = |row: &Vec<Size>| (0..width).map(|column| through(row, column)).collect();
        Way { from: self.from, to: next.to, table: self.table.iter().map(row).collect() }
    }
}

/// More ways than this are not composed.
const MOST: usize = 4_000;

/// Whether every composed way that is its own square makes a measure smaller that it leads back to itself: by Ramsey's theorem an
/// endless run is, from somewhere on, one such way again and again.
fn all_descend(ways: &[Way]) -> bool {
    let mut closure: BTreeSet<Way> = ways.iter().cloned().collect();
    let mut open: Vec<Way> = closure.iter().cloned().collect();
    while let Some(way) = open.pop() {
        for next in ways.iter().filter(|next| next.from == way.to) {
            let longer = way.then(next);
            if closure.insert(longer.clone()) {
                open.push(longer);
            }
        }
        if closure.len() > MOST {
            return false;
        }
    }
    let lasts = |way: &&Way| way.from == way.to && way.then(way) == **way;
    let descends =
        |way: &Way| way.table.iter().enumerate().any(|(at, row)| row.get(at) == Some(&Size::Smaller));
    closure.iter().filter(lasts).all(descends)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size_change::graphs::{SizeGraph, decrease_forever};

    /// The prover's composition and this one agree on all pairs of ways between two measures.
    #[test]
    fn tables_and_arcs_agree() {
        let way = |mut code: usize| {
            let mut table = vec![vec![Size::Any; 2]; 2];
            let mut arcs = Vec::new();
            for (from, to) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                table[from][to] = [Size::Any, Size::NotLarger, Size::Smaller][code % 3];
                arcs.extend((!code.is_multiple_of(3)).then_some((from, to, code % 3 == 2)));
                code /= 3;
            }
            (Way { from: 0, to: 0, table }, SizeGraph::new(0, 0, arcs))
        };
        for pair in 0..81 * 81 {
            let ((first, one), (second, other)) = (way(pair % 81), way(pair / 81));
            let searched = decrease_forever(&[one, other]).expect("few graphs");
            assert_eq!(all_descend(&[first.clone(), second.clone()]), searched, "{first:?} {second:?}");
        }
    }
}
