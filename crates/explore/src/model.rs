//! An input from a path condition: a model of it, small where it can be small.

use base::Id;
use heap::{Class, ClassOf, InputHeap, InputObject, InputReader, InputValue, Kind, Types, Value};
use machine::Cx;
use term::{Model, Sort, Term, TermKind, Terms};

use crate::entry::Entry;
use crate::path::{Arg, Given, Input, StaticInput};
use crate::places;
use crate::symbolic::{Memory, Nondet, Symbolic, field_name, settle_input};

/// An input of one path that fulfils the wishes; the reason if there is none to be had.
pub fn input(
    cx: &Cx<'_, Symbolic<'_>>,
    memory: &Memory,
    entry: &Entry,
    args: &[Value],
    wishes: &[Term],
) -> Result<Input, String> {
    let model = small_model(cx, memory, wishes)?;
    let mut reader = InputReader::new(cx.domain.heap_cx(), &memory.heap, &model);
    let mut read = |value: Value| {
        reader.value(value).map_err(|unknown| format!("the class of `{}` is not known", unknown.0))
    };
    let mut out = Vec::new();
    for (param, value) in entry.params.iter().zip(args) {
        out.push(Arg { name: param.name.clone(), ty: param.ty, value: read(*value)? });
    }
    let mut statics = Vec::new();
    for &(field, value) in memory.statics.inputs.iter() {
        statics.push(StaticInput { field, name: field_name(cx.program, field), value: read(value)? });
    }
    let mut given = Vec::new();
    for &Nondet { kind, value, method, pc, .. } in &memory.nondet {
        given.push(Given { value: read(value)?, kind, method, pc });
    }
    let mut asked = Vec::new();
    for &(what, value) in &memory.asked {
        match read(value)? {
            InputValue::Int(answer) => asked.push((what, i64::from(answer))),
            InputValue::Long(answer) => asked.push((what, answer)),
            InputValue::Null
            | InputValue::Float(_)
            | InputValue::Double(_)
            | InputValue::Object(_)
            | InputValue::Constant(..) => {}
        }
    }
    let mut heap = reader.finish();
    settle_input(cx.program, &mut heap);
    places::find(cx, memory, &mut heap);
    if let Some(array) = misfit(&cx.domain.types, &heap) {
        return Err(format!("no array holds what `{array}` would hold"));
    }
    Ok(Input { args: out, statics, heap, nondet: given, asked })
}

/// An array with an element that is not of its element type. The classes of arrays and of what they hold are open one by one;
/// only here they are seen together.
fn misfit<'h>(types: &impl Types, heap: &'h InputHeap) -> Option<&'h str> {
    let fits = |bound: Class, value: &InputValue| match value {
        InputValue::Object(id) => types.is_subtype(heap.objects[id.index()].class, bound),
        InputValue::Constant(class, _) => types.is_subtype(*class, bound),
        InputValue::Null
        | InputValue::Int(_)
        | InputValue::Long(_)
        | InputValue::Float(_)
        | InputValue::Double(_) => true,
    };
    let misfits = |object: &&InputObject| match (types.element(object.class), &object.array) {
        (Some(Kind::Ref(bound)), Some((_, elements))) => elements.values().any(|value| !fits(bound, value)),
        _ => false,
    };
    heap.objects.iter().find(misfits).map(|object| object.name.as_str())
}

/// Tries short arrays, plain characters and classes people gave a name first, then less, then anything.
fn small_model(cx: &Cx<'_, Symbolic<'_>>, memory: &Memory, wishes: &[Term]) -> Result<Model, String> {
    let terms = &cx.domain.terms;
    let path = memory.heap.path();
    let mut last = Ok(None);
    for (limit, pleasant) in [
        (Some(3), true),
        (Some(12), true),
        (Some(3), false),
        (Some(64), false),
        (Some(100_000), false),
        (None, false),
    ] {
        let mut conditions = [path, wishes].concat();
        conditions.extend(preferences(terms, memory, limit));
        if pleasant {
            conditions.extend(pleasant_conditions(cx, memory));
        }
        last = cx.domain.oracle.model(terms, &conditions);
        if let Ok(Some(model)) = last {
            return Ok(model);
        }
    }
    match last {
        Ok(_) => Err("its condition has no solution".to_owned()),
        Err(reason) => Err(reason),
    }
}

fn preferences(terms: &Terms, memory: &Memory, limit: Option<i32>) -> Vec<Term> {
    let Some(limit) = limit else { return Vec::new() };
    let short = |length: Term| terms.less_eq(length, terms.i32(limit));
    let unknown = length_variables(terms, memory.heap.path()).into_iter();
    let lengths = unknown.chain(memory.heap.allocated_lengths()).map(short);
    let is_class = |term: &Term| terms.var_name(*term).is_some_and(|name| name.starts_with("class("));
    let is_number = |term: &Term| terms.sort(*term) == Sort::INT32;
    let classes = terms.reachable(memory.heap.path()).into_iter().filter(is_class).filter(is_number);
    let known = classes.map(|class| terms.ne(class, terms.i32(-1)));
    lengths.chain(known).collect()
}

/// Characters that can be printed, arrays as they are declared, and no anonymous classes.
fn pleasant_conditions(cx: &Cx<'_, Symbolic<'_>>, memory: &Memory) -> Vec<Term> {
    let terms = &cx.domain.terms;
    // Of objects, too, the name may tell which character chose them.
    let is_unit = |term: &Term| {
        terms.sort(*term) == Sort::BitVec(16)
            && terms.var_name(*term).is_some_and(|name| name.contains(".chars["))
    };
    let plain = |unit: Term| {
        let number = |letter: u8| terms.bits(16, letter.into());
        terms.and([terms.unsigned_less_eq(number(b' '), unit), terms.unsigned_less_eq(unit, number(b'z'))])
    };
    let mut out: Vec<Term> =
        terms.reachable(memory.heap.path()).into_iter().filter(is_unit).map(plain).collect();
    for (_, location) in memory.heap.input_locations() {
        if let ClassOf::Open { bound, var } = location.class {
            if cx.domain.types.element(bound).is_some() {
                out.push(terms.eq(var, terms.i32(bound.0 as i32)));
            }
            let candidates = cx.domain.types.candidates(bound);
            let nameless = candidates.classes.iter().filter(|class| is_nameless(cx, **class));
            out.extend(nameless.map(|class| terms.ne(var, terms.i32(class.0 as i32))));
        }
    }
    out
}

/// Anonymous classes end in a number.
fn is_nameless(cx: &Cx<'_, Symbolic<'_>>, class: Class) -> bool {
    let name = cx.domain.types.class_name(class);
    name.trim_end_matches("[]").ends_with(|last: char| last.is_ascii_digit()) && name.contains('$')
}

fn length_variables(terms: &Terms, path: &[Term]) -> Vec<Term> {
    let is_length = |term: &Term| {
        matches!(terms.kind(*term), TermKind::Var(_))
            && terms.sort(*term) == Sort::INT32
            && terms
                .var_name(*term)
                .is_some_and(|name| name.ends_with(".length") || name.ends_with(".size()"))
    };
    terms.reachable(path).into_iter().filter(is_length).collect()
}
