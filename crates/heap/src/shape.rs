//! Preconditions on the input heap's shape and size.
//!
//! They prune while symbols are resolved, not afterwards: under `tree` a symbol has no aliases at all; under `acyclic`
//! every input object has a rank, and a field's rank exceeds its owner's.

use term::{Sort, Term, Terms};

use crate::{Heap, Loc};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShapeKind {
    /// Any graph.
    #[default]
    Any,
    /// No input object reaches itself.
    Acyclic,
    /// No input object is referenced twice.
    Tree,
}

#[derive(Clone, Debug, Default)]
pub struct Shape {
    pub kind: ShapeKind,
    /// At most so many input objects; reaching it is reported by [`Heap::bounds`].
    pub max_objects: Option<u32>,
    /// At most so long input arrays; reported likewise.
    pub max_length: Option<u32>,
}

/// The place of an input object in a topological order.
pub(crate) fn rank(terms: &Terms, heap: &Heap, loc: Loc) -> Term {
    terms.var(&format!("rank({})", heap.location_name(loc)), Sort::BitVec(16))
}

/// What `acyclic` demands of an edge between two input objects.
pub(crate) fn descends(terms: &Terms, heap: &Heap, from: Loc, to: Loc) -> Term {
    terms.unsigned_less(rank(terms, heap, from), rank(terms, heap, to))
}
