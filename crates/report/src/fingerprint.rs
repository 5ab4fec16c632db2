//! A finding's name across versions of the program.
//!
//! Made of the method, the kind and the text of the offending line with its white space folded, never of line numbers: code that
//! moves keeps its fingerprints. Equal findings on equal lines of one method are told apart by counting.

use std::collections::BTreeMap;

use crate::Report;

/// Fills in the fingerprint of every finding.
pub fn stamp(report: &mut Report) {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let sources = std::mem::take(&mut report.sources);
    for result in &mut report.results {
        for finding in &mut result.findings {
            let line = finding.place.as_ref().and_then(|place| {
                let source = sources.iter().find(|source| source.file == place.file)?;
                source.line(place.line)
            });
            let text = line.map(fold_spaces).unwrap_or_else(|| finding.sentence());
            let identity = format!("{}\n{}\n{}\n{text}", report.command, result.method, finding.kind);
            let count = seen.entry(identity.clone()).or_default();
            finding.fingerprint = format!("{:016x}-{count}", fnv1a(identity.as_bytes()));
            *count += 1;
        }
    }
    report.sources = sources;
}

fn fold_spaces(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// FNV-1a, 64 bit: stable across versions of Rust and of ours, as a stored fingerprint must be.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Finding, MethodReport, Place, SourceView};

    fn report(text: &str, line: u32) -> Report {
        let place = Some(Place { file: "A.java".into(), line, ..Place::default() });
        let finding = Finding { kind: "NullPointerException".into(), place, ..Finding::default() };
        let result = MethodReport {
            method: "A.f".into(),
            findings: vec![finding.clone(), finding],
            ..MethodReport::default()
        };
        let source = SourceView { file: "A.java".into(), text: text.into(), lines: vec![] };
        let mut report = Report { results: vec![result], sources: vec![source], ..Report::default() };
        stamp(&mut report);
        report
    }

    #[test]
    fn moved_lines_keep_their_fingerprint() {
        let before = report("x.f();\n", 1);
        let after = report("// new\n\n   x.f();\n", 3);
        let prints = |report: &Report| -> Vec<String> {
            report.findings().map(|(_, finding)| finding.fingerprint.clone()).collect()
        };
        assert_eq!(prints(&before), prints(&after));
        assert_ne!(prints(&before), prints(&report("y.g();\n", 1)));
    }

    #[test]
    fn equal_findings_are_told_apart() {
        let report = report("x.f();\n", 1);
        let [first, second] = &report.results[0].findings[..] else { panic!("two findings went in") };
        assert_ne!(first.fingerprint, second.fingerprint);
    }
}
