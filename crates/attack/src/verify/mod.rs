//! Contracts with a false fact, and bodies that throw: none may be verified.
//!
//! A random body is run on small inputs that satisfy its precondition; each run may break some of the facts that could be claimed of
//! it. Then the body is verified with each of these facts as its postcondition, with facts that no run broke, and
//! with none. A fact that some run breaks is never verified; a body that throws is never verified with any.

pub mod write;

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Result, anyhow};
use base::{Budget, Source};
use frames::{Options, Verdict};

use crate::java;
use write::Case;

/// The classes random bodies use.
pub const WORLD: &str = include_str!("World.java");
const DRIVER: &str = include_str!("Driver.java");
/// Inputs a body is tried on, those that do not satisfy its precondition included.
const INPUTS: usize = 3000;
/// False facts claimed of each body.
const FALSE: usize = 4;
/// Seconds a claim may take.
const SECONDS: f64 = 1.0;

/// An answer that a JVM contradicts.
#[derive(Clone, Debug)]
pub struct Wrong {
    pub index: usize,
    /// The facts that were verified.
    pub facts: Vec<usize>,
    pub because: String,
}

/// How many were tried, and what was wrong.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub claims: usize,
    pub verified: usize,
    /// Claims that no run breaks.
    pub unbroken: usize,
    /// Bodies that are not in the verified language, with a reason.
    pub refused: Vec<(usize, String)>,
    pub wrong: Vec<Wrong>,
}

/// What runs on the JVM say of a body.
#[derive(Clone, Debug, Default)]
struct Seen {
    tried: usize,
    throws: Option<String>,
    /// Facts, each with a run that breaks it.
    broken: BTreeMap<usize, String>,
}

/// Claims true and false facts of every body.
pub fn attack(cases: &[Case]) -> Result<Tally> {
    let folder = tempfile::tempdir()?;
    let text: String = cases.iter().enumerate().map(|(index, case)| case.driven(index)).collect();
    java::compile(folder.path(), &[("Batch", &(text + WORLD)), ("Driver", DRIVER)])?;
    let arguments = [INPUTS.to_string(), cases.len().to_string()];
    let seen = seen(&java::run(folder.path(), "Driver", &arguments)?, cases.len())?;
    let mut tally = Tally::default();
    for (index, (case, seen)) in cases.iter().zip(&seen).enumerate() {
        let claims = claims(case, seen);
        let text = case.claimed(index, &claims) + WORLD;
        match verified(text)? {
            Err(problem) => tally.refused.push((index, problem)),
            Ok(proven) => judge(index, seen, &claims, &proven, &mut tally),
        }
    }
    Ok(tally)
}

/// Nothing, then false facts one by one, then what no run broke.
fn claims(case: &Case, seen: &Seen) -> Vec<Vec<usize>> {
    let mut out = vec![Vec::new()];
    out.extend(seen.broken.keys().take(FALSE).map(|fact| vec![*fact]));
    let unbroken = (0..case.facts.len()).filter(|fact| !seen.broken.contains_key(fact));
    out.extend(unbroken.take(2).map(|fact| vec![fact]));
    out
}

fn judge(index: usize, seen: &Seen, claims: &[Vec<usize>], proven: &[String], tally: &mut Tally) {
    for (claim, facts) in claims.iter().enumerate() {
        tally.claims += 1;
        let broken = facts.iter().find_map(|fact| seen.broken.get(fact));
        tally.unbroken += usize::from(broken.is_none() && seen.throws.is_none());
        if !proven.iter().any(|name| name.ends_with(&format!("claim{claim}"))) {
            continue;
        }
        tally.verified += 1;
        let because = match (&seen.throws, broken) {
            (Some(run), _) => run.clone(),
            (None, Some(run)) => run.clone(),
            (None, None) => continue,
        };
        tally.wrong.push(Wrong { index, facts: facts.clone(), because });
    }
}

/// The names of the methods that are verified; or why the text is not read.
fn verified(text: String) -> Result<std::result::Result<Vec<String>, String>> {
    let thread = std::thread::Builder::new().stack_size(base::STACK_BYTES);
    let worker = thread.spawn(move || {
        let source = Source::new("Claims.java", text);
        let translated = frames::java::translate(&[source], frames::java::Overflow::Wrap);
        if let Some(problem) = translated.problems.first() {
            return Err(problem.to_string());
        }
        let options = Options {
            member_time: Duration::from_secs_f64(SECONDS),
            budget: Budget::unlimited(),
            infer: true,
            ..Options::default()
        };
        let results = frames::verify(&translated.program, &options).map_err(|error| error.to_string())?;
        let proven = results.into_iter().filter(|result| matches!(result.verdict, Verdict::Verified));
        Ok(proven.map(|result| result.name).collect())
    })?;
    worker.join().map_err(|_| anyhow!("verification panicked"))
}

fn seen(output: &str, cases: usize) -> Result<Vec<Seen>> {
    let mut out = vec![Seen::default(); cases];
    for line in output.lines() {
        let mut words = line.splitn(4, ' ');
        let mut word = || words.next().ok_or_else(|| anyhow!("the driver says `{line}`"));
        let (index, what, number) = (word()?.parse::<usize>()?, word()?, word()?.parse::<usize>()?);
        let rest = word()?.to_owned();
        let Some(seen) = out.get_mut(index) else { continue };
        match what {
            "throws" => seen.throws = Some(rest),
            "breaks" => drop(seen.broken.insert(number, rest)),
            _ => seen.tried = number,
        }
    }
    Ok(out)
}

/// Reduces a body while the same claim is verified wrongly.
pub fn shrink(case: &Case, wrong: &Wrong) -> Result<(Case, Wrong)> {
    let facts: Vec<_> = wrong.facts.iter().map(|fact| case.facts[*fact].clone()).collect();
    let mut best = (Case { facts, ..case.clone() }, wrong.clone());
    loop {
        let candidates: Vec<Case> =
            best.0.method.smaller().into_iter().map(|method| Case { method, ..best.0.clone() }).collect();
        let Ok(tally) = attack(&candidates) else { return Ok(best) };
        let Some(found) = tally.wrong.first() else { return Ok(best) };
        best = (candidates[found.index].clone(), found.clone());
    }
}

/// A wrong answer as a Java file that says what is wrong with it.
pub fn show(case: &Case, wrong: &Wrong) -> String {
    let text = case.claimed(0, &[(0..case.facts.len()).collect()]);
    format!("// verify --method claim0: verified, wrong: {}\n{text}\n{WORLD}", wrong.because)
}
