//! What only the world outside knows: each answer is a number nobody knows, within what its contract says.
//!
//! A failure that rests on such numbers is run again with them given. Identity hashes belong to this, too: any number, the same
//! for the same object.

use std::rc::Rc;

use heap::{Loc, Ref, Value};
use library::{Signature, Tells};
use machine::{Asked, Cx, State, Stop};
use program::class::Origin;
use program::{MethodId, Program};
use rustc_hash::FxHashMap;
use term::Sort;

use super::{Symbolic, before, with_heap};

/// Identity hashes, by object.
#[derive(Clone, Default)]
pub(crate) struct Hashes {
    /// Those the boot of the JDK asked for: its tables are built by them.
    booted: Rc<FxHashMap<Loc, i32>>,
    met: Vec<Met>,
}

/// An object that has been asked for its hash; no two of them are the same object.
#[derive(Clone)]
struct Met {
    object: Ref,
    hash: Value,
    /// It is one number of many.
    is_made_up: bool,
}

const BOOTED: &str = "the identity hash code of an object of the JDK may be another one";
const MADE_UP: &str = "an identity hash code may be another one";
const ORDER: &str = "the order of a hash table may be another one";

impl Hashes {
    pub fn new(booted: FxHashMap<Loc, i32>) -> Self {
        Self { booted: Rc::new(booted), met: Vec::new() }
    }
}

/// An answer of the world outside.
pub(super) fn answer<'p>(
    cx: &mut Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    what: Asked,
) -> Result<Value, Stop<Symbolic<'p>>> {
    if what == Asked::Available && !is_asked_by_program(cx, state) {
        // The JDK only asks whether to read ahead.
        return Ok(Value::Int(0));
    }
    let number = state.heap.asked.len();
    let prepared = cx.domain.prepared.borrow().as_ref().map(|all| all.get(number).copied());
    let value = match prepared {
        Some(Some((known, answer))) if known == what && what.is_int() => Value::Int(answer as i32),
        Some(Some((known, answer))) if known == what => Value::Long(answer),
        Some(_) => return Err(Stop::unsupported(format!("`{}` is asked for once more", what.name()))),
        None => unknown(cx, state, what),
    };
    state.heap.asked.push((what, value));
    Ok(value)
}

/// A number within the range of answers.
fn unknown<'p>(cx: &mut Cx<'_, Symbolic<'p>>, state: &mut State<Symbolic<'p>>, what: Asked) -> Value {
    let before = state.heap.asked.iter().filter(|(known, _)| *known == what).count();
    let name = match before {
        0 => what.name().to_owned(),
        _ => format!("{}#{}", what.name(), before + 1),
    };
    let (width, (least, most)) = (if what.is_int() { 32 } else { 64 }, what.range());
    let hcx = cx.domain.heap_cx();
    let terms = hcx.terms;
    let var = terms.var(&name, Sort::BitVec(width));
    let full = if what.is_int() { (i32::MIN.into(), i32::MAX.into()) } else { (i64::MIN, i64::MAX) };
    if (least, most) != full {
        let range =
            [terms.less_eq(terms.bits(width, least), var), terms.less_eq(var, terms.bits(width, most))];
        state.heap.heap.assume(hcx, terms.and(range));
    }
    Value::of_term(terms, var)
}

/// Whether the program itself asks how much input waits, by whatever streams.
fn is_asked_by_program(cx: &Cx<'_, Symbolic<'_>>, state: &State<Symbolic<'_>>) -> bool {
    let mut asking = state.frames.iter().rev().map(|frame| cx.program.method(frame.method));
    asking
        .find(|method| &*method.name != "available")
        .is_some_and(|method| cx.program.class(method.class).origin == Origin::ClassPath)
}

/// The identity hash is unspecified: any number, the same for the same object. Where hash tables alone get to know it, which
/// number it is makes no difference but to their order, and they are given one number after the other.
pub(super) fn identity_hash<'p>(
    cx: &mut Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    object: &Value,
) -> Result<Value, Stop<Symbolic<'p>>> {
    let reference = object.reference();
    let is_lookup = is_lookup(cx, state);
    if reference.as_loc().is_some_and(|loc| state.heap.heap.is_box(loc)) {
        return Err(Stop::unsupported("the identity hash code of a box that may be another one"));
    }
    let booted = reference.as_loc().and_then(|loc| state.heap.hashes.booted.get(&loc).copied());
    if let Some(number) = met(cx, state, reference)? {
        let met = &state.heap.hashes.met[number];
        let (hash, is_made_up) = (met.hash, met.is_made_up);
        if booted.is_some_and(|booted| hash != Value::Int(booted)) {
            note(state, BOOTED);
        }
        if is_made_up && !is_lookup {
            note(state, MADE_UP);
        }
        return Ok(hash);
    }
    let hash = match booted {
        Some(hash) => Value::Int(hash),
        None if is_lookup => Value::Int(state.heap.hashes.met.len() as i32 + 1),
        None => answer(cx, state, Asked::Hash)?,
    };
    if booted.is_some() && !is_lookup {
        note(state, BOOTED);
    }
    let is_made_up = is_lookup || booted.is_some();
    state.heap.hashes.met.push(Met { object: reference, hash, is_made_up });
    Ok(hash)
}

/// Which of the objects that have been asked for their hash this one is.
fn met<'p>(
    cx: &mut Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    reference: Ref,
) -> Result<Option<usize>, Stop<Symbolic<'p>>> {
    let known: Vec<Ref> = state.heap.hashes.met.iter().map(|met| met.object).collect();
    if let Some(number) = known.iter().position(|object| *object == reference) {
        return Ok(Some(number));
    }
    let mut others = Vec::new();
    for (number, object) in known.into_iter().enumerate() {
        if !before::are_told_apart(cx, state, reference, object) {
            others.push((number, object));
        }
    }
    if others.is_empty() {
        return Ok(None);
    }
    let objects: Vec<Ref> = others.iter().map(|(_, object)| *object).collect();
    let which = with_heap(cx, state, |heap, hcx| heap.which(hcx, reference, &objects))?;
    Ok(which.map(|which| others[which].0))
}

/// Whether nobody but a hash table will see the hash code that is asked for now.
fn is_lookup(cx: &Cx<'_, Symbolic<'_>>, state: &State<Symbolic<'_>>) -> bool {
    for frame in state.frames.iter().rev() {
        let method = cx.program.method(frame.method);
        let class = cx.program.class(method.class);
        if class.origin != Origin::Jdk {
            return false;
        }
        let is_table = library::class(&class.name).is_some_and(|class| class.is_hash_table);
        if is_table && &*method.name != "hashCode" {
            return true;
        }
    }
    false
}

/// A method that shows something of identity hashes.
pub(super) fn find(program: &Program, method: MethodId) -> Option<Tells> {
    let method = program.method(method);
    let class = program.class(method.class);
    let (name, descriptor) = (&*method.name, &*method.descriptor);
    let signature = Signature { name, descriptor, is_native: method.is_native() };
    library::method(&class.name, signature).filter(|_| class.origin == Origin::Jdk)?.tells
}

/// Such a method is called.
pub(super) fn told<'p>(cx: &Cx<'_, Symbolic<'p>>, state: &mut State<Symbolic<'p>>, what: Tells) {
    if !state.heap.hashes.met.iter().any(|met| met.is_made_up) {
        return;
    }
    match what {
        Tells::HashOrder => note(state, ORDER),
        Tells::Hash if is_lookup(cx, state) => {}
        Tells::Hash => note(state, MADE_UP),
    }
}

fn note(state: &mut State<Symbolic<'_>>, doubt: &'static str) {
    if !state.heap.doubts.contains(&doubt) {
        state.heap.doubts.push(doubt);
    }
}
