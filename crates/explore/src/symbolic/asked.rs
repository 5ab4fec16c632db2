//! What only the world outside knows: each answer is a number nobody knows, within what its contract says.
//!
//! A failure that rests on such numbers is run again with them given. Identity hashes belong to this, too: any number, the same
//! for the same object.

use std::rc::Rc;

use heap::{Loc, Value};
use machine::{Asked, Cx, State, Stop};
use program::class::Origin;
use rustc_hash::FxHashMap;
use term::Sort;

use super::Symbolic;

/// Identity hashes, by object.
#[derive(Clone, Default)]
pub(crate) struct Hashes {
    /// Those the boot of the JDK asked for: its tables are built by them.
    booted: Rc<FxHashMap<Loc, i32>>,
    met: Vec<(Loc, Value)>,
}

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

/// The identity hash is unspecified: any number, the same for the same object.
pub(super) fn identity_hash<'p>(
    cx: &mut Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    object: &Value,
) -> Result<Value, Stop<Symbolic<'p>>> {
    let known = object.reference().as_loc();
    let Some(loc) = known.filter(|loc| state.heap.heap.location(*loc).creator.is_none()) else {
        let name = state.heap.heap.describe(cx.domain.heap_cx(), object.reference());
        return Err(Stop::unsupported(format!("the identity hash code of {name} is used")));
    };
    let hashes = &state.heap.hashes;
    if let Some((_, hash)) = hashes.met.iter().find(|(met, _)| *met == loc) {
        return Ok(*hash);
    }
    if let Some(hash) = hashes.booted.get(&loc).copied() {
        let doubt = "the identity hash code of an object of the JDK may be another one";
        if !state.heap.doubts.contains(&doubt) {
            state.heap.doubts.push(doubt);
        }
        return Ok(Value::Int(hash));
    }
    let hash = answer(cx, state, Asked::Hash)?;
    state.heap.hashes.met.push((loc, hash));
    Ok(hash)
}
