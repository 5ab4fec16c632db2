//! Results of an exploration for people.

use std::fmt::Write;
use std::time::Duration;

use explore::{Finding, Frame, MethodResult, Severity, Verdict, diagram};
use program::Program;

pub fn render(program: &Program, results: &[MethodResult], elapsed: Duration, left_out: usize) -> String {
    let mut out = String::new();
    for result in results {
        method(&mut out, program, result);
    }
    summary(&mut out, results, elapsed);
    if left_out > 0 {
        line(&mut out, 0, &format!("{} left out", crate::output::counted(left_out)));
    }
    out
}

fn method(out: &mut String, program: &Program, result: &MethodResult) {
    let figures = &result.figures;
    let paths = if figures.paths == 1 { "1 path".to_owned() } else { format!("{} paths", figures.paths) };
    line(
        out,
        0,
        &format!("{}: {} ({paths}, {:.2} s)", result.target, verdict(result.verdict), figures.seconds),
    );
    let within = if result.verdict == Verdict::SafeWithinBounds { "within" } else { "unknown" };
    for reason in &result.reasons {
        line(out, 2, &format!("{within}: {reason}"));
    }
    for found in &result.findings {
        finding(out, program, found);
    }
}

fn finding(out: &mut String, program: &Program, finding: &Finding) {
    let place =
        finding.place.as_ref().and_then(|frame| Some(format!("{}:{}", frame.file.as_deref()?, frame.line?)));
    let message = finding.thrown.message.as_deref().map(|message| format!(": {message}")).unwrap_or_default();
    let place = place.map(|place| format!(" at {place}")).unwrap_or_default();
    line(out, 2, &format!("{}: {}{message}{place}", severity(finding.severity), finding.thrown.kind()));
    for argument in diagram::arguments(program, &finding.input) {
        line(out, 6, &argument);
    }
    for row in diagram::draw(program, &finding.input).lines() {
        line(out, 6, row);
    }
    if !finding.condition.is_empty() {
        line(out, 4, &format!("when {}", finding.condition.join(" && ")));
    }
    stack(out, &finding.thrown.stack);
}

/// Frames shown at either end of a deep stack.
const FRAMES: usize = 12;

fn stack(out: &mut String, frames: &[Frame]) {
    let left_out = frames.len().saturating_sub(2 * FRAMES);
    for (index, frame) in frames.iter().enumerate() {
        if left_out > 0 && index == FRAMES {
            line(out, 4, &format!("… {left_out} more"));
        }
        if left_out > 0 && (FRAMES..FRAMES + left_out).contains(&index) {
            continue;
        }
        let file = frame.file.as_deref().unwrap_or("Unknown Source");
        let place = frame.line.map_or(file.to_owned(), |line| format!("{file}:{line}"));
        line(out, 4, &format!("at {}({place})", frame.name));
    }
}

fn summary(out: &mut String, results: &[MethodResult], elapsed: Duration) {
    let count = |verdict| results.iter().filter(|result| result.verdict == verdict).count();
    let (violations, safe, unknown) =
        (count(Verdict::Violation), count(Verdict::Safe), count(Verdict::Unknown));
    let within = match count(Verdict::SafeWithinBounds) {
        0 => String::new(),
        within => format!("{within} safe within bounds, "),
    };
    line(
        out,
        0,
        &format!(
            "{}: {violations} violation, {safe} safe, {within}{unknown} unknown in {:.1} s",
            if results.len() == 1 { "1 method".to_owned() } else { format!("{} methods", results.len()) },
            elapsed.as_secs_f64()
        ),
    );
}

pub fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Violation => "violation",
        Verdict::Safe => "safe",
        Verdict::SafeWithinBounds => "safe within bounds",
        Verdict::Unknown => "unknown",
    }
}

pub fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

fn line(out: &mut String, indent: usize, text: &str) {
    writeln!(out, "{:indent$}{text}", "").expect("a string takes everything");
}
