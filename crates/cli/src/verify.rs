//! `cupper verify FILE…`: proves that methods keep their contracts.
//!
//! The file's ending chooses the language: `.java` with contracts in comments, `.idf` for the paper's own syntax, `.vpr`
//! for Viper. Java files given together are one program; every other file is one of its own.

mod confirm;
mod progress;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use base::{Budget, Diagnostic, Source};
use frames::core::Program;
use frames::java::Overflow;
use frames::{Failure, MemberResult, Options, Verdict};
use report::{Finding, FlowStep, HeapNode, HeapView, Level, MethodReport, Report, SourceView, Spot};
use trial::Breach;

use crate::outcome::Outcome;
use crate::output::{Format, OutputArgs};
use crate::progress::Line;
use crate::{megabytes, seconds, show};

/// Prove that methods keep the contracts written in their comments
#[derive(clap::Args)]
pub struct Args {
    /// `.java` files with contracts, `.idf` files, or Viper's `.vpr` files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Only the members of this name
    #[arg(long, value_name = "NAME")]
    method: Option<String>,
    /// Seconds for each member
    #[arg(long, visible_alias = "time", value_name = "SECONDS", value_parser = seconds::parse, default_value = "10")]
    timeout: Duration,
    /// Megabytes of memory before what is left is unknown
    #[arg(long, value_parser = megabytes::parse, default_value = "4096", value_name = "MB")]
    memory: u64,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    #[command(flatten)]
    output: OutputArgs,
    /// What machine-integer overflow is in Java files
    #[arg(long, value_enum, default_value_t)]
    overflow: OverflowIs,
    /// Show the symbolic heap, the path, and every `open` and `close` that was put in
    #[arg(long)]
    explain: bool,
    /// Put no `open` and `close` in: only what is written counts
    #[arg(long)]
    no_infer: bool,
    /// Java and Viper files: also report code that cannot be reached and contracts that cannot hold
    #[arg(long)]
    smoke: bool,
    /// Do not look for inputs that break what is not proven
    #[arg(long)]
    no_run: bool,
    /// Home of the JDK whose javac compiles Java files to be run; the default is $JAVA_HOME, then the `java` on $PATH
    #[arg(long, value_name = "DIR")]
    jdk: Option<PathBuf>,
}

#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum OverflowIs {
    /// As Java does
    #[default]
    Wrap,
    /// A failure
    Error,
}

/// Rules follow the nesting of expressions and predicates.
const STACK_BYTES: usize = 256 << 20;

/// A program ready to be verified, and what was wrong with the rest of the input.
struct Unit {
    program: Program,
    problems: Vec<Diagnostic>,
    hidden: BTreeSet<String>,
    /// Java, where `open` and `close` may be left out.
    is_java: bool,
}

/// What is said about a member: the verifier's verdict, and a run that breaks the contract where one was found.
struct Judged {
    result: MemberResult,
    breach: Option<Breach>,
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    args.output.ready()?;
    let start = Instant::now();
    let options = Options {
        only: args.method.clone(),
        member_time: args.timeout,
        budget: Budget::unlimited().with_memory(args.memory),
        smoke: args.smoke,
        ..Options::default()
    };
    let jobs = crate::jobs::threads(args.jobs);
    let units = load(&args, &options)?;
    let line = Arc::new(Line::new());
    let watch = progress::watch(&line, units.iter().map(|unit| &unit.program));
    let mut outcome = Outcome::Clean;
    let mut results = Vec::new();
    for unit in units {
        for problem in &unit.problems {
            eprintln!("{}", show::draw(problem));
            outcome = outcome.and(Outcome::WrongInput);
        }
        let options =
            Options { infer: unit.is_java && !args.no_infer, watch: watch.clone(), ..options.clone() };
        let verified = verify(&unit.program, &options, jobs)?;
        let shown = verified.into_iter().filter(|result| !unit.hidden.contains(&result.name));
        let mut judged: Vec<Judged> = shown.map(|result| Judged { result, breach: None }).collect();
        if unit.is_java && !args.no_run {
            confirm::confirm(&args, &unit.program, &mut judged, &line)?;
        }
        results.extend(judged);
        line.clear();
    }
    if results.is_empty()
        && let Some(name) = &args.method
        && outcome == Outcome::Clean
    {
        let message = format!("nothing is named `{name}` here");
        return Err(Diagnostic::error("unknown-name", message).into());
    }
    if results.is_empty() && outcome == Outcome::Clean {
        let message = "the files declare nothing that could be verified";
        return Err(Diagnostic::error("nothing-to-do", message).into());
    }
    if args.output.format() != Format::Text || args.output.is_filtered() || args.output.is_to_file() {
        let left = args.output.show_sources(report(&results, start.elapsed()))?;
        return Ok(left.results.iter().fold(outcome, |outcome, result| outcome.and(outcome_left(result))));
    }
    text::print(&results, args.explain);
    Ok(results.iter().fold(outcome, |outcome, result| outcome.and(outcome_of(result))))
}

fn outcome_of(judged: &Judged) -> Outcome {
    match &judged.result.verdict {
        _ if judged.breach.is_some() => Outcome::Findings,
        Verdict::Verified => Outcome::Clean,
        Verdict::NotProven(_) | Verdict::Unknown { .. } => Outcome::Unknown,
    }
}

/// The outcome of a member some of whose findings were left out: what is known already is no reason to complain.
fn outcome_left(result: &MethodReport) -> Outcome {
    let is_known = result.findings.is_empty() && result.word.starts_with(text::NOT_PROVEN);
    match result.verdict {
        report::Verdict::Unknown if !is_known => Outcome::Unknown,
        report::Verdict::Refuted if !result.findings.is_empty() => Outcome::Findings,
        report::Verdict::Proven | report::Verdict::Refuted | report::Verdict::Unknown => Outcome::Clean,
    }
}

fn load(args: &Args, options: &Options) -> anyhow::Result<Vec<Unit>> {
    let overflow = match args.overflow {
        OverflowIs::Wrap => Overflow::Wrap,
        OverflowIs::Error => Overflow::Error,
    };
    let (mut units, mut java) = (Vec::new(), Vec::new());
    for path in &args.files {
        let source = read(path)?;
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("java") => java.push(source),
            Some("idf") => units.push(Unit::of(frames::idf::translate(&source), false)),
            Some("vpr" | "sil") => units.push(Unit {
                program: frames::viper::load(&source, options)?,
                problems: Vec::new(),
                hidden: BTreeSet::new(),
                is_java: false,
            }),
            _ => {
                let message = format!("`{}` is no `.java`, `.idf` or `.vpr` file", path.display());
                return Err(Diagnostic::error("unknown-language", message).into());
            }
        }
    }
    if !java.is_empty() {
        let mut translated = frames::java::translate(&java, overflow);
        if args.smoke {
            frames::smoke::instrument(&mut translated.program);
        }
        units.push(Unit::of(translated, true));
    }
    Ok(units)
}

fn read(path: &Path) -> anyhow::Result<Arc<Source>> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        Diagnostic::error("cannot-read", format!("cannot read `{}`: {error}", path.display()))
    })?;
    Ok(Source::new(path.display().to_string(), text))
}

impl Unit {
    fn of(translated: frames::java::Translated, is_java: bool) -> Self {
        let frames::java::Translated { program, problems, hidden } = translated;
        Self { program, problems, hidden, is_java }
    }
}

/// Verifies on several threads, each a share of the methods; the order of results does not depend on how many.
fn verify(program: &Program, options: &Options, jobs: usize) -> anyhow::Result<Vec<MemberResult>> {
    let jobs = jobs.clamp(1, 64);
    let shares: Vec<Options> =
        (0..jobs).map(|index| Options { share: (index, jobs), ..options.clone() }).collect();
    let parts: Vec<_> = std::thread::scope(|scope| {
        let start = |share| {
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, move || frames::verify(program, share))
        };
        let threads: Vec<_> = shares.iter().map(start).collect();
        threads.into_iter().map(|thread| thread.map(|thread| thread.join())).collect()
    });
    let mut results = Vec::new();
    for part in parts {
        match part {
            Ok(Ok(part)) => results.extend(part?),
            Ok(Err(_)) | Err(_) => {
                return Err(Diagnostic::error("internal-error", "a verification thread panicked").into());
            }
        }
    }
    results.sort_by_key(|result| (result.place.start, result.name.clone()));
    Ok(results)
}

fn report(results: &[Judged], time: Duration) -> Report {
    Report {
        command: "verify".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seconds: time.as_secs_f64(),
        results: results.iter().map(judged_report).collect(),
        sources: sources(results.iter().map(|judged| &judged.result)),
    }
}

/// The files the members stand in, each once.
fn sources<'r>(results: impl Iterator<Item = &'r MemberResult>) -> Vec<SourceView> {
    let files: BTreeMap<&str, &Source> =
        results.map(|result| (result.place.source.name.as_str(), &*result.place.source)).collect();
    let view = |source: &Source| SourceView {
        file: source.name.clone(),
        text: source.text.clone(),
        lines: Vec::new(),
    };
    files.into_values().map(view).collect()
}

/// A contract that was broken is refuted, whatever else has no proof.
fn judged_report(judged: &Judged) -> MethodReport {
    let mut out = member_report(&judged.result);
    if let Some(breach) = &judged.breach {
        out.verdict = report::Verdict::Refuted;
        out.word = text::FAILED.to_owned();
        out.findings.insert(0, breach_finding(breach));
    }
    out
}

fn breach_finding(breach: &Breach) -> Finding {
    let mut message = breach.what.clone();
    if !breach.after.is_empty() {
        message = format!("{message}: {}", text::pairs(&breach.after));
    }
    Finding {
        kind: text::BROKEN.to_owned(),
        message,
        spot: Some(spot(&breach.place)),
        input: (!breach.input.is_empty()).then(|| text::pairs(&breach.input)),
        replayed: true,
        ..Finding::default()
    }
}

fn member_report(result: &MemberResult) -> MethodReport {
    let verdict = match &result.verdict {
        Verdict::Verified => report::Verdict::Proven,
        Verdict::NotProven(_) | Verdict::Unknown { .. } => report::Verdict::Unknown,
    };
    let statistics = result.statistics;
    let inferred = result.inferred.iter().map(|(place, what)| (format!("inferred at {place}"), what.clone()));
    MethodReport {
        target: result.name.clone(),
        verdict,
        word: text::word(&result.verdict).to_owned(),
        reasons: reasons(&result.verdict),
        findings: result
            .verdict
            .failures()
            .iter()
            .map(finding)
            .chain(result.warnings.iter().map(warning))
            .collect(),
        seconds: statistics.time.as_secs_f64(),
        spot: Some(spot(&result.place)),
        facts: [
            ("paths".to_owned(), statistics.paths.to_string()),
            ("queries".to_owned(), statistics.queries.to_string()),
            ("trivial queries".to_owned(), statistics.trivial_queries.to_string()),
            ("queries to the SMT solver".to_owned(), statistics.smt_queries.to_string()),
        ]
        .into_iter()
        .chain(inferred)
        .chain(text::is_closed(result).then(|| ("assumes".to_owned(), text::CLOSED.to_owned())))
        .collect(),
        ..MethodReport::default()
    }
}

/// Why there is no proof: obligations first, then limits that were reached.
fn reasons(verdict: &Verdict) -> Vec<String> {
    let not_proven = verdict
        .failures()
        .iter()
        .map(|failure| format!("{}: not proven: {}", failure.place, text::headline(&failure.id)));
    let limits = match verdict {
        Verdict::Unknown { reasons, .. } => &reasons[..],
        Verdict::Verified | Verdict::NotProven(_) => &[],
    };
    let shown = |(place, why): &(Option<base::Place>, String)| match place {
        Some(place) => format!("{place}: {why}"),
        None => why.clone(),
    };
    not_proven.chain(limits.iter().map(shown)).collect()
}

fn finding(failure: &Failure) -> Finding {
    let input = text::pairs(&failure.counterexample);
    Finding {
        kind: failure.id.clone(),
        level: Level::Warning,
        message: format!("{}: {}", text::headline(&failure.id), failure.message),
        spot: Some(spot(&failure.place)),
        path: failure.path.clone(),
        flow: culprit(failure).into_iter().collect(),
        input: (!input.is_empty()).then(|| format!("possible state: {input}")),
        heap: Some(owned(&failure.heap)),
        ..Finding::default()
    }
}

/// What makes a proof worth less.
fn warning((place, what): &(base::Place, String)) -> Finding {
    Finding {
        kind: text::VACUOUS.to_owned(),
        level: Level::Warning,
        message: what.clone(),
        spot: Some(spot(place)),
        ..Finding::default()
    }
}

/// What is owned where an obligation fails, as one box.
fn owned(chunks: &[String]) -> HeapView {
    let label = if chunks.is_empty() { "nothing is owned" } else { "owned" };
    let node = HeapNode { label: label.to_owned(), fields: chunks.to_vec(), round: false };
    HeapView { nodes: vec![node], edges: Vec::new() }
}

/// The part of the contract that fails, where that is another place than the failure's.
fn culprit(failure: &Failure) -> Option<FlowStep> {
    (failure.culprit != failure.place)
        .then(|| FlowStep { spot: spot(&failure.culprit), message: failure.message.clone() })
}

fn spot(place: &base::Place) -> Spot {
    Spot { file: place.source.name.clone(), line: place.line, column: place.column }
}
