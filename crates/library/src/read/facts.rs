//! Reads the lines of methods: `patterns: facts`.

use super::split;
use crate::condition::{Comparison, Condition, Number};
use crate::parse::{self, Names};
use crate::{Asks, Effect, Method, Model, Pattern, Raise, Run, Source, Tells};

/// A line's methods, each with all of its facts. Parameters are called what the pattern in question calls them.
pub(super) fn methods(line: &str) -> Result<Vec<Method>, String> {
    let (patterns, facts) = line.split_once("):").ok_or("a method's line has a colon behind `)`")?;
    let patterns = format!("{patterns})");
    let of = |text: &str| {
        let mut method = Method::unknown(pattern(text)?);
        let names = method.pattern.names.clone();
        split(facts).try_for_each(|fact| add(&mut method, fact, &names))?;
        Ok(method)
    };
    outside_parentheses(&patterns).into_iter().map(of).collect()
}

/// The name in class files of a class that is named fully, or one of `package`.
pub(super) fn class_name(name: &str, package: &str) -> String {
    if name.contains('.') { name.replace('.', "/") } else { format!("{package}/{name}") }
}

fn add(method: &mut Method, fact: &str, names: Names<'_>) -> Result<(), String> {
    let (word, rest) = fact.split_once(' ').unwrap_or((fact, ""));
    match (word, rest) {
        ("model", _) => method.model = Some(model(rest)?),
        ("changes", "nothing") => method.effect = Effect::None,
        ("changes", _) => method.effect = Effect::Changes(parse::argument(rest, names)?),
        ("raises", "nothing") => method.raises = Some(Vec::new()),
        ("raises", _) => method.raises.get_or_insert_default().push(raise(rest, names)?),
        ("returns", _) => returns(method, rest, names)?,
        ("ensures", _) => method.ensures.push(parse::condition(rest, names)?),
        ("asks", _) => method.asks = Some(asks(rest, names)?),
        ("tells", "hash order") => method.tells = Some(Tells::HashOrder),
        ("tells", "hash") => method.tells = Some(Tells::Hash),
        ("since", _) => method.since = Some(rest.parse().map_err(|_| format!("`{rest}` is no version"))?),
        ("runs", _) => {
            let run = rest.strip_suffix("()").and_then(|call| call.split_once('.'));
            let (on, name) = run.ok_or_else(|| format!("`{rest}` is no call of a method"))?;
            method.runs.push(Run { on: parse::argument(on, names)?, method: name.to_owned() });
        }
        _ => return Err(format!("no method is `{fact}`")),
    }
    Ok(())
}

fn model(name: &str) -> Result<Model, String> {
    let found = Model::ALL.into_iter().find(|model| format!("{model:?}") == name);
    found.ok_or_else(|| format!("there is no model `{name}`"))
}

/// `ArithmeticException when y == 0`; classes of `java.lang` go by their simple names.
fn raise(text: &str, names: Names<'_>) -> Result<Raise, String> {
    let (class, when) = at_times(text, names)?;
    Ok(Raise { class: class_name(class, "java/lang"), when })
}

/// `clock`, `collector when x == null`.
fn asks(text: &str, names: Names<'_>) -> Result<Asks, String> {
    let (name, when) = at_times(text, names)?;
    let source = Source::ALL.into_iter().find(|source| source.name() == name);
    Ok(Asks { source: source.ok_or_else(|| format!("nobody can ask the `{name}`"))?, when })
}

/// What stands before `when`, and the condition behind it.
fn at_times<'a>(text: &'a str, names: Names<'_>) -> Result<(&'a str, Option<Condition>), String> {
    Ok(match text.split_once(" when ") {
        Some((what, when)) => (what, Some(parse::condition(when, names)?)),
        None => (text, None),
    })
}

/// `not null`, `fresh`, `this`, `x`, or a range: `0..`, `-1..text.length() - 1`.
fn returns(method: &mut Method, text: &str, names: Names<'_>) -> Result<(), String> {
    if let Some((low, high)) = text.split_once("..") {
        for (end, comparison) in [(low, Comparison::GreaterOrEqual), (high, Comparison::LessOrEqual)] {
            if !end.trim().is_empty() {
                let end = parse::number(end, names)?;
                method.ensures.push(Condition::Compare(comparison, Number::Result, end));
            }
        }
        return Ok(());
    }
    match text {
        "not null" => method.returns.never_null = true,
        "fresh" => (method.returns.fresh, method.returns.never_null) = (true, true),
        "this" => {
            (method.returns.same, method.returns.never_null) = (Some(crate::Argument::This), true);
        }
        _ => method.returns.same = Some(parse::argument(text, names)?),
    }
    Ok(())
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

/// `native result name(type, type name, ..)`.
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
    let mut params: Vec<&str> = split(params).collect();
    let is_open = params.last() == Some(&"..");
    params.truncate(params.len() - usize::from(is_open));
    let named = params.iter().map(|param| match param.split_once(' ') {
        Some((ty, name)) => (ty.to_owned(), Some(name.trim().to_owned())),
        None => ((*param).to_owned(), None),
    });
    let (params, names) = named.unzip();
    Ok(Pattern { only_native, result, name, params, names, is_open })
}
