//! A checked project for people: what was found, the worst first, and a short table.

use std::collections::BTreeMap;
use std::fmt::Write;

use report::{Finding, Level, MethodReport, Report, Verdict};

use super::Question;

/// Reasons for not knowing that are shown.
const REASONS: usize = 5;

/// The findings, then the table.
pub fn render(report: &Report, questions: &[Question], left_out: usize) -> String {
    let mut out = String::new();
    let mut findings: Vec<(&MethodReport, &Finding)> = report.findings().collect();
    findings.sort_by_key(|(_, finding)| (std::cmp::Reverse(finding.level), finding.spot.clone()));
    for (result, finding, more) in together(findings) {
        show(&mut out, result, finding, &more);
    }
    out.push_str(&table(report, questions));
    if left_out > 0 {
        line(&mut out, &format!("{} left out", crate::output::counted(left_out)));
    }
    out
}

/// One input after the other that breaks a method in the same way is one thing to look at: the first, with the lines of the others.
fn together<'r>(
    findings: Vec<(&'r MethodReport, &'r Finding)>,
) -> Vec<(&'r MethodReport, &'r Finding, Vec<u32>)> {
    let mut out: Vec<(&MethodReport, &Finding, Vec<u32>)> = Vec::new();
    for (result, finding) in findings {
        let line = finding.spot.as_ref().map(|spot| spot.line).filter(|_| !finding.stack.is_empty());
        let file = |finding: &'r Finding| finding.spot.as_ref().map(|spot| spot.file.as_str());
        let same = out.iter_mut().find(|(of, known, _)| {
            of.target == result.target
                && (known.kind.as_str(), known.level, file(known))
                    == (&finding.kind, finding.level, file(finding))
        });
        match (same, line) {
            (Some((_, _, more)), Some(line)) => more.push(line),
            (Some(_) | None, _) => out.push((result, finding, Vec::new())),
        }
    }
    out
}

/// By question: how many methods were asked about, and what came out. `questions` says which result answers which.
pub fn table(report: &Report, questions: &[Question]) -> String {
    let mut out = String::new();
    line(&mut out, &format!("{:10} {:>8} {:>8} {:>9} {:>8}", "", "methods", "proven", "findings", "unknown"));
    for question in Question::ALL {
        let results: Vec<&MethodReport> = report
            .results
            .iter()
            .zip(questions)
            .filter(|(_, asked)| **asked == question)
            .map(|(one, _)| one)
            .collect();
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

fn show(out: &mut String, result: &MethodReport, finding: &Finding, more: &[u32]) {
    let place =
        finding.spot.as_ref().map(|spot| format!("{}:{}: ", spot.file, spot.line)).unwrap_or_default();
    let level = match finding.level {
        Level::Note => "note",
        Level::Warning => "warning",
        Level::Error => "error",
    };
    line(out, &format!("{place}{level}: {}", named(finding)));
    let is_new = |line: &&str| !finding.message.ends_with(line.trim_start_matches("input: "));
    let input = finding.input.as_deref().unwrap_or_default();
    let input = input.lines().filter(is_new).collect::<Vec<_>>().join(", ");
    match input.is_empty() {
        true => line(out, &format!("    in {}", result.target)),
        false => line(out, &format!("    in {} with {input}", result.target)),
    }
    if !more.is_empty() {
        let more: Vec<String> = more.iter().map(u32::to_string).collect();
        line(out, &format!("    the same on lines {}", more.join(", ")));
    }
}

/// The kind and the message; an exception's message begins with its whole name, which says the kind already.
fn named(finding: &Finding) -> String {
    match finding.message.split_once(&finding.kind) {
        Some((package, rest)) if !package.contains(' ') => finding.kind.clone() + rest,
        Some(_) | None => format!("{}: {}", finding.kind, finding.message),
    }
}

/// The commonest reasons, each without the place that makes it its own.
fn frequent_reasons(report: &Report) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for result in report.results.iter().filter(|result| result.verdict == Verdict::Unknown) {
        if let Some(reason) = result.reasons.first() {
            let general = reason.split(", at ").next().unwrap_or(reason);
            *counts.entry(general.to_owned()).or_default() += 1;
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
    use report::Spot;

    #[test]
    fn one_kind_of_failure_of_a_method_is_told_once_with_all_lines() {
        let at = |line: u32, stack: usize| Finding {
            kind: "E".into(),
            message: format!("broken {line}"),
            spot: Some(Spot { file: "A.java".into(), line, column: 0 }),
            stack: vec![String::new(); stack],
            ..Finding::default()
        };
        let result = MethodReport { findings: vec![at(3, 1), at(5, 1), at(9, 0)], ..MethodReport::default() };
        let report = Report { results: vec![result], ..Report::default() };
        let text = render(&report, &[Question::Explore], 0);
        assert!(text.contains("the same on lines 5\n"), "{text}");
        assert!(text.contains("A.java:9: "), "what is no failure of a run stands for itself: {text}");
        assert!(!text.contains("A.java:5: "), "{text}");
    }
}
