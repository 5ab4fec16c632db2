//! Heaps in the papers' notation: `L` maps references to guarded locations, `R` maps fields of locations to references.

use std::collections::BTreeSet;
use std::fmt::Write;

use heap::{Cx, Field, Heap, Loc, Ref, Target, Value};

/// A value as the papers write it: `null`, `true`, `l3`, `{(φ l1) (ψ l2)}`.
pub fn value(cx: Cx<'_>, heap: &Heap, value: Value) -> String {
    match value {
        Value::Int(number) => number.to_string(),
        Value::Long(number) => number.to_string(),
        Value::Float(bits) => f32::from_bits(bits).to_string(),
        Value::Double(bits) => f64::from_bits(bits).to_string(),
        Value::Term(term) => cx.terms.infix(term).to_string(),
        Value::Ref(reference) => value_set(cx, heap, reference),
    }
}

/// `L(r)`; a set of one is written as its location.
pub fn value_set(cx: Cx<'_>, heap: &Heap, reference: Ref) -> String {
    let entries = cx.sets.entries(reference);
    if let [only] = &entries[..] {
        return target(heap, only.target);
    }
    let entries: Vec<String> = entries
        .iter()
        .map(|entry| format!("({} {})", cx.terms.infix(entry.guard), target(heap, entry.target)))
        .collect();
    format!("{{{}}}", entries.join(" "))
}

fn target(heap: &Heap, target: Target) -> String {
    match target {
        Target::Loc(Loc::NULL) => "null".into(),
        Target::Loc(loc) => format!("l{}", loc.0),
        Target::Sym(sym) => match heap.symbol(sym).value {
            Some(_) => heap.symbol(sym).name.to_string(),
            None => format!("un⟨{}⟩", heap.symbol(sym).name),
        },
    }
}

/// `R`: what is known about the fields of each location, a line each; `φg` below it.
pub fn heap(cx: Cx<'_>, heap: &Heap, fields: impl Fn(Loc) -> Vec<Field>) -> String {
    let mut out = String::new();
    for number in 1..heap.location_count() {
        let loc = Loc(number as u32);
        let class = cx.types.class_name(heap.location(loc).class.bound());
        let _ = write!(out, "  l{number} : {class}");
        for field in fields(loc) {
            let known = heap.known_field(loc, field).map(|known| value(cx, heap, known));
            let _ =
                write!(out, "  {} ↦ {}", cx.types.field_name(field), known.unwrap_or_else(|| "un".into()));
        }
        out.push('\n');
    }
    let path: BTreeSet<String> = heap.path().iter().map(|term| cx.terms.infix(*term).to_string()).collect();
    let path: Vec<String> = path.into_iter().collect();
    let _ = writeln!(out, "  φ = {}", if path.is_empty() { "true".into() } else { path.join(" ∧ ") });
    out
}
