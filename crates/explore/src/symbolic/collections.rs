//! Lists that come in: an `ArrayList` holds so many unknown elements, and behaves as its own code says.
//!
//! Its fields belong together in a way only its code keeps up, so they come into being together: the array is the list's own, and has
//! room for the elements and a few more. How much room a list has cannot be told from outside, so one choice stands for all. What
//! the elements are is told by the list's type argument.

use heap::{Class, Field, Loc, Value};
use library::names;
use machine::{Cx, State, Stop};
use term::Sort;

use super::{Symbolic, with_heap};

/// Elements that can be added before the array has to grow.
const ROOM: i32 = 10;

/// Whether the insides of input objects of this class are known; `class` is its internal name.
pub(super) fn is_known(class: &str) -> bool {
    class == names::ARRAY_LIST
}

/// Gives a list that comes in its elements, once.
pub(super) fn open<'p>(
    cx: &mut Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    list: Loc,
) -> Result<(), Stop<Symbolic<'p>>> {
    let mut field = |name| cx.named_field(names::ARRAY_LIST, name).map(|slot| Field(slot.id.0));
    let (data, size) = (field("elementData")?, field("size")?);
    if state.heap.heap.known_field(list, data).is_some() {
        return Ok(());
    }
    let array = elements(cx, state, list)?;
    with_heap(cx, state, |heap, hcx| {
        let terms = hcx.terms;
        let count = terms.var(&format!("{}.size()", heap.location_name(list)), Sort::INT32);
        heap.bound_length(hcx, count);
        heap.assume(hcx, terms.less_eq(count, terms.i32(i32::MAX - ROOM)));
        heap.own_number(list, size, count);
        heap.own_array(hcx, list, data, array, Value::Term(terms.add(count, terms.i32(ROOM))));
        Ok(())
    })
}

/// The type of the array of a list: objects of what it is a list of.
fn elements<'p>(
    cx: &mut Cx<'_, Symbolic<'p>>,
    state: &State<Symbolic<'p>>,
    list: Loc,
) -> Result<Class, Stop<Symbolic<'p>>> {
    let object = cx.program.class_type(names::OBJECT);
    let plain = Class(cx.program.array_of(object).0);
    let class = cx.class(names::ARRAY_LIST)?;
    let declared = state.heap.heap.declared(list);
    Ok(cx.domain.types.array_of_argument(plain, declared, class, "E"))
}
