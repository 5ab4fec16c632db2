//! What a heap write does to the predicates: PUTFIELD and AASTORE [Otto15, §1.6.1, §1.6.2].
//!
//! Group 1 of the rules tells predecessors of the written object about its new successors, group 2 about the shapes
//! below them, group 3 licenses the forks and cycles the write itself creates. Improvements over the printed rules,
//! all checked against the brute-force oracle in `tests/oracle.rs`:
//! 1. the overwritten edge is removed before anything is computed (erratum E23);
//! 2. a fork or cycle that is fully visible afterwards needs no licence, unless a self-join may make it appear twice;
//! 3. a write closes a cycle only if the value may lead to the target, also by its types;
//! 4. the field need not be realised before, and a possible alias of the target in which the field is hidden is
//!    treated like a predecessor instead of being told apart (erratum E24).

use crate::state::focus::{hide_aliased_focuses, hide_focus, set_focus};
use crate::state::predicates::FieldSet;
use crate::state::refset::RefSet;
use crate::state::shape::Shape;
use crate::state::{Label, Ref, State, Value};
use crate::world::World;
use program::FieldId;

/// **PUTFIELD** [Otto15, Def. 1.43] `target.field := value`.
/// No possible alias of the target may have the field realised: tell them apart first ([`conflicting_aliases`]).
pub fn put_field(world: &World, state: &mut State, target: Ref, field: FieldId, value: Ref) {
    let write = Write { target, label: Some(Label::Field(field)), value };
    state.write_reaches(target, field, value);
    write.connect(world, state);
    state.set_field(target, field, value);
}

/// AASTORE into a known cell: like PUTFIELD with the index as label.
pub fn put_cell(world: &World, state: &mut State, target: Ref, index: u32, value: Ref) {
    hide_aliased_focuses(world, state, target);
    let write = Write { target, label: Some(Label::Cell(index)), value };
    write.connect(world, state);
    if let Value::Array(array) = &mut state.values[base::Id::index(target)]
        && let Some(cells) = &mut array.cells
    {
        cells[index as usize] = value;
    }
}

/// AASTORE at an unknown index of an array whose cells are not all known: the cell is in focus afterwards, and what it held before
/// is no longer behind it.
pub fn put_focused_cell(world: &World, state: &mut State, target: Ref, index: Ref, value: Ref) {
    hide_aliased_focuses(world, state, target);
    if state.content(target, Label::At(index)).is_none() {
        hide_focus(world, state, target);
    }
    Write { target, label: Some(Label::At(index)), value }.connect(world, state);
    set_focus(state, target, index, value);
}

/// **AASTORE** [Otto15, Def. 1.46] into an array with hidden cells: nothing is stored, predicates record it.
pub fn put_hidden_cell(world: &World, state: &mut State, target: Ref, value: Ref) {
    hide_aliased_focuses(world, state, target);
    hide_focus(world, state, target);
    Write { target, label: None, value }.connect(world, state);
}

/// References that may be `target` and show the written place, so that a write cannot be described without knowing.
pub fn conflicting_aliases(state: &State, target: Ref, label: Option<Label>) -> Vec<Ref> {
    let shows = |r: &Ref| match label {
        Some(label @ Label::Field(_)) => state.content(*r, label).is_some(),
        Some(Label::Cell(_) | Label::At(_)) | None => {
            state.array(*r).is_some_and(|array| array.cells.is_some())
        }
    };
    state.predicates.equal.partners(target).filter(shows).collect()
}

struct Write {
    target: Ref,
    /// None: an unknown cell.
    label: Option<Label>,
    value: Ref,
}

impl Write {
    fn connect(&self, world: &World, state: &mut State) {
        let full = Shape::of(state, world);
        if !full.is_object(self.value) {
            return;
        }
        let shape = match self.label {
            Some(label) => full.without(self.target, label),
            None => full,
        };
        let below = shape.reach(self.value);
        let old = state.clone();
        self.tell_predecessors(&old, state, &shape, &below);
        let cycles = self.may_close_a_cycle(world, &old, &below);
        self.license_new_shapes(&old, state, &shape, &below, cycles);
    }

    /// A new cycle goes through the target, so something visible below the value is the target, or hides it: then its
    /// types lead to the target's.
    fn may_close_a_cycle(&self, world: &World, old: &State, below: &RefSet) -> bool {
        let hides = |y: Ref| {
            old.predicates.joins.contains(y, self.target)
                && world.intersects(world.reach(old.types(y)), old.types(self.target))
        };
        below.iter().any(|y| y == self.target || old.predicates.equal.contains(y, self.target) || hides(y))
    }

    /// Everything that may reach the target through something hidden.
    fn predecessors(&self, old: &State, shape: &Shape) -> Vec<Ref> {
        let hidden_target = self.label.is_none();
        shape
            .objects()
            .filter(|&a| old.predicates.related(a, self.target) || (hidden_target && a == self.target))
            .collect()
    }

    /// **Rules (i)–(v)** of Def. 1.43, **(i)–(vi)** of Def. 1.46.
    fn tell_predecessors(&self, old: &State, state: &mut State, shape: &Shape, below: &RefSet) {
        let predecessors = self.predecessors(old, shape);
        if predecessors.is_empty() {
            return;
        }
        let near: Vec<Ref> = near(old, below).iter().collect();
        let mut fork = shape.is_shared_below(self.value);
        let mut cycles: Vec<FieldSet> = Vec::new();
        for y in below.iter() {
            fork |= old.predicates.joins.contains(y, y);
            if self.label.is_none() {
                fork |= below.iter().any(|x| x != y && old.predicates.related(x, y));
            }
            cycles.extend(shape.must_cycle(y));
            cycles.extend(old.predicates.cyclic(y).cloned());
        }
        if self.label.is_none() {
            // Hidden cells of what may be the same array hold the value, too, whatever they held before.
            for alias in old.predicates.equal.partners(self.target) {
                state.predicates.add_join(alias, self.target);
            }
        }
        for a in predecessors {
            for &b in &near {
                state.predicates.add_join(a, b);
            }
            if fork {
                state.predicates.add_join(a, a);
            }
            for fields in &cycles {
                state.predicates.add_cyclic(a, fields.clone());
            }
        }
    }

    /// **Rules (vi), (vii)** of Def. 1.43, **(vii), (viii)** of Def. 1.46: forks and cycles the write creates.
    fn license_new_shapes(
        &self,
        old: &State,
        state: &mut State,
        shape: &Shape,
        below: &RefSet,
        cycles: bool,
    ) {
        let near = near(old, below);
        let from_value = shape.must_fields(self.value);
        for a in shape.objects() {
            let must = shape.must_fields(a);
            let ends: Vec<Ref> =
                must.keys().copied().filter(|&x| old.predicates.connected(x, self.target)).collect();
            let forks = ends
                .iter()
                .any(|&x| must.keys().any(|&y| self.meets(old, below, &near, x, y) && shape.forks(a, x, y)));
            if forks {
                state.predicates.add_join(a, a);
            }
            for &x in ends.iter().filter(|_| cycles) {
                for y in below.iter().filter(|&y| old.predicates.connected(y, a)) {
                    let visible = x == self.target && y == a && self.is_visible(old, a);
                    if !visible {
                        let through = self.label.and_then(Label::field);
                        let fields = must[&x].union(&from_value[&y]).with(through);
                        state.predicates.add_cyclic(a, fields);
                    }
                }
            }
        }
    }

    /// A new path through `x` and the target meets something reachable from `y`, and not only visibly.
    fn meets(&self, old: &State, below: &RefSet, near: &RefSet, x: Ref, y: Ref) -> bool {
        let related = &old.predicates;
        let indirectly = below.iter().any(|z| z != y && related.related(z, y))
            || (related.equal.partners(y).chain(related.joins.partners(y)))
                .any(|b| b != y && near.contains(b));
        let visibly = below.contains(y);
        indirectly || (visibly && !(x == self.target && self.is_visible(old, y)))
    }

    /// The new edge and the object it leads back to appear at one place only.
    fn is_visible(&self, old: &State, end: Ref) -> bool {
        let joins = &old.predicates.joins;
        self.label.is_some() && !joins.contains(self.target, self.target) && !joins.contains(end, end)
    }
}

/// `b` with `value ⇝ b` [Otto15, Def. 1.42]: visible below, or one predicate step away.
fn near(old: &State, below: &RefSet) -> RefSet {
    let mut near = below.clone();
    for (a, b) in old.predicates.equal.iter().chain(old.predicates.joins.iter()) {
        if below.contains(a) {
            near.insert(b);
        }
        if below.contains(b) {
            near.insert(a);
        }
    }
    near
}
