//! Code that is said not to matter, removed and replaced, alone and together: on the JVM everything must stay as it was.
//!
//! A line that does not matter may be gone. Where the note says that other lines use its value for what does not matter either, it goes
//! together with them: removed alone it may make these fail. A line that never runs may as well throw.

mod change;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, anyhow};
use base::Budget;
use program::Program;
use relevance::{LineVerdict, Seeds};

use crate::explore::{self, WORLD};
use crate::java;
use crate::tree::Method;
use change::{Id, numbered};

const COMPARE: &str = include_str!("Compare.java");
/// Inputs both versions are run on.
const INPUTS: usize = 1500;
/// Seconds an analysis may take.
const SECONDS: f64 = 3.0;

/// What is wrong about an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One statement is removed.
    Alone,
    /// All of them are.
    Together,
    /// An assignment assigns something else.
    Replaced,
    /// A statement that never runs throws.
    Unreached,
}

/// An answer that a JVM contradicts.
#[derive(Clone, Debug)]
pub struct Wrong {
    pub index: usize,
    pub kind: Kind,
    /// The mutant.
    pub method: Method,
    pub because: String,
}

/// How many were tried, and what was wrong.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub methods: usize,
    /// Methods about which something is reported.
    pub reported: usize,
    pub mutants: usize,
    pub wrong: Vec<Wrong>,
}

struct Mutant {
    index: usize,
    kind: Kind,
    method: Method,
    why: String,
}

/// What is said of a statement's line.
struct Line {
    verdict: LineVerdict,
    why: String,
    /// The other lines it has to go with; `None` is one that matters as a whole.
    companions: BTreeSet<Option<Id>>,
}

type Said = BTreeMap<Id, Line>;

/// Changes what is reported about every method.
pub fn attack(methods: &[Method]) -> Result<Tally> {
    let folder = tempfile::tempdir()?;
    let marked: Vec<Method> = methods.iter().map(numbered).collect();
    let text = explore::source(&marked) + WORLD;
    java::compile(folder.path(), &[("Batch", &text)])?;
    let program = testkit::open(vec![folder.path().to_path_buf()]);
    let mut mutants = Vec::new();
    let mut tally = Tally { methods: methods.len(), ..Tally::default() };
    for (index, method) in methods.iter().enumerate() {
        let said = ask(&program, index, &text)?;
        tally.reported += usize::from(!said.is_empty());
        mutants.extend(all_mutants(index, method, &said));
    }
    tally.mutants = mutants.len();
    compare(folder.path(), &mutants, &mut tally)?;
    Ok(tally)
}

/// What is reported, by the number a statement's line carries.
fn ask(program: &Program, index: usize, text: &str) -> Result<Said> {
    let entry =
        ::explore::find_method(program, &format!("M{index}.run")).map_err(|error| anyhow!("{error}"))?;
    let options = graph::Options { budget: Budget::seconds(SECONDS), ..graph::Options::default() };
    let graph = graph::build(program, entry.method, &options).map_err(|failure| failure.to_string());
    let graph = graph.as_ref().map_err(String::clone);
    let Ok(answer) = relevance::analyse(program, entry.method, graph, &Seeds::all()) else {
        return Ok(Said::new());
    };
    let lines: Vec<&str> = text.lines().collect();
    let own = answer.relevance.lines.iter().filter(|line| line.method_id == entry.method);
    let reported = own.filter_map(|line| {
        let is_said = matches!(line.verdict, LineVerdict::Irrelevant | LineVerdict::Unreached);
        let id = change::id(lines.get(line.line as usize - 1)?)?;
        let id_of = |line: &u32| change::id(lines.get(*line as usize - 1)?);
        let companions = line.fate.companions.iter().map(id_of).filter(|other| *other != Some(id)).collect();
        is_said.then(|| (id, Line { verdict: line.verdict, why: line.fate.why.clone(), companions }))
    });
    let mut said: Said = reported.collect();
    let ids: BTreeSet<Id> = said.keys().copied().collect();
    for line in said.values_mut() {
        let companions = std::mem::take(&mut line.companions).into_iter();
        line.companions = companions.map(|other| other.filter(|id| ids.contains(id))).collect();
    }
    Ok(said)
}

fn all_mutants(index: usize, method: &Method, said: &Said) -> Vec<Mutant> {
    let mut out = Vec::new();
    let can_go = |line: &Line| !line.companions.contains(&None);
    let ids: BTreeSet<Id> = said.iter().filter(|(_, line)| can_go(line)).map(|(id, _)| *id).collect();
    let mut add = |kind, changed: Option<Method>, why: &str| {
        if let Some(changed) = changed.filter(|changed| changed != method) {
            out.push(Mutant { index, kind, method: changed, why: why.to_owned() });
        }
    };
    add(Kind::Together, Some(change::without(method, &ids)), "");
    for (id, Line { verdict, why, companions }) in said {
        match verdict {
            LineVerdict::Unreached => add(Kind::Unreached, change::throwing(method, *id), why),
            // The note says with which other lines it goes.
            LineVerdict::Irrelevant if !companions.is_empty() => {}
            LineVerdict::Irrelevant | LineVerdict::Relevant | LineVerdict::Neutral => {
                add(Kind::Alone, Some(change::without(method, &BTreeSet::from([*id]))), why);
                add(Kind::Replaced, change::replaced(method, *id), why);
            }
        }
    }
    out
}

fn compare(folder: &std::path::Path, mutants: &[Mutant], tally: &mut Tally) -> Result<()> {
    if mutants.is_empty() {
        return Ok(());
    }
    let text: String = mutants
        .iter()
        .enumerate()
        .map(|(number, mutant)| format!("class X{number} {{\n{}}}\n", mutant.method.text()))
        .collect();
    java::compile(folder, &[("Mutants", &text), ("Driver", explore::DRIVER), ("Compare", COMPARE)])?;
    let mut arguments = vec![INPUTS.to_string()];
    for (number, mutant) in mutants.iter().enumerate() {
        arguments.extend([format!("M{}", mutant.index), format!("X{number}")]);
    }
    for line in java::run(folder, "Compare", &arguments)?.lines() {
        let (name, because) = line.split_once(' ').ok_or_else(|| anyhow!("the driver says `{line}`"))?;
        let number: usize = name.trim_start_matches('X').parse()?;
        let Some(mutant) = mutants.get(number) else { continue };
        // The note says that other lines use the value: it goes together with them.
        if matches!(mutant.kind, Kind::Alone | Kind::Replaced) && mutant.why.contains("only used") {
            continue;
        }
        tally.wrong.push(Wrong {
            index: mutant.index,
            kind: mutant.kind,
            method: mutant.method.clone(),
            because: format!("{because} (said: {})", mutant.why),
        });
    }
    Ok(())
}

/// Reduces a method while changing what is reported changes what it does, in the same way.
pub fn shrink(method: &Method, wrong: &Wrong) -> Result<(Method, Wrong)> {
    let mut best = (method.clone(), wrong.clone());
    loop {
        let candidates = best.0.smaller();
        let Ok(tally) = attack(&candidates) else { return Ok(best) };
        let Some(found) = tally.wrong.iter().find(|found| found.kind == wrong.kind) else { return Ok(best) };
        best = (candidates[found.index].clone(), found.clone());
    }
}

/// A wrong answer as a Java file that says what is wrong with it.
pub fn show(method: &Method, wrong: &Wrong) -> String {
    format!(
        "// relevance --method M0.run: what it reports matters; wrong: {}\nclass M0 {{\n{}}}\n/* {:?}:\n{}*/\n\n{WORLD}",
        wrong.because,
        method.text(),
        wrong.kind,
        wrong.method.text()
    )
}
