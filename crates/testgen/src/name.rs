//! Names in generated code: variables, and tests named after what they do.

use heap::{InputValue, ObjectId};
use program::{FieldId, Program, TypeId};

use crate::access::class_of;
use explore::symbolic::{JavaTypes, constant_fields};
use explore::{Entry, Input, diagram};

/// Longest name of a test, apart from how it ends.
const MAX_SITUATION: usize = 60;

/// Words that are no names in Java, and names the tests use themselves.
const RESERVED: [&str; 60] = [
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "record",
    "result",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "thrown",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "var",
    "void",
    "volatile",
    "while",
    "yield",
    "sealed",
    "_",
];

/// `insertOnEmpty`, `findWithNullKey`: the method and what is special about its input.
pub fn situation(program: &Program, entry: &Entry, input: &Input) -> String {
    let method = program.method(entry.method);
    let mut out = if method.is_constructor() { "create".to_owned() } else { identifier(&method.name) };
    for arg in &input.args {
        let said = if arg.name == "this" {
            receiver(program, input, arg.value)
        } else {
            argument(program, input, &arg.name, arg.ty, arg.value)
        };
        if out.len() + said.len() <= MAX_SITUATION {
            out.push_str(&said);
        }
    }
    for unknown in &input.statics {
        let field = program.field(unknown.field);
        let said = argument(program, input, &field.name, field.ty, unknown.value);
        if out.len() + said.len() <= MAX_SITUATION {
            out.push_str(&said);
        }
    }
    out
}

/// A name nobody has: the base, or the base with a number.
pub fn unused(base: &str, taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number| format!("{base}{number}"));
    let mut all = std::iter::once(base.to_owned()).chain(numbered);
    all.find(|name| !taken(name)).expect("numbers do not run out")
}

/// Something like this as the name of a variable.
pub fn variable(base: &str) -> String {
    let name = small(&identifier(base));
    if RESERVED.contains(&name.as_str()) || name.is_empty() { format!("the{}", capital(&name)) } else { name }
}

/// The last part of an access path: `left` of `this.root.left`.
pub fn last_part(path: &str) -> String {
    let last = path.rsplit('.').find(|part| part.starts_with(|first: char| first.is_ascii_alphabetic()));
    let last = last.unwrap_or("object");
    last.split(['[', '(', '@']).next().unwrap_or(last).to_owned()
}

pub fn capital(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

pub fn small(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// A number in a name: `5`, `Minus3`, `Max`.
pub fn number(value: i64) -> String {
    match value {
        0 => "Zero".to_owned(),
        1 => "One".to_owned(),
        -1 => "MinusOne".to_owned(),
        i64::MIN => "Min".to_owned(),
        i64::MAX => "Max".to_owned(),
        _ if value == i64::from(i32::MIN) => "Min".to_owned(),
        _ if value == i64::from(i32::MAX) => "Max".to_owned(),
        100_000.. => "Large".to_owned(),
        _ if value < -100_000 => "VeryNegative".to_owned(),
        2.. => value.to_string(),
        _ => format!("Minus{}", value.unsigned_abs()),
    }
}

/// A text as part of a name, if it is short and plain.
pub fn text(text: &str) -> Option<String> {
    let plain = !text.is_empty() && text.len() <= 12 && text.chars().all(|char| char.is_ascii_alphanumeric());
    plain.then(|| capital(text))
}

fn identifier(text: &str) -> String {
    let kept = text.chars().filter(|char| char.is_alphanumeric() || *char == '_');
    let name: String = kept.collect();
    if name.starts_with(|first: char| first.is_ascii_digit()) { format!("n{name}") } else { name }
}

/// How many nodes hang on the receiver, if it is that kind of object.
fn receiver(program: &Program, input: &Input, value: InputValue) -> String {
    let InputValue::Object(id) = value else { return constant(program, value).unwrap_or_default() };
    let fields = &input.heap.object(id).fields;
    let is_reference = |field: &heap::Field| program.field(FieldId(field.0)).ty.is_reference();
    if !fields.is_empty()
        && fields.iter().all(|(field, value)| is_reference(field) && *value == InputValue::Null)
    {
        return "OnEmpty".to_owned();
    }
    nodes(program, input, id).map_or_else(String::new, |counted| format!("On{counted}"))
}

/// `TwoNodes`: objects of the first class met that refers to itself.
fn nodes(program: &Program, input: &Input, root: ObjectId) -> Option<String> {
    let refers_to_itself = |ty: TypeId| {
        let class = class_of(program, ty)?;
        program.class(class).instance_fields.iter().find(|field| program.field(**field).ty == ty)
    };
    let reached = reachable(input, root);
    let types = reached.iter().map(|id| JavaTypes::ty(input.heap.object(*id).class));
    let node = types.clone().find(|ty| refers_to_itself(*ty).is_some())?;
    let count = types.filter(|ty| *ty == node).count();
    let name = program.type_name(node);
    let name = identifier(name.rsplit(['.', '$']).next().unwrap_or(&name));
    Some(match count {
        1 => format!("One{name}"),
        _ => format!("{}{name}s", count_word(count)),
    })
}

fn reachable(input: &Input, root: ObjectId) -> Vec<ObjectId> {
    let mut out = vec![root];
    let mut next = 0;
    while let Some(id) = out.get(next).copied() {
        next += 1;
        let object = input.heap.object(id);
        let elements = object.array.iter().flat_map(|(_, elements)| elements.values());
        for value in object.fields.iter().map(|(_, value)| value).chain(elements) {
            if let InputValue::Object(target) = value
                && !out.contains(target)
            {
                out.push(*target);
            }
        }
    }
    out
}

fn argument(program: &Program, input: &Input, name: &str, ty: TypeId, value: InputValue) -> String {
    let name = capital(&identifier(name));
    match value {
        InputValue::Int(bit) if program.type_name(ty) == "boolean" => {
            if bit != 0 {
                format!("When{name}")
            } else {
                format!("WhenNot{name}")
            }
        }
        InputValue::Int(unit) if program.type_name(ty) == "char" => {
            let shown = char::from_u32(unit as u32).map(String::from).and_then(|shown| text(&shown));
            format!("With{name}{}", shown.unwrap_or_else(|| number(i64::from(unit))))
        }
        InputValue::Int(value) => format!("With{name}{}", number(i64::from(value))),
        InputValue::Long(value) => format!("With{name}{}", number(value)),
        InputValue::Float(value) => format!("With{name}{}", float(f64::from(value))),
        InputValue::Double(value) => format!("With{name}{}", float(value)),
        InputValue::Null => format!("WithNull{name}"),
        InputValue::Constant(..) => format!("With{}", constant(program, value).unwrap_or(name)),
        InputValue::Object(id) => object(program, input, &name, id),
    }
}

fn object(program: &Program, input: &Input, name: &str, id: ObjectId) -> String {
    let is_receiver = |arg: &explore::Arg| arg.name == "this" && arg.value == InputValue::Object(id);
    if input.args.iter().any(is_receiver) {
        return "WithItself".to_owned();
    }
    let object = input.heap.object(id);
    if let Some(content) = diagram::text(program, &input.heap, object) {
        return match text(&content) {
            Some(shown) => format!("With{name}{shown}"),
            None if content.is_empty() => format!("WithEmpty{name}"),
            None => format!("With{name}"),
        };
    }
    match &object.array {
        Some((0, _)) => format!("WithEmpty{name}"),
        Some((length, _)) => format!("With{name}Of{}", count_word(*length as usize)),
        None => nodes(program, input, id)
            .map_or_else(|| format!("With{name}"), |counted| format!("With{counted}")),
    }
}

fn constant(program: &Program, value: InputValue) -> Option<String> {
    let InputValue::Constant(class, number) = value else { return None };
    let field = *constant_fields(program, JavaTypes::ty(class)).get(number as usize)?;
    Some(capital(&identifier(&program.field(field).name.to_lowercase())))
}

/// A floating-point number in a name.
pub fn float(value: f64) -> String {
    if value.is_nan() {
        "NaN".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "Infinity".to_owned() } else { "MinusInfinity".to_owned() }
    } else if value == 0.0 && value.is_sign_negative() {
        "MinusZero".to_owned()
    } else if value.fract() == 0.0 && value.abs() < 1e6 {
        number(value as i64)
    } else if value > 0.0 {
        "Fraction".to_owned()
    } else {
        "NegativeFraction".to_owned()
    }
}

fn count_word(count: usize) -> String {
    const WORDS: [&str; 11] =
        ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
    WORDS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_names() {
        assert_eq!(variable("Switch"), "theSwitch");
        assert_eq!(variable("arg$1"), "arg1");
        assert_eq!(last_part("this.root.left"), "left");
        assert_eq!(last_part("program[0]"), "program");
        assert_eq!(number(-7), "Minus7");
        assert_eq!(unused("a", |name| name == "a"), "a2");
    }
}
