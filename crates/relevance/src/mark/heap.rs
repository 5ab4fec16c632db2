//! Objects over one evaluated step: renamed, and changed by what the step writes.

use graph::recursion::inputs::leads;
use graph::state::shape::Shape;
use graph::{Edge, Fact, Ref, State};

use super::Marker;
use crate::place::{Mark, Part, Place};

/// One write of a step: this part of this object gets that value.
#[derive(Clone, Copy)]
struct Write {
    target: Ref,
    part: Part,
    value: Ref,
}

impl Marker<'_> {
    /// **EVAL** [Otto15, Alg. 18], for places of the heap.
    pub(super) fn heap(&mut self, mark: Mark, edge: &Edge, place: Place) {
        let state = self.state(edge.source);
        let writes: Vec<Write> = edge.facts.iter().filter_map(write_of).collect();
        let changed = self.modelled(edge.source).and_then(|call| call.changed);
        let shape = (!writes.is_empty() || changed.is_some()).then(|| Shape::of(state, &self.graph.world));
        for before in self.renamed(edge, place) {
            let mut survives = true;
            if let Some(shape) = &shape {
                for &write in &writes {
                    survives &= self.write(mark, edge, shape, before, write);
                }
                if changed.is_some_and(|object| self.may_change(state, shape, before, object)) {
                    self.written(mark, edge.source);
                }
            }
            if survives {
                self.add(Mark::Need(edge.source, before), mark);
            }
        }
    }

    /// What a write means for a place before it; false if it gave the place its whole content.
    fn write(&mut self, mark: Mark, edge: &Edge, shape: &Shape, place: Place, write: Write) -> bool {
        let state = self.state(edge.source);
        let Write { target, part, value } = write;
        match place {
            Place::Deep(r) if leads_to(state, shape, r, target) => {
                self.written(mark, edge.source);
                self.need_deep(mark, edge.source, value);
                true
            }
            Place::Cell(r, wanted) if wanted == part && r == target => {
                self.written(mark, edge.source);
                part == Part::Elements
            }
            Place::Cell(r, wanted) if wanted == part && state.predicates.equal.contains(r, target) => {
                self.written(mark, edge.source);
                true
            }
            Place::Region(r, wanted) if leads_to(state, shape, r, target) => {
                if wanted == part {
                    self.written(mark, edge.source);
                }
                self.add(Mark::Need(edge.source, Place::Region(value, wanted)), mark);
                true
            }
            Place::Deep(_)
            | Place::Cell(..)
            | Place::Region(..)
            | Place::Local { .. }
            | Place::Static(_)
            | Place::Exception => true,
        }
    }

    /// Whether a library call that changes `object` may change a place. Nothing is known about where builders and their like are,
    /// so they may be in any object, and each may be any other.
    fn may_change(&self, state: &State, shape: &Shape, place: Place, object: Ref) -> bool {
        let world = &self.graph.world;
        match place {
            Place::Cell(r, _) => r == object || state.predicates.equal.contains(r, object),
            Place::Deep(r) | Place::Region(r, _) if world.may_be_opaque(state.types(object)) => {
                let types = state.types(r);
                !world.is_opaque(types) || world.intersects(types, state.types(object))
            }
            Place::Deep(r) | Place::Region(r, _) => leads_to(state, shape, r, object),
            Place::Local { .. } | Place::Static(_) | Place::Exception => false,
        }
    }
}

fn write_of(fact: &Fact) -> Option<Write> {
    match *fact {
        Fact::Write { object, field, value } => {
            Some(Write { target: object, part: Part::Field(field), value })
        }
        Fact::WriteCell { array, value, .. } => Some(Write { target: array, part: Part::Elements, value }),
        _ => None,
    }
}

/// `a ⇝ b` [Otto15, Def. 1.42].
fn leads_to(state: &State, shape: &Shape, a: Ref, b: Ref) -> bool {
    a == b || leads(state, shape, a).contains(b)
}
