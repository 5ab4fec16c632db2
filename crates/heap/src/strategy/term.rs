//! `term`: term-unit symbolic execution [VTU, Sect. 8], as in XRT's field maps and KeY.
//!
//! Input objects never get locations. A field read is the term `h[t]f` over the history of updates of `f`, a write
//! extends the history; aliasing is left to the solver. Departs from the paper in that objects the program allocated keep
//! locations of their own, which no input symbol can equal.

use super::Strategy;
use crate::{Cx, Heap, Ref, Stuck, Sym};

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
        Ok(Ref::sym(sym))
    }
}
