//! The number of steps on the ways that a state promises ([`graph::state::reach`]): how often a field is to be followed until the end is reached.
//!
//! It goes down by one where the next object comes into sight, stays as it is where a write is off the way, and is not known any more where a
//! write may have made the way another one.

use graph::{Fact, Ref};
use program::FieldId;

use super::arith::Cases;
use super::sight::{Quantity, Sight};
use super::write::writes;
use crate::linear::Linear;

/// A way of an edge's target: where it begins, the field it follows, where it ends.
pub type Way = (Ref, FieldId, Ref);

/// Its number of steps in terms of the source; `origin` tells what references were there.
pub fn steps(
    cases: &mut Cases,
    from: &Sight<'_>,
    facts: &[Fact],
    origin: impl Fn(Ref) -> Option<Ref>,
    (start, field, end): Way,
) -> Linear {
    let Some(to) = origin(end) else { return cases.fresh() };
    let known = match origin(start) {
        Some(first) => {
            let mut writes = writes(facts).filter(|write| write.field == Some(field)).peekable();
            if writes.peek().is_none() {
                return along(cases, from, (first, field, to), start == end).unwrap_or_else(|| cases.fresh());
            }
            known(from, (first, field, to))
                .filter(|_| writes.all(|write| from.state.keeps_way(write.object, first, field, to)))
        }
        None => behind(from, facts, (start, field, to)),
    };
    known.unwrap_or_else(|| cases.fresh())
}

/// A way that the source promises, too.
fn known(from: &Sight<'_>, (start, field, end): Way) -> Option<Linear> {
    from.var((start, Quantity::Steps(field, end)))
}

/// The rest of a way of which the first step came into sight.
fn behind(from: &Sight<'_>, facts: &[Fact], (start, field, end): Way) -> Option<Linear> {
    let before = facts.iter().find_map(|fact| match *fact {
        Fact::Realize { object, field: other, result } if (other, result) == (field, start) => Some(object),
        _ => None,
    })?;
    let unfinished = before == end || from.state.differ(before, end);
    known(from, (before, field, end)).filter(|_| unfinished).map(|steps| steps.plus_constant(-1))
}

/// A way over what the source shows and promises: there may be a shorter one, but none that is longer.
fn along(cases: &mut Cases, from: &Sight<'_>, (start, field, end): Way, is_ring: bool) -> Option<Linear> {
    if start == end && !is_ring {
        return Some(Linear::constant(0));
    }
    if let Some(steps) = known(from, (start, field, end)) {
        return Some(steps);
    }
    let mut total = Linear::constant(0);
    let mut at = start;
    for _ in 0..=from.state.values.len() {
        if let Some(next) = from.state.field(at, field) {
            total = total.plus_constant(1);
            at = next;
        } else if let Some(steps) = known(from, (at, field, end)) {
            return Some(cases.at_most(&total.plus(&steps)));
        } else {
            let next = from.state.reaches.targets(at, field).next()?;
            total = total.plus(&known(from, (at, field, next))?);
            at = next;
        }
        if at == end {
            return Some(cases.at_most(&total));
        }
    }
    None
}
