//! The attributes that are read on demand (JVMS 4.7): of classes, fields and methods.
//!
//! These tell about the source and serve reflection; a malformed one is left out rather than failing the class, as a
//! JVM that is not asked for it would.

use std::sync::Arc;

use super::cursor::{Cursor, Result, malformed};
use super::pool::{Loadable, Pool};
use super::{ClassFile, Member};
use crate::class::{
    Annotation, ClassAttributes, ElementValue, EnclosingMethod, Flags, InnerClass, MemberAttributes,
    RecordComponent,
};

/// Annotations nest; deeper than this is refused.
const MAX_NESTING: u32 = 64;

pub(crate) fn of_class(file: &ClassFile) -> ClassAttributes {
    let mut out = ClassAttributes::default();
    each_attribute(file, file.attributes, |name, mut at| {
        let pool = file.pool();
        match name {
            b"SourceFile" => out.source_file = Some(pool.text(at.u16()?)?.into_owned()),
            b"Signature" => out.signature = Some(pool.text(at.u16()?)?.into_owned()),
            b"EnclosingMethod" => out.enclosing_method = Some(enclosing_method(pool, at)?),
            b"NestHost" => out.nest_host = Some(pool.class(at.u16()?)?.into()),
            b"NestMembers" => out.nest_members = classes(pool, at)?,
            b"PermittedSubclasses" => out.permitted_subclasses = Some(classes(pool, at)?),
            b"InnerClasses" => out.inner_classes = list(at, |at| inner_class(pool, at))?,
            b"Record" => out.record = Some(list(at, |at| record_component(file, at))?),
            b"RuntimeVisibleAnnotations" => append(&mut out.annotations, annotations(pool, &mut at, true)?),
            b"RuntimeInvisibleAnnotations" => {
                append(&mut out.annotations, annotations(pool, &mut at, false)?)
            }
            _ => {}
        }
        Ok(())
    });
    out
}

pub(crate) fn of_member(file: &ClassFile, member: &Member) -> MemberAttributes {
    let mut out = MemberAttributes::default();
    each_attribute(file, member.attributes, |name, mut at| {
        let pool = file.pool();
        match name {
            b"Signature" => out.signature = Some(pool.text(at.u16()?)?.into_owned()),
            b"Exceptions" => out.exceptions = classes(pool, at)?,
            b"RuntimeVisibleAnnotations" => append(&mut out.annotations, annotations(pool, &mut at, true)?),
            b"RuntimeInvisibleAnnotations" => {
                append(&mut out.annotations, annotations(pool, &mut at, false)?)
            }
            b"RuntimeVisibleParameterAnnotations" => parameter_annotations(&mut out, pool, at, true)?,
            b"RuntimeInvisibleParameterAnnotations" => parameter_annotations(&mut out, pool, at, false)?,
            b"RuntimeVisibleTypeAnnotations" => type_annotations(&mut out, pool, at, true)?,
            b"RuntimeInvisibleTypeAnnotations" => type_annotations(&mut out, pool, at, false)?,
            b"MethodParameters" => {
                let count = at.u8()?;
                let parameter = |_| Ok((optional(pool.optional_text(at.u16()?)?), Flags(at.u16()?)));
                out.parameters = (0..count).map(parameter).collect::<Result<_>>()?;
            }
            b"AnnotationDefault" => out.annotation_default = Some(element_value(pool, &mut at, true, 0)?),
            _ => {}
        }
        Ok(())
    });
    out
}

/// A list of annotations per parameter.
fn parameter_annotations(
    out: &mut MemberAttributes,
    pool: Pool<'_>,
    mut at: Cursor<'_>,
    visible: bool,
) -> Result<()> {
    for index in 0..at.u8()?.into() {
        let annotations = annotations(pool, &mut at, visible)?;
        append(parameter(out, index), annotations);
    }
    Ok(())
}

/// Annotations of types (JVMS 4.7.20): those that stand before the type of a field or parameter count as its own.
fn type_annotations(
    out: &mut MemberAttributes,
    pool: Pool<'_>,
    mut at: Cursor<'_>,
    visible: bool,
) -> Result<()> {
    for _ in 0..at.u16()? {
        let target = type_target(&mut at)?;
        let is_whole = (0..at.u8()?).try_fold(true, |whole, _| {
            let (kind, _argument) = (at.u8()?, at.u8()?);
            Ok(whole && kind == NESTED)
        })?;
        let annotation = annotation(pool, &mut at, visible, 0)?;
        match target {
            Target::Field if is_whole => append(&mut out.annotations, Box::new([annotation])),
            Target::Parameter(index) if is_whole => append(parameter(out, index), Box::new([annotation])),
            Target::Field | Target::Parameter(_) | Target::Other => {}
        }
    }
    Ok(())
}

/// The step of a type path that leads from a class to one inside it.
const NESTED: u8 = 1;

/// What the type is the type of.
enum Target {
    Field,
    Parameter(usize),
    Other,
}

/// `target_type` and `target_info` (JVMS table 4.7.20-A).
fn type_target(at: &mut Cursor<'_>) -> Result<Target> {
    let words = match at.u8()? {
        0x13 => return Ok(Target::Field),
        0x16 => return Ok(Target::Parameter(at.u8()?.into())),
        0x14 | 0x15 => 0,
        0x00 | 0x01 => 1,
        0x10 | 0x11 | 0x12 | 0x17 | 0x42..=0x46 => 2,
        0x47..=0x4b => 3,
        0x40 | 0x41 => usize::from(at.u16()?) * 6,
        _ => return Err(malformed("an annotation of an unknown kind of type")),
    };
    at.take(words)?;
    Ok(Target::Other)
}

/// The annotations of a parameter.
fn parameter(out: &mut MemberAttributes, index: usize) -> &mut Box<[Annotation]> {
    let known = &mut out.parameter_annotations;
    if known.len() <= index {
        let mut longer = std::mem::take(known).into_vec();
        longer.resize_with(index + 1, Box::default);
        *known = longer.into();
    }
    &mut known[index]
}

/// The contents of the class's attribute of a name, as they stand in the file.
pub(crate) fn bytes_of_class<'f>(file: &'f ClassFile, wanted: &str) -> Option<&'f [u8]> {
    bytes(file, file.attributes, wanted)
}

/// The contents of a member's attribute of a name, as they stand in the file.
pub(crate) fn bytes_of_member<'f>(file: &'f ClassFile, member: &Member, wanted: &str) -> Option<&'f [u8]> {
    bytes(file, member.attributes, wanted)
}

fn bytes<'f>(file: &'f ClassFile, list: u32, wanted: &str) -> Option<&'f [u8]> {
    let mut cursor = file.cursor(list);
    for _ in 0..cursor.u16().ok()? {
        let name = file.pool().utf8(cursor.u16().ok()?).ok()?;
        let len = cursor.u32().ok()? as usize;
        let contents = cursor.take(len).ok()?;
        if name == wanted.as_bytes() {
            return Some(contents);
        }
    }
    None
}

/// Calls `read` with the name and contents of each attribute of a list.
fn each_attribute(file: &ClassFile, list: u32, mut read: impl FnMut(&[u8], Cursor<'_>) -> Result<()>) {
    let mut cursor = file.cursor(list);
    let mut walk = || -> Result<()> {
        for _ in 0..cursor.u16()? {
            let name = file.pool().utf8(cursor.u16()?)?;
            let len = cursor.u32()? as usize;
            // A malformed attribute is as good as absent.
            let _ = read(name, Cursor::new(cursor.take(len)?, 0));
        }
        Ok(())
    };
    walk().expect("parsing the class walked its attributes");
}

fn list<T>(mut at: Cursor<'_>, mut read: impl FnMut(&mut Cursor<'_>) -> Result<T>) -> Result<Box<[T]>> {
    (0..at.u16()?).map(|_| read(&mut at)).collect()
}

fn classes(pool: Pool<'_>, at: Cursor<'_>) -> Result<Box<[Arc<str>]>> {
    list(at, |at| Ok(pool.class(at.u16()?)?.into()))
}

fn enclosing_method(pool: Pool<'_>, mut at: Cursor<'_>) -> Result<EnclosingMethod> {
    let class = pool.class(at.u16()?)?.into();
    let method = match at.u16()? {
        0 => None,
        index => Some(pool.name_and_type(index).map(|(name, descriptor)| (name.into(), descriptor.into()))?),
    };
    Ok(EnclosingMethod { class, method })
}

fn inner_class(pool: Pool<'_>, at: &mut Cursor<'_>) -> Result<InnerClass> {
    Ok(InnerClass {
        inner: pool.class(at.u16()?)?.into(),
        outer: optional(pool.optional_class(at.u16()?)?),
        name: optional(pool.optional_text(at.u16()?)?),
        flags: Flags(at.u16()?),
    })
}

fn record_component(file: &ClassFile, at: &mut Cursor<'_>) -> Result<RecordComponent> {
    let pool = file.pool();
    let (name, descriptor) = (pool.text(at.u16()?)?.into(), pool.text(at.u16()?)?.into());
    let mut out = RecordComponent { name, descriptor, signature: None, annotations: None };
    for _ in 0..at.u16()? {
        let attribute = pool.utf8(at.u16()?)?;
        let len = at.u32()? as usize;
        let mut contents = Cursor::new(at.take(len)?, 0);
        match attribute {
            b"Signature" => out.signature = Some(pool.text(contents.u16()?)?.into_owned()),
            b"RuntimeVisibleAnnotations" => out.annotations = Some(contents.take(len)?.into()),
            _ => {}
        }
    }
    Ok(out)
}

fn annotations(pool: Pool<'_>, at: &mut Cursor<'_>, visible: bool) -> Result<Box<[Annotation]>> {
    (0..at.u16()?).map(|_| annotation(pool, at, visible, 0)).collect()
}

fn annotation(pool: Pool<'_>, at: &mut Cursor<'_>, visible: bool, depth: u32) -> Result<Annotation> {
    let ty = pool.text(at.u16()?)?.into();
    let count = at.u16()?;
    let elements = (0..count)
        .map(|_| Ok((pool.text(at.u16()?)?.into(), element_value(pool, at, visible, depth + 1)?)))
        .collect::<Result<_>>()?;
    Ok(Annotation { ty, elements, visible })
}

fn element_value(pool: Pool<'_>, at: &mut Cursor<'_>, visible: bool, depth: u32) -> Result<ElementValue> {
    if depth > MAX_NESTING {
        return Err(malformed("annotations nested too deeply"));
    }
    let tag = at.u8()?;
    Ok(match tag {
        b'e' => ElementValue::Enum(pool.text(at.u16()?)?.into(), pool.text(at.u16()?)?.into()),
        b'c' => ElementValue::Class(pool.text(at.u16()?)?.into()),
        b'@' => ElementValue::Annotation(Box::new(annotation(pool, at, visible, depth + 1)?)),
        b'[' => {
            let count = at.u16()?;
            let values = (0..count).map(|_| element_value(pool, at, visible, depth + 1));
            ElementValue::Array(values.collect::<Result<_>>()?)
        }
        b's' => ElementValue::String(pool.text(at.u16()?)?.into_owned()),
        _ => match (tag, pool.loadable(at.u16()?)?) {
            (b'Z', Loadable::Int(value)) => ElementValue::Boolean(value != 0),
            (b'B', Loadable::Int(value)) => ElementValue::Byte(value as i8),
            (b'C', Loadable::Int(value)) => ElementValue::Char(value as u16),
            (b'S', Loadable::Int(value)) => ElementValue::Short(value as i16),
            (b'I', Loadable::Int(value)) => ElementValue::Int(value),
            (b'J', Loadable::Long(value)) => ElementValue::Long(value),
            (b'F', Loadable::Float(value)) => ElementValue::Float(value),
            (b'D', Loadable::Double(value)) => ElementValue::Double(value),
            _ => return Err(malformed("an annotation element of an unknown kind")),
        },
    })
}

fn append(all: &mut Box<[Annotation]>, more: Box<[Annotation]>) {
    let mut joined = std::mem::take(all).into_vec();
    joined.extend(more);
    *all = joined.into();
}

fn optional(text: Option<std::borrow::Cow<'_, str>>) -> Option<Arc<str>> {
    text.map(Into::into)
}
