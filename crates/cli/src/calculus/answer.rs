//! What runs of a model language say: a report, and its tables for people.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use calculus::iterations::Counts;
use calculus::language::Flow;
use calculus::run::Run;
use report::{MethodReport, Proof, ProofKind, Question, Reason, ReasonKind, Report, Step, Verdict};
use serde_json::Number;

use super::{BranchesArgs, Format, RunArgs, page};
use crate::outcome::Outcome;
use crate::views;

/// The final states' control flow, and the counts.
pub fn paths<S>(run: &Run<S>, args: &RunArgs, flow: impl Fn(&S) -> &[Flow]) -> Outcome {
    let mut reasons: Vec<Reason> = run.unsupported.iter().map(|reason| stuck(reason)).collect();
    if run.cut > 0 {
        let hit: Vec<&str> = run.hit.iter().map(|limit| limit.name()).collect();
        let limits = format!("the limit {}", hit.join(" and that "));
        let what = format!("{} paths were cut off by {limits}: this is not the whole program", run.cut);
        reasons.insert(0, Reason { kind: ReasonKind::Bound, ..what.into() });
    }
    let steps: Vec<Step> = run.finals.iter().map(|state| page::name(flow(state)).into()).collect();
    let counts = [("final-states", run.finals.len()), ("forks", run.forks), ("steps", run.steps)];
    let figures = counts.into_iter().map(|(name, count)| (name.to_owned(), Number::from(count)));
    if args.format == Format::Text {
        for (number, step) in steps.iter().enumerate() {
            println!("{:>4}  {}", number + 1, step.message);
        }
        let [states, forks, steps] = counts.map(|(_, count)| count);
        println!("{}: {states} final states, {forks} forks, {steps} steps", args.heap);
    }
    let proof = Some(Proof { by: ProofKind::Exploration, steps });
    tell(
        &args.file,
        args.format,
        MethodReport { reasons, proof, figures: figures.collect(), ..answer(&args.file) },
    )
}

/// One row an iteration, one column a strategy: how many left the loop, how many went through its body.
pub fn branches(args: &BranchesArgs, columns: &[Counts]) -> Outcome {
    let columns: Vec<(&str, &Counts)> =
        heap::STRATEGIES.iter().map(|strategy| strategy.name()).zip(columns).collect();
    let mut figures: BTreeMap<String, Number> = BTreeMap::new();
    let mut rows = vec![format!("{:<9}", "iteration")];
    rows.extend((1..=args.iterations).map(|number| format!("{number:>9}")));
    for (name, column) in &columns {
        rows[0] += &format!("  {name:>12}");
        for (index, row) in rows.iter_mut().skip(1).enumerate() {
            let Some(counted) = column.is_whole().then(|| &column.iterations[index]) else {
                *row += &format!("  {:>12}", "?");
                continue;
            };
            *row += &format!("  {:>12}", format!("{}+{}", counted.left, counted.went_on));
            figures.insert(format!("{name}.{}.left", index + 1), counted.left.into());
            figures.insert(format!("{name}.{}.went-on", index + 1), counted.went_on.into());
        }
    }
    if args.format == Format::Text {
        rows.iter().for_each(|row| println!("{row}"));
        println!("\nconfigurations that left the loop at the test + those that went through the body");
    }
    let cut = columns.iter().filter(|(_, column)| !column.is_whole());
    let reasons = cut.map(|(name, column)| not_counted(name, column)).collect();
    tell(&args.file, args.format, MethodReport { reasons, figures, ..answer(&args.file) })
}

fn not_counted(strategy: &str, column: &Counts) -> Reason {
    let hit = column.hit.iter().map(|limit| format!("a limit {} was hit", limit.name()));
    let stuck = column.unsupported.iter().map(|reason| stuck(reason).what);
    let why: BTreeSet<String> = hit.chain(stuck).collect();
    let why: Vec<String> = why.into_iter().collect();
    let what = format!("{strategy}: not counted: {}", why.join("; "));
    Reason { kind: ReasonKind::Limit, ..what.into() }
}

fn stuck(reason: &str) -> Reason {
    Reason { kind: ReasonKind::Unsupported, ..format!("a path could not go on: {reason}").into() }
}

fn answer(file: &Path) -> MethodReport {
    MethodReport {
        method: file.display().to_string(),
        question: Question::Calculus,
        ..MethodReport::default()
    }
}

/// The reasons as text, or all of it as JSON. Without a reason not to, it is the whole program.
fn tell(file: &Path, format: Format, mut answer: MethodReport) -> Outcome {
    let is_whole = answer.reasons.is_empty();
    answer.verdict = if is_whole { Verdict::Proven } else { Verdict::Unknown };
    answer.word = if is_whole { "whole".into() } else { "cut off".into() };
    match format {
        Format::Text => answer.reasons.iter().for_each(|reason| println!("{reason}")),
        Format::Json => {
            let report = views::bare("calculus", &[file.display().to_string()]);
            print!("{}", report::json(&Report { results: vec![answer], ..report }));
        }
    }
    if is_whole { Outcome::Clean } else { Outcome::Unknown }
}
