//! JUnit XML: each method a test case, each finding a failure, each unknown a skip, for CI servers that read nothing else.

use std::fmt::Write;

use crate::sarif::reasons;
use crate::{MethodReport, Report, Verdict};

/// The report as JUnit's XML.
pub fn render(report: &Report) -> String {
    let skipped = |result: &&MethodReport| result.verdict == Verdict::Unknown;
    let failed = |result: &&MethodReport| result.verdict == Verdict::Refuted && !result.findings.is_empty();
    let failures = report.results.iter().filter(failed).count();
    let skips = report.results.iter().filter(skipped).count();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        out,
        "<testsuite name=\"cupper {}\" tests=\"{}\" failures=\"{failures}\" skipped=\"{skips}\" errors=\"0\" time=\"{:.3}\">",
        escape(&report.command),
        report.results.len(),
        report.seconds
    );
    for result in &report.results {
        test_case(&mut out, result);
    }
    out.push_str("</testsuite>\n");
    out
}

fn test_case(out: &mut String, result: &MethodReport) {
    let (class, method) = split_target(&result.method);
    let _ = write!(
        out,
        "  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
        escape(class),
        escape(method),
        result.seconds
    );
    match result.verdict {
        // A remark on a proof is no failure, and findings that were suppressed or known before fail nothing.
        Verdict::Proven => out.push_str("/>\n"),
        Verdict::Refuted if result.findings.is_empty() => out.push_str("/>\n"),
        Verdict::Unknown => {
            let _ =
                writeln!(out, ">\n    <skipped message=\"{}\"/>\n  </testcase>", escape(&reasons(result)));
        }
        Verdict::Refuted => {
            out.push_str(">\n");
            for finding in &result.findings {
                let place = finding.place.as_ref().map(|place| format!("{}:{}: ", place.file, place.line));
                let path = match &finding.path[..] {
                    [] => finding.sentence(),
                    path => path.join("\n"),
                };
                let body = place.unwrap_or_default() + &path;
                let _ = writeln!(
                    out,
                    "    <failure type=\"{}\" message=\"{}\">{}</failure>",
                    escape(&finding.kind),
                    escape(&finding.sentence()),
                    escape(&body)
                );
            }
            out.push_str("  </testcase>\n");
        }
    }
}

/// `a.B.m(int)` is method `m(int)` of class `a.B`.
fn split_target(target: &str) -> (&str, &str) {
    let name_end = target.find('(').unwrap_or(target.len());
    match target[..name_end].rfind('.') {
        Some(dot) => (&target[..dot], &target[dot + 1..]),
        None => ("", target),
    }
}

/// XML text and attribute values; characters XML cannot hold become the replacement character.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push('\t'),
            control if control < ' ' => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Finding;

    #[test]
    fn findings_fail_and_unknowns_skip() {
        let method = |target: &str, verdict| MethodReport {
            method: target.into(),
            verdict,
            ..MethodReport::default()
        };
        let mut failing = method("p.A.f(int)", Verdict::Refuted);
        failing.findings.push(Finding { kind: "E".into(), message: "a < b".into(), ..Finding::default() });
        let mut open = method("p.A.g()", Verdict::Unknown);
        open.reasons.push("loop bound".into());
        let results = vec![failing, open, method("p.A.h()", Verdict::Proven)];
        let xml = render(&Report { command: "explore".into(), results, ..Report::default() });
        assert!(xml.contains("tests=\"3\" failures=\"1\" skipped=\"1\""), "{xml}");
        assert!(xml.contains("classname=\"p.A\" name=\"f(int)\""), "{xml}");
        assert!(xml.contains("message=\"a &lt; b\">a &lt; b</failure>"), "{xml}");
        assert!(xml.contains("<skipped message=\"loop bound\"/>"), "{xml}");
    }
}
