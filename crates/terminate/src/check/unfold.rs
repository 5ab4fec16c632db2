//! Sees for itself that an unfolded system does all that the old one does.
//!
//! The new system has the old locations and copies of them, each entered by one transition only. A run of the old system is one of
//! the new if every transition leads to its old target or to a copy of that, and if copies have all transitions of their originals but for
//! those that cannot be taken after the one that enters the copy.

use base::Id;

use super::rewrite::one_after_the_other;
use super::shows;
use crate::facts::Facts;
use crate::its::{Its, LocationId, Transition};
use crate::linear::Linear;

/// Whether every run of `old` is one of `new`. The copies come last, in the order of the transitions that enter them.
pub fn keeps_runs(old: &Its, new: &Its, entering: &[usize]) -> bool {
    let count = old.locations.len();
    let Some(entering): Option<Vec<&Transition>> =
        entering.iter().map(|&index| old.transitions.get(index)).collect()
    else {
        return false;
    };
    // What a location of the new system is a copy of.
    let original = |location: LocationId| match location.index().checked_sub(count) {
        None => location,
        Some(copy) => entering[copy].to,
    };
    let same_locations = new.start == old.start
        && new.locations.len() == count + entering.len()
        && (0..new.locations.len()).map(LocationId::from_index).all(|location| {
            let of = original(location);
            of.index() < count && new.arity(location) == old.arity(of)
        });
    if !same_locations {
        return false;
    }
    // Whether a new transition does the same as an old one, from a place to a copy that may be entered like this.
    let does = |transition: &Transition, from: LocationId, like: &Transition| {
        let enters = match transition.to.index().checked_sub(count) {
            None => transition.to == like.to,
            Some(copy) => entering.get(copy) == Some(&like),
        };
        enters
            && transition.from == from
            && (transition.locals, &transition.guard) == (like.locals, &like.guard)
            && (&transition.update, &transition.premises) == (&like.update, &like.premises)
    };
    let enters_as_it_should = |transition: &Transition| match transition.to.index().checked_sub(count) {
        None => true,
        Some(copy) => entering.get(copy).is_some_and(|like| does(transition, transition.from, like)),
    };
    let has = |from: LocationId, like: &Transition| new.transitions.iter().any(|new| does(new, from, like));
    let originals = old.transitions.iter().all(|like| has(like.from, like));
    let copies = entering.iter().enumerate().all(|(copy, first)| {
        let here = LocationId::from_index(count + copy);
        let mut next = old.transitions.iter().filter(|next| next.from == first.to);
        next.all(|next| has(here, next) || cannot_follow(old, first, next))
    });
    new.transitions.iter().all(enters_as_it_should) && originals && copies
}

/// Whether the two cannot be taken one after the other.
fn cannot_follow(its: &Its, first: &Transition, second: &Transition) -> bool {
    let both = one_after_the_other(its, first, second);
    let goal = Linear::constant(-1);
    let why = Facts::new(its.width(&both), &both.guard).entail(&goal);
    why.is_some_and(|why| shows(&both.guard, &why, &goal))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::its::text;
    use crate::its::unfold::unfold;
    use base::Source;

    #[test]
    fn only_what_cannot_follow_may_be_missing() {
        let text = "f(x, y) -> f(y, x) [x >= 0, y < 0]\nf(x, y) -> f(x - 1, y) [x < 0, y >= 0]\n";
        let old = text::parse(&Source::new("t.its", text)).expect("the test's system is well formed");
        let entering = [0, 1];
        let new = unfold(&old, &entering).expect("the first cannot follow itself");
        assert!(keeps_runs(&old, &new, &entering));
        assert!(!keeps_runs(&old, &new, &[1, 0]), "other copies");
        for index in 0..new.transitions.len() {
            let mut less = new.clone();
            less.transitions.remove(index);
            assert!(!keeps_runs(&old, &less, &entering), "without transition {index}");
            let mut other = new.clone();
            other.transitions[index].update[0] = Linear::constant(0);
            assert!(!keeps_runs(&old, &other, &entering), "with another transition {index}");
            let mut elsewhere = new.clone();
            let copy = LocationId::from_index(1 + index % 2);
            if elsewhere.transitions[index].to != copy {
                elsewhere.transitions[index].to = copy;
                assert!(!keeps_runs(&old, &elsewhere, &entering), "transition {index} leads elsewhere");
            }
        }
    }
}
