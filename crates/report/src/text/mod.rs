//! A report for people at a terminal: a heading for each method, then what was found with its source line, its input and its path,
//! then why not more is known; assumptions and totals last.

mod boxes;

use std::fmt::Write;

use crate::{Binding, Finding, Frame, MethodReport, Place, Report, Step, Verdict};

/// How much is shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Proofs, and what is known in words the program has not got.
    pub explain: bool,
    /// Lines of the source below each finding.
    pub sources: bool,
}

/// Frames shown at either end of a deep stack.
const FRAMES: usize = 12;
/// Facts told without `--explain`.
const FACTS: usize = 3;
/// Inputs and paths up to this length stand on one line.
const LINE: usize = 100;

/// The whole report.
pub fn render(report: &Report, style: Style) -> String {
    let mut out = String::new();
    for result in &report.results {
        method(&mut out, report, result, style);
    }
    let assumed = report.assumptions.iter().chain(report.results.iter().flat_map(|one| &one.assumptions));
    let mut told: Vec<&String> = Vec::new();
    for assumption in assumed {
        if !told.contains(&assumption) {
            line(&mut out, 0, &format!("assumed: {assumption}"));
            told.push(assumption);
        }
    }
    if report.results.len() > 1 {
        line(&mut out, 0, &totals(report));
    }
    let left_out: usize = report.results.iter().map(|result| result.left_out).sum();
    if left_out > 0 {
        line(&mut out, 0, &format!("{} left out", counted(left_out, "finding")));
    }
    out
}

fn method(out: &mut String, report: &Report, result: &MethodReport, style: Style) {
    line(out, 0, &heading(result));
    if style.explain && !result.figures.is_empty() {
        let figures: Vec<String> =
            result.figures.iter().map(|(name, number)| format!("{name} {number}")).collect();
        line(out, 2, &format!("figures: {}", figures.join(", ")));
    }
    let is_told = |reason: &&crate::Reason| reason.kind != crate::ReasonKind::NotProven;
    for reason in result.reasons.iter().filter(is_told) {
        let why = if result.is_within_bounds() { "within" } else { "unknown" };
        line(out, 2, &format!("{why}: {reason}"));
        reason.place.iter().for_each(|place| source(out, report, place, style));
    }
    for found in &result.findings {
        finding(out, report, found, style);
    }
    for step in &result.excluded {
        line(out, 2, &format!("proven: {}", said(step)));
    }
    facts(out, result, style);
    let Some(proof) = result.proof.as_ref().filter(|_| style.explain) else { return };
    for step in &proof.steps {
        line(out, 2, &said(step));
    }
}

/// What was known of classes: in short, or with what it rests on.
fn facts(out: &mut String, result: &MethodReport, style: Style) {
    if style.explain {
        for fact in &result.facts {
            line(out, 2, &format!("given {fact}, by {}", fact.by.join(", ")));
        }
        return;
    }
    let said: Vec<String> = result.facts.iter().take(FACTS).map(|fact| format!("`{fact}`")).collect();
    if !said.is_empty() {
        let more = result.facts.len() - said.len();
        let more = if more > 0 { format!(" and {}", counted(more, "more fact")) } else { String::new() };
        line(out, 2, &format!("given {}{more}", said.join(", ")));
    }
}

/// `Class.method(int): safe (2 paths, 15 ms)`.
pub fn heading(result: &MethodReport) -> String {
    let figure = |name: &str| Some(result.figures.get(name)?.as_u64()? as usize);
    let nodes = figure("graph.nodes");
    let paths = figure("paths").filter(|paths| *paths > 0 || nodes.is_none());
    let paths = paths.map(|paths| counted(paths, "path"));
    let graph = nodes.map(|nodes| format!("graph of {}", counted(nodes, "node")));
    let mut cost: Vec<String> = paths.into_iter().chain(graph).collect();
    if result.seconds > 0.0 {
        cost.push(seconds(result.seconds));
    }
    if result.left_out > 0 && result.findings.is_empty() {
        cost.push(format!("{} left out", counted(result.left_out, "finding")));
    }
    let cost = if cost.is_empty() { String::new() } else { format!(" ({})", cost.join(", ")) };
    format!("{}: {}{cost}", result.method, result.word)
}

fn finding(out: &mut String, report: &Report, finding: &Finding, style: Style) {
    let place = finding.place.as_ref().map(|place| format!(" at {place}")).unwrap_or_default();
    line(out, 2, &format!("{}{place}", headline(finding)));
    finding.place.iter().for_each(|place| source(out, report, place, style));
    for step in finding.flow.iter().filter(|_| finding.stack.is_empty()) {
        line(out, 4, &said(step));
        step.place.iter().for_each(|place| source(out, report, place, style));
    }
    let given = if finding.replayed { "with" } else { "possible state:" };
    bindings(out, given, &finding.input);
    bindings(out, "after the call:", &finding.after);
    for row in finding.heap.iter().flat_map(boxes::draw) {
        line(out, 6, &row);
    }
    conditions(out, &finding.path);
    for detail in finding.details.iter().filter(|_| style.explain) {
        line(out, 6, detail);
    }
    if !finding.details.is_empty() && !style.explain {
        line(out, 4, &format!("and {} more, see `--explain`", counted(finding.details.len(), "line")));
    }
    stack(out, &finding.stack);
    history(finding).iter().for_each(|text| line(out, 4, text));
    finding.facts.iter().for_each(|fact| line(out, 4, &format!("because {fact}")));
    if !finding.also.is_empty() {
        line(out, 4, &also(finding));
    }
}

/// `error: ArithmeticException: / by zero`, `warning[irrelevant-code]: no outcome depends on …`.
pub fn headline(finding: &Finding) -> String {
    let Finding { severity, kind, message, .. } = finding;
    match (&finding.exception, message.is_empty()) {
        (Some(_), true) => format!("{severity}: {kind}"),
        (Some(_), false) => format!("{severity}: {kind}: {message}"),
        (None, _) => format!("{severity}[{kind}]: {message}"),
    }
}

/// How a finding comes about, and what is doubtful about it, a line each.
pub fn history(finding: &Finding) -> Vec<String> {
    let mut out: Vec<String> = finding.doubt.iter().map(|doubt| format!("no error: {doubt}")).collect();
    let Some(history) = &finding.history else { return out };
    out.push(match history.confirmed {
        None => "comes about by".to_owned(),
        Some(true) => "comes about, confirmed on a JVM, by".to_owned(),
        Some(false) => "should come about, but did not on a JVM, by".to_owned(),
    });
    out.extend(history.statements.iter().map(|statement| format!("    {statement}")));
    out
}

/// From where else a finding is reached.
pub fn also(finding: &Finding) -> String {
    match finding.also.len() {
        1 => "also reached from another method".to_owned(),
        many => format!("also reached from {many} other methods"),
    }
}

/// Names and values in one line.
pub fn pairs(bindings: &[Binding]) -> String {
    bindings.iter().map(Binding::to_string).collect::<Vec<_>>().join(", ")
}

/// `1 finding`, `2 findings`.
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn seconds(seconds: f64) -> String {
    if seconds < 1.0 { format!("{:.0} ms", seconds * 1000.0) } else { format!("{seconds:.2} s") }
}

fn bindings(out: &mut String, title: &str, bindings: &[Binding]) {
    let all = pairs(bindings);
    match all.chars().count() {
        0 => {}
        length if length <= LINE && !all.contains('\n') => line(out, 4, &format!("{title} {all}")),
        _ => {
            line(out, 4, title);
            bindings.iter().for_each(|binding| line(out, 6, &binding.to_string()));
        }
    }
}

fn conditions(out: &mut String, path: &[String]) {
    let all = path.join(" && ");
    match all.chars().count() {
        0 => {}
        length if length <= LINE => line(out, 4, &format!("when {all}")),
        _ => {
            line(out, 4, "when");
            path.iter().for_each(|condition| line(out, 6, condition));
        }
    }
}

fn stack(out: &mut String, frames: &[Frame]) {
    let left_out = frames.len().saturating_sub(2 * FRAMES);
    for (index, frame) in frames.iter().enumerate() {
        if left_out > 0 && index == FRAMES {
            line(out, 4, &format!("… {left_out} more"));
        }
        if left_out == 0 || !(FRAMES..FRAMES + left_out).contains(&index) {
            line(out, 4, &format!("at {frame}"));
        }
    }
}

/// The line of the source at a place, what is meant on it underlined if that is known.
fn source(out: &mut String, report: &Report, place: &Place, style: Style) {
    let text = report.source(&place.file).and_then(|source| source.line(place.line));
    let Some(text) = text.filter(|text| style.sources && !text.trim().is_empty()) else { return };
    let indent = text.chars().take_while(|letter| letter.is_whitespace()).count();
    line(out, 2, &format!("{:>6} | {}", place.line, text.trim()));
    let width = place.end_column.saturating_sub(place.column);
    if place.column > 0 && width > 0 {
        let before = (place.column as usize - 1).saturating_sub(indent);
        line(out, 2, &format!("{:>6} | {}{}", "", " ".repeat(before), "^".repeat(width as usize)));
    }
}

fn said(step: &Step) -> String {
    match &step.place {
        Some(place) => format!("{place}: {}", step.message),
        None => step.message.clone(),
    }
}

/// `3 methods: 1 violation, 2 safe in 0.2 s`: the words of all answers, refutations first.
fn totals(report: &Report) -> String {
    let mut words: Vec<(Verdict, &str, usize)> = Vec::new();
    for result in &report.results {
        match words.iter_mut().find(|(verdict, word, _)| (*verdict, *word) == (result.verdict, &result.word))
        {
            Some((_, _, count)) => *count += 1,
            None => words.push((result.verdict, &result.word, 1)),
        }
    }
    let rank = |verdict| Verdict::ALL.iter().position(|one| *one == verdict);
    words.sort_by_key(|(verdict, word, _)| (rank(*verdict), word.to_string()));
    let words: Vec<String> = words.iter().map(|(_, word, count)| format!("{count} {word}")).collect();
    let all = counted(report.results.len(), "method");
    format!("{all}: {} in {}", words.join(", "), seconds(report.seconds))
}

fn line(out: &mut String, indent: usize, text: &str) {
    writeln!(out, "{:indent$}{text}", "").expect("a string takes everything");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HeapEdge, HeapNode, HeapView, Reason, ReasonKind, SourceView};

    fn shown(result: MethodReport, style: Style) -> String {
        let text = "class A {\n    int f(int a) { return 1 / a; }\n}\n".to_owned();
        let source = SourceView { file: "A.java".into(), text, lines: Vec::new() };
        render(&Report { results: vec![result], sources: vec![source], ..Report::default() }, style)
    }

    fn violation() -> MethodReport {
        let node = |label: &str, fields: &[&str]| HeapNode {
            label: label.into(),
            fields: fields.iter().map(|field| field.to_string()).collect(),
            round: false,
        };
        let finding = Finding {
            kind: "ArithmeticException".into(),
            exception: Some("java.lang.ArithmeticException".into()),
            message: "/ by zero".into(),
            place: Some(Place { file: "A.java".into(), line: 2, column: 27, end_column: 32 }),
            stack: vec![Frame { method: "A.f".into(), file: Some("A.java".into()), line: Some(2) }; 40],
            path: vec!["a == 0".into()],
            input: vec![Binding { name: "a".into(), value: "0".into() }],
            heap: Some(HeapView {
                nodes: vec![node("A #1", &["x = 1"]), node("B #2", &[])],
                edges: vec![HeapEdge { from: 0, to: 1, label: "b".into() }],
            }),
            replayed: true,
            ..Finding::default()
        };
        MethodReport {
            method: "A.f(int)".into(),
            verdict: Verdict::Refuted,
            word: "violation".into(),
            findings: vec![finding],
            ..MethodReport::default()
        }
    }

    #[test]
    fn a_finding_has_its_line_input_heap_path_and_stack() {
        let text = shown(violation(), Style { explain: false, sources: true });
        let expected = "\
A.f(int): violation
  error: ArithmeticException: / by zero at A.java:2:27
       2 | int f(int a) { return 1 / a; }
         |                       ^^^^^
    with a = 0
";
        assert!(text.starts_with(expected), "{text}");
        assert!(text.contains("│ b ─► B #2 │") && text.contains("┌─ B #2 ─┐"), "{text}");
        assert!(
            text.contains("    when a == 0\n    at A.f(A.java:2)\n") && text.contains("… 16 more"),
            "{text}"
        );
        assert!(!shown(violation(), Style::default()).contains("return"));
    }

    #[test]
    fn reasons_and_assumptions_are_told() {
        let reason = |kind| Reason { kind, what: "loops".into(), ..Reason::default() };
        let unknown = |kind| MethodReport {
            method: "A.f(int)".into(),
            word: "unknown".into(),
            reasons: vec![reason(kind)],
            assumptions: vec!["it is true".into()],
            left_out: 2,
            ..MethodReport::default()
        };
        let text = shown(unknown(ReasonKind::ChosenBound), Style::default());
        let expected = "A.f(int): unknown (2 findings left out)\n  within: loops\nassumed: it is true\n2 findings left out\n";
        assert_eq!(text, expected);
        assert!(shown(unknown(ReasonKind::Bound), Style::default()).contains("  unknown: loops\n"));
        let told = shown(unknown(ReasonKind::NotProven), Style::default());
        assert!(!told.contains("loops"), "what is told as a finding is told once: {told}");
    }
}
