//! The report: what an analysis says, free of how it found it. Every form of output is a view of it.
//!
//! One [`Report`] per run of a command, one [`MethodReport`] per question about a method, and in it the verdict with what it rests on: findings
//! with their inputs, a proof, or the reasons why there is neither. Its serde form is the JSON of all commands, described by
//! `docs/report.schema.json`: whoever changes a field changes the schema, and [`Schema`] if old readers would misunderstand.
//!
//! Invariants: nothing in it has to be taken apart again, what a view wants to know has a field; a finding's `place` lies in the user's
//! own source where one is known; `replayed` is true only when the input was run on the concrete machine; a method with verdict
//! [`Verdict::Unknown`] has at least one reason, and its findings say what may happen, not what does.

use std::collections::BTreeMap;
use std::fmt;

use base::Severity;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use crate::field::FieldView;

pub use crate::drawing::{EdgeView, GraphView, Group, HeapEdge, HeapNode, HeapView, NodeView};
pub use crate::source::{LineView, Mark, SourceView};

/// Which version of the schema a report follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Schema {
    #[default]
    #[serde(rename = "cupper-report/1")]
    Report1,
}

/// One run of one command.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub schema: Schema,
    /// The subcommand: `explore`, `verify`, …
    pub command: String,
    pub version: String,
    /// What was asked about, as the user named it.
    pub targets: Vec<String>,
    pub seconds: f64,
    /// What all answers rest on, a sentence each.
    pub assumptions: Vec<String>,
    pub results: Vec<MethodReport>,
    /// Sources the findings point into, for views that show them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SourceView>,
}

/// What is asked of a method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// Which inputs break it?
    #[default]
    Explore,
    /// Does it stop on every input?
    Terminate,
    /// Which of its code does nothing?
    Relevance,
    /// Does it keep its contract?
    Verify,
    /// What is its symbolic execution graph?
    Graph,
    /// Does a certificate prove what it claims?
    Certificate,
    /// Do all heap strategies agree about it?
    Compare,
    /// Which paths does a program of a model language have?
    Calculus,
    /// How does it end when it is run?
    Run,
    /// What holds of all objects of the class?
    Facts,
}

/// The answer to one question about one method.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MethodReport {
    /// `Class.method(int, String)` as users write it; a class, if the question is about its objects.
    pub method: String,
    pub question: Question,
    pub verdict: Verdict,
    /// The verdict in the question's own word: `safe`, `terminates`, `verified`, …
    pub word: String,
    /// Why not everything is known; within which bounds what is said holds.
    pub reasons: Vec<Reason>,
    /// What this answer rests on besides what the whole report does, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<String>,
    /// What holds of all objects of a class, was proven of the program, and was used here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<ClassFact>,
    pub findings: Vec<Finding>,
    /// Findings that are suppressed, known before, or told of another method.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_out: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
    /// What never happens at single places, whatever the verdict.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excluded: Vec<Step>,
    pub seconds: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// What it cost and how large it was, by name: `paths`, `forks.branch`, `queries`, …
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub figures: BTreeMap<String, Number>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub graphs: Vec<GraphView>,
    /// What is known of the fields of a class.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldView>,
}

/// The three answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Proven,
    Refuted,
    #[default]
    Unknown,
}

/// Something that holds of every object of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ClassFact {
    /// As Java writes its name.
    pub class: String,
    /// `name != null`, `0 <= size`, `low <= high`.
    pub claim: String,
    /// The places that write what it is about: it rests on these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<String>,
}

/// Why something is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    pub kind: ReasonKind,
    /// A phrase that names what it is.
    pub what: String,
    /// The class that is missing, if one is, as Java writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The point of a graph it is about, where there is no better place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

/// Of which kind a reason is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReasonKind {
    /// A bound that keeps the search from going on for ever.
    Bound,
    /// A bound the user gave: what lies beyond is not asked for.
    ChosenBound,
    Unsupported,
    /// A class that is needed is not on the class path.
    MissingClass,
    /// The solver gave up on a question.
    Solver,
    /// Time or memory.
    Limit,
    /// A finding whose input did not fail when it was run.
    NotReplayed,
    /// A failure of which nobody knows how it could come about.
    NoHistory,
    /// An obligation, told as a finding, has no proof.
    NotProven,
    /// The analysis says it in its own words.
    #[default]
    Incomplete,
}

/// What makes an answer certain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    pub by: ProofKind,
    /// The argument, a step each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
}

/// What a proof rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProofKind {
    /// Every path was taken to its end.
    #[default]
    Exploration,
    /// Something decreases in every loop of the symbolic execution graph.
    Ranking,
    /// Every obligation of the contracts was proven.
    Contracts,
    /// The symbolic execution graph has all runs, and none of them shows it.
    Graph,
    /// A certificate was checked.
    Certificate,
    /// Every place that writes keeps it.
    Writers,
}

/// Something to be said, at a place if it has one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    pub message: String,
}

/// Something that was found, where, and all that is known of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Stable: `NullPointerException`, `irrelevant-code`, `diverges`, …
    pub kind: String,
    /// The full name of the exception, if it is one; the message is the exception's then, and may be empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exception: Option<String>,
    pub severity: Severity,
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The call stack, innermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<Frame>,
    /// The path condition in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// How execution gets there, or what else the finding is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flow: Vec<Step>,
    /// A concrete input; a possible state if it was not `replayed`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub input: Vec<Binding>,
    /// What the run left behind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Binding>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heap: Option<HeapView>,
    /// The symbolic heap where the path ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbolic: Option<HeapView>,
    /// What is known there in words the program has not got, for `--explain`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
    /// Facts about classes and methods that the finding rests on, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<String>,
    /// Other lines that have to go together with this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub together: Vec<u32>,
    /// Other methods that run into the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// How it comes about through the public interface.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<History>,
    /// Why it is not as grave as it would be otherwise, as a phrase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubt: Option<String>,
    /// A test that reproduces it, as source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
    pub replayed: bool,
    /// Filled by [`crate::fingerprint`]: the same finding after lines moved has the same one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fingerprint: String,
}

/// How a failure comes about from nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    /// The package it is written for; empty for the unnamed one.
    pub package: String,
    /// Classes they name by their short names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub imports: Vec<String>,
    /// In Java; the last one fails.
    pub statements: Vec<String>,
    /// Whether a JVM did what is said; nobody asked one if it is not there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<bool>,
}

/// A line of a source file, and on it the columns from `column` to before `end_column`; 0 for what is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    pub file: String,
    pub line: u32,
    #[serde(default, skip_serializing_if = "is_none")]
    pub column: u32,
    #[serde(default, skip_serializing_if = "is_none")]
    pub end_column: u32,
}

/// An activation on the call stack; native methods have no line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    pub method: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// What something is called, and its value as Java writes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Binding {
    pub name: String,
    pub value: String,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn is_none(number: &u32) -> bool {
    *number == 0
}

impl Report {
    /// How many methods got each answer: proven, refuted, unknown.
    pub fn tally(&self) -> (usize, usize, usize) {
        let count = |verdict| self.results.iter().filter(|result| result.verdict == verdict).count();
        (count(Verdict::Proven), count(Verdict::Refuted), count(Verdict::Unknown))
    }

    /// All findings, each with the method it belongs to.
    pub fn findings(&self) -> impl Iterator<Item = (&MethodReport, &Finding)> {
        self.results.iter().flat_map(|result| result.findings.iter().map(move |finding| (result, finding)))
    }

    /// A source file by its name.
    pub fn source(&self, file: &str) -> Option<&SourceView> {
        self.sources.iter().find(|source| source.file == file)
    }
}

impl MethodReport {
    /// Whether nothing was left out but what lies beyond bounds the user gave.
    pub fn is_within_bounds(&self) -> bool {
        !self.reasons.is_empty() && self.reasons.iter().all(|reason| reason.kind == ReasonKind::ChosenBound)
    }

    /// Whether all that kept it from a proof was told as findings, and these are known or not wanted.
    pub fn is_known(&self) -> bool {
        let is_told = |reason: &Reason| reason.kind == ReasonKind::NotProven;
        self.left_out > 0 && self.findings.is_empty() && self.reasons.iter().all(is_told)
    }
}

impl Finding {
    /// All of it in one sentence; an exception as Java prints it.
    pub fn sentence(&self) -> String {
        match &self.exception {
            Some(class) if self.message.is_empty() => class.clone(),
            Some(class) => format!("{class}: {}", self.message),
            None => self.message.clone(),
        }
    }
}

impl Verdict {
    /// All, the worst first.
    pub const ALL: [Verdict; 3] = [Verdict::Refuted, Verdict::Proven, Verdict::Unknown];

    /// As JSON has it.
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Proven => "proven",
            Verdict::Refuted => "refuted",
            Verdict::Unknown => "unknown",
        }
    }
}

impl Question {
    /// As people are told.
    pub fn name(self) -> &'static str {
        match self {
            Question::Explore => "explore",
            Question::Terminate => "terminate",
            Question::Relevance => "relevance",
            Question::Verify => "verify",
            Question::Graph => "graph",
            Question::Certificate => "certificate",
            Question::Compare => "compare",
            Question::Calculus => "calculus",
            Question::Run => "run",
            Question::Facts => "facts",
        }
    }
}

impl From<String> for Reason {
    fn from(what: String) -> Self {
        Reason { what, ..Reason::default() }
    }
}

impl From<&str> for Reason {
    fn from(what: &str) -> Self {
        what.to_owned().into()
    }
}

impl From<String> for Step {
    fn from(message: String) -> Self {
        Step { message, place: None }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if self.column > 0 { write!(f, ":{}", self.column) } else { Ok(()) }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        self.at.iter().try_for_each(|at| write!(f, ", at {at}"))?;
        self.place.iter().try_for_each(|place| write!(f, " at {place}"))
    }
}

impl fmt::Display for ClassFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let class = self.class.rsplit('.').next().unwrap_or(&self.class);
        write!(f, "{class}: {}", self.claim)
    }
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.as_deref().unwrap_or("Unknown Source");
        match self.line {
            Some(line) => write!(f, "{}({file}:{line})", self.method),
            None => write!(f, "{}({file})", self.method),
        }
    }
}

impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.name, self.value)
    }
}
