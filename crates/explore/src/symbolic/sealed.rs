//! Input objects of the JDK's classes: what is inside one is not guessed.
//!
//! The fields of a collection belong together in ways only its code keeps up (an `ArrayList` has no negative size). An input that breaks
//! them does not exist, so nothing that depends on such fields is said. Boxes and the like hold whatever they hold; what is inside
//! a list is made up as a whole (see `collections`).

use heap::{Loc, RefKind, Target, Value};
use library::names;
use machine::{Cx, FieldSlot, State, Stop};
use program::class::Origin;

use super::{Symbolic, collections, with_heap};

/// Refuses to read what is inside an input object of the JDK.
pub(super) fn check<'p>(
    cx: &mut Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    object: &Value,
    field: FieldSlot,
) -> Result<(), Stop<Symbolic<'p>>> {
    let reference = object.reference();
    let is_input = |state: &State<Symbolic<'p>>, loc: Loc| state.heap.heap.location(loc).creator.is_some();
    if let RefKind::Loc(loc) = reference.kind()
        && !is_input(state, loc)
    {
        return Ok(());
    }
    let class = cx.program.class(field.class);
    let is_string = &*class.name == names::STRING;
    if class.origin != Origin::Jdk || is_open(&class.name) {
        return Ok(());
    }
    let targets = with_heap(cx, state, |heap, hcx| heap.accessible(hcx, reference))?;
    let is_known = collections::is_known(&class.name);
    let has_input = targets.iter().any(|entry| match entry.target {
        Target::Loc(loc) => {
            is_input(state, loc) && !is_string && &*class.name != names::ABSTRACT_STRING_BUILDER && !is_known
        }
        Target::Sym(_) => true,
    });
    for entry in targets.iter().filter(|_| is_known) {
        if let Target::Loc(loc) = entry.target
            && is_input(state, loc)
        {
            collections::open(cx, state, loc)?;
        }
    }
    if !has_input {
        return Ok(());
    }
    let name = state.heap.heap.describe(cx.domain.heap_cx(), reference);
    Err(Stop::unsupported(format!("what is inside {name}, a `{}`, is not known", class.java_name())))
}

/// Whether the fields that a class declares may hold anything.
fn is_open(class: &str) -> bool {
    library::class(class).is_some_and(|class| class.is_open)
}
