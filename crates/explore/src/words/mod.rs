//! Conditions and values as a Java programmer would write them.
//!
//! Conditions are conjuncts, to be joined by `&&`. What is known of strings is said with the methods of strings (`strings`), what a
//! method of the JDK was found to answer with a call of it; classes and objects get their names.

mod strings;

use std::fmt::Write;

use heap::{Class, ClassOf, Heap, InputHeap, InputValue, Loc, Types};
use machine::Cx;
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Term, TermKind, Terms};

use crate::symbolic::{Memory, Symbolic};
use crate::{diagram, places};

/// So much of a conjunct is printed at all.
const MAX_PRINTED: usize = 600;
/// Conjuncts longer than this are cut.
const MAX_LENGTH: usize = 160;
/// Of more conjuncts than this the last are shown.
const MAX_CONJUNCTS: usize = 16;

/// A path's decisions, without repetition and without what follows from the others at a glance.
pub fn conditions(cx: &Cx<'_, Symbolic<'_>>, memory: &Memory, decisions: &[Term]) -> Vec<String> {
    let terms = &cx.domain.terms;
    let names = names(cx, &memory.heap);
    let spoken: Vec<Term> = decisions.iter().map(|decision| terms.substitute(*decision, &names)).collect();
    let conjuncts = without_implied(terms, conjuncts(terms, &spoken));
    let (mut out, rest) = strings::spelled_out(terms, &conjuncts);
    for conjunct in rest {
        let text = condition(cx, memory, conjunct);
        if !out.contains(&text) {
            out.push(text);
        }
    }
    if out.len() > MAX_CONJUNCTS {
        let more = out.len() - MAX_CONJUNCTS;
        out.drain(..more);
        out.insert(0, format!("… ({more} more)"));
    }
    out
}

/// One term: a guard, or a number.
pub fn term(cx: &Cx<'_, Symbolic<'_>>, memory: &Memory, term: Term) -> String {
    condition(cx, memory, cx.domain.terms.substitute(term, &names(cx, &memory.heap)))
}

/// Conjunctions taken apart, each conjunct once.
fn conjuncts(terms: &Terms, decisions: &[Term]) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut out = Vec::new();
    let mut waiting: Vec<Term> = decisions.iter().rev().copied().collect();
    while let Some(term) = waiting.pop() {
        if let TermKind::And(parts) = terms.kind(term)
            && !is_store(terms, term)
        {
            waiting.extend(parts.iter().rev());
        } else if seen.insert(term) {
            out.push(term);
        }
    }
    out
}

/// Whether a condition is about a store into an array; it goes through all classes and is better summed up.
fn is_store(terms: &Terms, term: Term) -> bool {
    let is_mark = |var: &Term| terms.var_name(*var) == Some(heap::STORES_INTO_UNKNOWN);
    terms.free_vars(term).iter().any(is_mark)
}

/// `x != 3` says nothing beside `x == 5`.
fn without_implied(terms: &Terms, conjuncts: Vec<Term>) -> Vec<Term> {
    let fixed: FxHashSet<Term> =
        conjuncts.iter().filter_map(|conjunct| equation(terms, *conjunct)).map(|(what, _)| what).collect();
    let is_implied = |conjunct: &Term| {
        let TermKind::Not(inner) = terms.kind(*conjunct) else { return false };
        equation(terms, *inner).is_some_and(|(what, _)| fixed.contains(&what))
    };
    conjuncts.into_iter().filter(|conjunct| !is_implied(conjunct)).collect()
}

/// What is equal to a constant, and to which.
fn equation(terms: &Terms, term: Term) -> Option<(Term, Term)> {
    let TermKind::Eq(lhs, rhs) = terms.kind(term) else { return None };
    match (terms.value(*lhs), terms.value(*rhs)) {
        (None, Some(_)) => Some((*lhs, *rhs)),
        (Some(_), None) => Some((*rhs, *lhs)),
        _ => None,
    }
}

fn condition(cx: &Cx<'_, Symbolic<'_>>, memory: &Memory, term: Term) -> String {
    let terms = &cx.domain.terms;
    let text = printed(terms, term, MAX_PRINTED).0;
    if is_store(terms, term) {
        return "the value is not of the array's element type".to_owned();
    }
    let text = strings::rename(&name_classes(cx, &name_locations(cx, memory, &text)));
    let text = shorten(&text);
    let is_choice = matches!(terms.kind(term), TermKind::Or(_) | TermKind::Ite(..));
    if is_choice { format!("({text})") } else { text }
}

/// A term as text, and whether that is all of it: shared parts are printed in full, so a term may be longer than memory.
pub fn printed(terms: &Terms, term: Term, limit: usize) -> (String, bool) {
    let mut out = Bounded { text: String::new(), limit };
    let is_all = write!(out, "{}", terms.infix(term)).is_ok();
    (out.text, is_all)
}

/// Takes so much text and refuses more.
struct Bounded {
    text: String,
    limit: usize,
}

impl std::fmt::Write for Bounded {
    fn write_str(&mut self, part: &str) -> std::fmt::Result {
        if self.text.len() + part.len() > self.limit {
            return Err(std::fmt::Error);
        }
        self.text.push_str(part);
        Ok(())
    }
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(MAX_LENGTH) {
        Some((at, _)) => format!("{} …", text[..at].trim_end()),
        None => text.to_owned(),
    }
}

/// Terms that have a name: that a symbol is an object of its own, no other symbol's, reads as "not null"; what a modelled
/// method answered reads as its call.
fn names(cx: &Cx<'_, Symbolic<'_>>, heap: &Heap) -> FxHashMap<Term, Term> {
    let terms = &cx.domain.terms;
    let own = heap.input_locations().filter_map(|(loc, location)| {
        let var = heap.symbol(location.creator?).var;
        Some((terms.eq(var, terms.location(loc.0)), terms.not_null(var)))
    });
    own.chain(cx.domain.spoken.borrow().iter().map(|(term, name)| (*term, *name))).collect()
}

/// `@7` becomes the access path of the object it stands for, the name of the enum's constant, or where the object was before.
fn name_locations(cx: &Cx<'_, Symbolic<'_>>, memory: &Memory, text: &str) -> String {
    let heap = &memory.heap;
    replace_numbers(text, "@", |number| {
        let loc = Loc(u32::try_from(number).ok()?);
        if let Some((class, number)) = heap.constant(loc) {
            let constant = InputValue::Constant(class, number as u32);
            return Some(diagram::value(cx.program, &InputHeap::default(), constant));
        }
        if loc.0 as usize >= heap.location_count() {
            return None;
        }
        let location = heap.location(loc);
        match (location.creator, location.class) {
            (Some(creator), _) => Some(heap.symbol(creator).name.to_string()),
            (None, ClassOf::Exact(class)) => {
                Some(places::name(cx.program, class, &places::of(cx, memory, class, loc)))
            }
            (None, ClassOf::Open { .. }) => None,
        }
    })
}

/// `class(x) == 57` names the class; −1 is any class nobody knows.
fn name_classes(cx: &Cx<'_, Symbolic<'_>>, text: &str) -> String {
    if !text.contains("class(") {
        return text.to_owned();
    }
    let mut out = text.replace(") == -1", ") == unknown").replace(") != -1", ") != unknown");
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
