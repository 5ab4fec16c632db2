//! What graphs say of exceptions against trying everything small on the JVM.
//!
//! A graph without gaps lists every exception that may leave its method, with the line where it is made. Whatever the JVM throws has to be
//! on the list; that none is means *safe*, and that none of a line is that the line cannot fail.

use std::collections::BTreeSet;

use anyhow::{Result, anyhow};
use base::Budget;
use graph::safe::leaving;
use graph::uncaught::{Cause, Uncaught};
use graph::{Inputs, Integers, Options};
use program::Program;
use program::class::Origin;

use super::{Failures, Tried, WORLD, source, try_all};
use crate::tree::Method;

/// Seconds a graph may take.
const SECONDS: f64 = 5.0;

/// How many graphs there were, and what was not on their lists.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Graphs that let nothing out.
    pub safe: usize,
    /// Graphs that let something out, and nothing else.
    pub listed: usize,
    /// No graph, or one that proves nothing.
    pub unknown: usize,
    /// The method, and what the JVM threw all the same.
    pub wrong: Vec<(usize, String)>,
}

/// Builds the graphs of a batch and compares them with the JVM.
pub fn attack(methods: &[Method]) -> Result<Tally> {
    attack_text(&(source(methods) + WORLD), methods.len())
}

/// A file that [`show`] wrote.
pub fn attack_file(text: &str) -> Result<Tally> {
    attack_text(text, 1)
}

fn attack_text(text: &str, methods: usize) -> Result<Tally> {
    let Tried { program, failures, _folder, .. } = try_all(text, methods)?;
    let mut tally = Tally::default();
    for (index, tried) in failures.iter().enumerate() {
        ask(&program, index, tried, &mut tally)?;
    }
    Ok(tally)
}

/// Reduces a method while its graph is wrong.
pub fn shrink(method: &Method) -> Result<Method> {
    let mut best = method.clone();
    loop {
        let candidates = best.smaller();
        let Ok(tally) = attack(&candidates) else { return Ok(best) };
        let Some((index, _)) = tally.wrong.first() else { return Ok(best) };
        best = candidates[*index].clone();
    }
}

/// A wrong graph as a Java file that says what is wrong with it.
pub fn show(method: &Method, because: &str) -> String {
    format!("// graph: excludes {because}\nclass M0 {{\n{}}}\n\n{WORLD}", method.text())
}

pub(super) fn ask(program: &Program, index: usize, tried: &Failures, tally: &mut Tally) -> Result<()> {
    let entry =
        explore::find_method(program, &format!("M{index}.run")).map_err(|error| anyhow!("{error}"))?;
    let options = Options {
        integers: Integers::Java,
        inputs: Inputs::Any,
        budget: Budget::seconds(SECONDS),
        ..Options::default()
    };
    let built = graph::build(program, entry.method, &options).ok();
    let Some(leaving) = built.and_then(|graph| leaving(program, &graph).ok()) else {
        tally.unknown += 1;
        return Ok(());
    };
    let listed: BTreeSet<(String, u32)> = leaving.iter().filter_map(|one| place(program, one)).collect();
    // Of what was made elsewhere, or by code that nobody knows, the line is not told.
    let says_lines = leaving.iter().all(|one| place(program, one).is_some());
    match leaving.is_empty() {
        true => tally.safe += 1,
        false => tally.listed += 1,
    }
    let missed = tried.iter().find(|(failure, _)| says_lines && !listed.contains(failure));
    if let Some(((kind, line), input)) = missed {
        tally.wrong.push((index, format!("{kind} in line {line} of its batch on ({input})")));
    }
    Ok(())
}

/// Class and innermost line of the program's own.
fn place(program: &Program, leaving: &Uncaught) -> Option<(String, u32)> {
    let class = program.type_name(leaving.class.filter(|_| leaving.cause != Cause::Elsewhere)?);
    let kind = class.rsplit(['.', '$']).next()?.to_owned();
    let own = leaving
        .stack
        .iter()
        .find(|(method, _)| program.class(program.method(*method).class).origin == Origin::ClassPath);
    let &(method, pc) = own?;
    Some((kind, program.body(method).ok()?.line(pc?).unwrap_or(0)))
}
