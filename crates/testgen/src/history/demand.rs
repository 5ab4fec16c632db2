//! What a failing input asks of its objects, and how much of that an object has.

use explore::symbolic::JavaTypes;
use explore::{Input, diagram};
use heap::{InputValue, ObjectId};
use machine::concrete::{Machine, Value};
use program::{FieldId, JavaText, Program};

use crate::access::class_of;

/// How deep objects are compared.
const DEPTH: u32 = 4;
/// What an equal value counts, against one that is only like it.
const EQUAL: u32 = 4;

/// How much of what is wanted of a value this one has.
pub fn likeness(machine: &mut Machine<'_>, input: &Input, value: Value, wanted: InputValue) -> u32 {
    alike(machine, input, value, wanted, DEPTH)
}

fn alike(machine: &mut Machine<'_>, input: &Input, value: Value, wanted: InputValue, depth: u32) -> u32 {
    match (value, wanted) {
        (Value::Int(value), InputValue::Int(wanted)) => {
            number(value == wanted, value.signum() == wanted.signum())
        }
        (Value::Long(value), InputValue::Long(wanted)) => {
            number(value == wanted, value.signum() == wanted.signum())
        }
        (Value::Float(value), InputValue::Float(wanted)) => {
            number(value.to_bits() == wanted.to_bits(), value.total_cmp(&0.0) == wanted.total_cmp(&0.0))
        }
        (Value::Double(value), InputValue::Double(wanted)) => {
            number(value.to_bits() == wanted.to_bits(), value.total_cmp(&0.0) == wanted.total_cmp(&0.0))
        }
        (Value::Null, InputValue::Null) => EQUAL,
        (Value::Object(_), InputValue::Constant(..)) => 1,
        (Value::Object(object), InputValue::Object(id)) if depth > 0 => {
            let program = machine.cx.program;
            let wanted = input.heap.object(id);
            let ty = machine.type_of(object);
            let mut out = if ty == JavaTypes::ty(wanted.class) { 2 } else { 1 };
            if let Some(text) = diagram::java_text(program, &input.heap, wanted) {
                return out + if machine.text(object) == Some(text) { EQUAL } else { 0 };
            }
            if let Some((length, elements)) = &wanted.array {
                if program.element_of(ty).is_none() {
                    return out;
                }
                let there = machine.length(object);
                out += number(there == *length, there.signum() == length.signum());
                for (&index, &element) in elements.range(..there) {
                    let value = machine.element_at(object, index);
                    out += alike(machine, input, value, element, depth - 1);
                }
            }
            let class = class_of(program, ty);
            for &(field, content) in &wanted.fields {
                let field = FieldId(field.0);
                if class.is_some_and(|class| program.class(class).instance_fields.contains(&field)) {
                    let value = machine.field(object, field);
                    out += alike(machine, input, value, content, depth - 1);
                }
            }
            out
        }
        _ => 0,
    }
}

fn number(is_equal: bool, is_like: bool) -> u32 {
    match (is_equal, is_like) {
        (true, _) => EQUAL,
        (false, true) => 1,
        (false, false) => 0,
    }
}

/// The numbers and texts that occur in an input: what makes it fail may be among them.
#[derive(Default)]
pub struct Values {
    pub ints: Vec<i32>,
    pub longs: Vec<i64>,
    pub floats: Vec<u32>,
    pub doubles: Vec<u64>,
    pub texts: Vec<JavaText>,
}

impl Values {
    pub fn of(program: &Program, input: &Input) -> Self {
        let mut out = Self::default();
        let heap = &input.heap;
        let texts = heap.objects.iter().filter_map(|object| {
            diagram::java_text(program, heap, object).or_else(|| diagram::builder_text(program, heap, object))
        });
        out.texts = texts.collect();
        let inside = heap.objects.iter().filter(|object| diagram::java_text(program, heap, object).is_none());
        let contents = inside.flat_map(|object| {
            let elements = object.array.iter().flat_map(|(_, elements)| elements.values().copied());
            object.fields.iter().map(|(_, value)| *value).chain(elements).collect::<Vec<_>>()
        });
        for value in input.args.iter().map(|arg| arg.value).chain(contents) {
            out.add(value);
        }
        out
    }

    fn add(&mut self, value: InputValue) {
        match value {
            InputValue::Int(value) if !self.ints.contains(&value) => self.ints.push(value),
            InputValue::Long(value) if !self.longs.contains(&value) => self.longs.push(value),
            InputValue::Float(value) if !self.floats.contains(&value.to_bits()) => {
                self.floats.push(value.to_bits());
            }
            InputValue::Double(value) if !self.doubles.contains(&value.to_bits()) => {
                self.doubles.push(value.to_bits());
            }
            _ => {}
        }
    }
}

/// What is known of the fields of an object of the input, by the names parameters may share with them.
pub fn namesakes(program: &Program, input: &Input, id: ObjectId) -> Vec<(String, InputValue)> {
    let fields = input.heap.object(id).fields.iter();
    fields.map(|(field, value)| (program.field(FieldId(field.0)).name.to_string(), *value)).collect()
}
