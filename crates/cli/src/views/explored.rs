//! What `explore` says about a method, as a report.

use std::collections::BTreeMap;

use explore::{Figures, Finding, MethodResult, Options, StaticFields, Verdict as Breaks, diagram};
use facts::Facts;
use graph::safe;
use heap::{ForkCause, ShapeKind};
use program::Program;
use report::{
    Binding, Frame, MethodReport, Place, Proof, ProofKind, Question, Reason, ReasonKind, Step, Verdict,
};
use serde_json::Number;

use super::heap::{drawn, picture};
use crate::unfailing::Proven;
use crate::world;

pub fn explored(program: &Program, facts: Option<&Facts>, result: &MethodResult) -> MethodReport {
    let (verdict, word) = match result.verdict {
        Breaks::Violation => (Verdict::Refuted, "violation"),
        Breaks::Safe => (Verdict::Proven, "safe"),
        Breaks::SafeWithinBounds => (Verdict::Unknown, "safe within bounds"),
        Breaks::Unknown => (Verdict::Unknown, "unknown"),
    };
    let is_safe = result.verdict == Breaks::Safe;
    MethodReport {
        method: result.target.clone(),
        question: Question::Explore,
        verdict,
        word: word.into(),
        reasons: result.reasons.iter().map(reason).collect(),
        findings: result.findings.iter().map(|found| finding(program, found)).collect(),
        assumptions: result.assumptions.iter().map(|what| (*what).to_owned()).collect(),
        facts: world::used(program, facts, &result.facts),
        proof: is_safe.then(|| Proof { by: ProofKind::Exploration, steps: Vec::new() }),
        seconds: result.figures.seconds,
        figures: figures(&result.figures),
        ..MethodReport::default()
    }
}

/// What is said of a method whose graph lets out nothing that was asked for, whatever exploring left open.
pub fn proven_by_graph(report: MethodReport, proven: &Proven) -> MethodReport {
    let mut figures = report.figures;
    for (name, count) in [("graph.nodes", proven.nodes), ("graph.edges", proven.edges)] {
        figures.insert(name.into(), count.into());
    }
    let said = format!("proven by a graph of {} nodes", proven.nodes);
    MethodReport {
        verdict: Verdict::Proven,
        word: "safe".into(),
        reasons: Vec::new(),
        assumptions: safe::ASSUMPTIONS.iter().map(|what| (*what).to_owned()).collect(),
        proof: Some(Proof { by: ProofKind::Graph, steps: vec![said.into()] }),
        figures,
        ..report
    }
}

/// What the user's options take for granted, a sentence each. Bounds are no assumptions: where one is hit, the reasons name it.
pub fn assumed(program: &Program, options: &Options) -> Vec<String> {
    let shape = match options.shape.kind {
        ShapeKind::Any => None,
        ShapeKind::Acyclic => Some("input heaps have no cycles"),
        ShapeKind::Tree => Some("input heaps are trees"),
    };
    let statics = match options.statics {
        StaticFields::Symbolic => None,
        StaticFields::Initial => Some("static fields hold what class initialisation gave them"),
    };
    let accepted =
        options.precondition.map(|method| format!("`{}` accepts the input", program.call_name(method)));
    let said = shape.into_iter().chain(statics).map(str::to_owned);
    said.chain(accepted).collect()
}

fn reason(reason: &explore::Reason) -> Reason {
    let kind = match reason {
        explore::Reason::Bound(_) => ReasonKind::Bound,
        explore::Reason::Chosen(_) => ReasonKind::ChosenBound,
        explore::Reason::Unsupported(_) => ReasonKind::Unsupported,
        explore::Reason::Missing(_) => ReasonKind::MissingClass,
        explore::Reason::Solver => ReasonKind::Solver,
        explore::Reason::Budget(_) => ReasonKind::Limit,
        explore::Reason::NotReplayed(_) => ReasonKind::NotReplayed,
        explore::Reason::NoHistory(_) => ReasonKind::NoHistory,
    };
    let class = if let explore::Reason::Missing(class) = reason { Some(class.clone()) } else { None };
    Reason { kind, what: reason.to_string(), class, ..Reason::default() }
}

fn figures(figures: &Figures) -> BTreeMap<String, Number> {
    let counts = [
        ("paths", figures.paths),
        ("discarded", figures.discarded),
        ("steps", figures.steps),
        ("covered", figures.covered as u64),
        ("waiting", figures.waiting as u64),
        ("queries", figures.queries.queries),
        ("peak-memory", figures.peak_memory),
    ];
    let mut out: BTreeMap<String, Number> =
        counts.into_iter().map(|(name, count)| (name.to_owned(), count.into())).collect();
    for (cause, count) in &figures.forks {
        out.insert(format!("forks.{}", cause_name(*cause)), (*count).into());
    }
    for layer in &figures.queries.layers {
        let name = layer.kind.name();
        for (what, count) in
            [("asked", layer.asked), ("answered", layer.answered), ("unknown", layer.unknown)]
        {
            out.insert(format!("{name}.{what}"), count.into());
        }
        let seconds = Number::from_f64(layer.time.as_secs_f64());
        out.extend(seconds.map(|seconds| (format!("{name}.seconds"), seconds)));
    }
    out
}

fn cause_name(cause: ForkCause) -> &'static str {
    match cause {
        ForkCause::Branch => "branch",
        ForkCause::Null => "null",
        ForkCause::Alias => "alias",
        ForkCause::Class => "class",
        ForkCause::Bounds => "bounds",
    }
}

fn finding(program: &Program, found: &Finding) -> report::Finding {
    let thrown = &found.thrown;
    let own = thrown.stack.iter().rev().filter(|frame| frame.own);
    let calls = own.filter_map(|frame| {
        Some(Step { place: Some(place(frame)?), message: format!("in `{}`", frame.name) })
    });
    report::Finding {
        kind: thrown.kind().into(),
        exception: Some(thrown.class.clone()),
        severity: found.severity,
        message: thrown.message.clone().unwrap_or_default(),
        place: found.place.as_ref().and_then(place),
        stack: thrown.stack.iter().map(frame).collect(),
        path: found.condition.clone(),
        flow: calls.collect(),
        input: diagram::arguments(program, &found.input)
            .into_iter()
            .map(|(name, value)| Binding { name, value })
            .collect(),
        heap: Some(picture(program, &found.input)).filter(|heap| !heap.nodes.is_empty()),
        symbolic: found.picture.clone().map(drawn).filter(|heap| !heap.nodes.is_empty()),
        replayed: found.replayed,
        ..report::Finding::default()
    }
}

fn place(frame: &explore::Frame) -> Option<Place> {
    Some(Place { file: frame.file.clone()?, line: frame.line?, ..Place::default() })
}

fn frame(frame: &explore::Frame) -> Frame {
    Frame { method: frame.name.clone(), file: frame.file.clone(), line: frame.line }
}
