//! Reads the files of facts.
//!
//! ```text
//! package java.lang
//! class Integer, Long: opaque, immutable
//!     parse*(String, ..), decode(String): model Parse, changes nothing
//!     valueOf(String, ..):
//! ```
//!
//! Comments begin with `#`. A line without facts says that there are none, whatever lines further down say.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::{Class, EVERY_CLASS, Effect, Method, Model, Pattern, Primitive};

/// A line that says nothing, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    pub number: usize,
    pub reason: String,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.number, self.reason)
    }
}

/// Adds the facts of a file, by the classes' names in class files.
pub fn read(text: &str, classes: &mut FxHashMap<String, Class>) -> Result<(), BadLine> {
    let mut package = String::new();
    let mut names: Vec<String> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let bad = |reason: String| BadLine { number: index + 1, reason };
        let line = line.split('#').next().unwrap_or_default().trim_end();
        if line.is_empty() {
            continue;
        }
        if let Some(name) = line.strip_prefix("package ") {
            package = name.trim().replace('.', "/");
        } else if let Some(head) = line.strip_prefix("class ") {
            let (list, facts) = head.split_once(':').unwrap_or((head, ""));
            names = split(list).map(|name| full_name(&package, name)).collect();
            for name in &names {
                let class = classes.entry(name.clone()).or_default();
                split(facts).try_for_each(|fact| class_fact(class, fact)).map_err(bad)?;
            }
        } else {
            let methods = methods(line.trim()).map_err(bad)?;
            if names.is_empty() {
                return Err(bad("a method without a class".into()));
            }
            for name in &names {
                classes.entry(name.clone()).or_default().methods.extend(methods.iter().cloned());
            }
        }
    }
    Ok(())
}

fn full_name(package: &str, name: &str) -> String {
    if name == EVERY_CLASS { name.to_owned() } else { format!("{package}/{}", name.replace('.', "$")) }
}

fn split(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim).filter(|item| !item.is_empty())
}

fn class_fact(class: &mut Class, fact: &str) -> Result<(), String> {
    match fact {
        "opaque" => class.is_opaque = true,
        "immutable" => class.is_immutable = true,
        "uninitialised" => class.is_uninitialised = true,
        "builder" => class.is_builder = true,
        _ => {
            let primitive = fact
                .strip_prefix("box of ")
                .and_then(|name| Primitive::ALL.into_iter().find(|primitive| primitive.name() == name));
            class.box_of = Some(primitive.ok_or_else(|| format!("no class is `{fact}`"))?);
        }
    }
    Ok(())
}

/// `patterns: facts`.
fn methods(line: &str) -> Result<Vec<Method>, String> {
    let (patterns, facts) = line.split_once(':').ok_or("a method's line has a colon")?;
    let mut known = (None, Effect::Outside, false);
    for fact in split(facts) {
        let (word, rest) = fact.split_once(' ').unwrap_or((fact, ""));
        match word {
            "model" => known.0 = Some(model(rest)?),
            "changes" => known.1 = effect(rest)?,
            "quiet" if rest.is_empty() => known.2 = true,
            _ => return Err(format!("no method is `{fact}`")),
        }
    }
    let (model, effect, is_quiet) = known;
    let of = |pattern| Method { pattern, model, effect, is_quiet };
    outside_parentheses(patterns).into_iter().map(|text| Ok(of(pattern(text)?))).collect()
}

fn model(name: &str) -> Result<Model, String> {
    let found = Model::ALL.into_iter().find(|model| format!("{model:?}") == name);
    found.ok_or_else(|| format!("there is no model `{name}`"))
}

fn effect(what: &str) -> Result<Effect, String> {
    match what {
        "nothing" => Ok(Effect::None),
        _ => what.parse().map(Effect::Changes).map_err(|_| format!("`{what}` is no argument's number")),
    }
}

/// The parts between commas that stand outside parentheses.
fn outside_parentheses(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

/// `native result name(params)`.
fn pattern(text: &str) -> Result<Pattern, String> {
    let (head, params) = text
        .strip_suffix(')')
        .and_then(|text| text.split_once('('))
        .ok_or_else(|| format!("`{text}` is not a method"))?;
    let mut words: Vec<&str> = head.split_whitespace().collect();
    let name = words.pop().ok_or_else(|| format!("`{text}` has no name"))?.to_owned();
    let only_native = words.first() == Some(&"native");
    let result = match words[usize::from(only_native)..] {
        [] => None,
        [result] => Some(result.to_owned()),
        [..] => return Err(format!("`{text}` has too many words")),
    };
    let mut params: Vec<String> = split(params).map(str::to_owned).collect();
    let is_open = params.last().is_some_and(|last| last == "..");
    params.truncate(params.len() - usize::from(is_open));
    Ok(Pattern { only_native, result, name, params, is_open })
}
