//! Grades what an exploration found: an *error* is what somebody outside can bring about, and its history says how. What nobody is
//! known to bring about is a *warning*.

use std::time::Duration;

use base::{Budget, Severity};
use explore::{Booted, Entry, MethodResult, Reason, Verdict};
use program::Program;
use report::MethodReport;
use testgen::{Dialect, History, Makers, Suite, Unmade};

/// What the search for histories of one method's findings may take where many methods wait, and where they do not.
pub const PATIENCE: Duration = Duration::from_secs(1);
pub const MORE_PATIENCE: Duration = Duration::from_secs(4);

/// What is known of the history of a finding.
#[derive(Default)]
pub struct Grade {
    history: Option<History>,
    doubt: Option<String>,
}

/// Whether a history decides how grave a finding is: without one an error is none, with one no state of objects is too odd.
pub fn needs_history(finding: &explore::Finding) -> bool {
    finding.severity == Severity::Error || finding.is_of_state
}

/// Searches for histories. Makes warnings of errors that have none, errors of what was only thought to be too odd a state, and leaves out
/// what is below `least` then. A grade for each finding that is left, and how many errors are not.
pub fn grade<'p>(
    program: &'p Program,
    booted: &mut Booted<'p>,
    makers: &Makers<'p>,
    entry: &Entry,
    result: &mut MethodResult,
    least: Severity,
    budget: &Budget,
) -> (Vec<Grade>, usize) {
    let mut grades = Vec::new();
    let mut kept = Vec::new();
    let mut left_out = 0;
    for mut finding in std::mem::take(&mut result.findings) {
        let mut grade = Grade::default();
        if needs_history(&finding) {
            let found = testgen::history(program, booted, makers, entry, &finding, budget);
            let was_error = finding.severity == Severity::Error;
            if was_error || found.as_ref().is_ok_and(|history| !history.gives_null) {
                grade = one(found);
                finding.severity = if grade.doubt.is_some() { Severity::Warning } else { Severity::Error };
            }
            if was_error && finding.severity < least {
                left_out += 1;
                result.reasons.push(Reason::NoHistory(words(&finding)));
            }
        }
        if finding.severity < least {
            continue;
        }
        kept.push(finding);
        grades.push(grade);
    }
    result.reasons.sort();
    result.reasons.dedup();
    if kept.is_empty() {
        result.verdict = explore::without_findings(&result.reasons);
        if result.verdict == Verdict::Unknown {
            result.assumptions.clear();
        }
    }
    let mut both: Vec<_> = kept.into_iter().zip(grades).collect();
    both.sort_by_key(|(finding, _)| std::cmp::Reverse(finding.severity));
    let grades;
    (result.findings, grades) = both.into_iter().unzip();
    (grades, left_out)
}

fn one(found: Result<History, Unmade>) -> Grade {
    match found {
        Ok(history) if history.gives_null => {
            Grade { history: Some(history), doubt: Some("null is given to somebody on the way".to_owned()) }
        }
        Ok(history) => Grade { history: Some(history), doubt: None },
        Err(Unmade::Unreachable(why)) => Grade { history: None, doubt: Some(why) },
        Err(Unmade::NotFound) => {
            let doubt = "no calls of the public interface were found that bring it about";
            Grade { history: None, doubt: Some(doubt.to_owned()) }
        }
    }
}

fn words(finding: &explore::Finding) -> String {
    let kind = finding.thrown.kind();
    match finding.place.as_ref().and_then(|place| place.line) {
        Some(line) => format!("{kind} at line {line}"),
        None => kind.to_owned(),
    }
}

/// Puts the grades into the report of the method.
pub fn show(
    mut report: MethodReport,
    program: &Program,
    dialect: Dialect,
    (grades, left_out): (Vec<Grade>, usize),
) -> MethodReport {
    report.left_out += left_out;
    for (shown, Grade { history, doubt }) in report.findings.iter_mut().zip(grades) {
        shown.doubt = doubt;
        let Some(history) = history else { continue };
        let suite = Suite { program, dialect, tests: Vec::new() };
        shown.test = Some(suite.alone(&history.test));
        let class = program.method(history.test.method).class;
        shown.history = Some(report::History {
            package: program.class(class).package().replace('/', "."),
            imports: history.test.imports.into_iter().collect(),
            statements: history.statements,
            confirmed: None,
        });
    }
    report
}
