//! The focused cell of an array: the one cell that was read or written last, kept like a field while the others stay hidden.
//!
//! `table[i] = new Entry(table[i])` at an unknown `i` is then a strong update: the old entry is no longer in the table, so the
//! bucket stays a list. Only one cell is kept, because two indices that differ as references may be equal as numbers; reading or
//! writing elsewhere hides it first. It is addressed by the reference of its index, so it is hidden as soon as nothing but the
//! array knows that number ([`hide_dead_focuses`]): every index of a canonical state is a literal or has a place of its own,
//! and the instance relation need not guess it.
//!
//! Departs from the thesis, whose arrays show all cells or none: the focus is realised and hidden by the rules for fields.

use base::Id;

use crate::eval::realize::{hidden_content, hide_cells};
use crate::state::refset::RefSet;
use crate::state::{Label, Ref, State, Value};
use crate::world::World;

/// What the cell at `index` holds; it becomes the focus. The cells are not all known.
pub fn focus_on(world: &World, state: &mut State, array: Ref, index: Ref) -> Ref {
    if let Some(content) = state.content(array, Label::At(index)) {
        return content;
    }
    hide_focus(world, state, array);
    let elements = world.element(state.types(array));
    let content = hidden_content(world, state, array, elements);
    set_focus(state, array, index, content);
    content
}

/// Replaces what is known about the cells by one cell.
pub(crate) fn set_focus(state: &mut State, array: Ref, index: Ref, content: Ref) {
    if let Value::Array(array) = &mut state.values[array.index()] {
        array.focus = Some((index, content));
    }
}

/// Hides the focused cell, if there is one.
pub fn hide_focus(world: &World, state: &mut State, array: Ref) {
    if state.array(array).is_some_and(|array| array.focus.is_some()) {
        hide_cells(world, state, array);
    }
}

/// Before a write into `target`: what may be the same array shows no cell that the write may have changed.
pub fn hide_aliased_focuses(world: &World, state: &mut State, target: Ref) {
    let aliases: Vec<Ref> = state.predicates.equal.partners(target).collect();
    for alias in aliases {
        hide_focus(world, state, alias);
    }
}

/// Hides all focused cells; references keep their names.
pub fn hide_focuses(world: &World, state: &mut State) {
    for array in focused(state) {
        hide_focus(world, state, array);
    }
}

/// Hides the cells whose index nobody could name any more.
pub fn hide_dead_focuses(world: &World, state: &mut State) {
    let focused = focused(state);
    if focused.is_empty() {
        return;
    }
    let named = numbers_with_a_place(state);
    for array in focused {
        let index = state.array(array).and_then(|array| array.focus).map(|focus| focus.0);
        if index.is_some_and(|index| state.literal(index).is_none() && !named.contains(index)) {
            hide_focus(world, state, array);
        }
    }
}

fn focused(state: &State) -> Vec<Ref> {
    state.refs().filter(|&r| state.array(r).is_some_and(|array| array.focus.is_some())).collect()
}

/// Everything that roots, contents and lengths lead to.
fn numbers_with_a_place(state: &State) -> RefSet {
    let mut seen = RefSet::with_capacity(state.values.len());
    let mut work: Vec<Ref> = state.roots().collect();
    while let Some(r) = work.pop() {
        if seen.insert(r) {
            work.extend(state.contents(r).map(|(_, content)| content));
            work.extend(state.array(r).map(|array| array.length));
        }
    }
    seen
}

/// What a skeleton shows of an edge of a more special state: contents of `r` at the place that the special state calls `label`.
pub(crate) fn seen_at(general: &State, special: &State, phi: &[Ref], r: Ref, label: Label) -> Option<Ref> {
    let Some((index, content)) = general.array(r).and_then(|array| array.focus) else {
        return general.content(r, label);
    };
    let image = phi[index.index()];
    let number = general.literal(index).or_else(|| special.literal(image));
    let is_focus = match label {
        Label::Field(_) => false,
        Label::Cell(cell) => number == Some(cell.into()),
        Label::At(at) => at == image || (number.is_some() && special.literal(at) == number),
    };
    is_focus.then_some(content)
}
