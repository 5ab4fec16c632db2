//! Inputs in words: arguments by name, and what can be reached from them.

use std::collections::{BTreeMap, VecDeque};

use frames::java::table::{MethodInfo, Table};

use crate::input::Contract;
use crate::value::{Heap, Location, Ref, Value};
use crate::world::Store;

/// More lines than this help nobody.
const MOST_LINES: usize = 40;

/// Names of parameters and of what they lead to, with values: `x = 3`, `this.next = this`, `a = [1, 2]`.
pub fn arguments(
    table: &Table<'_>,
    info: &MethodInfo<'_>,
    contract: &Contract<'_>,
    store: &Store,
    heap: &Heap,
) -> Vec<(String, String)> {
    let mut names: Vec<String> = Vec::new();
    if !info.decl.modifiers.is_static && info.decl.result.is_some() {
        names.push("this".to_owned());
    }
    names.extend(info.decl.params.iter().map(|param| param.name.text.clone()));
    let given = &table.methods[info.contract].decl.contract.given;
    names.extend(given.iter().map(|param| param.name.text.clone()));
    let values = contract.params.iter().filter_map(|param| store.values.get(param).cloned());
    let mut waiting: VecDeque<(String, Value)> = names.into_iter().zip(values).collect();
    let (mut known, mut out) = (BTreeMap::new(), Vec::new());
    while let Some((name, value)) = waiting.pop_front() {
        if out.len() >= MOST_LINES {
            break;
        }
        match value {
            Value::Ref(Ref::Object(object)) => match known.get(&object) {
                Some(first) => out.push((name, String::clone(first))),
                None => {
                    known.insert(object, name.clone());
                    look_into(heap, object, name, &mut waiting, &mut out);
                }
            },
            other => out.extend(plain(&other).map(|shown| (name, shown))),
        }
    }
    out
}

/// An object's fields wait to be shown; an array of plain values is shown at once.
fn look_into(
    heap: &Heap,
    object: usize,
    name: String,
    waiting: &mut VecDeque<(String, Value)>,
    out: &mut Vec<(String, String)>,
) {
    let Some(length) = heap.objects.get(object).and_then(|object| object.length) else {
        let fields = heap.cells.iter().filter_map(|(location, value)| match location {
            Location::Field(Ref::Object(owner), field) if *owner == object => Some((field, value)),
            _ => None,
        });
        let before = waiting.len();
        waiting.extend(fields.map(|(field, value)| {
            let field = field.rsplit('.').next().unwrap_or(field);
            (format!("{name}.{field}"), value.clone())
        }));
        if waiting.len() == before {
            let class = heap.objects.get(object).map_or("Object", |object| object.class.as_str());
            out.push((name, format!("new {class}")));
        }
        return;
    };
    let elements = (0..length).map(|index| heap.cells.get(&Location::Element(object, index)));
    let elements: Vec<Option<&Value>> = elements.collect();
    let shown: Option<Vec<String>> = elements.iter().map(|value| plain((*value)?)).collect();
    match shown {
        Some(shown) => out.push((name, format!("[{}]", shown.join(", ")))),
        None => waiting.extend(
            elements
                .into_iter()
                .enumerate()
                .filter_map(|(index, value)| Some((format!("{name}[{index}]"), value?.clone()))),
        ),
    }
}

/// A value that needs no heap to be shown.
pub fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Int(value) => Some(value.to_string()),
        Value::Bool(value) => Some(value.to_string()),
        Value::Perm(value) => Some(value.to_string()),
        Value::Ref(Ref::Null) => Some("null".to_owned()),
        Value::Ref(Ref::Text(text)) => Some(text.clone()),
        Value::Ref(Ref::Class(class)) => Some(format!("{class}.class")),
        Value::Seq(values) => {
            let shown: Option<Vec<String>> = values.iter().map(plain).collect();
            Some(format!("[{}]", shown?.join(", ")))
        }
        Value::Ref(Ref::Object(_)) | Value::Set(_) | Value::Multiset(_) => None,
    }
}
