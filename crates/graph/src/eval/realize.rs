//! Looking into hidden parts of the heap: realization of fields and cells, reading an unknown cell, and the reverse,
//! hiding the cells of an array [Otto15, §1.4.5, §1.6.3].

use base::Id;
use program::FieldId;

use crate::order::require::required_predicates;
use crate::state::focus::hide_focus;
use crate::state::{Array, Object, Ref, State, Value};
use crate::world::{TypeSet, World};

/// Up to this length all cells of an array are kept.
pub const MAX_CELLS: usize = 8;

/// **Realization refinement** [Otto15, Def. 1.22]: `object.field` gets a content of its own; `number` for fields that
/// hold no reference.
pub fn realize_field(
    world: &World,
    state: &mut State,
    object: Ref,
    field: FieldId,
    number: Option<Value>,
) -> Ref {
    let content = match number {
        Some(number) => state.fresh(number),
        None => hidden_content(world, state, object, world.content(field)),
    };
    state.set_field(object, field, content);
    content
}

/// Realises all cells of an array with a literal length, one after the other (erratum E30).
pub fn realize_cells(
    world: &World,
    state: &mut State,
    array: Ref,
    length: usize,
    number: Option<Value>,
) -> Vec<Ref> {
    hide_focus(world, state, array);
    let elements = world.element(state.types(array));
    let mut cells = Vec::with_capacity(length);
    for _ in 0..length {
        let cell = match &number {
            Some(number) => state.fresh(number.clone()),
            None => hidden_content(world, state, array, elements),
        };
        cells.push(cell);
    }
    if let Value::Array(array) = &mut state.values[array.index()] {
        array.cells = Some(cells.clone());
    }
    cells
}

/// **AALOAD** [Otto15, Def. 1.49] from an array with hidden cells: a fresh reference with rules (3), (4), (7)–(9).
pub fn load_hidden_cell(world: &World, state: &mut State, array: Ref) -> Ref {
    hide_focus(world, state, array);
    let elements = world.element(state.types(array));
    let content = hidden_content(world, state, array, elements);
    if state.is_object(world, content) {
        state.predicates.add_join(content, array);
    }
    content
}

/// Something behind a hidden edge of `parent`: it may be and may meet whatever the parent's hidden part may meet.
pub(crate) fn hidden_content(world: &World, state: &mut State, parent: Ref, types: TypeSet) -> Ref {
    if types == TypeSet::EMPTY {
        return Ref::NULL;
    }
    let content = state.fresh(Value::Object(Object { types, maybe_null: true, fields: Vec::new() }));
    if world.is_opaque(types) {
        return content;
    }
    let meets: Vec<Ref> = state.predicates.joins.partners(parent).collect();
    for x in meets {
        state.predicates.add_join(content, x);
        state.predicates.add_equal(content, x);
    }
    if let Some(fields) = state.predicates.cyclic(parent).cloned() {
        state.predicates.add_cyclic(content, fields);
    }
    if state.predicates.joins.contains(parent, parent) {
        state.predicates.add_join(content, content);
    }
    content
}

/// Hides the cells that an array shows; what they showed becomes licensed.
pub fn hide_cells(world: &World, state: &mut State, array: Ref) {
    let before = state.clone();
    if let Value::Array(array) = &mut state.values[array.index()] {
        *array = Array::hidden(array.types, array.length);
    }
    let phi: Vec<Ref> = state.refs().collect();
    let required = required_predicates(world, &before, state, &phi);
    state.predicates.extend(&required.predicates);
}
