//! An input in words: names and values, and which of its objects deserve a box in a drawing.

use heap::{Field, InputHeap, InputObject, InputValue, ObjectId, Types};
use library::names;
use program::{FieldId, JavaText, Program, Type};

use crate::entry::short_type;
use crate::path::Input;
use crate::places;
use crate::symbolic::{JavaTypes, constant_fields};

/// Elements shown of one array.
const MAX_ELEMENTS: usize = 12;

/// The input as names and values: arguments, unknown static fields and answers of the environment.
pub fn arguments(program: &Program, input: &Input) -> Vec<(String, String)> {
    let types = JavaTypes::new(program);
    let shown = input
        .args
        .iter()
        .map(|arg| (arg.name.clone(), typed(program, &input.heap, types.kind_of(arg.ty), arg.value)));
    let statics = input.statics.iter().map(|unknown| {
        let kind = types.kind_of(program.field(unknown.field).ty);
        (unknown.name.clone(), typed(program, &input.heap, kind, unknown.value))
    });
    let numbered = input.nondet.iter().enumerate();
    let nondet =
        numbered.map(|(index, given)| (format!("nondet{index}"), value(program, &input.heap, given.value)));
    let asked = input.asked.iter().map(|(what, answer)| (what.name().to_string(), answer.to_string()));
    shown.chain(statics).chain(nondet).chain(asked).collect()
}

/// Whether an object of the input is worth a box: strings, lists and arrays of numbers are shown where they are used, and what was there
/// before the input is called by its name.
pub fn is_drawn(program: &Program, heap: &InputHeap, id: ObjectId) -> bool {
    let object = heap.object(id);
    object.before.is_none() && !is_inline(program, heap, object) && !is_inside_list(program, heap, id)
}

/// What a box is called.
pub fn title(program: &Program, heap: &InputHeap, id: ObjectId) -> String {
    format!("{} {}", short_type(program, JavaTypes::ty(heap.object(id).class)), label(id))
}

/// A value on one line.
pub fn value(program: &Program, heap: &InputHeap, value: InputValue) -> String {
    match value {
        InputValue::Int(value) => value.to_string(),
        InputValue::Long(value) => format!("{value}L"),
        InputValue::Float(value) if value.is_finite() => format!("{value:?}f"),
        InputValue::Float(value) => format!("Float.{}", special(value.into())),
        InputValue::Double(value) if !value.is_finite() => format!("Double.{}", special(value)),
        InputValue::Double(value) => format!("{value:?}"),
        InputValue::Null => "null".to_owned(),
        InputValue::Object(id) => object(program, heap, id),
        InputValue::Constant(class, number) => {
            let ty = JavaTypes::ty(class);
            let fields = constant_fields(program, ty);
            let name = fields.get(number as usize).map_or("?", |field| &*program.field(*field).name);
            format!("{}.{name}", short_type(program, ty))
        }
    }
}

/// The content of a field on one line.
pub fn content(program: &Program, heap: &InputHeap, field: Field, value: InputValue) -> String {
    typed(program, heap, Some(JavaTypes::new(program).kind(field)), value)
}

/// A value of this declared type on one line.
fn typed(program: &Program, heap: &InputHeap, kind: Option<heap::Kind>, content: InputValue) -> String {
    match (kind, content) {
        (Some(heap::Kind::Boolean), InputValue::Int(bit)) => (bit != 0).to_string(),
        (Some(heap::Kind::Char), InputValue::Int(unit @ 32..=126)) => format!("{:?}", unit as u8 as char),
        (Some(heap::Kind::Char), InputValue::Int(unit)) => format!("'\\u{unit:04x}'"),
        _ => value(program, heap, content),
    }
}

/// Numbers that are none, as Java calls them.
fn special(value: f64) -> &'static str {
    match value {
        _ if value.is_nan() => "NaN",
        _ if value > 0.0 => "POSITIVE_INFINITY",
        _ => "NEGATIVE_INFINITY",
    }
}

/// The text of a `String` of the input, as far as it is Unicode.
pub fn text(program: &Program, heap: &InputHeap, object: &InputObject) -> Option<String> {
    java_text(program, heap, object).map(|text| text.to_string())
}

/// The text of a `String` of the input.
pub fn java_text(program: &Program, heap: &InputHeap, object: &InputObject) -> Option<JavaText> {
    let is_string = JavaTypes::ty(object.class) == program.class_type(names::STRING);
    is_string.then(|| characters(program, heap, object)).flatten()
}

/// The text of a `StringBuilder` or `StringBuffer` of the input.
pub fn builder_text(program: &Program, heap: &InputHeap, object: &InputObject) -> Option<JavaText> {
    let name = program.type_name(JavaTypes::ty(object.class)).replace('.', "/");
    let is_builder = library::class(&name).is_some_and(|class| class.is_builder);
    is_builder.then(|| characters(program, heap, object)).flatten()
}

/// The characters a string or a builder has in bytes.
fn characters(program: &Program, heap: &InputHeap, object: &InputObject) -> Option<JavaText> {
    let wide = field_named(program, object, "coder") == Some(InputValue::Int(1));
    let Some(InputValue::Object(bytes)) = field_named(program, object, "value") else {
        return Some(JavaText::from(""));
    };
    let (length, elements) = heap.object(bytes).array.as_ref()?;
    let byte = |index: i32| match elements.get(&index) {
        Some(InputValue::Int(byte)) => *byte as u8,
        _ => 0,
    };
    let units: Vec<u16> = if wide {
        (0..length / 2).map(|at| u16::from_le_bytes([byte(2 * at), byte(2 * at + 1)])).collect()
    } else {
        (0..*length).map(|at| u16::from(byte(at))).collect()
    };
    Some(JavaText::from_units(&units))
}

fn object(program: &Program, heap: &InputHeap, id: ObjectId) -> String {
    let object = heap.object(id);
    if let Some(place) = &object.before {
        return places::name(program, object.class, place);
    }
    if let Some(text) = java_text(program, heap, object) {
        return text.quoted();
    }
    if let Some(text) = builder_text(program, heap, object) {
        let class = short_type(program, JavaTypes::ty(object.class));
        return format!("{class} {} {}", label(id), text.quoted());
    }
    if let Some(listed) = listed(program, heap, object) {
        return format!("{} {} {listed}", short_type(program, JavaTypes::ty(object.class)), label(id));
    }
    if is_inline(program, heap, object) {
        return elements(program, heap, object);
    }
    title(program, heap, id)
}

/// The elements of an `ArrayList` of the input; `None` for other objects. An element that leads back to a list is not shown again.
fn listed(program: &Program, heap: &InputHeap, list: &InputObject) -> Option<String> {
    let array = heap.object(list_array(program, list)?);
    let size = match field_named(program, list, "size") {
        Some(InputValue::Int(size)) => size,
        _ => 0,
    };
    let (_, known) = array.array.as_ref()?;
    let shown = (0..size).take(MAX_ELEMENTS).map(|at| match known.get(&at).copied() {
        Some(InputValue::Object(id)) if list_array(program, heap.object(id)).is_some() => {
            format!("{} {}", short_type(program, JavaTypes::ty(heap.object(id).class)), label(id))
        }
        Some(element) => value(program, heap, element),
        None => "null".to_owned(),
    });
    let more = if size as usize > MAX_ELEMENTS { format!(", … ({size} in all)") } else { String::new() };
    Some(format!("[{}{more}]", shown.collect::<Vec<_>>().join(", ")))
}

/// The array inside an `ArrayList` that was looked into.
fn list_array(program: &Program, object: &InputObject) -> Option<ObjectId> {
    let is_list = JavaTypes::ty(object.class) == program.class_type(names::ARRAY_LIST);
    match field_named(program, object, "elementData").filter(|_| is_list) {
        Some(InputValue::Object(array)) => Some(array),
        _ => None,
    }
}

fn field_named(program: &Program, object: &InputObject, name: &str) -> Option<InputValue> {
    let found = object.fields.iter().find(|(field, _)| &*program.field(FieldId(field.0)).name == name);
    found.map(|(_, value)| *value)
}

/// A list's array is not shown beside the list.
fn is_inside_list(program: &Program, heap: &InputHeap, id: ObjectId) -> bool {
    heap.objects.iter().any(|object| list_array(program, object) == Some(id))
}

fn label(id: ObjectId) -> String {
    format!("#{}", id.0 + 1)
}

/// Strings, builders, lists, and arrays of numbers.
fn is_inline(program: &Program, heap: &InputHeap, object: &InputObject) -> bool {
    let numbers = match program.ty(JavaTypes::ty(object.class)) {
        Type::Array(element) => element.is_primitive(),
        _ => false,
    };
    numbers
        || text(program, heap, object).is_some()
        || builder_text(program, heap, object).is_some()
        || list_array(program, object).is_some()
}

/// The name of a field, with its class where the object has others of that name.
pub fn field_in(program: &Program, object: &InputObject, field: Field) -> String {
    let info = program.field(FieldId(field.0));
    let class = program.resolve_class(JavaTypes::ty(object.class));
    let all = class.as_ref().map_or(&[][..], |class| &program.class(*class).instance_fields);
    if all.iter().filter(|other| program.field(**other).name == info.name).count() < 2 {
        return info.name.to_string();
    }
    format!("{}.{}", short_type(program, program.class(info.class).ty), info.name)
}

fn elements(program: &Program, heap: &InputHeap, object: &InputObject) -> String {
    let Some((length, known)) = &object.array else { return String::new() };
    let element = program.element_of(JavaTypes::ty(object.class)).expect("only arrays have a length");
    let zero = if element.is_reference() { InputValue::Null } else { InputValue::Int(0) };
    let kind = JavaTypes::new(program).kind_of(element);
    let shown = (0..*length)
        .take(MAX_ELEMENTS)
        .map(|at| typed(program, heap, kind, known.get(&at).copied().unwrap_or(zero)));
    let list: Vec<String> = shown.collect();
    let more =
        if *length as usize > MAX_ELEMENTS { format!(", … ({length} in all)") } else { String::new() };
    format!("{{{}{more}}}", list.join(", "))
}
