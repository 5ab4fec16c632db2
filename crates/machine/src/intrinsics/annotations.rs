//! Annotations by reflection: the bytes of the class file, and the constants they refer to, for the JDK's own parser.

use program::class::Constant;
use program::{ClassId, Declaration, FieldId};

use super::{Answer, Entry, Reply, class_of_mirror, get, reflect, set};
use crate::{Cx, Domain, State, Stop, strings};

const CLASS: &str = "java/lang/Class";
const POOL: &str = "jdk/internal/reflect/ConstantPool";
const ANNOTATIONS: &str = "RuntimeVisibleAnnotations";
const TYPE_ANNOTATIONS: &str = "RuntimeVisibleTypeAnnotations";

/// The intrinsics of annotations.
pub fn table<D: Domain>() -> Vec<Entry<D>> {
    vec![
        (CLASS, "getRawAnnotations", "", |cx, state, args| of_class(cx, state, args, ANNOTATIONS)),
        (CLASS, "getRawTypeAnnotations", "", |cx, state, args| of_class(cx, state, args, TYPE_ANNOTATIONS)),
        (CLASS, "getConstantPool", "", constant_pool),
        ("java/lang/reflect/Executable", "getTypeAnnotationBytes0", "", of_executable),
        ("java/lang/reflect/Field", "getTypeAnnotationBytes0", "", of_field),
        (POOL, "getIntAt0", "", number_at),
        (POOL, "getLongAt0", "", number_at),
        (POOL, "getFloatAt0", "", number_at),
        (POOL, "getDoubleAt0", "", number_at),
        (POOL, "getUTF8At0", "", text_at),
    ]
}

/// Gives a reflected field, method or constructor the bytes of its annotations.
pub fn attach<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    object: &D::Value,
    class: &'static str,
    of: Declaration,
) -> Result<(), Stop<D>> {
    let attributes: &[(&'static str, &str)] = match (of, class) {
        (Declaration::Method(_), "java/lang/reflect/Method") => &[
            ("annotations", ANNOTATIONS),
            ("parameterAnnotations", "RuntimeVisibleParameterAnnotations"),
            ("annotationDefault", "AnnotationDefault"),
        ],
        (Declaration::Method(_), _) => {
            &[("annotations", ANNOTATIONS), ("parameterAnnotations", "RuntimeVisibleParameterAnnotations")]
        }
        (Declaration::Field(_) | Declaration::Class(_), _) => &[("annotations", ANNOTATIONS)],
    };
    for &(field, attribute) in attributes {
        if let Some(bytes) = cx.program.attribute(of, attribute) {
            let bytes = strings::new_bytes(cx, state, bytes)?;
            set(cx, state, object, (class, field), bytes)?;
        }
    }
    Ok(())
}

fn of_class<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
    attribute: &str,
) -> Answer<D> {
    let class = class_of_mirror(cx, state, &args[0])?;
    answer_bytes(cx, state, class.map(Declaration::Class), attribute)
}

fn of_executable<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let method = reflect::executable(cx, state, &args[0])?;
    answer_bytes(cx, state, Some(Declaration::Method(method)), TYPE_ANNOTATIONS)
}

fn of_field<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let slot = get(cx, state, &args[0], ("java/lang/reflect/Field", "slot"))?;
    let field = FieldId(D::pick_int(cx, state, &slot)? as u32);
    answer_bytes(cx, state, Some(Declaration::Field(field)), TYPE_ANNOTATIONS)
}

fn answer_bytes<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    of: Option<Declaration>,
    attribute: &str,
) -> Answer<D> {
    match of.and_then(|of| cx.program.attribute(of, attribute)) {
        Some(bytes) => strings::new_bytes(cx, state, bytes).map(Reply::Value),
        None => Reply::null(cx, state),
    }
}

/// A constant pool is known by the class it belongs to.
fn constant_pool<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let pool = D::new_object(cx, state, cx.class(POOL)?)?;
    set(cx, state, &pool, (POOL, "constantPoolOop"), args[0].clone())?;
    Ok(Reply::Value(pool))
}

/// `(pool, class, index)`: the class and the index.
fn entry<D: Domain>(
    cx: &mut Cx<'_, D>,
    state: &mut State<D>,
    args: &[D::Value],
) -> Result<(ClassId, u16), Stop<D>> {
    let class = class_of_mirror(cx, state, &args[1])?.ok_or_else(no_entry)?;
    let index = u16::try_from(D::pick_int(cx, state, &args[2])?).map_err(|_| no_entry())?;
    Ok((class, index))
}

fn no_entry<D: Domain>() -> Stop<D> {
    Stop::raise_with("java/lang/IllegalArgumentException", "Wrong type at constant pool index")
}

fn number_at<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let (class, index) = entry(cx, state, args)?;
    let value = match cx.program.pool_number(class, index) {
        Some(Constant::Int(value)) => D::int(cx, state, value),
        Some(Constant::Long(value)) => D::long(cx, state, value),
        Some(Constant::Float(value)) => D::float(cx, state, value),
        Some(Constant::Double(value)) => D::double(cx, state, value),
        Some(Constant::String(_)) | None => return Err(no_entry()),
    };
    Ok(Reply::Value(value))
}

fn text_at<D: Domain>(cx: &mut Cx<'_, D>, state: &mut State<D>, args: &[D::Value]) -> Answer<D> {
    let (class, index) = entry(cx, state, args)?;
    let text = cx.program.pool_text(class, index).ok_or_else(no_entry)?;
    D::new_string(cx, state, &text).map(Reply::Value)
}
