//! What is not proven is run: an input that satisfies the precondition and breaks the contract makes it *failed*.
//!
//! The files are compiled with `javac` and run on our own machine, never on the JVM. Where that cannot be done nothing is lost but
//! the chance to say so: what is not proven stays so.

use std::path::PathBuf;
use std::time::Duration;

use base::{Budget, Diagnostic};
use frames::core::Program;
use frames::java::parse;
use frames::java::table::Table;
use frames::{Failure, MemberKind, Verdict};
use num_bigint::BigInt;
use trial::Seeker;
use trial::breach::numbers_in;

use super::{Args, Judged, read};
use crate::progress::Line;
use crate::show;
use crate::target::{PathArgs, Target};

/// A member is run at most so long.
const MOST_TIME: Duration = Duration::from_secs(3);

/// Looks for a breach of every contract that has no proof.
pub fn confirm(args: &Args, program: &Program, judged: &mut [Judged], line: &Line) -> anyhow::Result<()> {
    if !judged.iter().any(|judged| is_worth_a_run(judged) && !time_left(args, judged).is_zero()) {
        return Ok(());
    }
    let files: Vec<PathBuf> = args.files.iter().filter(|file| is_java(file)).cloned().collect();
    let target = match (PathArgs { cp: None, jdk: args.jdk.clone() }).open_files(&files) {
        Ok(target) => target,
        Err(error) => {
            let why = error.to_string();
            not_run(why.lines().next().unwrap_or_default());
            return Ok(());
        }
    };
    let sources = files.iter().map(|file| read(file)).collect::<anyhow::Result<Vec<_>>>()?;
    let units: Vec<_> = sources.into_iter().map(|source| (source.clone(), parse::unit(&source))).collect();
    // Contracts follow the nesting of expressions and predicates.
    std::thread::scope(|scope| {
        let seek = || seek_all(args, program, &Table::new(&units, &mut Vec::new()), &target, judged, line);
        let thread = std::thread::Builder::new().stack_size(base::STACK_BYTES).spawn_scoped(scope, seek);
        match thread.map(|thread| thread.join()) {
            Ok(Ok(Ok(()))) => {}
            Ok(Ok(Err(why))) => not_run(&why),
            Ok(Err(_)) | Err(_) => not_run("internal error"),
        }
    });
    Ok(())
}

fn seek_all(
    args: &Args,
    program: &Program,
    table: &Table<'_>,
    target: &Target,
    judged: &mut [Judged],
    line: &Line,
) -> Result<(), String> {
    let likely = likely(table, judged);
    let mut seeker = Seeker::new(table, program, &target.program, &likely)?;
    for judged in judged.iter_mut().filter(|judged| is_worth_a_run(judged)) {
        let result = &judged.result;
        let left = time_left(args, judged);
        let hints: Vec<_> =
            result.verdict.failures().iter().map(|failure| failure.counterexample.clone()).collect();
        line.show(|| format!("running {}", result.name));
        judged.breach = seeker.seek(&result.name, &hints, &Budget::unlimited().within(left));
    }
    Ok(())
}

/// A member's time is for its proof first.
fn time_left(args: &Args, judged: &Judged) -> Duration {
    args.timeout.saturating_sub(judged.result.statistics.time).min(MOST_TIME)
}

/// Without a proof for other reasons than a permission, which no run shows: what is read without one may hold anything.
fn is_worth_a_run(judged: &Judged) -> bool {
    let lacks =
        |failure: &Failure| failure.id.contains("permission") || failure.id.starts_with("not.wellformed");
    let is_code = matches!(judged.result.kind, MemberKind::Method | MemberKind::Function);
    let failures = judged.result.verdict.failures();
    is_code && !matches!(judged.result.verdict, Verdict::Verified) && !failures.iter().any(lacks)
}

/// Numbers of the program, and of states in which something has no proof.
fn likely(table: &Table<'_>, judged: &[Judged]) -> Vec<BigInt> {
    let mut out = Vec::new();
    let failures = judged.iter().flat_map(|judged| judged.result.verdict.failures());
    failures.flat_map(|failure| &failure.counterexample).for_each(|(_, value)| numbers_in(value, &mut out));
    let mut files: Vec<_> = table.classes.iter().map(|class| class.source).collect();
    files.dedup();
    files.iter().for_each(|source| numbers_in(&source.text, &mut out));
    out
}

fn not_run(why: &str) {
    let message = format!("what is not proven was not run: {why}");
    eprintln!("{}", show::draw(&Diagnostic::warning("not-run", message)));
}

fn is_java(file: &std::path::Path) -> bool {
    file.extension().is_some_and(|ending| ending == "java")
}
