//! Numbers for terms, where the machine cannot go on without one (the length of a copy, say).

use heap::{Choice, ForkCause, Value};
use machine::{Cx, State, Stop};

use super::{Case, Symbolic};

/// So many small values are tried before the solver is asked for any.
const SMALL: i32 = 16;

/// Forks into the smallest value the path allows, and the others.
pub(super) fn pick_int<'p>(
    cx: &mut Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    value: Value,
) -> Result<i32, Stop<Symbolic<'p>>> {
    if let Value::Int(known) = value {
        return Ok(known);
    }
    let hcx = cx.domain.heap_cx();
    let (terms, heap) = (hcx.terms, &state.heap.heap);
    let term = value.term(terms);
    let is = |number: i32| terms.eq(term, terms.i32(number));
    let small = (0..SMALL).find(|number| hcx.is_feasible(heap, &[is(*number)]));
    let number = match small {
        Some(number) => number,
        None => {
            let any = cx.domain.oracle.number(terms, heap.path(), term);
            any.ok_or_else(|| Stop::unsupported("conditions that contradict each other"))?
        }
    };
    let others = terms.ne(term, terms.i32(number));
    if !hcx.is_feasible(heap, &[others]) {
        return Ok(number);
    }
    let case = |condition| Case { choice: Choice::Assume(condition), cause: ForkCause::Branch };
    Err(Stop::split(vec![case(is(number)), case(others)]))
}
