//! Inputs of findings as Java code, run on the JVM: each must fail as the finding says.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result};
use explore::Input;
use explore::symbolic::JavaTypes;
use heap::{InputObject, InputValue, Place};
use program::{FieldId, Program};

use super::{Kind, Tally, Wrong};
use crate::java;

/// Arrays longer than this are not made.
const LONGEST: i32 = 1_000_000;
/// Replays in one class: well below the limits of the class file format.
const IN_A_CLASS: usize = 200;

/// A finding and the Java code that shows it.
pub struct Replay {
    index: usize,
    strategy: &'static str,
    failure: (String, u32),
    code: String,
}

impl Replay {
    /// `None` if the input has something that plain Java cannot make.
    pub fn new(
        program: &Program,
        index: usize,
        strategy: &'static str,
        failure: (String, u32),
        input: &Input,
    ) -> Option<Self> {
        let mut code = String::new();
        for (id, object) in input.heap.objects.iter().enumerate() {
            declare(program, input, id, object, &mut code)?;
        }
        for (id, object) in input.heap.objects.iter().enumerate() {
            fill(program, id, object, &mut code)?;
        }
        for field in &input.statics {
            let _ = writeln!(code, "{} = {};", field.name, literal(program, field.value)?);
        }
        let arguments: Option<Vec<String>> = input
            .args
            .iter()
            .map(|arg| {
                let cast = program.type_name(arg.ty);
                let value = literal(program, arg.value)?;
                Some(if cast == "boolean" { format!("{value} != 0") } else { format!("({cast}) {value}") })
            })
            .collect();
        let _ = writeln!(code, "M{index}.run({});", arguments?.join(", "));
        Some(Self { index, strategy, failure, code })
    }
}

fn declare(
    program: &Program,
    input: &Input,
    id: usize,
    object: &InputObject,
    code: &mut String,
) -> Option<()> {
    if let Some(place) = &object.before {
        // Constants of an enum may have classes without a name.
        let class = program.type_name(JavaTypes::ty(object.class));
        let class = class.split('$').next().unwrap_or(&class);
        let _ = writeln!(code, "{class} o{id} = ({class}) (Object) {};", found(program, place)?);
        return Some(());
    }
    let made = match program.type_name(JavaTypes::ty(object.class)).as_str() {
        class @ ("Node" | "Square" | "Frame") => format!("{class} o{id} = new {class}();"),
        "Object" | "java.lang.Object" => format!("Object o{id} = new Object();"),
        "int[]" => {
            let length = object.array.as_ref()?.0;
            (length <= LONGEST).then(|| format!("int[] o{id} = new int[{length}];"))?
        }
        "Integer" | "java.lang.Integer" => {
            let value =
                object.fields.first().map_or(Some("0".to_owned()), |(_, value)| literal(program, *value))?;
            format!("Integer o{id} = new Integer({value});")
        }
        "String" | "java.lang.String" => {
            let text = explore::diagram::text(program, &input.heap, object)?;
            format!("String o{id} = new String(\"{}\");", escape(&text))
        }
        // Mostly the bytes of a string.
        "byte[]" => {
            let length = object.array.as_ref()?.0;
            (length <= LONGEST).then(|| format!("byte[] o{id} = new byte[{length}];"))?
        }
        _ => return None,
    };
    let _ = writeln!(code, "{made}");
    Some(())
}

/// The object that was there before the call, as Java finds it.
fn found(program: &Program, place: &Place) -> Option<String> {
    match place {
        Place::At(_) => None,
        Place::Static(field) => {
            let field = program.field(FieldId(field.0));
            Some(format!("{}.{}", program.class(field.class).java_name(), field.name))
        }
        Place::Boxed(value) => Some(format!("Integer.valueOf({})", literal(program, *value)?)),
        Place::Literal(text) => Some(format!("\"{}\"", escape(text))),
    }
}

fn fill(program: &Program, id: usize, object: &InputObject, code: &mut String) -> Option<()> {
    if object.before.is_some() {
        return Some(());
    }
    match program.type_name(JavaTypes::ty(object.class)).as_str() {
        "Node" | "Square" | "Frame" => {
            for (field, value) in &object.fields {
                let name = &program.field(FieldId(field.0)).name;
                let _ = writeln!(code, "o{id}.{name} = {};", literal(program, *value)?);
            }
        }
        "byte[]" => {
            for (index, value) in object.array.iter().flat_map(|(_, elements)| elements) {
                let _ = writeln!(code, "o{id}[{index}] = (byte) {};", literal(program, *value)?);
            }
        }
        "int[]" => {
            for (index, value) in object.array.iter().flat_map(|(_, elements)| elements) {
                let _ = writeln!(code, "o{id}[{index}] = {};", literal(program, *value)?);
            }
        }
        _ => {}
    }
    Some(())
}

fn escape(text: &str) -> String {
    text.encode_utf16().fold(String::new(), |mut out, unit| {
        match u8::try_from(unit) {
            Ok(letter) if letter.is_ascii_alphanumeric() => out.push(letter as char),
            Ok(letter) => {
                let _ = write!(out, "\\{letter:03o}");
            }
            Err(_) => {
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
        out
    })
}

fn literal(program: &Program, value: InputValue) -> Option<String> {
    match value {
        InputValue::Int(value) => Some(format!("({value})")),
        InputValue::Long(value) => Some(format!("({value}L)")),
        InputValue::Float(value) => Some(format!("Float.intBitsToFloat({})", value.to_bits() as i32)),
        InputValue::Double(value) => Some(format!("Double.longBitsToDouble({}L)", value.to_bits() as i64)),
        InputValue::Null => Some("null".to_owned()),
        InputValue::Object(id) => Some(format!("o{}", id.0)),
        InputValue::Constant(class, number) => {
            (program.type_name(JavaTypes::ty(class)) == "Color").then(|| format!("Color.values()[{number}]"))
        }
    }
}

/// Runs all of them in one JVM.
pub fn run(folder: &Path, replays: &[Replay], tally: &mut Tally) -> Result<()> {
    if replays.is_empty() {
        return Ok(());
    }
    let (mut text, mut calls) = (String::new(), String::new());
    for (number, chunk) in replays.chunks(IN_A_CLASS).enumerate() {
        let _ = writeln!(text, "class Replays{number} {{");
        for (index, replay) in chunk.iter().enumerate() {
            let id = number * IN_A_CLASS + index;
            let _ = writeln!(text, "static void r{id}() {{ Driver.reset();\n{} }}", replay.code);
            let _ = writeln!(
                calls,
                "try {{ Replays{number}.r{id}(); System.out.println(\"{id} returned 0\"); }} catch (Throwable e) \
                 {{ System.out.println(\"{id} \" + Driver.place(e)); }}"
            );
            if index + 1 == chunk.len() {
                let _ = writeln!(text, "static void all() {{ {calls} }} }}");
                calls.clear();
            }
        }
    }
    let all: String =
        (0..replays.len().div_ceil(IN_A_CLASS)).map(|number| format!("Replays{number}.all(); ")).collect();
    let _ = writeln!(text, "class Replays {{ public static void main(String[] args) {{ {all} }} }}");
    java::compile(folder, &[("Replays", &text)])?;
    for line in java::run(folder, "Replays", &[])?.lines() {
        let mut words = line.split(' ');
        let id: usize = words.next().context("a replay has a number")?.parse()?;
        let (kind, line) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let replay = replays.get(id).context("there is such a replay")?;
        if (kind, line.parse().unwrap_or(0)) == (replay.failure.0.as_str(), replay.failure.1) {
            tally.confirmed += 1;
            continue;
        }
        let (expected, at) = &replay.failure;
        let because = format!(
            "said {expected} in line {at}, but the JVM says {kind} in {line} on {}",
            replay.code.split_whitespace().collect::<Vec<_>>().join(" ")
        );
        let (index, strategy) = (replay.index, replay.strategy);
        tally.wrong.push(Wrong { index, strategy, kind: Kind::Violation, because });
    }
    Ok(())
}
