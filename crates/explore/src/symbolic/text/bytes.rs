//! Bytes: what the JDK's own string code works on.
//!
//! When code that is not modelled reads a field of a string or builder that holds its text, the text is written out: its length is
//! settled, and whether every character fits into one byte (Latin-1) or not (UTF-16).

use std::collections::BTreeMap;

use heap::{Field, InputHeap, InputObject, InputValue, Kind, Loc, ObjectId, Ref, Target, Value};
use library::names;
use machine::{Cx, FieldSlot, State};
use program::{Program, TypeId};

use super::{CHARS, Call, PARTS, Step, TEXT, new_ref};
use crate::symbolic::{JavaTypes, Symbolic, with_heap};

/// What characters of an input nobody asked for are shown as.
const ANY: u16 = b'a' as u16;
/// Up to this length all characters of an input are written down.
const MAX_SHOWN: i32 = 1000;

/// The fields whose reading means that bytes are wanted.
pub struct Watched {
    string: Vec<Field>,
    builder: Vec<Field>,
}

/// Whose field it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    String,
    Builder,
}

impl Watched {
    pub fn new(program: &Program) -> Self {
        let of = |class: &str, names: &[&str]| -> Vec<Field> {
            let Ok(class) = program.class_named(class) else { return Vec::new() };
            let fields = names.iter().filter_map(|name| program.find_field(class, name));
            fields.map(|field| Field(field.0)).collect()
        };
        Self {
            string: of(names::STRING, &["value", "coder", "hash", "hashIsZero"]),
            builder: of(names::ABSTRACT_STRING_BUILDER, &["value", "coder", "count"]),
        }
    }

    #[inline]
    pub fn holder(&self, field: Field) -> Option<Holder> {
        if self.string.contains(&field) {
            return Some(Holder::String);
        }
        self.builder.contains(&field).then_some(Holder::Builder)
    }
}

pub(super) fn string_slots<'p>(cx: &mut Cx<'_, Symbolic<'p>>) -> Step<'p, (FieldSlot, FieldSlot)> {
    Ok((cx.named_field(names::STRING, "value")?, cx.named_field(names::STRING, "coder")?))
}

/// Gives bytes to whatever a reference (not null) may be to, before a watched field of it is read.
pub fn prepare<'p>(
    cx: &mut Cx<'_, Symbolic<'p>>,
    state: &mut State<Symbolic<'p>>,
    object: Ref,
    holder: Holder,
) -> Step<'p, ()> {
    let method = program::MethodId(0);
    let mut call = Call { cx, state, method };
    if !call.is_open(Value::Ref(object)) {
        return Ok(());
    }
    let targets = match object.as_loc() {
        Some(loc) => vec![Target::Loc(loc)],
        None => {
            let entries = with_heap(call.cx, call.state, |heap, hcx| heap.accessible(hcx, object))?;
            entries.iter().map(|entry| entry.target).collect()
        }
    };
    for target in targets {
        match (target, holder) {
            (Target::Loc(loc), Holder::String) => call.write_out_string(loc)?,
            (Target::Loc(loc), Holder::Builder) => call.write_out_builder(loc)?,
            (Target::Sym(_), _) => {}
        }
    }
    Ok(())
}

impl<'p> Call<'_, '_, 'p> {
    fn write_out_string(&mut self, string: Loc) -> Step<'p, ()> {
        let (value, coder) = string_slots(self.cx)?;
        if self.part(string, Field(value.id.0)).is_some() {
            return Ok(());
        }
        let Some(text) = self.text_at(string)? else { return Ok(()) };
        let units = self.units(&text)?;
        let (bytes, wide) = self.encode(&units)?;
        self.set(string, Field(value.id.0), new_ref(bytes));
        self.set(string, Field(coder.id.0), Value::Int(wide));
        for cache in ["hash", "hashIsZero"] {
            if let Ok(slot) = self.cx.named_field(names::STRING, cache) {
                self.set(string, Field(slot.id.0), Value::Int(0));
            }
        }
        Ok(())
    }

    fn write_out_builder(&mut self, builder: Loc) -> Step<'p, ()> {
        self.open_builder(builder)?;
        if self.link(builder, PARTS).is_none() {
            return Ok(());
        }
        let units = self.joined(builder)?;
        let (bytes, wide) = self.encode(&units)?;
        for (name, content) in [
            ("value", new_ref(bytes)),
            ("coder", Value::Int(wide)),
            ("count", Value::Int(units.len() as i32)),
        ] {
            let slot = self.cx.named_field(names::ABSTRACT_STRING_BUILDER, name)?;
            self.set(builder, Field(slot.id.0), content);
        }
        self.set(builder, PARTS, Value::NULL);
        Ok(())
    }

    /// The bytes of characters, and their coder.
    fn encode(&mut self, units: &[Value]) -> Step<'p, (Loc, i32)> {
        let terms = self.terms();
        let narrow = terms.and(units.iter().map(|unit| terms.less(unit.term(terms), terms.i32(256))));
        let wide = !self.decide(narrow)?;
        let terms = self.terms();
        let byte = |unit: Value, low: u8| match unit {
            Value::Int(unit) => Value::Int(i32::from((unit >> low) as i8)),
            unit => Value::of_term(terms, terms.sign_extend(terms.extract(unit.term(terms), low, 8), 32)),
        };
        let bytes: Vec<Value> = if wide {
            units.iter().flat_map(|&unit| [byte(unit, 0), byte(unit, 8)]).collect()
        } else {
            units.iter().map(|&unit| byte(unit, 0)).collect()
        };
        let class = JavaTypes::class(self.cx.program.array_of(TypeId::BYTE));
        let heap = &mut self.state.heap.heap;
        let array = heap.allocate_array(class, Kind::Byte, Value::Int(bytes.len() as i32));
        heap.fill_array(array, bytes);
        Ok((array, i32::from(wide)))
    }
}

/// Turns the characters of input strings and builders into the bytes and the coder the JDK wants.
pub fn settle_input(program: &Program, heap: &mut InputHeap) {
    settle_strings(program, heap);
    settle_builders(program, heap);
}

/// A builder has the bytes of the string it was put together from, which nobody else refers to.
fn settle_builders(program: &Program, heap: &mut InputHeap) {
    let Ok(class) = program.class_named(names::ABSTRACT_STRING_BUILDER) else { return };
    let field = |name: &str| program.find_field(class, name).map(|field| Field(field.0));
    let (Some(value), Some(coder), Some(count)) = (field("value"), field("coder"), field("count")) else {
        return;
    };
    for index in 0..heap.objects.len() {
        let fields = &mut heap.objects[index].fields;
        let Some(at) = fields.iter().position(|(field, _)| *field == TEXT) else { continue };
        let InputValue::Object(text) = fields.remove(at).1 else { continue };
        let (bytes, wide) = bytes_of(program, heap, text);
        let length = heap.object(bytes).array.as_ref().map_or(0, |(length, _)| *length);
        heap.objects[index].fields.extend([
            (value, InputValue::Object(bytes)),
            (coder, InputValue::Int(i32::from(wide))),
            (count, InputValue::Int(if wide { length / 2 } else { length })),
        ]);
    }
}

/// The bytes of a string, and whether there are two for each character; new ones if nobody asked for them.
fn bytes_of(program: &Program, heap: &mut InputHeap, string: ObjectId) -> (ObjectId, bool) {
    let mut wide = false;
    let mut bytes = None;
    for (field, content) in &heap.object(string).fields {
        match (&*program.field(program::FieldId(field.0)).name, content) {
            ("coder", InputValue::Int(coder)) => wide = *coder == 1,
            ("value", InputValue::Object(array)) => bytes = Some(*array),
            _ => {}
        }
    }
    let bytes = bytes.unwrap_or_else(|| {
        let class = JavaTypes::class(program.array_of(TypeId::BYTE));
        let array = Some((0, BTreeMap::new()));
        let (name, fields) = ("bytes".to_owned(), Vec::new());
        heap.objects.push(InputObject { class, name, fields, array, before: None });
        ObjectId(heap.objects.len() as u32 - 1)
    });
    (bytes, wide)
}

fn settle_strings(program: &Program, heap: &mut InputHeap) {
    let Ok(class) = program.class_named(names::STRING) else { return };
    let field = |name: &str| program.find_field(class, name).map(|field| Field(field.0));
    let (Some(value), Some(coder)) = (field("value"), field("coder")) else { return };
    for index in 0..heap.objects.len() {
        let fields = &mut heap.objects[index].fields;
        let Some(at) = fields.iter().position(|(field, _)| *field == CHARS) else { continue };
        let InputValue::Object(chars) = fields.remove(at).1 else { continue };
        let array = &mut heap.objects[chars.0 as usize];
        let wide =
            array.array.as_ref().is_some_and(|(_, units)| units.values().any(|unit| unit_of(*unit) > 255));
        array.class = JavaTypes::class(program.array_of(TypeId::BYTE));
        if let Some((length, units)) = array.array.take() {
            array.array = Some(encode_input(length, &units, wide));
        }
        let fields = &mut heap.objects[index].fields;
        fields.push((value, InputValue::Object(chars)));
        fields.push((coder, InputValue::Int(i32::from(wide))));
    }
}

/// Characters nobody asked for are any, as long as that is worth writing down.
fn encode_input(
    length: i32,
    units: &BTreeMap<i32, InputValue>,
    wide: bool,
) -> (i32, BTreeMap<i32, InputValue>) {
    let any = InputValue::Int(i32::from(ANY));
    let mut all = units.clone();
    if length <= MAX_SHOWN {
        for at in 0..length {
            all.entry(at).or_insert(any);
        }
    }
    let byte = |byte: u16| InputValue::Int(i32::from(byte as i8));
    let bytes = |(at, unit): (i32, InputValue)| match wide {
        true => vec![
            (at.saturating_mul(2), byte(unit_of(unit))),
            (at.saturating_mul(2).saturating_add(1), byte(unit_of(unit) >> 8)),
        ],
        false => vec![(at, byte(unit_of(unit)))],
    };
    let length = if wide { length.saturating_mul(2) } else { length };
    (length, all.into_iter().flat_map(bytes).collect())
}

fn unit_of(value: InputValue) -> u16 {
    if let InputValue::Int(unit) = value { unit as u16 } else { 0 }
}
