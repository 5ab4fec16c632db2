//! Boxed values: what reflection and variable-arity calls pass around.

use library::Primitive;
use program::{Type, TypeId};

use crate::{Cx, Domain, State, Stop};

/// A value of a type as an object: itself if it is a reference, otherwise boxed.
pub fn wrap<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    ty: TypeId,
    value: D::Value,
) -> Result<D::Value, Stop<D>> {
    let Some(class_name) = box_class(cx.program.ty(ty)) else { return Ok(value) };
    let class = cx.class(class_name)?;
    let object = D::new_object(cx, state, class)?;
    let slot = cx.named_field(class_name, "value")?;
    D::store_field(cx, state, &object, slot, value)?;
    Ok(object)
}

/// The value in a box.
pub fn unwrap<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    ty: TypeId,
    object: &D::Value,
) -> Result<D::Value, Stop<D>> {
    let Some(class_name) = box_class(cx.program.ty(ty)) else { return Ok(object.clone()) };
    let slot = cx.named_field(class_name, "value")?;
    D::load_field(cx, state, object, slot)
}

/// The class whose objects box values of a primitive type.
pub fn box_class(ty: &Type) -> Option<&'static str> {
    Some(library::box_of(match ty {
        Type::Boolean => Primitive::Boolean,
        Type::Byte => Primitive::Byte,
        Type::Char => Primitive::Char,
        Type::Short => Primitive::Short,
        Type::Int => Primitive::Int,
        Type::Long => Primitive::Long,
        Type::Float => Primitive::Float,
        Type::Double => Primitive::Double,
        Type::Void | Type::Class(_) | Type::Array(_) => return None,
    }))
}
