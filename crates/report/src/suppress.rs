//! Suppression by comment and by annotation.
//!
//! `// cupper:ignore KIND reason` on the offending line or the line above it; the kind is the finding's kind or `all`; a reason is
//! required, for the next reader. A comment without one suppresses nothing and is worth a warning. An annotation covers the
//! declaration it stands before ([`annotation`]); methods annotated in class files whose source is not at hand are named by
//! the caller.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use base::{Diagnostic, Source};

use crate::{Finding, Report, SourceView, annotation};

const MARK: &str = "cupper:ignore";

/// What the user does not want to hear about, besides comments.
#[derive(Debug, Default)]
pub struct Unwanted {
    /// Annotations, simple or full names, that suppress every finding in what they stand before.
    pub annotations: Vec<String>,
    /// Methods, as reports name them.
    pub methods: BTreeSet<String>,
}

/// Lines of a file without findings of a kind.
struct Suppression {
    file: String,
    lines: RangeInclusive<u32>,
    kind: String,
}

/// Takes suppressed findings out of a report; returns what is wrong with the comments.
pub fn apply(report: &mut Report, unwanted: &Unwanted) -> Vec<Diagnostic> {
    let mut complaints = Vec::new();
    let mut all: Vec<Suppression> = Vec::new();
    for source in &report.sources {
        all.extend(comments(source, &mut complaints));
        all.extend(annotations(source, &unwanted.annotations));
    }
    for result in &mut report.results {
        let before = result.findings.len();
        let mut findings = std::mem::take(&mut result.findings);
        findings.retain(|finding| {
            !unwanted.methods.contains(&result.method) && !all.iter().any(|one| one.covers(finding))
        });
        result.findings = findings;
        result.left_out += before - result.findings.len();
    }
    complaints
}

impl Suppression {
    fn covers(&self, finding: &Finding) -> bool {
        let at = finding
            .place
            .as_ref()
            .is_some_and(|place| self.file == place.file && self.lines.contains(&place.line));
        at && (self.kind == finding.kind || self.kind == "all")
    }
}

fn annotations(source: &SourceView, names: &[String]) -> Vec<Suppression> {
    let each = |one: annotation::Annotated| {
        let file = source.file.clone();
        let lines = one.lines;
        one.kinds.into_iter().map(move |kind| Suppression { file: file.clone(), lines: lines.clone(), kind })
    };
    annotation::annotated(&source.text, names).into_iter().flat_map(each).collect()
}

fn comments(source: &SourceView, complaints: &mut Vec<Diagnostic>) -> Vec<Suppression> {
    let mut found = Vec::new();
    let mut offset = 0;
    for (index, line) in source.text.split_inclusive('\n').enumerate() {
        if let Some((_, comment)) =
            line.split_once("//").filter(|(_, comment)| comment.trim_start().starts_with(MARK))
        {
            let mut words = comment.trim_start().trim_start_matches(MARK).split_whitespace();
            match (words.next(), words.next()) {
                (Some(kind), Some(_)) => {
                    let file = source.file.clone();
                    let line = index as u32 + 1;
                    found.push(Suppression { file, lines: line..=line + 1, kind: kind.into() });
                }
                _ => {
                    let at = offset + line.find(MARK).unwrap_or(0);
                    let place = Source::new(&source.file, &source.text).place(at, at + MARK.len());
                    let message = "a suppression needs a kind and a reason: `// cupper:ignore KIND why`";
                    complaints.push(Diagnostic::warning("bad-suppression", message).at(place));
                }
            }
        }
        offset += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Finding, MethodReport, Place};

    fn report(text: &str, line: u32) -> Report {
        let place = Some(Place { file: "A.java".into(), line, ..Place::default() });
        let finding = Finding { kind: "NullPointerException".into(), place, ..Finding::default() };
        let result = MethodReport { findings: vec![finding], ..MethodReport::default() };
        let source = SourceView { file: "A.java".into(), text: text.into(), lines: vec![] };
        Report { results: vec![result], sources: vec![source], ..Report::default() }
    }

    #[test]
    fn a_comment_on_or_above_the_line_suppresses() {
        for (text, line) in [
            ("x.f(); // cupper:ignore NullPointerException callers check\n", 1),
            ("// cupper:ignore all generated code\nx.f();\n", 2),
        ] {
            let mut report = report(text, line);
            let complaints = apply(&mut report, &Unwanted::default());
            let result = &report.results[0];
            assert_eq!((result.left_out, complaints.len(), result.findings.len()), (1, 0, 0), "{text}");
        }
    }

    #[test]
    fn another_kind_or_no_reason_does_not_suppress() {
        let mut other = report("x.f(); // cupper:ignore ArithmeticException never zero\n", 1);
        apply(&mut other, &Unwanted::default());
        assert_eq!(other.results[0].left_out, 0);
        let mut bare = report("x.f(); // cupper:ignore NullPointerException\n", 1);
        let complaints = apply(&mut bare, &Unwanted::default());
        assert_eq!((bare.results[0].left_out, complaints[0].code), (0, "bad-suppression"));
    }

    #[test]
    fn annotations_suppress_in_sources_and_by_method() {
        let text = "@Generated\nint f() {\n  x.f();\n}\n";
        let unwanted = Unwanted { annotations: vec!["Generated".into()], ..Unwanted::default() };
        let left_out = |line, unwanted: &Unwanted| {
            let mut report = report(text, line);
            apply(&mut report, unwanted);
            report.results[0].left_out
        };
        assert_eq!((left_out(3, &unwanted), left_out(5, &unwanted)), (1, 0));
        let unwanted = Unwanted { methods: BTreeSet::from([String::new()]), ..Unwanted::default() };
        assert_eq!(left_out(5, &unwanted), 1);
    }
}
