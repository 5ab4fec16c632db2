//! The same method in other words: a proof of one never goes with a refutation of the other.
//!
//! Names are changed, conditions turned around, code that never runs is put in, variables are declared in another order, and the
//! method becomes one that calls another.

use anyhow::{Result, anyhow};
use base::Budget;
use graph::{Inputs, Integers};
use program::Program;
use terminate::verdict::{Options, decide};

use crate::tree::{Method, Statement};
use crate::{explore, java, terminate as loops};

/// A change that keeps the meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Renamed,
    Turned,
    DeadCode,
    Reordered,
    Split,
}

/// All.
pub const CHANGES: [Change; 5] =
    [Change::Renamed, Change::Turned, Change::DeadCode, Change::Reordered, Change::Split];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Proven,
    Refuted,
    Unknown,
}

/// How many were tried, and what differed.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub questions: usize,
    /// Answers that a change turned into *unknown*, or the other way round.
    pub shaky: usize,
    /// The method, and what became of it.
    pub wrong: Vec<(usize, Change)>,
}

/// The class in other words.
pub fn changed(method: &Method, change: Change, index: usize) -> String {
    let text = match change {
        Change::Renamed => rename(method).text(),
        Change::Turned => Method { body: turned(&method.body), ..method.clone() }.text(),
        Change::DeadCode => Method { body: dead(&method.body), ..method.clone() }.text(),
        Change::Reordered => {
            let mut locals = method.locals.clone();
            let names: Vec<&str> = locals.iter().map(|(_, name, _)| name.as_str()).collect();
            // A first value may need a variable that was declared before.
            if !locals.iter().any(|(_, _, value)| names.iter().any(|name| value.contains(name))) {
                locals.reverse();
            }
            Method { locals, ..method.clone() }.text()
        }
        Change::Split => split(method),
    };
    format!("class M{index} {{\n{text}}}\n")
}

fn rename(method: &Method) -> Method {
    let other = |word: &str| match word {
        "p0" => "left".to_owned(),
        "p1" => "right".to_owned(),
        "p2" => "i2".to_owned(),
        "i" => "n".to_owned(),
        "v" => "a".to_owned(),
        _ => word.to_owned(),
    };
    method.map(&|text| {
        let mut out = String::new();
        let mut word = String::new();
        for letter in text.chars().chain([' ']) {
            if letter.is_alphanumeric() || letter == '_' {
                word.push(letter);
                continue;
            }
            // What follows a dot is a member, what stands in quotes is text.
            let is_own = !out.ends_with(['.', '"']);
            out += &if is_own { other(&word) } else { word.clone() };
            word.clear();
            out.push(letter);
        }
        out.pop();
        out
    })
}

/// `if (c) A else B` as `if (!(c)) B else A`.
fn turned(statements: &[Statement]) -> Vec<Statement> {
    let turn = |statement: &Statement| match statement {
        Statement::Line(_) => statement.clone(),
        Statement::Block { head, body, other } => {
            let body = turned(body);
            let other = other.as_ref().map(|(tail, body)| (tail.clone(), turned(body)));
            match (head.strip_prefix("if ("), other) {
                (Some(condition), other) => Statement::Block {
                    head: format!("if (!({condition})"),
                    body: other.map_or(Vec::new(), |(_, body)| body),
                    other: Some(("else".to_owned(), body)),
                },
                (None, other) => Statement::Block { head: head.clone(), body, other },
            }
        }
    };
    statements.iter().map(turn).collect()
}

fn dead(statements: &[Statement]) -> Vec<Statement> {
    let never = Statement::Block {
        head: "if (World.count + 1 == World.count)".to_owned(),
        body: vec![Statement::Line("throw new IllegalStateException();".to_owned())],
        other: None,
    };
    [vec![never], statements.to_vec()].concat()
}

fn split(method: &Method) -> String {
    let inner = Method { head: method.head.replacen(" run(", " inner(", 1), ..method.clone() };
    let parameters = method.head.split(['(', ')']).nth(1).unwrap_or_default();
    let names: Vec<&str> = parameters.split(", ").filter_map(|one| one.split(' ').nth(1)).collect();
    let call = format!("inner({});", names.join(", "));
    let call = if method.head.contains(" void ") { call } else { format!("return {call}") };
    format!("{}    {} {{\n        {call}\n    }}\n", inner.text(), method.head)
}

/// Asks `explore` about the methods and their changes.
pub fn attack_explore(methods: &[Method]) -> Result<Tally> {
    let summary = heap::by_name("summary").ok_or_else(|| anyhow!("there is no default strategy"))?;
    compare(methods, explore::WORLD, |program, count| {
        let verdicts = explore::verdicts(program, count, summary)?;
        let word = |verdict: &::explore::Verdict| match verdict {
            ::explore::Verdict::Safe => Word::Proven,
            ::explore::Verdict::Violation => Word::Refuted,
            ::explore::Verdict::SafeWithinBounds | ::explore::Verdict::Unknown => Word::Unknown,
        };
        Ok(verdicts.iter().map(word).collect())
    })
}

/// Asks `terminate` about the methods and their changes.
pub fn attack_terminate(methods: &[Method]) -> Result<Tally> {
    let methods: Vec<Method> = methods.iter().map(loops::write::java).collect();
    compare(&methods, loops::WORLD, |program, count| {
        let options = Options {
            integers: Integers::Java,
            inputs: Inputs::Any,
            facts: None,
            budget: Budget::seconds(2.0),
        };
        let ask = |index| {
            let entry = ::explore::find_method(program, &format!("M{index}.run"));
            let method = entry.map_err(|error| anyhow!("{error}"))?.method;
            Ok(match decide(program, method, &options).verdict {
                terminate::verdict::Verdict::Terminates(_) => Word::Proven,
                terminate::verdict::Verdict::Diverges(_) => Word::Refuted,
                terminate::verdict::Verdict::Unknown(_) => Word::Unknown,
            })
        };
        (0..count).map(ask).collect()
    })
}

fn compare(
    methods: &[Method],
    world: &str,
    ask: impl Fn(&Program, usize) -> Result<Vec<Word>>,
) -> Result<Tally> {
    let words = |text: String| -> Result<Vec<Word>> {
        let folder = tempfile::tempdir()?;
        java::compile(folder.path(), &[("Batch", &(text + world))])?;
        ask(&testkit::open(vec![folder.path().to_path_buf()]), methods.len())
    };
    let original = words(explore::source(methods))?;
    let mut tally = Tally { questions: original.len(), ..Tally::default() };
    for change in CHANGES {
        let texts = methods.iter().enumerate().map(|(index, method)| changed(method, change, index));
        let now = words(texts.collect())?;
        for (index, pair) in original.iter().zip(&now).enumerate() {
            tally.questions += 1;
            match pair {
                (Word::Proven, Word::Refuted) | (Word::Refuted, Word::Proven) => {
                    tally.wrong.push((index, change));
                }
                (one, other) => tally.shaky += usize::from(one != other),
            }
        }
    }
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_change_and_members_stay() {
        let method = Method {
            head: "static int run(Node p0)".into(),
            locals: vec![("int".into(), "i".into(), "0".into())],
            body: vec![Statement::Line("p0.i = i + p0.value;".into())],
            last: "return i;".into(),
        };
        let text = rename(&method).text();
        assert!(text.contains("left.i = n + left.value;"), "{text}");
        assert!(split(&method).contains("return inner(p0);"));
        let branch = Statement::Block { head: "if (b)".into(), body: Vec::new(), other: None };
        let Statement::Block { head, .. } = &turned(&[branch])[0] else { panic!("a block stays one") };
        assert_eq!(head, "if (!(b))");
    }
}
