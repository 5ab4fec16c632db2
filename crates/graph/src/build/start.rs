//! Start states: a method about to run its first instruction on every input it may get.
//!
//! Of `main` the program has just begun: static fields have their default or constant values, and the initialiser of the method's
//! class runs first; that of any other class when it is needed. Any other method may be called at any later time: static fields
//! of the program's own classes that are not final hold what nobody knows once their class is initialised.

use library::names;
use std::collections::BTreeSet;

use program::class::{Constant, Origin};
use program::{ClassId, FieldId, Flags, MethodId, Program, Type, TypeId};

use crate::domain::interval::{Integers, Interval};
use crate::eval::{Cx, Draft, Outcome, begin_initialization, default_value, start_frame, unknown_number};
use crate::state::predicates::FieldSet;
use crate::state::{Array, Object, Ref, State, Value};
use crate::world::closed_world::is_open;
use crate::world::{TypeSet, World, WorldType};

/// What heaps reference arguments may be (erratum E33).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Inputs {
    /// Anything: shared, cyclic.
    #[default]
    Any,
    /// Trees that share nothing, the thesis' silent assumption.
    Tree,
    /// `main`: an array of unknown strings, not null.
    Main,
}

/// The start state of `method`, or why there is none.
pub fn start_state(
    cx: &Cx<'_>,
    method: MethodId,
    statics: &[FieldId],
    inputs: Inputs,
) -> Result<State, String> {
    let program = cx.program;
    let mut state = State::empty();
    for &field in statics {
        let content = initial_static(program, cx.world, &mut state, field);
        state.set_static(field, content);
    }
    let info = program.method(method);
    let mut args = Vec::new();
    if !info.is_static() {
        let this = program.class(info.class).ty;
        args.push(argument(cx, &mut state, this, false));
    }
    for &ty in info.params.iter() {
        let maybe_null = inputs != Inputs::Main;
        args.push(argument(cx, &mut state, ty, maybe_null));
    }
    if inputs == Inputs::Any {
        let objects: Vec<Ref> = args.iter().copied().filter(|&r| state.is_object(cx.world, r)).collect();
        relate_all(cx, &mut state, &objects);
    }
    // After the arguments: what a static field holds may be one of them, or be reached from one.
    let owners: BTreeSet<ClassId> = statics.iter().map(|&field| program.field(field).class).collect();
    for class in owners.into_iter().filter(|&class| program.class(class).initializer.is_none()) {
        forget_statics(cx, &mut state, class);
    }
    let refused = |stop| match stop {
        Outcome::Cut(reason) => format!("`{}` cannot be run: {reason}", info.name),
        Outcome::Step(_) | Outcome::Exit(_) | Outcome::Call(_) | Outcome::Cases(_) => {
            format!("`{}` cannot be run", info.name)
        }
    };
    state.frames.push(start_frame(cx, method, &args).map_err(refused)?);
    begin_initialization(program, &mut state, info.class).map_err(refused)?;
    let draft = Draft::new(cx, &state);
    Ok(draft.finish().state)
}

/// What a program's own class, now initialised, holds in static fields, unless the program has just begun. A field that is not
/// final may hold anything there is; a final one still holds its object, but others may have written into that. What
/// the compiler caches in static fields nobody else writes to.
pub fn forget_statics(cx: &Cx<'_>, state: &mut State, class: ClassId) {
    let info = cx.program.class(class);
    if cx.inputs == Inputs::Main {
        return;
    }
    if info.origin == Origin::Jdk {
        return hand_out(cx, state, class);
    }
    for (field, content) in state.statics.clone() {
        let info = cx.program.field(field);
        if info.class != class || info.flags.is(Flags::SYNTHETIC) {
            continue;
        }
        let content = if info.flags.is(Flags::FINAL) {
            without_contents(cx, state, content)
        } else {
            argument(cx, state, info.ty, true)
        };
        state.set_static(field, content);
        if cx.inputs == Inputs::Any && state.is_object(cx.world, content) {
            relate_to_all(cx, state, content);
        }
    }
}

/// Callers may hand over what the library keeps in static fields (an empty list, say), or something that leads there. The library's
/// own classes look after what they keep, so that its contents stay known.
fn hand_out(cx: &Cx<'_>, state: &mut State, class: ClassId) {
    if cx.inputs != Inputs::Any {
        return;
    }
    let is_own = |entry: &&(FieldId, Ref)| cx.program.field(entry.0).class == class;
    let mut work: Vec<Ref> = state.statics.iter().filter(is_own).map(|entry| entry.1).collect();
    let mut seen = BTreeSet::new();
    while let Some(object) = work.pop() {
        if !state.is_object(cx.world, object) || !seen.insert(object) {
            continue;
        }
        relate_to_all(cx, state, object);
        work.extend(state.edges(cx.world, object).map(|(_, content)| content));
    }
}

/// An object of the same class, an array of the same length; numbers, strings and the like never change.
fn without_contents(cx: &Cx<'_>, state: &mut State, r: Ref) -> Ref {
    if !state.is_object(cx.world, r) {
        return r;
    }
    let mut value = state.value(r).clone();
    match &mut value {
        Value::Object(object) => object.fields.clear(),
        Value::Array(array) => *array = Array::hidden(array.types, array.length),
        Value::Null | Value::Int(_) | Value::Float(_) => {}
    }
    state.fresh(value)
}

fn initial_static(program: &Program, world: &World, state: &mut State, field: FieldId) -> Ref {
    let info = program.field(field);
    match info.constant {
        Some(Constant::Int(value)) => state.fresh_int(Interval::literal(value.into())),
        Some(Constant::Long(value)) => state.fresh_int(Interval::literal(value.into())),
        Some(Constant::Float(value)) => state.fresh(Value::Float(Some(f64::from(value).to_bits()))),
        Some(Constant::Double(value)) => state.fresh(Value::Float(Some(value.to_bits()))),
        Some(Constant::String(text)) => {
            let length = state.fresh_int(Interval::literal(program.string(text).len() as i128));
            let string = world.find(program.class_type(names::STRING));
            let types = world.set(string);
            state.fresh(Value::Array(Array::hidden(types, length)))
        }
        None => default_value(state, info.ty),
    }
}

fn argument(cx: &Cx<'_>, state: &mut State, ty: TypeId, maybe_null: bool) -> Ref {
    if let Some(number) = unknown_number(cx.integers, ty) {
        return state.fresh(number);
    }
    let types = types_of(cx, ty);
    if types == TypeSet::EMPTY {
        return Ref::NULL;
    }
    if matches!(cx.program.ty(ty), Type::Array(_)) && !maybe_null {
        let range = match cx.integers {
            Integers::Java => Interval::LENGTH,
            Integers::Unbounded => Interval::NON_NEGATIVE,
        };
        let length = state.fresh_int(range);
        return state.fresh(Value::Array(Array::hidden(types, length)));
    }
    state.fresh(Value::Object(Object { types, maybe_null, fields: Vec::new() }))
}

/// World types assignable to a declared type; unknown ones too if others may be of it.
fn types_of(cx: &Cx<'_>, declared: TypeId) -> TypeSet {
    let fits = |ty: &WorldType| {
        let own = cx.world.info(*ty).ty;
        own.is_some_and(|own| cx.program.is_subtype(own, declared).unwrap_or(false))
    };
    let outside = is_open(cx.program, declared, cx.world.java_types()).then_some(WorldType::OUTSIDE);
    cx.world.set(cx.world.types().filter(fits).chain(outside))
}

/// An object that may be equal to every other, may share and may be cyclic.
fn relate_to_all(cx: &Cx<'_>, state: &mut State, object: Ref) {
    let others: Vec<Ref> = state.refs().filter(|&other| state.is_object(cx.world, other)).collect();
    for other in others {
        state.predicates.add_equal(object, other);
        state.predicates.add_join(object, other);
    }
    state.predicates.add_cyclic(object, FieldSet::default());
}

/// Arguments may be equal, may share and may be cyclic, as far as nothing else is known.
fn relate_all(cx: &Cx<'_>, state: &mut State, objects: &[Ref]) {
    for (at, &a) in objects.iter().enumerate() {
        for &b in &objects[at..] {
            state.predicates.add_equal(a, b);
            state.predicates.add_join(a, b);
        }
        if let Some(fields) = cx.given.circles(cx.program, cx.world, state.types(a)) {
            state.predicates.add_cyclic(a, fields);
        }
    }
}
