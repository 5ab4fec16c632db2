//! Inputs on which a method is said to run forever, as Java code that runs it for a while.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result, bail};
use terminate::diverge::{Argument, Input, Made};

use super::write::Numbers;
use crate::java;

/// The code that makes an input and calls a method with it.
pub struct Run {
    index: usize,
    code: String,
}

impl Run {
    /// A program that runs on the input of a witness.
    pub fn new(index: usize, input: &Input, numbers: Numbers) -> Result<Self> {
        let mut code = String::new();
        let arguments: Vec<String> = match input {
            Input::Numbers(values) => values.iter().map(|value| number(*value, numbers)).collect(),
            Input::Call(call) => {
                for (id, made) in call.objects.iter().enumerate() {
                    declare(id, made, &mut code)?;
                }
                for (id, made) in call.objects.iter().enumerate() {
                    if let Made::Object { fields, .. } = made {
                        for (name, value) in fields {
                            let _ = write!(code, "o{id}.{name} = {}; ", argument(*value, numbers, "int")?);
                        }
                    }
                }
                call.arguments.iter().map(|value| argument(*value, numbers, "")).collect::<Result<_>>()?
            }
            Input::Arguments(_) => bail!("a command line for a method that takes none"),
        };
        let _ = write!(
            code,
            "Driver.call(\"M{index}\"{});",
            arguments.iter().map(|value| format!(", {value}")).collect::<String>()
        );
        Ok(Self { index, code })
    }
}

fn declare(id: usize, made: &Made, code: &mut String) -> Result<()> {
    match made {
        Made::Object { class, .. } => write!(code, "{class} o{id} = new {class}(); ")?,
        Made::Array { elements, .. } => {
            let elements: Result<Vec<String>> =
                elements.iter().map(|element| argument(*element, Numbers::Java, "int")).collect();
            write!(code, "int[] o{id} = {{{}}}; ", elements?.join(", "))?;
        }
        Made::Text(_) => bail!("a string for a method that takes none"),
    }
    Ok(())
}

fn number(value: i64, numbers: Numbers) -> String {
    match numbers {
        Numbers::Java => format!("{value}L"),
        Numbers::Unbounded => format!("java.math.BigInteger.valueOf({value}L)"),
    }
}

fn argument(value: Argument, numbers: Numbers, ty: &str) -> Result<String> {
    Ok(match value {
        Argument::Null => "null".to_owned(),
        Argument::Object(id) => format!("o{id}"),
        Argument::Number(value) if numbers == Numbers::Java && ty == "int" => format!("({value})"),
        Argument::Number(value) => number(value, numbers),
        Argument::Special(_) => bail!("a special number for a method that takes none"),
    })
}

/// Runs all of them in one JVM; those that end, with what was run.
pub fn run(folder: &Path, runs: &[Run]) -> Result<Vec<(usize, String)>> {
    if runs.is_empty() {
        return Ok(Vec::new());
    }
    let mut text = "class Witnesses {\n".to_owned();
    let mut calls = String::new();
    for (id, run) in runs.iter().enumerate() {
        let _ = writeln!(text, "static void w{id}() throws Exception {{ Driver.reset(); {} }}", run.code);
        let _ = writeln!(
            calls,
            "System.out.println({id} + \" \" + Driver.fate(() -> w{id}(), Driver.WITNESS, false));"
        );
    }
    let _ = writeln!(
        text,
        "public static void main(String[] args) throws Exception {{ Driver.aside(() -> {{ {calls} }}); }} }}"
    );
    java::compile(folder, &[("Witnesses", &text)])?;
    let mut out = Vec::new();
    for line in java::run(folder, "Witnesses", &[])?.lines() {
        let (id, fate) = line.split_once(' ').context("a witness has a number")?;
        let run = runs.get(id.parse::<usize>()?).context("there is such a witness")?;
        if fate == "ends" {
            out.push((run.index, format!("`{}` ends", run.code)));
        }
    }
    Ok(out)
}
