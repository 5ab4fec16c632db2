//! Casts, type tests and `Class` objects.

use base::Id;
use program::code::Reg;
use program::modules::{BASE, Loader};
use program::{Type, TypeId};

use crate::cx::put;
use crate::intrinsics::modules;
use crate::{Cx, Domain, State, Stop};

/// `checkcast` (JVMS 6.5): null passes; `ClassCastException` otherwise unless the object is of the type.
#[inline(always)]
pub fn check_cast<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    src: Reg,
    ty: TypeId,
) -> Result<(), Stop<D>> {
    let object = state.get(src).clone();
    if D::passes_cast(cx, state, &object, ty)? {
        return Ok(());
    }
    Err(class_cast(cx, state, &object, ty))
}

/// `instanceof` (JVMS 6.5): null is of no type.
#[inline(always)]
pub fn instance_of<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    dst: Reg,
    src: Reg,
    ty: TypeId,
) -> Result<(), Stop<D>> {
    let object = state.get(src).clone();
    let answer = D::type_test(cx, state, &object, ty)?;
    state.set(dst, answer);
    Ok(())
}

/// `ldc` of a class (JVMS 6.5, 5.1): the `Class` object, always the same for a type.
pub fn const_class<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    dst: Reg,
    ty: TypeId,
) -> Result<(), Stop<D>> {
    let mirror = mirror(cx, state, ty)?;
    state.set(dst, mirror);
    Ok(())
}

/// The `Class` object of a type. A type loaded for the first time is checked to exist.
pub fn mirror<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, ty: TypeId) -> Result<D::Value, Stop<D>> {
    if let Some(Some(mirror)) = state.jdk.mirrors.get(ty) {
        return Ok(mirror.clone());
    }
    let component = match *cx.program.ty(ty) {
        Type::Array(element) => self::mirror(cx, state, element)?,
        Type::Class(_) => {
            cx.class_of_type(ty)?;
            D::null(cx, state)
        }
        _ => D::null(cx, state),
    };
    let class = cx.class("java/lang/Class")?;
    let mirror = D::new_object(cx, state, class)?;
    let number = D::int(cx, state, ty.0 as i32);
    let slot = type_slot(cx)?;
    D::store_field(cx, state, &mirror, slot, number)?;
    let slot = cx.named_field("java/lang/Class", "componentType")?;
    D::store_field(cx, state, &mirror, slot, component)?;
    let module = modules::of_type(cx, state, ty)?;
    let slot = cx.named_field("java/lang/Class", "module")?;
    D::store_field(cx, state, &mirror, slot, module)?;
    put(&mut state.jdk.mirrors, ty, mirror.clone());
    Ok(mirror)
}

/// The type a `Class` object stands for.
pub fn type_of_mirror<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    mirror: &D::Value,
) -> Result<TypeId, Stop<D>> {
    let slot = type_slot(cx)?;
    let number = D::load_field(cx, state, mirror, slot)?;
    let number = D::pick_int(cx, state, &number)?;
    Ok(TypeId::from_index(number as usize))
}

/// `Class` has no field of its own for what it stands for; this counter of redefinitions, which never happen here,
/// is only ever compared with itself.
fn type_slot<D: Domain>(cx: &mut Cx<'_, D>) -> Result<crate::FieldSlot, Stop<D>> {
    cx.named_field("java/lang/Class", "classRedefinedCount")
}

/// The name as `Class.getName` says it: `int`, `java.lang.String`, `[Ljava.lang.String;`.
pub fn binary_name<D: Domain>(cx: &Cx<'_, D>, ty: TypeId) -> String {
    match cx.program.ty(ty) {
        Type::Array(_) => cx.program.descriptor(ty).replace('/', "."),
        Type::Class(name) => name.replace('/', "."),
        _ => cx.program.type_name(ty),
    }
}

#[cold]
fn class_cast<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, object: &D::Value, ty: TypeId) -> Stop<D> {
    let dynamic = match D::type_in_words(cx, state, object) {
        Ok(Some(dynamic)) => dynamic,
        Ok(None) => return Stop::raise("java/lang/ClassCastException"),
        Err(stop) => return stop,
    };
    let (from, to) = (binary_name(cx, dynamic), binary_name(cx, ty));
    let (from_home, to_home) = (home(cx, dynamic), home(cx, ty));
    let homes = if from_home == to_home {
        format!("{from} and {to} are in {from_home}")
    } else {
        format!("{from} is in {from_home}; {to} is in {to_home}")
    };
    Stop::raise_with(
        "java/lang/ClassCastException",
        format!("class {from} cannot be cast to class {to} ({homes})"),
    )
}

/// The module and loader of a type, as the JVM names them in messages.
fn home<D: Domain>(cx: &Cx<'_, D>, ty: TypeId) -> String {
    let of_jdk = |module: &str| format!("module {module} of loader '{}'", Loader::of(module).name());
    match *cx.program.ty(ty) {
        Type::Array(element) => home(cx, element),
        Type::Class(_) => match cx.program.resolve_class(ty) {
            Ok(class) => match cx.program.module_of(class) {
                Some(module) => of_jdk(&module),
                None => "unnamed module of loader 'app'".into(),
            },
            Err(_) => of_jdk(BASE),
        },
        _ => of_jdk(BASE),
    }
}
