//! Conditions and values as a Java programmer would write them.

use heap::{Class, Heap, Types};
use machine::Cx;
use rustc_hash::FxHashMap;
use term::Term;

use crate::symbolic::Symbolic;

/// A path's decisions, without repetition.
pub fn conditions(cx: &Cx<'_, Symbolic<'_>>, heap: &Heap, decisions: &[Term]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for decision in decisions {
        let text = condition(cx, heap, *decision);
        if !out.contains(&text) {
            out.push(text);
        }
    }
    out
}

fn condition(cx: &Cx<'_, Symbolic<'_>>, heap: &Heap, term: Term) -> String {
    let plain = cx.domain.terms.substitute(term, &own_objects(cx, heap));
    let text = cx.domain.terms.infix(plain).to_string();
    name_classes(cx, &name_locations(heap, &text))
}

/// That a symbol is an object of its own, no other symbol's, reads as "not null".
fn own_objects(cx: &Cx<'_, Symbolic<'_>>, heap: &Heap) -> FxHashMap<Term, Term> {
    let terms = &cx.domain.terms;
    let own = heap.input_locations().filter_map(|(loc, location)| {
        let var = heap.symbol(location.creator?).var;
        Some((terms.eq(var, terms.location(loc.0)), terms.not_null(var)))
    });
    own.collect()
}

/// `@7` becomes the access path of the object it stands for.
fn name_locations(heap: &Heap, text: &str) -> String {
    replace_numbers(text, "@", |number| {
        let loc = heap::Loc(u32::try_from(number).ok()?);
        let known = (loc.0 as usize) < heap.location_count();
        let creator = known.then(|| heap.location(loc).creator).flatten()?;
        Some(heap.symbol(creator).name.to_string())
    })
}

/// `class(x) == 57` names the class.
fn name_classes(cx: &Cx<'_, Symbolic<'_>>, text: &str) -> String {
    if !text.contains("class(") {
        return text.to_owned();
    }
    let mut out = text.to_owned();
    for operator in [") == ", ") != "] {
        out = replace_numbers(&out, operator, |number| {
            let class = u32::try_from(number).ok()?;
            Some(format!("{operator}{}", cx.domain.types.class_name(Class(class))))
        });
    }
    out
}

/// Replaces `prefix` and the number behind it, where `with` knows better.
fn replace_numbers(text: &str, prefix: &str, with: impl Fn(i64) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(prefix) {
        let (before, after) = (&rest[..at], &rest[at + prefix.len()..]);
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        out.push_str(before);
        match after[..digits].parse().ok().and_then(&with) {
            Some(text) => out.push_str(&text),
            None => {
                out.push_str(prefix);
                out.push_str(&after[..digits]);
            }
        }
        rest = &after[digits..];
    }
    out + rest
}
