//! `java.lang.reflect`: members as objects, calls by reflection, arrays of any type.
//!
//! The field `slot` of a reflected member is its id.

use program::code::{Convert, Elem, Kind};
use program::{ClassId, Declaration, FieldId, Flags, JavaText, MethodId, Type, TypeId};

use super::boxing::{box_class, wrap};
use super::{
    Answer, Entry, Reply, annotations, class_of_mirror, delegate, get, mirrors, new_array, require, set,
};
use crate::steps::{arrays, init, types};
use crate::{Cx, Domain, State, Stop, Then};

const CLASS: &str = "java/lang/Class";
const FIELD: &str = "java/lang/reflect/Field";
const METHOD: &str = "java/lang/reflect/Method";
const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
const ARRAY: &str = "java/lang/reflect/Array";

/// The intrinsics of reflection.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        (CLASS, "getDeclaredFields0", "", declared_fields),
        (CLASS, "getDeclaredMethods0", "", declared_methods),
        (CLASS, "getDeclaredConstructors0", "", declared_constructors),
        (CLASS, "getRecordComponents0", "", record_components),
        (CLASS, "getEnumConstantsShared", "", enum_constants),
        ("java/lang/reflect/Executable", "getParameters0", "", parameters),
        ("jdk/internal/reflect/NativeMethodAccessorImpl", "invoke0", "", invoke),
        ("jdk/internal/reflect/NativeConstructorAccessorImpl", "newInstance0", "", new_instance),
        ("jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor", "invoke0", "", invoke),
        (
            "jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor",
            "newInstance0",
            "",
            new_instance,
        ),
        (ARRAY, "getLength", "", array_length),
        (ARRAY, "newArray", "", array_new),
        (ARRAY, "multiNewArray", "", array_new_multi),
        (ARRAY, "get", "", array_get),
        (ARRAY, "set", "", array_set),
        (ARRAY, "getInt", "", |cx, state, args| array_get_primitive(cx, state, TypeId::INT, args)),
        (ARRAY, "getLong", "", |cx, state, args| array_get_primitive(cx, state, TypeId::LONG, args)),
        (ARRAY, "getDouble", "", |cx, state, args| array_get_primitive(cx, state, TypeId::DOUBLE, args)),
        (ARRAY, "getBoolean", "", |cx, state, args| array_get_primitive(cx, state, TypeId::BOOLEAN, args)),
        (ARRAY, "getChar", "", |cx, state, args| array_get_primitive(cx, state, TypeId::CHAR, args)),
        (ARRAY, "getByte", "", |cx, state, args| array_get_primitive(cx, state, TypeId::BYTE, args)),
        (ARRAY, "setInt", "", |cx, state, args| array_set_primitive(cx, state, TypeId::INT, args)),
        (ARRAY, "setLong", "", |cx, state, args| array_set_primitive(cx, state, TypeId::LONG, args)),
        (ARRAY, "setDouble", "", |cx, state, args| array_set_primitive(cx, state, TypeId::DOUBLE, args)),
        (ARRAY, "setBoolean", "", |cx, state, args| array_set_primitive(cx, state, TypeId::BOOLEAN, args)),
        (ARRAY, "setChar", "", |cx, state, args| array_set_primitive(cx, state, TypeId::CHAR, args)),
        (ARRAY, "setByte", "", |cx, state, args| array_set_primitive(cx, state, TypeId::BYTE, args)),
    ]
}

/// The members of a class a reflective query wants: all, or the public ones.
fn wanted<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
) -> Result<(Option<ClassId>, bool), Stop<D>> {
    let class = class_of_mirror(cx, state, &args[0])?;
    Ok((class, D::pick_int(cx, state, &args[1])? != 0))
}

fn declared_fields<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let (class, public_only) = wanted(cx, state, args)?;
    let program = cx.program;
    let mut out = Vec::new();
    for id in class.into_iter().flat_map(|class| program.class(class).fields()) {
        if !public_only || program.field(id).flags.is(Flags::PUBLIC) {
            out.push(field_object(cx, state, id)?);
        }
    }
    new_array(cx, state, FIELD, &out).map(Reply::Value)
}

fn declared_methods<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let (class, public_only) = wanted(cx, state, args)?;
    let program = cx.program;
    let mut out = Vec::new();
    for id in class.into_iter().flat_map(|class| program.class(class).methods()) {
        let method = program.method(id);
        if !method.name.starts_with('<') && (!public_only || method.flags.is(Flags::PUBLIC)) {
            out.push(method_object(cx, state, id)?);
        }
    }
    new_array(cx, state, METHOD, &out).map(Reply::Value)
}

fn declared_constructors<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
) -> Answer<D> {
    let (class, public_only) = wanted(cx, state, args)?;
    let program = cx.program;
    let mut out = Vec::new();
    for id in class.into_iter().flat_map(|class| program.class(class).methods()) {
        let method = program.method(id);
        if method.is_constructor() && (!public_only || method.flags.is(Flags::PUBLIC)) {
            out.push(executable_object(cx, state, CONSTRUCTOR, id)?);
        }
    }
    new_array(cx, state, CONSTRUCTOR, &out).map(Reply::Value)
}

fn record_components<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    const COMPONENT: &str = "java/lang/reflect/RecordComponent";
    let program = cx.program;
    let class = class_of_mirror(cx, state, &args[0])?;
    let Some(components) = class.and_then(|class| program.class_attributes(class).record.as_ref()) else {
        return Reply::null(cx, state);
    };
    let class = class.expect("a record is a class");
    let mut out = Vec::new();
    for component in components {
        let object = D::new_object(cx, state, cx.class(COMPONENT)?)?;
        set(cx, state, &object, (COMPONENT, "clazz"), args[0].clone())?;
        set_text(cx, state, &object, (COMPONENT, "name"), &component.name)?;
        let ty = program.type_of_descriptor(&component.descriptor).expect("the loader checked descriptors");
        let mirror = types::mirror(cx, state, ty)?;
        set(cx, state, &object, (COMPONENT, "type"), mirror)?;
        if let Some(signature) = &component.signature {
            set_text(cx, state, &object, (COMPONENT, "signature"), signature)?;
        }
        if let Some(bytes) = &component.annotations {
            let bytes = crate::strings::new_bytes(cx, state, bytes)?;
            set(cx, state, &object, (COMPONENT, "annotations"), bytes)?;
        }
        let descriptor = format!("(){}", component.descriptor);
        if let Some(accessor) = program.declared_method(class, &component.name, &descriptor) {
            let accessor = method_object(cx, state, accessor)?;
            set(cx, state, &object, (COMPONENT, "accessor"), accessor)?;
        }
        out.push(object);
    }
    new_array(cx, state, COMPONENT, &out).map(Reply::Value)
}

/// The constants of an enum, through its method `values`; null for other classes.
fn enum_constants<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let Some(class) = class_of_mirror(cx, state, &args[0])? else { return Reply::null(cx, state) };
    let descriptor = format!("()[L{};", cx.program.class(class).name);
    let values = cx.program.declared_method(class, "values", &descriptor);
    let Some(values) = values.filter(|_| cx.program.class(class).flags.is(Flags::ENUM)) else {
        return Reply::null(cx, state);
    };
    init::ensure(cx, state, class)?;
    delegate(cx, state, values, &[], Then::Deliver)
}

fn field_object<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    id: FieldId,
) -> Result<D::Value, Stop<D>> {
    let program = cx.program;
    let field = program.field(id);
    let object = D::new_object(cx, state, cx.class(FIELD)?)?;
    let mirror = types::mirror(cx, state, program.class(field.class).ty)?;
    set(cx, state, &object, (FIELD, "clazz"), mirror)?;
    let mirror = types::mirror(cx, state, field.ty)?;
    set(cx, state, &object, (FIELD, "type"), mirror)?;
    set_text(cx, state, &object, (FIELD, "name"), &field.name)?;
    for (name, number) in [("slot", id.0 as i32), ("modifiers", i32::from(field.flags.0))] {
        let number = D::int(cx, state, number);
        set(cx, state, &object, (FIELD, name), number)?;
    }
    // Nobody writes such a field, `setAccessible` or not.
    let is_record = program.class_attributes(field.class).record.is_some();
    let is_trusted = field.flags.is(Flags::FINAL) && (field.flags.is(Flags::STATIC) || is_record);
    if program.find_field(cx.class(FIELD)?, "trustedFinal").is_some() {
        let is_trusted = D::int(cx, state, i32::from(is_trusted));
        set(cx, state, &object, (FIELD, "trustedFinal"), is_trusted)?;
    }
    if let Some(signature) = program.field_attributes(id).signature {
        set_text(cx, state, &object, (FIELD, "signature"), &signature)?;
    }
    annotations::attach(cx, state, &object, FIELD, Declaration::Field(id))?;
    Ok(object)
}

fn method_object<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    id: MethodId,
) -> Result<D::Value, Stop<D>> {
    let object = executable_object(cx, state, METHOD, id)?;
    let method = cx.program.method(id);
    set_text(cx, state, &object, (METHOD, "name"), &method.name)?;
    let mirror = types::mirror(cx, state, method.result)?;
    set(cx, state, &object, (METHOD, "returnType"), mirror)?;
    Ok(object)
}

/// What methods and constructors have in common.
pub fn executable_object<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    class: &'static str,
    id: MethodId,
) -> Result<D::Value, Stop<D>> {
    let program = cx.program;
    let method = program.method(id);
    let attributes = program.method_attributes(id);
    let object = D::new_object(cx, state, cx.class(class)?)?;
    let mirror = types::mirror(cx, state, program.class(method.class).ty)?;
    set(cx, state, &object, (class, "clazz"), mirror)?;
    let parameters = mirrors(cx, state, &method.params)?;
    set(cx, state, &object, (class, "parameterTypes"), parameters)?;
    let thrown: Vec<_> = attributes.exceptions.iter().map(|name| program.class_type(name)).collect();
    let thrown = mirrors(cx, state, &thrown)?;
    set(cx, state, &object, (class, "exceptionTypes"), thrown)?;
    for (name, number) in [("slot", id.0 as i32), ("modifiers", i32::from(method.flags.0))] {
        let number = D::int(cx, state, number);
        set(cx, state, &object, (class, name), number)?;
    }
    if let Some(signature) = attributes.signature {
        set_text(cx, state, &object, (class, "signature"), &signature)?;
    }
    annotations::attach(cx, state, &object, class, Declaration::Method(id))?;
    Ok(object)
}

/// Names and flags of the parameters, if the class file has them; null otherwise.
fn parameters<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    const PARAMETER: &str = "java/lang/reflect/Parameter";
    let id = executable(cx, state, &args[0])?;
    let known = cx.program.method_attributes(id).parameters;
    if known.is_empty() {
        return Reply::null(cx, state);
    }
    let mut out = Vec::new();
    for (index, (name, flags)) in known.iter().enumerate() {
        let object = D::new_object(cx, state, cx.class(PARAMETER)?)?;
        if let Some(name) = name {
            set_text(cx, state, &object, (PARAMETER, "name"), name)?;
        }
        set(cx, state, &object, (PARAMETER, "executable"), args[0].clone())?;
        for (field, number) in [("modifiers", i32::from(flags.0)), ("index", index as i32)] {
            let number = D::int(cx, state, number);
            set(cx, state, &object, (PARAMETER, field), number)?;
        }
        out.push(object);
    }
    new_array(cx, state, PARAMETER, &out).map(Reply::Value)
}

/// The method a `Method` or `Constructor` object stands for.
pub fn executable<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    object: &D::Value,
) -> Result<MethodId, Stop<D>> {
    let ty = D::dynamic_type(cx, state, object)?;
    let class = if ty == cx.program.class_type(METHOD) { METHOD } else { CONSTRUCTOR };
    let slot = get(cx, state, object, (class, "slot"))?;
    Ok(MethodId(D::pick_int(cx, state, &slot)? as u32))
}

/// Names in reflected members are interned.
fn set_text<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    object: &D::Value,
    field: (&'static str, &'static str),
    text: &str,
) -> Result<(), Stop<D>> {
    let id = cx.program.intern(JavaText::from(text));
    let text = crate::interned(cx, state, id)?;
    set(cx, state, object, field, text)
}

/// `Method.invoke`, access checks done: `(method, receiver, arguments)`.
fn invoke<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let slot = get(cx, state, &args[0], (METHOD, "slot"))?;
    let id = MethodId(D::pick_int(cx, state, &slot)? as u32);
    let method = cx.program.method(id);
    let mut values = Vec::with_capacity(method.arity());
    let mut target = id;
    if method.is_static() {
        init::ensure(cx, state, method.class)?;
    } else {
        require(cx, state, &args[1])?;
        let ty = cx.program.class(method.class).ty;
        if !D::instance_of(cx, state, &args[1], ty)? {
            return Err(illegal("object is not an instance of declaring class"));
        }
        if !method.flags.is(Flags::PRIVATE) {
            target = D::select(cx, state, &args[1], id)?;
        }
        values.push(args[1].clone());
    }
    unpack(cx, state, &method.params, &args[2], &mut values)?;
    call_reflected(cx, state, target, &values, Then::Reflect)
}

/// `Constructor.newInstance`, access checks done: `(constructor, arguments)`.
fn new_instance<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let slot = get(cx, state, &args[0], (CONSTRUCTOR, "slot"))?;
    let id = MethodId(D::pick_int(cx, state, &slot)? as u32);
    let method = cx.program.method(id);
    if cx.program.class(method.class).flags.is(Flags::ABSTRACT) {
        return Err(Stop::raise("java/lang/InstantiationException"));
    }
    init::ensure(cx, state, method.class)?;
    let mut values = vec![D::null(cx, state)];
    unpack(cx, state, &method.params, &args[1], &mut values)?;
    let object = D::new_object(cx, state, method.class)?;
    values[0] = object.clone();
    call_reflected(cx, state, id, &values, Then::Construct(object))
}

fn call_reflected<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    method: MethodId,
    values: &[D::Value],
    then: Then<D::Value>,
) -> Answer<D> {
    let constructed = if let Then::Construct(object) = &then { Some(object.clone()) } else { None };
    match delegate(cx, state, method, values, then)? {
        Reply::Entered | Reply::Decline => Ok(Reply::Entered),
        Reply::Void => match constructed {
            Some(object) => Ok(Reply::Value(object)),
            None => Reply::null(cx, state),
        },
        Reply::Value(value) => {
            let result = cx.program.method(method).result;
            wrap(cx, state, result, value).map(Reply::Value)
        }
    }
}

/// Takes the arguments out of their array, unboxed and widened to the parameters' types.
fn unpack<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    params: &[TypeId],
    array: &D::Value,
    out: &mut Vec<D::Value>,
) -> Result<(), Stop<D>> {
    let count = if D::is_null(cx, state, array)? {
        0
    } else {
        let length = D::array_length(cx, state, array)?;
        D::pick_int(cx, state, &length)?
    };
    if count as usize != params.len() {
        return Err(illegal("wrong number of arguments"));
    }
    for (index, &ty) in params.iter().enumerate() {
        let index = D::int(cx, state, index as i32);
        let object = D::load_element(cx, state, Elem::Ref, array, &index)?;
        out.push(unbox(cx, state, ty, &object)?);
    }
    Ok(())
}

/// An object as a value of a type: cast, or unboxed and widened (JLS 5.1.2, 5.1.8).
fn unbox<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    ty: TypeId,
    object: &D::Value,
) -> Result<D::Value, Stop<D>> {
    let null = D::is_null(cx, state, object)?;
    if ty.is_reference() {
        if null || D::instance_of(cx, state, object, ty)? {
            return Ok(object.clone());
        }
        return Err(illegal("argument type mismatch"));
    }
    if null {
        return Err(Stop::raise("java/lang/IllegalArgumentException"));
    }
    let class = D::dynamic_type(cx, state, object)?;
    let primitives = (1..=8).map(TypeId);
    let found = primitives
        .filter(|&from| {
            box_class(cx.program.ty(from)).is_some_and(|name| cx.program.class_type(name) == class)
        })
        .find(|&from| widens(from, ty));
    let Some(from) = found else { return Err(illegal("argument type mismatch")) };
    let value = super::boxing::unwrap(cx, state, from, object)?;
    widen(cx, state, from, ty, value)
}

/// Whether a primitive type widens to another (JLS 5.1.2), or is it.
fn widens(from: TypeId, to: TypeId) -> bool {
    let rank = |ty: TypeId| match ty {
        TypeId::BYTE => 0,
        TypeId::SHORT => 1,
        TypeId::CHAR => 1,
        TypeId::INT => 2,
        TypeId::LONG => 3,
        TypeId::FLOAT => 4,
        _ => 5,
    };
    from == to
        || (from != TypeId::BOOLEAN
            && to != TypeId::BOOLEAN
            && rank(from) < rank(to)
            && !(from == TypeId::BYTE && to == TypeId::CHAR))
}

fn widen<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    from: TypeId,
    to: TypeId,
    value: D::Value,
) -> Result<D::Value, Stop<D>> {
    let kind = |cx: &Cx<'_, D>, ty| cx.program.ty(ty).kind().expect("not void");
    let op = match (kind(cx, from), kind(cx, to)) {
        (Kind::Int, Kind::Long) => Convert::IntToLong,
        (Kind::Int, Kind::Float) => Convert::IntToFloat,
        (Kind::Int, Kind::Double) => Convert::IntToDouble,
        (Kind::Long, Kind::Float) => Convert::LongToFloat,
        (Kind::Long, Kind::Double) => Convert::LongToDouble,
        (Kind::Float, Kind::Double) => Convert::FloatToDouble,
        _ => return Ok(value),
    };
    D::convert(cx, state, op, &value)
}

/// A value of one type as a value of another, as a method handle's types are adapted (`MethodHandle.asType`).
pub fn adapt<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    from: TypeId,
    to: TypeId,
    value: D::Value,
) -> Result<D::Value, Stop<D>> {
    match (from.is_primitive(), to.is_primitive()) {
        _ if from == to => Ok(value),
        (true, true) if widens(from, to) => widen(cx, state, from, to, value),
        (true, true) => Err(Stop::unsupported("a variable handle used with types that do not fit")),
        (true, false) => super::boxing::wrap(cx, state, from, value),
        (false, true) => {
            super::require(cx, state, &value)?;
            match unbox(cx, state, to, &value) {
                Err(Stop::Raise(_)) => Err(Stop::raise("java/lang/ClassCastException")),
                other => other,
            }
        }
        (false, false) => {
            let fits = D::is_null(cx, state, &value)? || D::instance_of(cx, state, &value, to)?;
            if fits { Ok(value) } else { Err(Stop::raise("java/lang/ClassCastException")) }
        }
    }
}

fn illegal<D: Domain>(message: &str) -> Stop<D> {
    Stop::raise_with("java/lang/IllegalArgumentException", message)
}

// `java.lang.reflect.Array`.

/// The element type and representation of an array argument.
fn array_element<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    array: &D::Value,
) -> Result<(Elem, TypeId), Stop<D>> {
    require(cx, state, array)?;
    let ty = D::dynamic_type(cx, state, array)?;
    let shape = cx.shape(ty)?;
    shape.element.ok_or_else(|| illegal("Argument is not an array"))
}

fn array_length<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    array_element(cx, state, &args[0])?;
    D::array_length(cx, state, &args[0]).map(Reply::Value)
}

fn array_new<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    require(cx, state, &args[0])?;
    let element = types::type_of_mirror(cx, state, &args[0])?;
    if *cx.program.ty(element) == Type::Void {
        return Err(Stop::raise("java/lang/IllegalArgumentException"));
    }
    let length = D::pick_int(cx, state, &args[1])?;
    if length < 0 {
        return Err(Stop::raise_with("java/lang/NegativeArraySizeException", length.to_string()));
    }
    let ty = cx.program.array_of(element);
    D::new_array(cx, state, ty, &args[1]).map(Reply::Value)
}

fn array_new_multi<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    require(cx, state, &args[0])?;
    let mut ty = types::type_of_mirror(cx, state, &args[0])?;
    let count = D::array_length(cx, state, &args[1])?;
    let mut lengths = Vec::new();
    for index in 0..D::pick_int(cx, state, &count)? {
        let index = D::int(cx, state, index);
        let length = D::load_element(cx, state, Elem::Int, &args[1], &index)?;
        lengths.push(D::pick_int(cx, state, &length)?);
        ty = cx.program.array_of(ty);
    }
    if let Some(length) = lengths.iter().find(|&&length| length < 0) {
        return Err(Stop::raise_with("java/lang/NegativeArraySizeException", length.to_string()));
    }
    crate::steps::alloc::nested_arrays(cx, state, ty, &lengths).map(Reply::Value)
}

/// As the instructions check, without their message.
fn check_bounds<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    array: &D::Value,
    index: &D::Value,
) -> Result<(), Stop<D>> {
    arrays::check_bounds(cx, state, array, index).map_err(|mut stop| {
        if let Stop::Raise(raise) = &mut stop {
            raise.message = None;
        }
        stop
    })
}

fn array_get<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let (elem, ty) = array_element(cx, state, &args[0])?;
    check_bounds(cx, state, &args[0], &args[1])?;
    let value = D::load_element(cx, state, elem, &args[0], &args[1])?;
    wrap(cx, state, ty, value).map(Reply::Value)
}

fn array_set<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let (elem, ty) = array_element(cx, state, &args[0])?;
    let value = unbox(cx, state, ty, &args[2])?;
    check_bounds(cx, state, &args[0], &args[1])?;
    D::store_element(cx, state, elem, &args[0], &args[1], value)?;
    Ok(Reply::Void)
}

fn array_get_primitive<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    wanted: TypeId,
    args: &[D::Value],
) -> Answer<D> {
    let (elem, ty) = array_element(cx, state, &args[0])?;
    if !ty.is_primitive() || !widens(ty, wanted) {
        return Err(illegal("Argument is not an array of primitive type"));
    }
    check_bounds(cx, state, &args[0], &args[1])?;
    let value = D::load_element(cx, state, elem, &args[0], &args[1])?;
    widen(cx, state, ty, wanted, value).map(Reply::Value)
}

fn array_set_primitive<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    given: TypeId,
    args: &[D::Value],
) -> Answer<D> {
    let (elem, ty) = array_element(cx, state, &args[0])?;
    if !ty.is_primitive() || !widens(given, ty) {
        return Err(illegal("argument type mismatch"));
    }
    check_bounds(cx, state, &args[0], &args[1])?;
    let value = widen(cx, state, given, ty, args[2].clone())?;
    D::store_element(cx, state, elem, &args[0], &args[1], value)?;
    Ok(Reply::Void)
}
