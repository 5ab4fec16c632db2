//! `java.lang.Object`, array copies, references.

use program::code::{BinOp, Cond, Elem, Kind};
use program::{Flags, TypeId};

use super::{Answer, Entry, Reply, answer_false, nothing, require};
use crate::steps::types;
use crate::{Cx, Domain, State, Stop};

const REFERENCE: &str = "java/lang/ref/Reference";

/// The intrinsics of `Object`.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        ("java/lang/Object", "getClass", "", get_class),
        ("java/lang/Object", "hashCode", "", hash_code),
        ("java/lang/Object", "clone", "", clone),
        ("java/lang/System", "identityHashCode", "", identity_hash_code),
        ("java/lang/System", "arraycopy", "", array_copy),
        ("jdk/internal/util/ArraysSupport", "vectorizedMismatch", "", nothing_compared),
        (REFERENCE, "refersTo0", "", refers_to),
        ("java/lang/ref/PhantomReference", "refersTo0", "", refers_to),
        (REFERENCE, "clear0", "", clear_reference),
        ("java/lang/ref/PhantomReference", "clear0", "", clear_reference),
        (REFERENCE, "<clinit>", "", initialise_references),
        (REFERENCE, "startReferenceHandlerThread", "", nothing),
        ("java/lang/ref/Finalizer", "startFinalizerThread", "", nothing),
        ("java/lang/ref/Finalizer", "isFinalizationEnabled", "", answer_false),
        ("java/io/FileCleanable", "register", "", nothing),
    ]
}

fn get_class<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let ty = D::dynamic_type(cx, state, &args[0])?;
    Ok(Reply::Value(types::mirror(cx, state, ty)?))
}

fn hash_code<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    Ok(Reply::Value(D::identity_hash(cx, state, &args[0])?))
}

fn identity_hash_code<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    if D::is_null(cx, state, &args[0])? {
        return Reply::int(cx, state, 0);
    }
    hash_code(cx, state, args)
}

/// A shallow copy; `CloneNotSupportedException` unless the object is an array or `Cloneable`.
fn clone<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let cloneable = cx.program.class_type("java/lang/Cloneable");
    if !D::instance_of(cx, state, &args[0], cloneable)? {
        let ty = D::dynamic_type(cx, state, &args[0])?;
        return Err(Stop::raise_with("java/lang/CloneNotSupportedException", types::binary_name(cx, ty)));
    }
    D::clone_object(cx, state, &args[0]).map(Reply::Value)
}

fn refers_to<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let slot = cx.named_field(REFERENCE, "referent")?;
    let referent = D::load_field(cx, state, &args[0], slot)?;
    let same = D::same(cx, state, &referent, &args[1])?;
    Reply::bool(cx, state, same)
}

fn clear_reference<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let (slot, null) = (cx.named_field(REFERENCE, "referent")?, D::null(cx, state));
    D::store_field(cx, state, &args[0], slot, null)?;
    Ok(Reply::Void)
}

/// `System.arraycopy`: all checks come before the first element is copied, except that a reference array is copied
/// up to the first element that does not fit.
fn array_copy<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let [from, from_start, to, to_start, length] = args else {
        unreachable!("arraycopy has five parameters")
    };
    require(cx, state, from)?;
    require(cx, state, to)?;
    let (from_type, to_type) = (D::dynamic_type(cx, state, from)?, D::dynamic_type(cx, state, to)?);
    let elem = common_element(cx, from_type, to_type)?;
    check_range(cx, state, "last source index", from_type, from, from_start, length)?;
    check_range(cx, state, "last destination index", to_type, to, to_start, length)?;
    let numbers = [from_start, to_start, length].map(|value| D::pick_int(cx, state, value));
    let [Ok(from_start), Ok(to_start), Ok(length)] = numbers else {
        return Err(numbers.into_iter().find_map(Result::err).expect("one of the three is unknown"));
    };
    if elem == Elem::Ref && !cx.is_subtype(from_type, to_type)? {
        return copy_checked(cx, state, (from, from_start), (to, to_start), length);
    }
    D::copy_elements(cx, state, elem, (from, from_start), (to, to_start), length)?;
    Ok(Reply::Void)
}

fn copy_checked<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    (from, from_start): (&D::Value, i32),
    (to, to_start): (&D::Value, i32),
    length: i32,
) -> Answer<D> {
    let (from_type, to_type) = (D::dynamic_type(cx, state, from)?, D::dynamic_type(cx, state, to)?);
    for offset in 0..length {
        let (source, target) = (D::int(cx, state, from_start + offset), D::int(cx, state, to_start + offset));
        let value = D::load_element(cx, state, Elem::Ref, from, &source)?;
        if !D::can_store(cx, state, to, &value)? {
            let [from, to] = [from_type, to_type].map(|ty| cx.program.type_name(ty));
            let message = if cx.is_subtype(to_type, from_type)? {
                format!(
                    "arraycopy: element type mismatch: can not cast one of the elements of {from} to the type of \
                     the destination array, {}",
                    to.strip_suffix("[]").unwrap_or(&to)
                )
            } else {
                format!("arraycopy: type mismatch: can not copy {from} into {to}")
            };
            return Err(Stop::raise_with("java/lang/ArrayStoreException", message));
        }
        D::store_element(cx, state, Elem::Ref, to, &target, value)?;
    }
    Ok(Reply::Void)
}

/// How both arrays store their elements; `ArrayStoreException` if they differ or are no arrays.
fn common_element<D: Domain>(cx: &mut Cx<'_, D>, from: TypeId, to: TypeId) -> Result<Elem, Stop<D>> {
    let mismatch = |message| Err(Stop::raise_with("java/lang/ArrayStoreException", message));
    let name = |ty| cx.program.type_name(ty);
    let Some(from_element) = cx.element_type(from) else {
        return mismatch(format!("arraycopy: source type {} is not an array", name(from)));
    };
    let Some(to_element) = cx.element_type(to) else {
        return mismatch(format!("arraycopy: destination type {} is not an array", name(to)));
    };
    match (from_element.is_reference(), to_element.is_reference()) {
        (true, true) => Ok(Elem::Ref),
        (false, false) if from_element == to_element => {
            Ok(cx.storage(from_element).expect("no arrays of void"))
        }
        (false, false) => {
            mismatch(format!("arraycopy: type mismatch: can not copy {} into {}", name(from), name(to)))
        }
        (true, false) => {
            mismatch(format!("arraycopy: type mismatch: can not copy object array[] into {}", name(to)))
        }
        (false, true) => {
            mismatch(format!("arraycopy: type mismatch: can not copy {} into object array[]", name(from)))
        }
    }
}

fn check_range<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    what: &str,
    ty: TypeId,
    array: &D::Value,
    start: &D::Value,
    length: &D::Value,
) -> Result<(), Stop<D>> {
    let size = D::array_length(cx, state, array)?;
    let non_negative =
        D::test_const(cx, state, Cond::Ge, start, 0)? && D::test_const(cx, state, Cond::Ge, length, 0)?;
    if non_negative {
        let room = D::binary(cx, state, BinOp::IntSub, &size, length)?;
        if D::test(cx, state, Kind::Int, Cond::Le, start, &room)? {
            return Ok(());
        }
    }
    Err(out_of_range(cx, state, what, ty, &size, start, length))
}

#[cold]
fn out_of_range<D: Domain>(
    cx: &Cx<'_, D>,
    state: &State<D>,
    what: &str,
    ty: TypeId,
    size: &D::Value,
    start: &D::Value,
    length: &D::Value,
) -> Stop<D> {
    let class = "java/lang/ArrayIndexOutOfBoundsException";
    let known = |value| D::known_int(cx, state, value);
    let (Some(size), Some(start), Some(length)) = (known(size), known(start), known(length)) else {
        return Stop::raise(class);
    };
    let element = cx.element_type(ty).expect("checked to be an array");
    let name = if element.is_reference() { "object array".into() } else { cx.program.type_name(element) };
    let side = if what.contains("source") { "source" } else { "destination" };
    let message = if start < 0 {
        format!("arraycopy: {side} index {start} out of bounds for {name}[{size}]")
    } else if length < 0 {
        format!("arraycopy: length {length} is negative")
    } else {
        format!("arraycopy: {what} {} out of bounds for {name}[{size}]", start as u32 + length as u32)
    };
    Stop::raise_with(class, message)
}

/// Elements of less than eight bytes are left to the loop behind this one: the answer is the complement of how many
/// remain. There is no loop behind it for longs and doubles; these the method's own code compares.
fn nothing_compared<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    const LONGS: i32 = 3;
    if D::known_int(cx, state, &args[5]) == Some(LONGS) {
        return Ok(Reply::Decline);
    }
    let all = D::int(cx, state, -1);
    D::binary(cx, state, BinOp::IntXor, &args[4], &all).map(Reply::Value)
}

/// The access flags a class was declared with, as `Class.getModifiers` shows them.
pub fn visible_flags(flags: Flags) -> i32 {
    i32::from(flags.0 & !Flags::SYNCHRONIZED.0)
}

/// No reference is ever cleared behind the program's back: the thread that waits for those is not started. JDKs that
/// start it in a method of its own need the rest of the initialiser.
fn initialise_references<D: Domain>(
    cx: &mut Cx<'_, D>,
    _state: &mut State<D>,
    _args: &[D::Value],
) -> Answer<D> {
    let class = cx.class(REFERENCE)?;
    let starts = cx.program.class(class).methods();
    let mut starts = starts.filter(|id| &*cx.program.method(*id).name == "startReferenceHandlerThread");
    Ok(if starts.next().is_some() { Reply::Decline } else { Reply::Void })
}
