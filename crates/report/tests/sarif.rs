//! SARIF logs against the official schema; the check must be able to say no.

#[path = "support/schema.rs"]
mod schema;

use report::{Finding, FlowStep, Level, MethodReport, Report, SourceView, Spot, Verdict, fingerprint, sarif};

#[test]
fn logs_follow_the_schema() -> Result<(), String> {
    schema::validate(&sarif::render(&Report::default()))?;
    schema::validate(&sarif::render(&sample()))
}

#[test]
fn the_schema_is_not_content_with_anything() {
    let log = sarif::render(&sample());
    for (right, wrong) in
        [("\"ruleId\"", "\"ruleID\""), ("\"startLine\": 7", "\"startLine\": 0"), ("\"warning\"", "\"grave\"")]
    {
        assert!(log.contains(right), "{log}");
        assert!(schema::validate(&log.replacen(right, wrong, 1)).is_err(), "{wrong}");
    }
}

fn sample() -> Report {
    let spot = |line| Spot { file: "src/a b/Ä.java".into(), line, column: 3 };
    let finding = |kind: &str, level, line| Finding {
        kind: kind.into(),
        level,
        message: "it breaks \"here\"\n<b>".into(),
        spot: Some(spot(line)),
        flow: vec![FlowStep { spot: spot(2), message: "in `f`".into() }],
        input: Some("x = null".into()),
        replayed: true,
        ..Finding::default()
    };
    let refuted = MethodReport {
        target: "a.A.f(int)".into(),
        verdict: Verdict::Refuted,
        findings: vec![
            finding("NullPointerException", Level::Error, 7),
            finding("irrelevant-code", Level::Warning, 9),
            finding("assert.failed:assertion.false", Level::Note, 0),
            Finding { kind: "diverges".into(), ..Finding::default() },
        ],
        ..MethodReport::default()
    };
    let unknown =
        MethodReport { target: "a.A.g()".into(), reasons: vec!["bound".into()], ..MethodReport::default() };
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
