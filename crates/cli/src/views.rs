//! Results of the analyses as reports: one function for each, so that every form of output works for all of them.

mod heap;
mod tree;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use explore::{Finding, MethodResult, Severity, diagram};
use program::{ClassId, MethodId, Program};
use report::{FlowStep, Level, MethodReport, Report, SourceView, Spot, Verdict};
use terminate::diverge::Witness;
use terminate::verdict::{Answer, Verdict as Stops};

use crate::select;
use crate::target::Target;
pub use heap::drawn;
pub use tree::tree;

/// A report of this command, with the target's sources to show.
pub fn report(command: &str, target: &Target, results: Vec<MethodReport>, seconds: f64) -> Report {
    let version = env!("CARGO_PKG_VERSION").into();
    let mut report = Report { command: command.into(), version, seconds, results, sources: sources(target) };
    name_files_as_the_user_did(&mut report);
    report
}

/// What `explore` says about a method.
pub fn explored(program: &Program, result: &MethodResult) -> MethodReport {
    let (verdict, word) = match result.verdict {
        explore::Verdict::Violation => (Verdict::Refuted, "violation"),
        explore::Verdict::Safe => (Verdict::Proven, "safe"),
        explore::Verdict::SafeWithinBounds => (Verdict::Unknown, "safe-within-bounds"),
        explore::Verdict::Unknown => (Verdict::Unknown, "unknown"),
    };
    MethodReport {
        target: result.target.clone(),
        verdict,
        word: word.into(),
        reasons: result.reasons.iter().map(ToString::to_string).collect(),
        findings: result.findings.iter().map(|found| finding(program, found)).collect(),
        seconds: result.figures.seconds,
        facts: vec![
            ("paths".into(), result.figures.paths.to_string()),
            ("steps".into(), result.figures.steps.to_string()),
            ("queries".into(), result.figures.queries.queries.to_string()),
        ],
        ..MethodReport::default()
    }
}

/// The results without the findings that are not in `left` any more.
pub fn still_explored(program: &Program, results: Vec<MethodResult>, left: &Report) -> Vec<MethodResult> {
    let thinned = results.into_iter().zip(&left.results).map(|(mut result, left)| {
        result.findings.retain(|found| {
            let found = finding(program, found);
            let is_it = |other: &report::Finding| {
                (&other.kind, &other.message, &other.path, &other.input)
                    == (&found.kind, &found.message, &found.path, &found.input)
            };
            left.findings.iter().any(is_it)
        });
        result
    });
    thinned.collect()
}

/// What `terminate` says about a method.
pub fn stops(program: &Program, method: MethodId, answer: &Answer, seconds: f64) -> MethodReport {
    let mut report =
        MethodReport { target: select::label(program, method), seconds, ..MethodReport::default() };
    if let Some((nodes, edges)) = answer.graph {
        report.facts = vec![("nodes".into(), nodes.to_string()), ("edges".into(), edges.to_string())];
    }
    match &answer.verdict {
        Stops::Terminates(proof) => {
            (report.verdict, report.word) = (Verdict::Proven, "terminates".into());
            report.explanation = Some(proof.explain().join("\n"));
        }
        Stops::Diverges(witness) => {
            (report.verdict, report.word) = (Verdict::Refuted, "diverges".into());
            let explanation = witness.explain();
            let input = explanation.first().map(|first| first.trim_start_matches("input: "));
            report.findings.push(report::Finding {
                kind: "diverges".into(),
                level: Level::Error,
                message: input
                    .filter(|input| !input.is_empty())
                    .map_or_else(|| "runs forever".into(), |input| format!("runs forever with {input}")),
                spot: loop_line(program, method, witness).or_else(|| first_line(program, method)),
                input: Some(explanation.join("\n")),
                replayed: true,
                ..report::Finding::default()
            });
        }
        Stops::Unknown(reasons) => {
            report.word = "unknown".into();
            report.reasons = reasons.clone();
        }
    }
    report
}

fn finding(program: &Program, found: &Finding) -> report::Finding {
    let thrown = &found.thrown;
    let spot_of =
        |frame: &explore::Frame| Some(Spot { file: frame.file.clone()?, line: frame.line?, column: 0 });
    let message = match &thrown.message {
        Some(message) => format!("{}: {message}", thrown.class),
        None => thrown.class.clone(),
    };
    let own = thrown.stack.iter().rev().filter(|frame| frame.own);
    let calls = own.filter_map(|frame| {
        Some(FlowStep { spot: spot_of(frame)?, message: format!("in `{}`", frame.name) })
    });
    report::Finding {
        kind: thrown.kind().into(),
        level: match found.severity {
            Severity::Note => Level::Note,
            Severity::Warning => Level::Warning,
            Severity::Error => Level::Error,
        },
        message,
        spot: found.place.as_ref().and_then(spot_of),
        stack: thrown.stack.iter().map(frame_text).collect(),
        path: found.condition.clone(),
        flow: calls.collect(),
        input: Some(diagram::arguments(program, &found.input).join("\n")),
        heap: Some(heap::picture(program, &found.input)).filter(|heap| !heap.nodes.is_empty()),
        symbolic: found.picture.clone().map(drawn).filter(|heap| !heap.nodes.is_empty()),
        replayed: found.replayed,
        ..report::Finding::default()
    }
}

fn frame_text(frame: &explore::Frame) -> String {
    match (&frame.file, frame.line) {
        (Some(file), Some(line)) => format!("{}({file}:{line})", frame.name),
        (Some(file), None) => format!("{}({file})", frame.name),
        (None, _) => frame.name.clone(),
    }
}

/// Where the run goes round, if that is in code of the class asked about.
fn loop_line(program: &Program, method: MethodId, witness: &Witness) -> Option<Spot> {
    let class = program.method(method).class;
    let (name, _) = witness.place.rsplit_once('.')?;
    (name == program.class(class).java_name()).then(|| spot(program, class, witness.line?)).flatten()
}

fn first_line(program: &Program, method: MethodId) -> Option<Spot> {
    let body = program.body(method).ok()?;
    let line = body.lines.first().map(|(_, line)| u32::from(*line))?;
    spot(program, program.method(method).class, line)
}

fn spot(program: &Program, class: ClassId, line: u32) -> Option<Spot> {
    let name = program.class_attributes(class).source_file.clone()?;
    let file = match program.class(class).package() {
        "" => name.to_string(),
        package => format!("{package}/{name}"),
    };
    Some(Spot { file, line, column: 0 })
}

/// The texts of the target's sources, where they were given.
pub fn sources(target: &Target) -> Vec<SourceView> {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut seen = BTreeSet::new();
    for class in target.classes.iter().filter(|_| !target.sources.is_empty()) {
        let Ok(id) = target.program.class_named(class) else { continue };
        let Some(name) = target.program.class_attributes(id).source_file.clone() else { continue };
        let package = target.program.class(id).package();
        let places =
            target.sources.iter().flat_map(|folder| [folder.join(package).join(&*name), folder.join(&*name)]);
        files.extend(places.into_iter().find(|file| file.is_file()).filter(|file| seen.insert(file.clone())));
    }
    let read = |file: PathBuf| {
        let text = std::fs::read_to_string(&file).ok()?;
        Some(SourceView { file: file.display().to_string(), text, lines: Vec::new() })
    };
    files.into_iter().filter_map(read).collect()
}

/// Finds sources by what class files call them: `p/q/File.java`, or less of the path.
pub struct SourceNames<'s> {
    by_ending: BTreeMap<&'s str, &'s SourceView>,
}

impl<'s> SourceNames<'s> {
    pub fn of(sources: &'s [SourceView]) -> Self {
        let mut by_ending = BTreeMap::new();
        for source in sources {
            let slashes = source.file.match_indices('/').map(|(at, _)| at + 1);
            for start in std::iter::once(0).chain(slashes) {
                by_ending.entry(&source.file[start..]).or_insert(source);
            }
        }
        Self { by_ending }
    }

    pub fn get(&self, file: &str) -> Option<&'s SourceView> {
        self.by_ending.get(file).copied()
    }

    /// The file's name as the user wrote it, if it is a source of the user's.
    pub fn as_written(&self, file: &str) -> String {
        self.get(file).map_or_else(|| file.to_owned(), |source| source.file.clone())
    }
}

fn name_files_as_the_user_did(report: &mut Report) {
    let sources = std::mem::take(&mut report.sources);
    let names = SourceNames::of(&sources);
    let rename = |spot: &mut Spot| spot.file = names.as_written(&spot.file);
    for result in &mut report.results {
        for finding in &mut result.findings {
            finding.spot.iter_mut().for_each(rename);
            finding.flow.iter_mut().map(|step| &mut step.spot).for_each(rename);
        }
    }
    report.sources = sources;
}
