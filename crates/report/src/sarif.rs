//! SARIF 2.1.0 [OASIS]: findings with rules, code flows and fingerprints, for code-scanning services.
//!
//! Only what such services read is written. Unknown verdicts are notifications of the tool, not results: they are no findings.

use serde_json::{Value, json};

use crate::explain;
use crate::text::pairs;
use crate::{Finding, MethodReport, Place, Report, Step, Verdict};

/// The report as a SARIF log.
pub fn render(report: &Report) -> String {
    let kinds = kinds(report);
    let rules: Vec<Value> = kinds.iter().map(|kind| rule(kind)).collect();
    let results: Vec<Value> =
        report.findings().map(|(method, finding)| result(report, &kinds, method, finding)).collect();
    let unknowns: Vec<Value> = report
        .results
        .iter()
        .filter(|result| result.verdict == Verdict::Unknown)
        .map(|result| notification(&format!("{}: {}", result.method, reasons(result))))
        .collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Cupper",
                "semanticVersion": report.version,
                "rules": rules,
            }},
            "automationDetails": { "id": format!("cupper/{}/", report.command) },
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": true,
                "toolExecutionNotifications": unknowns,
            }],
            "results": results,
        }],
    });
    serde_json::to_string_pretty(&log).expect("a tree of strings and numbers is always JSON") + "\n"
}

/// The kinds found, each once, in order of their names.
fn kinds(report: &Report) -> Vec<String> {
    let mut kinds: Vec<String> = report.findings().map(|(_, finding)| finding.kind.clone()).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

fn rule(kind: &str) -> Value {
    let entry = explain::of_finding(kind);
    json!({
        "id": kind,
        "name": kind,
        "shortDescription": { "text": entry.summary },
        "fullDescription": { "text": entry.summary },
        "help": { "text": entry.text, "markdown": entry.text },
    })
}

fn result(report: &Report, kinds: &[String], method: &MethodReport, finding: &Finding) -> Value {
    let index = kinds.iter().position(|kind| *kind == finding.kind);
    // Of a method without an answer a finding is what may be, which SARIF calls open and gives no level.
    let is_open = method.verdict == Verdict::Unknown;
    let mut result = json!({
        "ruleId": finding.kind,
        "ruleIndex": index,
        "kind": if is_open { "open" } else { "fail" },
        "level": if is_open { "none" } else { finding.severity.name() },
        "message": { "text": message(finding) },
        "partialFingerprints": { "cupper/v1": finding.fingerprint },
        "properties": { "command": report.command, "replayed": finding.replayed },
    });
    let location = finding.place.as_ref().map(|place| location(place, Some(&method.method), None));
    result["locations"] = location.into_iter().collect();
    let flow = flow_of(finding);
    if !flow.is_empty() {
        let steps = flow.iter().filter_map(|step| Some(location_of(step.place.as_ref()?, &step.message)));
        let steps: Vec<Value> = steps.map(|location| json!({ "location": location })).collect();
        result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
    }
    result
}

/// The steps to the finding, ending at it.
fn flow_of(finding: &Finding) -> Vec<Step> {
    let mut flow = finding.flow.clone();
    if !flow.is_empty() && finding.place.is_some() {
        flow.push(Step { place: finding.place.clone(), message: finding.sentence() });
    }
    flow
}

fn message(finding: &Finding) -> String {
    match &finding.input[..] {
        [] => finding.sentence(),
        input => format!("{}\nInput: {}", finding.sentence(), pairs(input)),
    }
}

fn location_of(place: &Place, text: &str) -> Value {
    location(place, None, Some(text))
}

fn location(place: &Place, method: Option<&str>, text: Option<&str>) -> Value {
    let mut region = json!({ "startLine": place.line.max(1) });
    for (key, column) in [("startColumn", place.column), ("endColumn", place.end_column)] {
        if column > 0 {
            region[key] = json!(column);
        }
    }
    let mut location = json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(&place.file) },
        "region": region,
    }});
    if let Some(method) = method {
        location["logicalLocations"] = json!([{ "fullyQualifiedName": method, "kind": "function" }]);
    }
    if let Some(text) = text {
        location["message"] = json!({ "text": text });
    }
    location
}

/// Why there is no answer, in one line.
pub(crate) fn reasons(result: &MethodReport) -> String {
    result.reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

fn notification(text: &str) -> Value {
    json!({ "level": "note", "message": { "text": text } })
}

/// A path as a URI reference: what a URI may not hold is percent-encoded.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' | b'$' => {
                out.push(byte as char)
            }
            b'\\' => out.push('/'),
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint;

    #[test]
    fn findings_carry_rule_place_flow_and_fingerprint() {
        let place = |line| Place { file: "a b/A.java".into(), line, ..Place::default() };
        let finding = Finding {
            kind: "NullPointerException".into(),
            message: "`x` is null".into(),
            place: Some(place(7)),
            flow: vec![Step { place: Some(place(3)), message: "x == null".into() }],
            ..Finding::default()
        };
        let result = MethodReport {
            method: "A.f()".into(),
            verdict: Verdict::Refuted,
            findings: vec![finding],
            ..MethodReport::default()
        };
        let mut report = Report { command: "explore".into(), results: vec![result], ..Report::default() };
        fingerprint::stamp(&mut report);
        let text = render(&report);
        let log: Value = serde_json::from_str(&text).expect("SARIF is JSON");
        let result = &log["runs"][0]["results"][0];
        assert_eq!(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "a%20b/A.java");
        let steps = &result["codeFlows"][0]["threadFlows"][0]["locations"];
        assert_eq!(steps.as_array().map(Vec::len), Some(2));
        assert_eq!(log["runs"][0]["tool"]["driver"]["rules"][0]["id"], "NullPointerException");
        assert!(result["partialFingerprints"]["cupper/v1"].as_str().is_some_and(|print| print.len() > 16));
    }

    #[test]
    fn an_unknown_is_a_notification_not_a_result() {
        let result = MethodReport {
            method: "A.f".into(),
            reasons: vec!["loop bound".into()],
            ..MethodReport::default()
        };
        let report = Report { results: vec![result], ..Report::default() };
        let text = render(&report);
        let log: Value = serde_json::from_str(&text).expect("SARIF is JSON");
        assert_eq!(log["runs"][0]["results"], json!([]));
        let note = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"];
        assert_eq!(note, "A.f: loop bound");
    }
}
