//! Strategies: what becomes of an unknown input reference, and when.
//!
//! | `--heap` | paper | on first read | on dereference | on `==` |
//! |---|---|---|---|---|
//! | `lazy` | [EHS16, Figs. 6–7] | fork | known | known |
//! | `lazier` | [VTU, Sect. 5] | a symbol | fork | a fact about symbols |
//! | `lazier-sharp` | [UL12, Sect. II] | a symbol | null or not; aliases when really accessed | null or not, then a fact |
//! | `implicit` | [VTU, Sect. 7] | split the set of states | – | split the set |
//! | `term` | [VTU, Sect. 8] | `h[t]f` | null or not | asked of the solver |
//! | `summary` | [UL12], [EHS16, Figs. 8–9] | a value set | null or not | its guards |

mod implicit;
mod lazier;
mod lazier_sharp;
mod lazy;
mod summary;
mod term;

use std::rc::Rc;

use ::term::{Term, Terms};

use implicit::Worlds;

use crate::{
    Choice, Cx, ForkCause, Heap, Loc, Ref, RefKind, Resolution, ShapeKind, Split, Stuck, Sym, Target,
};

/// What a strategy keeps in a heap for itself; nobody else looks at it but to show it.
#[derive(Clone, Default)]
pub(crate) enum Own {
    #[default]
    Nothing,
    /// The set of states that `implicit` carries.
    Worlds(Rc<Worlds>),
}

impl Own {
    pub fn worlds(&self) -> Option<&Rc<Worlds>> {
        match self {
            Own::Nothing => None,
            Own::Worlds(worlds) => Some(worlds),
        }
    }
}

/// How the unknown input heap comes into being. Callers cannot tell strategies apart but by the paths they get. Law: all
/// reach the same control-flow paths (`explore`'s agreement test).
pub trait Strategy {
    fn name(&self) -> &'static str;

    /// An input reference is read.
    fn introduce(&self, cx: Cx<'_>, heap: &mut Heap, sym: Sym) -> Result<Ref, Stuck>;

    /// A reference is about to be accessed; targets that remain symbols are accessed through field maps.
    fn resolve(&self, cx: Cx<'_>, heap: &mut Heap, reference: Ref) -> Result<Ref, Stuck> {
        let _ = self;
        heap.introduced(cx, reference)
    }

    /// A reference about to be dereferenced: null or not.
    fn null_test(&self, cx: Cx<'_>, heap: &mut Heap, reference: Ref) -> Result<bool, Stuck> {
        let _ = self;
        let is_null = heap.is_null(cx, reference)?;
        heap.decide(cx, ForkCause::Null, is_null)
    }

    /// A reference is about to be compared with another one.
    fn compared(&self, cx: Cx<'_>, heap: &mut Heap, reference: Ref) -> Result<(), Stuck> {
        let _ = (self, cx, heap, reference);
        Ok(())
    }

    /// Whether the path and all of `extra` can hold together; true when in doubt.
    fn is_feasible(&self, cx: Cx<'_>, heap: &Heap, extra: &[Term]) -> bool {
        let _ = self;
        cx.oracle.is_feasible(cx.terms, heap.path(), extra)
    }

    /// A way of a fork was taken: this condition is the last on the path.
    fn decided(&self, cx: Cx<'_>, heap: &mut Heap, condition: Term) {
        let _ = (self, cx, heap, condition);
    }

    /// The path condition was strengthened.
    fn assumed(&self, cx: Cx<'_>, heap: &mut Heap, condition: Term) {
        let _ = (self, cx, heap, condition);
    }
}

/// All strategies, the default first.
pub const ALL: [&(dyn Strategy + Sync); 6] = [
    &summary::Summary,
    &lazy::Lazy,
    &lazier::Lazier,
    &lazier_sharp::LazierSharp,
    &implicit::Implicit,
    &term::TermUnit,
];

pub fn by_name(name: &str) -> Option<&'static (dyn Strategy + Sync)> {
    ALL.into_iter().find(|strategy| strategy.name() == name)
}

/// ρ [EHS16, Figs. 6 and 8]: input objects met before that `sym` may be, and objects that were there before the call.
fn aliases(cx: Cx<'_>, heap: &Heap, sym: Sym) -> Vec<Loc> {
    let bound = heap.symbol(sym).bound;
    let earlier = heap.earlier_of_type(cx, bound);
    if cx.shape.kind == ShapeKind::Tree {
        return earlier;
    }
    let closes_cycle = |loc: Loc| heap.encloses(cx, Target::Loc(loc), sym);
    let fits = |loc: Loc| !heap.location(loc).private && heap.may_point(cx, bound, loc) && !closes_cycle(loc);
    heap.input_locations().map(|(loc, _)| loc).filter(|loc| fits(*loc)).chain(earlier).collect()
}

/// The symbol a reference is, if nothing has been made of it yet.
fn unresolved(cx: Cx<'_>, heap: &Heap, reference: Ref) -> Option<Sym> {
    match reference.kind() {
        RefKind::Sym(sym) if heap.symbol(sym).value.is_none() => {
            (!cx.types.is_enumerated(heap.symbol(sym).bound)).then_some(sym)
        }
        RefKind::Sym(_) | RefKind::Loc(_) | RefKind::Set(_) => None,
    }
}

/// An input reference stays a symbol until something is made of it.
fn stay_symbol(heap: &Heap, sym: Sym) -> Ref {
    heap.symbol(sym).value.unwrap_or(Ref::sym(sym))
}

/// A symbol that is accessed is resolved to one object, now.
fn resolve_symbol(cx: Cx<'_>, heap: &mut Heap, reference: Ref) -> Result<Ref, Stuck> {
    match unresolved(cx, heap, reference) {
        Some(sym) => enumerate(cx, heap, sym),
        None => heap.introduced(cx, reference),
    }
}

/// Forks over everything `sym` can be: **Initialize (null)**, **(alias)**, **(new)** [EHS16, Fig. 6]; `intr` over
/// `h⁺` [VTU, Sect. 5.2].
fn enumerate(cx: Cx<'_>, heap: &mut Heap, sym: Sym) -> Result<Ref, Stuck> {
    let may_expand = heap.may_expand(cx, heap.symbol(sym).bound);
    let mut choices = Vec::new();
    if cx.is_feasible(heap, &[heap.is_null_sym(cx, sym)]) {
        choices.push(Resolution::Null);
    }
    for loc in aliases(cx, heap, sym) {
        let conditions = [heap.is_at(cx, sym, loc), heap.may_be(cx, sym, loc)];
        if cx.is_feasible(heap, &conditions) {
            choices.push(Resolution::Alias(loc));
        }
    }
    let fresh = cx.terms.location(heap.location_count() as u32);
    let is_fresh = cx.terms.eq(heap.symbol(sym).var, fresh);
    if may_expand && cx.is_feasible(heap, &[is_fresh]) {
        choices.push(Resolution::New);
    }
    if choices.is_empty() && !may_expand {
        // What is left is beyond the bound.
        heap.assume(cx, Terms::FALSE);
    }
    settle(cx, heap, sym, choices)
}

/// One choice is taken at once; several are a fork.
fn settle(cx: Cx<'_>, heap: &mut Heap, sym: Sym, choices: Vec<Resolution>) -> Result<Ref, Stuck> {
    let choice = |resolution| Choice::Resolve(sym, resolution);
    match choices[..] {
        [] => Err(Stuck::Unsupported(format!(
            "conditions that contradict each other on `{}`",
            heap.symbol(sym).name
        ))),
        [only] => {
            heap.choose(cx, &choice(only));
            Ok(heap.symbol(sym).value.expect("just resolved"))
        }
        _ => {
            Err(Split { cause: ForkCause::Alias, choices: choices.into_iter().map(choice).collect() }.into())
        }
    }
}
