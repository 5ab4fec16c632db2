//! Boxing a number nobody knows: one object, whether it comes from the cache or not (see `heap`'s `boxes`).

use heap::{Field, Loc, Value};
use machine::{Cx, Reply, State, Stop};
use program::class::Origin;
use program::{FieldId, MethodId, Program};

use super::{JavaTypes, Symbolic, before};

/// A `valueOf` whose objects may come from a cache.
#[derive(Clone, Copy)]
pub(super) struct Boxing {
    class: heap::Class,
    /// Where a box holds its number.
    number: FieldId,
    /// The static field that holds the cache.
    cache: FieldId,
}

pub(super) fn find(program: &Program, method: MethodId) -> Option<Boxing> {
    let method = program.method(method);
    let class = program.class(method.class);
    if &*method.name != "valueOf" || class.origin != Origin::Jdk {
        return None;
    }
    let known = library::class(&class.name)?;
    let descriptor = format!("({})L{};", known.box_of?.letter(), class.name);
    if *method.descriptor != *descriptor {
        return None;
    }
    let holder = program.class_named(known.cached_in.as_deref()?).ok()?;
    Some(Boxing {
        class: JavaTypes::class(class.ty),
        number: program.find_field(method.class, "value")?,
        cache: program.find_field(holder, "cache")?,
    })
}

/// A box around an unknown number; nothing for known ones, and before there is a cache.
pub(super) fn boxed<'p>(
    cx: &Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    boxing: Boxing,
    args: &[Value],
) -> Result<Option<Reply<Symbolic<'p>>>, Stop<Symbolic<'p>>> {
    let [Value::Term(number)] = *args else { return Ok(None) };
    let Some((least, cached)) = cache(state, boxing) else { return Ok(None) };
    let heap = &mut state.heap.heap;
    let new = heap.allocate_box(boxing.class, Field(boxing.number.0), number, least, &cached);
    before::allocated(cx, state, new);
    Ok(Some(Reply::Value(Value::Ref(heap::Ref::loc(new)))))
}

/// The objects of the cache, and the number the first one holds.
fn cache(state: &State<Symbolic<'_>>, boxing: Boxing) -> Option<(i64, Vec<Loc>)> {
    let Value::Ref(array) = state.heap.statics.get(boxing.cache)? else { return None };
    let heap = &state.heap.heap;
    let loc = |value: &Value| if let Value::Ref(reference) = value { reference.as_loc() } else { None };
    let objects: Vec<Loc> = heap.dense(array.as_loc()?)?.iter().map(loc).collect::<Option<_>>()?;
    let number = |loc: Loc| match heap.known_field(loc, Field(boxing.number.0)) {
        Some(Value::Int(number)) => Some(i64::from(number)),
        Some(Value::Long(number)) => Some(number),
        None => Some(0),
        Some(Value::Float(_) | Value::Double(_) | Value::Term(_) | Value::Ref(_)) => None,
    };
    let least = number(*objects.first()?)?;
    let follow = objects.iter().zip(least..).all(|(loc, expected)| number(*loc) == Some(expected));
    follow.then_some((least, objects))
}
