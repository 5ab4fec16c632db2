//! Baselines: what is known already, so that only what is new is reported.
//!
//! A baseline is a JSON file of fingerprints with a word for the reader on each. It is written whole and read whole.

use std::collections::BTreeMap;

use base::Diagnostic;
use serde::{Deserialize, Serialize};

use crate::Report;

/// Findings that were there before and are not shown again.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Baseline {
    version: u32,
    /// Fingerprint to a line that says what it was.
    known: BTreeMap<String, String>,
}

impl Baseline {
    /// Everything a report (already stamped) says now.
    pub fn of(report: &Report) -> Self {
        let known = report
            .findings()
            .map(|(result, finding)| {
                (finding.fingerprint.clone(), format!("{} in {}", finding.kind, result.method))
            })
            .collect();
        Self { version: 1, known }
    }

    /// Reads what was written.
    pub fn parse(name: &str, text: &str) -> Result<Self, Diagnostic> {
        let baseline: Self = serde_json::from_str(text).map_err(|error| {
            Diagnostic::error("bad-baseline", format!("`{name}` is not a baseline: {error}"))
        })?;
        if baseline.version != 1 {
            let message = format!("`{name}` has baseline version {}, this is version 1", baseline.version);
            return Err(Diagnostic::error("bad-baseline", message));
        }
        Ok(baseline)
    }

    /// As it is written to a file.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a map of strings is always JSON") + "\n"
    }

    /// Takes known findings out of a stamped report.
    pub fn subtract(&self, report: &mut Report) {
        for result in &mut report.results {
            let before = result.findings.len();
            result.findings.retain(|finding| !self.known.contains_key(&finding.fingerprint));
            result.left_out += before - result.findings.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Finding, MethodReport, fingerprint};

    fn report(kinds: &[&str]) -> Report {
        let finding = |kind: &&str| Finding { kind: kind.to_string(), ..Finding::default() };
        let result = MethodReport {
            method: "A.f".into(),
            findings: kinds.iter().map(finding).collect(),
            ..MethodReport::default()
        };
        let mut report = Report { results: vec![result], ..Report::default() };
        fingerprint::stamp(&mut report);
        report
    }

    #[test]
    fn only_new_findings_remain() {
        let baseline = Baseline::of(&report(&["NullPointerException"]));
        let baseline = Baseline::parse("b.json", &baseline.to_json()).expect("what we write we can read");
        let mut now = report(&["NullPointerException", "ArithmeticException"]);
        baseline.subtract(&mut now);
        assert_eq!(now.results[0].left_out, 1);
        assert_eq!(now.results[0].findings[0].kind, "ArithmeticException");
    }

    #[test]
    fn a_broken_baseline_is_one_clear_error() {
        for text in ["", "[]", "{\"version\": 7, \"known\": {}}"] {
            let error = Baseline::parse("b.json", text).expect_err("not a baseline");
            assert_eq!(error.code, "bad-baseline");
        }
    }
}
