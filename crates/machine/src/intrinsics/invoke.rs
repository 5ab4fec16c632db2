//! `java.lang.invoke`: variable handles. A `VarHandle` is an object of one class of ours choosing whose fields say
//! what it stands for: the id of a field, or the class of an array, whose elements may be read out of bytes.

use program::code::{BinOp, Elem, Kind};
use program::{Flags, Type, TypeId};

use super::unsafe_access::{self, Cell, Order};
use super::{
    Answer, Entry, Intrinsic, Reply, class_of_mirror, delegate, get, mirrors, pick_long, require, rust_text,
    set,
};
use super::{handles, reflect};
use crate::layout::width;
use crate::steps::{arrays, types};
use crate::{Cx, Domain, State, Stop, Then};

const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";
const HANDLES: &str = "java/lang/invoke/MethodHandles";
const VAR_HANDLE: &str = "java/lang/invoke/VarHandle";
/// The JDK's class whose objects we use; its fields are all we need.
const OUR_HANDLE: &str = "java/lang/invoke/VarHandleReferences$FieldInstanceReadWrite";
/// Its superclass, which says of which types the arguments of an access are.
const READ_ONLY: &str = "java/lang/invoke/VarHandleReferences$FieldInstanceReadOnly";
/// The field number of a handle on array elements.
const NO_FIELD: i64 = -1;
/// The field numbers of handles on numbers in byte arrays.
const LITTLE_ENDIAN: i64 = -2;
const BIG_ENDIAN: i64 = -3;
/// What a lookup object of the calling class may see: everything.
const FULL_POWER: i32 = -1;

/// The intrinsics of calls by method handles.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    let mut out: Vec<Entry<D>> = vec![
        (HANDLES, "lookup", "", lookup),
        (HANDLES, "arrayElementVarHandle", "", array_handle),
        (HANDLES, "byteArrayViewVarHandle", "", view_handle),
        (LOOKUP, "findVarHandle", "", field_handle),
        (LOOKUP, "findStaticVarHandle", "", field_handle),
        (READ_ONLY, "accessModeTypeUncached", "", access_type),
        (VAR_HANDLE, "acquireFence", "", super::nothing),
        (VAR_HANDLE, "releaseFence", "", super::nothing),
        (VAR_HANDLE, "fullFence", "", super::nothing),
        (VAR_HANDLE, "loadLoadFence", "", super::nothing),
        (VAR_HANDLE, "storeStoreFence", "", super::nothing),
    ];
    let families: [(&[&'static str], Intrinsic<D>); 6] = [
        (&["get", "getVolatile", "getOpaque", "getAcquire"], |cx, state, args| access(cx, state, args, read)),
        (&["set", "setVolatile", "setOpaque", "setRelease"], |cx, state, args| {
            access(cx, state, args, write)
        }),
        (
            &[
                "compareAndSet",
                "weakCompareAndSet",
                "weakCompareAndSetPlain",
                "weakCompareAndSetAcquire",
                "weakCompareAndSetRelease",
            ],
            |cx, state, args| accessed(cx, state, args, compare_and_set, true),
        ),
        (
            &["compareAndExchange", "compareAndExchangeAcquire", "compareAndExchangeRelease"],
            |cx, state, args| access(cx, state, args, compare_and_exchange),
        ),
        (&["getAndSet", "getAndSetAcquire", "getAndSetRelease"], |cx, state, args| {
            access(cx, state, args, get_and_set)
        }),
        (&["getAndAdd", "getAndAddAcquire", "getAndAddRelease"], |cx, state, args| {
            access(cx, state, args, get_and_add)
        }),
    ];
    for (names, run) in families {
        out.extend(names.iter().map(|&name| (VAR_HANDLE, name, "", run)));
    }
    let bitwise: [(&[&'static str], Intrinsic<D>); 3] = [
        (&["getAndBitwiseOr", "getAndBitwiseOrAcquire", "getAndBitwiseOrRelease"], |cx, state, args| {
            access(cx, state, args, |cx, state, args| update(cx, state, args, BinOp::IntOr, BinOp::LongOr))
        }),
        (&["getAndBitwiseAnd", "getAndBitwiseAndAcquire", "getAndBitwiseAndRelease"], |cx, state, args| {
            access(cx, state, args, |cx, state, args| update(cx, state, args, BinOp::IntAnd, BinOp::LongAnd))
        }),
        (&["getAndBitwiseXor", "getAndBitwiseXorAcquire", "getAndBitwiseXorRelease"], |cx, state, args| {
            access(cx, state, args, |cx, state, args| update(cx, state, args, BinOp::IntXor, BinOp::LongXor))
        }),
    ];
    for (names, run) in bitwise {
        out.extend(names.iter().map(|&name| (VAR_HANDLE, name, "", run)));
    }
    out
}

/// A lookup object of a class of the JDK remembers who asked; what it may see is not checked. For others the JDK makes one.
fn lookup<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, _args: &[D::Value]) -> Answer<D> {
    let caller = cx.program.method(state.frame().method).class;
    if cx.program.class(caller).origin != program::class::Origin::Jdk {
        return Ok(Reply::Decline);
    }
    let mirror = types::mirror(cx, state, cx.program.class(caller).ty)?;
    let object = D::new_object(cx, state, cx.class(LOOKUP)?)?;
    set(cx, state, &object, (LOOKUP, "lookupClass"), mirror)?;
    let modes = D::int(cx, state, FULL_POWER);
    set(cx, state, &object, (LOOKUP, "allowedModes"), modes)?;
    Ok(Reply::Value(object))
}

/// `(lookup, class, name, type)`.
fn field_handle<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    require(cx, state, &args[1])?;
    require(cx, state, &args[3])?;
    let class = class_of_mirror(cx, state, &args[1])?;
    let name = rust_text(cx, state, &args[2])?;
    let ty = types::type_of_mirror(cx, state, &args[3])?;
    let field = class.and_then(|class| cx.program.find_field(class, &name)).map(|id| cx.program.field(id));
    match field.filter(|field| field.ty == ty) {
        Some(field) if field.flags.is(Flags::STATIC) => handle(cx, state, i64::from(field.id.0), None, ty),
        Some(field) => {
            let holder = types::type_of_mirror(cx, state, &args[1])?;
            handle(cx, state, i64::from(field.id.0), Some(holder), ty)
        }
        None => {
            let class = types::type_of_mirror(cx, state, &args[1])?;
            let (class, ty) = (types::binary_name(cx, class), cx.program.type_name(ty));
            let message = format!("no such field: {class}.{name}/{ty}/getField");
            Err(Stop::raise_with("java/lang/NoSuchFieldException", message))
        }
    }
}

fn array_handle<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let (array, element) = array_types(cx, state, &args[0])?;
    handle(cx, state, NO_FIELD, Some(array), element)
}

/// `(class of the view's array, byte order)`.
fn view_handle<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let (_, element) = array_types(cx, state, &args[0])?;
    require(cx, state, &args[1])?;
    let order = get(cx, state, &args[1], ("java/nio/ByteOrder", "name"))?;
    let is_big = rust_text(cx, state, &order)? == "BIG_ENDIAN";
    let bytes = cx.program.array_of(TypeId::BYTE);
    handle(cx, state, if is_big { BIG_ENDIAN } else { LITTLE_ENDIAN }, Some(bytes), element)
}

/// The array type a `Class` object stands for and the type of its elements.
fn array_types<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    mirror: &D::Value,
) -> Result<(TypeId, TypeId), Stop<D>> {
    require(cx, state, mirror)?;
    let array = types::type_of_mirror(cx, state, mirror)?;
    match cx.program.ty(array) {
        Type::Array(element) => Ok((array, *element)),
        _ => Err(Stop::raise_with("java/lang/IllegalArgumentException", "not an array type")),
    }
}

/// A handle on a variable of type `value`; its first argument is a `receiver`, if it has one.
fn handle<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    field: i64,
    receiver: Option<TypeId>,
    value: TypeId,
) -> Answer<D> {
    let object = D::new_object(cx, state, cx.class(OUR_HANDLE)?)?;
    let field = D::long(cx, state, field);
    set(cx, state, &object, (OUR_HANDLE, "fieldOffset"), field)?;
    for (name, ty) in [("receiverType", receiver), ("fieldType", Some(value))] {
        if let Some(ty) = ty {
            let mirror = types::mirror(cx, state, ty)?;
            set(cx, state, &object, (OUR_HANDLE, name), mirror)?;
        }
    }
    Ok(Reply::Value(object))
}

/// `(handle, kind of access)`: the type of such an access. Elements have an index besides their array.
fn access_type<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    const ACCESS: &str = "java/lang/invoke/VarHandle$AccessType";
    let field = get(cx, state, &args[0], (OUR_HANDLE, "fieldOffset"))?;
    let between: &[TypeId] = if pick_long(cx, state, &field)? < 0 { &[TypeId::INT] } else { &[] };
    let between = mirrors(cx, state, between)?;
    let receiver = get(cx, state, &args[0], (OUR_HANDLE, "receiverType"))?;
    let value = get(cx, state, &args[0], (OUR_HANDLE, "fieldType"))?;
    let class = "Ljava/lang/Class;";
    let descriptor = format!("({class}{class}[{class})Ljava/lang/invoke/MethodType;");
    let make = cx.named_method(ACCESS, "accessModeType", &descriptor)?;
    delegate(cx, state, make, &[args[1].clone(), receiver, value, between], Then::Deliver)
}

/// Performs an access of the program's with arguments and result as the call has them (`VarHandle`, "access mode types"): they are
/// boxed, unboxed and widened. The JDK's own calls are of exactly the variable's types.
fn access<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    run: Intrinsic<D>,
) -> Answer<D> {
    accessed(cx, state, args, run, false)
}

/// As [`access`]; an access that `tests` says whether it had an effect.
fn accessed<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    run: Intrinsic<D>,
    tests: bool,
) -> Answer<D> {
    require(cx, state, &args[0])?;
    let caller = cx.program.method(state.frame().method).class;
    let is_ours = D::dynamic_type(cx, state, &args[0])? == cx.program.class_type(OUR_HANDLE);
    if !is_ours || cx.program.class(caller).origin == program::class::Origin::Jdk {
        return run(cx, state, args);
    }
    let (_, call) = handles::site(cx, state)?;
    let mirror = get(cx, state, &args[0], (OUR_HANDLE, "fieldType"))?;
    let ty = types::type_of_mirror(cx, state, &mirror)?;
    let coordinates = coordinates(cx, state, &args[0])?;
    let mut adapted = args.to_vec();
    for (index, &from) in call.params.iter().enumerate() {
        let to = match index {
            0 if coordinates > 0 => continue,
            1 if coordinates > 1 => TypeId::INT,
            _ => ty,
        };
        adapted[index + 1] = reflect::adapt(cx, state, from, to, adapted[index + 1].clone())?;
    }
    match run(cx, state, &adapted)? {
        Reply::Value(_) if call.result == TypeId::VOID => Ok(Reply::Void),
        Reply::Value(value) => {
            let from = if tests { TypeId::BOOLEAN } else { ty };
            reflect::adapt(cx, state, from, call.result, value).map(Reply::Value)
        }
        reply => Ok(reply),
    }
}

/// How many arguments say where the variable is.
fn coordinates<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    handle: &D::Value,
) -> Result<usize, Stop<D>> {
    let field = get(cx, state, handle, (OUR_HANDLE, "fieldOffset"))?;
    let field = pick_long(cx, state, &field)?;
    if field < 0 {
        return Ok(2);
    }
    Ok(usize::from(!cx.slot(program::FieldId(field as u32)).is_static))
}

/// A variable, how it is stored, and the arguments behind its coordinates.
type Variable<'a, V> = (Cell<V>, Elem, &'a [V]);

/// The variable a handle and its coordinates stand for.
fn variable<'a, D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &'a [D::Value],
) -> Result<Variable<'a, D::Value>, Stop<D>> {
    let ty = D::dynamic_type(cx, state, &args[0])?;
    if ty != cx.program.class_type(OUR_HANDLE) {
        let name = types::binary_name(cx, ty);
        return Err(Stop::unsupported(format!("a variable handle of class `{name}`")));
    }
    let field = get(cx, state, &args[0], (OUR_HANDLE, "fieldOffset"))?;
    let field = pick_long(cx, state, &field)?;
    if matches!(field, LITTLE_ENDIAN | BIG_ENDIAN) {
        let order = if field == BIG_ENDIAN { Order::BigEndian } else { Order::LittleEndian };
        return view(cx, state, args, order);
    }
    if field == NO_FIELD {
        require(cx, state, &args[1])?;
        arrays::check_bounds(cx, state, &args[1], &args[2])?;
        let ty: TypeId = D::dynamic_type(cx, state, &args[1])?;
        let (elem, _) = cx.shape(ty)?.element.ok_or_else(|| Stop::raise("java/lang/ClassCastException"))?;
        let index = D::pick_int(cx, state, &args[2])?;
        return Ok((Cell::Element(args[1].clone(), elem, index), elem, &args[3..]));
    }
    let slot = cx.slot(program::FieldId(field as u32));
    if slot.is_static {
        crate::steps::init::ensure(cx, state, slot.class)?;
        return Ok((Cell::Static(slot), slot.elem, &args[1..]));
    }
    require(cx, state, &args[1])?;
    Ok((Cell::Field(args[1].clone(), slot), slot.elem, &args[2..]))
}

/// The number at an index of a byte array.
fn view<'a, D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &'a [D::Value],
    order: Order,
) -> Result<Variable<'a, D::Value>, Stop<D>> {
    require(cx, state, &args[1])?;
    let mirror = get(cx, state, &args[0], (OUR_HANDLE, "fieldType"))?;
    let ty = types::type_of_mirror(cx, state, &mirror)?;
    let ty = cx.program.array_of(ty);
    let (elem, _) = cx.shape(ty)?.element.ok_or_else(|| Stop::raise("java/lang/IllegalArgumentException"))?;
    let length = D::array_length(cx, state, &args[1])?;
    let places = D::pick_int(cx, state, &length)? - width(elem) as i32 + 1;
    let index = D::pick_int(cx, state, &args[2])?;
    if index < 0 || index >= places {
        let message = format!("Index {index} out of bounds for length {places}");
        return Err(Stop::raise_with("java/lang/IndexOutOfBoundsException", message));
    }
    Ok((Cell::Bytes(args[1].clone(), Elem::Byte, i64::from(index), order), elem, &args[3..]))
}

fn read<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let (cell, elem, _) = variable(cx, state, args)?;
    unsafe_access::load(cx, state, &cell, elem).map(Reply::Value)
}

fn write<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let (cell, elem, rest) = variable(cx, state, args)?;
    unsafe_access::store(cx, state, &cell, elem, rest[0].clone())?;
    Ok(Reply::Void)
}

fn compare_and_set<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let (cell, elem, rest) = variable(cx, state, args)?;
    let old = unsafe_access::load(cx, state, &cell, elem)?;
    let equal = unsafe_access::is_equal(cx, state, elem, &old, &rest[0])?;
    if equal {
        unsafe_access::store(cx, state, &cell, elem, rest[1].clone())?;
    }
    Reply::bool(cx, state, equal)
}

fn compare_and_exchange<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let (cell, elem, rest) = variable(cx, state, args)?;
    let old = unsafe_access::load(cx, state, &cell, elem)?;
    if unsafe_access::is_equal(cx, state, elem, &old, &rest[0])? {
        unsafe_access::store(cx, state, &cell, elem, rest[1].clone())?;
    }
    Ok(Reply::Value(old))
}

fn get_and_set<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let (cell, elem, rest) = variable(cx, state, args)?;
    let old = unsafe_access::load(cx, state, &cell, elem)?;
    unsafe_access::store(cx, state, &cell, elem, rest[0].clone())?;
    Ok(Reply::Value(old))
}

fn get_and_add<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    update(cx, state, args, BinOp::IntAdd, BinOp::LongAdd)
}

fn update<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    int_op: BinOp,
    long_op: BinOp,
) -> Answer<D> {
    let (cell, elem, rest) = variable(cx, state, args)?;
    let op = match elem.kind() {
        Kind::Int => int_op,
        Kind::Long => long_op,
        Kind::Float | Kind::Double | Kind::Ref => {
            return Err(Stop::raise("java/lang/UnsupportedOperationException"));
        }
    };
    let old = unsafe_access::load(cx, state, &cell, elem)?;
    let new = D::binary(cx, state, op, &old, &rest[0])?;
    unsafe_access::store(cx, state, &cell, elem, new)?;
    Ok(Reply::Value(old))
}
