//! Copies of objects and arrays, element by element: what domains without a faster way use.

use program::code::Elem;

use crate::{Cx, Domain, State, Stop};

/// The default of [`Domain::clone_object`].
pub fn clone_object<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    object: &D::Value,
) -> Result<D::Value, Stop<D>> {
    let ty = D::dynamic_type(cx, state, object)?;
    let shape = cx.shape(ty)?;
    let Some((elem, _)) = shape.element else {
        let class = cx.class_of_type(ty)?;
        let mut values = Vec::with_capacity(shape.fields.len());
        for &slot in &shape.fields {
            values.push(D::load_field(cx, state, object, slot)?);
        }
        let copy = D::new_object(cx, state, class)?;
        for (&slot, value) in shape.fields.iter().zip(values) {
            D::store_field(cx, state, &copy, slot, value)?;
        }
        return Ok(copy);
    };
    let length = D::array_length(cx, state, object)?;
    let count = D::pick_int(cx, state, &length)?;
    let copy = D::new_array(cx, state, ty, &length)?;
    D::copy_elements(cx, state, elem, (object, 0), (&copy, 0), count)?;
    Ok(copy)
}

/// Elements that are copied one by one at most.
const MAX_COPIED: i32 = 1 << 20;

/// The default of [`Domain::copy_elements`]: all are read before the first is written.
pub fn copy_elements<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    elem: Elem,
    (from, from_start): (&D::Value, i32),
    (to, to_start): (&D::Value, i32),
    length: i32,
) -> Result<(), Stop<D>> {
    if length > MAX_COPIED {
        return Err(Stop::unsupported(format!("copying an array of {length} elements")));
    }
    let mut values = Vec::with_capacity(length as usize);
    for index in from_start..from_start + length {
        let index = D::int(cx, state, index);
        values.push(D::load_element(cx, state, elem, from, &index)?);
    }
    for (index, value) in (to_start..).zip(values) {
        let index = D::int(cx, state, index);
        D::store_element(cx, state, elem, to, &index, value)?;
    }
    Ok(())
}
