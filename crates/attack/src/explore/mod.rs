//! Exploring against trying everything small on the JVM.
//!
//! A batch is one Java file of many classes `M0`, `M1`, …, each with a method `run`. One JVM calls them all with small inputs and heaps,
//! with aliases, and with the objects that static fields hold before the call. *safe* is wrong if any of these fails;
//! a finding is wrong if none of these fails so, and its own input does not either.

pub mod graph;
mod replay;
pub mod write;

use std::collections::BTreeMap;

use anyhow::{Result, anyhow};
use base::Budget;
use explore::{Booted, Explorer, Finding, MethodResult, Options, Severity, Verdict, find_method, judge};
use heap::{STRATEGIES, Strategy};
use program::Program;
use tempfile::TempDir;

use crate::java;
use crate::tree::Method;

/// The classes random methods use.
pub const WORLD: &str = include_str!("World.java");
/// Calls the methods of a batch.
pub const DRIVER: &str = include_str!("Driver.java");
/// Inputs of each of the two kinds, counted through and random, that a method is tried on.
const INPUTS: usize = 4000;
/// Seconds an exploration may take.
const SECONDS: f64 = 5.0;

/// Exceptions by simple name and line, with an input.
type Failures = BTreeMap<(String, u32), String>;

/// An answer that is not true.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// Which method of the batch.
    pub index: usize,
    pub strategy: &'static str,
    pub kind: Kind,
    pub because: String,
}

/// What is wrong about an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// *safe*, and an input fails.
    Safe,
    /// A finding whose input does not fail.
    Violation,
    /// All paths are said to be explored, and an input fails in a way that is not among the findings.
    Missed,
}

/// How many answers of each kind there were, and the wrong ones.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub safe: usize,
    pub violation: usize,
    pub unknown: usize,
    /// Findings seen on the JVM, by a tried input or by their own.
    pub confirmed: usize,
    /// Findings whose input has no Java text.
    pub unshown: usize,
    pub wrong: Vec<Wrong>,
    /// What their graphs exclude.
    pub graphs: graph::Tally,
}

/// The Java file of a batch.
pub fn source(methods: &[Method]) -> String {
    let class = |(index, method): (usize, &Method)| format!("class M{index} {{\n{}}}\n", method.text());
    methods.iter().enumerate().map(class).collect::<String>()
}

/// Asks every strategy about every method and compares with the JVM.
pub fn attack(methods: &[Method], strategies: &[&'static (dyn Strategy + Sync)]) -> Result<Tally> {
    attack_text(&(source(methods) + WORLD), methods.len(), strategies)
}

/// A file that [`show`] wrote, asked again of the strategies.
pub fn attack_file(text: &str) -> Result<Tally> {
    attack_text(text, 1, &STRATEGIES)
}

fn attack_text(text: &str, methods: usize, strategies: &[&'static (dyn Strategy + Sync)]) -> Result<Tally> {
    let Tried { program, _folder, driven, failures } = try_all(text, methods)?;
    let mut tally = Tally::default();
    let mut replays = Vec::new();
    let mut booted = Booted::new(&program).map_err(|reason| anyhow!(reason))?;
    for (index, tried) in failures.iter().enumerate() {
        for strategy in strategies {
            ask(&program, &mut booted, index, *strategy, tried, &mut tally, &mut replays)?;
        }
        graph::ask(&program, index, tried, &mut tally.graphs)?;
    }
    replay::run(driven.path(), &replays, &mut tally)?;
    Ok(tally)
}

/// What the JVM said about the methods of a batch.
struct Tried {
    program: Program,
    /// The classes of the batch, as long as the value lives.
    _folder: TempDir,
    /// The same, and the driver.
    driven: TempDir,
    failures: Vec<Failures>,
}

fn try_all(text: &str, methods: usize) -> Result<Tried> {
    let folder = tempfile::tempdir()?;
    java::compile(folder.path(), &[("Batch", text)])?;
    let program = testkit::open(vec![folder.path().to_path_buf()]);
    let driven = tempfile::tempdir()?;
    copy(folder.path(), driven.path())?;
    java::compile(driven.path(), &[("Driver", DRIVER)])?;
    let arguments = [INPUTS.to_string(), methods.to_string()];
    let failures = failures(&java::run(driven.path(), "Driver", &arguments)?, methods)?;
    Ok(Tried { program, _folder: folder, driven, failures })
}

/// All strategies there are.
pub fn all_strategies() -> Vec<&'static (dyn Strategy + Sync)> {
    STRATEGIES.to_vec()
}

/// Reduces a method while it is answered wrongly in the same way.
pub fn shrink(method: &Method, wrong: &Wrong) -> Result<Method> {
    let strategy = heap::by_name(wrong.strategy).ok_or_else(|| anyhow!("a strategy has no name"))?;
    let mut best = method.clone();
    loop {
        let candidates = best.smaller();
        let Ok(tally) = attack(&candidates, &[strategy]) else { return Ok(best) };
        let Some(found) = tally.wrong.iter().find(|found| found.kind == wrong.kind) else { return Ok(best) };
        best = candidates[found.index].clone();
    }
}

/// A wrong answer as a Java file that says what is wrong with it.
pub fn show(method: &Method, wrong: &Wrong) -> String {
    let said = match wrong.kind {
        Kind::Safe => "safe",
        Kind::Violation => "violation",
        Kind::Missed => "violation and no other",
    };
    let text = format!("class M0 {{\n{}}}\n", method.text());
    format!("// explore --heap {}: {said}, wrong: {}\n{text}\n{WORLD}", wrong.strategy, wrong.because)
}

fn copy(from: &std::path::Path, to: &std::path::Path) -> Result<()> {
    for entry in std::fs::read_dir(from)? {
        let path = entry?.path();
        if let Some(name) = path.file_name().filter(|_| path.extension().is_some_and(|it| it == "class")) {
            std::fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}

/// What the driver said: per method, how it fails.
fn failures(output: &str, methods: usize) -> Result<Vec<Failures>> {
    let mut out = vec![Failures::new(); methods];
    for line in output.lines() {
        let mut words = line.splitn(4, ' ');
        let mut word = || words.next().ok_or_else(|| anyhow!("the driver says `{line}`"));
        let index: usize = word()?.parse()?;
        let (kind, line_number) = (word()?.to_owned(), word()?.parse()?);
        let input = word()?.to_owned();
        if let Some(failures) = out.get_mut(index) {
            failures.insert((kind, line_number), input);
        }
    }
    Ok(out)
}

/// What `explore` says of the methods of a batch.
pub fn verdicts(
    program: &Program,
    methods: usize,
    strategy: &'static (dyn Strategy + Sync),
) -> Result<Vec<Verdict>> {
    let mut booted = Booted::new(program).map_err(|reason| anyhow!(reason))?;
    (0..methods).map(|index| Ok(result(program, &mut booted, index, strategy)?.verdict)).collect()
}

fn result<'p>(
    program: &'p Program,
    booted: &mut Booted<'p>,
    index: usize,
    strategy: &'static (dyn Strategy + Sync),
) -> Result<MethodResult> {
    let entry = find_method(program, &format!("M{index}.run")).map_err(|error| anyhow!("{error}"))?;
    let options = Options { strategy, budget: Budget::seconds(SECONDS), ..Options::default() };
    let exploration = Explorer::explore(program, booted, entry, options, &mut |_| {})
        .map_err(|error| anyhow!("{error:?}"))?;
    Ok(judge(program, &exploration, Severity::Note))
}

fn ask<'p>(
    program: &'p Program,
    booted: &mut Booted<'p>,
    index: usize,
    strategy: &'static (dyn Strategy + Sync),
    tried: &Failures,
    tally: &mut Tally,
    replays: &mut Vec<replay::Replay>,
) -> Result<()> {
    let result = result(program, booted, index, strategy)?;
    match result.verdict {
        Verdict::Unknown | Verdict::SafeWithinBounds => tally.unknown += 1,
        Verdict::Violation => tally.violation += 1,
        Verdict::Safe => {
            tally.safe += 1;
            if let Some(((kind, line), input)) = tried.iter().next() {
                let because = format!("{kind} in line {line} of its batch on ({input})");
                tally.wrong.push(Wrong { index, strategy: strategy.name(), kind: Kind::Safe, because });
            }
        }
    }
    let known: Vec<(String, u32)> = result.findings.iter().map(failure).collect();
    let missed = tried.iter().find(|(failure, _)| !known.contains(failure));
    if let (Verdict::Violation, true, Some(((kind, line), input))) =
        (result.verdict, result.reasons.is_empty(), missed)
    {
        let because = format!("{kind} in line {line} of its batch on ({input})");
        tally.wrong.push(Wrong { index, strategy: strategy.name(), kind: Kind::Missed, because });
    }
    for finding in &result.findings {
        let failure = failure(finding);
        match replay::Replay::new(program, index, strategy.name(), failure.clone(), &finding.input) {
            Some(replay) => replays.push(replay),
            None if tried.contains_key(&failure) => tally.confirmed += 1,
            None => tally.unshown += 1,
        }
    }
    Ok(())
}

fn failure(finding: &Finding) -> (String, u32) {
    let line = finding.place.as_ref().and_then(|frame| frame.line).unwrap_or(0);
    (finding.thrown.kind().to_owned(), line)
}
