//! SARIF logs against the official schema, reports as JSON against ours; the checks must be able to say no.

#[path = "support/schema.rs"]
mod schema;

use report::{
    Binding, Finding, MethodReport, Place, Report, Severity, SourceView, Step, Verdict, fingerprint, sarif,
};

#[test]
fn logs_follow_the_schema() -> Result<(), String> {
    schema::validate(&sarif::render(&Report::default()), schema::SARIF)?;
    schema::validate(&sarif::render(&sample()), schema::SARIF)
}

#[test]
fn the_schema_is_not_content_with_anything() {
    let log = sarif::render(&sample());
    for (right, wrong) in
        [("\"ruleId\"", "\"ruleID\""), ("\"startLine\": 7", "\"startLine\": 0"), ("\"warning\"", "\"grave\"")]
    {
        assert!(log.contains(right), "{log}");
        assert!(schema::validate(&log.replacen(right, wrong, 1), schema::SARIF).is_err(), "{wrong}");
    }
}

#[test]
fn reports_follow_their_schema() -> Result<(), String> {
    let json = report::json(&sample());
    schema::validate(&json, schema::REPORT)?;
    for (right, wrong) in [
        ("\"cupper-report/1\"", "\"cupper-report/2\""),
        ("\"verdict\": \"refuted\"", "\"verdict\": \"violation\""),
        ("\"severity\"", "\"level\""),
        ("\"what\": \"bound\"", "\"what\": \"\""),
    ] {
        assert!(json.contains(right), "{json}");
        assert!(schema::validate(&json.replacen(right, wrong, 1), schema::REPORT).is_err(), "{wrong}");
    }
    Ok(())
}

fn sample() -> Report {
    let place = |line| Place { file: "src/a b/Ä.java".into(), line, column: 3, ..Place::default() };
    let finding = |kind: &str, severity, line| Finding {
        kind: kind.into(),
        severity,
        message: "it breaks \"here\"\n<b>".into(),
        place: Some(place(line)),
        flow: vec![Step { place: Some(place(2)), message: "in `f`".into() }],
        input: vec![Binding { name: "x".into(), value: "null".into() }],
        replayed: true,
        ..Finding::default()
    };
    let refuted = MethodReport {
        method: "a.A.f(int)".into(),
        verdict: Verdict::Refuted,
        word: "violation".into(),
        findings: vec![
            finding("NullPointerException", Severity::Error, 7),
            finding("irrelevant-code", Severity::Warning, 9),
            finding("assert.failed:assertion.false", Severity::Note, 0),
            Finding { kind: "diverges".into(), ..Finding::default() },
        ],
        ..MethodReport::default()
    };
    let unknown = MethodReport {
        method: "a.A.g()".into(),
        word: "unknown".into(),
        reasons: vec!["bound".into()],
        ..MethodReport::default()
    };
    let source = SourceView { file: "src/a b/Ä.java".into(), text: "\n\n".into(), lines: vec![] };
    let mut report = Report {
        command: "explore".into(),
        version: "0.1.0".into(),
        results: vec![refuted, unknown],
        sources: vec![source],
        ..Report::default()
    };
    fingerprint::stamp(&mut report);
    report
}
