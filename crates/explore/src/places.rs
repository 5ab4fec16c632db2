//! Where objects of an input are found that were there before the call, so that it can be run with these very objects.

use heap::{Field, Heap, InputHeap, InputValue, Loc, Place, Value};
use library::{Primitive, names};
use machine::Cx;
use machine::concrete::{Handle, Machine, Outcome as End, Value as Concrete};
use program::class::Origin;
use program::{FieldId, Flags, JavaText, Program, TypeId};

use crate::entry::short_type;
use crate::symbolic::{DOUBT, JavaTypes, Memory, Symbolic};

/// Finds the places of all objects of an input that were there before the call, as far as there are any.
pub(crate) fn find(cx: &Cx<'_, Symbolic<'_>>, memory: &Memory, heap: &mut InputHeap) {
    for object in &mut heap.objects {
        if let Some(Place::At(loc)) = object.before {
            object.before = Some(of(cx, memory, object.class, loc));
        }
    }
}

/// Where an object was before the call.
pub(crate) fn of(cx: &Cx<'_, Symbolic<'_>>, memory: &Memory, class: heap::Class, loc: Loc) -> Place {
    let found = shared(cx.program, &memory.heap, JavaTypes::ty(class), loc);
    found.or_else(|| held(cx, memory, loc)).unwrap_or(Place::At(loc))
}

/// Boxes and literals are known by what they hold.
fn shared(program: &Program, heap: &Heap, ty: TypeId, loc: Loc) -> Option<Place> {
    if ty == program.class_type(names::STRING) {
        return text(program, heap, ty, loc).map(Place::Literal);
    }
    let boxed = cached(&program.type_name(ty).replace('.', "/"))?;
    let class = program.resolve_class(ty).ok()?;
    let value = program.find_field(class, "value")?;
    let number = heap.known_field(loc, Field(value.0));
    Some(Place::Boxed(match number.unwrap_or(Value::Int(0)) {
        Value::Int(0) if boxed == Primitive::Long => InputValue::Long(0),
        Value::Int(number) => InputValue::Int(number),
        Value::Long(number) => InputValue::Long(number),
        Value::Float(_) | Value::Double(_) | Value::Term(_) | Value::Ref(_) => return None,
    }))
}

/// What objects of a class hold, if some of them are the same whenever they are asked for.
fn cached(class: &str) -> Option<Primitive> {
    library::unboxed(class).filter(|boxed| !matches!(boxed, Primitive::Float | Primitive::Double))
}

fn text(program: &Program, heap: &Heap, ty: TypeId, loc: Loc) -> Option<String> {
    let class = program.resolve_class(ty).ok()?;
    let field = |name: &str| heap.known_field(loc, Field(program.find_field(class, name)?.0));
    let Some(Value::Ref(bytes)) = field("value") else { return None };
    let byte = |value: &Value| if let Value::Int(byte) = value { Some(*byte as u8) } else { None };
    let bytes: Vec<u8> = heap.dense(bytes.as_loc()?)?.iter().map(byte).collect::<Option<_>>()?;
    match field("coder") {
        Some(Value::Int(1)) => {
            let units = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
            String::from_utf16(&units.collect::<Vec<_>>()).ok()
        }
        _ => Some(bytes.into_iter().map(char::from).collect()),
    }
}

/// A static field that whoever calls can read; the program's own first.
fn held(cx: &Cx<'_, Symbolic<'_>>, memory: &Memory, loc: Loc) -> Option<Place> {
    let program = cx.program;
    let is_here = |value: Value| matches!(value, Value::Ref(reference) if reference.as_loc() == Some(loc));
    let is_own = |field: FieldId| program.class(program.field(field).class).origin == Origin::ClassPath;
    let is_open = |field: FieldId| {
        let flags = program.field(field).flags;
        if is_own(field) { !flags.is(Flags::PRIVATE) } else { flags.is(Flags::PUBLIC) }
    };
    let fields: Vec<FieldId> = memory
        .statics
        .all()
        .filter(|(field, value)| is_here(*value) && is_open(*field))
        .map(|(field, _)| field)
        .collect();
    let own = fields.iter().copied().find(|field| is_own(*field));
    own.or(fields.first().copied()).map(|field| Place::Static(Field(field.0)))
}

/// Such an object in words.
pub(crate) fn name(program: &Program, class: heap::Class, place: &Place) -> String {
    match place {
        Place::At(_) => format!("a {} that was there before", short_type(program, JavaTypes::ty(class))),
        Place::Static(field) => crate::symbolic::field_name(program, FieldId(field.0)),
        Place::Boxed(InputValue::Int(number)) if is_named(program, class, "Boolean") => {
            let name = if *number == 0 { "Boolean.FALSE" } else { "Boolean.TRUE" };
            name.to_owned()
        }
        Place::Boxed(number) => {
            let number = crate::diagram::value(program, &InputHeap::default(), *number);
            format!("{}.valueOf({number})", short_type(program, JavaTypes::ty(class)))
        }
        Place::Literal(text) => format!("the literal {}", JavaText::from(text.as_str()).quoted()),
    }
}

fn is_named(program: &Program, class: heap::Class, name: &str) -> bool {
    short_type(program, JavaTypes::ty(class)) == name
}

/// The object itself, on a machine.
pub(crate) fn fetch(machine: &mut Machine<'_>, class: heap::Class, place: &Place) -> Result<Handle, End> {
    let found = match place {
        Place::At(_) => None,
        Place::Literal(text) => return machine.literal(&JavaText::from(text.as_str())),
        Place::Static(field) => {
            let field = FieldId(field.0);
            machine.initialise(machine.cx.program.field(field).class)?;
            Some(machine.static_field(field))
        }
        Place::Boxed(number) => boxed(machine, class, *number)?,
    };
    match found {
        Some(Concrete::Object(handle)) => Ok(handle),
        _ => Err(End::Unsupported(DOUBT.to_owned())),
    }
}

fn boxed(machine: &mut Machine<'_>, class: heap::Class, number: InputValue) -> Result<Option<Concrete>, End> {
    let program = machine.cx.program;
    let name = program.type_name(JavaTypes::ty(class)).replace('.', "/");
    let Some(plain) = cached(&name) else { return Ok(None) };
    let descriptor = format!("({})L{name};", plain.letter());
    let class = program.resolve_class(JavaTypes::ty(class));
    let class = *class.as_ref().map_err(|error| End::Unsupported(error.message.clone()))?;
    let Some(method) = program.find_method(class, "valueOf", &descriptor) else { return Ok(None) };
    let number = match number {
        InputValue::Int(number) => Concrete::Int(number),
        InputValue::Long(number) => Concrete::Long(number),
        InputValue::Float(_)
        | InputValue::Double(_)
        | InputValue::Null
        | InputValue::Object(_)
        | InputValue::Constant(..) => return Ok(None),
    };
    match machine.call(method, &[number], &mut ()) {
        End::Returned(value) => Ok(value),
        other => Err(other),
    }
}
