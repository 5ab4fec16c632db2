//! A page to walk through runs of a calculus: forward and back, the rule beside the heap it changed.
//!
//! Steps form a tree, each knowing the one before it; a path is read off from its last step backwards, so what paths share
//! is stored once.

use serde::Serialize;
use serde_json::json;

use crate::HeapView;
use crate::html::{embed, fill};
use crate::picture::{escape, heap_svg};

const PAGE: &str = include_str!("trace.html");
const SCRIPT: &str = include_str!("trace.js");
const STYLE: &str = include_str!("../html/page.css");

/// A run, step by step, as a page shows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TraceView {
    pub title: String,
    pub program: String,
    pub steps: Vec<StepView>,
    /// The last step of each path, with what became of the path.
    pub paths: Vec<(usize, String)>,
}

/// A rule applied, and the state it led to. The first step has no rule: it is the initial state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepView {
    pub before: Option<usize>,
    pub rule: String,
    /// What the rule says, and where it stands.
    pub statement: Option<Statement>,
    /// The heap's own rules on the way.
    pub heap_rules: Vec<String>,
    pub state: String,
    pub heap: HeapView,
}

/// A statement of the program that is stepped through.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Statement {
    pub place: String,
    pub text: String,
}

#[derive(Serialize)]
struct StepData<'a> {
    before: Option<usize>,
    rule: &'a str,
    says: Option<&'a Statement>,
    by: &'a [String],
    state: &'a str,
    heap: String,
}

/// The page.
pub fn render(trace: &TraceView) -> String {
    let steps: Vec<StepData> = trace
        .steps
        .iter()
        .map(|step| StepData {
            before: step.before,
            rule: &step.rule,
            says: step.statement.as_ref(),
            by: &step.heap_rules,
            state: &step.state,
            heap: heap_svg(&step.heap),
        })
        .collect();
    let data =
        json!({ "title": trace.title, "program": trace.program, "steps": steps, "paths": trace.paths });
    fill(
        PAGE,
        &[
            ("{{title}}", &escape(&trace.title)),
            ("{{style}}", STYLE),
            ("{{data}}", &embed(&data)),
            ("{{script}}", SCRIPT),
        ],
    )
}
