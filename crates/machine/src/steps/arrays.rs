//! Array elements and lengths.

use program::code::{Elem, Reg};

use super::fields::non_null;
use crate::{Cx, Domain, State, Stop};

/// `arraylength` (JVMS 6.5): `NullPointerException` on null.
#[inline(always)]
pub fn length<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    dst: Reg,
    array: Reg,
) -> Result<(), Stop<D>> {
    let array = non_null(cx, state, array)?;
    let length = D::array_length(cx, state, &array)?;
    state.set(dst, length);
    Ok(())
}

/// `iaload` … `saload` (JVMS 6.5): `NullPointerException`, then `ArrayIndexOutOfBoundsException`.
#[inline(always)]
pub fn load<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    elem: Elem,
    dst: Reg,
    array: Reg,
    index: Reg,
) -> Result<(), Stop<D>> {
    let array = non_null(cx, state, array)?;
    let index = state.get(index).clone();
    check_bounds(cx, state, &array, &index)?;
    let value = D::load_element(cx, state, elem, &array, &index)?;
    state.set(dst, value);
    Ok(())
}

/// `iastore` … `sastore` (JVMS 6.5): as loading, then `ArrayStoreException`.
#[inline(always)]
pub fn store<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    elem: Elem,
    array: Reg,
    index: Reg,
    src: Reg,
) -> Result<(), Stop<D>> {
    let array = non_null(cx, state, array)?;
    let index = state.get(index).clone();
    check_bounds(cx, state, &array, &index)?;
    let value = state.get(src).clone();
    if elem == Elem::Ref && !D::can_store(cx, state, &array, &value)? {
        return Err(array_store(cx, state, &value));
    }
    D::store_element(cx, state, elem, &array, &index, value)
}

/// `ArrayIndexOutOfBoundsException` unless the index is in bounds.
#[inline(always)]
pub fn check_bounds<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    array: &D::Value,
    index: &D::Value,
) -> Result<(), Stop<D>> {
    let length = D::array_length(cx, state, array)?;
    if D::in_bounds(cx, state, index, &length)? {
        return Ok(());
    }
    Err(out_of_bounds(cx, state, index, &length))
}

#[cold]
fn out_of_bounds<D: Domain>(
    cx: &Cx<'_, D>,
    state: &State<D>,
    index: &D::Value,
    length: &D::Value,
) -> Stop<D> {
    let class = "java/lang/ArrayIndexOutOfBoundsException";
    match (D::known_int(cx, state, index), D::known_int(cx, state, length)) {
        (Some(index), Some(length)) => {
            Stop::raise_with(class, format!("Index {index} out of bounds for length {length}"))
        }
        _ => Stop::raise(class),
    }
}

#[cold]
fn array_store<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, value: &D::Value) -> Stop<D> {
    match D::type_in_words(cx, state, value) {
        Ok(None) => Stop::raise("java/lang/ArrayStoreException"),
        Ok(Some(ty)) => Stop::raise_with("java/lang/ArrayStoreException", super::types::binary_name(cx, ty)),
        Err(stop) => stop,
    }
}
