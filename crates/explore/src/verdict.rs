//! Findings and verdicts: what an exploration means for the user.
//!
//! *violation*: some failure was confirmed by a concrete run. *safe*: all paths ended, none failed, no bound was hit and
//! nothing was left out but what the answer names as taken for granted. *safe within bounds*: nothing else was left out but what lies
//! beyond a bound the user gave. Everything else is *unknown*, with the reasons.

use std::collections::BTreeSet;

use base::Severity;
use library::names;
use program::code::Inst;
use program::{FieldId, Program};

use crate::entry::Entry;
use crate::explorer::{Exploration, Figures};
use crate::likely;
use crate::path::{Frame, Input, Outcome, Path, Reason, Thrown};
use crate::picture::Picture;

#[derive(Clone, Debug)]
pub struct MethodResult {
    /// `Class.method(int, String)`.
    pub target: String,
    pub verdict: Verdict,
    pub reasons: Vec<Reason>,
    /// What is taken for granted where the answer says that nothing fails, or nothing else.
    pub assumptions: Vec<&'static str>,
    /// Fields of whose facts use was made.
    pub facts: BTreeSet<FieldId>,
    /// Worst first, then by place.
    pub findings: Vec<Finding>,
    pub figures: Figures,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Violation,
    Safe,
    /// No input within the bounds fails; the reasons name the bounds.
    SafeWithinBounds,
    Unknown,
}

#[derive(Clone, Debug)]
pub struct Finding {
    pub severity: Severity,
    pub thrown: Thrown,
    /// The innermost place in the user's code.
    pub place: Option<Frame>,
    pub condition: Vec<String>,
    pub input: Input,
    /// The symbolic heap where the path ends, if pictures are wanted.
    pub picture: Option<Picture>,
    pub replayed: bool,
    /// It is as slight as it is because of the state of an object, which perhaps nobody can bring about.
    pub is_of_state: bool,
}

/// What the paths say, as far as findings of at least `least` severity are concerned.
pub fn judge(program: &Program, exploration: &Exploration, least: Severity) -> MethodResult {
    judge_with(program, exploration, |severity, _| severity >= least)
}

/// The same, but with findings that somebody who knows how their objects come about may find graver.
pub fn judge_generously(program: &Program, exploration: &Exploration, least: Severity) -> MethodResult {
    judge_with(program, exploration, |severity, is_of_state| severity >= least || is_of_state)
}

fn judge_with(
    program: &Program,
    exploration: &Exploration,
    is_wanted: impl Fn(Severity, bool) -> bool,
) -> MethodResult {
    let mut findings: Vec<Finding> = Vec::new();
    let mut reasons: BTreeSet<Reason> = exploration.reasons.clone();
    let mut unconfirmed: Vec<&Path> = Vec::new();
    for path in &exploration.paths {
        let Outcome::Threw(thrown) = &path.outcome else { continue };
        if let Some(class) = missing_class(program, thrown) {
            reasons.insert(Reason::Missing(class));
            continue;
        }
        let severity = severity(program, exploration, path, thrown);
        let is_of_state = severity == Severity::Note && path.null_parameter.is_none();
        if !is_wanted(severity, is_of_state)
            || findings.iter().any(|known| same(known, thrown) && known.severity >= severity)
        {
            continue;
        }
        match (&path.input, path.is_confirmed()) {
            (Some(Ok(input)), true) => {
                findings.retain(|known| !same(known, thrown));
                findings.push(Finding { is_of_state, ..finding(path, thrown, severity, input) });
            }
            _ => unconfirmed.push(path),
        }
    }
    for path in unconfirmed {
        if let Outcome::Threw(thrown) = &path.outcome
            && !findings.iter().any(|known| same(known, thrown))
        {
            reasons.insert(Reason::NotReplayed(why_unconfirmed(path, thrown)));
        }
    }
    findings.sort_by_key(|finding| (std::cmp::Reverse(finding.severity), line(finding)));
    let reasons: Vec<Reason> = reasons.into_iter().collect();
    let verdict = if findings.is_empty() { without_findings(&reasons) } else { Verdict::Violation };
    let is_answer = verdict != Verdict::Unknown;
    MethodResult {
        target: exploration.entry.name.clone(),
        verdict,
        assumptions: exploration.trusts.iter().copied().filter(|_| is_answer).collect(),
        facts: exploration.facts.clone(),
        reasons,
        findings,
        figures: exploration.figures.clone(),
    }
}

/// The class whose absence ended a path: no failure of the program, which may have it where it runs.
fn missing_class(program: &Program, thrown: &Thrown) -> Option<String> {
    let is_it = thrown.class.replace('.', "/") == names::NO_CLASS_DEF;
    let name = thrown.message.as_ref().filter(|_| is_it)?.replace('.', "/");
    program.is_absent(&name).then(|| name.replace('/', "."))
}

impl MethodResult {
    /// Whether nothing was found, and something was left out in which there may be something. A failure that was seen and could not be
    /// confirmed is another matter, and so is a method that takes more memory than there was, or needs a class that is not there.
    pub fn is_open(&self) -> bool {
        let is_seen = |reason: &Reason| {
            matches!(reason, Reason::NotReplayed(_) | Reason::NoHistory(_) | Reason::Missing(_))
        };
        let is_settled = |reason: &Reason| is_seen(reason) || reason.is_about_room();
        let is_open = matches!(self.verdict, Verdict::Unknown | Verdict::SafeWithinBounds);
        is_open && !self.reasons.iter().any(is_settled)
    }
}

/// What is said where nothing was found and this was left out.
pub fn without_findings(reasons: &[Reason]) -> Verdict {
    let is_chosen = |reason: &Reason| matches!(reason, Reason::Chosen(_));
    match reasons {
        [] => Verdict::Safe,
        _ if reasons.iter().all(is_chosen) => Verdict::SafeWithinBounds,
        _ => Verdict::Unknown,
    }
}

impl Path {
    /// Whether the concrete run of the input ended as the path does.
    pub fn is_confirmed(&self) -> bool {
        let Some(replay) = &self.replay else { return false };
        match (&self.outcome, &replay.outcome) {
            (Outcome::Threw(expected), Outcome::Threw(actual)) => {
                expected.class == actual.class && lines(expected) == lines(actual)
            }
            (Outcome::Returned, Outcome::Returned) => true,
            (Outcome::Exited(expected), Outcome::Exited(actual)) => expected == actual,
            _ => false,
        }
    }
}

fn lines(thrown: &Thrown) -> Option<(&str, Option<u32>)> {
    thrown.own_frame().map(|frame| (frame.name.as_str(), frame.line))
}

fn line(finding: &Finding) -> (Option<String>, Option<u32>) {
    finding.place.as_ref().map_or((None, None), |frame| (frame.file.clone(), frame.line))
}

fn finding(path: &Path, thrown: &Thrown, severity: Severity, input: &Input) -> Finding {
    Finding {
        severity,
        thrown: as_replayed(path).unwrap_or(thrown).clone(),
        place: thrown.own_frame().cloned(),
        condition: path.condition.clone(),
        input: input.clone(),
        picture: path.picture.clone(),
        replayed: true,
        is_of_state: false,
    }
}

/// The exception as the concrete run threw it: its message is all known.
fn as_replayed(path: &Path) -> Option<&Thrown> {
    match &path.replay.as_ref()?.outcome {
        Outcome::Threw(thrown) => Some(thrown),
        Outcome::Returned | Outcome::Exited(_) | Outcome::Discarded | Outcome::Incomplete(_) => None,
    }
}

fn same(known: &Finding, thrown: &Thrown) -> bool {
    known.thrown.class == thrown.class && lines(&known.thrown) == lines(thrown)
}

fn why_unconfirmed(path: &Path, thrown: &Thrown) -> String {
    let what = match thrown.own_frame().and_then(|frame| frame.line) {
        Some(line) => format!("{} at line {line}", thrown.kind()),
        None => thrown.kind().to_owned(),
    };
    let why = match (&path.input, &path.replay) {
        (Some(Err(reason)), _) => reason.clone(),
        (_, Some(replay)) => match &replay.outcome {
            Outcome::Incomplete(reason) => reason.to_string(),
            Outcome::Threw(other) => format!("the run ended in {}", other.kind()),
            Outcome::Returned | Outcome::Exited(_) | Outcome::Discarded => {
                "the run ended normally".to_owned()
            }
        },
        (_, None) => "no input was built".to_owned(),
    };
    format!("{what} ({why})")
}

/// A *note* if a parameter that nobody said may be null is dereferenced, or an object is as no constructor makes it; a *warning* if the
/// method throws on purpose, be it declared or an explicit check, or was given an object that its own class refuses to make.
fn severity(program: &Program, exploration: &Exploration, path: &Path, thrown: &Thrown) -> Severity {
    let input = path.input.as_ref().and_then(|input| input.as_ref().ok());
    let is_null = thrown.kind() == "NullPointerException";
    let in_library = thrown.stack.first().is_some_and(|frame| !frame.own);
    let is_unlikely_null = path.null_parameter.is_some()
        || input.is_some_and(|input| likely::is_half_constructed(program, input));
    let is_library_state = in_library && input.is_some_and(|input| likely::is_made_up(program, input));
    if is_null && is_unlikely_null || is_library_state {
        return Severity::Note;
    }
    let is_meant = is_declared(program, &exploration.entry, thrown) || is_on_purpose(program, thrown);
    if path.is_rejected || is_meant {
        return Severity::Warning;
    }
    Severity::Error
}

/// How bad an exception that may leave a method is at most, when nothing is known of the input but that this argument, the receiver
/// being the first, is null. Nothing if that is promised not to be.
pub fn at_most(
    program: &Program,
    entry: &Entry,
    thrown: &Thrown,
    null_argument: Option<usize>,
) -> Option<Severity> {
    let new = usize::from(entry.is_constructor);
    let param = null_argument.and_then(|index| entry.params.get(index.checked_sub(new)?));
    if let Some(param) = param.filter(|param| thrown.kind() == "NullPointerException" && !param.nullable) {
        return (!param.non_null).then_some(Severity::Note);
    }
    let is_meant = is_declared(program, entry, thrown) || is_on_purpose(program, thrown);
    Some(if is_meant { Severity::Warning } else { Severity::Error })
}

fn is_declared(program: &Program, entry: &Entry, thrown: &Thrown) -> bool {
    let attributes = program.method_attributes(entry.method);
    let class = program.class_type(&thrown.class.replace('.', "/"));
    attributes
        .exceptions
        .iter()
        .any(|declared| program.is_subtype(class, program.class_type(declared)).unwrap_or(false))
}

/// `throw new …` in the user's code, or a check such as `Objects.requireNonNull`; not a failed `assert`.
pub fn is_on_purpose(program: &Program, thrown: &Thrown) -> bool {
    if thrown.kind() == "AssertionError" {
        return false;
    }
    let Some(innermost) = thrown.stack.first() else { return false };
    if !innermost.own {
        return innermost.name.replace('.', "/").starts_with(&format!("{}/", names::OBJECTS));
    }
    let inst = innermost.pc.and_then(|pc| {
        let body = program.body(innermost.method).ok()?;
        body.insts.get(pc as usize)
    });
    match inst {
        Some(Inst::Throw { .. } | Inst::New { .. }) => true,
        // Stacks are kept when the exception is made; any other call that fails here has no receiver.
        Some(&Inst::Call { method, .. }) => {
            let callee = program.resolve_method(method);
            callee.is_ok_and(|callee| &*program.method(callee).name == "<init>")
        }
        Some(_) | None => false,
    }
}
