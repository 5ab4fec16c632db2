//! An input from a path condition: a model of it, small where it can be small.

use heap::{Class, ClassOf, InputReader, Types, Value};
use machine::Cx;
use term::{Model, Term, TermKind, Terms};

use crate::entry::Entry;
use crate::path::{Arg, Input};
use crate::symbolic::{Memory, Symbolic, settle_input};

/// The input of one path; the reason if there is none to be had.
pub fn input(
    cx: &Cx<'_, Symbolic<'_>>,
    memory: &Memory,
    entry: &Entry,
    args: &[Value],
) -> Result<Input, String> {
    let model = small_model(cx, memory)?;
    let mut reader = InputReader::new(cx.domain.heap_cx(), &memory.heap, &model);
    let mut read = |value: Value| {
        reader.value(value).map_err(|unknown| format!("the class of `{}` is not known", unknown.0))
    };
    let mut out = Vec::new();
    for (param, value) in entry.params.iter().zip(args) {
        out.push(Arg { name: param.name.clone(), ty: param.ty, value: read(*value)? });
    }
    let nondet = memory.nondet.iter().map(|nondet| read(nondet.value)).collect::<Result<_, _>>()?;
    let mut heap = reader.finish();
    settle_input(cx.program, &mut heap);
    Ok(Input { args: out, heap, nondet })
}

/// Tries short arrays, plain characters and classes people gave a name first, then less, then anything.
fn small_model(cx: &Cx<'_, Symbolic<'_>>, memory: &Memory) -> Result<Model, String> {
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
        let mut conditions = path.to_vec();
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
    let short = |var: Term| terms.less_eq(var, terms.i32(limit));
    let lengths = length_variables(terms, memory.heap.path()).into_iter().map(short);
    let known = memory.heap.input_locations().filter_map(|(_, location)| match location.class {
        ClassOf::Open { var, .. } => Some(terms.ne(var, terms.i32(-1))),
        ClassOf::Exact(_) => None,
    });
    lengths.chain(known).collect()
}

/// Characters that can be printed, and no anonymous classes.
fn pleasant_conditions(cx: &Cx<'_, Symbolic<'_>>, memory: &Memory) -> Vec<Term> {
    let terms = &cx.domain.terms;
    let is_unit = |term: &Term| terms.var_name(*term).is_some_and(|name| name.contains(".chars["));
    let plain = |unit: Term| {
        let number = |letter: u8| terms.bits(16, letter.into());
        terms.and([terms.unsigned_less_eq(number(b' '), unit), terms.unsigned_less_eq(unit, number(b'z'))])
    };
    let mut out: Vec<Term> =
        terms.reachable(memory.heap.path()).into_iter().filter(is_unit).map(plain).collect();
    for (_, location) in memory.heap.input_locations() {
        if let ClassOf::Open { bound, var } = location.class {
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
            && terms.var_name(*term).is_some_and(|name| name.ends_with(".length"))
    };
    terms.reachable(path).into_iter().filter(is_length).collect()
}
