//! `term`: term-unit symbolic execution [VTU, Sect. 8], as in XRT's field maps and KeY.
//!
//! Input objects get no locations, but for those that are made up as a whole ([`Types::is_located`](crate::Types::is_located)). A field read is the term `h[t]f` over the history of updates of `f`, a write
//! extends the history; aliasing is left to the solver. Departs from the paper in that objects the program allocated keep
//! locations of their own, which no input symbol can equal.

use ::term::Term;

use super::Strategy;
use super::summary::summarize;
use crate::{Cx, Heap, Ref, Stuck, Sym, Target};

pub struct TermUnit;

impl Strategy for TermUnit {
    fn name(&self) -> &'static str {
        "term"
    }

    /// **x → t** and **t.f → h[t]f** [VTU, Fig. 7].
    fn introduce(&self, cx: Cx<'_>, heap: &mut Heap, sym: Sym) -> Result<Ref, Stuck> {
        if heap.symbol(sym).value.is_none() {
            cx.applied("h[t]f", || heap.symbol(sym).name.to_string());
            heap.symbol_mut(sym).value = Some(Ref::sym(sym));
            heap.fit_new_symbol(cx, sym);
            keep_few(cx, heap, sym);
            heap.keep_acyclic(cx, sym);
            heap.keep_length(cx, sym)?;
        }
        Ok(heap.symbol(sym).value.expect("just introduced"))
    }

    fn resolve(&self, cx: Cx<'_>, heap: &mut Heap, reference: Ref) -> Result<Ref, Stuck> {
        for entry in cx.sets.entries(reference) {
            if let Target::Sym(sym) = entry.target
                && cx.types.is_located(heap.symbol(sym).bound)
                && self.introduce(cx, heap, sym)? == Ref::sym(sym)
            {
                summarize(cx, heap, sym);
            }
        }
        heap.introduced(cx, reference)
    }
}

/// Past the bound on input objects, a new reference is null or one that was there before: its object has no location that could be
/// counted otherwise.
fn keep_few(cx: Cx<'_>, heap: &mut Heap, sym: Sym) {
    let bound = heap.symbol(sym).bound;
    if cx.types.element(bound).is_some() || cx.types.is_enumerated(bound) {
        return;
    }
    if heap.may_expand(cx, bound) {
        heap.count_input_object();
        return;
    }
    let var = heap.symbol(sym).var;
    let others = heap.symbols().filter(|(other, info)| *other != sym && info.value == Some(Ref::sym(*other)));
    let mut cases: Vec<Term> = others.map(|(_, info)| cx.terms.eq(var, info.var)).collect();
    cases.push(heap.is_null_sym(cx, sym));
    heap.assume(cx, cx.terms.or(cases));
}
