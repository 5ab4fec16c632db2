//! The representation relation between lazy and summary heaps [EHS16, Defs. 15–17].
//!
//! Departures:
//! 1. `h` is injective. As printed it need not be, and then a lazy heap with two objects is represented by a summary whose path
//!    condition says that they are one (erratum 13, `tests/errata/relations.rs`).
//! 2. A summary's reference that nobody has needed a value set of is still its symbol; `h` gives the object it is a number.
//! 3. What the lazy heap has not initialised is represented by every input value.

use std::collections::{BTreeMap, VecDeque};

use heap::{Cx, Heap, Loc, Ref, Target, Value};
use term::Term;

use crate::inputs::Signature;

/// A reference of the lazy heap and its counterpart in the summary.
type Edge = (Ref, Value);

/// Whether `lazy ⊏ summary`: some homomorphism's constraint is satisfiable with the summary's path condition. `roots` are the
/// variables both states have in common.
pub fn represents(
    summary: (Cx<'_>, &Heap),
    lazy: &Heap,
    roots: &[(Value, Value)],
    signature: &Signature,
) -> bool {
    let mut search = Search {
        cx: summary.0,
        summary: summary.1,
        lazy,
        signature,
        image: BTreeMap::new(),
        constraint: vec![],
    };
    let edges = roots.iter().filter_map(|(lazy, summary)| Some((reference(*lazy)?, *summary)));
    search.extend(edges.collect())
}

struct Search<'a> {
    cx: Cx<'a>,
    summary: &'a Heap,
    lazy: &'a Heap,
    signature: &'a Signature,
    /// `h`, as far as it is decided: the number of the summary's location, or one beyond them.
    image: BTreeMap<Loc, u32>,
    /// `HC`
    constraint: Vec<Term>,
}

impl Search<'_> {
    /// Tries to extend `h` over all edges still to be represented.
    fn extend(&mut self, mut edges: VecDeque<Edge>) -> bool {
        let Some((reference, counterpart)) = edges.pop_front() else {
            return self.cx.oracle.is_feasible(self.cx.terms, self.summary.path(), &self.constraint);
        };
        let Some(object) = self.lazy_object(reference) else { return self.extend(edges) };
        let Value::Ref(counterpart) = counterpart else { return false };
        let entries = self.cx.sets.entries(counterpart);
        entries.into_iter().any(|entry| match entry.target {
            Target::Loc(loc) => self.try_image(object, loc.0, entry.guard, &edges),
            Target::Sym(sym) => {
                let var = self.summary.symbol(sym).var;
                self.candidates(object).into_iter().any(|number| {
                    let is = self.cx.terms.eq(var, self.number(number));
                    self.try_image(object, number, self.cx.terms.and([entry.guard, is]), &edges)
                })
            }
        })
    }

    /// Maps `object` to `number` under `guard`, and goes on with its fields.
    fn try_image(&mut self, object: Loc, number: u32, guard: Term, edges: &VecDeque<Edge>) -> bool {
        let known = self.image.get(&object).copied();
        let fits = known.map_or(!self.image.values().any(|taken| *taken == number), |known| known == number);
        let same_kind = (object == Loc::NULL) == (number == 0);
        if !fits || !same_kind {
            return false;
        }
        let mut edges = edges.clone();
        if known.is_none() {
            self.image.insert(object, number);
            let Some(fields) = self.fields(object, number) else {
                self.image.remove(&object);
                return false;
            };
            edges.extend(fields);
        }
        self.constraint.push(guard);
        let found = self.extend(edges);
        self.constraint.pop();
        if known.is_none() {
            self.image.remove(&object);
        }
        found
    }

    /// The edges out of an object; `None` if the summary lacks one that the lazy heap has.
    fn fields(&self, object: Loc, number: u32) -> Option<Vec<Edge>> {
        let class = self.lazy.location(object).class.bound();
        let mut out = Vec::new();
        for (_, field, _) in self.signature.fields.iter().filter(|(of, _, _)| *of == class) {
            let Some(Value::Ref(reference)) = self.lazy.known_field(object, *field) else { continue };
            let has_location = (number as usize) < self.summary.location_count();
            let counterpart =
                has_location.then(|| self.summary.known_field(Loc(number), *field)).flatten()?;
            out.push((reference, counterpart));
        }
        Some(out)
    }

    /// Numbers an object may have where the summary only has a symbol.
    fn candidates(&self, object: Loc) -> Vec<u32> {
        if let Some(number) = self.image.get(&object) {
            return vec![*number];
        }
        if object == Loc::NULL {
            return vec![0];
        }
        let fresh = (self.summary.location_count() + self.image.len()) as u32;
        self.summary.input_locations().map(|(loc, _)| loc.0).chain([fresh]).collect()
    }

    fn number(&self, number: u32) -> Term {
        if number == 0 { self.cx.terms.null() } else { self.cx.terms.location(number) }
    }

    /// The location of a lazy reference; `None` if it is uninitialised.
    fn lazy_object(&self, reference: Ref) -> Option<Loc> {
        match reference.kind() {
            heap::RefKind::Loc(loc) => Some(loc),
            heap::RefKind::Sym(sym) => self.lazy.symbol(sym).value.and_then(Ref::as_loc),
            heap::RefKind::Set(_) => panic!("a lazy heap has no value sets"),
        }
    }
}

fn reference(value: Value) -> Option<Ref> {
    if let Value::Ref(reference) = value { Some(reference) } else { None }
}
