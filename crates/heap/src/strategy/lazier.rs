//! `lazier`: lazy variable-unit symbolic execution [VTU, Sect. 5].
//!
//! A field's unknown value is a symbol. Comparing symbols records a fact; dereferencing one resolves it to nil, to a
//! known input object or to a fresh one, and substitutes that everywhere. Only input objects are candidates, which is
//! what the paper's refinement for allocation (Sect. 9) is for.

use super::{Strategy, resolve_symbol, stay_symbol};
use crate::{Cx, ForkCause, Heap, Ref, Stuck, Sym};

pub struct Lazier;

impl Strategy for Lazier {
    fn name(&self) -> &'static str {
        "lazier"
    }

    /// **l.f → v** [VTU, Fig. 2]: the value is the symbol itself.
    fn introduce(&self, _: Cx<'_>, heap: &mut Heap, sym: Sym) -> Result<Ref, Stuck> {
        Ok(stay_symbol(heap, sym))
    }

    /// **α.f → l.f** [VTU, Fig. 2].
    fn resolve(&self, cx: Cx<'_>, heap: &mut Heap, reference: Ref) -> Result<Ref, Stuck> {
        resolve_symbol(cx, heap, reference)
    }

    /// **E.f → α.f** and **E.f → nil.f** [VTU, Fig. 2], together with the resolution that follows.
    fn null_test(&self, cx: Cx<'_>, heap: &mut Heap, reference: Ref) -> Result<bool, Stuck> {
        let resolved = self.resolve(cx, heap, reference)?;
        let is_null = heap.is_null(cx, resolved)?;
        heap.decide(cx, ForkCause::Null, is_null)
    }
}
