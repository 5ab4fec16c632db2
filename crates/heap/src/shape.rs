//! Preconditions on the input heap's shape and size.
//!
//! They prune while symbols are resolved, not afterwards: under `tree` a symbol has no aliases at all; under `acyclic` it is none
//! of the objects by which it was reached. Cycles through shared objects are excluded by ranks: every input object has one, and a
//! field's exceeds its owner's; but nobody speaks of ranks until an object can be shared.

use term::{Sort, Term, Terms};

use crate::{Cx, Heap, Loc, Origin, Sym, Target};

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

impl Heap {
    /// Whether `outer` is one of the objects by which `sym` was reached.
    pub(crate) fn encloses(&self, outer: Target, sym: Sym) -> bool {
        let mut origin = self.symbol(sym).origin;
        while let Origin::Inside(owner) = origin {
            if owner == outer {
                return true;
            }
            origin = self.origin_of(owner);
        }
        false
    }

    fn origin_of(&self, object: Target) -> Origin {
        let sym = match object {
            Target::Loc(loc) => self.location(loc).creator,
            Target::Sym(sym) => Some(sym),
        };
        sym.map_or(Origin::Root, |sym| self.symbol(sym).origin)
    }

    /// What a shape demands of an edge from the place of `sym` to the input object at `loc`.
    pub(crate) fn edge_condition(&mut self, cx: Cx<'_>, sym: Sym, loc: Loc) -> Term {
        match (cx.shape.kind, self.symbol(sym).origin) {
            (ShapeKind::Acyclic, Origin::Inside(_)) if self.encloses(Target::Loc(loc), sym) => Terms::FALSE,
            (ShapeKind::Acyclic, Origin::Inside(Target::Loc(owner)))
                if self.location(loc).creator != Some(sym) =>
            {
                self.rank_all(cx);
                descends(cx.terms, self, owner, loc)
            }
            (ShapeKind::Any | ShapeKind::Acyclic | ShapeKind::Tree, _) => Terms::TRUE,
        }
    }

    /// Under `acyclic`, a symbol without a location is none of those by which it was reached.
    pub(crate) fn keep_acyclic(&mut self, cx: Cx<'_>, sym: Sym) {
        if cx.shape.kind != ShapeKind::Acyclic {
            return;
        }
        let info = self.symbol(sym).clone();
        let mut origin = info.origin;
        while let Origin::Inside(owner) = origin {
            if let Target::Sym(owner) = owner
                && cx.may_overlap(self.symbol(owner).bound, info.bound)
            {
                let other = self.symbol(owner).var;
                self.assume(cx, cx.terms.or([cx.terms.is_null(info.var), cx.terms.ne(info.var, other)]));
            }
            origin = self.origin_of(owner);
        }
    }

    /// From now on all input objects have ranks.
    fn rank_all(&mut self, cx: Cx<'_>) {
        if !std::mem::replace(&mut self.ranked, true) {
            let locations: Vec<Loc> = self.input_locations().map(|(loc, _)| loc).collect();
            locations.into_iter().for_each(|loc| self.rank(cx, loc));
        }
    }

    /// Ranks an input object above the one it was found in.
    pub(crate) fn rank(&mut self, cx: Cx<'_>, loc: Loc) {
        if let (true, Origin::Inside(Target::Loc(owner))) = (self.ranked, self.origin_of(Target::Loc(loc))) {
            self.assume(cx, descends(cx.terms, self, owner, loc));
        }
    }
}

/// The place of an input object in a topological order.
fn rank_of(terms: &Terms, heap: &Heap, loc: Loc) -> Term {
    terms.var(&format!("rank({})", heap.location_name(loc)), Sort::BitVec(16))
}

/// What `acyclic` demands of an edge between two input objects.
fn descends(terms: &Terms, heap: &Heap, from: Loc, to: Loc) -> Term {
    terms.unsigned_less(rank_of(terms, heap, from), rank_of(terms, heap, to))
}
