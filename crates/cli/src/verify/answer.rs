//! What verification says about a member, as a report.

use frames::{Failure, MemberResult, Verdict};
use report::{
    Binding, Finding, HeapNode, HeapView, MethodReport, Place, Proof, ProofKind, Question, Reason,
    ReasonKind, Severity, Step,
};
use trial::Breach;

use super::Judged;

/// What a proof about Java rests on: classes that are not given may extend those that are, and override.
const CLOSED: &str = "nothing in other files overrides a method: proofs hold for the given files";

/// A contract that was broken is refuted, whatever else has no proof.
pub fn judged(judged: &Judged) -> MethodReport {
    let mut out = member(&judged.result);
    if let Some(breach) = &judged.breach {
        out.verdict = report::Verdict::Refuted;
        out.word = "failed".to_owned();
        out.findings.insert(0, broken(breach));
    }
    out
}

fn broken(breach: &Breach) -> Finding {
    Finding {
        kind: "contract-violation".to_owned(),
        message: breach.what.clone(),
        place: Some(place(&breach.place)),
        input: bindings(&breach.input),
        after: bindings(&breach.after),
        replayed: true,
        ..Finding::default()
    }
}

fn member(result: &MemberResult) -> MethodReport {
    let (verdict, word) = match &result.verdict {
        Verdict::Verified => (report::Verdict::Proven, "verified"),
        Verdict::NotProven(_) => (report::Verdict::Unknown, "not proven"),
        Verdict::Unknown { .. } => (report::Verdict::Unknown, "unknown"),
    };
    let is_proven = verdict == report::Verdict::Proven;
    let is_closed = is_proven && result.place.source.name.ends_with(".java");
    let statistics = result.statistics;
    let figures = [
        ("paths", statistics.paths),
        ("queries", statistics.queries),
        ("queries.trivial", statistics.trivial_queries),
        ("queries.smt", statistics.smt_queries),
    ];
    MethodReport {
        method: result.name.clone(),
        question: Question::Verify,
        verdict,
        word: word.to_owned(),
        reasons: reasons(&result.verdict),
        assumptions: is_closed.then(|| CLOSED.to_owned()).into_iter().collect(),
        findings: result
            .verdict
            .failures()
            .iter()
            .map(unproven)
            .chain(result.warnings.iter().map(warning))
            .collect(),
        proof: (is_proven || !result.inferred.is_empty()).then(|| proof(result)),
        seconds: statistics.time.as_secs_f64(),
        place: Some(place(&result.place)),
        figures: figures.into_iter().map(|(name, count)| (name.to_owned(), count.into())).collect(),
        ..MethodReport::default()
    }
}

/// What was put in by itself is part of the argument.
fn proof(result: &MemberResult) -> Proof {
    let inferred = result.inferred.iter();
    let steps = inferred.map(|(at, what)| Step { place: Some(place(at)), message: what.clone() });
    Proof { by: ProofKind::Contracts, steps: steps.collect() }
}

/// Why there is no proof: obligations first, then limits that were reached.
fn reasons(verdict: &Verdict) -> Vec<Reason> {
    let not_proven = verdict.failures().iter().map(|failure| Reason {
        kind: ReasonKind::NotProven,
        class: None,
        what: format!("not proven: {}", headline(&failure.id)),
        place: Some(place(&failure.place)),
        at: None,
    });
    let limits = match verdict {
        Verdict::Unknown { reasons, .. } => &reasons[..],
        Verdict::Verified | Verdict::NotProven(_) => &[],
    };
    let limits = limits.iter().map(|(at, why)| Reason {
        what: why.clone(),
        place: at.as_ref().map(place),
        ..Reason::default()
    });
    not_proven.chain(limits).collect()
}

/// An obligation without a proof; what is known there in words the program has not got are details.
fn unproven(failure: &Failure) -> Finding {
    let split = |lines: &[String]| -> (Vec<String>, Vec<String>) {
        lines.iter().cloned().partition(|line| has_internal_name(line))
    };
    let (heap_details, heap) = split(&failure.heap);
    let (path_details, path) = split(&failure.path);
    Finding {
        kind: failure.id.clone(),
        severity: Severity::Warning,
        message: headline(&failure.id),
        place: Some(place(&failure.place)),
        path,
        flow: culprit(failure).into_iter().collect(),
        input: bindings(&failure.counterexample),
        heap: (!heap.is_empty() || failure.heap.is_empty()).then(|| owned(heap)),
        details: [heap_details, path_details].concat(),
        ..Finding::default()
    }
}

/// What makes a proof worth less.
fn warning((at, what): &(base::Place, String)) -> Finding {
    Finding {
        kind: "vacuous-contract".to_owned(),
        severity: Severity::Warning,
        message: what.clone(),
        place: Some(place(at)),
        ..Finding::default()
    }
}

/// What is owned where an obligation fails, as one box.
fn owned(chunks: Vec<String>) -> HeapView {
    let label = if chunks.is_empty() { "nothing is owned" } else { "owned" };
    let node = HeapNode { label: label.to_owned(), fields: chunks, round: false };
    HeapView { nodes: vec![node], edges: Vec::new() }
}

/// The part of the contract that fails, and how, where there is more to say than that it does.
fn culprit(failure: &Failure) -> Option<Step> {
    let elsewhere = (failure.culprit != failure.place).then(|| place(&failure.culprit));
    let says_more = elsewhere.is_some() || failure.message != "this may not hold";
    says_more.then(|| Step { place: elsewhere, message: failure.message.clone() })
}

fn bindings(values: &[(String, String)]) -> Vec<Binding> {
    values.iter().map(|(name, value)| Binding { name: name.clone(), value: value.clone() }).collect()
}

fn place(place: &base::Place) -> Place {
    let length = place.source.text.get(place.start..place.end).map_or(0, |text| match text.contains('\n') {
        true => 0,
        false => text.chars().count() as u32,
    });
    let end_column = if length == 0 || place.column == 0 { 0 } else { place.column + length };
    Place { file: place.source.name.clone(), line: place.line, column: place.column, end_column }
}

/// What an identifier means, in words.
fn headline(id: &str) -> String {
    let (what, reason) = id.split_once(':').unwrap_or((id, ""));
    let what = match what {
        "assert.failed" => "this assertion may not hold",
        "assignment.failed" => "this assignment may fail",
        "call.failed" => "an argument of this call may be undefined",
        "call.precondition" => "the precondition of this call may not hold",
        "application.precondition" => "the precondition of this function may not hold",
        "postcondition.violated" => "this postcondition may not hold at the end",
        "invariant.not.established" => "this invariant may not hold on entry of the loop",
        "invariant.not.preserved" => "this invariant may not be preserved by the loop",
        "not.wellformed" => "this contract is not well formed",
        "function.not.wellformed" => "the body of this function may be undefined",
        "predicate.not.wellformed" => "the body of this predicate may be undefined",
        "fold.failed" => "this predicate may not be closed here",
        "unfold.failed" => "this predicate may not be opened here",
        "exhale.failed" => "what is given away here may not hold",
        "inhale.failed" => "what is assumed here may be undefined",
        "if.failed" | "while.failed" => "this condition may be undefined",
        "refute.failed" => "this is never refuted",
        "termination.measure" => "this may not end",
        "exception" => "an exception may be thrown that is not declared",
        "array.store" => "the array may be of a narrower type and refuse this value",
        "library.exception" => "this method may throw",
        "negative.array.size" => "the size of this array may be negative",
        "use.failed" => "this use of a definition may fail",
        "new.failed" => "this object may not be created",
        other => other,
    };
    let reason = match reason {
        "" | "assertion.false" => return what.to_owned(),
        "insufficient.permission" => "permission may be missing",
        "division.by.zero" => "the divisor may be zero",
        "negative.permission" => "the permission amount may be negative",
        "permission.not.positive" => "the permission amount may not be positive",
        "labelled.state.not.reached" => "the label may not have been reached",
        "refutation.true" => "it holds, or nothing reaches it",
        "receiver.null" => "the object may be null",
        "index.out.of.bounds" => "the index may be out of bounds",
        "overflow" => "the result may be too large for its type",
        "class.cast" => "the object may be of another class",
        "termination.measure" => "the measure may not go down",
        "seq.index.length" | "seq.index.negative" => "the index may be outside the sequence",
        other => other,
    };
    format!("{what} ({reason})")
}

/// Whether a line names something the program has no name for, such as `s!12` or `Java::is C(x)`.
fn has_internal_name(line: &str) -> bool {
    line.contains("::") || line.split('!').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}
