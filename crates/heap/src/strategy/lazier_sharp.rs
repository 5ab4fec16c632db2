//! `lazier-sharp`: Lazier# initialization [UL12, Sect. II].
//!
//! A symbolic reference is *uninitialised*, *non-null* or *initialised*. A null test only tells null from non-null; aliases are
//! told apart when the object is really accessed.

use super::{Strategy, enumerate, unresolved};
use crate::{Cx, Heap, Ref, Stuck, Sym};

pub struct LazierSharp;

impl Strategy for LazierSharp {
    fn name(&self) -> &'static str {
        "lazier-sharp"
    }

    /// **Uninitialised**: the read returns a symbolic reference.
    fn introduce(&self, _: Cx<'_>, heap: &mut Heap, sym: Sym) -> Result<Ref, Stuck> {
        Ok(heap.symbol(sym).value.unwrap_or(Ref::sym(sym)))
    }

    /// **Initialised**: the access chooses among known objects and a new one.
    fn resolve(&self, cx: Cx<'_>, heap: &mut Heap, reference: Ref) -> Result<Ref, Stuck> {
        match unresolved(cx, heap, reference) {
            Some(sym) => enumerate(cx, heap, sym),
            None => heap.introduced(cx, reference),
        }
    }
}
