//! Input objects of the JDK's classes: what is inside one is not guessed.
//!
//! The fields of a collection belong together in ways only its code keeps up (an `ArrayList` has no negative size). An input that breaks
//! them does not exist, so nothing that depends on such fields is said. Boxes and the like hold whatever they hold; what is inside
//! a list is made up as a whole (see `collections`).

use heap::{Loc, RefKind, Target, Value};
use machine::{Cx, FieldSlot, State, Stop};
use program::class::Origin;

use super::{Symbolic, collections, with_heap};

/// Their fields belong together too, but where they have a location they are made up together (see `text`).
const STRING: &str = "java/lang/String";
const BUILDER: &str = "java/lang/AbstractStringBuilder";

/// Classes whose fields may hold anything, by the start of their name.
const OPEN: [&str; 14] = [
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Double",
    "java/lang/Enum",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/String",
    "java/lang/Throwable",
    "java/util/AbstractList",
    "java/util/Optional",
    "java/util/concurrent/atomic/Atomic",
];

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
    let is_string = &*class.name == STRING;
    if class.origin != Origin::Jdk || (OPEN.iter().any(|open| class.name.starts_with(open)) && !is_string) {
        return Ok(());
    }
    let targets = with_heap(cx, state, |heap, hcx| heap.accessible(hcx, reference))?;
    let is_known = collections::is_known(&class.name);
    let has_input = targets.iter().any(|entry| match entry.target {
        Target::Loc(loc) => is_input(state, loc) && !is_string && &*class.name != BUILDER && !is_known,
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
