//! The report: what an analysis found, free of how it found it.
//!
//! Invariants: a finding's `spot` lies in the user's own source where one is known; `replayed` is true only when the input was run
//! on the concrete machine; a method with verdict [`Verdict::Unknown`] has at least one reason, and its findings say
//! what may happen, not what does.

use serde::{Deserialize, Serialize};

/// One run of one command.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The subcommand: `explore`, `verify`, …
    pub command: String,
    pub version: String,
    pub seconds: f64,
    pub results: Vec<MethodReport>,
    /// Sources the findings point into, for pages that show them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SourceView>,
}

/// What is said about one method.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MethodReport {
    /// `Class.method(descriptor)` as users write it.
    pub target: String,
    pub verdict: Verdict,
    /// The verdict in the command's own word: `safe`, `terminates`, `verified`, …
    pub word: String,
    pub reasons: Vec<String>,
    pub findings: Vec<Finding>,
    pub seconds: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spot: Option<Spot>,
    /// Figures worth showing, in order: paths, forks, queries, …
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<(String, String)>,
    /// Text that explains the verdict: a proof, a table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub graphs: Vec<GraphView>,
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

/// How much a finding matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Note,
    Warning,
    #[default]
    Error,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Stable: `NullPointerException`, `irrelevant-code`, `diverges`, …
    pub kind: String,
    pub level: Level,
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spot: Option<Spot>,
    /// The call stack, innermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<String>,
    /// The path condition in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// How execution gets there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flow: Vec<FlowStep>,
    /// A concrete input, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heap: Option<HeapView>,
    /// The symbolic heap where the path ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbolic: Option<HeapView>,
    /// A test that reproduces it, as source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
    #[serde(default)]
    pub replayed: bool,
    /// Filled by [`crate::fingerprint`]: the same finding after lines moved has the same one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fingerprint: String,
}

/// A line of a source file; column 0 when only the line is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Spot {
    pub file: String,
    pub line: u32,
    #[serde(default)]
    pub column: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FlowStep {
    pub spot: Spot,
    pub message: String,
}

/// A source file with a remark on some of its lines.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SourceView {
    pub file: String,
    pub text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LineView>,
}

/// How a line is to be shown: `dim` for code nothing depends on, `part` for a line of which only some is, `unreached` for code
/// that never runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LineView {
    pub line: u32,
    pub mark: String,
    pub remark: String,
    /// Of a part: its first column and the one behind its last, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<(usize, usize)>,
}

/// A graph to look at: a symbolic execution graph, an exploration tree.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GraphView {
    pub title: String,
    pub nodes: Vec<NodeView>,
    pub edges: Vec<EdgeView>,
    /// Loops with what is known about each; a node names its group by index.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NodeView {
    pub label: String,
    /// The whole state, shown on demand.
    pub detail: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spot: Option<Spot>,
    /// The symbolic heap of this state, drawn beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heap: Option<HeapView>,
}

/// An edge between nodes given by index. Kinds colour it: `eval`, `refine`, `instance`, `call`, …
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EdgeView {
    pub from: usize,
    pub to: usize,
    pub kind: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Group {
    pub name: String,
    pub text: String,
}

/// A heap to draw: objects or locations as boxes, references as circles, guards on the edges.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HeapView {
    pub nodes: Vec<HeapNode>,
    pub edges: Vec<HeapEdge>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeapNode {
    pub label: String,
    /// Primitive fields, a line each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<String>,
    /// Drawn as a circle (a reference) instead of a box (a location or object).
    #[serde(default)]
    pub round: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeapEdge {
    pub from: usize,
    pub to: usize,
    pub label: String,
}

impl Report {
    /// How many methods got each answer: proven, refuted, unknown.
    pub fn tally(&self) -> (usize, usize, usize) {
        let count = |verdict| self.results.iter().filter(|result| result.verdict == verdict).count();
        (count(Verdict::Proven), count(Verdict::Refuted), count(Verdict::Unknown))
    }

    pub fn findings(&self) -> impl Iterator<Item = (&MethodReport, &Finding)> {
        self.results.iter().flat_map(|result| result.findings.iter().map(move |finding| (result, finding)))
    }

    pub fn source(&self, file: &str) -> Option<&SourceView> {
        self.sources.iter().find(|source| source.file == file)
    }
}

impl SourceView {
    pub fn line(&self, line: u32) -> Option<&str> {
        self.text.lines().nth(line.checked_sub(1)? as usize)
    }
}

impl Verdict {
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Proven => "proven",
            Verdict::Refuted => "refuted",
            Verdict::Unknown => "unknown",
        }
    }
}
