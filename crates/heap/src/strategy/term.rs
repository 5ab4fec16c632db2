//! `term`: term-unit symbolic execution [VTU, Sect. 8], as in XRT's field maps and KeY.
//!
//! Input objects get no locations, but for those that are made up as a whole ([`Types::is_located`](crate::Types::is_located)). A field read is the term `h[t]f` over the history of updates of `f`, a write
//! extends the history; aliasing is left to the solver. Departs from the paper in that objects the program allocated keep
//! locations of their own, which no input symbol can equal.

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
            heap.keep_acyclic(cx, sym);
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
