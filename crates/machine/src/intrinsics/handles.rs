//! `java.lang.invoke.MethodHandle`: handles are the JDK's own, and so is what they are made of.
//!
//! The JDK describes what a handle does by a `LambdaForm`, a list of calls. A JVM compiles these; the JDK's own interpreter of
//! them, which it starts with, runs here, and the calls it makes end in this file. Values travel boxed in between: an
//! `Integer` stands for everything smaller than an int, too. A member resolved by [`resolve`] has the id of
//! its method, boxed, in its field `method`.

use std::sync::Arc;

use program::code::{Convert, Elem, Inst, Kind};
use program::{Flags, MethodId, MethodType, TypeId};

use super::boxing::{box_class, unwrap, wrap};
use super::{
    Answer, Entry, Reply, class_of_mirror, delegate, get, mirrors, new_array, nothing, require, set,
};
use super::{reflect, rust_text, unsafe_access};
use crate::steps::{init, types};
use crate::{Cx, Domain, State, Stop, Then};

const INVOKERS: &str = "java/lang/invoke/Invokers";
const HANDLE: &str = "java/lang/invoke/MethodHandle";
const NATIVES: &str = "java/lang/invoke/MethodHandleNatives";
const MEMBER: &str = "java/lang/invoke/MemberName";
const FORM: &str = "java/lang/invoke/LambdaForm";
const FUNCTION: &str = "java/lang/invoke/LambdaForm$NamedFunction";
const METHOD_TYPE: &str = "java/lang/invoke/MethodType";
const POLYMORPHIC: &str = "([Ljava/lang/Object;)Ljava/lang/Object;";
/// The flags of a `MemberName`: what it is, and above them how it is used (JVMS 5.4.3.5).
const IS_METHOD: i32 = 1 << 16;
const IS_CONSTRUCTOR: i32 = 1 << 17;
const IS_FIELD: i32 = 1 << 18;
const USE_SHIFT: i32 = 24;
const USE_MASK: i32 = 0xf;
const GET_FIELD: i32 = 1;
const GET_STATIC: i32 = 2;
const INVOKE_VIRTUAL: i32 = 5;
const INVOKE_STATIC: i32 = 6;
const INVOKE_SPECIAL: i32 = 7;
const NEW_INVOKE_SPECIAL: i32 = 8;
const INVOKE_INTERFACE: i32 = 9;

/// The intrinsics of method handles.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        (HANDLE, "invokeExact", "", invoke_exact),
        (HANDLE, "invoke", "", invoke),
        (HANDLE, "invokeBasic", "", invoke_basic),
        (FORM, "prepare", "", nothing),
        (FORM, "compileToBytecode", "", nothing),
        (FUNCTION, "invokeWithArguments", "", invoke_function),
        (NATIVES, "registerNatives", "", nothing),
        (NATIVES, "init", "", init_member),
        (NATIVES, "resolve", "", resolve),
        (NATIVES, "objectFieldOffset", "", field_offset),
        (NATIVES, "staticFieldOffset", "", field_offset),
        (NATIVES, "staticFieldBase", "", static_base),
        (NATIVES, "setCallSiteTargetNormal", "", set_target),
        (NATIVES, "setCallSiteTargetVolatile", "", set_target),
    ]
}

/// Whether a method is one of those no stack trace shows, because a JVM has no frame for it.
pub fn is_native_call(class: &str, name: &str) -> bool {
    class == HANDLE
        && (matches!(name, "invokeExact" | "invoke" | "invokeBasic") || name.starts_with("linkTo"))
}

/// The descriptor the call being executed was compiled with, and its types.
pub fn site<D: Domain>(cx: &mut Cx<'_, D>, state: &State<D>) -> Result<(Arc<str>, MethodType), Stop<D>> {
    let frame = state.frame();
    let Inst::Call { method, .. } = *cx.body(frame.method).inst(frame.pc) else {
        return Err(Stop::unsupported("a method handle invoked by something else than a call"));
    };
    let descriptor = cx.program.method_name(method).descriptor.clone();
    match cx.program.method_type(&descriptor) {
        Some(ty) => Ok((descriptor, ty)),
        None => Err(Stop::unsupported("a method handle invoked with a malformed descriptor")),
    }
}

/// The types of a `MethodType` object.
fn types_of<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    ty: &D::Value,
) -> Result<(Vec<TypeId>, TypeId), Stop<D>> {
    let result = get(cx, state, ty, (METHOD_TYPE, "rtype"))?;
    let params = get(cx, state, ty, (METHOD_TYPE, "ptypes"))?;
    Ok((types_in(cx, state, &params)?, types::type_of_mirror(cx, state, &result)?))
}

/// The types of an array of `Class` objects.
fn types_in<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    array: &D::Value,
) -> Result<Vec<TypeId>, Stop<D>> {
    let mut out = Vec::new();
    for mirror in elements(cx, state, array)? {
        out.push(types::type_of_mirror(cx, state, &mirror)?);
    }
    Ok(out)
}

fn elements<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    array: &D::Value,
) -> Result<Vec<D::Value>, Stop<D>> {
    let length = D::array_length(cx, state, array)?;
    let mut out = Vec::new();
    for index in 0..D::pick_int(cx, state, &length)? {
        let index = D::int(cx, state, index);
        out.push(D::load_element(cx, state, Elem::Ref, array, &index)?);
    }
    Ok(out)
}

/// Whether a handle is of exactly these types.
fn is_of<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    handle: &D::Value,
    wanted: &MethodType,
) -> Result<bool, Stop<D>> {
    let own = get(cx, state, handle, (HANDLE, "type"))?;
    let (params, result) = types_of(cx, state, &own)?;
    Ok(params[..] == wanted.params[..] && result == wanted.result)
}

/// `invokeExact`: the types of call and handle must be the same. If they are not, the JDK says so in the words of its version.
fn invoke_exact<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    require(cx, state, &args[0])?;
    let (descriptor, wanted) = site(cx, state)?;
    if is_of(cx, state, &args[0], &wanted)? {
        return perform(cx, state, args, &wanted);
    }
    let Some(ty) = state.jdk.method_types.get(&descriptor).cloned() else {
        return make_type(cx, state, descriptor, &wanted);
    };
    let refuse = format!("(L{HANDLE};L{METHOD_TYPE};)V");
    let refuse = cx.named_method(INVOKERS, "checkExactType", &refuse)?;
    init::ensure(cx, state, cx.class(INVOKERS)?)?;
    delegate(cx, state, refuse, &[args[0].clone(), ty], Then::Again)
}

/// `invoke`: a handle of other types is adapted first, which the JDK does and remembers in the handle.
fn invoke<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    require(cx, state, &args[0])?;
    let (descriptor, wanted) = site(cx, state)?;
    if is_of(cx, state, &args[0], &wanted)? {
        return perform(cx, state, args, &wanted);
    }
    let adapted = get(cx, state, &args[0], (HANDLE, "asTypeCache"))?;
    if !D::is_null(cx, state, &adapted)? && is_of(cx, state, &adapted, &wanted)? {
        let mut args = args.to_vec();
        args[0] = adapted;
        return perform(cx, state, &args, &wanted);
    }
    let Some(ty) = state.jdk.method_types.get(&descriptor).cloned() else {
        return make_type(cx, state, descriptor, &wanted);
    };
    let adapt = format!("(L{METHOD_TYPE};)L{HANDLE};");
    let adapt = cx.named_method(HANDLE, "asType", &adapt)?;
    delegate(cx, state, adapt, &[args[0].clone(), ty], Then::Again)
}

/// Lets the JDK make the `MethodType` of a call, and executes the call again.
fn make_type<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    descriptor: Arc<str>,
    ty: &MethodType,
) -> Answer<D> {
    let make = format!("(Ljava/lang/Class;[Ljava/lang/Class;)L{METHOD_TYPE};");
    let make = cx.named_method(NATIVES, "findMethodHandleType", &make)?;
    init::ensure(cx, state, cx.class(NATIVES)?)?;
    let result = types::mirror(cx, state, ty.result)?;
    let params = mirrors(cx, state, &ty.params)?;
    delegate(cx, state, make, &[result, params], Then::MethodType(descriptor))
}

/// `invokeBasic`, which the JDK calls where it knows that the types fit.
fn invoke_basic<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    require(cx, state, &args[0])?;
    let (_, ty) = site(cx, state)?;
    perform(cx, state, args, &ty)
}

/// Does what a handle says: `(handle, arguments)`, which fit. A handle on a method is a call of it; others are interpreted.
fn perform<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    ty: &MethodType,
) -> Answer<D> {
    let direct = "java/lang/invoke/DirectMethodHandle";
    if D::dynamic_type(cx, state, &args[0])? == cx.program.class_type(direct) {
        let member = get(cx, state, &args[0], (direct, "member"))?;
        let (id, use_) = method_in(cx, state, &member)?;
        let target = target(cx, state, id, use_, args.get(1))?;
        return delegate(cx, state, target, &args[1..], Then::Deliver);
    }
    let mut boxed = vec![args[0].clone()];
    for (value, &param) in args[1..].iter().zip(ty.params.iter()) {
        boxed.push(basic_box(cx, state, param, value.clone())?);
    }
    let values = new_array(cx, state, "java/lang/Object", &boxed)?;
    interpret(cx, state, &args[0], values, Then::Unbox(ty.result))
}

/// Interprets the form of a handle: `values` begins with the handle.
fn interpret<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    handle: &D::Value,
    values: D::Value,
    then: Then<D::Value>,
) -> Answer<D> {
    let form = get(cx, state, handle, (HANDLE, "form"))?;
    let interpreter = cx.named_method(FORM, "interpretWithArguments", POLYMORPHIC)?;
    delegate(cx, state, interpreter, &[form, values], then)
}

/// `(function, arguments)`: a call the interpreter makes.
fn invoke_function<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let member = get(cx, state, &args[0], (FUNCTION, "member"))?;
    let values = elements(cx, state, &args[1])?;
    if D::is_null(cx, state, &member)? {
        let handle = get(cx, state, &args[0], (FUNCTION, "resolvedHandle"))?;
        let mut all = vec![handle.clone()];
        all.extend(values);
        let array = new_array(cx, state, "java/lang/Object", &all)?;
        return interpret(cx, state, &handle, array, Then::Deliver);
    }
    let flags = get(cx, state, &member, (MEMBER, "flags"))?;
    if D::pick_int(cx, state, &flags)? & IS_FIELD != 0 {
        return load(cx, state, &member, &values);
    }
    let (id, use_) = method_in(cx, state, &member)?;
    let method = cx.program.method(id);
    if &*cx.program.class(method.class).name == HANDLE && method.is_native() {
        return match &*method.name {
            "invokeBasic" => interpret(cx, state, &values[0], args[1].clone(), Then::Deliver),
            _ => {
                let (member, values) = values.split_last().expect("a link ends with a member");
                let (id, use_) = method_in(cx, state, member)?;
                call(cx, state, id, use_, values)
            }
        };
    }
    call(cx, state, id, use_, &values)
}

/// A field, read by the interpreter.
fn load<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    member: &D::Value,
    values: &[D::Value],
) -> Answer<D> {
    let slot = field_in(cx, state, member)?;
    let ty = cx.program.field(slot.id).ty;
    let value = if slot.is_static {
        init::ensure(cx, state, slot.class)?;
        D::load_static(cx, state, slot)?
    } else {
        require(cx, state, &values[0])?;
        D::load_field(cx, state, &values[0], slot)?
    };
    basic_box(cx, state, ty, value).map(Reply::Value)
}

/// Calls a method with boxed values; the result is boxed, too.
fn call<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    id: MethodId,
    use_: i32,
    values: &[D::Value],
) -> Answer<D> {
    let target = target(cx, state, id, use_, values.first())?;
    let method = cx.program.method(id);
    let mut args = Vec::with_capacity(values.len());
    let receiver = usize::from(!method.is_static());
    args.extend(values.iter().take(receiver).cloned());
    for (value, &ty) in values[receiver..].iter().zip(method.params.iter()) {
        args.push(basic_unbox(cx, state, ty, value)?);
    }
    match delegate(cx, state, target, &args, Then::Box)? {
        Reply::Value(value) => basic_box(cx, state, method.result, value).map(Reply::Value),
        Reply::Void => Reply::null(cx, state),
        reply => Ok(reply),
    }
}

/// The method a use of a member runs.
fn target<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    id: MethodId,
    use_: i32,
    receiver: Option<&D::Value>,
) -> Result<MethodId, Stop<D>> {
    let method = cx.program.method(id);
    if method.is_static() {
        init::ensure(cx, state, method.class)?;
        return Ok(id);
    }
    let receiver = receiver.expect("an instance method has a receiver");
    require(cx, state, receiver)?;
    let selects = matches!(use_, INVOKE_VIRTUAL | INVOKE_INTERFACE) && !method.flags.is(Flags::PRIVATE);
    if selects { D::select(cx, state, receiver, id) } else { Ok(id) }
}

/// What the frame of a call returned, boxed.
pub fn boxed_result<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    method: MethodId,
    value: Option<D::Value>,
) -> Result<D::Value, Stop<D>> {
    match value {
        Some(value) => basic_box(cx, state, cx.program.method(method).result, value),
        None => Ok(D::null(cx, state)),
    }
}

/// A value as an object; everything smaller than an int is an `Integer`.
fn basic_box<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    ty: TypeId,
    value: D::Value,
) -> Result<D::Value, Stop<D>> {
    let is_int = cx.program.ty(ty).kind() == Some(Kind::Int);
    wrap(cx, state, if is_int { TypeId::INT } else { ty }, value)
}

/// The value of a type in an object; none of `void`.
pub fn basic_unbox<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    ty: TypeId,
    object: &D::Value,
) -> Result<D::Value, Stop<D>> {
    if ty.is_reference() || ty == TypeId::VOID {
        return Ok(object.clone());
    }
    require(cx, state, object)?;
    let class = D::dynamic_type(cx, state, object)?;
    let of_class = |cx: &Cx<'_, D>, from: TypeId| {
        box_class(cx.program.ty(from)).is_some_and(|name| cx.program.class_type(name) == class)
    };
    let from = (1..=8).map(TypeId).find(|&from| of_class(cx, from));
    let from = from.ok_or_else(|| Stop::raise("java/lang/ClassCastException"))?;
    let value = unwrap(cx, state, from, object)?;
    let narrow = match ty {
        TypeId::BYTE => Convert::IntToByte,
        TypeId::SHORT => Convert::IntToShort,
        TypeId::CHAR => Convert::IntToChar,
        TypeId::BOOLEAN => {
            let one = D::int(cx, state, 1);
            return D::binary(cx, state, program::code::BinOp::IntAnd, &value, &one);
        }
        _ => return Ok(value),
    };
    D::convert(cx, state, narrow, &value)
}

/// The method a resolved member stands for, and how it is used.
fn method_in<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    member: &D::Value,
) -> Result<(MethodId, i32), Stop<D>> {
    require(cx, state, member)?;
    let id = get(cx, state, member, (MEMBER, "method"))?;
    if D::is_null(cx, state, &id)? {
        return Err(Stop::unsupported("a member of a method handle that was not resolved"));
    }
    let id = unwrap(cx, state, TypeId::INT, &id)?;
    let flags = get(cx, state, member, (MEMBER, "flags"))?;
    let use_ = D::pick_int(cx, state, &flags)? >> USE_SHIFT & USE_MASK;
    Ok((MethodId(D::pick_int(cx, state, &id)? as u32), use_))
}

/// The field a member stands for.
fn field_in<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    member: &D::Value,
) -> Result<crate::FieldSlot, Stop<D>> {
    let class = get(cx, state, member, (MEMBER, "clazz"))?;
    let class = class_of_mirror(cx, state, &class)?;
    let name = get(cx, state, member, (MEMBER, "name"))?;
    let name = rust_text(cx, state, &name)?;
    let field = class.and_then(|class| cx.program.find_field(class, &name));
    field.map(|field| cx.slot(field)).ok_or_else(|| Stop::raise_with("java/lang/NoSuchFieldError", name))
}

fn field_offset<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let slot = field_in(cx, state, &args[0])?;
    Reply::long(cx, state, unsafe_access::offset_of(slot))
}

fn static_base<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let slot = field_in(cx, state, &args[0])?;
    if cx.program.class(slot.class).initializer.is_none() {
        // The JDK writes fields of classes nobody has used yet; their preparation must not come after it.
        init::ensure(cx, state, slot.class)?;
    }
    types::mirror(cx, state, cx.program.class(slot.class).ty).map(Reply::Value)
}

/// `(member, Method, Constructor or Field)`.
fn init_member<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    const FIELD: &str = "java/lang/reflect/Field";
    require(cx, state, &args[1])?;
    if D::dynamic_type(cx, state, &args[1])? == cx.program.class_type(FIELD) {
        let slot = unsafe_access::reflected_field(cx, state, &args[1])?;
        let use_ = if slot.is_static { GET_STATIC } else { GET_FIELD };
        let flags = i32::from(cx.program.field(slot.id).flags.0) | IS_FIELD | use_ << USE_SHIFT;
        return fill(cx, state, &args[0], slot.class, flags, None);
    }
    let id = reflect::executable(cx, state, &args[1])?;
    fill_method(cx, state, &args[0], id)?;
    Ok(Reply::Void)
}

/// Makes a member stand for a method.
pub fn fill_method<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    member: &D::Value,
    id: MethodId,
) -> Result<(), Stop<D>> {
    let method = cx.program.method(id);
    let (kind, use_) = if method.is_constructor() {
        (IS_CONSTRUCTOR, NEW_INVOKE_SPECIAL)
    } else if method.is_static() {
        (IS_METHOD, INVOKE_STATIC)
    } else if method.flags.is(Flags::PRIVATE) {
        (IS_METHOD, INVOKE_SPECIAL)
    } else if cx.program.class(method.class).is_interface() {
        (IS_METHOD, INVOKE_INTERFACE)
    } else {
        (IS_METHOD, INVOKE_VIRTUAL)
    };
    let flags = i32::from(method.flags.0) | kind | use_ << USE_SHIFT;
    fill(cx, state, member, method.class, flags, Some(id)).map(|_| ())
}

/// The method a resolved member stands for.
pub fn method_of<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    member: &D::Value,
) -> Result<MethodId, Stop<D>> {
    method_in(cx, state, member).map(|(id, _)| id)
}

/// What a member says once it is resolved.
fn fill<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    member: &D::Value,
    class: program::ClassId,
    flags: i32,
    method: Option<MethodId>,
) -> Answer<D> {
    let mirror = types::mirror(cx, state, cx.program.class(class).ty)?;
    let id = match method {
        Some(method) => {
            let id = D::int(cx, state, method.0 as i32);
            wrap(cx, state, TypeId::INT, id)?
        }
        None => D::null(cx, state),
    };
    let flags = D::int(cx, state, flags);
    for (field, value) in [("clazz", mirror), ("flags", flags), ("method", id)] {
        set(cx, state, member, (MEMBER, field), value)?;
    }
    Ok(Reply::Void)
}

/// `(member, caller, modes, speculative)`: finds what a member names (JVMS 5.4.3).
fn resolve<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let member = &args[0];
    let class = get(cx, state, member, (MEMBER, "clazz"))?;
    require(cx, state, &class)?;
    let class = match class_of_mirror(cx, state, &class)? {
        Some(class) => class,
        None => cx.class("java/lang/Object")?,
    };
    let name = get(cx, state, member, (MEMBER, "name"))?;
    let name = rust_text(cx, state, &name)?;
    let flags = get(cx, state, member, (MEMBER, "flags"))?;
    let flags = D::pick_int(cx, state, &flags)?;
    let speculative = D::pick_int(cx, state, &args[3])? != 0;
    match find(cx, state, member, class, &name, flags) {
        Ok((owner, modifiers, method)) => {
            let mut kind = flags & !0xffff;
            if flags & IS_FIELD != 0 {
                // A field is read or written as what it is, whatever the caller took it for.
                let writes = flags >> USE_SHIFT & USE_MASK > GET_STATIC;
                let reads = if modifiers.is(Flags::STATIC) { GET_STATIC } else { GET_FIELD };
                kind = IS_FIELD | (reads + 2 * i32::from(writes)) << USE_SHIFT;
            }
            fill(cx, state, member, owner, kind | i32::from(modifiers.0), method)?;
            Ok(Reply::Value(member.clone()))
        }
        Err(Stop::Raise(_)) if speculative => Reply::null(cx, state),
        Err(stop) => Err(stop),
    }
}

type Found = (program::ClassId, Flags, Option<MethodId>);

fn find<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    member: &D::Value,
    class: program::ClassId,
    name: &str,
    flags: i32,
) -> Result<Found, Stop<D>> {
    let use_ = flags >> USE_SHIFT & USE_MASK;
    if flags & IS_FIELD != 0 {
        let ty = get(cx, state, member, (MEMBER, "type"))?;
        let ty = types::type_of_mirror(cx, state, &ty)?;
        let field = cx.program.find_field(class, name).filter(|&field| cx.program.field(field).ty == ty);
        let field = field.ok_or_else(|| Stop::raise_with("java/lang/NoSuchFieldError", name))?;
        let field = cx.program.field(field);
        return Ok((field.class, field.flags, None));
    }
    let descriptor = descriptor_of(cx, state, member)?;
    let found = cx.program.find_method(class, name, &descriptor).or_else(|| {
        let is_handle = matches!(&*cx.program.class(class).name, HANDLE | "java/lang/invoke/VarHandle");
        let native = |id: &MethodId| cx.program.method(*id).is_native();
        cx.program.declared_method(class, name, POLYMORPHIC).filter(|id| is_handle && native(id))
    });
    let id = found.ok_or_else(|| {
        let class = cx.program.class(class).java_name();
        Stop::raise_with("java/lang/NoSuchMethodError", format!("{class}.{name}{descriptor}"))
    })?;
    let method = cx.program.method(id);
    if method.is_static() != (use_ == INVOKE_STATIC) {
        return Err(changed(name));
    }
    Ok((method.class, method.flags, Some(id)))
}

/// A static member where another one is wanted, or the other way round.
fn changed<D: Domain>(name: &str) -> Stop<D> {
    Stop::raise_with("java/lang/IncompatibleClassChangeError", name)
}

/// The descriptor of a member: its type is a `MethodType`, a text, or an array of result and parameters.
fn descriptor_of<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    member: &D::Value,
) -> Result<String, Stop<D>> {
    let ty = get(cx, state, member, (MEMBER, "type"))?;
    require(cx, state, &ty)?;
    let class = D::dynamic_type(cx, state, &ty)?;
    if class == cx.program.class_type("java/lang/String") {
        return rust_text(cx, state, &ty);
    }
    let (params, result) = if class == cx.program.class_type(METHOD_TYPE) {
        types_of(cx, state, &ty)?
    } else {
        let parts = elements(cx, state, &ty)?;
        (types_in(cx, state, &parts[1])?, types::type_of_mirror(cx, state, &parts[0])?)
    };
    let params: String = params.iter().map(|&ty| cx.program.descriptor(ty)).collect();
    Ok(format!("({params}){}", cx.program.descriptor(result)))
}

/// `(call site, handle)`.
fn set_target<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    set(cx, state, &args[0], ("java/lang/invoke/CallSite", "target"), args[1].clone())?;
    Ok(Reply::Void)
}
