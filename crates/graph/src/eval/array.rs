//! Arrays [Otto15, §1.6.2, §1.6.3]. Cells are known only for short arrays of literal length.

use base::Id;
use library::names;
use program::TypeId;
use program::code::{Cond, Elem, Reg};

use super::object::world_type;
use super::throw::raise;
use super::{At, Draft, Rule, default_value};
use crate::domain::interval::{Integers, Interval};
use crate::eval::realize::{MAX_CELLS, hide_cells, load_hidden_cell, realize_cells};
use crate::eval::write;
use crate::graph::{Fact, Operand};
use crate::recursion::inputs::mark_changed;
use crate::state::focus::focus_on;
use crate::state::{Array, Ref, Value};
use crate::world::{Layout, TypeSet};

pub fn new_array(at: At<'_, '_>, dst: Reg, len: Reg, ty: TypeId) -> Rule {
    let length = at.reg(len)?;
    if at.holds(Cond::Lt, Operand::Ref(length), Operand::Const(0))? {
        return raise(at, names::NEGATIVE_SIZE);
    }
    let mut draft = at.draft();
    let result = allocate_array(&mut draft, ty, length)?;
    draft.fact(Fact::New { result });
    draft.result(dst, result)
}

/// A fresh array with default cells, hidden unless it is short.
pub fn allocate_array(draft: &mut Draft<'_, '_>, ty: TypeId, length: Ref) -> Rule<Ref> {
    let types = draft.cx.world.set([world_type(draft, ty)?]);
    let known = draft.state.literal(length).and_then(|length| usize::try_from(length).ok());
    let cells = known.filter(|&length| length <= MAX_CELLS).map(|length| {
        let element = draft.cx.program.element_of(ty).unwrap_or(TypeId::INT);
        (0..length).map(|_| default_value(&mut draft.state, element)).collect()
    });
    Ok(draft.state.fresh(Value::Array(Array { cells, ..Array::hidden(types, length) })))
}

/// **MULTIANEWARRAY**: the inner arrays are distinct from each other and everything else, so hidden cells describe them.
pub fn new_multi_array(at: At<'_, '_>, dst: Reg, ty: TypeId, lens: &[Reg]) -> Rule {
    for &len in lens {
        if at.holds(Cond::Lt, Operand::Ref(at.reg(len)?), Operand::Const(0))? {
            return raise(at, names::NEGATIVE_SIZE);
        }
    }
    let outer = at.reg(lens[0])?;
    let mut draft = at.draft();
    let types = draft.cx.world.set([world_type(&draft, ty)?]);
    let result = draft.state.fresh(Value::Array(Array::hidden(types, outer)));
    draft.fact(Fact::New { result });
    draft.result(dst, result)
}

/// **ARRAYLENGTH**: the length's own reference, so that it stays equal to later uses.
pub fn array_length(at: At<'_, '_>, dst: Reg, array: Reg) -> Rule {
    let array = at.reg(array)?;
    if !at.exists(array)? {
        return raise(at, names::NULL_POINTER);
    }
    let mut draft = at.draft();
    let length = length_of(&mut draft, array);
    draft.fact(Fact::Length { array, result: length });
    draft.result(dst, length)
}

/// **Array length refinement** [Otto15, Def. 1.21] where needed; also for strings.
pub fn length_of(draft: &mut Draft<'_, '_>, array: Ref) -> Ref {
    if let Some(array) = draft.state.array(array) {
        return array.length;
    }
    let range = match draft.cx.integers {
        Integers::Java => Interval::LENGTH,
        Integers::Unbounded => Interval::NON_NEGATIVE,
    };
    let types = draft.state.types(array);
    let length = draft.state.fresh_int(range);
    draft.state.values[array.index()] = Value::Array(Array::hidden(types, length));
    length
}

/// Null check, length and bounds check shared by loads and stores: the array's length is visible afterwards.
/// `Err` carries the exception case too.
fn checked(at: At<'_, '_>, array: Ref, index: Ref) -> Rule<()> {
    if !at.exists(array)? {
        return Err(raise(at, names::NULL_POINTER)?);
    }
    let Some(value) = at.state.array(array) else {
        // The length becomes visible in a refinement of its own, so that the bounds check can use it.
        let mut draft = at.draft();
        let length = length_of(&mut draft, array);
        draft.fact(Fact::Length { array, result: length });
        return Err(super::Outcome::Cases(vec![draft.finish()]));
    };
    let length = value.length;
    let inside = at.holds(Cond::Ge, Operand::Ref(index), Operand::Const(0))?
        && at.holds(Cond::Lt, Operand::Ref(index), Operand::Ref(length))?;
    if !inside {
        return Err(raise(at, names::ARRAY_INDEX)?);
    }
    Ok(())
}

fn literal_index(at: At<'_, '_>, index: Ref) -> Option<u32> {
    u32::try_from(at.state.literal(index)?).ok()
}

/// Unknown content of a primitive cell; `None` for arrays of references.
fn unknown_cell(at: At<'_, '_>, elem: Elem, array: Ref) -> Option<Value> {
    let ty = match elem {
        Elem::Byte => {
            let names = at.cx.world.describe(at.state.types(array));
            if names.contains("boolean") { TypeId::BOOLEAN } else { TypeId::BYTE }
        }
        Elem::Char => TypeId::CHAR,
        Elem::Short => TypeId::SHORT,
        Elem::Int => TypeId::INT,
        Elem::Long => TypeId::LONG,
        Elem::Float => TypeId::FLOAT,
        Elem::Double => TypeId::DOUBLE,
        Elem::Ref => return None,
    };
    super::unknown_number(at.cx.integers, ty)
}

pub fn load(at: At<'_, '_>, elem: Elem, dst: Reg, array: Reg, index: Reg) -> Rule {
    let (array, index) = (at.reg(array)?, at.reg(index)?);
    checked(at, array, index)?;
    at.may_read(array)?;
    let value = at.state.array(array).expect("the length is visible");
    let mut draft = at.draft();
    let result = match (literal_index(at, index), &value.cells) {
        (Some(literal), Some(cells)) => cells[literal as usize],
        (Some(literal), None) => match short_length(at, array) {
            Some(length) => {
                let number = unknown_cell(at, elem, array);
                realize_cells(at.cx.world, &mut draft.state, array, length, number)[literal as usize]
            }
            None => load_unknown(at, &mut draft, elem, array, index),
        },
        (None, _) => load_unknown(at, &mut draft, elem, array, index),
    };
    draft.fact(Fact::ReadCell { array, index, result });
    draft.result(dst, result)
}

fn short_length(at: At<'_, '_>, array: Ref) -> Option<usize> {
    let length = usize::try_from(at.state.literal(at.state.array(array)?.length)?).ok()?;
    (length <= MAX_CELLS).then_some(length)
}

/// **AALOAD** [Otto15, Def. 1.49] at an unknown index: known cells are hidden first (erratum E4).
fn load_unknown(at: At<'_, '_>, draft: &mut Draft<'_, '_>, elem: Elem, array: Ref, index: Ref) -> Ref {
    let known = at.state.array(array).and_then(|array| array.cells.clone());
    match (unknown_cell(at, elem, array), known) {
        (Some(_), Some(cells)) if cells.iter().all(|&cell| at.state.interval(cell).is_some()) => {
            let hull = cells.iter().map(|&cell| at.state.int(cell)).reduce(Interval::hull);
            draft.state.fresh_int(hull.unwrap_or(Interval::ALL))
        }
        (Some(number), _) => draft.state.fresh(number),
        (None, known) => {
            if known.is_some() {
                hide_cells(at.cx.world, &mut draft.state, array);
            }
            match holds_objects(at, array) {
                true => focus_on(at.cx.world, &mut draft.state, array, index),
                false => load_hidden_cell(at.cx.world, &mut draft.state, array),
            }
        }
    }
}

/// Whether the cells hold something that predicates talk about: only then one of them is worth a focus.
fn holds_objects(at: At<'_, '_>, array: Ref) -> bool {
    at.cx.world.has_reference_cells(at.state.types(array))
}

pub fn store(at: At<'_, '_>, elem: Elem, array: Reg, index: Reg, src: Reg) -> Rule {
    let (array, index, value) = (at.reg(array)?, at.reg(index)?, at.reg(src)?);
    checked(at, array, index)?;
    if elem == Elem::Ref && !is_storable(at, array, value)? {
        return raise(at, names::ARRAY_STORE);
    }
    if let Some(&alias) = write::conflicting_aliases(at.state, array, None).first() {
        return at.tell_apart(array, alias);
    }
    let known = at.state.array(array).is_some_and(|array| array.cells.is_some());
    at.may_write(array)?;
    let mut draft = at.draft();
    mark_changed(at.cx.world, &mut draft.state, array);
    match (known, literal_index(at, index)) {
        (true, Some(literal)) => write::put_cell(at.cx.world, &mut draft.state, array, literal, value),
        (true, None) if elem != Elem::Ref => store_anywhere(&mut draft, array, value),
        (true, None) | (false, _) if elem == Elem::Ref => {
            if known {
                hide_cells(at.cx.world, &mut draft.state, array);
            }
            match holds_objects(at, array) {
                true => write::put_focused_cell(at.cx.world, &mut draft.state, array, index, value),
                false => write::put_hidden_cell(at.cx.world, &mut draft.state, array, value),
            }
        }
        (_, _) => {}
    }
    draft.fact(Fact::WriteCell { array, index, value });
    draft.advance();
    draft.step()
}

/// A number stored at an unknown index: every cell may hold it now.
fn store_anywhere(draft: &mut Draft<'_, '_>, array: Ref, value: Ref) {
    let cells = draft.state.array(array).and_then(|array| array.cells.clone()).unwrap_or_default();
    let widened = cells
        .into_iter()
        .map(|cell| match (draft.state.value(cell).clone(), draft.state.value(value).clone()) {
            (Value::Int(old), Value::Int(new)) => draft.state.fresh_int(old.hull(new)),
            (old, new) if old == new => cell,
            _ => draft.state.fresh(Value::Float(None)),
        })
        .collect();
    if let Value::Array(array) = &mut draft.state.values[array.index()] {
        array.cells = Some(widened);
    }
}

/// Whether the array's component type takes the value; null is always taken.
fn is_storable(at: At<'_, '_>, array: Ref, value: Ref) -> Rule<bool> {
    if value == Ref::NULL {
        return Ok(true);
    }
    let world = at.cx.world;
    let types = at.state.types(value);
    let fits = world.members(at.state.types(array)).into_iter().map(|ty| match &world.info(ty).layout {
        Layout::Array(Some(elements)) => {
            let elements = world.set(elements.iter().copied());
            (world.is_subset(types, elements), world.intersects(types, elements))
        }
        Layout::Array(None) | Layout::Class(_) => (true, true),
    });
    let fits: Vec<(bool, bool)> = fits.collect();
    if fits.iter().all(|fit| fit.0) || types == TypeSet::EMPTY {
        return Ok(true);
    }
    if !at.exists(value)? {
        return Ok(true);
    }
    if !fits.iter().any(|fit| fit.1) {
        return Ok(false);
    }
    match at.forced() {
        Some(forced) => Ok(forced),
        None => at.split(),
    }
}
