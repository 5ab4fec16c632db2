//! Suppression by comment: `// cupper:ignore KIND reason` on the offending line or the line above it.
//!
//! The kind is the finding's kind or `all`; a reason is required, for the next reader. A suppression without
//! one suppresses nothing and is worth a warning.

use base::{Diagnostic, Source};

use crate::{Report, SourceView};

const MARK: &str = "cupper:ignore";

/// One comment.
struct Suppression {
    file: String,
    line: u32,
    kind: String,
}

/// Takes suppressed findings out of a report; returns how many, and what is wrong with the comments.
pub fn apply(report: &mut Report) -> (usize, Vec<Diagnostic>) {
    let mut complaints = Vec::new();
    let all: Vec<Suppression> =
        report.sources.iter().flat_map(|source| suppressions(source, &mut complaints)).collect();
    let mut taken = 0;
    for result in &mut report.results {
        result.findings.retain(|finding| {
            let Some(spot) = &finding.spot else { return true };
            let matching = all.iter().any(|one| {
                one.file == spot.file
                    && (one.line == spot.line || one.line + 1 == spot.line)
                    && (one.kind == finding.kind || one.kind == "all")
            });
            taken += usize::from(matching);
            !matching
        });
    }
    (taken, complaints)
}

fn suppressions(source: &SourceView, complaints: &mut Vec<Diagnostic>) -> Vec<Suppression> {
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
                    found.push(Suppression { file, line: index as u32 + 1, kind: kind.into() });
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
    use crate::{Finding, MethodReport, Spot};

    fn report(text: &str, line: u32) -> Report {
        let spot = Some(Spot { file: "A.java".into(), line, column: 0 });
        let finding = Finding { kind: "NullPointerException".into(), spot, ..Finding::default() };
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
            let (taken, complaints) = apply(&mut report);
            assert_eq!((taken, complaints.len(), report.results[0].findings.len()), (1, 0, 0), "{text}");
        }
    }

    #[test]
    fn another_kind_or_no_reason_does_not_suppress() {
        let mut other = report("x.f(); // cupper:ignore ArithmeticException never zero\n", 1);
        assert_eq!(apply(&mut other).0, 0);
        let mut bare = report("x.f(); // cupper:ignore NullPointerException\n", 1);
        let (taken, complaints) = apply(&mut bare);
        assert_eq!((taken, complaints[0].code), (0, "bad-suppression"));
    }
}
