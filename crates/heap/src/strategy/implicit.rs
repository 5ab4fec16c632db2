//! `implicit`: variable-unit symbolic execution with implicit enumeration [VTU, Sect. 7].
//!
//! One configuration carries a set of states that agree on everything but what input symbols stand for: each
//! [`World`] says which. Reading a symbol multiplies the set, a decision splits it, and the control path forks only if
//! both parts have a state left. Values are shared by all states, as value sets over the symbols' variables.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use term::{Term, Terms};

use super::summary::summarize;
use super::{Own, Strategy};
use crate::{Cx, Heap, Loc, Ref, Stuck, Sym};

pub struct Implicit;

/// What each symbol met so far stands for.
pub(crate) type World = Rc<Vec<(Sym, Loc)>>;
pub(crate) type Worlds = Vec<World>;

impl Strategy for Implicit {
    fn name(&self) -> &'static str {
        "implicit"
    }

    fn introduce(&self, cx: Cx<'_>, heap: &mut Heap, sym: Sym) -> Result<Ref, Stuck> {
        if let Some(value) = heap.symbol(sym).value {
            return Ok(value);
        }
        let (value, locations) = summarize(cx, heap, sym);
        multiply(cx, heap, sym, &locations);
        Ok(value)
    }

    /// **intr** [VTU, Sect. 7.1]: some state of the set satisfies the condition.
    fn is_feasible(&self, cx: Cx<'_>, heap: &Heap, extra: &[Term]) -> bool {
        let Some(worlds) = heap.own.worlds() else {
            return cx.oracle.is_feasible(cx.terms, heap.path(), extra);
        };
        let mut conditions = Vec::new();
        worlds.iter().any(|world| {
            if holds(cx, heap, world, extra) == Terms::FALSE {
                return false;
            }
            conditions.clear();
            conditions.extend_from_slice(extra);
            conditions.extend(world.iter().map(|(sym, loc)| stands_for(cx, heap, *sym, *loc)));
            cx.oracle.is_feasible(cx.terms, heap.path(), &conditions)
        })
    }

    /// Splitting the set [VTU, Sect. 7.3]: states that contradict the condition are left behind.
    fn assumed(&self, cx: Cx<'_>, heap: &mut Heap, condition: Term) {
        if let Some(worlds) = heap.own.worlds().cloned() {
            let kept: Worlds = worlds
                .iter()
                .filter(|world| holds(cx, heap, world, &[condition]) != Terms::FALSE)
                .cloned()
                .collect();
            heap.own = Own::Worlds(Rc::new(kept));
        }
    }
}

/// Each state becomes one state per object the symbol can be in it.
fn multiply(cx: Cx<'_>, heap: &mut Heap, sym: Sym, locations: &[Loc]) {
    cx.applied("Multiply", || heap.symbol(sym).name.to_string());
    let before = heap.own.worlds().cloned().unwrap_or_else(|| Rc::new(vec![World::default()]));
    let mut after = Worlds::new();
    for world in before.iter() {
        let exists = holds(cx, heap, world, &[heap.symbol(sym).exists]) != Terms::FALSE;
        let objects: &[Loc] = if exists { locations } else { &[] };
        for &loc in std::iter::once(&Loc::NULL).chain(objects) {
            let mut extended = (**world).clone();
            extended.push((sym, loc));
            let last_facts = heap.path().last().copied();
            if holds(cx, heap, &extended, last_facts.as_slice()) != Terms::FALSE {
                after.push(Rc::new(extended));
            }
        }
    }
    heap.own = Own::Worlds(Rc::new(after));
}

/// The conjunction of conditions in one state: `FALSE`, or what numbers decide.
fn holds(cx: Cx<'_>, heap: &Heap, world: &[(Sym, Loc)], conditions: &[Term]) -> Term {
    let number = |loc: Loc| if loc == Loc::NULL { cx.terms.null() } else { cx.terms.location(loc.0) };
    let map: FxHashMap<Term, Term> =
        world.iter().map(|(sym, loc)| (heap.symbol(*sym).var, number(*loc))).collect();
    cx.terms.and(conditions.iter().map(|condition| cx.terms.substitute(*condition, &map)))
}

fn stands_for(cx: Cx<'_>, heap: &Heap, sym: Sym, loc: Loc) -> Term {
    if loc == Loc::NULL { heap.is_null_sym(cx, sym) } else { heap.is_at(cx, sym, loc) }
}
