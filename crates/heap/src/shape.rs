//! Preconditions on the input heap's shape and size.
//!
//! They prune while symbols are resolved, not afterwards: under `tree` a symbol has no aliases at all; under `acyclic` it is none
//! of the objects by which it was reached. Cycles through shared objects are excluded by ranks: every input object has one, and a
//! field's exceeds its owner's; but nobody speaks of ranks until an object can be shared. Single fields of which it is known that
//! they never lead in a circle are treated likewise.

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
    /// Whether the place of `sym` leads away from the objects by which it is reached: by the shape, or by what is known of the
    /// field that holds it.
    fn leads_away(&self, cx: Cx<'_>, sym: Sym) -> bool {
        let held = self.symbol(sym).held;
        cx.shape.kind == ShapeKind::Acyclic
            || held.and_then(|field| cx.types.limits(field)).is_some_and(|limits| limits.leads_away)
    }

    /// Whether `outer` is one of the objects by which `sym` was reached, by places that lead away from it.
    pub(crate) fn encloses(&self, cx: Cx<'_>, outer: Target, sym: Sym) -> bool {
        let mut next = Some(sym);
        while let Some(sym) = next
            && let Origin::Inside(owner) = self.symbol(sym).origin
            && self.leads_away(cx, sym)
        {
            if owner == outer {
                return true;
            }
            next = self.creator_of(owner);
        }
        false
    }

    fn creator_of(&self, object: Target) -> Option<Sym> {
        match object {
            Target::Loc(loc) => self.location(loc).creator,
            Target::Sym(sym) => Some(sym),
        }
    }

    /// What a shape demands of an edge from the place of `sym` to the input object at `loc`.
    pub(crate) fn edge_condition(&mut self, cx: Cx<'_>, sym: Sym, loc: Loc) -> Term {
        if self.encloses(cx, Target::Loc(loc), sym) {
            return Terms::FALSE;
        }
        match self.symbol(sym).origin {
            Origin::Inside(Target::Loc(owner))
                if self.location(loc).creator != Some(sym) && self.leads_away(cx, sym) =>
            {
                self.rank_all(cx);
                descends(cx.terms, self, owner, loc)
            }
            Origin::Inside(_) | Origin::Root => Terms::TRUE,
        }
    }

    /// A symbol without a location is none of those by which it was reached, by places that lead away from them.
    pub(crate) fn keep_acyclic(&mut self, cx: Cx<'_>, sym: Sym) {
        let info = self.symbol(sym).clone();
        let mut next = Some(sym);
        while let Some(inner) = next
            && let Origin::Inside(owner) = self.symbol(inner).origin
            && self.leads_away(cx, inner)
        {
            if let Target::Sym(owner) = owner
                && cx.may_overlap(self.symbol(owner).bound, info.bound)
            {
                let other = self.symbol(owner).var;
                self.assume(cx, cx.terms.or([cx.terms.is_null(info.var), cx.terms.ne(info.var, other)]));
            }
            next = self.creator_of(owner);
        }
    }

    /// From now on all input objects have ranks.
    fn rank_all(&mut self, cx: Cx<'_>) {
        if !std::mem::replace(&mut self.ranked, true) {
            let locations: Vec<Loc> = self.input_locations().map(|(loc, _)| loc).collect();
            locations.into_iter().for_each(|loc| self.rank(cx, loc));
        }
    }

    /// Ranks an input object above the one it was found in, if its place leads away from that.
    pub(crate) fn rank(&mut self, cx: Cx<'_>, loc: Loc) {
        let Some(creator) = self.location(loc).creator.filter(|_| self.ranked) else { return };
        if let Origin::Inside(Target::Loc(owner)) = self.symbol(creator).origin
            && self.leads_away(cx, creator)
        {
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
