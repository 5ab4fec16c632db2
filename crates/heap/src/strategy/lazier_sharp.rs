//! `lazier-sharp`: Lazier# initialization [UL12, Sect. II].
//!
//! A symbolic reference is *uninitialised*, *non-null* or *initialised*. Its first use (a null test, a comparison) only tells
//! null from non-null; which object it is, is told when the object is really accessed. That two non-null references are
//! equal or not is a fact, as in `lazier`.

use super::{Strategy, resolve_symbol, stay_symbol, unresolved};
use crate::{Cx, ForkCause, Heap, Ref, Stuck, Sym};

pub struct LazierSharp;

impl Strategy for LazierSharp {
    fn name(&self) -> &'static str {
        "lazier-sharp"
    }

    /// **Uninitialised**: the read returns a symbolic reference.
    fn introduce(&self, _: Cx<'_>, heap: &mut Heap, sym: Sym) -> Result<Ref, Stuck> {
        Ok(stay_symbol(heap, sym))
    }

    /// **Non-null**: a reference that is compared is null, or it is not.
    fn compared(&self, cx: Cx<'_>, heap: &mut Heap, reference: Ref) -> Result<(), Stuck> {
        if unresolved(cx, heap, reference).is_some() {
            let is_null = heap.is_null(cx, reference)?;
            heap.decide(cx, ForkCause::Null, is_null)?;
        }
        Ok(())
    }

    /// **Initialised**: the access chooses among known objects and a new one.
    fn resolve(&self, cx: Cx<'_>, heap: &mut Heap, reference: Ref) -> Result<Ref, Stuck> {
        resolve_symbol(cx, heap, reference)
    }
}
