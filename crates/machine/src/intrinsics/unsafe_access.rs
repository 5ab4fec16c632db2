//! `jdk.internal.misc.Unsafe`: fields and elements by offset.
//!
//! Offsets are those of [`layout`](crate::layout); a static field is found at its class's `Class` object, at an offset
//! beyond any object's. Wider and narrower access to primitive arrays is put together from elements; what lies outside
//! the heap is [`memory`]'s.

use program::code::{BinOp, Cond, Convert, Elem, Kind};
use program::{Flags, TypeId};

use super::{
    Answer, Entry, Reply, answer_false, class_of_mirror, get, memory, nothing, pick_long, require, rust_text,
};
use crate::layout::{ARRAY_HEADER, width};
use crate::steps::{init, types};
use crate::{Cx, Domain, FieldSlot, State, Stop};

const UNSAFE: &str = "jdk/internal/misc/Unsafe";
/// Where the offsets of static fields start.
const STATICS: i64 = 1 << 40;

/// The intrinsics of `Unsafe`.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    let mut out: Vec<Entry<D>> = vec![
        (UNSAFE, "compareAndSetInt", "", |cx, state, args| compare_and_set(cx, state, Elem::Int, args)),
        (UNSAFE, "compareAndSetLong", "", |cx, state, args| compare_and_set(cx, state, Elem::Long, args)),
        (UNSAFE, "compareAndSetReference", "", |cx, state, args| compare_and_set(cx, state, Elem::Ref, args)),
        (UNSAFE, "compareAndExchangeInt", "", |cx, state, args| {
            compare_and_exchange(cx, state, Elem::Int, args)
        }),
        (UNSAFE, "compareAndExchangeLong", "", |cx, state, args| {
            compare_and_exchange(cx, state, Elem::Long, args)
        }),
        (UNSAFE, "compareAndExchangeReference", "", |cx, state, args| {
            compare_and_exchange(cx, state, Elem::Ref, args)
        }),
        (UNSAFE, "objectFieldOffset0", "", field_offset),
        (UNSAFE, "objectFieldOffset1", "", named_field_offset),
        (UNSAFE, "staticFieldOffset0", "", field_offset),
        (UNSAFE, "staticFieldBase0", "", static_field_base),
        (UNSAFE, "arrayBaseOffset0", "", |cx, state, _| Reply::int(cx, state, ARRAY_HEADER as i32)),
        (UNSAFE, "arrayIndexScale0", "", array_index_scale),
        (UNSAFE, "allocateInstance", "", allocate_instance),
        (UNSAFE, "ensureClassInitialized0", "", ensure_initialized),
        (UNSAFE, "shouldBeInitialized0", "", answer_false),
        (UNSAFE, "throwException", "", |_, _, args| Err(Stop::Throw(args[1].clone()))),
        (UNSAFE, "copyMemory0", "", copy_memory),
        (UNSAFE, "copySwapMemory0", "", copy_swapped),
        (UNSAFE, "setMemory0", "", set_memory),
        (UNSAFE, "loadFence", "", nothing),
        (UNSAFE, "storeFence", "", nothing),
        (UNSAFE, "fullFence", "", nothing),
    ];
    let getters: [(&'static str, &'static str, super::Intrinsic<D>); 9] = [
        ("getInt", "getIntVolatile", |cx, state, args| get_at(cx, state, Elem::Int, args)),
        ("getLong", "getLongVolatile", |cx, state, args| get_at(cx, state, Elem::Long, args)),
        ("getReference", "getReferenceVolatile", |cx, state, args| get_at(cx, state, Elem::Ref, args)),
        ("getBoolean", "getBooleanVolatile", |cx, state, args| get_at(cx, state, Elem::Byte, args)),
        ("getByte", "getByteVolatile", |cx, state, args| get_at(cx, state, Elem::Byte, args)),
        ("getShort", "getShortVolatile", |cx, state, args| get_at(cx, state, Elem::Short, args)),
        ("getChar", "getCharVolatile", |cx, state, args| get_at(cx, state, Elem::Char, args)),
        ("getFloat", "getFloatVolatile", |cx, state, args| get_at(cx, state, Elem::Float, args)),
        ("getDouble", "getDoubleVolatile", |cx, state, args| get_at(cx, state, Elem::Double, args)),
    ];
    let setters: [(&'static str, &'static str, &'static str, super::Intrinsic<D>); 9] = [
        ("putInt", "putIntVolatile", "I", |cx, state, args| put_at(cx, state, Elem::Int, args)),
        ("putLong", "putLongVolatile", "J", |cx, state, args| put_at(cx, state, Elem::Long, args)),
        ("putReference", "putReferenceVolatile", "Ljava/lang/Object;", |cx, state, args| {
            put_at(cx, state, Elem::Ref, args)
        }),
        ("putBoolean", "putBooleanVolatile", "Z", |cx, state, args| put_at(cx, state, Elem::Byte, args)),
        ("putByte", "putByteVolatile", "B", |cx, state, args| put_at(cx, state, Elem::Byte, args)),
        ("putShort", "putShortVolatile", "S", |cx, state, args| put_at(cx, state, Elem::Short, args)),
        ("putChar", "putCharVolatile", "C", |cx, state, args| put_at(cx, state, Elem::Char, args)),
        ("putFloat", "putFloatVolatile", "F", |cx, state, args| put_at(cx, state, Elem::Float, args)),
        ("putDouble", "putDoubleVolatile", "D", |cx, state, args| put_at(cx, state, Elem::Double, args)),
    ];
    let letters = ["I", "J", "Ljava/lang/Object;", "Z", "B", "S", "C", "F", "D"];
    for ((plain, volatile, run), letter) in getters.into_iter().zip(letters) {
        let descriptor = getter_descriptor(letter);
        out.extend([(UNSAFE, plain, descriptor, run), (UNSAFE, volatile, descriptor, run)]);
    }
    for (plain, volatile, letter, run) in setters {
        let descriptor = setter_descriptor(letter);
        out.extend([(UNSAFE, plain, descriptor, run), (UNSAFE, volatile, descriptor, run)]);
    }
    out
}

/// Distinguishes the accessors of objects from those of raw addresses, which have no object.
fn getter_descriptor(letter: &str) -> &'static str {
    match letter {
        "I" => "(Ljava/lang/Object;J)I",
        "J" => "(Ljava/lang/Object;J)J",
        "Z" => "(Ljava/lang/Object;J)Z",
        "B" => "(Ljava/lang/Object;J)B",
        "S" => "(Ljava/lang/Object;J)S",
        "C" => "(Ljava/lang/Object;J)C",
        "F" => "(Ljava/lang/Object;J)F",
        "D" => "(Ljava/lang/Object;J)D",
        _ => "(Ljava/lang/Object;J)Ljava/lang/Object;",
    }
}

fn setter_descriptor(letter: &str) -> &'static str {
    match letter {
        "I" => "(Ljava/lang/Object;JI)V",
        "J" => "(Ljava/lang/Object;JJ)V",
        "Z" => "(Ljava/lang/Object;JZ)V",
        "B" => "(Ljava/lang/Object;JB)V",
        "S" => "(Ljava/lang/Object;JS)V",
        "C" => "(Ljava/lang/Object;JC)V",
        "F" => "(Ljava/lang/Object;JF)V",
        "D" => "(Ljava/lang/Object;JD)V",
        _ => "(Ljava/lang/Object;JLjava/lang/Object;)V",
    }
}

/// What lies at an offset of an object.
pub enum Cell<V> {
    Field(V, FieldSlot),
    Static(FieldSlot),
    Element(V, Elem, i32),
    /// Bytes of a primitive array that are not one element of the size asked for.
    Bytes(V, Elem, i64, Order),
}

/// Which byte of a number comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    LittleEndian,
    BigEndian,
}

impl Order {
    /// The offsets of a number's bytes, the most significant first.
    fn offsets(self, width: u32) -> impl DoubleEndedIterator<Item = i64> {
        let last = i64::from(width) - 1;
        (0..=last).map(move |place| if self == Order::BigEndian { place } else { last - place })
    }
}

/// Finds what lies at an offset.
pub fn cell<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    object: &D::Value,
    offset: i64,
    elem: Elem,
) -> Result<Cell<D::Value>, Stop<D>> {
    if D::is_null(cx, state, object)? {
        let (block, start) = memory::find(cx, state, offset)?;
        if width(elem) == 1 {
            return Ok(Cell::Element(block, Elem::Byte, start as i32));
        }
        return Ok(Cell::Bytes(block, Elem::Byte, start, Order::LittleEndian));
    }
    if offset >= STATICS {
        let slot = cx.slot(program::FieldId((offset - STATICS) as u32));
        return Ok(Cell::Static(slot));
    }
    let ty = D::dynamic_type(cx, state, object)?;
    let shape = cx.shape(ty)?;
    if let Some((stored, _)) = shape.element {
        let bytes = offset - i64::from(ARRAY_HEADER);
        let size = i64::from(width(stored));
        if width(stored) == width(elem) && bytes % size == 0 {
            return Ok(Cell::Element(object.clone(), stored, (bytes / size) as i32));
        }
        return Ok(Cell::Bytes(object.clone(), stored, bytes, Order::LittleEndian));
    }
    let slot = shape.fields.iter().find(|slot| i64::from(slot.offset) == offset);
    slot.map(|&slot| Cell::Field(object.clone(), slot))
        .ok_or_else(|| Stop::unsupported("an offset without a field"))
}

/// Reads a field, an element or memory by its offset.
pub fn load<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    cell: &Cell<D::Value>,
    elem: Elem,
) -> Result<D::Value, Stop<D>> {
    match cell {
        Cell::Field(object, slot) => D::load_field(cx, state, object, *slot),
        Cell::Static(slot) => D::load_static(cx, state, *slot),
        Cell::Element(array, stored, index) => {
            let index = D::int(cx, state, *index);
            let value = D::load_element(cx, state, *stored, array, &index)?;
            as_bits(cx, state, value, stored.kind(), elem.kind())
        }
        Cell::Bytes(array, Elem::Byte, start, order) => assemble(cx, state, array, (*start, *order), elem),
        Cell::Bytes(..) => Err(Stop::unsupported("an array read as elements of another size")),
    }
}

/// Writes a field, an element or memory by its offset.
pub fn store<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    cell: &Cell<D::Value>,
    elem: Elem,
    value: D::Value,
) -> Result<(), Stop<D>> {
    match cell {
        Cell::Field(object, slot) => D::store_field(cx, state, object, *slot, value),
        Cell::Static(slot) => D::store_static(cx, state, *slot, value),
        Cell::Element(array, stored, index) => {
            let index = D::int(cx, state, *index);
            D::store_element(cx, state, *stored, array, &index, value)
        }
        Cell::Bytes(array, Elem::Byte, start, order) => {
            take_apart(cx, state, array, (*start, *order), elem, value)
        }
        Cell::Bytes(..) => Err(Stop::unsupported("an array written as elements of another size")),
    }
}

/// A number out of the elements of a byte array.
fn assemble<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    array: &D::Value,
    (start, order): (i64, Order),
    elem: Elem,
) -> Result<D::Value, Stop<D>> {
    let mut out = D::long(cx, state, 0);
    let mask = D::long(cx, state, 0xff);
    for offset in order.offsets(width(elem)) {
        let index = D::int(cx, state, (start + offset) as i32);
        let byte = D::load_element(cx, state, Elem::Byte, array, &index)?;
        let byte = D::convert(cx, state, Convert::IntToLong, &byte)?;
        let byte = D::binary(cx, state, BinOp::LongAnd, &byte, &mask)?;
        let eight = D::int(cx, state, 8);
        out = D::binary(cx, state, BinOp::LongShl, &out, &eight)?;
        out = D::binary(cx, state, BinOp::LongOr, &out, &byte)?;
    }
    let narrow = |cx: &mut Cx<'_, D>, state: &mut State<D>, value: &D::Value| {
        D::convert(cx, state, Convert::LongToInt, value)
    };
    match elem {
        Elem::Long => Ok(out),
        Elem::Int => narrow(cx, state, &out),
        Elem::Short => {
            narrow(cx, state, &out).and_then(|out| D::convert(cx, state, Convert::IntToShort, &out))
        }
        Elem::Char => narrow(cx, state, &out).and_then(|out| D::convert(cx, state, Convert::IntToChar, &out)),
        Elem::Byte | Elem::Float | Elem::Double | Elem::Ref => {
            Err(Stop::unsupported("a byte array read as floating-point numbers or references"))
        }
    }
}

fn take_apart<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    array: &D::Value,
    (start, order): (i64, Order),
    elem: Elem,
    value: D::Value,
) -> Result<(), Stop<D>> {
    let mut rest = match elem {
        Elem::Long => value,
        Elem::Int | Elem::Short | Elem::Char => D::convert(cx, state, Convert::IntToLong, &value)?,
        Elem::Byte | Elem::Float | Elem::Double | Elem::Ref => {
            return Err(Stop::unsupported("a byte array written as floating-point numbers or references"));
        }
    };
    for offset in order.offsets(width(elem)).rev() {
        let byte = D::convert(cx, state, Convert::LongToInt, &rest)?;
        let byte = D::convert(cx, state, Convert::IntToByte, &byte)?;
        let index = D::int(cx, state, (start + offset) as i32);
        D::store_element(cx, state, Elem::Byte, array, &index, byte)?;
        let eight = D::int(cx, state, 8);
        rest = D::binary(cx, state, BinOp::LongShr, &rest, &eight)?;
    }
    Ok(())
}

fn get_at<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, elem: Elem, args: &[D::Value]) -> Answer<D> {
    let offset = pick_long(cx, state, &args[2])?;
    let cell = cell(cx, state, &args[1], offset, elem)?;
    load(cx, state, &cell, elem).map(Reply::Value)
}

fn put_at<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, elem: Elem, args: &[D::Value]) -> Answer<D> {
    let offset = pick_long(cx, state, &args[2])?;
    let cell = cell(cx, state, &args[1], offset, elem)?;
    store(cx, state, &cell, elem, args[3].clone())?;
    Ok(Reply::Void)
}

fn compare_and_set<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    elem: Elem,
    args: &[D::Value],
) -> Answer<D> {
    let offset = pick_long(cx, state, &args[2])?;
    let cell = cell(cx, state, &args[1], offset, elem)?;
    let old = load(cx, state, &cell, elem)?;
    let equal = is_equal(cx, state, elem, &old, &args[3])?;
    if equal {
        store(cx, state, &cell, elem, args[4].clone())?;
    }
    Reply::bool(cx, state, equal)
}

fn compare_and_exchange<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    elem: Elem,
    args: &[D::Value],
) -> Answer<D> {
    let offset = pick_long(cx, state, &args[2])?;
    let cell = cell(cx, state, &args[1], offset, elem)?;
    let old = load(cx, state, &cell, elem)?;
    if is_equal(cx, state, elem, &old, &args[3])? {
        store(cx, state, &cell, elem, args[4].clone())?;
    }
    Ok(Reply::Value(old))
}

/// Equality of two values of one representation.
pub fn is_equal<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    elem: Elem,
    lhs: &D::Value,
    rhs: &D::Value,
) -> Result<bool, Stop<D>> {
    match elem.kind() {
        Kind::Ref => D::same(cx, state, lhs, rhs),
        kind => D::test(cx, state, kind, Cond::Eq, lhs, rhs),
    }
}

/// A number read as one of the same size: its bits.
fn as_bits<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    value: D::Value,
    stored: Kind,
    wanted: Kind,
) -> Result<D::Value, Stop<D>> {
    let bits = match (stored, wanted) {
        (Kind::Double, Kind::Long) => {
            D::known_double(cx, state, &value).map(|number| D::long(cx, state, number.to_bits() as i64))
        }
        (Kind::Float, Kind::Int) => {
            D::known_float(cx, state, &value).map(|number| D::int(cx, state, number.to_bits() as i32))
        }
        (stored, wanted) => (stored == wanted).then_some(value),
    };
    bits.ok_or_else(|| Stop::unsupported("an array read as elements of another kind"))
}

/// The offset of a field.
pub fn offset_of(slot: FieldSlot) -> i64 {
    if slot.is_static { STATICS + i64::from(slot.id.0) } else { i64::from(slot.offset) }
}

/// The field a `java.lang.reflect.Field` object stands for.
pub fn reflected_field<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    field: &D::Value,
) -> Result<FieldSlot, Stop<D>> {
    let mirror = get(cx, state, field, ("java/lang/reflect/Field", "clazz"))?;
    let number = get(cx, state, field, ("java/lang/reflect/Field", "slot"))?;
    let number = D::pick_int(cx, state, &number)?;
    class_of_mirror(cx, state, &mirror)?;
    Ok(cx.slot(program::FieldId(number as u32)))
}

fn field_offset<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    require(cx, state, &args[1])?;
    let slot = reflected_field(cx, state, &args[1])?;
    Reply::long(cx, state, offset_of(slot))
}

fn named_field_offset<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let class = class_of_mirror(cx, state, &args[1])?;
    let name = rust_text(cx, state, &args[2])?;
    match class.and_then(|class| cx.program.declared_field(class, &name)) {
        Some(field) => {
            let slot = cx.slot(field);
            Reply::long(cx, state, offset_of(slot))
        }
        None => Err(Stop::raise_with("java/lang/InternalError", name)),
    }
}

fn static_field_base<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let slot = reflected_field(cx, state, &args[1])?;
    let ty = cx.program.class(slot.class).ty;
    Ok(Reply::Value(types::mirror(cx, state, ty)?))
}

fn array_index_scale<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let ty = types::type_of_mirror(cx, state, &args[1])?;
    let elem = cx.element_type(ty).and_then(|element: TypeId| cx.storage(element));
    Reply::int(cx, state, elem.map_or(0, |elem| width(elem) as i32))
}

fn allocate_instance<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    match class_of_mirror(cx, state, &args[1])? {
        Some(class) if !cx.program.class(class).flags.is(Flags::ABSTRACT) => {
            init::ensure(cx, state, class)?;
            D::new_object(cx, state, class).map(Reply::Value)
        }
        _ => Err(Stop::raise("java/lang/InstantiationException")),
    }
}

fn ensure_initialized<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    if let Some(class) = class_of_mirror(cx, state, &args[1])? {
        init::ensure(cx, state, class)?;
    }
    Ok(Reply::Void)
}

/// Copies between primitive arrays.
fn copy_memory<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let [_, from, from_offset, to, to_offset, bytes] = args else {
        unreachable!("copyMemory has five parameters")
    };
    let [from_offset, to_offset, bytes] =
        [from_offset, to_offset, bytes].map(|value| pick_long(cx, state, value));
    let (from_offset, to_offset, bytes) = (from_offset?, to_offset?, bytes?);
    let from_cell = cell(cx, state, from, from_offset, Elem::Byte)?;
    let to_cell = cell(cx, state, to, to_offset, Elem::Byte)?;
    let (from_array, from_elem, from_byte) = primitive_bytes(&from_cell)?;
    let (to_array, to_elem, to_byte) = primitive_bytes(&to_cell)?;
    let size = i64::from(width(from_elem));
    let aligned = [from_byte, to_byte, bytes].iter().all(|count| count % size == 0);
    if width(from_elem) == width(to_elem) && aligned {
        let [from_index, to_index, length] = [from_byte, to_byte, bytes].map(|count| (count / size) as i32);
        let (from, to) = ((&from_array, from_index), (&to_array, to_index));
        D::copy_elements(cx, state, from_elem, from, to, length)?;
        return Ok(Reply::Void);
    }
    let wide = if width(from_elem) > width(to_elem) { from_elem } else { to_elem };
    if bytes % i64::from(width(wide)) != 0 {
        return Err(Stop::unsupported("a copy of parts of an array's elements"));
    }
    for at in (0..bytes).step_by(width(wide) as usize) {
        let from = cell(cx, state, from, from_offset + at, wide)?;
        let to = cell(cx, state, to, to_offset + at, wide)?;
        let value = load(cx, state, &from, wide)?;
        store(cx, state, &to, wide, value)?;
    }
    Ok(Reply::Void)
}

/// Copies numbers between a byte array and an array of such numbers, turning the order of their bytes.
fn copy_swapped<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let [_, from, from_offset, to, to_offset, bytes, size] = args else {
        unreachable!("copySwapMemory has six parameters")
    };
    let numbers = [from_offset, to_offset, bytes, size].map(|value| pick_long(cx, state, value));
    let [Ok(from_offset), Ok(to_offset), Ok(bytes), Ok(size)] = numbers else {
        return Err(numbers.into_iter().find_map(Result::err).expect("one of the four is unknown"));
    };
    let elem = match size {
        2 => Elem::Short,
        4 => Elem::Int,
        _ => Elem::Long,
    };
    for at in (0..bytes).step_by(size as usize) {
        let from = cell(cx, state, from, from_offset + at, elem)?;
        let to = cell(cx, state, to, to_offset + at, elem)?;
        let (from, to) = match (from, to) {
            (Cell::Bytes(array, Elem::Byte, start, _), to @ Cell::Element(_, stored, _))
                if stored.kind() == elem.kind() =>
            {
                (Cell::Bytes(array, Elem::Byte, start, Order::BigEndian), to)
            }
            (from @ Cell::Element(_, stored, _), Cell::Bytes(array, Elem::Byte, start, _))
                if stored.kind() == elem.kind() =>
            {
                (from, Cell::Bytes(array, Elem::Byte, start, Order::BigEndian))
            }
            _ => return Err(Stop::unsupported("a copy that turns bytes between arrays of one type")),
        };
        let value = load(cx, state, &from, elem)?;
        store(cx, state, &to, elem, value)?;
    }
    Ok(Reply::Void)
}

/// The array of a cell, how it stores its elements, and how many bytes before the cell.
fn primitive_bytes<D: Domain>(cell: &Cell<D::Value>) -> Result<(D::Value, Elem, i64), Stop<D>> {
    match cell {
        Cell::Element(array, elem, index) if *elem != Elem::Ref => {
            Ok((array.clone(), *elem, i64::from(*index)))
        }
        Cell::Bytes(array, elem, start, _) if *elem != Elem::Ref => Ok((array.clone(), *elem, *start)),
        Cell::Field(..) | Cell::Static(_) | Cell::Element(..) | Cell::Bytes(..) => {
            Err(Stop::unsupported("memory that is no primitive array"))
        }
    }
}

fn set_memory<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let (offset, bytes) = (pick_long(cx, state, &args[2])?, pick_long(cx, state, &args[3])?);
    for at in offset..offset + bytes {
        let cell = cell(cx, state, &args[1], at, Elem::Byte)?;
        store(cx, state, &cell, Elem::Byte, args[4].clone())?;
    }
    Ok(Reply::Void)
}
