//! Results of an exploration for machines; the fields are described in `docs/src/json.md`.

use std::collections::BTreeMap;
use std::time::Duration;

use explore::{Finding, MethodResult, diagram};
use heap::ForkCause;
use program::Program;
use serde_json::{Value, json};

use super::text::{severity, verdict};

pub fn render(program: &Program, results: &[MethodResult], elapsed: Duration) -> String {
    let methods: Vec<Value> = results.iter().map(|result| method(program, result)).collect();
    let whole = json!({
        "command": "explore",
        "version": env!("CARGO_PKG_VERSION"),
        "seconds": elapsed.as_secs_f64(),
        "results": methods,
    });
    serde_json::to_string_pretty(&whole).expect("a tree of strings and numbers is always JSON") + "\n"
}

fn method(program: &Program, result: &MethodResult) -> Value {
    let figures = &result.figures;
    let reasons: Vec<String> = result.reasons.iter().map(ToString::to_string).collect();
    let findings: Vec<Value> = result.findings.iter().map(|found| finding(program, found)).collect();
    let forks: BTreeMap<&str, u64> =
        figures.forks.iter().map(|(cause, count)| (cause_name(*cause), *count)).collect();
    let layers: Vec<Value> = figures.queries.layers.iter().map(layer).collect();
    json!({
        "target": result.target,
        "verdict": verdict(result.verdict).replace(' ', "-"),
        "reasons": reasons,
        "findings": findings,
        "paths": figures.paths,
        "discarded": figures.discarded,
        "forks": forks,
        "steps": figures.steps,
        "queries": { "total": figures.queries.queries, "layers": layers },
        "covered": figures.covered,
        "waiting": figures.waiting,
        "seconds": figures.seconds,
        "peakMemory": figures.peak_memory,
    })
}

fn layer(layer: &solver::LayerStatistics) -> Value {
    json!({
        "name": layer.kind.name(),
        "asked": layer.asked,
        "answered": layer.answered,
        "unknown": layer.unknown,
        "seconds": layer.time.as_secs_f64(),
    })
}

fn finding(program: &Program, finding: &Finding) -> Value {
    let place = finding.place.as_ref().map(|frame| json!({ "file": frame.file, "line": frame.line }));
    let stack: Vec<Value> = (finding.thrown.stack.iter())
        .map(|frame| json!({ "method": frame.name, "file": frame.file, "line": frame.line }))
        .collect();
    json!({
        "kind": finding.thrown.kind(),
        "class": finding.thrown.class,
        "message": finding.thrown.message,
        "severity": severity(finding.severity),
        "place": place,
        "stack": stack,
        "condition": finding.condition,
        "input": diagram::arguments(program, &finding.input),
        "heap": diagram::draw(program, &finding.input),
        "replayed": finding.replayed,
    })
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
