//! `summary`: exact heap summaries [UL12; EHS16, Figs. 8–9].
//!
//! Reading an input reference gives it one value set and forks nothing. Departures:
//! 1. Guards are `v = l`, with `v` the symbol's variable: exclusive by construction. That exactly one holds is a fact
//!    about the symbol (its *domain*) which joins the path condition; it excludes nothing but impossible heaps.
//! 2. An alias must exist (φ_a) and have a fitting class; both are in the domain, not in each guard.
//! 3. *Summarize* is applied when a value set is needed: a reference that is only read or compared stays its symbol, whose
//!    variable says all there is to say about its identity.

use ::term::{Term, Terms};

use super::{Strategy, aliases, stay_symbol};
use crate::reference::Entries;
use crate::{Cx, Entry, Heap, Loc, Ref, Stuck, Sym, Target};

pub struct Summary;

impl Strategy for Summary {
    fn name(&self) -> &'static str {
        "summary"
    }

    fn introduce(&self, _: Cx<'_>, heap: &mut Heap, sym: Sym) -> Result<Ref, Stuck> {
        Ok(stay_symbol(heap, sym))
    }

    fn resolve(&self, cx: Cx<'_>, heap: &mut Heap, reference: Ref) -> Result<Ref, Stuck> {
        for entry in cx.sets.entries(reference) {
            if let Target::Sym(sym) = entry.target
                && heap.symbol(sym).value.is_none()
                && !cx.types.is_enumerated(heap.symbol(sym).bound)
            {
                summarize(cx, heap, sym);
            }
        }
        heap.introduced(cx, reference)
    }

    fn assumed(&self, cx: Cx<'_>, heap: &mut Heap, condition: Term) {
        heap.learn(cx, condition);
    }

    fn decided(&self, cx: Cx<'_>, heap: &mut Heap, condition: Term) {
        heap.learn_from_numbers(cx, condition);
    }
}

/// **Summarize** [EHS16, Fig. 8], **Lazy Initialization** [UL12, Fig. 3]. The first read of an input reference gives one
/// guarded value set: θ_null, θ_alias, θ_new. Returns it with the locations in it.
pub(super) fn summarize(cx: Cx<'_>, heap: &mut Heap, sym: Sym) -> (Ref, Vec<Loc>) {
    cx.applied("Summarize", || heap.symbol(sym).name.to_string());
    let is_null = heap.is_null_sym(cx, sym);
    let mut entries = Entries::new();
    let mut domain = Vec::new();
    if heap.simplify(cx, is_null) != Terms::FALSE {
        entries.push(Entry { guard: is_null, target: Target::Loc(Loc::NULL) });
        domain.push(is_null);
    }
    let mut locations = aliases(cx, heap, sym);
    for &alias in &locations {
        let same = heap.is_at(cx, sym, alias);
        let possible = heap.may_be(cx, sym, alias);
        let possible = heap.simplify(cx, cx.terms.and([same, possible]));
        if possible != Terms::FALSE {
            entries.push(Entry { guard: same, target: Target::Loc(alias) });
            domain.push(possible);
        }
    }
    let fresh = heap.may_expand(cx, heap.symbol(sym).bound).then(|| theta_new(cx, heap, sym));
    if let Some(fresh) = fresh {
        let is_new = heap.is_at(cx, sym, fresh);
        entries.push(Entry { guard: is_new, target: Target::Loc(fresh) });
        domain.push(is_new);
        locations.push(fresh);
    }
    if entries.is_empty() {
        // Nobody gets here: the path is not feasible.
        entries.push(Entry { guard: Terms::TRUE, target: Target::Loc(Loc::NULL) });
    }
    let value = cx.sets.reference(cx.terms, entries);
    heap.symbol_mut(sym).value = Some(value);
    heap.assume(cx, cx.terms.or(domain));
    let exists = fresh.map(|fresh| (fresh, heap.simplify(cx, heap.location(fresh).exists)));
    if let Some((fresh, exists)) = exists {
        heap.location_mut(fresh).exists = exists;
    }
    if let Some(fresh) = fresh {
        let (fits, long) = (heap.fits_array(cx, sym, fresh), heap.fits_length(cx, sym, fresh));
        let fits = cx.terms.and([fits, long]);
        heap.assume(cx, cx.terms.implies(heap.is_at(cx, sym, fresh), fits));
        heap.fit_namesakes(cx, fresh);
    }
    (value, locations)
}

/// θ_new [EHS16, Fig. 8]: one new object, which exists if the symbol is no other.
fn theta_new(cx: Cx<'_>, heap: &mut Heap, sym: Sym) -> Loc {
    let loc = Loc(heap.location_count() as u32);
    let exists = cx.terms.and([heap.symbol(sym).exists, heap.is_at(cx, sym, loc)]);
    heap.expand(cx, sym, exists)
}
