//! A checked project for people: what was found, the worst first, and a short table.

use std::collections::BTreeMap;
use std::fmt::Write;

use report::text::{also, counted, headline, history, pairs};
use report::{Finding, MethodReport, Report, Verdict};

use super::Asked;

/// Reasons for not knowing that are shown.
const REASONS: usize = 5;

/// The findings, then the table.
pub fn render(report: &Report) -> String {
    let mut out = String::new();
    let mut findings: Vec<(&MethodReport, &Finding)> = report.findings().collect();
    findings.sort_by_key(|(_, finding)| (std::cmp::Reverse(finding.severity), finding.place.clone()));
    for (result, finding, more) in together(findings) {
        show(&mut out, report, result, finding, &more);
    }
    report.assumptions.iter().for_each(|assumption| line(&mut out, &format!("assumed: {assumption}")));
    out.push_str(&table(report));
    let told_elsewhere: usize = report.findings().map(|(_, finding)| finding.also.len()).sum();
    let left_out: usize = report.results.iter().map(|result| result.left_out).sum();
    if left_out > told_elsewhere {
        line(&mut out, &format!("{} left out", counted(left_out - told_elsewhere, "finding")));
    }
    out
}

/// One input after the other that breaks a method in the same way is one thing to look at: the first, with the lines of the others.
fn together<'r>(
    findings: Vec<(&'r MethodReport, &'r Finding)>,
) -> Vec<(&'r MethodReport, &'r Finding, Vec<u32>)> {
    let mut out: Vec<(&MethodReport, &Finding, Vec<u32>)> = Vec::new();
    for (result, finding) in findings {
        let line = finding.place.as_ref().map(|place| place.line).filter(|_| !finding.stack.is_empty());
        let file = |finding: &'r Finding| finding.place.as_ref().map(|place| place.file.as_str());
        let same = out.iter_mut().find(|(of, known, _)| {
            of.method == result.method
                && (known.kind.as_str(), known.severity, file(known))
                    == (&finding.kind, finding.severity, file(finding))
        });
        match (same, line) {
            (Some((_, _, more)), Some(line)) => more.push(line),
            (Some(_) | None, _) => out.push((result, finding, Vec::new())),
        }
    }
    out
}

/// By question: how many methods were asked about, and what came out.
pub fn table(report: &Report) -> String {
    let mut out = String::new();
    line(&mut out, &format!("{:10} {:>8} {:>8} {:>9} {:>8}", "", "methods", "proven", "findings", "unknown"));
    for question in Asked::ALL.map(Asked::question) {
        let results: Vec<&MethodReport> =
            report.results.iter().filter(|result| result.question == question).collect();
        let count = |verdict| results.iter().filter(|result| result.verdict == verdict).count();
        let findings: usize = results.iter().map(|result| result.findings.len()).sum();
        let (all, proven, unknown) = (results.len(), count(Verdict::Proven), count(Verdict::Unknown));
        line(&mut out, &format!("{:10} {all:>8} {proven:>8} {findings:>9} {unknown:>8}", question.name()));
    }
    let reasons = frequent_reasons(report);
    if !reasons.is_empty() {
        line(&mut out, "most often unknown because:");
    }
    for (reason, count) in reasons {
        line(&mut out, &format!("{count:>8} × {reason}"));
    }
    out
}

fn show(out: &mut String, report: &Report, result: &MethodReport, finding: &Finding, more: &[u32]) {
    let place = finding.place.as_ref();
    let at = place.map(|place| format!("{place}: ")).unwrap_or_default();
    line(out, &format!("{at}{}", headline(finding)));
    let text = place.and_then(|place| report.source(&place.file)?.line(place.line));
    text.iter().for_each(|text| line(out, &format!("    | {}", text.trim())));
    match &finding.input[..] {
        [] => line(out, &format!("    in {}", result.method)),
        input => line(out, &format!("    in {} with {}", result.method, pairs(input))),
    }
    history(finding).iter().for_each(|text| line(out, &format!("    {text}")));
    if !more.is_empty() {
        let more: Vec<String> = more.iter().map(u32::to_string).collect();
        line(out, &format!("    the same on lines {}", more.join(", ")));
    }
    if !finding.also.is_empty() {
        line(out, &format!("    {}", also(finding)));
    }
}

/// The commonest reasons, each without the place that makes it its own.
fn frequent_reasons(report: &Report) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for result in report.results.iter().filter(|result| result.verdict == Verdict::Unknown) {
        if let Some(reason) = result.reasons.first() {
            *counts.entry(reason.what.clone()).or_default() += 1;
        }
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(reason, count)| (std::cmp::Reverse(*count), reason.clone()));
    counts.truncate(REASONS);
    counts
}

fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("a string takes everything");
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::{Frame, Place};

    #[test]
    fn one_kind_of_failure_of_a_method_is_told_once_with_all_lines() {
        let at = |line: u32, stack: usize| Finding {
            kind: "E".into(),
            message: format!("broken {line}"),
            place: Some(Place { file: "A.java".into(), line, ..Place::default() }),
            stack: vec![Frame::default(); stack],
            ..Finding::default()
        };
        let result = MethodReport { findings: vec![at(3, 1), at(5, 1), at(9, 0)], ..MethodReport::default() };
        let report = Report { results: vec![result], ..Report::default() };
        let text = render(&report);
        assert!(text.contains("the same on lines 5\n"), "{text}");
        assert!(text.contains("A.java:9: "), "what is no failure of a run stands for itself: {text}");
        assert!(!text.contains("A.java:5: "), "{text}");
    }
}
