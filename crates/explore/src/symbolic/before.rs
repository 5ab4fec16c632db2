//! Objects that were there before the call: those of the booted JDK, those class initialisers make, literals, `Class` objects.
//!
//! The heap knows how an input may be one of them; here it is told which objects are of this kind, and which of them whoever
//! calls can get at. The initialisers of classes run when a path needs them, but may as well have run before: what they make was
//! there. An object that is written through an input and looked at as one that was there before, without the heap having
//! tried whether they are one, makes the heap doubtful.

use heap::{Before, ClassOf, Field, Loc, Ref, Target, Value};
use library::names;
use machine::{Cx, State};
use program::class::Origin;
use program::{FieldId, Flags, Type};

use super::{JavaTypes, Symbolic, contents, leaks, statics};

/// What is said where it is not found out which object an input is.
pub(crate) const DOUBT: &str = "an input may be an object that was there before the call";

/// Accesses that can tell whether an input is an object that was there before.
#[derive(Clone, Default)]
pub(crate) struct Traffic {
    inputs: Vec<Use>,
    earlier: Vec<Use>,
}

/// A field, or the elements of an array (`None`), of one object.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Use {
    of: Target,
    field: Option<Field>,
    is_write: bool,
}

/// An object has been allocated: a class initialiser's objects were there before the call.
pub(super) fn allocated<'p>(cx: &Cx<'_, Symbolic<'p>>, state: &mut State<Symbolic<'p>>, loc: Loc) {
    if !statics::is_initialising(cx, state) {
        return;
    }
    contents::allocated(cx, state, loc);
    let Some(frame) = state.frames.last() else { return };
    let method = cx.program.method(frame.method);
    let class = cx.program.class(method.class);
    let is_written = |flags: Flags| !flags.is(Flags::SYNTHETIC);
    let is_own = class.origin == Origin::ClassPath && is_written(class.flags) && is_written(method.flags);
    state.heap.heap.set_before(loc, if is_own { Before::Made } else { Before::Shared });
}

/// A static field has been written: what an initialiser puts into a field others can read, and that can be changed, may come in.
pub(super) fn held<'p>(
    cx: &Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    field: FieldId,
    value: Value,
) {
    let Value::Ref(reference) = value else { return };
    let Some(loc) = reference.as_loc().filter(|loc| is_made(state, *loc)) else { return };
    if !statics::is_initialising(cx, state) {
        return;
    }
    let info = cx.program.field(field);
    // What a field held that the program may have changed since is an object like any other.
    let is_changeable = cx.domain.changeable.as_ref().is_some_and(|changeable| changeable.contains(field));
    if is_changeable
        || info.flags.is(Flags::SYNTHETIC)
        || !can_change(cx, state, loc)
        || leaks::is_kept(cx, field)
    {
        state.heap.heap.set_before(loc, Before::Shared);
        if !is_changeable {
            contents::lasts(state, loc);
        }
    } else if !info.flags.is(Flags::PRIVATE) {
        state.heap.heap.set_open(loc);
    }
}

fn is_made(state: &State<Symbolic<'_>>, loc: Loc) -> bool {
    state.heap.heap.location(loc).before == Before::Made
}

/// Whether anything in an object can be another thing later.
fn can_change(cx: &Cx<'_, Symbolic<'_>>, state: &State<Symbolic<'_>>, loc: Loc) -> bool {
    let ClassOf::Exact(class) = state.heap.heap.location(loc).class else { return true };
    let ty = JavaTypes::ty(class);
    if let Type::Array(_) = cx.program.ty(ty) {
        return state.heap.heap.dense(loc).is_none_or(|elements| !elements.is_empty());
    }
    let Ok(class) = cx.program.resolve_class(ty) else { return true };
    let fields = &cx.program.class(class).instance_fields;
    fields.iter().any(|field| !cx.program.field(*field).flags.is(Flags::FINAL))
}

/// Two references are about to be compared: whether it takes no more than a look. Otherwise literals and `Class` objects among
/// them are found to have been there before.
pub(super) fn are_told_apart<'p>(
    cx: &Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    lhs: Ref,
    rhs: Ref,
) -> bool {
    let is_input = |loc: Loc| state.heap.heap.location(loc).creator.is_some();
    let is_box = |reference: Ref| reference.as_loc().is_some_and(|loc| state.heap.heap.is_box(loc));
    let known = lhs.as_loc().zip(rhs.as_loc());
    if lhs != rhs && (is_box(lhs) || is_box(rhs)) {
        return false;
    }
    if known.is_some_and(|(a, b)| a == b || is_input(a) == is_input(b)) {
        return true;
    }
    contents::compared(cx, state, lhs, rhs);
    recognise(cx, state, lhs);
    recognise(cx, state, rhs);
    known.is_some_and(|(a, b)| !may_be_one(cx, state, a, b))
}

fn recognise<'p>(cx: &Cx<'_, Symbolic<'p>>, state: &mut State<Symbolic<'p>>, reference: Ref) {
    for entry in cx.domain.sets.entries(reference) {
        if let Target::Loc(loc) = entry.target
            && is_shared(cx, state, loc)
        {
            state.heap.heap.set_before(loc, Before::Shared);
        }
    }
}

/// Whether an object is one of those every class shares, and nobody has noticed yet.
fn is_shared(cx: &Cx<'_, Symbolic<'_>>, state: &State<Symbolic<'_>>, loc: Loc) -> bool {
    let location = state.heap.heap.location(loc);
    if loc == Loc::NULL || location.creator.is_some() || location.before != Before::No {
        return false;
    }
    let ClassOf::Exact(class) = location.class else { return false };
    let is = |name: &str| JavaTypes::ty(class) == cx.program.class_type(name);
    let string = Value::Ref(Ref::loc(loc));
    is(names::CLASS) || is(names::STRING) && state.interned_strings().any(|interned| *interned == string)
}

/// Whether two objects with locations may be one.
fn may_be_one(cx: &Cx<'_, Symbolic<'_>>, state: &State<Symbolic<'_>>, a: Loc, b: Loc) -> bool {
    let (heap, hcx) = (&state.heap.heap, cx.domain.heap_cx());
    let is_earlier = |loc: Loc| heap.location(loc).before != Before::No;
    is_earlier(a) != is_earlier(b) && (heap.may_be_twin(hcx, a, b) || heap.may_be_twin(hcx, b, a))
}

/// A field (or an element, if none is given) of an object has been read or written.
pub(super) fn accessed<'p>(
    cx: &Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    object: Ref,
    field: Option<Field>,
    is_write: bool,
) {
    if let Some(loc) = object.as_loc() {
        let location = state.heap.heap.location(loc);
        if location.creator.is_none() && location.before != Before::Made {
            return;
        }
    }
    for of in targets(cx, state, object) {
        note(cx, state, Use { of, field, is_write });
    }
}

/// What a reference that has been accessed leads to.
pub(super) fn targets(cx: &Cx<'_, Symbolic<'_>>, state: &State<Symbolic<'_>>, object: Ref) -> Vec<Target> {
    let mut out = Vec::new();
    for entry in cx.domain.sets.entries(object) {
        match entry.target {
            Target::Sym(sym) => match state.heap.heap.symbol(sym).value {
                Some(value) if value != Ref::sym(sym) => {
                    out.extend(cx.domain.sets.entries(value).iter().map(|entry| entry.target));
                }
                Some(_) | None => out.push(entry.target),
            },
            Target::Loc(_) => out.push(entry.target),
        }
    }
    out
}

fn note<'p>(cx: &Cx<'_, Symbolic<'p>>, state: &mut State<Symbolic<'p>>, new: Use) {
    let is_earlier = matches!(new.of, Target::Loc(loc) if is_made(state, loc));
    let is_input = match new.of {
        Target::Loc(loc) => state.heap.heap.location(loc).creator.is_some(),
        Target::Sym(_) => true,
    };
    if !is_earlier && !is_input {
        return;
    }
    let traffic = &state.heap.traffic;
    let (same, others) =
        if is_earlier { (&traffic.earlier, &traffic.inputs) } else { (&traffic.inputs, &traffic.earlier) };
    if same.contains(&new) || statics::is_initialising(cx, state) {
        return;
    }
    let clashes = |other: &Use| {
        let (input, earlier) = if is_earlier { (other.of, new.of) } else { (new.of, other.of) };
        let Target::Loc(earlier) = earlier else { return false };
        (new.is_write || other.is_write) && new.field == other.field && may_be(cx, state, input, earlier)
    };
    if others.iter().any(clashes) {
        state.heap.heap.doubt();
    }
    let traffic = &mut state.heap.traffic;
    if is_earlier { traffic.earlier.push(new) } else { traffic.inputs.push(new) }
}

/// Whether what a reference leads to may be an object that was there before.
pub(super) fn may_be(
    cx: &Cx<'_, Symbolic<'_>>,
    state: &State<Symbolic<'_>>,
    input: Target,
    earlier: Loc,
) -> bool {
    let (heap, hcx) = (&state.heap.heap, cx.domain.heap_cx());
    match input {
        Target::Loc(input) => input == earlier || heap.may_be_twin(hcx, input, earlier),
        Target::Sym(input) => heap.may_stand_for(hcx, input, earlier),
    }
}
