//! Comparing references.

use term::{Term, Terms};

use crate::{Before, Cx, ForkCause, Heap, Loc, Ref, ShapeKind, Stuck, Sym, Target};

impl Heap {
    /// Whether two references are equal: one path, or one for each answer.
    pub fn compare(&mut self, cx: Cx<'_>, a: Ref, b: Ref) -> Result<bool, Stuck> {
        if a == b {
            return Ok(true);
        }
        cx.strategy.compared(cx, self, a)?;
        cx.strategy.compared(cx, self, b)?;
        let same = self.same(cx, a, b)?;
        let cause = if a == Ref::NULL || b == Ref::NULL { ForkCause::Null } else { ForkCause::Alias };
        self.decide(cx, cause, same)
    }

    /// **Equals (references)** [EHS16, Figs. 7 and 9; UL12, Fig. 3 with erratum 1]: some target is common. Because the
    /// guards of each set are exclusive and total, the paper's further conjuncts follow, and *references-false* is
    /// the negation (erratum 5).
    pub fn same(&mut self, cx: Cx<'_>, a: Ref, b: Ref) -> Result<Term, Stuck> {
        if a == b {
            return Ok(Terms::TRUE);
        }
        self.meet(cx, a, b);
        let (a, b) = (self.introduced(cx, a)?, self.introduced(cx, b)?);
        cx.applied("Equals", || format!("{a} = {b}"));
        let mut common = Vec::new();
        for left in cx.sets.entries(a) {
            for right in cx.sets.entries(b) {
                let same = self.same_target(cx, left.target, right.target);
                if same != Terms::FALSE {
                    common.push(cx.terms.and([left.guard, right.guard, same]));
                }
            }
        }
        Ok(cx.terms.or(common))
    }

    /// Which of several different objects a reference is, if any.
    pub fn which(&mut self, cx: Cx<'_>, reference: Ref, others: &[Ref]) -> Result<Option<usize>, Stuck> {
        cx.strategy.compared(cx, self, reference)?;
        let mut cases = Vec::new();
        for other in others {
            cx.strategy.compared(cx, self, *other)?;
            cases.push(self.same(cx, reference, *other)?);
        }
        let none = cx.terms.and(cases.iter().map(|case| cx.terms.not(*case)));
        cases.push(none);
        let which = self.decide_among(cx, ForkCause::Alias, &cases)?;
        Ok((which < others.len()).then_some(which))
    }

    /// When a reference is null.
    pub fn is_null(&mut self, cx: Cx<'_>, reference: Ref) -> Result<Term, Stuck> {
        self.same(cx, reference, Ref::NULL)
    }

    fn same_target(&mut self, cx: Cx<'_>, a: Target, b: Target) -> Term {
        match (a, b) {
            (Target::Loc(a), Target::Loc(b)) if a == b => Terms::TRUE,
            (Target::Loc(a), Target::Loc(b)) => self.same_location(cx, a, b),
            (Target::Sym(sym), Target::Loc(loc)) | (Target::Loc(loc), Target::Sym(sym)) => {
                self.symbol_at(cx, sym, loc)
            }
            (Target::Sym(a), Target::Sym(b)) => self.same_symbol(cx, a, b),
        }
    }

    /// Two locations are two objects, but an input object may be one that was there before the call.
    fn same_location(&mut self, cx: Cx<'_>, a: Loc, b: Loc) -> Term {
        if let Some(same) = self.same_box(cx, a, b) {
            return same;
        }
        match (self.location(a).before, self.location(b).before) {
            (Before::No, Before::Shared | Before::Made) => self.location_is_earlier(cx, a, b),
            (Before::Shared | Before::Made, Before::No) => self.location_is_earlier(cx, b, a),
            (Before::No, Before::No) | (Before::Shared | Before::Made, Before::Shared | Before::Made) => {
                Terms::FALSE
            }
        }
    }

    /// An input symbol is never an object allocated during the call.
    fn symbol_at(&mut self, cx: Cx<'_>, sym: Sym, loc: Loc) -> Term {
        if loc == Loc::NULL {
            return self.is_null_sym(cx, sym);
        }
        if self.is_box(loc) {
            return self.symbol_is_box(cx, sym, loc);
        }
        let location = self.location(loc);
        if location.before != Before::No {
            return self.symbol_is_earlier(cx, sym, loc);
        }
        let overlaps = self.may_point(cx, self.symbol(sym).bound, loc);
        if location.creator.is_none() || !overlaps {
            return Terms::FALSE;
        }
        if cx.shape.kind == ShapeKind::Tree {
            return cx.terms.bool(location.creator == Some(sym));
        }
        let possible = self.may_be(cx, sym, loc);
        cx.terms.and([self.is_at(cx, sym, loc), possible])
    }

    fn same_symbol(&self, cx: Cx<'_>, a: Sym, b: Sym) -> Term {
        let (a, b) = (self.symbol(a), self.symbol(b));
        let same = cx.terms.eq(a.var, b.var);
        if cx.may_overlap(a.bound, b.bound) && cx.shape.kind != ShapeKind::Tree {
            return same;
        }
        cx.terms.and([same, cx.terms.eq(a.var, cx.terms.null())])
    }
}
