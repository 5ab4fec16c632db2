//! `cupper relevance TARGET`: code that nothing the user cares about depends on.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::Instant;

use base::{Budget, Diagnostic};
use program::MethodId;
use relevance::{LineReport, LineVerdict, Relevance, Seeds};
use report::{Finding, Level, LineView, MethodReport, Report, SourceView, Spot, Verdict};

use crate::graph::BuildArgs;
use crate::outcome::Outcome;
use crate::output::{Format, OutputArgs};
use crate::select;
use crate::target::{Target, TargetArgs};
use crate::views;

/// Find code that cannot influence any outcome
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    target: TargetArgs,
    /// `Class.method`, with its descriptor if overloaded; all that a caller could call when left out
    #[arg(long, value_name = "METHOD")]
    method: Vec<String>,
    /// What matters: `return`, `exceptions`, `heap` or `line N`; the first three when left out
    #[arg(long, value_name = "OUTCOME")]
    relevant: Vec<String>,
    /// Show why this line matters
    #[arg(long, value_name = "LINE")]
    why: Option<u32>,
    #[command(flatten)]
    build: BuildArgs,
    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    let started = Instant::now();
    let seeds = seeds(&args.relevant)?;
    let target = args.target.open()?;
    let methods = match &args.method[..] {
        [] => select::callable(&target)?,
        patterns => {
            let named: Result<Vec<_>, _> =
                patterns.iter().map(|pattern| select::named(&target, pattern)).collect();
            named?.concat()
        }
    };
    let mut report = Report {
        command: "relevance".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        sources: views::sources(&target),
        ..Report::default()
    };
    for method in methods {
        let (result, relevance) =
            analyse(&target, method, &seeds, &args.build.options(), &mut report.sources);
        report.results.push(result);
        if let Some(relevance) = relevance {
            print_why(&args, &relevance);
        }
    }
    report.seconds = started.elapsed().as_secs_f64();
    if args.output.format() == Format::Text {
        print_sources(&report);
    }
    args.output.show(report)
}

/// Everything a caller can see of one method, for `cupper check`.
pub fn of_method(target: &Target, method: MethodId, budget: &Budget) -> MethodReport {
    let options = graph::Options { budget: budget.clone(), ..graph::Options::default() };
    analyse(target, method, &Seeds::all(), &options, &mut views::sources(target)).0
}

/// The seeds the words name.
fn seeds(words: &[String]) -> Result<Seeds, Diagnostic> {
    if words.is_empty() {
        return Ok(Seeds::all());
    }
    let mut seeds = Seeds::none();
    for word in words {
        match word.trim() {
            "return" => seeds.result = true,
            "exceptions" => seeds.exceptions = true,
            "heap" => seeds.heap = true,
            other => match other.strip_prefix("line").map(|number| number.trim().parse()) {
                Some(Ok(line)) => seeds.lines.push(line),
                Some(Err(_)) | None => {
                    let message = format!("`{other}` is no outcome");
                    return Err(Diagnostic::error("unknown-outcome", message)
                        .help("outcomes are `return`, `exceptions`, `heap` and `line N`"));
                }
            },
        }
    }
    Ok(seeds)
}

fn analyse(
    target: &Target,
    method: MethodId,
    seeds: &Seeds,
    options: &graph::Options,
    sources: &mut [SourceView],
) -> (MethodReport, Option<Relevance>) {
    let started = Instant::now();
    let program = &target.program;
    let mut result = MethodReport { target: select::label(program, method), ..MethodReport::default() };
    let answer = graph::build(program, method, options)
        .map_err(|failure| vec![failure.to_string()])
        .and_then(|graph| relevance::analyse(program, &graph, seeds));
    let relevance = match answer {
        Ok(relevance) => {
            let own: Vec<LineReport> =
                relevance.lines.iter().filter_map(|line| in_source(sources, line)).collect();
            result.findings = findings(&own);
            for line in &own {
                dim(sources, line);
            }
            result.verdict = if result.findings.is_empty() { Verdict::Proven } else { Verdict::Refuted };
            result.word =
                if result.findings.is_empty() { "all relevant".into() } else { "irrelevant code".into() };
            Some(relevance)
        }
        Err(reasons) => {
            result.word = "unknown".into();
            result.reasons = reasons;
            None
        }
    };
    result.seconds = started.elapsed().as_secs_f64();
    (result, relevance)
}

/// A line of the user's own sources, its file named as the user did.
fn in_source(sources: &[SourceView], line: &LineReport) -> Option<LineReport> {
    let source = views::source_named(sources, &line.file)?;
    Some(LineReport { file: source.file.clone(), ..line.clone() })
}

/// One finding for each run of neighbouring lines of a method nothing depends on.
fn findings(lines: &[LineReport]) -> Vec<Finding> {
    let mut runs: Vec<(&LineReport, u32)> = Vec::new();
    for line in lines {
        let message_worthy = matches!(line.verdict, LineVerdict::Irrelevant | LineVerdict::Unreached);
        if !message_worthy {
            continue;
        }
        match runs.last_mut() {
            Some((first, last))
                if first.file == line.file
                    && first.method == line.method
                    && first.verdict == line.verdict
                    && *last + 1 >= line.line =>
            {
                *last = line.line;
            }
            _ => runs.push((line, line.line)),
        }
    }
    runs.into_iter()
        .map(|(first, last)| {
            let what = if last > first.line {
                format!("lines {} to {last}", first.line)
            } else {
                format!("line {}", first.line)
            };
            let (kind, message, level) = match first.verdict {
                LineVerdict::Unreached => {
                    ("unreached-code", format!("{what} of `{}` never run", first.method), Level::Warning)
                }
                LineVerdict::Irrelevant | LineVerdict::Relevant | LineVerdict::Neutral => (
                    "irrelevant-code",
                    format!("no outcome depends on {what} of `{}`", first.method),
                    Level::Warning,
                ),
            };
            Finding {
                kind: kind.into(),
                level,
                message,
                spot: Some(Spot { file: first.file.clone(), line: first.line, column: 0 }),
                ..Finding::default()
            }
        })
        .collect()
}

fn dim(sources: &mut [SourceView], line: &LineReport) {
    let remark = match line.verdict {
        LineVerdict::Irrelevant => "no outcome depends on it",
        LineVerdict::Unreached => "never runs",
        LineVerdict::Relevant | LineVerdict::Neutral => return,
    };
    if let Some(source) = sources.iter_mut().find(|source| source.file == line.file)
        && !source.lines.iter().any(|known| known.line == line.line)
    {
        source.lines.push(LineView { line: line.line, mark: "dim".into(), remark: remark.into() });
        source.lines.sort_by_key(|line| line.line);
    }
}

/// The source with the irrelevant parts dimmed.
fn print_sources(report: &Report) {
    let (dim, normal) = if std::io::stdout().is_terminal() { ("\x1b[2m", "\x1b[0m") } else { ("", "") };
    for source in report.sources.iter().filter(|source| !source.lines.is_empty()) {
        println!("{}", source.file);
        let remarks: BTreeMap<u32, &str> =
            source.lines.iter().map(|line| (line.line, line.remark.as_str())).collect();
        for (index, text) in source.text.lines().enumerate() {
            let number = index as u32 + 1;
            match remarks.get(&number) {
                Some(remark) => println!("{dim}{number:5} ~ {text}   // {remark}{normal}"),
                None => println!("{number:5}   {text}"),
            }
        }
        println!();
    }
}

fn print_why(args: &Args, relevance: &Relevance) {
    let Some(line) = args.why else { return };
    for ((file, _), chain) in relevance.chains.iter().filter(|((_, number), _)| *number == line) {
        let steps: Vec<String> =
            chain.iter().map(|step| format!("{}:{} ({})", step.file, step.line, step.method)).collect();
        println!("{file}:{line} matters: {}", steps.join(" → "));
    }
}
