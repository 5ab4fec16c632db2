//! `cupper relevance TARGET`: code that nothing the user cares about depends on.
//!
//! Methods named with `--method` are asked together: a line is shown if it matters for none of them, callees included. Without
//! `--method` every method of the target answers for its own lines: what a method returns, throws and leaves in the heap is all
//! its callers can see of it.

mod part;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use base::{Budget, Diagnostic};
use program::class::Origin;
use program::{ClassId, MethodId, Program};
use relevance::{Fate, LineReport, LineVerdict, Part, Relevance, Seeds};
use report::text::Style;
use report::{
    Finding, LineView, Mark, MethodReport, Place, Proof, ProofKind, Question, Report, Severity, SourceView,
    Verdict,
};

use crate::graph::BuildArgs;
use crate::outcome::Outcome;
use crate::output::{Format, OutputArgs};
use crate::target::{Target, TargetArgs};
use crate::{broken, progress, select, views};

/// Find code that cannot influence any outcome
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    target: TargetArgs,
    /// `Class.method`, with its parameter types if overloaded; every method of the target when left out
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

/// What was found out about one method.
struct Answer {
    method: MethodId,
    seconds: f64,
    relevance: Option<Relevance>,
    /// Why not everything is known.
    gaps: Vec<String>,
}

pub fn run(args: Args) -> anyhow::Result<Outcome> {
    args.output.ready()?;
    let started = Instant::now();
    let seeds = seeds(&args.relevant)?;
    let target = args.target.open()?;
    let own_lines = args.method.is_empty();
    let broken = if own_lines { broken::classes(&target) } else { Outcome::Clean };
    let methods = if own_lines { every_method(&target) } else { select::all_named(&target, &args.method)? };
    if methods.is_empty() {
        return Err(Diagnostic::error("nothing-to-do", "the target has no method with code").into());
    }
    let answers = ask_all(&target.program, &methods, &seeds, &args.build);
    if let Some(line) = args.why {
        return Ok(text::print_why(&views::sources(&target), &answers, line));
    }
    let mut sources = views::sources(&target);
    let lines = together(&target, &answers, own_lines, &sources);
    dim(&mut sources, &lines);
    let by_method = by_method(&lines);
    let results =
        answers.iter().map(|answer| result(&target.program, answer, &by_method, own_lines)).collect();
    let seconds = started.elapsed().as_secs_f64();
    let report = views::report("relevance", &[args.target.target], &target, results);
    let report = Report { seconds, sources, ..report };
    if args.output.format() == Format::Text && !args.output.is_to_file() {
        text::print_sources(&report.sources, &lines);
    }
    let style = Style { explain: false, sources: args.output.is_to_file() };
    let text = |report: &Report| report::text::render(report, style);
    Ok(args.output.show(report, Some(&target), text)?.and(broken))
}

/// A method's own lines no outcome of it depends on, for `cupper check`; what is below `least` is left out.
pub fn of_method(
    target: &Target,
    sources: &[SourceView],
    method: MethodId,
    budget: &Budget,
    least: Severity,
) -> MethodReport {
    let options = graph::Options { budget: budget.clone(), ..graph::Options::default() };
    let answer = ask(&target.program, method, &Seeds::all(), &options);
    let lines = together(target, std::slice::from_ref(&answer), true, sources);
    let mut result = result(&target.program, &answer, &by_method(&lines), true);
    result.findings.retain(|finding| finding.severity >= least);
    conclude(&mut result);
    result
}

/// Everything of the target that has code of its own.
pub fn every_method(target: &Target) -> Vec<MethodId> {
    let program = &target.program;
    let mut found = Vec::new();
    for class in target.load() {
        found.extend(program.class(class).methods().filter(|&method| {
            let info = program.method(method);
            !info.is_abstract()
                && !info.is_native()
                && &*info.name != "<clinit>"
                && !relevance::is_invented(program, method)
        }));
    }
    found
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

/// Asks about one method after the other; Ctrl-C ends it, and what is known by then is still shown.
fn ask_all(program: &Program, methods: &[MethodId], seeds: &Seeds, build: &BuildArgs) -> Vec<Answer> {
    let whole = Budget::unlimited();
    crate::interrupt::stop_softly(&whole);
    let one = |(index, &method): (usize, &MethodId)| {
        let options = build.options(&whole);
        let what = format!("[{}/{}] {}", index + 1, methods.len(), select::label(program, method));
        progress::meanwhile(&what, &options.budget, || ask(program, method, seeds, &options))
    };
    methods.iter().enumerate().map(one).collect()
}

fn ask(program: &Program, method: MethodId, seeds: &Seeds, options: &graph::Options) -> Answer {
    let started = Instant::now();
    let graph = graph::build(program, method, options).map_err(|failure| failure.to_string());
    let (relevance, mut gaps) =
        match relevance::analyse(program, method, graph.as_ref().map_err(String::clone), seeds) {
            Ok(answer) => (Some(answer.relevance), answer.gaps),
            Err(gaps) => (None, gaps),
        };
    gaps.extend(relevance.iter().flat_map(|relevance| unlined(program, relevance, method)));
    Answer { method, seconds: started.elapsed().as_secs_f64(), relevance, gaps }
}

/// Says of which classes nothing can be told for want of line numbers; of the program's own, and of the method asked about first.
fn unlined(program: &Program, relevance: &Relevance, method: MethodId) -> Option<String> {
    let own = |found: &&MethodId| program.class(program.method(**found).class).origin == Origin::ClassPath;
    let found = relevance.unlined.get(&method).or_else(|| relevance.unlined.iter().find(own))?;
    let class = program.class(program.method(*found).class).java_name();
    Some(format!("`{class}` was compiled without line numbers: compile it with `-g`"))
}

/// What all answers say about each line of the target's own classes, files named as the user did. A line shared by several
/// methods matters if it matters in one of them.
fn together(target: &Target, answers: &[Answer], own_lines: bool, sources: &[SourceView]) -> Vec<LineReport> {
    let names = views::SourceNames::of(sources);
    let own: BTreeSet<ClassId> = target.load().into_iter().collect();
    let is_own = |line: &LineReport| own.contains(&target.program.method(line.method_id).class);
    let mut joined: BTreeMap<(String, u32), LineReport> = BTreeMap::new();
    for answer in answers {
        let lines = answer.relevance.iter().flat_map(|relevance| &relevance.lines);
        for line in
            lines.filter(|line| if own_lines { line.method_id == answer.method } else { is_own(line) })
        {
            let mut line = LineReport { file: names.as_written(&line.file), ..line.clone() };
            forgive_constants(&mut line, sources);
            keep_label(&mut line, sources);
            joined
                .entry((line.file.clone(), line.line))
                .and_modify(|known| join(known, &line))
                .or_insert(line);
        }
    }
    joined.into_values().collect()
}

/// `javac` puts constants that are `final` wherever they are named, so that nobody reads the variable any more. The source says
/// whether one is; without it none is blamed.
fn forgive_constants(line: &mut LineReport, sources: &[SourceView]) {
    let source = sources.iter().find(|source| source.file == line.file);
    let text = source.and_then(|source| source.line(line.line));
    let is_final = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|word| word == "final");
    if text.is_some_and(|text| !is_final(text)) {
        return;
    }
    line.parts.retain(|part| !part.is_constant);
    if line.is_constant {
        line.verdict = LineVerdict::Neutral;
    }
}

/// A label of a `switch` leaves no trace of its own in the code: what stands behind it may go, the line may not.
fn keep_label(line: &mut LineReport, sources: &[SourceView]) {
    let source = sources.iter().find(|source| source.file == line.file);
    let first = source.and_then(|source| source.line(line.line)).and_then(first_word);
    let is_label = matches!(first, Some("case" | "default"));
    if is_label && line.verdict == LineVerdict::Irrelevant {
        line.verdict = if line.parts.is_empty() { LineVerdict::Neutral } else { LineVerdict::Relevant };
    }
}

/// The first word of a line of code, whatever braces are before it.
fn first_word(text: &str) -> Option<&str> {
    text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty())
}

/// What matters once matters; code of different methods on one line has parts of its own.
fn join(known: &mut LineReport, line: &LineReport) {
    if known.verdict.join(line.verdict) != known.verdict {
        let before = std::mem::replace(known, line.clone());
        if before.method_id != line.method_id && line.verdict == LineVerdict::Relevant {
            known.parts.extend(before.parts);
        }
    } else if known.method_id == line.method_id {
        known.parts.retain(|part| line.parts.contains(part));
    } else {
        known.parts.extend(line.parts.iter().cloned());
    }
}

type ByMethod<'l> = BTreeMap<MethodId, Vec<&'l LineReport>>;

fn by_method(lines: &[LineReport]) -> ByMethod<'_> {
    let mut by_method = ByMethod::new();
    for line in lines {
        by_method.entry(line.method_id).or_default().push(line);
    }
    by_method
}

/// What is said about one method: about its own lines, or about those of everything it ran through.
fn result(program: &Program, answer: &Answer, lines: &ByMethod<'_>, own_lines: bool) -> MethodReport {
    let mut result = MethodReport {
        method: select::label(program, answer.method),
        question: Question::Relevance,
        seconds: answer.seconds,
        ..MethodReport::default()
    };
    if let Some(relevance) = &answer.relevance {
        let methods: BTreeSet<MethodId> = match own_lines {
            true => BTreeSet::from([answer.method]),
            false => relevance.lines.iter().map(|line| line.method_id).collect(),
        };
        let lines: Vec<&LineReport> =
            methods.iter().filter_map(|method| lines.get(method)).flatten().copied().collect();
        result.findings = runs(&lines).iter().map(|run| finding(run)).collect();
        result.findings.extend(lines.iter().flat_map(|line| part_findings(line)));
        result.findings.sort_by_key(|finding| finding.place.as_ref().map(|place| place.line));
        result.reasons.extend(mixed(&lines).into_iter().map(Into::into));
    }
    result.reasons.extend(answer.gaps.iter().cloned().map(Into::into));
    conclude(&mut result);
    result
}

/// What keeps a method without findings from being all relevant: of several writes or calls on one line, some do not matter.
fn mixed(lines: &[&LineReport]) -> Vec<String> {
    let named = lines.iter().flat_map(|line| line.mixed.iter().map(move |name| (line.line, name)));
    named
        .map(|(line, name)| {
            format!("`{name}` is on line {line} several times, and one of them does not matter")
        })
        .collect()
}

/// The verdict its findings give a result.
fn conclude(result: &mut MethodReport) {
    let (verdict, word) = match (result.findings.is_empty(), result.reasons.is_empty()) {
        (false, _) => (Verdict::Refuted, "irrelevant code"),
        (true, true) => (Verdict::Proven, "all relevant"),
        (true, false) => (Verdict::Unknown, "unknown"),
    };
    (result.verdict, result.word) = (verdict, word.into());
    result.proof = (verdict == Verdict::Proven).then(|| Proof { by: ProofKind::Graph, steps: Vec::new() });
}

/// Maximal runs of lines of one method that do not matter, bridging lines nothing is said about.
fn runs<'l>(lines: &[&'l LineReport]) -> Vec<Vec<&'l LineReport>> {
    let mut runs: Vec<Vec<&LineReport>> = Vec::new();
    let mut open = false;
    for &line in lines {
        let fits = |last: &LineReport| (last.method_id, last.verdict) == (line.method_id, line.verdict);
        match line.verdict {
            LineVerdict::Relevant => open = false,
            LineVerdict::Neutral => {}
            LineVerdict::Irrelevant | LineVerdict::Unreached => {
                match runs.last_mut().filter(|run| open && run.last().is_some_and(|last| fits(last))) {
                    Some(run) => run.push(line),
                    None => runs.push(vec![line]),
                }
                open = true;
            }
        }
    }
    runs
}

/// Reasons spelled out in one message.
const REASONS: usize = 3;

fn finding(run: &[&LineReport]) -> Finding {
    let (first, last) = (run[0], run[run.len() - 1]);
    let (what, runs) = match last.line > first.line {
        true => (format!("lines {} to {}", first.line, last.line), "run"),
        false => (format!("line {}", first.line), "runs"),
    };
    let mut whys: Vec<&str> = Vec::new();
    for line in run {
        if whys.len() < REASONS && !whys.contains(&line.fate.why.as_str()) {
            whys.push(&line.fate.why);
        }
    }
    let own: BTreeSet<u32> = run.iter().map(|line| line.line).collect();
    let beside = beside(run.iter().flat_map(|line| &line.fate.companions), &own);
    let (kind, message) = match first.verdict {
        LineVerdict::Unreached => ("unreached-code", format!("{what} of `{}` never {runs}", first.method)),
        LineVerdict::Irrelevant | LineVerdict::Relevant | LineVerdict::Neutral => (
            "irrelevant-code",
            format!(
                "no outcome depends on {what} of `{}`: {}{}",
                first.method,
                whys.join("; "),
                report::together(&beside)
            ),
        ),
    };
    let severity = if run.iter().all(|line| line.is_default) { Severity::Note } else { Severity::Warning };
    Finding { severity, together: beside, ..warning(kind, message, first) }
}

/// With which other lines code has to go: they may fail, or not end, without it.
fn beside<'l>(lines: impl IntoIterator<Item = &'l u32>, own: &BTreeSet<u32>) -> Vec<u32> {
    let lines: BTreeSet<u32> = lines.into_iter().copied().collect();
    lines.difference(own).copied().collect()
}

/// What is said about the parts of a line that matters.
fn part_findings(line: &LineReport) -> impl Iterator<Item = Finding> {
    let parts = line.parts.iter().filter(|_| line.verdict == LineVerdict::Relevant);
    parts.map(move |part| {
        let what = part::describe(part);
        let place = format!("on line {} of `{}`", line.line, line.method);
        let beside = beside(&part.fate.companions, &BTreeSet::from([line.line]));
        let why = format!("{}{}", part.fate.why, report::together(&beside));
        let message = format!("no outcome depends on {what} {place}: {why}");
        Finding { together: beside, ..warning("irrelevant-code", message, line) }
    })
}

fn warning(kind: &str, message: String, line: &LineReport) -> Finding {
    Finding {
        kind: kind.into(),
        severity: Severity::Warning,
        message,
        place: Some(Place { file: line.file.clone(), line: line.line, ..Place::default() }),
        ..Finding::default()
    }
}

/// Marks what does not matter in the sources.
fn dim(sources: &mut [SourceView], lines: &[LineReport]) {
    let mut by_file: BTreeMap<&str, Vec<&LineReport>> = BTreeMap::new();
    for line in lines {
        by_file.entry(&line.file).or_default().push(line);
    }
    for source in sources {
        let lines = by_file.remove(source.file.as_str()).unwrap_or_default();
        source.lines = lines.iter().flat_map(|line| marks(source, line)).collect();
    }
}

/// How a line is shown: dimmed, in part, or as it is.
fn marks(source: &SourceView, line: &LineReport) -> Vec<LineView> {
    let shown = |mark: Mark, fate: &Fate| LineView {
        line: line.line,
        mark,
        why: fate.why.clone(),
        together: beside(&fate.companions, &BTreeSet::from([line.line])),
        says_together: fate.companions.is_subset(&fate.named),
        relied_on: fate.relied_on,
        columns: None,
    };
    match line.verdict {
        LineVerdict::Irrelevant => vec![shown(Mark::Dim, &line.fate)],
        LineVerdict::Unreached => vec![shown(Mark::Unreached, &line.fate)],
        LineVerdict::Relevant | LineVerdict::Neutral => {
            let text = source.line(line.line).unwrap_or_default();
            let mark = |part: &Part| LineView {
                columns: part::columns(text, part),
                ..shown(Mark::Part, &part.fate)
            };
            line.parts.iter().map(mark).collect()
        }
    }
}
