//! Instance and static fields.

use program::FieldRef;
use program::code::Reg;

use super::init;
use crate::{Cx, Domain, FieldSlot, State, Stop};

/// `getfield` (JVMS 6.5): `NullPointerException` on null, otherwise the field's value.
#[inline(always)]
pub fn get_field<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    dst: Reg,
    object: Reg,
    field: FieldRef,
) -> Result<(), Stop<D>> {
    let slot = instance_slot(cx, field)?;
    let object = non_null(cx, state, object)?;
    let value = D::load_field(cx, state, &object, slot)?;
    state.set(dst, value);
    Ok(())
}

/// `putfield` (JVMS 6.5): `NullPointerException` on null.
#[inline(always)]
pub fn put_field<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    object: Reg,
    field: FieldRef,
    src: Reg,
) -> Result<(), Stop<D>> {
    let slot = instance_slot(cx, field)?;
    let object = non_null(cx, state, object)?;
    let value = state.get(src).clone();
    D::store_field(cx, state, &object, slot, value)
}

/// `getstatic` (JVMS 6.5): initialises the class that declares the field.
#[inline(always)]
pub fn get_static<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    dst: Reg,
    field: FieldRef,
) -> Result<(), Stop<D>> {
    let slot = static_slot(cx, state, field)?;
    let value = D::load_static(cx, state, slot)?;
    state.set(dst, value);
    Ok(())
}

/// `putstatic` (JVMS 6.5): initialises the class that declares the field.
#[inline(always)]
pub fn put_static<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    field: FieldRef,
    src: Reg,
) -> Result<(), Stop<D>> {
    let slot = static_slot(cx, state, field)?;
    let value = state.get(src).clone();
    D::store_static(cx, state, slot, value)
}

/// The value of a reference register, if it is not null.
#[inline(always)]
pub fn non_null<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, reg: Reg) -> Result<D::Value, Stop<D>> {
    let value = state.get(reg).clone();
    if D::dereferences_null(cx, state, &value)? { Err(null_pointer()) } else { Ok(value) }
}

/// A `NullPointerException` without message; the message is made when somebody asks for it.
#[cold]
pub fn null_pointer<D: Domain>() -> Stop<D> {
    Stop::raise("java/lang/NullPointerException")
}

#[inline(always)]
fn instance_slot<D: Domain>(cx: &mut Cx<'_, D>, field: FieldRef) -> Result<FieldSlot, Stop<D>> {
    let slot = cx.field_ref(field)?;
    if slot.is_static { Err(changed(cx, slot, "Expected non-static field")) } else { Ok(slot) }
}

#[inline(always)]
fn static_slot<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    field: FieldRef,
) -> Result<FieldSlot, Stop<D>> {
    let slot = cx.field_ref(field)?;
    if !slot.is_static {
        return Err(changed(cx, slot, "Expected static field"));
    }
    init::ensure(cx, state, slot.class)?;
    Ok(slot)
}

#[cold]
fn changed<D: Domain>(cx: &Cx<'_, D>, slot: FieldSlot, message: &str) -> Stop<D> {
    let field = cx.program.field(slot.id);
    let class = cx.program.class(field.class).java_name();
    let message = format!("{message} {class}.{}", field.name);
    Stop::raise_with("java/lang/IncompatibleClassChangeError", message)
}
