//! Heaps in the papers' notation: `L` maps references to guarded locations, `R` maps fields of locations to references.

use std::collections::BTreeSet;
use std::fmt::Write;

use heap::{Cx, Entry, Field, Heap, Loc, Ref, Target, Value};
use term::Term;

use crate::words::printed;

/// Characters of a formula that are shown: guards of summaries share most of their parts, and written out they double with
/// every read of a field.
const FORMULA: usize = 200;

/// A formula; an ellipsis stands for the rest of a long one.
pub fn formula(cx: Cx<'_>, term: Term) -> String {
    match printed(cx.terms, term, FORMULA) {
        (text, true) => text,
        (text, false) => format!("{} …", text.trim_end()),
    }
}

/// A value as the papers write it: `null`, `true`, `l3`, `{(φ l1) (ψ l2)}`.
pub fn value(cx: Cx<'_>, heap: &Heap, value: Value) -> String {
    match value {
        Value::Int(number) => number.to_string(),
        Value::Long(number) => number.to_string(),
        Value::Float(bits) => f32::from_bits(bits).to_string(),
        Value::Double(bits) => f64::from_bits(bits).to_string(),
        Value::Term(term) => formula(cx, term),
        Value::Ref(reference) => value_set(cx, heap, reference),
    }
}

/// `L(r)`; a set of one is written as its location.
pub fn value_set(cx: Cx<'_>, heap: &Heap, reference: Ref) -> String {
    let entries = entries(cx, heap, reference);
    if let [only] = &entries[..] {
        return target(heap, only.target);
    }
    let entries: Vec<String> = entries
        .iter()
        .map(|entry| format!("({} {})", formula(cx, entry.guard), target(heap, entry.target)))
        .collect();
    format!("{{{}}}", entries.join(" "))
}

/// `L(r)` with symbols replaced by what has been made of them, and without what no input of this path reaches.
pub fn entries(cx: Cx<'_>, heap: &Heap, reference: Ref) -> Vec<Entry> {
    let mut out: Vec<Entry> = Vec::new();
    let mut add = |entry: Entry| match out.iter_mut().find(|known| known.target == entry.target) {
        Some(known) => known.guard = cx.terms.or([known.guard, entry.guard]),
        None => out.push(entry),
    };
    for entry in cx.sets.entries(reference) {
        let made = match entry.target {
            Target::Sym(sym) => heap.symbol(sym).value.filter(|value| *value != Ref::sym(sym)),
            Target::Loc(_) => None,
        };
        match made {
            Some(value) => {
                for inner in cx.sets.entries(value) {
                    add(Entry { guard: cx.terms.and([entry.guard, inner.guard]), ..inner });
                }
            }
            None => add(entry),
        }
    }
    if out.len() > 1 {
        out.retain(|entry| cx.is_feasible(heap, &[entry.guard]));
    }
    out
}

/// A location, or the symbol that stands for one; `un` where nothing has been made of it.
pub fn target(heap: &Heap, target: Target) -> String {
    match target {
        Target::Loc(Loc::NULL) => "null".into(),
        Target::Loc(loc) => format!("l{}", loc.0),
        Target::Sym(sym) => match heap.symbol(sym).value {
            Some(_) => heap.symbol(sym).name.to_string(),
            None => format!("un⟨{}⟩", heap.symbol(sym).name),
        },
    }
}

/// What a field holds: what was read or written, or what an object that the program made begins with; `None` where the input is
/// still untouched.
pub fn field_of(cx: Cx<'_>, heap: &Heap, loc: Loc, field: Field) -> Option<Value> {
    let is_made = loc != Loc::NULL && heap.location(loc).creator.is_none();
    heap.known_field(loc, field).or_else(|| is_made.then(|| cx.types.kind(field).default()))
}

/// `R`: what is known about the fields of each location, a line each; `φg` below it.
pub fn heap(cx: Cx<'_>, heap: &Heap, fields: impl Fn(Loc) -> Vec<Field>) -> String {
    let mut out = String::new();
    for number in 1..heap.location_count() {
        let loc = Loc(number as u32);
        let class = cx.types.class_name(heap.location(loc).class.bound());
        let _ = write!(out, "  l{number} : {class}");
        for field in fields(loc) {
            let known = field_of(cx, heap, loc, field).map(|known| value(cx, heap, known));
            let _ =
                write!(out, "  {} ↦ {}", cx.types.field_name(field), known.unwrap_or_else(|| "un".into()));
        }
        out.push('\n');
    }
    history(cx, heap, &mut out);
    states(heap, &mut out);
    let path: BTreeSet<String> = heap.path().iter().map(|term| formula(cx, *term)).collect();
    let path: Vec<String> = path.into_iter().collect();
    let _ = writeln!(out, "  φ = {}", if path.is_empty() { "true".into() } else { path.join(" ∧ ") });
    out
}

/// `h`, the updates of objects that have no location: `[t1 := t2]f` [VTU, Sect. 8.1].
fn history(cx: Cx<'_>, heap: &Heap, out: &mut String) {
    let updates: Vec<String> = heap
        .updates()
        .iter()
        .map(|update| {
            let (object, written) = (formula(cx, update.object), value(cx, heap, update.value));
            format!("[{object} := {written}]{}", cx.types.field_name(update.field))
        })
        .collect();
    if !updates.is_empty() {
        let _ = writeln!(out, "  h = {}", updates.join(""));
    }
}

/// The set of states a configuration carries [VTU, Sect. 7]: what symbols are in each.
fn states(heap: &Heap, out: &mut String) {
    let states: Vec<String> = heap
        .carried_states()
        .iter()
        .map(|state| {
            let known = state.iter().map(|(sym, loc)| {
                format!("{} ↦ {}", heap.symbol(*sym).name, target(heap, Target::Loc(*loc)))
            });
            known.collect::<Vec<_>>().join(", ")
        })
        .collect();
    if !states.is_empty() {
        let _ = writeln!(out, "  S = {{{}}}", states.join(" | "));
    }
}
