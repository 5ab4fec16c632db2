//! New objects and arrays.

use program::code::{Cond, Elem, Reg};
use program::{Flags, TypeId};

use super::init;
use crate::{Cx, Domain, State, Stop, link_error};

/// `new` (JVMS 6.5): initialises the class; `InstantiationError` if it is abstract.
#[inline(always)]
pub fn new<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, dst: Reg, ty: TypeId) -> Result<(), Stop<D>> {
    let class = cx.program.resolve_class(ty).map_err(link_error)?;
    init::ensure(cx, state, class)?;
    let flags = cx.program.class(class).flags;
    if flags.is(Flags::ABSTRACT) || flags.is(Flags::INTERFACE) {
        return Err(Stop::raise_with("java/lang/InstantiationError", &*cx.program.class(class).name));
    }
    D::safepoint(cx, state);
    let object = D::new_object(cx, state, class)?;
    state.set(dst, object);
    Ok(())
}

/// `newarray`, `anewarray` (JVMS 6.5): `NegativeArraySizeException`.
#[inline(always)]
pub fn new_array<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    dst: Reg,
    len: Reg,
    ty: TypeId,
) -> Result<(), Stop<D>> {
    let length = state.get(len).clone();
    check_length(cx, state, &length)?;
    D::safepoint(cx, state);
    let array = D::new_array(cx, state, ty, &length)?;
    state.set(dst, array);
    Ok(())
}

/// `multianewarray` (JVMS 6.5): all lengths are checked before anything is allocated.
pub fn new_multi_array<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    dst: Reg,
    ty: TypeId,
    lens: &[Reg],
) -> Result<(), Stop<D>> {
    let lengths: Vec<_> = lens.iter().map(|&len| state.get(len).clone()).collect();
    for length in &lengths {
        check_length(cx, state, length)?;
    }
    let mut counts = Vec::with_capacity(lengths.len());
    for length in &lengths[..lengths.len() - 1] {
        counts.push(D::pick_int(cx, state, length)?);
    }
    D::safepoint(cx, state);
    make_room(cx, state, ty, &counts, lengths.last())?;
    let array = nested(cx, state, ty, &lengths, &counts)?;
    state.set(dst, array);
    Ok(())
}

/// Nested arrays with all lengths given as numbers, none negative.
pub fn nested_arrays<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    ty: TypeId,
    lengths: &[i32],
) -> Result<D::Value, Stop<D>> {
    let values: Vec<_> = lengths.iter().map(|&length| D::int(cx, state, length)).collect();
    make_room(cx, state, ty, &lengths[..lengths.len() - 1], values.last())?;
    nested(cx, state, ty, &values, &lengths[..lengths.len() - 1])
}

/// Asks for all arrays of a nest at once: half a nest is garbage, and would be made and reclaimed for ever.
fn make_room<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    ty: TypeId,
    counts: &[i32],
    innermost: Option<&D::Value>,
) -> Result<(), Stop<D>> {
    let (mut ty, mut arrays, mut made) = (ty, 1_u64, 0_u64);
    for &count in counts {
        let inner = arrays.saturating_mul(u64::try_from(count).unwrap_or(0));
        D::make_room(cx, state, Elem::Ref, arrays.saturating_add(made), inner)?;
        made = made.saturating_add(arrays);
        arrays = inner;
        ty = cx.element_type(ty).expect("as many dimensions as lengths");
    }
    let length = innermost.and_then(|length| D::known_int(cx, state, length)).unwrap_or(0);
    let elements = arrays.saturating_mul(u64::try_from(length).unwrap_or(0));
    let elem = cx.shape(ty)?.element.map_or(Elem::Ref, |(elem, _)| elem);
    D::make_room(cx, state, elem, arrays.saturating_add(made), elements)
}

/// `counts` are the lengths of all dimensions but the innermost, as numbers.
fn nested<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    ty: TypeId,
    lengths: &[D::Value],
    counts: &[i32],
) -> Result<D::Value, Stop<D>> {
    let array = D::new_array(cx, state, ty, &lengths[0])?;
    let Some((&count, inner_counts)) = counts.split_first() else { return Ok(array) };
    let element = cx.element_type(ty).expect("as many dimensions as lengths");
    for index in 0..count {
        let inner = nested(cx, state, element, &lengths[1..], inner_counts)?;
        let index = D::int(cx, state, index);
        D::store_element(cx, state, Elem::Ref, &array, &index, inner)?;
    }
    Ok(array)
}

#[inline(always)]
fn check_length<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    length: &D::Value,
) -> Result<(), Stop<D>> {
    if !D::test_const(cx, state, Cond::Lt, length, 0)? {
        return Ok(());
    }
    let class = "java/lang/NegativeArraySizeException";
    Err(match D::known_int(cx, state, length) {
        Some(length) => Stop::raise_with(class, length.to_string()),
        None => Stop::raise(class),
    })
}
